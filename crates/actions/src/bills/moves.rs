//! The moves of a bill between worker and clerk: open, take, approve, return, and the answers to a request to open.

use liksa_domain::account::BillNews;
use liksa_domain::bill::life::{BillStatus, Move, opening_of};
use liksa_domain::bill::{BillState, life};
use liksa_domain::travel::Occasion;

use super::trips::{lock_trips, trip_clashes};
use super::*;
use crate::booking::BookedBy;
use crate::payouts::lapsing::{Lapse, lapse};
use crate::prelude::*;

/// The worker takes a sent bill back, or asks the clerk who has it. Returns the bill and which of the two it was.
pub async fn open(context: &Context, person: PersonId, id: BillId) -> Result<(StoredBill, Move), Refusal> {
    let bill = own_bill(context, person, id).await?;
    if life::has_been_paid(bill.bill.state) || bill.paid_in.is_some() {
        return Err(Refusal::Conflict(ErrorKey::HasBeenPaid, Box::new(bill)));
    }
    let step = opening_of(bill.bill.state);
    Ok((make_move(context, person, bill, step, json!({})).await?, step))
}

/// A clerk begins to check a bill.
pub async fn take(context: &Context, clerk: PersonId, id: BillId) -> Changed {
    decide(context, clerk, id, Move::Take, json!({})).await
}

/// A clerk approves a taken bill. It is closed when the waiting time is over and its billing date has come.
pub async fn approve(context: &Context, clerk: PersonId, id: BillId) -> Changed {
    decide(context, clerk, id, Move::Approve, json!({})).await
}

/// A clerk takes an approval back while the bill waits. It is then the clerk's to decide on again.
pub async fn unapprove(context: &Context, clerk: PersonId, id: BillId) -> Changed {
    decide(context, clerk, id, Move::Unapprove, json!({})).await
}

/// A clerk gives a taken bill back to its worker, who reads the reason in its history.
pub async fn return_to_worker(context: &Context, clerk: PersonId, id: BillId, reason: &str) -> Changed {
    decide(context, clerk, id, Move::Return, json!({"reason": reason})).await
}

/// A clerk lets the worker have a taken bill back.
pub async fn grant_opening(context: &Context, clerk: PersonId, id: BillId) -> Changed {
    decide(context, clerk, id, Move::GrantOpen, json!({})).await
}

/// A clerk keeps checking a bill that its worker wants back.
pub async fn refuse_opening(context: &Context, clerk: PersonId, id: BillId) -> Changed {
    decide(context, clerk, id, Move::RefuseOpen, json!({})).await
}

async fn decide(context: &Context, clerk: PersonId, id: BillId, step: Move, detail: Value) -> Changed {
    let bill = bill_of_another(context, clerk, id).await?;
    make_move(context, clerk, bill, step, detail).await
}

/// A bill for a clerk to decide on. Clerks do not decide on their own bills, nor on those that they get a share of.
pub(super) async fn bill_of_another(context: &Context, clerk: PersonId, id: BillId) -> Result<StoredBill> {
    let bill = context.store.bill(id).await?.ok_or(Error::NotFound)?;
    if pays(&bill, clerk) { Err(Error::Conflict(ErrorKey::OwnMatter)) } else { Ok(bill) }
}

/// Whether the bill pays this person.
fn pays(bill: &StoredBill, person: PersonId) -> bool {
    bill.person == person || bill.bill.shares.iter().any(|share| share.subcontractor == Some(person))
}

/// Makes a move with its audit event, if the table of moves allows it and the bill is unchanged since it was read.
pub(super) async fn make_move(
    context: &Context,
    actor: PersonId,
    bill: StoredBill,
    step: Move,
    detail: Value,
) -> Changed {
    let before = BillStatus { state: bill.bill.state, open_request: bill.open_request };
    let next = match before.after(step) {
        Ok(next) => next,
        Err(key) => return Err(Refusal::Conflict(key, Box::new(bill))),
    };
    let id = bill.id;
    let leaves_at = match step {
        Move::Approve => Some(leaving_time(context, &bill).await?),
        _ => None,
    };
    let mut tx = context.store.begin().await?;
    if step == Move::Approve && !bill.bill.is_credit_note {
        lock_trips(&mut tx, bill.person, &bill.bill.rows).await?;
        let trips = (id, &bill.bill.rows[..]);
        let clashes = trip_clashes(&mut tx, bill.person, trips, Occasion::Approval).await?;
        if !clashes.is_empty() {
            return Err(Refusal::NotSendable(clashes));
        }
    }
    if !tx.move_bill(&bill, next, context.clock.now()).await? {
        drop(tx);
        let current = context.store.bill(id).await?.ok_or(Error::NotFound)?;
        return Err(Refusal::Conflict(ErrorKey::IllegalTransition, Box::new(current)));
    }
    match step {
        // One may have been asked for since the bill was read.
        Move::Open | Move::RequestOpen if has_advances(&tx.advances_of_bill(id).await?) => {
            drop(tx);
            let current = context.store.bill(id).await?.ok_or(Error::NotFound)?;
            return Err(Refusal::Conflict(ErrorKey::HasAdvancePayments, Box::new(current)));
        }
        Move::Return | Move::GrantOpen => {
            let advances = tx.advances_of_bill(id).await?;
            lapse(&mut tx, BookedBy::person(context, actor), &advances, Lapse::BillOpened).await?;
        }
        _ => {}
    }
    if matches!(step, Move::Take | Move::Unapprove) {
        tx.note_taker(id, actor).await?;
    }
    context.record(&mut tx, Some(actor), step.action(), subject(id), moved(before, next, detail));
    if let Some(leaves_at) = leaves_at {
        tx.note_leaving(id, leaves_at).await?;
        tx.enqueue(&closing_job(context, &bill, leaves_at)?).await?;
    }
    if let Some(news) = news_of(step) {
        tx.enqueue(&context.job(Job::MailBillNews { mail: context.new_id()?, bill: id, news })?).await?;
    }
    context.commit_with_jobs(tx).await?;
    Ok(context.store.bill(id).await?.ok_or(Error::NotFound)?)
}

/// Whether an advance was asked for, granted or paid.
fn has_advances(advances: &[Advance]) -> bool {
    advances.iter().any(|advance| advance.state.stands())
}

/// The detail of a move's audit event.
pub(super) fn moved(before: BillStatus, after: BillStatus, mut detail: Value) -> Value {
    detail["before"] = json!(before.state.name());
    detail["after"] = json!(after.state.name());
    detail
}

/// The mail that the worker gets about a clerk's move.
fn news_of(step: Move) -> Option<BillNews> {
    match step {
        Move::Approve => Some(BillNews::Approved),
        Move::Return => Some(BillNews::Returned),
        _ => None,
    }
}

pub struct ApprovalOutcome {
    pub bill: BillId,
    /// Why it was not approved.
    pub refused: Option<ErrorKey>,
}

/// The outcomes have the order of `ids`.
pub async fn approve_many(
    context: &Context,
    clerk: PersonId,
    ids: Vec<BillId>,
) -> Result<Vec<ApprovalOutcome>> {
    let mut reviewed = review(context, &ids).await?;
    let mut outcomes = Vec::with_capacity(ids.len());
    for bill in ids {
        let refused = match reviewed.remove(&bill) {
            Some(reviewed) => approve_one(context, clerk, reviewed).await?.err(),
            None => Some(ErrorKey::NotFound),
        };
        outcomes.push(ApprovalOutcome { bill, refused });
    }
    Ok(outcomes)
}

/// Takes the bill first if no clerk has it. A bill that another clerk has taken is that clerk's to decide on.
async fn approve_one(context: &Context, clerk: PersonId, reviewed: Reviewed) -> Result<Result<(), ErrorKey>> {
    let Reviewed { mut bill, facts, remarks, .. } = reviewed;
    if pays(&bill, clerk) {
        return Ok(Err(ErrorKey::OwnMatter));
    }
    if !remarks.is_empty() {
        return Ok(Err(ErrorKey::HasRemarks));
    }
    if bill.bill.state == BillState::Taken && facts.taken_by != Some(clerk) {
        return Ok(Err(ErrorKey::IllegalTransition));
    }
    let steps: &[Move] =
        if bill.bill.state == BillState::Pending { &[Move::Take, Move::Approve] } else { &[Move::Approve] };
    for step in steps {
        bill = match make_move(context, clerk, bill, *step, json!({"bulk": true})).await {
            Ok(bill) => bill,
            Err(Refusal::Conflict(key, _)) => return Ok(Err(key)),
            // What another bill has claimed since the review.
            Err(Refusal::NotSendable(_)) => return Ok(Err(ErrorKey::HasRemarks)),
            Err(Refusal::Other(error)) => return Err(error),
        };
    }
    Ok(Ok(()))
}
