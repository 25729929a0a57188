//! Prints a sample of every document into a folder, to look at after a template was changed. Invoices come as
//! Finvoice and UBL as well, to check against their schemas: `cargo run -p liksa-documents --example samples -- FOLDER`

#![expect(clippy::unwrap_used, reason = "a developer tool may stop at the first fault")]

#[path = "../tests/main/samples/mod.rs"]
mod samples;

use std::path::Path;

use liksa_documents::invoice::Invoice;
use liksa_documents::pdf::{Content, Made, Printed, Typesetter};
use liksa_documents::{finvoice, ubl};
use liksa_domain::bill::BillLanguage;

fn main() {
    let folder = std::env::args().nth(1).unwrap_or_else(|| ".".to_owned());
    let typesetter = Typesetter::new().unwrap();
    let samples_folder = Samples { folder: Path::new(&folder), typesetter: &typesetter };
    for (language, code) in [(BillLanguage::Finnish, "fi"), (BillLanguage::English, "en")] {
        for rows in [1, 10, 80] {
            let invoice = samples::invoice(&samples::bill(rows, language), Some(10_481));
            samples_folder.send(&format!("invoice-{rows}-{code}"), &invoice);
        }
        samples_folder
            .print(&format!("invoice-draft-{code}"), &samples::invoice(&samples::bill(4, language), None));
        samples_folder.send(&format!("invoice-mixed-{code}"), &samples::mixed(language));
        samples_folder.send(&format!("credit-note-{code}"), &samples::credit_note(language));
        for (name, invoice) in samples::variants(language) {
            samples_folder.send(&format!("invoice-{name}-{code}"), &invoice);
        }
        for (reason, invoice) in samples::without_vat(language) {
            samples_folder.send(&format!("invoice-without-vat-{}-{code}", reason.code()), &invoice);
        }
        samples_folder.print(&format!("reminder-{code}"), &samples::reminder(language));
        samples_folder.print(&format!("pay-slip-{code}"), &samples::pay_slip(language));
        let mut abroad = samples::travel(language, Content::All, &[11]);
        abroad.trips.insert(1, samples::trip_abroad());
        samples_folder.print(&format!("travel-abroad-{code}"), &abroad);
        samples_folder
            .print(&format!("travel-month-{code}"), &samples::travel(language, Content::All, &[11]));
        samples_folder.print(
            &format!("travel-year-{code}"),
            &samples::travel(language, Content::TaxFree, &[1, 2, 5, 9]),
        );
    }
}

struct Samples<'a> {
    folder: &'a Path,
    typesetter: &'a Typesetter,
}

impl Samples<'_> {
    /// In all its forms; a consumer, for one, has no address in Peppol.
    fn send(&self, name: &str, invoice: &Invoice) {
        self.print(name, invoice);
        for (format, xml) in [("finvoice", finvoice::to_xml(invoice, None)), ("ubl", ubl::to_xml(invoice))] {
            if let Ok(xml) = xml {
                self.write(&format!("{name}.{format}.xml"), xml.as_bytes());
            }
        }
    }

    fn print(&self, name: &str, document: &impl Printed) {
        let pdf = self.typesetter.print(document, &Made::at(jiff::Timestamp::UNIX_EPOCH)).unwrap();
        self.write(&format!("{name}.pdf"), &pdf);
    }

    fn write(&self, name: &str, content: &[u8]) {
        std::fs::write(self.folder.join(name), content).unwrap();
    }
}
