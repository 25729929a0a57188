//! Payments from the bank, the bills they are for, refunds and reminders.
//!
//! Booking locks the bills first ([`Tx::lock_receivables`], by ascending number) and then stores what they were paid:
//! two payments of one bill are booked one after the other, whichever files they are in.

mod bank_files;
mod batches;
mod candidates;
mod lists;
mod orders;
mod overdue;
mod own;
mod proposals;
mod receivables;
mod refunds;
mod reminders;
mod write;

pub use self::{
    bank_files::*, batches::*, candidates::*, lists::*, orders::*, overdue::*, proposals::*, receivables::*,
    refunds::*, reminders::*, write::*,
};

use liksa_domain::payments::{Part, PaymentState};

use crate::prelude::*;

/// A payment on the bank account and its state. Dates are DD.MM.YYYY, amounts euros.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Payment)]
pub struct StoredPayment {
    pub id: PaymentId,
    /// Grows with every change; sent back with every decision about the payment.
    pub version: i64,
    pub state: PaymentState,
    /// Negative for money that went out. Of a batch: what none of its payments has taken.
    pub amount: Money,
    /// Of a batch: what its payments have taken.
    pub divided: Money,
    /// What belongs to no bill and no refund.
    pub rest: Money,
    #[serde(serialize_with = "liksa_domain::dates::serialize")]
    pub booking_date: Date,
    #[serde(serialize_with = "liksa_domain::dates::serialize")]
    pub value_date: Date,
    pub payer_name: String,
    #[schema(required)]
    pub payer_iban: Option<String>,
    pub reference: String,
    pub message: String,
    /// The payment that this one reverses.
    #[schema(required)]
    pub reverses: Option<PaymentId>,
    /// Why it was set aside.
    pub note: String,
    #[serde(skip)]
    pub bank_file: Option<BankFileId>,
    #[serde(skip)]
    pub account: String,
    /// The bank's own id of it.
    #[serde(skip)]
    pub bank_id: String,
    /// The bank's id of the batch that it is a part of.
    #[serde(skip)]
    pub batch_id: Option<String>,
    /// What of it clerks have matched.
    #[serde(skip)]
    pub by_hand: Money,
    #[serde(skip)]
    pub end_to_end_id: String,
    #[serde(skip)]
    pub created_at: Timestamp,
}

read_row! {
    StoredPayment {
        id, version, bank_file = "bank_file_id", account, bank_id, batch_id, amount, divided, by_hand, booking_date, value_date, payer_name, payer_iban,
        reference, message, end_to_end_id, state, rest, reverses, note, created_at
    }
}

/// Of table `payment`.
macro_rules! payment_columns {
    () => {
        "id, version, bank_file_id, account, bank_id, batch_id, amount, divided, by_hand, booking_date, value_date, payer_name, payer_iban, reference, message, \
         end_to_end_id, state, rest, reverses, note, created_at "
    };
}
use payment_columns;

read_row! { Part { bill = "bill_id", kind, amount } }
