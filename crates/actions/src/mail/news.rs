//! Mails to workers about their bills and salaries, for those who want them. Each mail has its id beforehand, so that a
//! second run of its job finds it there.

use liksa_documents::pdf::Writer;
use liksa_domain::account::profile::OwnAccount;
use liksa_domain::account::{BillNews, TokenKind};
use liksa_domain::delivery::{MailLink, TOKEN_PLACE};

use super::notice::{Notice, Text, Texts, in_language};
use crate::prelude::*;
use crate::printing::bill_language;

/// As many at a time as take a moment.
const SALARIES_AT_ONCE: i64 = 200;

/// Mails a worker that a bill was approved, returned or paid.
pub async fn bill_news(context: &Context, mail: MailId, id: BillId, what: BillNews) -> anyhow::Result<()> {
    let bill = context.store.bill(id).await?;
    let Some(bill) = bill.filter(|bill| !bill.bill.is_credit_note) else { return Ok(()) };
    let wants = |worker: &OwnAccount| worker.notices.includes(what);
    let Some(worker) = find_receiver(context, mail, bill.person, wants).await? else { return Ok(()) };
    let reason = if what == BillNews::Returned { reason(context, id).await? } else { None };
    let customer = bill.customer.as_ref().map_or("", |customer| &customer.name);
    let address = address(context, &worker, &format!("/invoice?id={id}"), &format!("id={id}"));
    let notice = bill_notice(&worker, what, (customer, reason.as_deref()), address);
    post(context, mail, &worker, notice).await
}

/// Leaves a job for each salary, so that one address that cannot be written to holds up no other.
pub async fn mail_salaries(context: &Context, run: PayrollRunId) -> anyhow::Result<()> {
    let mut after: Option<PersonId> = None;
    loop {
        let salaries = context.store.run_salaries(run, Only::All, after, SALARIES_AT_ONCE).await?;
        let Some(last) = salaries.last() else { break };
        after = Some(last.person);
        let mut tx = context.store.begin().await?;
        for salary in salaries.iter().filter(|salary| !salary.held) {
            let job = Job::MailSalary { mail: context.new_id()?, salary: salary.id };
            let unique_key = Some(format!("mail-salary:{}", salary.id));
            tx.enqueue(&NewJob { unique_key, ..context.job(job)? }).await?;
        }
        tx.commit().await?;
    }
    context.wake_jobs();
    Ok(())
}

/// Mails a worker that a salary was paid. The sum is not in the mail: it may be read by others.
pub async fn mail_salary(context: &Context, mail: MailId, id: SalaryId) -> anyhow::Result<()> {
    let Some(salary) = context.store.salary(id).await? else { return Ok(()) };
    let wants = |worker: &OwnAccount| worker.notices.salary_paid;
    let Some(worker) = find_receiver(context, mail, salary.person, wants).await? else { return Ok(()) };
    let language = worker.person.language;
    let payday = Writer::new(bill_language(language)).date(salary.payday);
    let address = address(context, &worker, "/salaries", "open=salaries");
    let [sent, slip] = SALARY_LINE.map(|text| in_language(language, text));
    let mut notice = SALARY_PAID.notice(language, Some(address));
    notice.lines = vec![format!("{sent} {payday}. {slip}")];
    notice.closing = closing(&worker);
    post(context, mail, &worker, notice).await
}

/// The page that the button of a mail opens, by its path or by what the page that signs in calls it. A worker is signed
/// in only once they have confirmed the address: it may be mistyped, and a stranger's.
fn address(context: &Context, worker: &OwnAccount, path: &str, named: &str) -> String {
    let url = &context.deployment.public_url;
    match worker.email_confirmed {
        true => format!("{url}/token-login?token={TOKEN_PLACE}&{named}"),
        false => format!("{url}{path}"),
    }
}

/// The worker, if they want this mail and have not got it.
async fn find_receiver(
    context: &Context,
    mail: MailId,
    person: PersonId,
    wants: impl Fn(&OwnAccount) -> bool,
) -> anyhow::Result<Option<OwnAccount>> {
    if context.store.mail(mail).await?.is_some() {
        return Ok(None);
    }
    let worker = context.store.own_account(person).await?;
    // A person who was removed has no role left, and no address.
    Ok(worker.filter(|worker| wants(worker) && !worker.person.roles.is_empty()))
}

async fn post(context: &Context, id: MailId, worker: &OwnAccount, notice: Notice) -> anyhow::Result<()> {
    let (person, to) = (&worker.person, worker.person.email.clone());
    let letter = match worker.email_confirmed {
        true => notice.opening(MailLink::Account(TokenKind::LogIn, person.id), to),
        false => notice.to(to),
    };
    let mut tx = context.store.begin().await?;
    context.post_mail_as(id, &mut tx, &letter).await?;
    Ok(context.commit_with_jobs(tx).await?)
}

/// Why the bill was returned last, from its history.
async fn reason(context: &Context, bill: BillId) -> anyhow::Result<Option<String>> {
    let events = context.store.audit_of(&format!("bill:{bill}")).await?;
    let returned = events.iter().rev().find(|event| event.action == Action::BillReturned);
    let detail = returned.and_then(|event| serde_json::from_str::<Value>(&event.detail).ok());
    Ok(detail.and_then(|detail| detail["reason"].as_str().map(str::to_owned)))
}

const SALARY_PAID: Texts = Texts {
    subject: ["Palkkasi on maksettu", "Your salary was paid"],
    button: ["Avaa palkkalaskelmat", "Open the pay slips"],
    ..Texts::NONE
};
/// Before and after the payday.
const SALARY_LINE: [Text; 2] = [
    ["Palkkasi on lähetetty tilillesi, maksupäivä", "Your salary is on its way to your account, payday"],
    ["Palkkalaskelma on palvelussa.", "The pay slip is in the service."],
];

fn texts_of(news: BillNews) -> Texts {
    let (subject, lines): (Text, &[Text]) = match news {
        BillNews::Approved => (
            ["Laskusi on hyväksytty", "Your invoice was approved"],
            &[[
                "Laskusi on tarkastettu ja hyväksytty. Lähetämme sen asiakkaalle laskutuspäivänä.",
                "Your invoice was checked and approved. We send it to the customer on its billing date.",
            ]],
        ),
        BillNews::Returned => (
            ["Laskusi kaipaa korjausta", "Your invoice needs a correction"],
            &[[
                "Laskusi on palautettu sinulle korjattavaksi. Korjaa se ja lähetä uudelleen.",
                "Your invoice was returned to you. Please correct it and send it again.",
            ]],
        ),
        BillNews::Paid => (
            ["Laskusi on maksettu", "Your invoice was paid"],
            &[[
                "Asiakas on maksanut laskusi. Palkka siitä maksetaan seuraavana palkkapäivänä.",
                "The customer has paid your invoice. Your salary from it is paid on the next payday.",
            ]],
        ),
    };
    Texts { subject, lines, button: ["Avaa lasku", "Open the invoice"], closing: &[] }
}

fn bill_notice(
    worker: &OwnAccount,
    news: BillNews,
    (customer, reason): (&str, Option<&str>),
    address: String,
) -> Notice {
    let in_language = |text| in_language(worker.person.language, text);
    let mut notice = texts_of(news).notice(worker.person.language, Some(address));
    notice.subject = format!("{}: {customer}", notice.subject);
    notice.lines.push(format!("{}: {customer}", in_language(["Asiakas", "Customer"])));
    notice.lines.extend(reason.map(|reason| format!("{}: {reason}", in_language(["Syy", "Reason"]))));
    notice.closing = closing(worker);
    notice
}

/// About the button that signs in, where it does, and about choosing the mails.
fn closing(worker: &OwnAccount) -> Vec<String> {
    let button = [
        "Painike kirjaa sinut sisään kerran seuraavan 15 minuutin aikana. Sen jälkeen kirjaudu tavalliseen tapaan.",
        "The button signs you in once within the next 15 minutes. After that, sign in as usual.",
    ];
    let choice = [
        "Voit valita Omat tiedot -sivulla, mistä saat viestejä.",
        "You can choose on the My details page which messages you get.",
    ];
    let texts = worker.email_confirmed.then_some(button).into_iter().chain([choice]);
    texts.map(|text| in_language(worker.person.language, text).to_owned()).collect()
}
