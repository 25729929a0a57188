//! Reminders of bills that are late.

use jiff::civil::Date;
use liksa_domain::audit::{Action, AuditEvent};
use liksa_domain::bill::BillState;
use liksa_domain::ids::{BillId, JobId, ReminderId};
use liksa_domain::job::Job;
use liksa_domain::payments::{Debtor, LateError, PartKind, Reminder, ReminderAsked};
use liksa_domain::problem::ErrorKey;
use liksa_money::Money;
use liksa_store::{NewJob, NewReminder, Tx};
use serde_json::json;

use super::Hand;
use crate::app::App;

/// Makes the next reminder of a bill and leaves its letter to a job, or tells why none may be sent.
pub async fn remind(
    app: &App,
    tx: &mut Tx,
    hand: Hand,
    bill: BillId,
    (with_interest, today): (bool, Date),
) -> anyhow::Result<Result<ReminderId, ErrorKey>> {
    // Held first, so that of two who remind at once the second sees the first's reminder.
    let held = tx.lock_receivables_by_id(&[bill]).await?;
    let Some(receivable) = held.first().filter(|bill| bill.credit_of.is_none()) else {
        return Ok(Err(ErrorKey::NotFound));
    };
    let Some(facts) = app.store.bill(bill).await? else { return Ok(Err(ErrorKey::NotFound)) };
    let (Some(due), Some(customer)) = (facts.bill.due_date, facts.bill.customer) else {
        return Ok(Err(ErrorKey::NothingOwed));
    };
    if receivable.state != BillState::Closed {
        return Ok(Err(ErrorKey::NothingOwed));
    }
    let Some(customer) = app.store.billed_customer(facts.person, customer).await? else {
        return Ok(Err(ErrorKey::NotFound));
    };
    let payments = app.store.payments_of_bill(bill).await?;
    let own = payments.iter().filter(|part| part.kind == PartKind::Bill);
    let paid: Vec<(Date, Money)> = own.map(|part| (part.value_date, part.amount)).collect();
    let asked = ReminderAsked {
        debtor: Debtor::from(customer.details.role),
        billed: facts.figures.total_with_vat,
        due,
        paid: &paid,
        last: tx.last_reminder(bill).await?,
        with_interest,
        today,
    };
    let reminder = match Reminder::of(&asked) {
        Ok(reminder) => reminder,
        Err(LateError::Money(error)) => return Err(error.into()),
        Err(refused) => return Ok(Err(refused.key())),
    };
    let all_paid = Money::sum(payments.iter().map(|part| part.amount))?;
    let id = app.new_id()?;
    let filed = file_reminder(tx, hand, (id, app.new_id()?), bill, (&reminder, all_paid)).await?;
    Ok(if filed { Ok(id) } else { Err(ErrorKey::ReminderTooEarly) })
}

/// Keeps a reminder and leaves its letter to a job. False if the bill has one of this number.
pub async fn file_reminder(
    tx: &mut Tx,
    hand: Hand,
    (id, job): (ReminderId, JobId),
    bill: BillId,
    (reminder, paid): (&Reminder, Money),
) -> anyhow::Result<bool> {
    let interest = reminder.interest_total()?;
    let new = NewReminder { id, bill, reminder, interest, paid, made_by: hand.actor, made_at: hand.at };
    if !tx.insert_reminder(&new).await? {
        return Ok(false);
    }
    let detail = json!({
        "reminder": id.to_string(), "number": reminder.number,
        "fee": reminder.fee.plain(), "interest": interest.plain(),
    });
    let (action, subject) = (Action::ReminderMade, format!("bill:{bill}"));
    let event = AuditEvent { at: hand.at, actor: hand.actor, action, subject, detail: detail.to_string() };
    tx.record(&event).await?;
    let job = NewJob {
        id: job,
        job: Job::SendReminder { reminder: id },
        run_at: hand.at,
        unique_key: Some(format!("reminder:{id}")),
        created_at: hand.at,
    };
    tx.enqueue(&job).await?;
    Ok(true)
}
