//! Bills that live as in real use: every step by the table of moves, at its own moment, with its audit event,
//! and all of them in the order in which they happened. So the numbers of bills follow the days they were sent.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use anyhow::{Context, anyhow, bail};
use jiff::{SignedDuration, Timestamp};
use liksa_domain::audit::{Action, AuditEvent};
use liksa_domain::bill::life::{Move, Standing};
use liksa_domain::bill::{Bill, BillFigures, BillState};
use liksa_domain::delivery::DeliveryState;
use liksa_domain::ids::{BillId, DeliveryId, PersonId};
use liksa_domain::job::Job;
use liksa_domain::person::Person;
use liksa_domain::settings::ProviderSettings;
use liksa_domain::worker_facts::WorkerFacts;
use liksa_money::Money;
use liksa_store::{NewBill, NewJob, StoredBill, Tx, WrittenBill};
use serde_json::{Value, json};

use super::calendar::When;
use super::chance::Chance;
use super::payments;
use crate::sending::{Closing, close_within, closing_key};

/// Whose bill it is.
pub struct Worker {
    pub person: Person,
    pub facts: WorkerFacts,
}

/// A bill, and what happens to it.
pub struct Story {
    pub worker: Arc<Worker>,
    pub made: When,
    pub bill: Bill,
    /// In the order of their moments.
    pub steps: Vec<Step>,
}

pub struct Step {
    pub when: When,
    pub deed: Deed,
}

pub enum Deed {
    Move(Move),
    /// A clerk gives the bill back, with this reason.
    Return(&'static str),
    Correct(Box<Correction>),
    /// The customer pays.
    Payment(Paying),
    /// The provider reminds the customer.
    Remind,
}

/// How a customer pays what is owed.
#[derive(Clone, Copy)]
pub enum Paying {
    All,
    /// So much of it.
    Part(Money),
    /// So much more than was owed.
    Over(Money),
    /// With a message instead of the reference, so that nobody knows.
    Unreferenced(&'static str),
}

/// The worker has the bill credited and writes it anew. It counts as credited when the credit note is closed.
pub struct Correction {
    pub mend: fn(&mut Bill),
    pub credit_note: Vec<Step>,
    pub draft: Vec<Step>,
}

/// A bill that is in the database and has steps before it.
struct Life {
    worker: Arc<Worker>,
    bill: StoredBill,
    steps: VecDeque<Step>,
    /// The bill that this one takes back.
    credits: Option<Box<StoredBill>>,
}

/// Where a bill comes from, if from another one.
enum Origin {
    New,
    CreditOf(BillId),
    CorrectionOf(BillId),
}

/// What becomes of the documents of bills that are closed.
#[derive(Clone, Copy)]
pub enum Deliveries {
    /// The server makes and sends them once it runs.
    ByJobs,
    /// They went out, and nobody kept them: a large data set would print for hours.
    LongAgo,
}

pub struct Timeline {
    clerk: PersonId,
    chance: Chance,
    settings: ProviderSettings,
    deliveries: Deliveries,
    /// By the moment of the next step, and then by who came first.
    coming: BTreeMap<(Timestamp, u64), Life>,
    lives: u64,
}

impl Timeline {
    pub fn new(clerk: PersonId, chance: Chance, deliveries: Deliveries) -> Self {
        let settings = ProviderSettings::default();
        Self { clerk, chance, settings, deliveries, coming: BTreeMap::new(), lives: 0 }
    }

    /// Makes the bill of a story, after all that came before it. Stories are begun in the order of their moments.
    pub async fn begin(&mut self, tx: &mut Tx, story: Story) -> anyhow::Result<()> {
        let Story { worker, made, bill, steps } = story;
        self.play_until(tx, made.at).await?;
        let bill = self.store(tx, &worker, bill, made, Origin::New).await?;
        record(tx, made.at, Some(worker.person.id), Action::BillCreated, bill.id, &json!({})).await?;
        self.wait(Life { worker, bill, steps: steps.into(), credits: None });
        Ok(())
    }

    /// Lets everything happen that comes up to this moment.
    pub async fn play_until(&mut self, tx: &mut Tx, end: Timestamp) -> anyhow::Result<()> {
        while let Some(next) = self.coming.first_entry().filter(|next| next.key().0 <= end) {
            let mut life = next.remove();
            if let Some(step) = life.steps.pop_front() {
                self.play(tx, life, step).await?;
            }
        }
        Ok(())
    }

    async fn play(&mut self, tx: &mut Tx, mut life: Life, step: Step) -> anyhow::Result<()> {
        let Step { when, deed } = step;
        match deed {
            Deed::Move(step) => self.make_move(tx, &mut life, step, when, json!({})).await?,
            Deed::Return(reason) => {
                self.make_move(tx, &mut life, Move::Return, when, json!({"reason": reason})).await?;
            }
            Deed::Correct(correction) => return self.correct(tx, life, *correction, when).await,
            Deed::Payment(paying) => {
                payments::pay(tx, &mut self.chance, &mut life.bill, paying, when).await?;
            }
            Deed::Remind => payments::remind(tx, &mut self.chance, &life.bill, when).await?,
        }
        self.wait(life);
        Ok(())
    }

    fn wait(&mut self, mut life: Life) {
        let Some(next) = life.steps.front().map(|step| step.when.at) else { return };
        let reads_rows = |step: &Step| matches!(step.deed, Deed::Correct(_) | Deed::Move(Move::Close));
        if !life.steps.iter().any(reads_rows) {
            // Nobody reads them any more, and a large data set has many bills under way at once.
            life.bill.bill.rows = vec![];
        }
        self.lives += 1;
        self.coming.insert((next, self.lives), life);
    }

    async fn make_move(
        &mut self,
        tx: &mut Tx,
        life: &mut Life,
        step: Move,
        when: When,
        detail: Value,
    ) -> anyhow::Result<()> {
        let actor = match step {
            Move::Send | Move::Open | Move::RequestOpen => Some(life.worker.person.id),
            Move::Take | Move::Return | Move::Approve | Move::GrantOpen | Move::RefuseOpen => {
                Some(self.clerk)
            }
            // By the program, when the mail has gone out.
            Move::Close | Move::Credit => None,
            Move::Pay | Move::Unpay => bail!("bills are paid by payments"),
        };
        if step == Move::Close {
            return self.close(tx, life, when).await;
        }
        move_bill(tx, &mut life.bill, step, actor, when.at, detail).await?;
        if step == Move::Take {
            tx.note_taker(life.bill.id, self.clerk).await?;
        }
        if step == Move::Approve && life.steps.is_empty() {
            self.close_later(tx, life, when).await?;
        }
        Ok(())
    }

    /// What is approved last of all goes out by itself, as soon as its billing date is here.
    async fn close_later(&mut self, tx: &mut Tx, life: &Life, when: When) -> anyhow::Result<()> {
        let Deliveries::ByJobs = self.deliveries else { return Ok(()) };
        let (bill, version) = (life.bill.id, life.bill.version);
        let days = life.bill.bill.billing_date.map_or(0, |day| (day - when.day).get_days());
        let (id, job) = (self.chance.id(when.at), Job::CloseBill { bill, version });
        let run_at = when.at + SignedDuration::from_hours(24 * i64::from(days));
        let unique_key = Some(closing_key(bill, version));
        Ok(tx.enqueue(&NewJob { id, job, run_at, unique_key, created_at: when.at }).await?)
    }

    /// As the server does it.
    async fn close(&mut self, tx: &mut Tx, life: &mut Life, when: When) -> anyhow::Result<()> {
        let delivery: DeliveryId = self.chance.id(when.at);
        let closing = Closing {
            bill: &life.bill,
            original: life.credits.as_deref(),
            actor: None,
            delivery,
            prices: &ProviderSettings::default(),
            at: when.at,
            today: when.day,
        };
        let number = close_within(tx, &closing).await?;
        life.bill.number = Some(number);
        life.bill.bill.state = BillState::Closed;
        life.bill.version += 1;
        match self.deliveries {
            Deliveries::ByJobs => {
                let (id, job) = (self.chance.id(when.at), Job::DeliverBill { delivery });
                let new = NewJob { id, job, run_at: when.at, unique_key: None, created_at: when.at };
                tx.enqueue(&new).await?;
            }
            Deliveries::LongAgo => {
                let (from, to) = ([DeliveryState::Queued], DeliveryState::Sent);
                tx.move_delivery(delivery, &from, to, when.at).await?;
            }
        }
        Ok(())
    }

    async fn correct(
        &mut self,
        tx: &mut Tx,
        life: Life,
        correction: Correction,
        when: When,
    ) -> anyhow::Result<()> {
        let Life { worker, bill: source, .. } = life;
        let (owner, link) = (Some(worker.person.id), json!({"link": source.id.to_string()}));
        let credit_note = source.bill.credit_note(when.day);
        let credit_note = self.store(tx, &worker, credit_note, when, Origin::CreditOf(source.id)).await?;
        record(tx, when.at, owner, Action::BillCreated, credit_note.id, &link).await?;
        record(tx, when.at, owner, Action::BillSent, credit_note.id, &json!({})).await?;
        let mut draft = source.bill.correction(when.day);
        (correction.mend)(&mut draft);
        let draft = self.store(tx, &worker, draft, when, Origin::CorrectionOf(source.id)).await?;
        record(tx, when.at, owner, Action::BillCreated, draft.id, &link).await?;
        let links = json!({"link": credit_note.id.to_string(), "draft": draft.id.to_string()});
        record(tx, when.at, owner, Action::BillCorrected, source.id, &links).await?;
        self.wait(Life {
            worker: worker.clone(),
            bill: credit_note,
            steps: correction.credit_note.into(),
            credits: Some(Box::new(source)),
        });
        self.wait(Life { worker, bill: draft, steps: correction.draft.into(), credits: None });
        Ok(())
    }

    async fn store(
        &mut self,
        tx: &mut Tx,
        worker: &Worker,
        mut bill: Bill,
        when: When,
        origin: Origin,
    ) -> anyhow::Result<StoredBill> {
        let id: BillId = self.chance.id(when.at);
        for row in &mut bill.rows {
            row.id = Some(self.chance.id(when.at));
        }
        let salary_of = worker.facts.worker(worker.person.worker_type);
        let figures = BillFigures::of(&bill, &salary_of, &self.settings, when.day);
        let found_by = bill.found_by(&figures);
        let content = WrittenBill { id, bill: &bill, figures, found_by: &found_by, saved_at: when.at };
        let (credit_of, correction_of) = match origin {
            Origin::New => (None, None),
            Origin::CreditOf(source) => (Some(source), None),
            Origin::CorrectionOf(source) => (None, Some(source)),
        };
        tx.insert_bill(&NewBill { person: worker.person.id, credit_of, correction_of, content }).await?;
        Ok(StoredBill {
            id,
            person: worker.person.id,
            version: 1,
            open_request: false,
            number: None,
            saved_at: when.at,
            bill,
            figures,
            paid_amount: Money::ZERO,
            paid_on: None,
            customer: None,
            delivery: None,
            reminded_on: None,
            paid_in: None,
            links: Default::default(),
            receipts: vec![],
        })
    }
}

/// Makes a move that the table allows.
async fn move_bill(
    tx: &mut Tx,
    bill: &mut StoredBill,
    step: Move,
    actor: Option<PersonId>,
    at: Timestamp,
    mut detail: Value,
) -> anyhow::Result<()> {
    let before = Standing { state: bill.bill.state, open_request: bill.open_request };
    let after = before.after(step).map_err(|key| anyhow!("{step:?} from {before:?}: {key:?}"))?;
    tx.move_bill(bill, after, at).await?.then_some(()).context("the bill has moved meanwhile")?;
    (bill.bill.state, bill.open_request) = (after.state, after.open_request);
    bill.version += 1;
    detail["before"] = json!(before.state.name());
    detail["after"] = json!(after.state.name());
    record(tx, at, actor, step.action(), bill.id, &detail).await
}

async fn record(
    tx: &mut Tx,
    at: Timestamp,
    actor: Option<PersonId>,
    action: Action,
    bill: BillId,
    detail: &Value,
) -> anyhow::Result<()> {
    let event = AuditEvent { at, actor, action, subject: format!("bill:{bill}"), detail: detail.to_string() };
    Ok(tx.record(&event).await?)
}
