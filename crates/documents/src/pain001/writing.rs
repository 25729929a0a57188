//! The message itself, element by element.

use liksa_finland::PaymentReference;
use liksa_money::Money;

use super::sepa_text::sepa_text;
use super::{Batch, Kind, MOST_MESSAGE, MOST_NAME, Message, Payment, PaymentFile, Version};
use crate::xml::Xml;

pub(super) fn document(file: &PaymentFile, batches: &[Batch<'_>], total: Money, version: Version) -> String {
    let namespace = match version {
        Version::V03 => "urn:iso:std:iso:20022:tech:xsd:pain.001.001.03",
        Version::V09 => "urn:iso:std:iso:20022:tech:xsd:pain.001.001.09",
    };
    Xml::document("Document", &[("xmlns", namespace)], |xml| {
        xml.group("CstmrCdtTrfInitn", |xml| {
            header(xml, file, total);
            for batch in batches {
                payment_information(xml, file, batch, version);
            }
        });
    })
}

fn header(xml: &mut Xml, file: &PaymentFile, total: Money) {
    xml.group("GrpHdr", |xml| {
        xml.text("MsgId", &file.id);
        xml.text("CreDtTm", &file.created.strftime("%Y-%m-%dT%H:%M:%S").to_string());
        xml.text("NbOfTxs", &file.payments.len().to_string());
        xml.text("CtrlSum", &total.plain());
        xml.group("InitgPty", |xml| {
            xml.text("Nm", &sepa_text(&file.payer.name, MOST_NAME));
            agreement(xml, file, "CUST");
        });
    });
}

fn payment_information(xml: &mut Xml, file: &PaymentFile, batch: &Batch<'_>, version: Version) {
    xml.group("PmtInf", |xml| {
        xml.text("PmtInfId", &batch.id);
        xml.text("PmtMtd", "TRF");
        // Salaries are one sum on the statement; the others are to be seen there one by one.
        xml.text("BtchBookg", if batch.kind == Kind::Salary { "true" } else { "false" });
        xml.text("NbOfTxs", &batch.payments.len().to_string());
        xml.text("CtrlSum", &batch.sum.plain());
        xml.group("PmtTpInf", |xml| {
            xml.group("SvcLvl", |xml| xml.text("Cd", "SEPA"));
            if batch.kind == Kind::Salary {
                xml.group("CtgyPurp", |xml| xml.text("Cd", "SALA"));
            }
        });
        let date = batch.date.to_string();
        match version {
            Version::V03 => xml.text("ReqdExctnDt", &date),
            Version::V09 => xml.group("ReqdExctnDt", |xml| xml.text("Dt", &date)),
        }
        debtor(xml, file, version);
        xml.text("ChrgBr", "SLEV");
        for payment in &batch.payments {
            transfer(xml, payment);
        }
    });
}

fn debtor(xml: &mut Xml, file: &PaymentFile, version: Version) {
    xml.group("Dbtr", |xml| {
        xml.text("Nm", &sepa_text(&file.payer.name, MOST_NAME));
        agreement(xml, file, "BANK");
    });
    account(xml, "DbtrAcct", file.payer.account.as_str());
    xml.group("DbtrAgt", |xml| {
        xml.group("FinInstnId", |xml| {
            let name = match version {
                Version::V03 => "BIC",
                Version::V09 => "BICFI",
            };
            xml.text(name, file.payer.bic.as_str());
        });
    });
}

fn agreement(xml: &mut Xml, file: &PaymentFile, scheme: &str) {
    xml.group("Id", |xml| {
        xml.group("OrgId", |xml| {
            xml.group("Othr", |xml| {
                xml.text("Id", &file.payer.bank_agreement);
                xml.group("SchmeNm", |xml| xml.text("Cd", scheme));
            });
        });
    });
}

fn account(xml: &mut Xml, name: &str, iban: &str) {
    xml.group(name, |xml| xml.group("Id", |xml| xml.text("IBAN", iban)));
}

/// The receiver's bank is left out: within SEPA the account number tells it.
fn transfer(xml: &mut Xml, payment: &Payment) {
    xml.group("CdtTrfTxInf", |xml| {
        xml.group("PmtId", |xml| xml.text("EndToEndId", &payment.end_to_end_id));
        xml.group("Amt", |xml| xml.text_with("InstdAmt", &[("Ccy", "EUR")], &payment.amount.plain()));
        xml.group("Cdtr", |xml| xml.text("Nm", &sepa_text(&payment.receiver, MOST_NAME)));
        account(xml, "CdtrAcct", payment.account.as_str());
        match &payment.message {
            Message::Reference(reference) => remittance_reference(xml, reference),
            Message::Text(text) => {
                let text = sepa_text(text, MOST_MESSAGE);
                if !text.is_empty() {
                    xml.group("RmtInf", |xml| xml.text("Ustrd", &text));
                }
            }
        }
    });
}

fn remittance_reference(xml: &mut Xml, reference: &PaymentReference) {
    xml.group("RmtInf", |xml| {
        xml.group("Strd", |xml| {
            xml.group("CdtrRefInf", |xml| {
                xml.group("Tp", |xml| {
                    xml.group("CdOrPrtry", |xml| xml.text("Cd", "SCOR"));
                    if matches!(reference, PaymentReference::Rf(_)) {
                        xml.text("Issr", "ISO");
                    }
                });
                xml.text("Ref", reference.as_str());
            });
        });
    });
}
