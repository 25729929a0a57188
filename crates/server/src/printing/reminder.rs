//! From a stored reminder to the letter that the customer reads.

use anyhow::{Context, anyhow};
use liksa_documents::pdf::{Interest, Reminder};
use liksa_store::StoredReminder;

use super::invoice_of;
use crate::app::App;

/// Names seller, customer and invoice as the bill itself does.
pub async fn reminder_of(app: &App, reminder: &StoredReminder) -> anyhow::Result<Reminder> {
    let bill = app.store.bill(reminder.bill).await?.context("a reminder of no bill")?;
    let invoice = invoice_of(app, &bill).await.map_err(|error| anyhow!(error))?;
    let content = &reminder.content;
    let interest = content.interest.iter().map(|period| Interest {
        from: period.from,
        until: period.until,
        rate: period.rate,
        amount: period.amount,
    });
    Ok(Reminder {
        language: invoice.language,
        billed: bill.figures.total_with_vat,
        invoice_number: invoice.number.context("a reminder of a draft")?,
        invoice_date: invoice.billing_date.context("a sent bill without its date")?,
        due_date: invoice.due_date.context("a sent bill without a due date")?,
        reference: invoice.reference.context("a sent bill without a reference")?,
        seller: invoice.seller,
        customer: invoice.customer,
        date: content.date,
        pay_by: content.pay_by,
        paid: reminder.paid,
        interest: interest.collect(),
        fee: reminder.fees,
    })
}
