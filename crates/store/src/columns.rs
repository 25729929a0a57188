//! What each type is stored as.
//!
//! Instants are integer microseconds: text timestamps sort wrongly and PostgreSQL drops nanoseconds, so the program
//! cuts them itself. Days are YYYY-MM-DD and times of day HH:MM. Amounts are ten-thousandths, rates millionths.

use jiff::Timestamp;
use jiff::civil::{Date, DateTime, Time};
use liksa_domain::account::TokenKind;
use liksa_domain::account::registration::RegistrationState;
use liksa_domain::advance::AdvanceState;
use liksa_domain::audit::Action;
use liksa_domain::bill::{
    BillLanguage, BillState, ExpenseClass, ExpenseKind, Section, Territory, Trailer, VatZeroReason,
};
use liksa_domain::customer::{ContactPerson, PartyRole, SendMethod};
use liksa_domain::delivery::{DeliveryState, HoldReason, MailKind, MailReason, MailState};
use liksa_domain::file::{FilePurpose, MediaType};
use liksa_domain::ids::{self, Id};
use liksa_domain::job::JobState;
use liksa_domain::late_receipt::LateReceiptState;
use liksa_domain::ledger::{Account, EntryKind};
use liksa_domain::payments::{
    BatchRemark, PartKind, PaymentState, ProposalState, RefundState, ReminderState,
};
use liksa_domain::payout::{PayoutFileState, PayoutKind, PayoutState};
use liksa_domain::payroll::{Change, CorrectionKind, RunState, SalaryNeed, SalaryProblem};
use liksa_domain::person::{Email, Language, Role, WorkerType};
use liksa_domain::purchase::PurchaseState;
use liksa_domain::remittance::RemittanceState;
use liksa_domain::settings::{DueKind, ProviderForm};
use liksa_domain::share::{DraftShares, ShareState};
use liksa_domain::shift::{Entitlement, ShiftOrigin};
use liksa_domain::tax_card::TaxCardState;
use liksa_domain::template::TemplateKind;
use liksa_domain::vat::VatRounding;
use liksa_finland::{Bic, Iban, PaymentReference, PersonalId};
use liksa_money::{Money, Quantity, Rate};
use liksa_rates::Vehicle;
use uuid::Uuid;

use crate::payroll::RunFileKind;
use crate::sessions::TokenHash;
use crate::sql::Column;

/// `type => stored type, how to write it, how to read it`.
macro_rules! columns {
    ($($type:ty => $raw:ty, |$value:ident| $write:expr, |$stored:ident| $read:expr);+ $(;)?) => {$(
        impl Column for $type {
            type Raw = $raw;
            fn to_raw(&self) -> $raw {
                let $value = self;
                $write
            }
            fn from_raw($stored: $raw) -> Option<Self> {
                $read
            }
        }
    )+};
}

columns! {
    i64 => i64, |value| *value, |stored| Some(stored);
    bool => bool, |value| *value, |stored| Some(stored);
    String => String, |value| value.clone(), |stored| Some(stored);
    Uuid => Uuid, |value| *value, |stored| Some(stored);
    Vec<u8> => Vec<u8>, |value| value.clone(), |stored| Some(stored);
    [u8; 32] => Vec<u8>, |value| value.to_vec(), |stored| stored.try_into().ok();
    TokenHash => Vec<u8>, |value| value.0.to_vec(), |stored| stored.try_into().ok().map(TokenHash);
    u8 => i64, |value| i64::from(*value), |stored| stored.try_into().ok();
    u16 => i64, |value| i64::from(*value), |stored| stored.try_into().ok();
    u32 => i64, |value| i64::from(*value), |stored| stored.try_into().ok();
    u64 => i64, |value| i64::try_from(*value).unwrap_or(i64::MAX), |stored| stored.try_into().ok();
    Timestamp => i64, |value| value.as_microsecond(), |stored| Timestamp::from_microsecond(stored).ok();
    Date => String, |value| value.to_string(), |stored| stored.parse().ok();
    Time => String, |value| liksa_domain::dates::format_time(*value), |stored| stored.parse().ok();
    DateTime => String, |value| value.strftime("%Y-%m-%dT%H:%M").to_string(), |stored| stored.parse().ok();
    Money => i64, |value| value.units(), |stored| Some(Money::from_units(stored));
    Rate => i64, |value| value.millionths(), |stored| Some(Rate::from_millionths(stored));
    Quantity => i64, |value| value.parts(), |stored| Some(Quantity::from_parts(stored));
    Account => i64, |value| value.number(), |stored| Account::from_number(stored);
    VatZeroReason => i64, |value| i64::from(value.code()),
        |stored| u8::try_from(stored).ok().and_then(VatZeroReason::from_code);
    Vehicle => i64, |value| i64::from(value.code()), |stored| u8::try_from(stored).ok().and_then(Vehicle::from_code);
    ExpenseClass => i64, |value| value.rate().millionths(),
        |stored| ExpenseClass::ALL.into_iter().find(|class| class.to_raw() == stored);
    ExpenseKind => String, |value| match value {
        ExpenseKind::Hotel => "hotel".to_owned(),
        ExpenseKind::Travel => "travel".to_owned(),
        ExpenseKind::Other => "other".to_owned(),
    }, |stored| ExpenseKind::ALL.into_iter().find(|kind| kind.to_raw() == stored);
    Section => i64, |value| match value {
        Section::Open => 0,
        Section::Pending => 1,
        Section::Sent => 2,
        Section::Paid => 3,
        Section::Credited => 4,
    }, |stored| [Self::Open, Self::Pending, Self::Sent, Self::Paid, Self::Credited].into_iter()
        .find(|section| section.to_raw() == stored);
    Vec<Role> => String, |value| value.iter().map(|role| role.name()).collect::<Vec<_>>().join(","), |stored| {
        let names = stored.split(',').filter(|name| !name.is_empty());
        let mut roles = names.map(Role::from_name).collect::<Option<Vec<_>>>()?;
        roles.sort_unstable();
        Some(roles)
    };
    Vec<(Rate, Money)> => String, |value| {
        let pairs = value.iter().map(|(rate, amount)| format!("{}:{}", rate.millionths(), amount.units()));
        pairs.collect::<Vec<_>>().join(",")
    }, |stored| {
        let pair = |text: &str| {
            let (rate, amount) = text.split_once(':')?;
            Some((Rate::from_millionths(rate.parse().ok()?), Money::from_units(amount.parse().ok()?)))
        };
        stored.split(',').filter(|text| !text.is_empty()).map(pair).collect()
    };
    Email => String, |value| value.as_str().to_owned(), |stored| Email::parse(&stored);
}

/// Types that are stored as the text they show themselves as.
macro_rules! texts {
    ($($type:ty),+ $(,)?) => { columns! { $(
        $type => String, |value| value.as_str().to_owned(), |stored| stored.parse().ok();
    )+ } };
}

texts! { Iban, Bic, PersonalId, PaymentReference, Territory }

macro_rules! named {
    ($($type:ty),+ $(,)?) => { columns! { $(
        $type => String, |value| value.name().to_owned(), |stored| <$type>::from_name(&stored);
    )+ } };
}

named! {
    Action, AdvanceState, BatchRemark, BillLanguage, BillState, CorrectionKind, DeliveryState, DraftShares, DueKind,
    EntryKind, FilePurpose, HoldReason, JobState, Language, LateReceiptState, MailKind, MailReason, MailState, MediaType, PartKind, PartyRole,
    PaymentState, PayoutFileState, PayoutKind, PayoutState, ProposalState, PurchaseState, RefundState,
    RegistrationState, ReminderState,
    RemittanceState, Role,
    RunFileKind, RunState, SalaryNeed, SendMethod, ShareState, ShiftOrigin, TaxCardState, TemplateKind, TokenKind, Trailer, VatRounding, WorkerType,
}

/// Lists of names, joined by commas.
macro_rules! lists {
    ($($type:ty),+ $(,)?) => { columns! { $(
        Vec<$type> => String, |value| value.iter().map(|one| one.name()).collect::<Vec<_>>().join(","),
            |stored| stored.split(',').filter(|name| !name.is_empty()).map(<$type>::from_name).collect();
    )+ } };
}

lists! { Change, Entitlement, SalaryProblem }

/// Types that are stored as JSON.
macro_rules! json {
    ($($type:ty),+ $(,)?) => { columns! { $(
        $type => String, |value| serde_json::json!(value).to_string(), |stored| serde_json::from_str(&stored).ok();
    )+ } };
}

json! { Vec<ContactPerson>, Vec<String>, ProviderForm }

macro_rules! ids {
    ($($type:ident),+ $(,)?) => { columns! { $(
        ids::$type => Uuid, |value| value.uuid(), |stored| Some(Self::from_uuid(stored));
    )+ } };
}

ids! {
    AdvanceId, ApiKeyId, BankFileId, BillId, CustomerId, DeliveryId, EmailLinkId, FileId, IdentificationId,
    JobId, LateReceiptId, MailId, MatchProposalId, OwnPlaceId, PasswordRequestId, PaymentId, PayoutFileId,
    PayoutId, PayrollRunId, PersonId, PrintBatchId, PurchaseId, PurchaseReceiptId, ReceiptId, RecoveryId,
    RefundId, RegistrationId, ReminderId, RemittanceId, RowId, SalaryId, SeparateReportId, SessionId,
    ShareId, TaxCardId, TemplateId,
}
