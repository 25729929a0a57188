//! What asks for money: account, reference, barcode and QR code.

use jiff::civil::Date;
use liksa_domain::bill::BillLanguage;
use liksa_finland::{BankBarcode, EpcQr, PaymentReference};
use liksa_money::Money;
use serde::Serialize;

use super::PdfError;
use super::code;
use super::text::Writer;
use super::typesetter::sealed::Drawings;
use crate::invoice::Seller;

/// How the customer pays.
pub(super) struct Payment<'a> {
    pub seller: &'a Seller,
    pub reference: Option<&'a PaymentReference>,
    pub due: Option<Date>,
    pub amount: Money,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) struct PaymentView {
    payee: String,
    iban: String,
    bic: String,
    reference: Option<String>,
    due: Option<String>,
    amount: String,
    /// The digits of the barcode, for those who type them.
    digits: Option<String>,
    has_qr: bool,
}

impl Payment<'_> {
    pub(super) fn view(&self, language: BillLanguage) -> PaymentView {
        let writer = Writer::new(language);
        PaymentView {
            payee: self.seller.name.clone(),
            iban: self.seller.iban.to_string(),
            bic: self.seller.bic.to_string(),
            reference: self.reference.map(PaymentReference::to_string),
            due: self.due.map(|due| writer.date(due)),
            amount: writer.euros(self.amount),
            digits: self.barcode().map(|barcode| barcode.digits()),
            has_qr: self.transfer().is_some(),
        }
    }

    /// What scanners and telephones read.
    pub(super) fn drawings(&self) -> Result<Drawings, PdfError> {
        let bars = self.barcode().map(|barcode| Ok(("bars.svg", code::bars(&barcode)?)));
        let qr = self.transfer().map(|text| Ok(("qr.svg", code::qr(&text)?)));
        bars.into_iter().chain(qr).collect()
    }

    /// A payment that no code can hold is still a payment: it goes without the code.
    fn barcode(&self) -> Option<BankBarcode> {
        BankBarcode::new(self.seller.iban, self.amount, self.reference?.clone(), self.due).ok()
    }

    fn transfer(&self) -> Option<String> {
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
