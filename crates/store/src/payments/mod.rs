//! What the bank told of the account: payments, the bills they are for, refunds and reminders.
//!
//! Whoever books takes the bills first ([`Tx::lock_receivables`], by ascending number) and then says what they
//! got: two payments of one bill come one after the other, whichever files they are in.

mod bank_files;
mod candidates;
mod lists;
mod overdue;
mod receivables;
mod refunds;
mod reminders;
mod write;

use jiff::Timestamp;
use jiff::civil::Date;
use liksa_domain::ids::{BankFileId, BillId, Id, PaymentId};
use liksa_domain::payments::{Part, PartKind, PaymentState};
use liksa_money::Money;
use sqlx::FromRow;
use uuid::Uuid;

use crate::error::{StoreError, StoreResult};
use crate::time::{date_from_text, from_micros};

pub(crate) use bank_files::SELECT_BANK_FILES;
pub(crate) use candidates::{
    CANDIDATES_BY_AMOUNT, CANDIDATES_BY_NAME, CANDIDATES_BY_NUMBER, SEARCH_BY_NAME, SEARCH_BY_NUMBER,
};
pub(crate) use lists::{
    SEARCH_PAYMENTS, SELECT_PARTS, SELECT_PARTS_OF_BILL, SELECT_PAYMENT, SELECT_PAYMENTS,
};
pub(crate) use overdue::{COUNT_OVERDUE, SELECT_OVERDUE};
pub(crate) use refunds::{APPROVED_REFUNDS, REFUNDS_TO_APPROVE};
pub(crate) use reminders::{COUNT_REMINDERS, SELECT_REMINDER_PAGE};

pub use bank_files::{BankFile, NewBankFile};
pub use candidates::{CandidateBill, CandidateQuery};
pub use lists::{PartOfPayment, PaymentOfBill, PaymentPage};
pub use overdue::{OverdueBill, OverdueCursor, OverduePage};
pub use receivables::{BillPaid, Receivable};
pub use refunds::{NewRefund, Refund};
pub use reminders::{ListedReminder, NewReminder, ReminderPage, StoredReminder};
pub use write::NewPayment;

/// A movement on the account as it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredPayment {
    pub id: PaymentId,
    /// Grows with every change.
    pub version: i64,
    pub bank_file: Option<BankFileId>,
    pub amount: Money,
    pub booking_date: Date,
    pub value_date: Date,
    pub payer_name: String,
    pub payer_iban: Option<String>,
    pub reference: String,
    pub message: String,
    pub end_to_end_id: String,
    pub state: PaymentState,
    /// What no bill has taken and no refund gives back.
    pub rest: Money,
    /// The payment that this one takes back.
    pub reverses: Option<PaymentId>,
    /// Why it was set aside.
    pub note: String,
    pub created_at: Timestamp,
}

#[derive(FromRow)]
struct PaymentColumns {
    id: Uuid,
    version: i64,
    bank_file_id: Option<Uuid>,
    amount: i64,
    booking_date: String,
    value_date: String,
    payer_name: String,
    payer_iban: Option<String>,
    reference: String,
    message: String,
    end_to_end_id: String,
    state: String,
    rest: i64,
    reverses: Option<Uuid>,
    note: String,
    created_at: i64,
}

/// Of table `payment`.
macro_rules! payment_columns {
    () => {
        "id, version, bank_file_id, amount, booking_date, value_date, payer_name, payer_iban, reference, message, \
         end_to_end_id, state, rest, reverses, note, created_at "
    };
}
use payment_columns;

impl PaymentColumns {
    fn into_payment(self) -> StoreResult<StoredPayment> {
        Ok(StoredPayment {
            id: PaymentId::from_uuid(self.id),
            version: self.version,
            bank_file: self.bank_file_id.map(BankFileId::from_uuid),
            amount: Money::from_units(self.amount),
            booking_date: date_from_text(&self.booking_date)?,
            value_date: date_from_text(&self.value_date)?,
            payer_name: self.payer_name,
            payer_iban: self.payer_iban,
            reference: self.reference,
            message: self.message,
            end_to_end_id: self.end_to_end_id,
            state: PaymentState::from_name(&self.state).ok_or(StoreError::Corrupt("state of a payment"))?,
            rest: Money::from_units(self.rest),
            reverses: self.reverses.map(PaymentId::from_uuid),
            note: self.note,
            created_at: from_micros(self.created_at)?,
        })
    }
}

fn part_from(bill: Uuid, kind: &str, amount: i64) -> StoreResult<Part> {
    Ok(Part {
        bill: BillId::from_uuid(bill),
        kind: PartKind::from_name(kind).ok_or(StoreError::Corrupt("kind of a part"))?,
        amount: Money::from_units(amount),
    })
}
