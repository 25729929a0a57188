//! Credit transfers for the bank: ISO 20022 pain.001, in the two versions that Finnish banks take.
//!
//! Payments of one kind and one day form a batch of their own, because banks handle salaries apart from the
//! rest: a salary batch carries the category purpose SALA, is booked as one sum, and shows no names to those
//! who see only the account. An advance is wanted on the account today, so it goes as an ordinary transfer.
//!
//! Amounts, dates and identifiers come in as they are to be; nothing here reads a clock or makes up an id, so
//! that the same payments give the same file, and a bank refuses a file that it has had before.

mod sepa_text;
mod writing;

use std::collections::{BTreeMap, HashSet};

use jiff::civil::{Date, DateTime};
use liksa_finland::{Bic, Iban, PaymentReference};
use liksa_money::{Money, MoneyError};

use sepa_text::{is_sepa_id, sepa_text};

/// Which of the two message versions the bank's agreement names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Version {
    V03,
    V09,
}

/// What a payment is for; payments of one kind and day are one batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    Salary,
    Advance,
    PurchaseInvoice,
    /// What a customer paid too much.
    Refund,
}

/// Who pays, from which account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Payer {
    pub name: String,
    /// The number by which the bank knows the agreement; often the business id without its hyphen.
    pub bank_agreement: String,
    pub account: Iban,
    pub bic: Bic,
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

/// What the receiver reads.
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
    pub payer: Payer,
    pub payments: Vec<Payment>,
}

/// Why the bank would send the file back. Payments are named by their end-to-end id, never by their account.
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

/// Where SEPA credit transfers reach, by the letters of the account number.
const SEPA_COUNTRIES: [&str; 42] = [
    "AD", "AL", "AT", "BE", "BG", "CH", "CY", "CZ", "DE", "DK", "EE", "ES", "FI", "FR", "GB", "GI", "GR",
    "HR", "HU", "IE", "IS", "IT", "LI", "LT", "LU", "LV", "MC", "MD", "ME", "MK", "MT", "NL", "NO", "PL",
    "PT", "RO", "RS", "SE", "SI", "SK", "SM", "VA",
];

/// The payments of one kind and day.
struct Batch<'a> {
    id: String,
    kind: Kind,
    date: Date,
    sum: Money,
    payments: Vec<&'a Payment>,
}

impl PaymentFile {
    pub fn to_xml(&self, version: Version) -> Result<String, PaymentFileError> {
        self.check()?;
        let total = Money::sum(self.payments.iter().map(|payment| payment.amount))?;
        Ok(writing::document(self, &self.batches()?, total, version))
    }

    fn check(&self) -> Result<(), PaymentFileError> {
        if self.payments.is_empty() {
            return Err(PaymentFileError::NoPayments);
        }
        if !is_sepa_id(&self.id, MOST_FILE_ID) {
            return Err(PaymentFileError::WrongFileId);
        }
        if !is_sepa_id(&self.payer.bank_agreement, MOST_ID) {
            return Err(PaymentFileError::WrongBankAgreement);
        }
        if !is_name(&self.payer.name) {
            return Err(PaymentFileError::PayerWithoutName);
        }
        let mut ids = HashSet::new();
        for payment in &self.payments {
            payment.check()?;
            if !ids.insert(payment.end_to_end_id.as_str()) {
                return Err(PaymentFileError::SameIdTwice(payment.end_to_end_id.clone()));
            }
        }
        Ok(())
    }

    /// In the order of their kinds and days; within a batch the payments keep theirs.
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
    fn check(&self) -> Result<(), PaymentFileError> {
        let id = || self.end_to_end_id.clone();
        if !is_sepa_id(&self.end_to_end_id, MOST_ID) {
            return Err(PaymentFileError::WrongPaymentId(id()));
        }
        if !self.amount.cents().is_some_and(|cents| (1..=MOST_CENTS).contains(&cents)) {
            return Err(PaymentFileError::WrongAmount(id()));
        }
        if !is_name(&self.receiver) {
            return Err(PaymentFileError::ReceiverWithoutName(id()));
        }
        if !SEPA_COUNTRIES.contains(&self.account.country()) {
            return Err(PaymentFileError::AccountOutsideSepa(id()));
        }
        Ok(())
    }
}

/// Whether something readable is left of a name.
fn is_name(text: &str) -> bool {
    sepa_text(text, MOST_NAME).chars().any(char::is_alphanumeric)
}
