//! What asks for money: account, reference, barcode and QR code.

use jiff::civil::Date;
use liksa_domain::bill::BillLanguage;
use liksa_finland::{BankBarcode, EpcQr, PaymentReference};
use liksa_money::Money;
use serde::Serialize;

use super::PdfError;
use super::code::{self, Drawing};
use super::text::Writer;
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
    codes: Option<Codes>,
}

#[derive(Serialize)]
struct Codes {
    /// What scanners read, as a drawing and as the digits that people type.
    bars: Option<Drawing>,
    digits: String,
    qr: Option<Drawing>,
}

impl Payment<'_> {
    pub(super) fn view(&self, language: BillLanguage) -> Result<PaymentView, PdfError> {
        let writer = Writer::new(language);
        Ok(PaymentView {
            payee: self.seller.name.clone(),
            iban: self.seller.iban.to_string(),
            bic: self.seller.bic.to_string(),
            reference: self.reference.map(PaymentReference::to_string),
            due: self.due.map(|due| writer.date(due)),
            amount: writer.euros(self.amount),
            codes: self.reference.map(|reference| self.codes(reference)).transpose()?,
        })
    }

    /// A payment that no code can hold is still a payment: it goes without the code.
    fn codes(&self, reference: &PaymentReference) -> Result<Codes, PdfError> {
        let barcode = BankBarcode::new(self.seller.iban, self.amount, reference.clone(), self.due).ok();
        let transfer = EpcQr {
            beneficiary: self.seller.name.clone(),
            iban: self.seller.iban,
            bic: Some(self.seller.bic.clone()),
            amount: self.amount,
            reference: reference.clone(),
            due: self.due,
        };
        Ok(Codes {
            bars: barcode.as_ref().map(code::bars).transpose()?,
            digits: barcode.map(|barcode| barcode.digits()).unwrap_or_default(),
            qr: transfer.text().ok().map(|text| code::qr(&text)).transpose()?,
        })
    }
}
