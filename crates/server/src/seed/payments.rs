//! Customers of made-up bills pay as real ones do: through the booking that every bank file goes through.

use anyhow::Context;
use liksa_domain::bill::BillState;
use liksa_domain::payments::{Debtor, Reminder, ReminderAsked, reference_of};
use liksa_finland::PaymentReference;
use liksa_store::{StoredBill, Tx};

use super::calendar::When;
use super::chance::Chance;
use super::timeline::Paying;
use crate::collecting::{Hand, Movement, book, file_reminder};

/// The account of the demo's provider.
const ACCOUNT: &str = "FI2112345600000785";

/// The customer pays, and the bill moves as it would.
pub async fn pay(
    tx: &mut Tx,
    chance: &mut Chance,
    bill: &mut StoredBill,
    paying: Paying,
    when: When,
) -> anyhow::Result<()> {
    let number = bill.number.context("only bills that went out are paid")?;
    let reference = reference_of(number).context("a number without a reference")?;
    let owed = bill.figures.total_with_vat.minus(bill.paid_amount)?;
    let (amount, reference, message) = match paying {
        Paying::All => (owed, Some(reference), ""),
        Paying::Part(amount) => (amount, Some(reference), ""),
        Paying::Over(more) => (owed.plus(more)?, Some(reference), ""),
        Paying::Unreferenced(message) => (owed, None, message),
    };
    let customer = bill.bill.customer.context("a bill without a customer")?;
    let movement = Movement {
        id: chance.id(when.at),
        bank_file: None,
        account: ACCOUNT.to_owned(),
        bank_id: format!("{}{number}", when.day.strftime("%Y%m%d")),
        amount,
        booking_date: when.day,
        value_date: when.day,
        payer_name: tx.customer_name(customer).await?.unwrap_or_default(),
        payer_iban: None,
        references: reference
            .iter()
            .map(|number| (PaymentReference::Finnish(number.clone()), None))
            .collect(),
        message: message.to_owned(),
        end_to_end_id: String::new(),
        reversal: false,
    };
    book(tx, Hand { actor: None, at: when.at, is_news: false }, &movement).await?;
    if reference.is_some() {
        bill.version += 1;
        bill.paid_amount = bill.paid_amount.plus(amount.min(owed))?;
        if amount >= owed {
            bill.bill.state = BillState::Paid;
        }
    }
    Ok(())
}

/// The first reminder, without interest, whose rate may not be known for every day of a demo. Its letter is made
/// by the job that makes them all.
pub async fn remind(tx: &mut Tx, chance: &mut Chance, bill: &StoredBill, when: When) -> anyhow::Result<()> {
    let asked = ReminderAsked {
        debtor: Debtor::Consumer,
        billed: bill.figures.total_with_vat,
        due: bill.bill.due_date.context("a bill without a due date")?,
        paid: &[],
        last: None,
        with_interest: false,
        today: when.day,
    };
    let reminder = Reminder::of(&asked)?;
    let ids = (chance.id(when.at), chance.id(when.at));
    let hand = Hand { actor: None, at: when.at, is_news: false };
    let filed = file_reminder(tx, hand, ids, bill.id, (&reminder, bill.paid_amount)).await?;
    filed.then_some(()).context("a bill of the demo is reminded twice")
}
