//! Mails to workers about their bills and salaries, for those who want them. Each mail has its id beforehand, so that a
//! second run of its job finds it there.

use liksa_documents::pdf::Writer;
use liksa_domain::account::BillNews;
use liksa_domain::account::profile::OwnAccount;
use liksa_domain::dates::{format_date, parse_date};
use liksa_domain::delivery::MailReason;
use liksa_domain::purchase::PurchaseNews;

use super::notice::{Notice, Text, Texts, in_language};
use super::salary_needs::salary_lines;
use super::to_worker::{address, find_receiver, post, sign_in_hint};
use crate::prelude::*;
use crate::printing::bill_language;

/// As many at a time as take a moment.
const SALARIES_AT_ONCE: i64 = 200;

/// Mails a worker that a bill was approved, returned, paid or settled, or got another date.
pub async fn bill_news(context: &Context, mail: MailId, id: BillId, what: BillNews) -> anyhow::Result<()> {
    let bill = context.store.bill(id).await?;
    let told = |bill: &StoredBill| !bill.bill.is_credit_note || what == BillNews::Undelivered;
    let Some(bill) = bill.filter(told) else { return Ok(()) };
    let wants = |worker: &OwnAccount| worker.notices.includes(what);
    let Some(worker) = find_receiver(context, mail, bill.person, wants).await? else { return Ok(()) };
    let language = worker.person.language;
    let lines = match what {
        BillNews::Approved => leaving_line(context, &bill, language).into_iter().collect(),
        BillNews::Redated => lines_of_dates(&detail_of(context, id, Action::BillRedated).await?, language),
        BillNews::Returned => {
            let detail = detail_of(context, id, Action::BillReturned).await?;
            let reason = detail["reason"].as_str();
            reason
                .map(|reason| format!("{}: {reason}", in_language(language, ["Syy", "Reason"])))
                .into_iter()
                .collect()
        }
        // The bank may have taken the payment back after the salary, and the customer has paid again.
        BillNews::Paid | BillNews::Settled if context.store.is_in_standing_salary(id).await? => vec![],
        BillNews::Paid | BillNews::Settled => salary_lines(context, &worker).await?,
        BillNews::Undelivered | BillNews::ReminderUndelivered => {
            let refused = match what {
                BillNews::Undelivered => refused_address(&bill).map(str::to_owned),
                _ => context.store.refused_reminder_address(id).await?,
            };
            match refused {
                Some(address) => vec![format!("{}: {address}", in_language(language, ["Osoite", "Address"]))],
                // It was sent again meanwhile.
                None => return Ok(()),
            }
        }
    };
    let customer = bill.customer.as_ref().map_or("", |customer| &customer.name);
    let address = address(context, &worker, &format!("/invoice?id={id}"), &format!("id={id}"));
    let notice = bill_notice(&worker, what, (customer, lines), address);
    post(context, mail, &worker, notice).await
}

/// Mails a worker what became of a purchase: that it was paid, to those who want to know of paid bills, and what went
/// otherwise to all. The sum is not in the mail.
pub async fn purchase_news(
    context: &Context,
    mail: MailId,
    id: PurchaseId,
    what: PurchaseNews,
) -> anyhow::Result<()> {
    let Some(found) = context.store.purchase(id).await? else { return Ok(()) };
    let is_choice = what == PurchaseNews::Paid;
    let wants = |worker: &OwnAccount| !is_choice || worker.notices.includes(BillNews::Paid);
    let Some(worker) = find_receiver(context, mail, found.person, wants).await? else { return Ok(()) };
    let bill = found.bill;
    let address = address(context, &worker, &format!("/invoice?id={bill}"), &format!("id={bill}"));
    let language = worker.person.language;
    let mut notice = texts_of_purchase(what).notice(language, Some(address));
    let seller = &found.purchase.invoice.name;
    notice.subject = format!("{}: {seller}", notice.subject);
    notice.lines.push(format!("{}: {seller}", in_language(language, ["Maksun saaja", "Paid to"])));
    notice.closing = if is_choice { closing(&worker) } else { sign_in_hint(&worker).into_iter().collect() };
    post(context, mail, &worker, notice).await
}

fn texts_of_purchase(news: PurchaseNews) -> Texts {
    let (subject, lines): (Text, &[Text]) = match news {
        PurchaseNews::Paid => (
            ["Ostolaskusi on maksettu", "Your purchase invoice has been paid"],
            &[[
                "Ostolasku on maksettu myyjän tilille.",
                "The purchase invoice has been paid to the seller’s account.",
            ]],
        ),
        PurchaseNews::Refused => (
            ["Ostolaskuasi ei voitu maksaa", "Your purchase invoice could not be paid"],
            &[[
                "Pankki ei maksanut ostolaskua. Palkanlaskenta selvittää syyn.",
                "The bank did not pay the purchase invoice. Payroll finds out why.",
            ]],
        ),
        PurchaseNews::DebtUndone => (
            ["Ostolaskusi maksu palautui", "The payment of your purchase invoice came back"],
            &[[
                "Maksu palautui myyjän pankista. Lasku, josta ostolasku maksettiin, on hyvitetty, joten ostolaskua ei \
                 makseta siitä uudelleen. Ostolaskua ei enää peritä palkastasi.",
                "The payment came back from the seller’s bank. The invoice that paid it has been credited, so it is not \
                 paid from that invoice again. It is no longer deducted from your salary.",
            ]],
        ),
        PurchaseNews::Corrected => (
            [
                "Ostolaskusi maksutiedot korjattiin",
                "The payment details of your purchase invoice were corrected",
            ],
            &[[
                "Palkanlaskenta korjasi myyjän tilinumeron, viitteen tai viestin. Tarkista ne laskulta ja kerro meille, \
                 jos ne eivät ole oikein.",
                "Payroll corrected the seller’s account number, the reference or the message. Please check them on the \
                 invoice and tell us if they are not right.",
            ]],
        ),
        PurchaseNews::Owed => (
            ["Ostolaskusi peritään palkastasi", "Your purchase invoice is deducted from your salary"],
            &[[
                "Lasku, josta ostolasku maksettiin, hyvitettiin ennen kuin siitä maksettiin palkkaa. Siksi ostolasku \
                 vähennetään seuraavista palkoistasi.",
                "The invoice that paid the purchase invoice was credited before a salary was paid from it. The purchase \
                 invoice is therefore deducted from your next salaries.",
            ]],
        ),
        PurchaseNews::NotPaid => (
            ["Ostolaskuasi ei makseta", "Your purchase invoice will not be paid"],
            &[[
                "Lasku, josta ostolasku piti maksaa, on hyvitetty. Myyjälle ei makseta siitä mitään. Maksa ostolasku \
                 myyjälle itse tai lisää se toiselle laskulle.",
                "The invoice that was to pay the purchase invoice has been credited. Nothing is paid to the seller from \
                 it. Please pay the seller yourself or add the purchase invoice to another invoice.",
            ]],
        ),
        PurchaseNews::Returned => (
            ["Ostolaskusi maksu palautui", "The payment of your purchase invoice came back"],
            &[[
                "Maksu palautui myyjän pankista. Palkanlaskenta selvittää oikean tilin ja maksaa laskun uudelleen.",
                "The payment came back from the seller’s bank. Payroll finds out the right account and pays it again.",
            ]],
        ),
    };
    Texts { subject, lines, button: ["Avaa lasku", "Open the invoice"], closing: &[] }
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
    let payday = format_date(salary.payday);
    let address = address(context, &worker, "/salaries", "open=salaries");
    let [sent, slip] = SALARY_LINE.map(|text| in_language(language, text));
    let mut notice = SALARY_PAID.notice(language, Some(address));
    notice.lines = vec![format!("{sent} {payday}. {slip}")];
    notice.closing = closing(&worker);
    post(context, mail, &worker, notice).await
}

/// What the history of the bill tells of the last such event; null where there was none.
async fn detail_of(context: &Context, bill: BillId, action: Action) -> anyhow::Result<Value> {
    let events = context.store.audit_of(&format!("bill:{bill}")).await?;
    let event = events.iter().rev().find(|event| event.action == action);
    Ok(event.and_then(|event| serde_json::from_str(&event.detail).ok()).unwrap_or_default())
}

/// The address that does not take the bill, if it still is so.
fn refused_address(bill: &StoredBill) -> Option<&str> {
    let delivery = bill.delivery.as_ref()?;
    (delivery.reason == Some(MailReason::AddressRefused)).then_some(delivery.address.as_str())
}

/// Until when the worker can take an approved bill back; None once it has left.
fn leaving_line(context: &Context, bill: &StoredBill, language: Language) -> Option<String> {
    let leaves_at = context.clock.in_finland(bill.leaves_at?).datetime();
    let moment = Writer::new(bill_language(language)).date_time(leaves_at);
    let [leaves, until_then] = LEAVING_LINE.map(|text| in_language(language, text));
    Some(format!("{leaves} {moment}. {until_then}"))
}

/// Before and after the moment.
const LEAVING_LINE: [Text; 2] = [
    ["Lasku lähtee asiakkaalle", "The invoice goes to the customer on"],
    ["Siihen asti voit vielä avata sen muokattavaksi.", "Until then you can still reopen it."],
];

/// The dates that the bill has and had.
fn lines_of_dates(detail: &Value, language: Language) -> Vec<String> {
    let date = |value: &Value| value.as_str().and_then(parse_date).map(format_date);
    let was = in_language(language, ["oli", "was"]);
    let lines = NEW_DATES.into_iter().filter_map(|(name, label)| {
        let (before, after) = (date(&detail[name]["before"])?, date(&detail[name]["after"])?);
        Some(format!("{}: {after} ({was} {before})", in_language(language, label)))
    });
    lines.collect()
}

/// By their names in the audit event.
const NEW_DATES: [(&str, Text); 2] =
    [("billingDate", ["Laskun päiväys", "Invoice date"]), ("dueDate", ["Eräpäivä", "Due date"])];

const SALARY_PAID: Texts = Texts {
    subject: ["Palkkasi on maksettu", "Your salary has been paid"],
    button: ["Avaa palkkalaskelmat", "Open the pay slips"],
    ..Texts::NONE
};
/// Before and after the payday.
const SALARY_LINE: [Text; 2] = [
    ["Palkkasi on lähetetty tilillesi, palkkapäivä", "Your salary is on its way to your account, payday"],
    ["Palkkalaskelma on palvelussa.", "The pay slip is in the service."],
];

fn texts_of(news: BillNews) -> Texts {
    let (subject, lines): (Text, &[Text]) = match news {
        BillNews::Approved => (
            ["Laskusi on hyväksytty", "Your invoice has been approved"],
            &[["Laskusi on tarkistettu ja hyväksytty.", "Your invoice has been checked and approved."]],
        ),
        BillNews::Redated => (
            ["Laskusi sai uuden päiväyksen", "Your invoice was given a new date"],
            &[[
                "Laskun päiväys oli jo mennyt, kun lasku lähti asiakkaalle. Siksi lasku on päivätty lähtöpäivälle, \
                 ja eräpäivä siirtyi yhtä monta päivää.",
                "The invoice date had passed when the invoice went to the customer. It is therefore dated the day \
                 on which it was sent, and the due date has moved by as many days.",
            ]],
        ),
        BillNews::Returned => (
            ["Laskusi kaipaa korjausta", "Your invoice needs correcting"],
            &[[
                "Laskusi on palautettu sinulle korjattavaksi. Korjaa se ja lähetä uudelleen.",
                "Your invoice has been returned to you for correction. Please correct it and send it again.",
            ]],
        ),
        BillNews::Paid => (
            ["Laskusi on maksettu", "Your invoice has been paid"],
            &[["Asiakas on maksanut laskusi.", "The customer has paid your invoice."]],
        ),
        BillNews::Settled => (
            ["Laskusi on kuitattu", "Your invoice is settled"],
            &[[
                "Hyvityslasku pienensi laskuasi, ja asiakas on jo maksanut sen, mitä laskusta jäi.",
                "A credit note has lowered your invoice, and the customer has already paid the rest of it.",
            ]],
        ),
        BillNews::Undelivered => (
            ["Laskusi ei mennyt perille", "Your invoice did not arrive"],
            &[[
                "Asiakkaan sähköposti ei ota laskua vastaan: osoitetta ei ole, tai siihen ei voi lähettää. Pyydä asiakkaalta \
                 oikea osoite ja korjaa se asiakkaan tietoihin. Lähetämme laskun sitten uudelleen.",
                "The customer’s e-mail does not accept the invoice: the address does not exist, or nothing can be sent to \
                 it. Please ask the customer for the right address and correct it in the customer’s details. We will then \
                 send the invoice again.",
            ]],
        ),
        BillNews::ReminderUndelivered => (
            ["Maksumuistutus ei mennyt perille", "A payment reminder did not arrive"],
            &[[
                "Asiakkaan sähköposti ei ota laskusi maksumuistutusta vastaan: osoitetta ei ole, tai siihen ei voi lähettää. \
                 Kerrothan asiakkaalle, että lasku on maksamatta, ja korjaa hänen osoitteensa asiakkaan tietoihin.",
                "The customer’s e-mail does not accept the reminder of your invoice: the address does not exist, or nothing \
                 can be sent to it. Please tell the customer that the invoice is unpaid, and correct the address in the \
                 customer’s details.",
            ]],
        ),
    };
    Texts { subject, lines, button: ["Avaa lasku", "Open the invoice"], closing: &[] }
}

fn bill_notice(
    worker: &OwnAccount,
    news: BillNews,
    (customer, lines): (&str, Vec<String>),
    address: String,
) -> Notice {
    let in_language = |text| in_language(worker.person.language, text);
    let mut notice = texts_of(news).notice(worker.person.language, Some(address));
    notice.subject = format!("{}: {customer}", notice.subject);
    notice.lines.push(format!("{}: {customer}", in_language(["Asiakas", "Customer"])));
    notice.lines.extend(lines);
    notice.closing = closing(worker);
    notice
}

/// About the button that signs in, and about choosing the mails.
fn closing(worker: &OwnAccount) -> Vec<String> {
    let choice = [
        "Voit valita Omat tiedot -sivulla, mistä saat viestejä.",
        "On the My details page you can choose which messages you get.",
    ];
    let choice = in_language(worker.person.language, choice).to_owned();
    sign_in_hint(worker).into_iter().chain([choice]).collect()
}
