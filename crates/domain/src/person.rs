//! Users and their roles.

use std::collections::BTreeSet;
use std::fmt;

use crate::customer::search::split;
use crate::ids::PersonId;
use crate::named::named;
use crate::problem::ErrorKey;

named! {
    /// What a person may do. Several may be held at once.
    Role {
        /// Bills customers and gets paid.
        User = "ROLE_USER",
        /// Handles bills and customers for the provider.
        Clerk = "ROLE_CLERK",
        /// Runs payroll and payments for the provider.
        Payroll = "ROLE_PAYROLL",
        /// Settings and users of the provider.
        Admin = "ROLE_ADMIN",
    }
}

named! {
    /// The language of the screens and of mails to the person.
    #[derive(Default)]
    Language {
        #[default]
        Finnish = "fi",
        English = "en",
    }
}

named! {
    /// Legal relation of the worker to the provider; decides which contributions a salary bears.
    WorkerType {
        /// Employment: pension and unemployment contributions of an employee.
        Employee = "WORKER",
        /// Light entrepreneur: an entrepreneur to the pension law although a wage is paid.
        Entrepreneur = "ENTREPRENEUR",
    }
}

/// The new roles of a user, sorted and without repeats. Administrators cannot remove that role from themselves:
/// at least one has to remain.
pub fn roles_after(own: bool, mut asked: Vec<Role>) -> Result<Vec<Role>, ErrorKey> {
    asked.sort_unstable();
    asked.dedup();
    if own && !asked.contains(&Role::Admin) { Err(ErrorKey::LastAdmin) } else { Ok(asked) }
}

/// An e-mail address, which is also the log-in name: trimmed and lower-cased, so that
/// `Worker@Liksa.example ` is the same account.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Email(String);

impl Email {
    /// The longest address a mail server may accept (RFC 5321).
    pub const MAX_LENGTH: usize = 254;
    const MAX_LOCAL_LENGTH: usize = 64;

    /// Accepts what looks like an address; whether it works is shown by a mail to it.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim().to_lowercase();
        let (local, domain) = text.rsplit_once('@')?;
        let plausible = !local.is_empty()
            && text.len() <= Self::MAX_LENGTH
            && !text.chars().any(|c| c.is_whitespace() || c.is_control())
            && !local.contains('@')
            && domain.contains('.')
            && !domain.starts_with('.')
            && !domain.ends_with('.')
            && !domain.contains("..");
        plausible.then_some(Self(text))
    }

    /// Accepts what mail servers take too. For what is typed now: an address that was accepted before stays one.
    pub fn parse_new(text: &str) -> Option<Self> {
        let email = Self::parse(text)?;
        let (local, domain) = email.0.rsplit_once('@')?;
        let in_local = |c: char| c.is_ascii_alphanumeric() || "!#$%&'*+-/=?^_`{|}~".contains(c);
        let is_atom = |atom: &str| !atom.is_empty() && atom.chars().all(in_local);
        let is_label = |label: &str| {
            let inside = label.chars().all(|c| c.is_alphanumeric() || c == '-');
            inside
                && !label.is_empty()
                && !label.starts_with('-')
                && !label.ends_with('-')
                && label.len() <= 63
        };
        let deliverable = local.len() <= Self::MAX_LOCAL_LENGTH
            && local.split('.').all(is_atom)
            && domain.split('.').all(is_label);
        deliverable.then_some(email)
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Email {
    /// An address is personal data: a log shows only that there was one.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Email(…)")
    }
}

/// A user. The password hash stays in the store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    pub id: PersonId,
    pub email: Email,
    pub first_name: String,
    pub last_name: String,
    pub language: Language,
    pub worker_type: WorkerType,
    /// Whether a bank has confirmed the identity.
    pub strong_identified: bool,
    /// Sorted, without repeats.
    pub roles: Vec<Role>,
}

impl Person {
    pub fn full_name(&self) -> String {
        format!("{} {}", self.first_name, self.last_name)
    }

    /// Index words of the person; a search matches their beginnings.
    pub fn index_words(&self) -> BTreeSet<String> {
        let texts = [&self.first_name, &self.last_name, &self.email.0];
        texts.into_iter().flat_map(|text| split(text)).collect()
    }

    pub fn has_role(&self, role: Role) -> bool {
        self.roles.contains(&role)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn administrators_cannot_remove_their_own_role() {
        let asked = vec![Role::Admin, Role::Clerk, Role::Admin];
        assert_eq!(roles_after(true, asked), Ok(vec![Role::Clerk, Role::Admin]));
        assert_eq!(roles_after(true, vec![Role::Clerk]), Err(ErrorKey::LastAdmin));
        assert_eq!(roles_after(false, vec![Role::User]), Ok(vec![Role::User]));
    }

    #[test]
    fn names_come_back() {
        for role in Role::ALL {
            assert_eq!(Role::from_name(role.name()), Some(*role));
        }
        assert_eq!(Language::from_name("sv"), None);
    }

    #[test]
    fn email_is_one_account_however_typed() {
        assert_eq!(Email::parse(" Worker@Liksa.Example "), Email::parse("worker@liksa.example"));
        assert!(Email::parse("worker@liksa.example").is_some());
    }

    #[test]
    fn email_refuses_what_cannot_be_an_address() {
        for bad in ["", "worker", "@liksa.example", "a@b", "a b@liksa.example", "a@.fi", "a@b..fi", "a@@b.fi"]
        {
            assert!(Email::parse(bad).is_none(), "{bad}");
        }
        assert!(Email::parse(&format!("{}@liksa.example", "a".repeat(300))).is_none());
    }

    #[test]
    fn a_new_address_is_one_that_mail_servers_take() {
        for good in ["maija@liksa.example", "o'neil+laskut@a-b.fi", "1.2_3@x.co.uk", "laskut@äkäslompolo.fi"]
        {
            assert!(Email::parse_new(good).is_some(), "{good}");
        }
        let long = format!("{}@liksa.example", "a".repeat(65));
        for bad in [
            "a,b@c.fi",
            "<a@b.fi>",
            "a..b@c.fi",
            ".a@b.fi",
            "a.@b.fi",
            "a;b@c.fi",
            "\"a\"@b.fi",
            "a@b_c.fi",
            "a@-b.fi",
            "a@b.fi>",
            "a:b@c.fi",
            "ä@b.fi",
            "a(b)@c.fi",
            "a@[127.0.0.1]",
            &long,
        ] {
            assert!(Email::parse_new(bad).is_none(), "{bad}");
        }
    }

    #[test]
    fn email_never_shows_in_a_log() {
        let email = Email::parse("worker@liksa.example").unwrap();
        assert!(!format!("{email:?}").contains("worker"));
    }
}
