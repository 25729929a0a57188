//! Payment reminders and travel reports, made from stored data.

use std::collections::HashMap;

use anyhow::{Context as _, anyhow};
use liksa_documents::invoice::Address;
use liksa_documents::pdf::{Content, Reminder, TravelReport, Trip};
use liksa_domain::bill::Row;
use liksa_domain::crediting::take_off;
use liksa_money::{MoneyError, Rate};
use liksa_rates::StatutoryFigures;
use liksa_store::LateReceipt;

use super::*;
use crate::prelude::*;

/// Names seller, customer and invoice as the bill itself does.
pub async fn reminder_of(context: &Context, reminder: &StoredReminder) -> anyhow::Result<Reminder> {
    let bill = context.store.bill(reminder.bill).await?.context("a reminder of no bill")?;
    let invoice = invoice_of(context, &bill).await.map_err(|error| anyhow!(error))?;
    let content = &reminder.content;
    Ok(Reminder {
        language: invoice.language,
        // What was credited is not asked for.
        billed: bill.figures.total_with_vat.minus(bill.credited_amount)?,
        invoice_number: invoice.number.context("a reminder of a draft")?,
        invoice_date: invoice.billing_date.context("a sent bill without its date")?,
        due_date: invoice.due_date.context("a sent bill without a due date")?,
        reference: invoice.reference.context("a sent bill without a reference")?,
        seller: invoice.seller,
        customer: invoice.customer,
        worker: invoice.worker,
        date: content.date,
        pay_by: content.pay_by,
        paid: reminder.paid,
        interest: content.interest.clone(),
        fee: reminder.fees,
    })
}

/// The rows of bills, less what credit notes took back of them.
pub(crate) fn without_credited(
    law: &StatutoryFigures,
    rows: Vec<PaidRow>,
) -> Result<Vec<PaidRow>, MoneyError> {
    let (notes, mut billed): (Vec<_>, Vec<_>) = rows.into_iter().partition(|row| row.credit_of.is_some());
    let mut notes_of: HashMap<BillId, Vec<Row>> = HashMap::new();
    for note in notes {
        notes_of.entry(note.credit_of.unwrap_or(note.bill)).or_default().push(note.row);
    }
    for (bill, notes) in notes_of {
        let of_bill = billed.iter_mut().filter(|paid| paid.bill == bill).map(|paid| &mut paid.row);
        take_off(law, &mut of_bill.collect::<Vec<_>>(), notes)?;
    }
    Ok(billed)
}

/// A row as if the cost had been claimed with the work that it was for.
fn row_of(late: LateReceipt, until: Date) -> Row {
    let claim = late.claim;
    let mut row = Row::empty(late.row_date.unwrap_or(until), Rate::ZERO);
    row.destination = late.row_text;
    row.expenses.set(claim.kind, claim.class, claim.amount);
    row
}

/// Trips and receipts that customers have paid for, by the dates of their rows, less what was credited; and the late
/// receipts that salaries have repaid.
pub(crate) async fn paid_trips(
    context: &Context,
    person: PersonId,
    from: Date,
    until: Date,
) -> anyhow::Result<Vec<Trip>> {
    let law = context.law().await?;
    let trip = |row: Row, number: Option<i64>, customer: String| {
        let number = number.and_then(|number| u64::try_from(number).ok());
        Trip::of_row(&law, row, number, customer, until).transpose()
    };
    let rows = without_credited(&law, context.store.paid_rows(person, from, until).await?)?;
    let of_days = |paid: &PaidRow| paid.row.date.is_some_and(|date| (from..=until).contains(&date));
    let billed = rows.into_iter().filter(of_days);
    let billed = billed.filter_map(|paid| trip(paid.row, paid.bill_number, paid.customer));
    let late = context.store.repaid_late_receipts(person, from, until).await?;
    let late = late.into_iter().filter_map(|late| {
        let (number, customer) = (late.bill_number, late.customer.clone());
        trip(row_of(late, until), number, customer)
    });
    let mut trips = billed.chain(late).collect::<Result<Vec<_>, _>>()?;
    trips.sort_by_key(|trip| trip.date);
    Ok(trips)
}

/// The report of paid trips and receipts of a period.
pub async fn travel_report(
    context: &Context,
    person: &Person,
    content: Content,
    from: Date,
    until: Date,
) -> anyhow::Result<TravelReport> {
    let trips = paid_trips(context, person.id, from, until).await?;
    let facts = context.store.pay_facts(&[person.id], until).await?.remove(&person.id);
    let facts = facts.context("a report of nobody")?;
    Ok(TravelReport {
        language: bill_language(person.language),
        content,
        from,
        until,
        payer: seller_on(context, context.clock.today()).await?,
        worker: person.full_name(),
        address: Address {
            street: facts.profile.address,
            postal_code: facts.facts.postal_code,
            city: facts.profile.city,
            ..Address::default()
        },
        trips,
    })
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;
    use liksa_domain::bill::{ExpenseClass, ExpenseKind};
    use liksa_money::Money;

    use super::*;

    /// A row of one day with a receipt and no trip.
    fn paid(bill: u8, credit_of: Option<u8>, euros: i32) -> PaidRow {
        let id = |byte| BillId::new(Timestamp::UNIX_EPOCH, [byte; 10]);
        let mut row = Row::empty(date(2026, 11, 2), Rate::ZERO);
        row.expenses.set(ExpenseKind::Hotel, ExpenseClass::Vat10, Money::euros(euros));
        let (bill, credit_of) = (id(bill), credit_of.map(id));
        PaidRow { row, bill, credit_of, bill_number: None, customer: String::new() }
    }

    fn left(rows: Vec<PaidRow>) -> Vec<PaidRow> {
        without_credited(StatutoryFigures::shipped(), rows).unwrap()
    }

    #[test]
    fn a_credit_note_takes_back_of_its_own_bill_alone() {
        let rows = vec![paid(1, None, 80), paid(2, None, 50), paid(3, Some(2), 30)];
        assert_eq!(left(rows), [paid(1, None, 80), paid(2, None, 20)]);
    }

    #[test]
    fn of_two_rows_of_a_day_the_one_with_the_cost_loses_it() {
        let rows = vec![paid(1, None, 0), paid(1, None, 50), paid(2, Some(1), 30), paid(3, Some(1), 20)];
        assert_eq!(left(rows), [paid(1, None, 0), paid(1, None, 0)]);
    }
}
