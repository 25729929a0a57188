//! Credit transfers for the bank: ISO 20022 pain.001, in the two versions that Finnish banks take.
//!
//! Payments of one kind and one day form a batch of their own, because banks handle salaries apart from the
//! rest: a salary batch carries the category purpose SALA, is booked as one sum, and shows no names to those
//! who see only the account. An advance has to arrive today, so it is an ordinary transfer.
//!
//! The caller gives all amounts, dates and identifiers, so that the same payments give the same file; a bank
//! refuses a file that it has received before.

mod sepa_text;

use std::collections::{BTreeMap, HashSet};

use jiff::civil::{Date, DateTime};
use liksa_domain::settings::{PaymentFileVersion, Provider};
use liksa_finland::{Iban, PaymentReference};
use liksa_money::{Money, MoneyError};

use crate::ensure;
use crate::xml::Xml;
use sepa_text::{is_sepa_id, sepa_text};

/// The purpose of a payment. Payments of one kind and day are one batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    Salary,
    Advance,
    PurchaseInvoice,
    /// Of an amount that a customer paid too much.
    Refund,
    /// Of withheld money to an authority or insurer.
    Remittance,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Payment {
    pub kind: Kind,
    /// The day on which the money leaves the payer's account.
    pub date: Date,
    /// Comes back on the statement; at most 35 of the characters that banks pass on.
    pub end_to_end_id: String,
    pub amount: Money,
    pub receiver: String,
    pub account: Iban,
    pub message: Message,
}

/// The message to the receiver.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Message {
    Reference(PaymentReference),
    Text(String),
}

/// One file. `id` is remembered by the bank; at most 30 characters, so that batches can be numbered on it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaymentFile {
    pub id: String,
    /// In Finnish time.
    pub created: DateTime,
    /// The payer, with the account, the agreement with the bank and the version that the bank takes.
    pub provider: Provider,
    pub payments: Vec<Payment>,
}

/// Why the bank would refuse the file. Payments are named by their end-to-end id, never by their account.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PaymentFileError {
    #[error("a payment file without payments")]
    NoPayments,
    #[error("the file id is not 1 to {MOST_FILE_ID} of the characters that banks pass on")]
    WrongFileId,
    #[error("the number of the bank agreement is not 1 to {MOST_ID} of the characters that banks pass on")]
    WrongBankAgreement,
    #[error("the payer has no name that banks can pass on")]
    PayerWithoutName,
    #[error("the payer's account is outside SEPA")]
    PayerOutsideSepa,
    #[error("payment id {0:?} is not 1 to {MOST_ID} of the characters that banks pass on")]
    WrongPaymentId(String),
    #[error("two payments have the id {0}")]
    SameIdTwice(String),
    #[error("payment {0}: the amount is not between 0.01 and 999 999 999.99 in whole cents")]
    WrongAmount(String),
    #[error("payment {0}: the receiver has no name that banks can pass on")]
    ReceiverWithoutName(String),
    #[error("payment {0}: the receiver's account is outside SEPA")]
    AccountOutsideSepa(String),
    #[error(transparent)]
    Money(#[from] MoneyError),
}

const MOST_ID: usize = 35;
const MOST_FILE_ID: usize = 30;
const MOST_NAME: usize = 70;
const MOST_MESSAGE: usize = 140;
/// The limit of a SEPA credit transfer.
const MOST_CENTS: i64 = 99_999_999_999;

struct Batch<'a> {
    id: String,
    kind: Kind,
    date: Date,
    sum: Money,
    payments: Vec<&'a Payment>,
}

impl PaymentFile {
    pub fn to_xml(&self) -> Result<String, PaymentFileError> {
        self.check()?;
        let total = Money::sum(self.payments.iter().map(|payment| payment.amount))?;
        Ok(document(self, &self.batches()?, total))
    }

    fn check(&self) -> Result<(), PaymentFileError> {
        ensure(!self.payments.is_empty(), PaymentFileError::NoPayments)?;
        ensure(is_sepa_id(&self.id, MOST_FILE_ID), PaymentFileError::WrongFileId)?;
        check_payer(&self.provider)?;
        let mut ids = HashSet::new();
        for payment in &self.payments {
            payment.check()?;
            let id = &payment.end_to_end_id;
            ensure(ids.insert(id), PaymentFileError::SameIdTwice(id.clone()))?;
        }
        Ok(())
    }

    /// Sorted by kind and day; the order of the payments of a batch does not change.
    fn batches(&self) -> Result<Vec<Batch<'_>>, PaymentFileError> {
        let mut groups: BTreeMap<(Kind, Date), Vec<&Payment>> = BTreeMap::new();
        for payment in &self.payments {
            groups.entry((payment.kind, payment.date)).or_default().push(payment);
        }
        let batch = |(place, ((kind, date), payments)): (usize, ((Kind, Date), Vec<_>))| {
            let sum = Money::sum(payments.iter().map(|payment: &&Payment| payment.amount))?;
            Ok(Batch { id: format!("{}-{}", self.id, place + 1), kind, date, sum, payments })
        };
        groups.into_iter().enumerate().map(batch).collect()
    }
}

impl Payment {
    /// Why the bank would refuse it, whatever else is in the file.
    pub fn check(&self) -> Result<(), PaymentFileError> {
        let id = || self.end_to_end_id.clone();
        ensure(is_sepa_id(&self.end_to_end_id, MOST_ID), PaymentFileError::WrongPaymentId(id()))?;
        let payable = self.amount.cents().is_some_and(|cents| (1..=MOST_CENTS).contains(&cents));
        ensure(payable, PaymentFileError::WrongAmount(id()))?;
        ensure(is_name(&self.receiver), PaymentFileError::ReceiverWithoutName(id()))?;
        ensure(self.account.is_in_sepa(), PaymentFileError::AccountOutsideSepa(id()))
    }
}

/// What of the payer the bank would refuse.
pub fn check_payer(provider: &Provider) -> Result<(), PaymentFileError> {
    ensure(is_sepa_id(&provider.bank_agreement, MOST_ID), PaymentFileError::WrongBankAgreement)?;
    ensure(is_name(&provider.seller.name), PaymentFileError::PayerWithoutName)?;
    ensure(provider.seller.iban.is_in_sepa(), PaymentFileError::PayerOutsideSepa)
}

/// Whether banks can pass on a part of the name that can be read.
pub fn is_name(text: &str) -> bool {
    sepa_text(text, MOST_NAME).chars().any(char::is_alphanumeric)
}

fn document(file: &PaymentFile, batches: &[Batch<'_>], total: Money) -> String {
    let namespace = format!("urn:iso:std:iso:20022:tech:xsd:{}", file.provider.payment_file_version.name());
    Xml::document("Document", &[("xmlns", &namespace)], |xml| {
        xml.group("CstmrCdtTrfInitn", |xml| {
            header(xml, file, total);
            for batch in batches {
                payment_information(xml, file, batch);
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
            payer(xml, file, "CUST");
        });
    });
}

fn payment_information(xml: &mut Xml, file: &PaymentFile, batch: &Batch<'_>) {
    let is_salary = batch.kind == Kind::Salary;
    let date = match file.provider.payment_file_version {
        PaymentFileVersion::V03 => "ReqdExctnDt",
        PaymentFileVersion::V09 => "ReqdExctnDt/Dt",
    };
    xml.group("PmtInf", |xml| {
        xml.text("PmtInfId", &batch.id);
        xml.text("PmtMtd", "TRF");
        // Salaries are one sum on the statement; the others are to be seen there one by one.
        xml.text("BtchBookg", if is_salary { "true" } else { "false" });
        xml.text("NbOfTxs", &batch.payments.len().to_string());
        xml.text("CtrlSum", &batch.sum.plain());
        xml.group("PmtTpInf", |xml| {
            xml.text("SvcLvl/Cd", "SEPA");
            if is_salary {
                xml.text("CtgyPurp/Cd", "SALA");
            }
        });
        xml.text(date, &batch.date.to_string());
        debtor(xml, file);
        xml.text("ChrgBr", "SLEV");
        for payment in &batch.payments {
            transfer(xml, payment);
        }
    });
}

fn debtor(xml: &mut Xml, file: &PaymentFile) {
    let bic = match file.provider.payment_file_version {
        PaymentFileVersion::V03 => "DbtrAgt/FinInstnId/BIC",
        PaymentFileVersion::V09 => "DbtrAgt/FinInstnId/BICFI",
    };
    xml.group("Dbtr", |xml| payer(xml, file, "BANK"));
    xml.text("DbtrAcct/Id/IBAN", file.provider.seller.iban.as_str());
    xml.text(bic, file.provider.seller.bic.as_str());
}

/// Name and agreement of the payer, the agreement by the scheme of the bank or of the customer.
fn payer(xml: &mut Xml, file: &PaymentFile, scheme: &str) {
    xml.text("Nm", &sepa_text(&file.provider.seller.name, MOST_NAME));
    xml.group("Id/OrgId/Othr", |xml| {
        xml.text("Id", &file.provider.bank_agreement);
        xml.text("SchmeNm/Cd", scheme);
    });
}

/// The receiver's bank is left out: within SEPA the account number is enough.
fn transfer(xml: &mut Xml, payment: &Payment) {
    xml.group("CdtTrfTxInf", |xml| {
        xml.text("PmtId/EndToEndId", &payment.end_to_end_id);
        xml.text_with("Amt/InstdAmt", &[("Ccy", "EUR")], &payment.amount.plain());
        xml.text("Cdtr/Nm", &sepa_text(&payment.receiver, MOST_NAME));
        xml.text("CdtrAcct/Id/IBAN", payment.account.as_str());
        match &payment.message {
            Message::Reference(reference) => xml.group("RmtInf/Strd/CdtrRefInf", |xml| {
                xml.group("Tp", |xml| {
                    xml.text("CdOrPrtry/Cd", "SCOR");
                    if matches!(reference, PaymentReference::Rf(_)) {
                        xml.text("Issr", "ISO");
                    }
                });
                xml.text("Ref", reference.as_str());
            }),
            Message::Text(text) => xml.optional("RmtInf/Ustrd", &sepa_text(text, MOST_MESSAGE)),
        }
    });
}
