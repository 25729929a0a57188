//! Bank statements (ISO 20022 camt.053) and notifications of incoming payments (camt.054).
//!
//! [`CamtReader`] gives the transactions of a file one by one, holding one at a time, so that neither a large
//! file nor a malicious one fills the memory: the length of the file and of each piece of it, the depth and
//! the length of one transaction are all limited, and a file with a document type is refused unread, because
//! entity bombs are defined there. An error ends the reading and refuses the whole file: **book nothing
//! before the reader has come to its end.**
//!
//! The transactions of a file add up to its booked entries. Where the details of an entry leave a difference
//! to its amount, the difference is a transaction of its own, without a reference, for a person to look at.
//! Entries that are only announced (not `BOOK`) are passed over; they come again when they are booked.
//!
//! A statement may have a batch as one entry while a notification has its payments: [`Transaction::batch`] says which
//! batch a payment is of, and the batch itself has that id. No amount is larger than
//! [`liksa_domain::amount_limits`] allows, and no file larger in sum.

mod balance;
mod details;
mod elements;
mod entry;
mod error;

use std::io::BufRead;

use jiff::Timestamp;
use jiff::civil::Date;
use liksa_domain::amount_limits::{LARGEST_FILE_SUM, is_within};
use liksa_finland::{Iban, PaymentReference};
use liksa_money::Money;

pub use balance::ClosingBalance;
pub use error::CamtError;

use balance::Balance;
use elements::{Elements, Step};
use entry::{Entry, read_moment};

/// Ends the id of what takes money back: banks may give it the id of what it takes back.
pub const REVERSAL: &str = entry::REVERSAL;

/// One movement of money on the account.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Transaction {
    /// The bank's archive id where there is one. The same each time the transaction is read and unique within an
    /// account, so that a payment is booked once.
    pub id: String,
    /// The batch that it is a part of, if the bank says so.
    pub batch: Option<Batch>,
    /// The account that the statement is of.
    pub account: Option<Iban>,
    /// Negative for money that went out.
    pub amount: Money,
    pub booking_date: Date,
    pub value_date: Option<Date>,
    /// Whether the bank takes back an earlier transaction. The amount has the sign of this transaction.
    pub reversal: bool,
    /// Whether this is one of several transactions that the bank booked as one entry.
    pub in_batch: bool,
    /// As the payer gives them: usually one, several where one payment settles several invoices.
    pub references: Vec<PaidReference>,
    /// Free text, and references that are not valid.
    pub message: String,
    /// As the sender of the payment gave it.
    pub end_to_end_id: Option<String>,
    /// What a payment file calls the payments that the bank made of it (`PmtInfId`), or the file (`MsgId`).
    pub ordered_as: Option<String>,
    pub debtor_name: Option<String>,
    pub debtor_account: Option<Iban>,
    pub creditor_name: Option<String>,
}

/// An entry of the bank that consists of several transactions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Batch {
    /// The bank's archive id of it, which the entry has where it is not divided.
    pub id: String,
    /// What the bank booked, where the transaction stands in the entry itself.
    pub sum: Option<Money>,
    /// Whether the transaction has no id of its own: its id is made of its place in the batch.
    pub by_place: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaidReference {
    pub reference: PaymentReference,
    /// The part of the payment that is for this reference, where the payer states it; negative for a credit
    /// note that the payer has taken off.
    pub amount: Option<Money>,
}

/// The statement or notification that is being read.
#[derive(Clone, Default)]
struct Statement {
    id: String,
    account: Option<Iban>,
    /// The bank's running number of its statements.
    number: Option<i64>,
    created: Option<Timestamp>,
}

/// Gives the transactions of a file in their order. Ends at the first error.
pub struct CamtReader<R> {
    elements: Elements<R>,
    statement: Statement,
    statements: u32,
    entry: Option<Entry>,
    entries: u32,
    /// A finished entry has at most two transactions left to give: its last one and the difference.
    ready: Vec<Transaction>,
    ended: bool,
    balance: Balance,
    closing: Option<ClosingBalance>,
    /// The sum of all amounts, whichever way they went.
    moved: Money,
}

impl<R: BufRead> CamtReader<R> {
    pub fn new(source: R) -> Self {
        Self {
            elements: Elements::new(source),
            statement: Statement::default(),
            statements: 0,
            entry: None,
            entries: 0,
            ready: Vec::new(),
            ended: false,
            balance: Balance::default(),
            closing: None,
            moved: Money::ZERO,
        }
    }

    /// What the account had at the end of the newest statement, as far as the file has been read.
    pub fn closing_balance(&self) -> Option<&ClosingBalance> {
        self.closing.as_ref()
    }

    /// One transaction more. All together must stay within what a file may have.
    fn count(&mut self, transaction: Transaction) -> Result<Transaction, CamtError> {
        let amount =
            if transaction.amount.is_negative() { transaction.amount.negated()? } else { transaction.amount };
        self.moved = self.moved.plus(amount)?;
        if is_within(self.moved, LARGEST_FILE_SUM) { Ok(transaction) } else { Err(CamtError::SumTooLarge) }
    }

    /// Reads one step further; false at the end of the file.
    fn advance(&mut self) -> Result<bool, CamtError> {
        let step = self.elements.next()?;
        if step == Step::End {
            return if self.statements == 0 { Err(CamtError::NoStatement) } else { Ok(false) };
        }
        let Some(path) = self.elements.within_statement() else { return Ok(true) };
        match (step, path) {
            (Step::Opened, "") => {
                self.statement = Statement::default();
                self.statements += 1;
            }
            (Step::Opened, "Bal") => self.balance = Balance::default(),
            (Step::Closed, "Bal") => {
                let balance = std::mem::take(&mut self.balance);
                if let Some(closing) = balance.closing(&self.statement)?
                    && self.closing.as_ref().is_none_or(|known| known.order() <= closing.order())
                {
                    self.closing = Some(closing);
                }
            }
            (Step::Opened, "Ntry") => {
                self.entries += 1;
                self.entry = Some(Entry::new(self.entries, self.statement.clone()));
            }
            (Step::Closed, "Ntry") => {
                if let Some(entry) = self.entry.take() {
                    self.ready.extend(entry.finish()?);
                }
            }
            (Step::Closed, "Id") => self.statement.id = self.elements.text().to_owned(),
            (Step::Closed, "ElctrncSeqNb") => self.statement.number = self.elements.text().parse().ok(),
            (Step::Closed, "CreDtTm") => self.statement.created = read_moment(self.elements.text()),
            (Step::Closed, "Acct/Id/IBAN") => self.statement.account = self.elements.text().parse().ok(),
            (step, path) => {
                if let (Step::Closed, Some(path)) = (step, path.strip_prefix("Bal/")) {
                    self.balance.read((path, self.elements.text(), self.elements.currency()))?;
                } else if let (Some(entry), Some(path)) = (&mut self.entry, path.strip_prefix("Ntry/")) {
                    let element = (path, self.elements.text(), self.elements.currency());
                    self.ready.extend(entry.read(step, element)?);
                }
            }
        }
        Ok(true)
    }
}

impl<R: BufRead> Iterator for CamtReader<R> {
    type Item = Result<Transaction, CamtError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if !self.ready.is_empty() {
                let next = self.ready.remove(0);
                let counted = self.count(next);
                if counted.is_err() {
                    self.ended = true;
                    self.ready.clear();
                }
                return Some(counted);
            }
            if self.ended {
                return None;
            }
            match self.advance() {
                Ok(more) => self.ended = !more,
                Err(error) => {
                    self.ended = true;
                    self.ready.clear();
                    return Some(Err(error));
                }
            }
        }
    }
}
