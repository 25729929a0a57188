//! Tells workers by mail what became of their bills and salaries, where they want to be told. Each mail has its id
//! beforehand, so that a second run finds it there.

use liksa_documents::pdf::Writer;
use liksa_domain::account::TokenKind;
use liksa_domain::account::news::BillNews;
use liksa_domain::account::profile::OwnAccount;
use liksa_domain::audit::Action;
use liksa_domain::bill::BillLanguage;
use liksa_domain::ids::{BillId, MailId, PayrollRunId, PersonId, SalaryId};
use liksa_domain::job::Job;
use liksa_domain::mail::{MailLink, TOKEN_PLACE};
use liksa_domain::person::Language;
use liksa_store::{NewJob, Only};
use serde_json::Value;

use crate::app::App;
use crate::mail::news::{self, Opening, ToldBill};
use crate::mail::notice::Notice;

/// As many at a time as take a moment.
const SALARIES_AT_ONCE: i64 = 200;

pub async fn of_bill(app: &App, mail: MailId, id: BillId, what: BillNews) -> anyhow::Result<()> {
    let Some(bill) = app.store.bill(id).await?.filter(|bill| !bill.bill.is_credit_note) else {
        return Ok(());
    };
    let Some(worker) = to_be_told(app, mail, bill.person, |worker| worker.notices.wants(what)).await? else {
        return Ok(());
    };
    let reason = if what == BillNews::Returned { reason(app, id).await? } else { None };
    let told = ToldBill {
        news: what,
        customer: bill.customer.as_ref().map_or("", |customer| &customer.name),
        reason: reason.as_deref(),
        opening: opening(app, &worker, &format!("/invoice?id={id}"), &format!("id={id}")),
    };
    let notice = news::of_bill(worker.person.language, told);
    post(app, mail, &worker, &notice).await
}

/// Leaves a job for each salary, so that one address that cannot be written to holds up nobody else.
pub async fn of_run(app: &App, run: PayrollRunId) -> anyhow::Result<()> {
    let mut after: Option<PersonId> = None;
    loop {
        let salaries = app.store.run_salaries(run, Only::All, after, SALARIES_AT_ONCE).await?;
        let Some(last) = salaries.last() else { break };
        after = Some(last.person);
        let mut tx = app.store.begin().await?;
        for salary in salaries.iter().filter(|salary| !salary.held) {
            let job = Job::MailSalary { mail: app.new_id()?, salary: salary.id };
            let unique_key = Some(format!("mail-salary:{}", salary.id));
            tx.enqueue(&NewJob { unique_key, ..app.job(job)? }).await?;
        }
        tx.commit().await?;
    }
    app.wake_jobs();
    Ok(())
}

pub async fn of_salary(app: &App, mail: MailId, id: SalaryId) -> anyhow::Result<()> {
    let Some(salary) = app.store.salary(id).await? else { return Ok(()) };
    let wants = |worker: &OwnAccount| worker.notices.salary_paid;
    let Some(worker) = to_be_told(app, mail, salary.person, wants).await? else { return Ok(()) };
    let language = worker.person.language;
    let payday = Writer::new(bill_language(language)).date(salary.payday);
    let slips = opening(app, &worker, "/salaries", "open=salaries");
    post(app, mail, &worker, &news::of_salary(language, &payday, slips)).await
}

/// A page as the button of a mail opens it: by its path, or by what the page that signs in calls it. Nobody is signed
/// in who was not seen to read the address: it may be mistyped, and a stranger's.
fn opening(app: &App, worker: &OwnAccount, path: &str, named: &str) -> Opening {
    let (url, signs_in) = (&app.config.public_url, worker.email_confirmed);
    let link = if signs_in {
        format!("{url}/token-login?token={TOKEN_PLACE}&{named}")
    } else {
        format!("{url}{path}")
    };
    Opening { link, signs_in }
}

/// The worker, if they want this mail and have not got it.
async fn to_be_told(
    app: &App,
    mail: MailId,
    person: PersonId,
    wants: impl Fn(&OwnAccount) -> bool,
) -> anyhow::Result<Option<OwnAccount>> {
    if app.store.mail(mail).await?.is_some() {
        return Ok(None);
    }
    let worker = app.store.own_account(person).await?;
    // Who is removed has no role left, and no address.
    Ok(worker.filter(|worker| wants(worker) && !worker.person.roles.is_empty()))
}

async fn post(app: &App, id: MailId, worker: &OwnAccount, notice: &Notice) -> anyhow::Result<()> {
    let (person, to) = (&worker.person, worker.person.email.clone());
    let letter = if worker.email_confirmed {
        notice.opening(MailLink::Account(TokenKind::LogIn, person.id), to, person.language)
    } else {
        notice.to(to, person.language)
    };
    let mut tx = app.store.begin().await?;
    app.post_mail_as(id, &mut tx, &letter).await?;
    tx.commit().await?;
    app.wake_jobs();
    Ok(())
}

/// Why the bill was returned last, as its history tells it.
async fn reason(app: &App, bill: BillId) -> anyhow::Result<Option<String>> {
    let events = app.store.audit_of(&format!("bill:{bill}")).await?;
    let returned = events.iter().rev().find(|event| event.action == Action::BillReturned);
    let detail = returned.and_then(|event| serde_json::from_str::<Value>(&event.detail).ok());
    Ok(detail.and_then(|detail| detail["reason"].as_str().map(str::to_owned)))
}

fn bill_language(language: Language) -> BillLanguage {
    match language {
        Language::Finnish => BillLanguage::Finnish,
        Language::English => BillLanguage::English,
    }
}

#[cfg(test)]
mod tests;
