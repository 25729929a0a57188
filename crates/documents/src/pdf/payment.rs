//! The payment that a document asks for: account, reference, barcode and QR code.

use jiff::civil::Date;
use liksa_domain::dates::format_date;
use liksa_domain::settings::Seller;
use liksa_finland::{BankBarcode, EpcQr, PaymentReference};
use liksa_money::Money;
use serde_json::{Value, json};

use super::text::Writer;
use super::{PdfError, code};

/// SVG drawings with the names of their files.
pub(super) type Drawings = Vec<(&'static str, String)>;

/// How the customer pays.
pub struct Payment<'a> {
    pub seller: &'a Seller,
    pub reference: Option<&'a PaymentReference>,
    pub due: Option<Date>,
    pub amount: Money,
}

impl Payment<'_> {
    pub(super) fn view(&self, writer: Writer) -> Value {
        json!({
            "payee": self.seller.name,
            "iban": self.seller.iban.to_string(),
            "bic": self.seller.bic.as_str(),
            "reference": self.reference.map(PaymentReference::to_string),
            "due": self.due.map(format_date),
            "amount": writer.euros(self.amount),
            // Printed below the bars, for people who type them.
            "digits": self.barcode().map(|barcode| barcode.digits()),
            "has-qr": self.qr_text().is_some(),
        })
    }

    /// Barcode and QR code.
    pub(super) fn drawings(&self) -> Result<Drawings, PdfError> {
        let bars = self.barcode().map(|barcode| Ok(("bars.svg", code::bars(&barcode)?)));
        let qr = self.qr_text().map(|text| Ok(("qr.svg", code::qr(&text)?)));
        bars.into_iter().chain(qr).collect()
    }

    /// None for a payment that the barcode cannot hold: its document has no barcode.
    fn barcode(&self) -> Option<BankBarcode> {
        BankBarcode::new(self.seller.iban, self.amount, self.reference?.clone(), self.due).ok()
    }

    fn qr_text(&self) -> Option<String> {
        let transfer = EpcQr {
            beneficiary: self.seller.name.clone(),
            iban: self.seller.iban,
            bic: Some(self.seller.bic.clone()),
            amount: self.amount,
            reference: self.reference?.clone(),
            due: self.due,
        };
        transfer.text().ok()
    }
}
