//! Reminders of overdue bills: which a bill may get, and their letters, made and sent by jobs or posted by clerks.
//!
//! Letters go by e-mail to customers who have an address and do not get their bills on paper. Other letters are printed
//! and posted. E-invoice operators do not carry reminders.

use anyhow::Context as _;
use liksa_documents::pdf::{self, Made};
use liksa_domain::bill::BillState;
use liksa_domain::customer::{CustomerDetails, SendMethod};
use liksa_domain::delivery::MailKind;
use liksa_domain::payments::{
    LateError, MOST_REMINDERS, PartKind, Reminder, ReminderAsked, ReminderState, Term, earliest_reminder,
};
use liksa_money::MoneyError;
use liksa_rates::StatutoryFigures;

use crate::mail::{Outgoing, layout};
use crate::payments::BookedBy;
use crate::prelude::*;
use crate::printing::{names, reminder_of};

/// A reminder that was made.
pub struct NextReminder {
    pub reminder: ReminderId,
    /// Why it asks for no interest although it should have.
    pub without_interest: Option<ErrorKey>,
}

/// Makes the next reminder of each bill, in a transaction of its own: a bill that may not be reminded, which answers
/// why, does not stop the others. Where the rate of a half-year is not known, the fee alone is asked for: the next
/// reminder asks for all interest.
pub async fn remind(
    context: &Context,
    clerk: PersonId,
    bills: &[BillId],
    with_interest: bool,
) -> Result<Vec<(BillId, Result<NextReminder, ErrorKey>)>> {
    let mut outcomes = vec![];
    for bill in bills {
        let outcome = match remind_one(context, clerk, *bill, with_interest).await {
            Ok(reminder) => Ok(reminder),
            Err(Error::NotFound) => Err(ErrorKey::NotFound),
            Err(Error::Conflict(key)) => Err(key),
            Err(failure) => return Err(failure),
        };
        outcomes.push((*bill, outcome));
    }
    context.wake_jobs();
    Ok(outcomes)
}

async fn remind_one(
    context: &Context,
    clerk: PersonId,
    bill: BillId,
    interest: bool,
) -> Result<NextReminder> {
    // The rows and the customer of a bill that was sent do not change, so they are read before the transaction.
    let facts = context.store.bill(bill).await?.ok_or(Error::NotFound)?;
    let customer = match facts.bill.customer {
        Some(id) => context.store.billed_customer(facts.person, id).await?,
        None => None,
    };
    let (by, law) = (BookedBy::person(context, clerk), context.law().await?);
    let mut tx = context.store.begin().await?;
    // The lock makes the second of two simultaneous requests see the reminder of the first.
    let locked = tx.lock_receivables_by_id(&[bill]).await?;
    let receivable = locked.first().filter(|bill| bill.credit_of.is_none()).ok_or(Error::NotFound)?;
    let (Some(due), Some(_), BillState::Closed) =
        (facts.bill.due_date, facts.bill.customer, receivable.state)
    else {
        return Err(Error::Conflict(ErrorKey::NothingOwed));
    };
    let customer = customer.ok_or(Error::NotFound)?;
    let payments = tx.payments_of_bill(bill).await?;
    let own = payments.iter().filter(|part| part.kind == PartKind::Bill);
    let paid: Vec<(Date, Money)> = own.map(|part| (part.value_date, part.amount)).collect();
    let asked = ReminderAsked {
        debtor: customer.details.role,
        billed: receivable.owed.own.plus(Money::sum(paid.iter().map(|(_, amount)| *amount))?)?,
        term: Term {
            billed_on: facts.bill.billing_date.unwrap_or(due),
            due,
            agreed: customer.details.term_agreed,
        },
        paid: &paid,
        last: tx.last_reminder(bill).await?,
        with_interest: interest,
        today: context.clock.today(),
    };
    let (reminder, without_interest) =
        Reminder::as_far_as_known(&law, &asked).map_err(|error| match error {
            LateError::Money(error) => error.into(),
            refused => Error::Conflict(refused.key()),
        })?;
    let all_paid = Money::sum(payments.iter().map(|part| part.amount))?;
    let ids = (context.new_id()?, context.new_id()?);
    require(add_reminder(&mut tx, by, ids, bill, (&reminder, all_paid)).await?, ErrorKey::ReminderTooEarly)?;
    tx.commit().await?;
    Ok(NextReminder { reminder: ids.0, without_interest })
}

/// Stores a reminder and leaves its letter to a job. False if the bill has one of this number already.
pub async fn add_reminder(
    tx: &mut Tx,
    by: BookedBy,
    (id, job): (ReminderId, JobId),
    bill: BillId,
    (reminder, paid): (&Reminder, Money),
) -> anyhow::Result<bool> {
    let interest = reminder.interest_total()?;
    let new = NewReminder { id, bill, reminder, interest, paid, made_by: by.person, made_at: by.at };
    if !tx.insert_reminder(&new).await? {
        return Ok(false);
    }
    let detail = json!({
        "reminder": id.to_string(), "number": reminder.number,
        "fee": reminder.fee.plain(), "interest": interest.plain(),
    });
    by.record(tx, Action::ReminderMade, format!("bill:{bill}"), &detail);
    let job = NewJob {
        id: job,
        job: Job::SendReminder { reminder: id },
        run_at: by.at,
        unique_key: Some(format!("reminder:{id}")),
        created_at: by.at,
    };
    tx.enqueue(&job).await?;
    Ok(true)
}

/// The first day on which the next reminder may be sent; None after the last one.
pub fn next_reminder(law: &StatutoryFigures, bill: &OverdueBill) -> Option<Date> {
    match bill.reminded {
        Some((number, ..)) if number >= MOST_REMINDERS => None,
        last => earliest_reminder(law, bill.due_date, last.map(|(_, date, _)| date)).ok(),
    }
}

/// The reminder that may be sent today, with all interest since it began: None where the rate of a half-year is not
/// known. Otherwise the reason why none may be sent.
pub fn reminder_of_today(
    law: &StatutoryFigures,
    bill: &OverdueBill,
    today: Date,
) -> Result<Result<(Reminder, Option<Money>), ErrorKey>, MoneyError> {
    let asked = ReminderAsked {
        debtor: bill.debtor,
        billed: bill.billed,
        term: Term { billed_on: bill.billing_date, due: bill.due_date, agreed: bill.term_agreed },
        paid: &bill.payments,
        last: bill.reminded.map(|(number, date, _)| (number, date)),
        with_interest: true,
        today,
    };
    let (reminder, without_interest) = match Reminder::as_far_as_known(law, &asked) {
        Ok(reminder) => reminder,
        Err(refused) => return Ok(Err(refused.key())),
    };
    let interest = if without_interest.is_some() { None } else { Some(reminder.interest_total()?) };
    Ok(Ok((reminder, interest)))
}

/// Makes the letter, and mails it where it goes by e-mail.
pub async fn send(context: &Context, id: ReminderId) -> anyhow::Result<()> {
    let reminder = context.store.reminder(id).await?.context("there is no such reminder")?;
    if reminder.state != ReminderState::Queued {
        return Ok(());
    }
    let letter = reminder_of(context, &reminder).await?;
    let (now, name) = (context.clock.now(), names::of_reminder(letter.language, letter.invoice_number));
    let pdf = context.pdf_printer.print(None, letter.clone(), Made::at(now)).await?;
    let content = context.files.put(context.new_id()?, &pdf, now).await?;
    let address = address_for(context, &reminder).await?;
    let mut tx = context.store.begin().await?;
    let kind = (FilePurpose::Reminder, MediaType::Pdf);
    let file = context.add_file(&mut tx, &content, kind, None, &name).await?;
    let mail = match address {
        Some(to) => Some(context.post_mail(&mut tx, &mail_with(&letter, to, (file, name))).await?),
        None => None,
    };
    if tx.reminder_made(id, (file, mail)).await? {
        context.commit_with_jobs(tx).await?;
    }
    Ok(())
}

/// Records that a letter was printed and posted. Changes nothing the second time.
pub async fn mark_posted(context: &Context, clerk: PersonId, id: ReminderId) -> Result<()> {
    let reminder = context.store.reminder(id).await?;
    let reminder =
        reminder.filter(|reminder| reminder.state != ReminderState::Queued).ok_or(Error::NotFound)?;
    let mut tx = context.store.begin().await?;
    if tx.reminder_posted(id).await? {
        let (subject, detail) = (format!("bill:{}", reminder.bill), json!({"reminder": id.to_string()}));
        context.record(&mut tx, Some(clerk), Action::ReminderPosted, subject, detail);
        tx.commit().await?;
    }
    Ok(())
}

/// The e-mail address for the reminder; None for a letter on paper.
async fn address_for(context: &Context, reminder: &StoredReminder) -> anyhow::Result<Option<Email>> {
    let bill = context.store.bill(reminder.bill).await?.context("a reminder of no bill")?;
    let customer = bill.bill.customer.context("a sent bill without a customer")?;
    let customer = context.store.billed_customer(bill.person, customer).await?.context("no such customer")?;
    let CustomerDetails { send_method, email, .. } = customer.details;
    Ok(Email::parse(&email).filter(|_| send_method != SendMethod::Paper))
}

fn mail_with(letter: &pdf::Reminder, to: Email, attachment: (FileId, String)) -> Outgoing {
    let (subject, text) = subject_and_text(letter);
    let html = layout::of_text(letter.language.either("fi", "en"), &letter.seller.name, &text);
    Outgoing { kind: MailKind::Reminder, to, subject, text, html, attachment: Some(attachment), link: None }
}

fn subject_and_text(letter: &pdf::Reminder) -> (String, String) {
    let (number, seller) = (letter.invoice_number, &letter.seller.name);
    let (due, pay_by) = (format_date(letter.due_date), format_date(letter.pay_by));
    let subject = letter
        .language
        .either(format!("Maksumuistutus, lasku {number}"), format!("Payment reminder, invoice {number}"));
    let text = letter.language.either(
        format!(
            "Hei!\n\nLasku {number} erääntyi {due}, eikä se näy vielä maksettuna. Maksathan sen viimeistään {pay_by}. \
             Maksutiedot ovat liitteessä.\n\nJos olet jo maksanut laskun, tästä viestistä ei tarvitse \
             välittää.\n\nYstävällisin terveisin\n{seller}\n"
        ),
        format!(
            "Hello,\n\nInvoice {number} was due on {due}, and we have not received the payment yet. Please pay it by \
             {pay_by}. The payment details are attached.\n\nIf you have already paid, please ignore this \
             message.\n\nKind regards\n{seller}\n"
        ),
    );
    (subject, text)
}
