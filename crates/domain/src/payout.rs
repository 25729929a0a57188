//! Payouts: payments from the provider's account for a purchase invoice or an advance.
//!
//! One person puts payouts that are ready into a payment file, another approves it, and the bank's statement confirms
//! each by its id.

use jiff::Timestamp;
use jiff::civil::Date;
use liksa_finland::bank_days::is_bank_day;
use liksa_finland::{Iban, PaymentReference};
use liksa_money::Money;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::ids::{AdvanceId, BillId, PayoutId, PersonId, PurchaseId};
use crate::named::named;
use crate::problem::{ErrorKey, Problem};
use crate::reading::{Reader, given};

named! {
    /// In the order in which a payment file has them.
    PayoutKind {
        Advance = "ADVANCE",
        Purchase = "PURCHASE",
    }
}

named! {
    PayoutState {
        /// To be paid; perhaps in a file that waits for a second person.
        Ready = "READY",
        /// In a payment file.
        Approved = "APPROVED",
        /// The bank has paid it.
        Paid = "PAID",
        /// Not needed any more before it was in a payment file.
        Withdrawn = "WITHDRAWN",
        /// The bank did not pay it.
        Refused = "REFUSED",
        /// It was paid, and the money came back.
        Returned = "RETURNED",
    }
}

named! {
    PayoutFileState {
        /// Waits for a second person.
        Made = "MADE",
        Approved = "APPROVED",
        /// Taken back before it was approved.
        Withdrawn = "WITHDRAWN",
    }
}

/// The most that a payment carries.
pub const LONGEST_MESSAGE: usize = 140;

/// What is paid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PaidThing {
    Purchase(PurchaseId),
    Advance(AdvanceId),
}

impl PaidThing {
    pub fn kind(self) -> PayoutKind {
        match self {
            Self::Purchase(_) => PayoutKind::Purchase,
            Self::Advance(_) => PayoutKind::Advance,
        }
    }

    pub fn purchase(self) -> Option<PurchaseId> {
        match self {
            Self::Purchase(id) => Some(id),
            Self::Advance(_) => None,
        }
    }

    pub fn advance(self) -> Option<AdvanceId> {
        match self {
            Self::Purchase(_) => None,
            Self::Advance(id) => Some(id),
        }
    }
}

/// A payment to be made, as it is added to those that are ready.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewPayout {
    /// The end-to-end id of the payment.
    pub id: PayoutId,
    pub thing: PaidThing,
    /// The bill that it is paid out of, and its worker.
    pub bill: BillId,
    pub person: PersonId,
    pub receiver: String,
    pub iban: Iban,
    pub reference: Option<PaymentReference>,
    /// Where there is no reference.
    pub message: String,
    pub amount: Money,
    /// The last day to pay it.
    pub due: Date,
    /// The payout in whose place it is made, which the bank refused or which came back.
    pub replaces: Option<PayoutId>,
    pub made_at: Timestamp,
}

/// Where the seller of a purchase wants the money instead, as a client writes it.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OtherAccount {
    /// The seller's right account; if not given, the one that it had. Not for advances, which go to the worker's account.
    pub account_number: Option<String>,
    /// The right reference; if not given, the one that it had.
    pub reference_number: Option<String>,
    /// A message instead of a reference.
    pub message: Option<String>,
}

/// Where a payout goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PayoutReceiver {
    pub name: String,
    pub iban: Iban,
    pub reference: Option<PaymentReference>,
    pub message: String,
}

impl OtherAccount {
    /// What is to be changed of a receiver; None where nothing is given.
    pub fn read(&self, before: &PayoutReceiver) -> Result<Option<PayoutReceiver>, Vec<Problem>> {
        let mut reader = Reader::default();
        let iban = reader.account("accountNumber", self.account_number.as_deref());
        let reference = reader.parsed(
            "referenceNumber",
            given(self.reference_number.as_deref()),
            ErrorKey::InvalidReference,
        );
        let message = reader.text("message", self.message.as_deref(), LONGEST_MESSAGE);
        let is_given = iban.is_some() || reference.is_some() || !message.is_empty();
        let (reference, message) = match (reference, message.is_empty()) {
            (Some(reference), _) => (Some(reference), String::new()),
            (None, false) => (None, message),
            (None, true) => (before.reference.clone(), before.message.clone()),
        };
        let changed = PayoutReceiver {
            name: before.name.clone(),
            iban: iban.unwrap_or(before.iban),
            reference,
            message,
        };
        reader.finish(Some(is_given.then_some(changed)))
    }
}

/// A payment file of payouts as a client asks for it.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = NewPayoutFile)]
pub struct PayoutFileBody {
    /// Up to two hundred payouts that are ready; each once.
    pub ids: Option<Vec<PayoutId>>,
    /// DD.MM.YYYY, a bank day on which the money leaves the account.
    pub pay_on: Option<String>,
}

/// What was asked for, complete and checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PayoutOrder {
    pub ids: Vec<PayoutId>,
    pub pay_on: Date,
}

const MOST_IN_FILE: usize = 200;

impl PayoutFileBody {
    pub fn read(&self, today: Date) -> Result<PayoutOrder, Vec<Problem>> {
        let mut reader = Reader::default();
        let mut ids = self.ids.clone().unwrap_or_default();
        let count = ids.len();
        ids.sort_unstable();
        ids.dedup();
        reader.refuse_if(ids.is_empty(), "ids", ErrorKey::Required);
        reader.refuse_if(ids.len() != count, "ids", ErrorKey::Invalid);
        reader.refuse_more(count, "ids", MOST_IN_FILE);
        let pay_on = bank_day(&mut reader, "payOn", self.pay_on.as_deref(), today);
        reader.finish(pay_on.map(|pay_on| PayoutOrder { ids, pay_on }))
    }
}

/// A day on which money can leave the account, from today on.
pub(crate) fn bank_day(reader: &mut Reader, field: &str, text: Option<&str>, today: Date) -> Option<Date> {
    let day = reader.date(field, text);
    reader.require(field, text);
    reader.refuse_if(day.is_some_and(|day| day < today), field, ErrorKey::DateInThePast);
    reader.refuse_if(day.is_some_and(|day| !is_bank_day(day)), field, ErrorKey::NotABankDay);
    day
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;
    use crate::ids::Id;

    fn id(byte: u8) -> PayoutId {
        PayoutId::new(Timestamp::UNIX_EPOCH, [byte; 10])
    }

    #[test]
    fn a_file_is_read_with_all_its_faults() {
        let today = date(2026, 11, 16);
        let body = |ids: &[u8], day: &str| PayoutFileBody {
            ids: Some(ids.iter().map(|byte| id(*byte)).collect()),
            pay_on: Some(day.to_owned()),
        };
        let order = body(&[2, 1], "17.11.2026").read(today).unwrap();
        assert_eq!(order, PayoutOrder { ids: vec![id(1), id(2)], pay_on: date(2026, 11, 17) });
        let faults = |body: PayoutFileBody| -> Vec<(String, ErrorKey)> {
            body.read(today).unwrap_err().into_iter().map(|one| (one.field, one.key)).collect()
        };
        let named = |found: &[(&str, ErrorKey)]| -> Vec<(String, ErrorKey)> {
            found.iter().map(|(field, key)| ((*field).to_owned(), *key)).collect()
        };
        let none = [("ids", ErrorKey::Required), ("payOn", ErrorKey::Required)];
        assert_eq!(faults(PayoutFileBody::default()), named(&none));
        let wrong = [
            ("ids", ErrorKey::Invalid),
            ("payOn", ErrorKey::DateInThePast),
            ("payOn", ErrorKey::NotABankDay),
        ];
        assert_eq!(faults(body(&[1, 1], "15.11.2026")), named(&wrong));
        let many: Vec<u8> = (0..=200).collect();
        assert_eq!(faults(body(&many, "17.11.2026")), named(&[("ids", ErrorKey::TooMany)]));
    }
}
