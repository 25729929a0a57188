//! Plays the histories of made-up bills: each step by the table of moves, at its own moment, with its audit event.
//! The steps of all bills are played in the order of time, so that bill numbers follow the days of sending.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use anyhow::{Context, anyhow, bail};
use jiff::{SignedDuration, Timestamp};
use liksa_actions::bills::{Closing, close_within, closing_key};
use liksa_domain::audit::Action;
use liksa_domain::bill::life::{BillStatus, Move, closing_of};
use liksa_domain::bill::{Bill, BillFigures};
use liksa_domain::delivery::DeliveryState;
use liksa_domain::ids::{BillId, DeliveryId, PersonId};
use liksa_domain::job::Job;
use liksa_domain::payroll::{self, Estimate, PastSalaries, next_payday};
use liksa_domain::settings::ProviderSettings;
use liksa_domain::worker_facts::{PayFacts, Profile};
use liksa_money::Money;
use liksa_rates::StatutoryFigures;
use liksa_store::{NewBill, NewJob, StoredBill, Tx, WrittenBill};
use serde_json::{Value, json};

use super::bill::{BillEvent, BillHistory, Correction, Step};
use super::calendar::When;
use super::person::Worker;
use super::random::SeededRandom;
use super::{payments, record};

/// A stored bill with steps still to be played.
struct PendingBill {
    worker: Arc<Worker>,
    bill: StoredBill,
    steps: VecDeque<Step>,
    /// The bill that this one credits.
    credits: Option<Box<StoredBill>>,
}

/// The bill that a bill was made from, if any.
enum Origin {
    New,
    CreditOf(BillId),
    CorrectionOf(BillId),
}

/// How the documents of closed bills are delivered.
#[derive(Clone, Copy)]
pub enum Deliveries {
    /// The jobs of the server make and send them.
    ByJobs,
    /// They count as sent and no documents exist: printing those of a large data set would take hours.
    AlreadySent,
}

pub struct Timeline {
    clerk: PersonId,
    random: SeededRandom,
    settings: ProviderSettings,
    deliveries: Deliveries,
    /// By the moment of the next step; the sequence number keeps the order of those at one moment.
    pending: BTreeMap<(Timestamp, u64), PendingBill>,
    sequence: u64,
}

impl Timeline {
    pub fn new(clerk: PersonId, random: SeededRandom, deliveries: Deliveries) -> Self {
        let settings = ProviderSettings::default();
        Self { clerk, random, settings, deliveries, pending: BTreeMap::new(), sequence: 0 }
    }

    /// Creates the bill of a history, after playing all earlier steps. Histories are started in the order of time.
    pub async fn start(&mut self, tx: &mut Tx, history: BillHistory) -> anyhow::Result<()> {
        let BillHistory { worker, created, bill, steps } = history;
        self.play_until(tx, created.at).await?;
        let bill = dated_in_time(bill, &steps);
        let bill = self.store(tx, &worker, bill, created, Origin::New).await?;
        record_bill(tx, created.at, Some(worker.person.id), Action::BillCreated, bill.id, &json!({})).await?;
        self.enqueue(PendingBill { worker, bill, steps: steps.into(), credits: None });
        Ok(())
    }

    /// Plays all steps up to this moment.
    pub async fn play_until(&mut self, tx: &mut Tx, end: Timestamp) -> anyhow::Result<()> {
        while let Some(next) = self.pending.first_entry().filter(|next| next.key().0 <= end) {
            let mut pending = next.remove();
            if let Some(step) = pending.steps.pop_front() {
                self.play(tx, pending, step).await?;
            }
        }
        Ok(())
    }

    async fn play(&mut self, tx: &mut Tx, mut pending: PendingBill, step: Step) -> anyhow::Result<()> {
        let Step { when, event } = step;
        match event {
            BillEvent::Move(step) => self.make_move(tx, &mut pending, step, when, json!({})).await?,
            BillEvent::Return(reason) => {
                self.make_move(tx, &mut pending, Move::Return, when, json!({"reason": reason})).await?;
            }
            BillEvent::Correct(correction) => return self.correct(tx, pending, *correction, when).await,
            BillEvent::Payment(kind) => {
                payments::pay(tx, &mut self.random, &mut pending.bill, kind, when).await?;
            }
            BillEvent::Remind => payments::remind(tx, &mut self.random, &pending.bill, when).await?,
        }
        self.enqueue(pending);
        Ok(())
    }

    fn enqueue(&mut self, mut pending: PendingBill) {
        let Some(next) = pending.steps.front().map(|step| step.when.at) else { return };
        let reads_rows =
            |step: &Step| matches!(step.event, BillEvent::Correct(_) | BillEvent::Move(Move::Close));
        if !pending.steps.iter().any(reads_rows) {
            // The rows are not read again, and a large data set has many pending bills at once.
            pending.bill.bill.rows = vec![];
        }
        self.sequence += 1;
        self.pending.insert((next, self.sequence), pending);
    }

    async fn make_move(
        &mut self,
        tx: &mut Tx,
        pending: &mut PendingBill,
        step: Move,
        when: When,
        detail: Value,
    ) -> anyhow::Result<()> {
        let actor = match step {
            Move::Send | Move::Open | Move::RequestOpen => Some(pending.worker.person.id),
            Move::Take
            | Move::Return
            | Move::Approve
            | Move::Unapprove
            | Move::GrantOpen
            | Move::RefuseOpen => Some(self.clerk),
            // By the server, once the mail is sent.
            Move::Close | Move::Settle | Move::Credit => None,
            Move::Pay | Move::Unpay => bail!("a payment moves a bill, not a step"),
        };
        if step == Move::Close {
            return self.close(tx, pending, when).await;
        }
        move_bill(tx, &mut pending.bill, step, actor, when.at, detail).await?;
        if step == Move::Take {
            tx.note_taker(pending.bill.id, self.clerk).await?;
        }
        if step == Move::Approve && pending.steps.is_empty() {
            self.close_later(tx, pending, when).await?;
        }
        Ok(())
    }

    /// A bill whose last step is its approval is closed by a job on its billing date.
    async fn close_later(&mut self, tx: &mut Tx, pending: &PendingBill, when: When) -> anyhow::Result<()> {
        let Deliveries::ByJobs = self.deliveries else { return Ok(()) };
        let (bill, version) = (pending.bill.id, pending.bill.version);
        let days = pending.bill.bill.billing_date.map_or(0, |day| (day - when.day).get_days());
        let (id, job) = (self.random.id(when.at), Job::CloseBill { bill, version });
        let run_at = when.at + SignedDuration::from_hours(24 * i64::from(days));
        let unique_key = Some(closing_key(bill, version));
        tx.note_leaving(bill, run_at).await?;
        Ok(tx.enqueue(&NewJob { id, job, run_at, unique_key, created_at: when.at }).await?)
    }

    async fn close(&mut self, tx: &mut Tx, pending: &mut PendingBill, when: When) -> anyhow::Result<()> {
        let delivery: DeliveryId = self.random.id(when.at);
        let closing = Closing {
            bill: &pending.bill,
            original: pending.credits.as_deref(),
            actor: None,
            delivery,
            prices: &ProviderSettings::default(),
            law: StatutoryFigures::shipped(),
            at: when.at,
            today: when.day,
        };
        let number = close_within(tx, &closing).await?.number;
        pending.bill.number = Some(number);
        let closed = closing_of(&pending.bill.bill).leads(pending.bill.bill.state);
        pending.bill.bill.state = closed.context("a bill that was closed cannot be")?;
        pending.bill.version += 1;
        match self.deliveries {
            Deliveries::ByJobs => {
                let (id, job) = (self.random.id(when.at), Job::DeliverBill { delivery });
                let new = NewJob { id, job, run_at: when.at, unique_key: None, created_at: when.at };
                tx.enqueue(&new).await?;
            }
            Deliveries::AlreadySent => {
                let (from, to) = ([DeliveryState::Queued], DeliveryState::Sent);
                tx.move_delivery(delivery, &from, to, when.at).await?;
            }
        }
        Ok(())
    }

    async fn correct(
        &mut self,
        tx: &mut Tx,
        pending: PendingBill,
        correction: Correction,
        when: When,
    ) -> anyhow::Result<()> {
        let PendingBill { worker, bill: source, .. } = pending;
        let (owner, link) = (Some(worker.person.id), json!({"link": source.id.to_string()}));
        let credit_note = dated_in_time(source.bill.credit_note(when.day), &correction.credit_note);
        let credit_note = self.store(tx, &worker, credit_note, when, Origin::CreditOf(source.id)).await?;
        record_bill(tx, when.at, owner, Action::BillCreated, credit_note.id, &link).await?;
        record_bill(tx, when.at, owner, Action::BillSent, credit_note.id, &json!({})).await?;
        let mut draft = source.bill.correction(when.day);
        (correction.edit)(&mut draft);
        let draft = dated_in_time(draft, &correction.draft);
        let draft = self.store(tx, &worker, draft, when, Origin::CorrectionOf(source.id)).await?;
        record_bill(tx, when.at, owner, Action::BillCreated, draft.id, &link).await?;
        let links = json!({"link": credit_note.id.to_string(), "draft": draft.id.to_string()});
        record_bill(tx, when.at, owner, Action::BillCorrected, source.id, &links).await?;
        self.enqueue(PendingBill {
            worker: worker.clone(),
            bill: credit_note,
            steps: correction.credit_note.into(),
            credits: Some(Box::new(source)),
        });
        self.enqueue(PendingBill { worker, bill: draft, steps: correction.draft.into(), credits: None });
        Ok(())
    }

    /// What the worker was shown, before the first salary of the demo was paid.
    fn estimate(&self, worker: &Worker, bill: &Bill, when: When) -> anyhow::Result<Option<Estimate>> {
        if bill.is_credit_note {
            return Ok(None);
        }
        let (person, facts) = (worker.person.clone(), worker.facts.clone());
        let facts = PayFacts { person, profile: Profile::default(), facts };
        let payday = next_payday(when.day)?;
        Ok(payroll::estimate(
            StatutoryFigures::shipped(),
            bill,
            &facts,
            &PastSalaries::default(),
            &self.settings,
            payday,
        ))
    }

    async fn store(
        &mut self,
        tx: &mut Tx,
        worker: &Worker,
        mut bill: Bill,
        when: When,
        origin: Origin,
    ) -> anyhow::Result<StoredBill> {
        let id: BillId = self.random.id(when.at);
        for row in &mut bill.rows {
            row.id = Some(self.random.id(when.at));
        }
        let estimate = self.estimate(worker, &bill, when)?;
        let figures = match &estimate {
            Some(estimate) => BillFigures::with_salary(
                StatutoryFigures::shipped(),
                &bill,
                Some(&estimate.summary),
                when.day,
            ),
            None => {
                let salary_of = worker.facts.worker(worker.person.worker_type);
                BillFigures::of(StatutoryFigures::shipped(), &bill, &salary_of, &self.settings, when.day)
            }
        };
        let found_by = bill.search_text(&figures);
        let content = WrittenBill { id, bill: &bill, figures, found_by: &found_by, saved_at: when.at };
        let (credit_of, correction_of) = match origin {
            Origin::New => (None, None),
            Origin::CreditOf(source) => (Some(source), None),
            Origin::CorrectionOf(source) => (None, Some(source)),
        };
        tx.insert_bill(&NewBill { person: worker.person.id, credit_of, correction_of, content }).await?;
        if let Deliveries::ByJobs = self.deliveries {
            tx.keep_estimate(id, estimate.as_ref()).await?;
        }
        Ok(StoredBill {
            id,
            person: worker.person.id,
            version: 1,
            open_request: false,
            number: None,
            leaves_at: None,
            saved_at: when.at,
            bill,
            figures,
            paid_amount: Money::ZERO,
            credited_amount: Money::ZERO,
            paid_on: None,
            customer: None,
            delivery: None,
            reminded_on: None,
            paid_in: None,
            links: Default::default(),
            purchases: vec![],
            receipts: vec![],
            shares: vec![],
            advances: vec![],
        })
    }
}

/// The bill with the dates that a worker would give it who knows when it goes to the customer.
fn dated_in_time(mut bill: Bill, steps: &[Step]) -> Bill {
    let closing = steps.iter().find(|step| matches!(step.event, BillEvent::Move(Move::Close)));
    if let Some(dates) = closing.and_then(|step| bill.dates_when_sent(step.when.day)) {
        bill.billing_date = Some(dates.billing);
        bill.due_date = dates.due;
    }
    bill
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
    let before = BillStatus { state: bill.bill.state, open_request: bill.open_request };
    let after = before.after(step).map_err(|key| anyhow!("{step:?} from {before:?}: {key:?}"))?;
    tx.move_bill(bill, after, at).await?.then_some(()).context("the bill has moved meanwhile")?;
    (bill.bill.state, bill.open_request) = (after.state, after.open_request);
    bill.version += 1;
    detail["before"] = json!(before.state.name());
    detail["after"] = json!(after.state.name());
    record_bill(tx, at, actor, step.action(), bill.id, &detail).await
}

async fn record_bill(
    tx: &mut Tx,
    at: Timestamp,
    actor: Option<PersonId>,
    action: Action,
    bill: BillId,
    detail: &Value,
) -> anyhow::Result<()> {
    record(tx, at, actor, action, format!("bill:{bill}"), detail).await
}
