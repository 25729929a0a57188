//! Typed ids: using the id of another kind does not compile.
//!
//! All are UUIDv7, so they sort by the moment they were made and index well on both engines. The
//! moment and the random bytes come in as arguments; the caller has the clock and the randomness.
//!
//! In JSON an id is its UUID, and the API describes it so: a crate that derives `ToSchema` for
//! shapes with ids has a build script that aliases each id to `Uuid` (`utoipa_config::Config::alias_for`), since
//! utoipa would otherwise describe each kind of id as a schema of its own.

use std::fmt;
use std::str::FromStr;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{KnownFormat, ObjectBuilder, Schema, SchemaFormat, SchemaType, Type};
use uuid::{Builder, Uuid};

/// What every typed id can do, for code that works on any of them.
pub trait Id: Copy {
    fn from_uuid(uuid: Uuid) -> Self;
    fn uuid(self) -> Uuid;

    /// As the end-to-end id of a payment: without hyphens, which some banks leave out.
    fn digits(self) -> String {
        self.uuid().simple().to_string()
    }

    /// A new id for `now`. Moments before 1970 cannot happen in business time and count as 1970.
    fn new(now: Timestamp, random: [u8; 10]) -> Self {
        let millis = u64::try_from(now.as_millisecond()).unwrap_or(0);
        Self::from_uuid(Builder::from_unix_timestamp_millis(millis, &random).into_uuid())
    }
}

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident),+ $(,)?) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(Uuid);

        impl Id for $name {
            fn from_uuid(uuid: Uuid) -> Self {
                Self(uuid)
            }
            fn uuid(self) -> Uuid {
                self.0
            }
        }

        impl From<Uuid> for $name {
            fn from(uuid: Uuid) -> Self {
                Self(uuid)
            }
        }

        impl utoipa::PartialSchema for $name {
            fn schema() -> RefOr<Schema> {
                let format = SchemaFormat::KnownFormat(KnownFormat::Uuid);
                ObjectBuilder::new().schema_type(SchemaType::Type(Type::String)).format(Some(format)).into()
            }
        }

        impl utoipa::ToSchema for $name {}

        impl FromStr for $name {
            type Err = uuid::Error;
            fn from_str(text: &str) -> Result<Self, Self::Err> {
                text.parse().map(Self)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }
    )+};
}

ids! {
    /// A user: worker, subcontractor or staff of the provider.
    PersonId,
    /// One log-in on one device.
    SessionId,
    /// A registration that is not finished.
    RegistrationId,
    /// One visit to the bank to be identified.
    IdentificationId,
    /// A request for a new password.
    PasswordRequestId,
    EmailLinkId,
    CustomerId,
    BillId,
    /// A match by hand that waits for a second person.
    MatchProposalId,
    /// One row of a bill.
    RowId,
    /// What a subcontractor gets of a bill.
    ShareId,
    /// A row or text saved for later bills.
    TemplateId,
    /// A place that a worker wrote down for later trips.
    OwnPlaceId,
    PayrollRunId,
    /// One worker's pay of one payroll run.
    SalaryId,
    /// Money that a worker gets before the customer has paid.
    AdvanceId,
    /// A debt of a worker to the provider.
    RecoveryId,
    /// A job in the queue.
    JobId,
    /// Something uploaded or made: a receipt, a PDF, a bank file.
    FileId,
    /// A copy of what the worker paid, attached to a row.
    ReceiptId,
    /// A cost that was found after its bill was sent.
    LateReceiptId,
    MailId,
    TaxCardId,
    /// Key of a program that uses the API.
    ApiKeyId,
    /// A statement or notification of the bank.
    BankFileId,
    /// A movement on the bank account.
    PaymentId,
    RefundId,
    /// A purchase invoice that is paid out of a bill.
    PurchaseId,
    /// A copy of a purchase invoice.
    PurchaseReceiptId,
    /// One payment from the provider's account for a purchase or an advance.
    PayoutId,
    /// Payouts that are approved together.
    PayoutFileId,
    /// A payment of withheld money to its receiver.
    RemittanceId,
    /// A monthly report to the Incomes Register.
    SeparateReportId,
    ReminderId,
    /// How one bill goes to its customer.
    DeliveryId,
    PrintBatchId,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_ids_sort_later() {
        let early = PersonId::new(Timestamp::from_second(1_000).unwrap(), [0xff; 10]);
        let late = PersonId::new(Timestamp::from_second(1_001).unwrap(), [0; 10]);
        assert!(early < late);
        assert_eq!(early.uuid().get_version_num(), 7);
    }

    #[test]
    fn text_round_trip() {
        let id = SessionId::new(Timestamp::from_second(1_763_000_000).unwrap(), [7; 10]);
        assert_eq!(id.to_string().parse::<SessionId>().unwrap(), id);
        assert!("not an id".parse::<SessionId>().is_err());
    }
}
