//! Mails to people outside, and how far each has come.

use crate::named::named;

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
