//! Mails that tell a worker what became of a bill, or that a salary is paid.

use liksa_domain::account::news::BillNews;
use liksa_domain::person::Language;

use super::notice::{Notice, either};

/// What is told of a bill.
pub struct ToldBill<'a> {
    pub news: BillNews,
    /// Whom it was sent to.
    pub customer: &'a str,
    /// Why it came back.
    pub reason: Option<&'a str>,
    /// Opens the bill without a password.
    pub link: String,
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
        button: Some((either("Avaa lasku", "Open the invoice"), bill.link)),
        closing: closing(language),
    }
}

/// The sum is not in the mail: it may be read by others.
pub fn of_salary(language: Language, payday: &str, link: String) -> Notice {
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
        button: Some((either("Avaa palkkalaskelmat", "Open the pay slips"), link)),
        closing: closing(language),
    }
}

fn closing(language: Language) -> Vec<String> {
    let either = |fi: &'static str, en: &'static str| either(language, fi, en).to_owned();
    vec![
        either(
            "Painike kirjaa sinut sisään kerran seuraavan 15 minuutin aikana. Sen jälkeen kirjaudu tavalliseen \
             tapaan.",
            "The button signs you in once within the next 15 minutes. After that, sign in as usual.",
        ),
        either(
            "Voit valita Omat tiedot -sivulla, mistä saat viestejä.",
            "You can choose on the My details page which messages you get.",
        ),
    ]
}
