//! When and how the invoice is paid.

use liksa_finland::{BankBarcode, PaymentReference};

use super::{amount, date, percent};
use crate::e_invoice::Sendable;
use crate::xml::{Xml, cut};

/// UNTDID 4461: a credit transfer within SEPA.
const SEPA_TRANSFER: &str = "58";

pub(super) fn terms(xml: &mut Xml, sendable: &Sendable<'_>) {
    xml.group("PaymentTermsDetails", |xml| {
        xml.text("PaymentTermsFreeText", &sendable.payment_terms());
        date(xml, "InvoiceDueDate", sendable.due);
        if !sendable.invoice.is_credit_note() {
            xml.group("PaymentOverDueFineDetails", |xml| {
                xml.text("PaymentOverDueFineFreeText", &sendable.late_interest());
                if let Some(rate) = sendable.invoice.late_interest {
                    xml.text("PaymentOverDueFinePercent", &percent(rate));
                }
            });
        }
    });
}

/// The code that people type or paste; only for what a Finnish bank can be asked to pay.
pub(super) fn barcode(xml: &mut Xml, sendable: &Sendable<'_>) {
    let invoice = sendable.invoice;
    if invoice.is_credit_note() {
        return;
    }
    let (payable, reference) = (invoice.payable(), sendable.reference.clone());
    if let Ok(code) = BankBarcode::new(invoice.seller.iban, payable, reference, Some(sendable.due)) {
        xml.text("VirtualBankBarcode", &code.digits());
    }
}

/// Every Finvoice has a payment order, a credit note one with a negative sum.
pub(super) fn instruction(xml: &mut Xml, sendable: &Sendable<'_>) {
    let invoice = sendable.invoice;
    xml.group("EpiDetails", |xml| {
        xml.group("EpiIdentificationDetails", |xml| {
            date(xml, "EpiDate", sendable.date);
            xml.text("EpiReference", sendable.reference.as_str());
        });
        xml.group("EpiPartyDetails", |xml| {
            xml.group("EpiBfiPartyDetails", |xml| {
                let bic = invoice.seller.bic.as_str();
                xml.text_with("EpiBfiIdentifier", &[("IdentificationSchemeName", "BIC")], bic);
            });
            xml.group("EpiBeneficiaryPartyDetails", |xml| {
                xml.text("EpiNameAddressDetails", cut(&invoice.seller.name, 35));
                let iban = invoice.seller.iban.as_str();
                xml.text_with("EpiAccountID", &[("IdentificationSchemeName", "IBAN")], iban);
            });
        });
        xml.group("EpiPaymentInstructionDetails", |xml| {
            let (scheme, reference) = match sendable.reference {
                PaymentReference::Finnish(number) => ("SPY", format!("{:0>20}", number.as_str())),
                PaymentReference::Rf(reference) => ("ISO", reference.as_str().to_owned()),
            };
            xml.text_with("EpiRemittanceInfoIdentifier", &[("IdentificationSchemeName", scheme)], &reference);
            amount(xml, "EpiInstructedAmount", invoice.payable());
            xml.text_with("EpiCharge", &[("ChargeOption", "SLEV")], "SLEV");
            date(xml, "EpiDateOptionDate", sendable.due);
            xml.text("EpiPaymentMeansCode", SEPA_TRANSFER);
        });
    });
}
