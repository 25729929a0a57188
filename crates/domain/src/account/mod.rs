//! How people come to have an account, and what they decide about it themselves.

pub mod guessing;
pub mod identity;
pub mod news;
pub mod password;
pub mod professions;
pub mod profile;
pub mod registration;

use jiff::SignedDuration;

use crate::named::named;

/// The day of the terms that newcomers accept now. Changed with every change of their text.
pub const TERMS_VERSION: &str = "2026-11-01";

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
