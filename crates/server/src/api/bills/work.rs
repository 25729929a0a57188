//! What the verbs of a bill share.

use std::sync::Arc;

use jiff::civil::Date;
use liksa_domain::account::news::BillNews;
use liksa_domain::bill::life::{Move, Standing};
use liksa_domain::bill::{Bill, BillFigures};
use liksa_domain::ids::{BillId, PersonId};
use liksa_domain::job::Job;
use liksa_domain::person::{Person, Role};
use liksa_domain::problem::ErrorKey;
use liksa_domain::salary::Worker;
use liksa_domain::settings::Provider;
use liksa_domain::validation::{Sending, sending_problems};
use liksa_domain::worker_facts::WorkerFacts;
use liksa_store::{StoredBill, WrittenBill};
use serde_json::{Value, json};

use super::body::Change;
use super::refusal::{Refusal, row_taken};
use crate::app::App;
use crate::http::download::Downloading;
use crate::http::error::{ApiError, ApiResult, FieldProblem};
use crate::sending::closing_job;

/// A bill of the person. Another's is not there.
pub async fn own_bill(app: &App, person: PersonId, id: BillId) -> ApiResult<StoredBill> {
    let found = app.store.bill(id).await?.filter(|bill| bill.person == person);
    found.ok_or(ApiError::NotFound)
}

/// A bill that the person may look at: their own, or any for the provider's people who handle bills and pay.
pub async fn readable_bill(app: &App, who: &Downloading, id: BillId) -> ApiResult<StoredBill> {
    who.must_have_one_of(&[Role::User, Role::Clerk, Role::Payroll])?;
    let any = who.person.has_role(Role::Clerk) || who.person.has_role(Role::Payroll);
    let found = app.store.bill(id).await?.filter(|bill| any || bill.person == who.person.id);
    found.ok_or(ApiError::NotFound)
}

pub fn subject(id: BillId) -> String {
    format!("bill:{id}")
}

/// Gives each row that has none its id.
pub fn identify_rows(app: &App, bill: &mut Bill) -> ApiResult<()> {
    for row in bill.rows.iter_mut().filter(|row| row.id.is_none()) {
        row.id = Some(app.new_id()?);
    }
    Ok(())
}

/// What the rules need to know of the worker and the provider to reckon with a bill.
pub struct Terms {
    today: Date,
    facts: WorkerFacts,
    worker: Worker,
    settings: Arc<Provider>,
}

impl Terms {
    pub async fn of(app: &App, person: &Person) -> ApiResult<Self> {
        let today = app.clock.today();
        let facts = app.store.worker_facts(person.id, today).await?;
        let worker = facts.worker(person.worker_type);
        Ok(Self { today, facts, worker, settings: app.settings_on(today).await? })
    }

    pub fn figures(&self, bill: &Bill) -> BillFigures {
        BillFigures::of(bill, &self.worker, &self.settings.prices, self.today)
    }

    /// Everything that stands in the way of sending the bill. A credit note mirrors its bill, so that there is
    /// nothing its worker could mend.
    pub fn problems_of_sending(&self, bill: &Bill) -> Vec<FieldProblem> {
        if bill.is_credit_note {
            return vec![];
        }
        let sending = Sending {
            today: self.today,
            home_postal_code: &self.facts.postal_code,
            worker: &self.worker,
            settings: &self.settings.prices,
        };
        sending_problems(bill, &sending).into_iter().map(FieldProblem::from).collect()
    }
}

/// Checks that the person may bill the customer, and answers the days that the customer has to pay. A customer
/// that was written anew while the bill lay open is billed as it is now.
pub async fn settle_customer(app: &App, person: PersonId, bill: &mut Bill) -> ApiResult<Option<u8>> {
    let Some(chosen) = bill.customer else { return Ok(None) };
    let found = app.store.customer_card(chosen).await?.filter(|card| card.may_be_billed_by(person));
    let Some(customer) = found else {
        return Err(ApiError::Invalid(vec![FieldProblem::new("sharedCustomer", ErrorKey::InvalidChoice)]));
    };
    bill.customer = Some(customer.replaced_by.unwrap_or(customer.id));
    Ok(Some(customer.payment_days))
}

/// Saves what a worker wrote, and sends it if that was asked: one transaction, on the version that was edited.
pub async fn save(app: &App, person: &Person, id: BillId, change: Change) -> Result<StoredBill, Refusal> {
    let Change { version, mut bill, send } = change;
    let required = || ApiError::Invalid(vec![FieldProblem::new("version", ErrorKey::Required)]);
    let version = version.ok_or_else(required)?;
    let days = settle_customer(app, person.id, &mut bill).await?;
    let terms = Terms::of(app, person).await?;
    identify_rows(app, &mut bill)?;
    if send {
        // What goes to the customer says a day.
        bill.due_date = bill.due_on(days.map(i64::from));
    }
    let figures = terms.figures(&bill);
    let found_by = bill.found_by(&figures);
    let saved_at = app.clock.now();

    let mut tx = app.store.begin().await?;
    if !tx.claim_draft(person.id, id, version).await? {
        drop(tx);
        return refuse_or_send_credit_note(app, person, id, version, send).await;
    }
    if send {
        tx.count_receipts(id, &mut bill.rows).await?;
        let problems = terms.problems_of_sending(&bill);
        if !problems.is_empty() {
            return Err(Refusal::NotSendable(problems));
        }
    }
    let content = WrittenBill { id, bill: &bill, figures, found_by: &found_by, saved_at };
    tx.write_draft(&content).await.map_err(row_taken)?;
    if send {
        tx.send_claimed(id).await?;
        let detail = json!({"before": "OPEN", "after": "PENDING"});
        tx.record(&app.event(Some(person.id), Move::Send.action(), subject(id), &detail)).await?;
    }
    tx.commit().await?;
    Ok(own_bill(app, person.id, id).await?)
}

/// Nothing was there to claim: another's, sent, or saved by another tab. A credit note is not written in, but a
/// clerk may have returned it, and then it is sent again as it is.
async fn refuse_or_send_credit_note(
    app: &App,
    person: &Person,
    id: BillId,
    version: i64,
    send: bool,
) -> Result<StoredBill, Refusal> {
    let current = own_bill(app, person.id, id).await?;
    if send && current.bill.is_credit_note && current.version == version {
        return move_bill(app, person, current, Move::Send, json!({})).await;
    }
    let key = match (Move::Send.leads(current.bill.state), send) {
        (Some(_), _) if !current.bill.is_credit_note => ErrorKey::StaleBill,
        (_, true) => ErrorKey::IllegalTransition,
        (_, false) => ErrorKey::InvoiceDisabled,
    };
    Err(Refusal::Conflict(key, Box::new(current)))
}

/// Makes a move, with its audit event, if the table of moves allows it and nobody was quicker.
pub async fn move_bill(
    app: &App,
    actor: &Person,
    bill: StoredBill,
    step: Move,
    mut detail: Value,
) -> Result<StoredBill, Refusal> {
    let standing = Standing { state: bill.bill.state, open_request: bill.open_request };
    let next = match standing.after(step) {
        Ok(next) => next,
        Err(key) => return Err(Refusal::Conflict(key, Box::new(bill))),
    };
    detail["before"] = json!(standing.state.name());
    detail["after"] = json!(next.state.name());
    let id = bill.id;
    let mut tx = app.store.begin().await?;
    if !tx.move_bill(&bill, next, app.clock.now()).await? {
        drop(tx);
        let current = app.store.bill(id).await?.ok_or(ApiError::NotFound)?;
        return Err(Refusal::Conflict(ErrorKey::IllegalTransition, Box::new(current)));
    }
    if step == Move::Take {
        tx.note_taker(id, actor.id).await?;
    }
    tx.record(&app.event(Some(actor.id), step.action(), subject(id), &detail)).await?;
    if step == Move::Approve {
        tx.enqueue(&closing_job(app, &bill)?).await?;
    }
    if let Some(news) = news_of(step) {
        tx.enqueue(&app.job(Job::MailBillNews { mail: app.new_id()?, bill: id, news })?).await?;
    }
    tx.commit().await?;
    app.wake_jobs();
    Ok(app.store.bill(id).await?.ok_or(ApiError::NotFound)?)
}

/// What the worker is told of a move that somebody else made.
fn news_of(step: Move) -> Option<BillNews> {
    match step {
        Move::Approve => Some(BillNews::Approved),
        Move::Return => Some(BillNews::Returned),
        _ => None,
    }
}
