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

mod details;
mod elements;
mod entry;
mod error;

use std::io::BufRead;

use jiff::civil::Date;
use liksa_finland::{Iban, PaymentReference};
use liksa_money::Money;

pub use error::CamtError;

use elements::{Elements, Step};
use entry::Entry;

/// One movement of money on the account.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Transaction {
    /// The bank's archive id where there is one. The same each time the transaction is read and unique within an
    /// account, so that a payment is booked once.
    pub id: String,
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
    pub debtor_name: Option<String>,
    pub debtor_account: Option<Iban>,
    pub creditor_name: Option<String>,
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
        }
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
            (Step::Closed, "Acct/Id/IBAN") => self.statement.account = self.elements.text().parse().ok(),
            (step, path) => {
                if let (Some(entry), Some(path)) = (&mut self.entry, path.strip_prefix("Ntry/")) {
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
                return Some(Ok(self.ready.remove(0)));
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
