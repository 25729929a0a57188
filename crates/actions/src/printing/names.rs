//! What files are called, in the reader's language.

use liksa_documents::invoice::Invoice;
use liksa_domain::bill::BillLanguage;

use crate::prelude::*;

/// Longer ones are cut short by some systems.
const LONGEST_PART: usize = 60;

/// Such as `Lasku-1001.pdf`; a draft is called after its customer.
pub fn of_invoice(invoice: &Invoice) -> String {
    let finnish = invoice.language == BillLanguage::Finnish;
    let either = |fi: &str, en: &str| if finnish { fi.to_owned() } else { en.to_owned() };
    match (invoice.number, invoice.is_credit_note()) {
        (Some(number), true) => format!("{}-{number}.pdf", either("Hyvityslasku", "Credit-note")),
        (Some(number), false) => format!("{}-{number}.pdf", either("Lasku", "Invoice")),
        (None, _) => {
            let (draft, customer) = (either("Luonnos", "Draft"), in_a_name(&invoice.customer.name));
            if customer.is_empty() { format!("{draft}.pdf") } else { format!("{draft}-{customer}.pdf") }
        }
    }
}

/// Such as `Maksumuistutus-1001.pdf`.
pub fn of_reminder(language: BillLanguage, invoice_number: u64) -> String {
    match language {
        BillLanguage::Finnish => format!("Maksumuistutus-{invoice_number}.pdf"),
        BillLanguage::English => format!("Payment-reminder-{invoice_number}.pdf"),
    }
}

/// Such as `Matkalasku-2026-11.pdf`: a month, a year, or the days from and until.
pub fn of_travel_report(language: BillLanguage, tax_free: bool, from: Date, until: Date) -> String {
    let title = match (language, tax_free) {
        (BillLanguage::Finnish, false) => "Matkalasku",
        (BillLanguage::Finnish, true) => "Verovapaat-korvaukset",
        (BillLanguage::English, false) => "Travel-expenses",
        (BillLanguage::English, true) => "Tax-free-reimbursements",
    };
    let period = if (from, until) == (from.first_of_year(), from.last_of_year()) {
        from.year().to_string()
    } else if (from, until) == (from.first_of_month(), from.last_of_month()) {
        format!("{}-{:02}", from.year(), from.month())
    } else {
        format!("{from}-{until}")
    };
    format!("{title}-{period}.pdf")
}

/// Letters and digits, with a hyphen in place of all else.
fn in_a_name(text: &str) -> String {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-").chars().take(LONGEST_PART).collect()
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn periods_have_short_names() {
        let name = |from, until| of_travel_report(BillLanguage::Finnish, false, from, until);
        assert_eq!(name(date(2026, 2, 1), date(2026, 2, 28)), "Matkalasku-2026-02.pdf");
        assert_eq!(name(date(2026, 1, 1), date(2026, 12, 31)), "Matkalasku-2026.pdf");
        assert_eq!(name(date(2026, 1, 2), date(2026, 12, 31)), "Matkalasku-2026-01-02-2026-12-31.pdf");
    }

    #[test]
    fn nothing_odd_gets_into_a_name() {
        assert_eq!(in_a_name("Åbo & Söner / Oy"), "Åbo-Söner-Oy");
        assert_eq!(in_a_name("../..\\\""), "");
        assert_eq!(in_a_name(&"ä".repeat(200)).chars().count(), LONGEST_PART);
    }
}
