//! Payments of customers: booked once from the bank's files, matched to bills, refunded or set aside.
//!
//! A payment, its parts, the bills, the ledger and the audit log change in one transaction. Bills are locked before
//! payments, and by ascending number, so that two bookings at once wait for each other instead of deadlocking.

mod bank_files;
mod batches;
mod bills;
mod book;
mod decide;
mod details;
mod left_again;
mod orders;
mod own;
mod payouts;
mod proposals;
mod read_bank_file;
mod remittances;

pub use self::bank_files::*;
pub use self::batches::book;
pub use self::book::{Outcome, SALARY_ID_PREFIX};
pub use self::decide::{match_to_bills, refund, release, set_aside, unmatch};
pub use self::details::*;
pub use self::left_again::salaries_left_again;
pub use self::proposals::{confirm_match, reject_match, withdraw_match};
pub use crate::booking::BookedBy;
pub use liksa_documents::camt::{Batch, PaidReference, Transaction};

use liksa_domain::ledger::entries::PaymentPlace;
use liksa_domain::payments::{Part, PartKind, PaymentState};
use liksa_money::MoneyError;

use crate::prelude::*;

impl BookedBy {
    fn record_payment(self, tx: &mut Tx, action: Action, payment: PaymentId, detail: &Value) {
        self.record(tx, action, format!("payment:{payment}"), detail);
    }
}

/// The payment was handled by someone else since it was read.
const CHANGED: Error = Error::Conflict(ErrorKey::PaymentChanged);

async fn must_exist(context: &Context, payment: PaymentId) -> Result<()> {
    context.store.payment(payment).await?.map(|_| ()).ok_or(Error::NotFound)
}

/// Whether something is left of a payment that a clerk can match or refund.
fn has_open_rest(payment: &StoredPayment) -> bool {
    matches!(payment.state, PaymentState::Unmatched | PaymentState::Refundable) && payment.rest.is_positive()
}

/// The place of a part in the ledger.
fn place_of(part: &Part) -> (PaymentPlace, Money) {
    let place = match part.kind {
        PartKind::Bill => PaymentPlace::Bill(part.bill),
        PartKind::Interest | PartKind::Fee => PaymentPlace::LateCharges(part.bill),
    };
    (place, part.amount)
}

/// The place of a payment's rest in the ledger.
fn place_of_rest(state: PaymentState) -> PaymentPlace {
    match state {
        PaymentState::Refundable | PaymentState::Refunded | PaymentState::Matched => PaymentPlace::Refundable,
        _ => PaymentPlace::Unmatched,
    }
}

/// The places of parts with their amounts negated, to undo them.
fn negated_places(parts: &[Part]) -> Result<Vec<(PaymentPlace, Money)>, MoneyError> {
    let negated = |part: &Part| {
        let (place, amount) = place_of(part);
        Ok((place, amount.negated()?))
    };
    parts.iter().map(negated).collect()
}

/// The subject of the ledger entry for a change of a payment. The version makes it unique among its changes.
fn entry_subject(payment: &StoredPayment) -> String {
    format!("payment:{}:{}", payment.id, payment.version)
}

/// Parts as the audit log lists them.
fn parts_json(parts: &[Part]) -> Value {
    let part = |part: &Part| json!({"bill": part.bill.to_string(), "kind": part.kind.name(), "amount": part.amount.plain()});
    parts.iter().map(part).collect()
}
