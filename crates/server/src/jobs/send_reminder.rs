//! Makes the letter of a reminder and sends it: by e-mail to customers who have an address and do not want their
//! bills on paper, else it waits for the printer. E-invoice operators carry no reminders.

use anyhow::Context;
use liksa_documents::pdf::{Made, Reminder};
use liksa_domain::bill::BillLanguage;
use liksa_domain::customer::{CustomerDetails, SendMethod};
use liksa_domain::dates::format_date;
use liksa_domain::file::{FilePurpose, MediaType};
use liksa_domain::ids::{FileId, ReminderId};
use liksa_domain::payments::ReminderState;
use liksa_domain::person::Email;
use liksa_store::{NewFile, StoredReminder};

use crate::app::App;
use crate::mail::Outgoing;
use crate::printing::{names, reminder_of};

pub async fn run(app: &App, id: ReminderId) -> anyhow::Result<()> {
    let reminder = app.store.reminder(id).await?.context("there is no such reminder")?;
    if reminder.state != ReminderState::Queued {
        return Ok(());
    }
    let letter = reminder_of(app, &reminder).await?;
    let (now, name) = (app.clock.now(), names::of_reminder(letter.language, letter.invoice_number));
    let pdf = app.press.print(letter.clone(), Made { at: now, attachment: None }).await?;
    let content = app.files.put(app.new_id()?, &pdf, now).await?;
    let address = address_of(app, &reminder).await?;
    let mut tx = app.store.begin().await?;
    let new = NewFile {
        content: &content,
        purpose: FilePurpose::Reminder,
        owner: None,
        name: &name,
        media_type: MediaType::Pdf,
        created_at: now,
    };
    let file = tx.insert_file(&new).await?;
    let mail = match address {
        Some(to) => Some(app.post_mail(&mut tx, &mail_with(&letter, to, (file, name))).await?),
        None => None,
    };
    if tx.reminder_made(id, (file, mail)).await? {
        tx.commit().await?;
        app.wake_jobs();
    }
    Ok(())
}

/// Where the reminder goes by e-mail, if it does.
async fn address_of(app: &App, reminder: &StoredReminder) -> anyhow::Result<Option<Email>> {
    let bill = app.store.bill(reminder.bill).await?.context("a reminder of no bill")?;
    let customer = bill.bill.customer.context("a sent bill without a customer")?;
    let customer = app.store.billed_customer(bill.person, customer).await?.context("no such customer")?;
    let CustomerDetails { send_method, email, .. } = customer.details;
    Ok(Email::parse(&email).filter(|_| send_method != SendMethod::Paper))
}

fn mail_with(letter: &Reminder, to: Email, attachment: (FileId, String)) -> Outgoing {
    let (subject, text) = words(letter);
    Outgoing { to, subject, text, html: String::new(), attachment: Some(attachment), link: None }
}

fn words(letter: &Reminder) -> (String, String) {
    let (number, seller) = (letter.invoice_number, &letter.seller.name);
    let (due, pay_by) = (format_date(letter.due_date), format_date(letter.pay_by));
    match letter.language {
        BillLanguage::Finnish => (
            format!("Maksumuistutus, lasku {number}"),
            format!(
                "Hei,\n\nlasku {number} erääntyi {due}, eikä se näy vielä maksettuna. Maksathan sen viimeistään \
                 {pay_by}. Maksutiedot ovat liitteessä.\n\nJos olet jo maksanut, tästä viestistä ei tarvitse \
                 välittää.\n\nTerveisin\n{seller}\n"
            ),
        ),
        BillLanguage::English => (
            format!("Payment reminder, invoice {number}"),
            format!(
                "Hello,\n\ninvoice {number} was due on {due}, and we have not received the payment yet. Please pay \
                 it by {pay_by}. The payment details are attached.\n\nIf you have paid already, please disregard \
                 this message.\n\nKind regards\n{seller}\n"
            ),
        ),
    }
}
