//! What customers pay: booked once, matched to bills, given back, asked for again.
//!
//! Everything here works inside a transaction of its caller: the payment, its parts, the bills, the ledger and the
//! audit log change together or not at all. Bills are held before payments, and by ascending number, so that two
//! who book at once wait for each other instead of locking each other out.

pub mod bank_file;
mod bills;
mod booking;
mod by_hand;
mod reminding;
mod reversal;
#[cfg(test)]
pub mod testing;

pub use booking::{Movement, SALARY_PAYMENT, book};
pub use by_hand::{HandMatch, Undoing, match_by_hand, refund, release, set_aside, unmatch};
pub use reminding::{file_reminder, remind};

use jiff::Timestamp;
use liksa_domain::audit::{Action, AuditEvent};
use liksa_domain::ids::{PaymentId, PersonId};
use liksa_domain::ledger::entries::PaymentPlace;
use liksa_domain::payments::{Part, PartKind, PaymentState};
use liksa_money::Money;
use liksa_store::{StoredPayment, Tx};
use serde_json::{Value, json};

/// Who books, and when.
#[derive(Clone, Copy)]
pub struct Hand {
    /// Nobody for what the program does by itself.
    pub actor: Option<PersonId>,
    pub at: Timestamp,
    /// Whether workers hear of it. A made-up past is nobody's news.
    pub is_news: bool,
}

impl Hand {
    async fn record(
        self,
        tx: &mut Tx,
        action: Action,
        payment: PaymentId,
        detail: &Value,
    ) -> anyhow::Result<()> {
        let subject = format!("payment:{payment}");
        let event =
            AuditEvent { at: self.at, actor: self.actor, action, subject, detail: detail.to_string() };
        Ok(tx.record(&event).await?)
    }
}

/// Where the ledger has a part.
fn place_of(part: &Part) -> (PaymentPlace, Money) {
    let place = match part.kind {
        PartKind::Bill => PaymentPlace::Bill(part.bill),
        PartKind::Interest | PartKind::Fee => PaymentPlace::LateCharges(part.bill),
    };
    (place, part.amount)
}

/// Where the ledger has the rest of a payment.
fn place_of_rest(state: PaymentState) -> PaymentPlace {
    match state {
        PaymentState::Refundable | PaymentState::Refunded | PaymentState::Matched => PaymentPlace::Refundable,
        _ => PaymentPlace::Unmatched,
    }
}

fn negative(parts: &[Part]) -> anyhow::Result<Vec<(PaymentPlace, Money)>> {
    let turned = |part: &Part| {
        let (place, amount) = place_of(part);
        Ok((place, amount.negated()?))
    };
    parts.iter().map(turned).collect()
}

/// What each change of a payment is booked as: its version tells one from the next.
fn deed(payment: &StoredPayment) -> String {
    format!("payment:{}:{}", payment.id, payment.version)
}

/// Parts for the audit log.
fn told(parts: &[Part]) -> Value {
    let told = parts.iter().map(|part| {
        json!({"bill": part.bill.to_string(), "kind": part.kind.name(), "amount": part.amount.plain()})
    });
    told.collect()
}
