//! What goes out: bills to their customers, and mails.

use crate::account::TokenKind;
use crate::ids::{EmailLinkId, PersonId, RegistrationId};
use crate::named::named;

named! {
    /// Where a bill is on its way out.
    DeliveryState {
        /// Its documents are being made, or its mail waits.
        Queued = "QUEUED",
        /// Waits for the next print batch.
        ToPrint = "TO_PRINT",
        /// Handed over to the operator, the mail server or the printer.
        Sent = "SENT",
        /// The last attempt failed; the reason is beside it.
        Failed = "FAILED",
        /// The mail server may or may not have taken it, and a clerk has to ask.
        Unsure = "UNSURE",
    }
}

/// Stands in a mail where the token of its link goes. The token is made when the mail is sent, so that only
/// its receiver has it; a mail that is sent again has another.
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
        /// The mail server may or may not have taken it. A clerk decides whether to send it again.
        Unsure = "UNSURE",
        /// Refused for good, or not accepted for too long.
        Failed = "FAILED",
    }
}
