//! Payments and reminders of made-up bills, through the same booking as every bank file.

use anyhow::Context;
use liksa_domain::bill::BillState;
use liksa_domain::customer::PartyRole;
use liksa_domain::payments::{Reminder, ReminderAsked, Term, reference_of};
use liksa_finland::PaymentReference;
use liksa_store::{StoredBill, Tx};

use super::bill::PaymentKind;
use super::calendar::When;
use super::random::SeededRandom;
use liksa_actions::payments::{BookedBy, PaidReference, Transaction, book};
use liksa_actions::reminders::add_reminder;
use liksa_rates::StatutoryFigures;

/// The account of the demo's provider.
const ACCOUNT: &str = "FI2112345600000785";

/// The customer pays, and the bill moves as it would.
pub async fn pay(
    tx: &mut Tx,
    random: &mut SeededRandom,
    bill: &mut StoredBill,
    kind: PaymentKind,
    when: When,
) -> anyhow::Result<()> {
    let number = bill.number.context("only bills that were sent are paid")?;
    let reference = reference_of(number).context("a number without a reference")?;
    let owed = bill.figures.total_with_vat.minus(bill.paid_amount)?;
    let (amount, reference, message) = match kind {
        PaymentKind::Full => (owed, Some(reference), ""),
        PaymentKind::Part(amount) => (amount, Some(reference), ""),
        PaymentKind::TooMuch(excess) => (owed.plus(excess)?, Some(reference), ""),
        PaymentKind::WithoutReference(message) => (owed, None, message),
    };
    let customer = bill.bill.customer.context("a bill without a customer")?;
    let references = reference
        .iter()
        .map(|number| PaidReference { reference: PaymentReference::Finnish(number.clone()), amount: None });
    let transaction = Transaction {
        id: format!("{}{number}", when.day.strftime("%Y%m%d")),
        account: Some(ACCOUNT.parse()?),
        amount,
        booking_date: when.day,
        references: references.collect(),
        message: message.to_owned(),
        debtor_name: tx.customer_name(customer).await?,
        ..Transaction::default()
    };
    let by = BookedBy { person: None, at: when.at, notify_worker: false };
    book(tx, by, (random.id(when.at), None), &transaction).await?;
    if reference.is_some() {
        bill.version += 1;
        bill.paid_amount = bill.paid_amount.plus(amount.min(owed))?;
        if amount >= owed {
            bill.bill.state = BillState::Paid;
        }
    }
    Ok(())
}

/// The first reminder, without interest: the interest rate may not be known for every date of a demo. Its letter is
/// made by the same job as all reminders.
pub async fn remind(
    tx: &mut Tx,
    random: &mut SeededRandom,
    bill: &StoredBill,
    when: When,
) -> anyhow::Result<()> {
    let due = bill.bill.due_date.context("a bill without a due date")?;
    let asked = ReminderAsked {
        debtor: PartyRole::Individual,
        billed: bill.figures.total_with_vat,
        term: Term { billed_on: bill.bill.billing_date.unwrap_or(due), due, agreed: true },
        paid: &[],
        last: None,
        with_interest: false,
        today: when.day,
    };
    let reminder = Reminder::of(StatutoryFigures::shipped(), &asked)?;
    let ids = (random.id(when.at), random.id(when.at));
    let by = BookedBy { person: None, at: when.at, notify_worker: false };
    let added = add_reminder(tx, by, ids, bill.id, (&reminder, bill.paid_amount)).await?;
    added.then_some(()).context("a bill of the demo is reminded twice")
}
