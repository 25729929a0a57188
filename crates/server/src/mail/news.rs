//! Mails that tell a worker what became of a bill, or that a salary is paid.

use liksa_domain::account::news::BillNews;
use liksa_domain::person::Language;

use super::notice::{Notice, either};

/// What the button of a mail opens.
pub struct Opening {
    pub link: String,
    /// Once, without a password.
    pub signs_in: bool,
}

/// What is told of a bill.
pub struct ToldBill<'a> {
    pub news: BillNews,
    /// Whom it was sent to.
    pub customer: &'a str,
    /// Why it came back.
    pub reason: Option<&'a str>,
    /// The bill.
    pub opening: Opening,
}

pub fn of_bill(language: Language, bill: ToldBill<'_>) -> Notice {
    let either = |fi, en| either(language, fi, en);
    let (subject, line) = match bill.news {
        BillNews::Approved => (
            either("Laskusi on hyväksytty", "Your invoice was approved"),
            either(
                "Laskusi on tarkastettu ja hyväksytty. Lähetämme sen asiakkaalle laskutuspäivänä.",
                "Your invoice was checked and approved. We send it to the customer on its billing date.",
            ),
        ),
        BillNews::Returned => (
            either("Laskusi kaipaa korjausta", "Your invoice needs a correction"),
            either(
                "Laskusi on palautettu sinulle korjattavaksi. Korjaa se ja lähetä uudelleen.",
                "Your invoice was returned to you. Please correct it and send it again.",
            ),
        ),
        BillNews::Paid => (
            either("Laskusi on maksettu", "Your invoice was paid"),
            either(
                "Asiakas on maksanut laskusi. Palkka siitä maksetaan seuraavana palkkapäivänä.",
                "The customer has paid your invoice. Your salary from it is paid on the next payday.",
            ),
        ),
    };
    let mut lines = vec![line.to_owned(), format!("{}: {}", either("Asiakas", "Customer"), bill.customer)];
    lines.extend(bill.reason.map(|reason| format!("{}: {reason}", either("Syy", "Reason"))));
    Notice {
        subject: format!("{subject}: {}", bill.customer),
        lines,
        closing: closing(language, bill.opening.signs_in),
        button: Some((either("Avaa lasku", "Open the invoice"), bill.opening.link)),
    }
}

/// The sum is not in the mail: it may be read by others.
pub fn of_salary(language: Language, payday: &str, slips: Opening) -> Notice {
    let either = |fi, en| either(language, fi, en);
    Notice {
        subject: either("Palkkasi on maksettu", "Your salary was paid").to_owned(),
        lines: vec![format!(
            "{} {payday}. {}",
            either(
                "Palkkasi on lähetetty tilillesi, maksupäivä",
                "Your salary is on its way to your account, payday"
            ),
            either("Palkkalaskelma on palvelussa.", "The pay slip is in the service."),
        )],
        closing: closing(language, slips.signs_in),
        button: Some((either("Avaa palkkalaskelmat", "Open the pay slips"), slips.link)),
    }
}

fn closing(language: Language, signs_in: bool) -> Vec<String> {
    let either = |fi: &'static str, en: &'static str| either(language, fi, en).to_owned();
    let about_button = either(
        "Painike kirjaa sinut sisään kerran seuraavan 15 minuutin aikana. Sen jälkeen kirjaudu tavalliseen tapaan.",
        "The button signs you in once within the next 15 minutes. After that, sign in as usual.",
    );
    let about_mails = either(
        "Voit valita Omat tiedot -sivulla, mistä saat viestejä.",
        "You can choose on the My details page which messages you get.",
    );
    signs_in.then_some(about_button).into_iter().chain([about_mails]).collect()
}
