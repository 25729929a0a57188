//! Mails about what a salary waits for.

use liksa_domain::account::profile::OwnAccount;
use liksa_domain::dates::format_date;
use liksa_domain::payroll::SalaryNeed;

use super::notice::{Text, Texts, in_language};
use super::to_worker::{address, find_receiver, post, sign_in_hint};
use crate::payroll::readiness;
use crate::prelude::*;

/// Mails a worker what a salary waits for. Nobody can choose not to get it: it is about being paid at all.
pub async fn mail_salary_needs(
    context: &Context,
    mail: MailId,
    (run, person): (PayrollRunId, PersonId),
    needs: &[SalaryNeed],
) -> anyhow::Result<()> {
    let Some(run) = context.store.payroll_run(run).await? else { return Ok(()) };
    let Some(worker) = find_receiver(context, mail, person, |_| true).await? else { return Ok(()) };
    // What was given or cleared up meanwhile is not told any more.
    let readiness = readiness(context, person).await?;
    let unmet: Vec<SalaryNeed> = readiness.unmet().filter(|need| needs.contains(need)).collect();
    if unmet.is_empty() {
        return Ok(());
    }
    let waits = readiness.missing().any(|item| item.holds && unmet.contains(&item.need));
    let texts = match (waits, unmet.contains(&SalaryNeed::Payroll)) {
        (true, _) => SALARY_WAITS,
        (false, true) => SALARY_BEING_CHECKED,
        (false, false) => TAX_CARD_MISSING,
    };
    let language = worker.person.language;
    let payday = format_date(run.payday);
    let address = address(context, &worker, "/account", "open=account");
    let mut notice = texts.notice(language, Some(address));
    notice.lines.push(format!("{} {payday}", in_language(language, ["Palkkapäivä", "Payday"])));
    notice.lines.extend(lines_of(unmet.into_iter(), language));
    notice.closing = sign_in_hint(&worker).into_iter().collect();
    post(context, mail, &worker, notice).await
}

/// When the salary of a paid bill comes, or what it waits for.
pub(super) async fn salary_lines(context: &Context, worker: &OwnAccount) -> anyhow::Result<Vec<String>> {
    let (language, readiness) = (worker.person.language, readiness(context, worker.person.id).await?);
    let payday = format_date(readiness.payday);
    let first = match readiness.holds() {
        true => in_language(language, CANNOT_BE_PAID).to_owned(),
        false => format!("{} {payday}.", in_language(language, PAID_ON)),
    };
    Ok([first].into_iter().chain(lines_of(readiness.unmet(), language)).collect())
}

fn lines_of(needs: impl Iterator<Item = SalaryNeed>, language: Language) -> impl Iterator<Item = String> {
    needs.filter_map(text_of_need).map(move |text| in_language(language, text).to_owned())
}

/// Before the payday.
const PAID_ON: Text = [
    "Palkka siitä maksetaan seuraavana palkkapäivänä",
    "Your salary from it will be paid on the next payday,",
];
const CANNOT_BE_PAID: Text = [
    "Palkkaa siitä ei voida vielä maksaa. Voit lisätä puuttuvat tiedot laskun sivulla.",
    "Your salary from it cannot be paid yet. You can add the missing details on the page of the invoice.",
];

const SALARY_WAITS: Texts = Texts {
    subject: ["Palkkasi odottaa tietojasi", "Your salary is waiting for your details"],
    lines: &[[
        "Asiakkaasi on maksanut laskusi, mutta palkkaa ei voida maksaa, ennen kuin puuttuvat tiedot ovat palvelussa. \
         Lisää ne pian, niin palkka ehtii palkkapäiväksi. Muuten se maksetaan seuraavassa palkka-ajossa.",
        "Your customer has paid your invoice, but your salary cannot be paid until the missing details are in the \
         service. Add them soon, and you will be paid on the payday. Otherwise you will be paid in the next payroll run.",
    ]],
    button: ["Lisää puuttuvat tiedot", "Add the missing details"],
    closing: &[],
};
const SALARY_BEING_CHECKED: Texts = Texts {
    subject: ["Palkkasi on tarkistettavana", "Your salary is being checked"],
    lines: &[[
        "Asiakkaasi on maksanut laskusi, mutta palkkaa ei voida vielä maksaa.",
        "Your customer has paid your invoice, but your salary cannot be paid yet.",
    ]],
    button: ["Avaa omat tiedot", "Open my details"],
    closing: &[],
};
const TAX_CARD_MISSING: Texts = Texts {
    subject: ["Verokorttisi puuttuu", "Your tax card is missing"],
    lines: &[[
        "Asiakkaasi on maksanut laskusi, ja palkka siitä maksetaan seuraavana palkkapäivänä.",
        "Your customer has paid your invoice, and your salary from it will be paid on the next payday.",
    ]],
    button: ["Lähetä verokortti", "Send your tax card"],
    closing: &[],
};

/// None of what a mail cannot tell: an address that is not confirmed may be a stranger's.
fn text_of_need(need: SalaryNeed) -> Option<Text> {
    Some(match need {
        SalaryNeed::Account => [
            "Tilinumero puuttuu. Lisää se, niin tiedämme, minne palkka maksetaan.",
            "Your account number is missing. Add it, so that we know where to pay your salary.",
        ],
        SalaryNeed::Profession => [
            "Ammatti puuttuu. Valitse se, jotta voimme vakuuttaa työsi.",
            "Your occupation is missing. Choose it, so that we can insure your work.",
        ],
        SalaryNeed::TaxCard => [
            "Verokortti puuttuu. Ilman sitä palkasta pidätetään veroa niin paljon kuin laki määrää. Lähetä verokortti, \
             niin pidätämme veron sen mukaan.",
            "Your tax card is missing. Without it, as much tax is withheld from your salary as the law says. Send your \
             tax card, and we withhold tax according to it.",
        ],
        SalaryNeed::Payroll => [
            "Palkanlaskija selvittää palkkaasi liittyvää asiaa, ja palkka maksetaan heti, kun se on selvä. Otamme \
             yhteyttä, jos tarvitsemme sinulta jotain.",
            "Our payroll clerk is clearing up something about your salary, and you will be paid as soon as that is \
             done. We will contact you if we need anything from you.",
        ],
        SalaryNeed::ConfirmedEmail => return None,
    })
}
