//! Bills and their rows.
//!
//! A worker's write claims the version it was made on ([`Tx::claim_draft`]) before anything else: of two writes
//! on one version the second finds nothing to claim, and nobody's typing is overwritten unseen.

mod lists;
mod moves;
mod queue;
mod read;
mod review;
mod row;
mod trips;
mod write;

use jiff::Timestamp;
use jiff::civil::Date;
use liksa_domain::bill::{Bill, BillFigures, BillState};
use liksa_domain::customer::SendMethod;
use liksa_domain::ids::{BillId, CustomerId, PersonId, SalaryId};
use liksa_money::Money;

use crate::deliveries::DeliveryOfBill;

pub(crate) use lists::{CLOSED_FIRST, COUNT, COUNT_FOUND, OPEN_FIRST};
pub(crate) use read::{SELECT_BILL, SELECT_LINKS, reason_from, state_from};
pub(crate) use row::{SELECT_EXPENSES, SELECT_ROWS};
pub(crate) use trips::{SELECT_PAID_EXPENSES, SELECT_PAID_ROWS};
pub(crate) use write::section_place;

use crate::receipts::Receipt;

pub use lists::{BillCard, BillFilter, BillPage, Cursor, ListOrder};
pub(crate) use queue::{APPROVED, COUNTS, MINE, OPEN_REQUESTS, PENDING};
pub use queue::{Queue, QueueCounts, QueueCursor, QueuedBill, Waiting};
pub use review::ReviewFacts;
pub use trips::PaidRow;
pub use write::{NewBill, WrittenBill};

/// A bill with what the server knows of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredBill {
    pub id: BillId,
    pub person: PersonId,
    /// Grows with every change.
    pub version: i64,
    pub open_request: bool,
    pub number: Option<i64>,
    pub saved_at: Timestamp,
    pub bill: Bill,
    pub figures: BillFigures,
    /// What has come of the sum with VAT.
    pub paid_amount: Money,
    /// When the last of it came.
    pub paid_on: Option<Date>,
    pub customer: Option<CustomerOfBill>,
    /// Once it has been closed.
    pub delivery: Option<DeliveryOfBill>,
    /// When the customer was last reminded of it.
    pub reminded_on: Option<Date>,
    pub links: BillLinks,
    /// Of all rows, in the order in which they came.
    pub receipts: Vec<Receipt>,
    /// The salary that it was paid in, once its slip is the worker's.
    pub paid_in: Option<PaidIn>,
}

/// A pay slip as a bill mentions it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaidIn {
    pub salary: SalaryId,
    pub number: i64,
    pub payday: Date,
}

impl StoredBill {
    /// What is still to come of it; nothing unless it is at the customer's.
    pub fn open_amount(&self) -> Money {
        let is_out = self.bill.state == BillState::Closed && !self.bill.is_credit_note;
        let open = self.figures.total_with_vat.minus(self.paid_amount).unwrap_or_default();
        if is_out { open.max(Money::ZERO) } else { Money::ZERO }
    }
}

/// The customer as far as a bill shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CustomerOfBill {
    pub id: CustomerId,
    pub name: String,
    pub business_id: String,
    pub city: String,
    pub send_method: SendMethod,
    pub payment_days: i64,
}

/// The bills that this one takes back or mends, and those that do so to it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BillLinks {
    pub credit_of: Option<BillLink>,
    pub credited_by: Option<BillLink>,
    pub correction_of: Option<BillLink>,
    pub corrected_by: Option<BillLink>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BillLink {
    pub id: BillId,
    pub number: Option<i64>,
    pub state: BillState,
}
