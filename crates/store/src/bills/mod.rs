//! Bills and their rows.
//!
//! A worker's write first claims the version it was made on ([`Tx::claim_draft`]): of two writes on one version the
//! second finds nothing to claim, so that no text is overwritten unseen. One statement changes the state of a bill, in
//! `moves.rs`.

mod lists;
mod moves;
mod queue;
mod read;
mod receipt_vat;
mod review;
mod row;
mod trips;
mod write;

pub use self::{lists::*, moves::*, queue::*, review::*, trips::*, write::*};
pub(crate) use self::{read::*, row::*};

use liksa_domain::bill::life::was_sent;
use liksa_domain::bill::{Bill, BillFigures, BillState};
use liksa_domain::customer::{Buyer, PartyRole};
use liksa_domain::review::Reach;

use crate::advances::Advance;
use crate::deliveries::DeliveryOfBill;
use crate::prelude::*;
use crate::purchases::StoredPurchase;
use crate::receipts::Receipt;
use crate::shares::StoredShare;

/// A bill with all that is stored of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredBill {
    pub id: BillId,
    pub person: PersonId,
    /// Grows with every change.
    pub version: i64,
    pub open_request: bool,
    pub number: Option<i64>,
    /// When it goes to the customer by itself, once it is approved.
    pub leaves_at: Option<Timestamp>,
    pub saved_at: Timestamp,
    pub bill: Bill,
    pub figures: BillFigures,
    /// The part of the sum with VAT that was paid.
    pub paid_amount: Money,
    /// The part of the sum with VAT that credit notes have taken back, as far as they have gone to the customer.
    pub credited_amount: Money,
    /// When the last payment came.
    pub paid_on: Option<Date>,
    pub customer: Option<CustomerOfBill>,
    /// Once it has been closed.
    pub delivery: Option<DeliveryOfBill>,
    /// When the customer was last reminded of it.
    pub reminded_on: Option<Date>,
    pub links: BillLinks,
    /// Of all rows, in the order in which they came.
    pub receipts: Vec<Receipt>,
    /// Those of subcontractors, in the order in which they were made.
    pub shares: Vec<StoredShare>,
    /// In the order in which they came. Only where one bill is read.
    pub purchases: Vec<StoredPurchase>,
    /// The salary that it was paid in, once its slip is published.
    pub paid_in: Option<PaidIn>,
    /// All that were asked for on it, the oldest first.
    pub advances: Vec<Advance>,
}

/// A pay slip as a bill mentions it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaidIn {
    pub salary: SalaryId,
    pub number: i64,
    pub payday: Date,
}

/// Of a row of `bill`: the part of its sum with VAT that no credit note takes back, also none that is still on its way.
macro_rules! left_to_credit {
    ($bill:literal) => {
        concat!(
            $bill,
            ".total_with_vat + COALESCE((SELECT CAST(SUM(n.total_with_vat) AS BIGINT) FROM bill n WHERE n.credit_of = ",
            $bill,
            ".id AND n.state <> 'OPEN'), 0)"
        )
    };
}
use left_to_credit;

impl StoredBill {
    /// What the customer still owes; zero unless the bill was sent to the customer.
    pub fn open_amount(&self) -> Money {
        let is_out = self.bill.state == BillState::Closed && !self.bill.is_credit_note;
        let settled = self.paid_amount.plus(self.credited_amount);
        let open = settled.and_then(|settled| self.figures.total_with_vat.minus(settled)).unwrap_or_default();
        if is_out { open.max(Money::ZERO) } else { Money::ZERO }
    }

    /// The part of the sum with VAT that no credit note takes back, also none that is still on its way. None unless
    /// it is a bill that was sent to the customer.
    pub fn left_to_credit(&self) -> Option<Money> {
        let notes = self.links.credited_by.iter().filter(|note| note.state != BillState::Open);
        let credited = Money::sum(notes.map(|note| note.total_with_vat));
        was_sent(&self.bill).then(|| {
            credited.and_then(|credited| self.figures.total_with_vat.plus(credited)).unwrap_or_default()
        })
    }
}

/// The customer as far as a bill shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CustomerOfBill {
    pub id: CustomerId,
    pub name: String,
    pub business_id: String,
    pub vat_number: String,
    pub role: PartyRole,
    pub city: String,
    pub reach: Reach,
    pub payment_days: i64,
}

impl CustomerOfBill {
    pub fn buyer(&self) -> Buyer {
        Buyer { role: self.role, business_id: self.business_id.clone(), vat_number: self.vat_number.clone() }
    }
}

/// The bills that this one credits or corrects, and those that credit or correct it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BillLinks {
    pub credit_of: Option<BillLink>,
    /// The oldest first.
    pub credited_by: Vec<BillLink>,
    pub correction_of: Option<BillLink>,
    pub corrected_by: Option<BillLink>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BillLink {
    pub id: BillId,
    pub number: Option<i64>,
    pub state: BillState,
    pub total_with_vat: Money,
}

/// A bill of which something is left to be credited.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CreditableBill {
    pub id: BillId,
    pub number: i64,
    pub billing_date: Option<Date>,
    pub total_with_vat: Money,
    /// With VAT.
    pub left: Money,
}
