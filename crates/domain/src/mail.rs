//! Mails to people outside, and how far each has come.

use crate::account::TokenKind;
use crate::ids::{EmailLinkId, PersonId, RegistrationId};
use crate::named::named;

/// Stands in a mail where the token of its link goes. The token is made when the mail is sent, so that it is kept
/// nowhere but with whom it is for; whoever is sent again gets another.
pub const TOKEN_PLACE: &str = "{token}";

/// What the link of a mail opens, once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MailLink {
    Registration(RegistrationId),
    Account(TokenKind, PersonId),
    /// Confirms an address.
    Email(EmailLinkId),
}

named! {
    MailState {
        Queued = "QUEUED",
        /// A server is speaking with the mail server, or was when it died.
        Sending = "SENDING",
        Sent = "SENT",
        /// The mail server may or may not have taken it. Somebody decides whether to send it again.
        Unsure = "UNSURE",
        /// Refused for good, or not accepted for too long.
        Failed = "FAILED",
    }
}
