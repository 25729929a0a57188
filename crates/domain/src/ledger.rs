//! Double entry: every euro from the customer's payment to salary, tax, contributions, VAT and fee.
//!
//! Debits are positive and credits negative, always whole cents. An [`Entry`] that does not add up to zero
//! cannot be made, and a posted entry is never changed: a mistake is corrected by another entry. What each kind
//! of entry looks like is said once, by its constructor in [`entries`].

mod account;
mod closing;
pub mod entries;

#[cfg(test)]
mod tests;

use jiff::civil::Date;
use liksa_money::{Money, MoneyError, Rate};

use crate::ids::{BillId, PersonId};
use crate::named::named;

pub use account::Account;
pub use closing::{booking_day, closing_fault};

named! {
    /// Kind of event that is booked.
    EntryKind {
        InvoiceSent = "INVOICE_SENT",
        PaymentReceived = "PAYMENT_RECEIVED",
        /// Money that had come before found its place.
        PaymentMatched = "PAYMENT_MATCHED",
        RefundPaid = "REFUND_PAID",
        Salary = "SALARY",
        SalariesPaid = "SALARIES_PAID",
        SalaryTakenBack = "SALARY_TAKEN_BACK",
        /// The approval of its run was undone before anything was paid.
        SalaryReversed = "SALARY_REVERSED",
        /// Withheld money was paid on to its receiver.
        RemittancePaid = "REMITTANCE_PAID",
        /// … and came back.
        RemittanceReturned = "REMITTANCE_RETURNED",
        /// A purchase invoice was paid.
        PurchasePaid = "PURCHASE_PAID",
        /// … and came back.
        PurchaseReturned = "PURCHASE_RETURNED",
        /// The worker owes a purchase, because its bill was credited before it became a salary.
        PurchaseRecovered = "PURCHASE_RECOVERED",
        /// … and owes it no more, because its money came back.
        PurchaseDebtUndone = "PURCHASE_DEBT_UNDONE",
        /// An advance was paid to its worker, who owes it from then on.
        AdvancePaid = "ADVANCE_PAID",
        /// … and came back.
        AdvanceReturned = "ADVANCE_RETURNED",
        /// VAT of receipts is deducted, or taken back.
        ReceiptVat = "RECEIPT_VAT",
    }
}

/// Line of an entry: what it changes on one account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LedgerLine {
    pub account: Account,
    /// Debit positive, credit negative.
    pub amount: Money,
    /// Of a sale and the VAT on it: what the VAT report is made of.
    pub vat_rate: Option<Rate>,
    pub person: Option<PersonId>,
    pub bill: Option<BillId>,
}

/// Lines that add up to zero.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    kind: EntryKind,
    subject: String,
    date: Date,
    lines: Vec<LedgerLine>,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LedgerError {
    #[error("an entry is off by {0}")]
    Unbalanced(Money),
    #[error("an entry has a fraction of a cent")]
    FractionOfCent,
    #[error(transparent)]
    Money(#[from] MoneyError),
}

impl Entry {
    /// `subject` names what is booked: each subject is booked once for each kind of entry. Lines of zero are left
    /// out.
    pub fn new(
        kind: EntryKind,
        subject: impl Into<String>,
        date: Date,
        lines: impl IntoIterator<Item = LedgerLine>,
    ) -> Result<Self, LedgerError> {
        let lines: Vec<LedgerLine> = lines.into_iter().filter(|line| !line.amount.is_zero()).collect();
        if lines.iter().any(|line| line.amount.cents().is_none()) {
            return Err(LedgerError::FractionOfCent);
        }
        let sum = Money::sum(lines.iter().map(|line| line.amount))?;
        if !sum.is_zero() {
            return Err(LedgerError::Unbalanced(sum));
        }
        Ok(Self { kind, subject: subject.into(), date, lines })
    }

    pub fn kind(&self) -> EntryKind {
        self.kind
    }

    pub fn subject(&self) -> &str {
        &self.subject
    }

    pub fn date(&self) -> Date {
        self.date
    }

    pub fn lines(&self) -> &[LedgerLine] {
        &self.lines
    }
}
