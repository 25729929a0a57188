//! Accounts: registration, log-in and what users decide about their own account.

pub mod identity;
pub mod password;
pub mod professions;
pub mod profile;
pub mod registration;

use jiff::SignedDuration;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::named::named;

/// The date of the terms that new users accept now. Changed with every change of their text.
pub const TERMS_VERSION: &str = "2026-11-17";

/// How long a registration may take, from the form to the terms.
pub const REGISTRATION_LASTS: SignedDuration = SignedDuration::from_hours(24);
/// How long the bank may take.
pub const IDENTIFICATION_LASTS: SignedDuration = SignedDuration::from_mins(15);

/// How long the link that confirms an address is good.
pub const EMAIL_LINK_LASTS: SignedDuration = SignedDuration::from_hours(24);

named! {
    /// What a link in a mail is for.
    TokenKind {
        /// A new password.
        Reset = "RESET",
        /// Logging in without one.
        LogIn = "LOGIN",
    }
}

impl TokenKind {
    pub fn lasts(self) -> SignedDuration {
        match self {
            Self::Reset => SignedDuration::from_hours(1),
            Self::LogIn => SignedDuration::from_mins(15),
        }
    }
}

/// What became of a bill, as a notification mail says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum BillNews {
    Approved,
    /// It has left with a later date than the worker gave it.
    Redated,
    Returned,
    Paid,
    /// A credit note has left no more of it than was paid.
    Settled,
    /// The customer's mail server refuses the address. Everybody is told: nobody would pay the bill.
    Undelivered,
    /// The same of a reminder.
    ReminderUndelivered,
}

/// Notification mails that a worker has chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Notifications)]
pub struct Notices {
    pub bill_approved: bool,
    pub bill_returned: bool,
    pub bill_paid: bool,
    pub salary_paid: bool,
}

impl Default for Notices {
    fn default() -> Self {
        Self { bill_approved: true, bill_returned: true, bill_paid: true, salary_paid: true }
    }
}

impl Notices {
    pub fn includes(&self, news: BillNews) -> bool {
        match news {
            BillNews::Approved | BillNews::Redated => self.bill_approved,
            BillNews::Returned => self.bill_returned,
            BillNews::Paid | BillNews::Settled => self.bill_paid,
            BillNews::Undelivered | BillNews::ReminderUndelivered => true,
        }
    }
}
