//! What goes out: bills to their customers, and mails.

use crate::account::TokenKind;
use crate::ids::{EmailLinkId, PersonId, RegistrationId};
use crate::named::named;
use crate::person::Role;

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

named! {
    /// Why nothing leaves the server: no mails, e-invoices or payment files.
    HoldReason {
        /// The data was brought back from a backup.
        Restored = "RESTORED",
        /// The database is a copy of another one.
        Copied = "COPIED",
        /// The operator started the server so.
        Asked = "ASKED",
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

named! {
    /// What a mail is about.
    MailKind {
        /// A bill to its customer.
        Invoice = "INVOICE",
        /// A reminder to a customer.
        Reminder = "REMINDER",
        /// What became of a bill, a share, a purchase, an advance, a receipt or a salary.
        News = "NEWS",
        /// To a newcomer.
        Registration = "REGISTRATION",
        Password = "PASSWORD",
        /// Confirms an address.
        EmailAddress = "EMAIL_ADDRESS",
        /// A change of an account that its owner should know of.
        Account = "ACCOUNT",
        /// From a worker to somebody who may become a subcontractor.
        Invitation = "INVITATION",
        /// Written before mails had a kind.
        Other = "OTHER",
    }
}

impl MailKind {
    /// Whose work it is about. Nobody else learns that there is such a mail: an address may be that of a stranger.
    pub fn roles(self) -> &'static [Role] {
        match self {
            Self::Invoice => &[Role::Clerk],
            Self::Reminder => &[Role::Payroll],
            Self::News => &[Role::Clerk, Role::Payroll, Role::Admin],
            Self::Registration
            | Self::Password
            | Self::EmailAddress
            | Self::Account
            | Self::Invitation
            | Self::Other => &[Role::Admin],
        }
    }

    /// The kinds that people with these roles look after.
    pub fn visible_to(roles: &[Role]) -> Vec<Self> {
        let kinds = Self::ALL.iter().copied();
        kinds.filter(|kind| kind.roles().iter().any(|role| roles.contains(role))).collect()
    }
}

named! {
    /// Why a mail was not sent, or not for certain.
    MailReason {
        /// The receiver's mail server knows no such address, or takes nothing for it.
        AddressRefused = "ADDRESS_REFUSED",
        /// The mail server refused it for good.
        Refused = "REFUSED",
        /// The mail server asked to try later.
        Later = "LATER",
        /// There was no connection to the mail server, or it did not let us in.
        Unreachable = "UNREACHABLE",
        /// The connection broke before the mail server said whether it accepts the mail.
        NoAnswer = "NO_ANSWER",
        /// Our own server stopped while it was sending.
        Stopped = "STOPPED",
        /// What its link opens is gone.
        LinkGone = "LINK_GONE",
        /// The mail could not be put together.
        NotMade = "NOT_MADE",
    }
}

impl MailReason {
    /// What a permanent refusal is about, by the reply of the mail server. Only what the customer's address or mailbox is
    /// surely at fault for counts as that: its worker is told to correct it. The enhanced code (RFC 3463) decides where
    /// there is one. A bare 550, 551 or 553 in answer to the receiver is about the receiver, unless it speaks of us.
    pub fn of_refusal(code: u16, reply: &str, of_receiver: bool) -> Self {
        /// No such address or mailbox, moved, no mail host (RFC 7505); disabled, full.
        const ADDRESS: [(u16, u16); 8] = [(1, 0), (1, 1), (1, 2), (1, 3), (1, 6), (1, 10), (2, 1), (2, 2)];
        const OF_US: [&str; 6] = ["relay", "sender", "spam", "policy", "blocked", "authentic"];
        let about_the_address = match enhanced_code(reply) {
            Some(found) => ADDRESS.contains(&found),
            None => {
                let reply = reply.to_lowercase();
                of_receiver
                    && matches!(code, 550 | 551 | 553)
                    && !OF_US.iter().any(|word| reply.contains(word))
            }
        };
        if about_the_address { Self::AddressRefused } else { Self::Refused }
    }
}

/// The subject and the detail of an enhanced code for a permanent failure, `5.subject.detail`.
fn enhanced_code(reply: &str) -> Option<(u16, u16)> {
    reply.split_whitespace().find_map(|word| {
        let (subject, detail) = word.strip_prefix("5.")?.split_once('.')?;
        let number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok());
        Some((number(subject)??, number(detail)??))
    })
}

/// A text for the log, without the e-mail addresses in it: a mail server quotes that of the receiver where it refuses it.
pub fn without_addresses(text: &str) -> String {
    const INSTEAD: &str = "(address)";
    let mut shown = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('@') {
        let (before, after) = (&rest[..at], &rest[at..]);
        let start = before.trim_end_matches(|letter: char| !ends_address(letter)).len();
        let end = after.find(ends_address).unwrap_or(after.len());
        // An at sign by itself is no address.
        let found = if start == at && end == 1 { "@" } else { INSTEAD };
        shown.push_str(&before[..start]);
        shown.push_str(found);
        rest = &after[end..];
    }
    shown.push_str(rest);
    shown
}

/// What stands around an address, and is never in it as mail servers quote it.
fn ends_address(letter: char) -> bool {
    letter.is_whitespace() || letter.is_control() || "<>()[]{},;:\"'`|".contains(letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_left_out_of_the_log() {
        for (text, expected) in [
            (
                "permanent error (550): 5.1.1 <asiakas@kulttuuritalo.example>: Recipient address rejected",
                "permanent error (550): 5.1.1 <(address)>: Recipient address rejected",
            ),
            ("550 no such user asiakas+laskut@x.example.", "550 no such user (address)"),
            ("450 a@b.example, c.d@e.example; later", "450 (address), (address); later"),
            ("553 \"äijä@önnerström.example\" is unknown", "553 \"(address)\" is unknown"),
            ("RCPT TO:<a@b.example>", "RCPT TO:<(address)>"),
            ("a@b@c.example refused", "(address) refused"),
            ("ää a@b", "ää (address)"),
            ("unknown user root@", "unknown user (address)"),
            ("sent at 10 @ noon", "sent at 10 @ noon"),
            ("connection refused (os error 111)", "connection refused (os error 111)"),
            ("", ""),
            ("@", "@"),
        ] {
            assert_eq!(without_addresses(text), expected, "{text}");
        }
    }

    #[test]
    fn a_refusal_says_whether_the_address_is_at_fault() {
        let (address, refused) = (MailReason::AddressRefused, MailReason::Refused);
        for (code, reply, of_receiver, expected) in [
            (550, "5.1.1 <a@b.example>: Recipient address rejected", true, address),
            (550, "5.1.1 <a@b.example>: found later", false, address),
            (556, "5.1.10 the domain takes no mail", true, address),
            (550, "5.2.1 mailbox disabled", true, address),
            (552, "5.2.2 mailbox full", true, address),
            (550, "no such user", true, address),
            (553, "mailbox name not allowed", true, address),
            (550, "5.1.7 bad sender's address", true, refused),
            (553, "5.1.8 the sender's domain does not exist", true, refused),
            (552, "5.2.3 message too large", false, refused),
            (550, "relay not permitted", true, refused),
            (550, "Relaying denied", true, refused),
            (550, "no such user", false, refused),
            (550, "5.7.1 refused by policy, see 5.1.1.example", true, refused),
            (554, "no", true, refused),
            (552, "message too large", true, refused),
        ] {
            assert_eq!(MailReason::of_refusal(code, reply, of_receiver), expected, "{code} {reply}");
        }
    }

    #[test]
    fn every_mail_is_somebodys_work() {
        let all = MailKind::visible_to(&[Role::Clerk, Role::Payroll, Role::Admin]);
        assert_eq!(all, MailKind::ALL);
        let of_clerks = MailKind::visible_to(&[Role::User, Role::Clerk]);
        assert_eq!(of_clerks, [MailKind::Invoice, MailKind::News], "as they handle deliveries");
        assert!(!MailKind::visible_to(&[Role::Admin]).contains(&MailKind::Invoice));
        assert_eq!(MailKind::visible_to(&[Role::User]), []);
    }
}
