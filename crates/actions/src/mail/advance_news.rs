//! Mails to workers about their advances. Every worker gets them: they are about money that was asked for.

use liksa_domain::advance::AdvanceNews;
use liksa_domain::dates::format_date;

use super::notice::{Text, Texts, in_language};
use super::to_worker::{address, find_receiver, post, sign_in_hint};
use crate::payouts::lapsing::Lapse;
use crate::prelude::*;

/// Mails a worker that an advance was granted, refused or paid, that the bank did not pay it, or that other salaries pay
/// it back.
pub async fn advance_news(
    context: &Context,
    mail: MailId,
    id: AdvanceId,
    what: AdvanceNews,
) -> anyhow::Result<()> {
    let Some(advance) = context.store.advance(id).await? else { return Ok(()) };
    let Some(bill) = context.store.bill(advance.bill).await? else { return Ok(()) };
    let Some(worker) = find_receiver(context, mail, advance.person, |_| true).await? else { return Ok(()) };
    let language = worker.person.language;
    let path = format!("/invoice?id={}", bill.id);
    let address = address(context, &worker, &path, &format!("id={}", bill.id));
    let mut texts = texts_of(what);
    if what == AdvanceNews::Paid {
        texts.lines = if_paid_back_otherwise(context, &advance).await?.unwrap_or(texts.lines);
    }
    let mut notice = texts.notice(language, Some(address));
    let customer = bill.customer.as_ref().map_or("", |customer| &customer.name);
    notice.lines.push(format!("{}: {customer}", in_language(language, ["Asiakas", "Customer"])));
    match what {
        AdvanceNews::Refused | AdvanceNews::PaidBack if !advance.reason.is_empty() => {
            let reason = lapse_text(&advance.reason)
                .map_or(advance.reason.as_str(), |text| in_language(language, text));
            notice.lines.push(format!("{}: {reason}", in_language(language, ["Syy", "Reason"])));
        }
        AdvanceNews::Paid => {
            let day = advance.paid_on.map(format_date);
            let paid = in_language(language, ["Maksupäivä", "Paid on"]);
            notice.lines.extend(day.map(|day| format!("{paid}: {day}")));
        }
        AdvanceNews::Due => {
            let why = lapse_text(&advance.due_reason).unwrap_or(NOT_PAID);
            let reason = in_language(language, ["Syy", "Reason"]);
            notice.lines.push(format!("{reason}: {}", in_language(language, why)));
        }
        _ => {}
    }
    notice.closing = sign_in_hint(&worker).into_iter().collect();
    post(context, mail, &worker, notice).await
}

/// What payroll wrote about the customer is for the provider alone.
const NOT_PAID: Text = ["Asiakas ei ole maksanut laskua.", "The customer has not paid the invoice."];

/// The text of a reason that nobody wrote.
fn lapse_text(reason: &str) -> Option<Text> {
    let of = |lapse: Lapse| match lapse {
        Lapse::BillOpened => ["Lasku avattiin muokattavaksi.", "The invoice was reopened."],
        Lapse::BillCredited => ["Lasku hyvitettiin.", "The invoice was credited."],
        Lapse::PartCredited => [
            "Laskusta hyvitettiin osa. Voit pyytää ennakkoa siitä, mitä laskusta jäi.",
            "A part of the invoice was credited. You can ask for an advance on what is left of it.",
        ],
        Lapse::PaidAsSalary => {
            ["Lasku maksetaan jo palkkana.", "The invoice is already being paid to you as a salary."]
        }
    };
    Lapse::from_name(reason).map(of)
}

/// What is said of an advance that was paid where not the salary of its bill pays it back: it was taken for refused, and
/// meanwhile its bill was credited or paid as a salary, or it came back, and salaries had taken it already.
async fn if_paid_back_otherwise(
    context: &Context,
    advance: &Advance,
) -> anyhow::Result<Option<&'static [Text]>> {
    if advance.recovered >= advance.amount {
        return Ok(Some(&[[
            "Ennakko on maksettu tilillesi. Se on jo vähennetty palkastasi.",
            "The advance has been paid to your account. It has already been deducted from your salary.",
        ]]));
    }
    let is_due = advance.due_at.is_some() || context.store.salary_has_bill(advance.bill).await?;
    Ok(is_due.then_some(&[[
        "Ennakko on maksettu tilillesi. Se vähennetään seuraavista palkoistasi, kunnes se on kokonaan maksettu takaisin.",
        "The advance has been paid to your account. It is deducted from your next salaries until all of it is paid back.",
    ]]))
}

fn texts_of(news: AdvanceNews) -> Texts {
    let (subject, lines): (Text, &[Text]) = match news {
        AdvanceNews::Granted => (
            ["Ennakkosi on myönnetty", "Your advance has been granted"],
            &[[
                "Pyytämäsi ennakko on myönnetty. Saat viestin, kun se on maksettu tilillesi. Ennakko \
                 vähennetään laskun palkasta.",
                "The advance you asked for has been granted. We will tell you when it has been paid to your \
                 account. It is deducted from the salary of the invoice.",
            ]],
        ),
        AdvanceNews::Refused => (
            ["Ennakkoa ei makseta", "Your advance will not be paid"],
            &[["Pyytämääsi ennakkoa ei makseta.", "The advance you asked for will not be paid."]],
        ),
        AdvanceNews::Paid => (
            ["Ennakkosi on maksettu", "Your advance has been paid"],
            &[[
                "Ennakko on maksettu tilillesi. Se vähennetään palkasta, joka maksetaan tästä laskusta. Jos \
                 asiakas ei maksa laskua, ennakko peritään muista palkoistasi.",
                "The advance has been paid to your account. It is deducted from the salary of this invoice. If \
                 the customer does not pay the invoice, the advance is recovered from your other salaries.",
            ]],
        ),
        AdvanceNews::CameBack => (
            ["Ennakkoa ei voitu maksaa", "Your advance could not be paid"],
            &[[
                "Pankki ei maksanut ennakkoa tilillesi. Tarkista tilinumerosi. Maksamme ennakon, kun \
                 tilinumero on kunnossa.",
                "The bank did not pay the advance to your account. Please check your account number. We pay the \
                 advance once the number is correct.",
            ]],
        ),
        AdvanceNews::PaidBack => (
            ["Saat takaisin ennakosta vähennetyn osan", "You get back what was deducted for an advance"],
            &[[
                "Ennakkoa ei makseta, mutta siitä on jo vähennetty osa tai kaikki palkastasi. Maksamme vähennetyn \
                 summan tilillesi. Tarkista, että tilinumerosi on oikein.",
                "The advance is not paid, but some or all of it has already been deducted from your salary. We pay \
                 the deducted sum to your account. Please check that your account number is correct.",
            ]],
        ),
        AdvanceNews::Due => (
            ["Ennakko peritään muista palkoistasi", "Your advance is taken from your other salaries"],
            &[[
                "Ennakko vähennetään tästä lähtien seuraavista palkoistasi, kunnes se on kokonaan maksettu \
                 takaisin. Se ei enää odota tämän laskun palkkaa.",
                "From now on, the advance is deducted from your next salaries until all of it is paid back. It no \
                 longer waits for the salary of this invoice.",
            ]],
        ),
    };
    Texts { subject, lines, button: ["Avaa lasku", "Open the invoice"], closing: &[] }
}
