//! The mail that a bill goes out with, in the language of the bill.

use liksa_documents::invoice::{Invoice, Kind};
use liksa_documents::pdf::Writer;
use liksa_domain::bill::BillLanguage;
use liksa_domain::dates::format_date;
use liksa_domain::delivery::MailKind;

use super::notice::escaped;
use super::{Outgoing, layout};
use crate::prelude::*;

/// What the mail says, before it becomes plain text or HTML.
struct Words {
    greeting: &'static str,
    opening: String,
    /// What is to be known to pay, as names and values.
    facts: Vec<(&'static str, String)>,
    closing: Vec<String>,
    regards: &'static str,
}

/// The mail with the bill's PDF. Its text has everything that is needed to pay too.
pub fn invoice_mail(invoice: &Invoice, to: Email, pdf: (FileId, String)) -> Outgoing {
    let either = |fi: &'static str, en: &'static str| in_language(invoice, fi, en);
    let number = invoice.number.map(|number| number.to_string()).unwrap_or_default();
    let title = match invoice.is_credit_note() {
        true => either("Hyvityslasku", "Credit note"),
        false => either("Lasku", "Invoice"),
    };
    let words = words(invoice, &number);
    let seller = &invoice.seller.name;
    Outgoing {
        kind: MailKind::Invoice,
        to,
        subject: format!("{title} {number}, {seller}"),
        text: words.text(seller),
        html: words.html(seller, either("fi", "en")),
        attachment: Some(pdf),
        link: None,
    }
}

fn in_language(invoice: &Invoice, fi: &'static str, en: &'static str) -> &'static str {
    match invoice.language {
        BillLanguage::Finnish => fi,
        BillLanguage::English => en,
    }
}

fn words(invoice: &Invoice, number: &str) -> Words {
    let either = |fi: &'static str, en: &'static str| in_language(invoice, fi, en);
    let seller = &invoice.seller;
    let contact = either(
        "Kysyttävää laskusta? Vastaamme mielellämme",
        "Questions about the invoice? We are happy to help",
    );
    let contact = format!("{contact}: {}, {}.", seller.email.as_str(), seller.phone);
    let mut closing = vec![contact];
    let opening = match invoice.kind {
        Kind::CreditNote { of: Some(of) } => format!(
            "{} {number}, {} {}. {}",
            either("Liitteenä on hyvityslasku", "Please find attached credit note"),
            either("joka hyvittää laskun", "which credits invoice"),
            of.number,
            either("Siitä ei tarvitse maksaa mitään.", "There is nothing to pay."),
        ),
        Kind::CreditNote { of: None } => {
            format!("{} {number}.", either("Liitteenä on hyvityslasku", "Please find attached credit note"))
        }
        Kind::Invoice => {
            let reference = either(
                "Käytäthän maksaessasi viitenumeroa, niin maksu kohdistuu oikein.",
                "Please pay with the reference number, so that the payment is matched to the right invoice.",
            );
            closing.insert(0, reference.to_owned());
            format!("{} {number}.", either("Liitteenä on lasku", "Please find attached invoice"))
        }
    };
    Words {
        greeting: either("Hei!", "Hello,"),
        opening,
        facts: facts(invoice),
        closing,
        regards: either("Ystävällisin terveisin", "Kind regards"),
    }
}

fn facts(invoice: &Invoice) -> Vec<(&'static str, String)> {
    let either = |fi: &'static str, en: &'static str| in_language(invoice, fi, en);
    let writer = Writer::new(invoice.language);
    let mut facts = vec![
        (either("Työn tekijä", "Work done by"), invoice.worker.clone()),
        (either("Yhteensä", "Total"), writer.euros(invoice.payable())),
    ];
    if !invoice.is_credit_note() {
        facts.push((either("Eräpäivä", "Due date"), invoice.due_date.map(format_date).unwrap_or_default()));
        facts.push((either("Saaja", "Payee"), invoice.seller.name.clone()));
        facts.push((either("Tilinumero", "Account number"), invoice.seller.iban.to_string()));
        let reference = invoice.reference.as_ref().map(ToString::to_string).unwrap_or_default();
        facts.push((either("Viitenumero", "Reference number"), reference));
    }
    facts.push((either("Viitteenne", "Your reference"), invoice.your_reference.clone()));
    facts.retain(|(_, value)| !value.trim().is_empty());
    facts
}

impl Words {
    fn text(&self, seller: &str) -> String {
        let width = self.facts.iter().map(|(name, _)| name.chars().count()).max().unwrap_or_default() + 1;
        let facts: Vec<String> = self
            .facts
            .iter()
            .map(|(name, value)| format!("{:<width$} {value}", format!("{name}:")))
            .collect();
        let parts = [
            self.greeting.to_owned(),
            self.opening.clone(),
            facts.join("\n"),
            self.closing.join("\n"),
            format!("{}\n{seller}\n", self.regards),
        ];
        parts.join("\n\n")
    }

    fn html(&self, seller: &str, language: &str) -> String {
        let facts: String = self
            .facts
            .iter()
            .map(|(name, value)| {
                format!(
                    "<tr><td style=\"padding:2px 16px 2px 0;color:#555\">{}</td><td style=\"padding:2px 0\"><b>{}</b></td></tr>",
                    escaped(name),
                    escaped(value)
                )
            })
            .collect();
        let closing: String = self.closing.iter().map(|line| format!("<p>{}</p>", escaped(line))).collect();
        let body = format!(
            "<p>{}</p><p>{}</p><table role=\"presentation\" style=\"border-collapse:collapse\">{facts}</table>{closing}\
             <p>{}<br>{}</p>",
            escaped(self.greeting),
            escaped(&self.opening),
            escaped(self.regards),
            escaped(seller),
        );
        layout::page(language, seller, &body)
    }
}

#[cfg(test)]
mod tests;
