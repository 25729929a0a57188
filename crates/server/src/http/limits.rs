//! How often one client may ask for what costs us something.

use std::num::NonZeroU32;
use std::time::Duration;

use governor::clock::{Clock as _, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use liksa_domain::ids::PersonId;
use liksa_domain::person::Email;

use super::error::ApiError;
use super::peer::ClientAddress;

/// One place may try many accounts, but not all of them; guessing at one account is slowed down by
/// [`crate::session::guesses`].
pub struct Limits(Option<Limiters>);

/// Mails that anybody can have sent to an address. Each kind is counted by itself, so that nobody can keep its owner from
/// getting the one they need by asking for the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MailKind {
    Registration,
    PasswordReset,
}

const MAILS: u32 = 3;
const BETWEEN_MAILS: Duration = Duration::from_secs(10 * 60);

struct Limiters {
    login_by_client: DefaultKeyedRateLimiter<ClientAddress>,
    accounts_by_client: DefaultKeyedRateLimiter<ClientAddress>,
    mails_by_address: DefaultKeyedRateLimiter<(MailKind, Email)>,
    email_links: DefaultKeyedRateLimiter<PersonId>,
    calculations: DefaultKeyedRateLimiter<ClientAddress>,
}

impl Limits {
    pub fn new(enforced: bool) -> Self {
        Self(enforced.then(|| Limiters {
            login_by_client: limiter(60, Duration::from_secs(1)),
            accounts_by_client: limiter(20, Duration::from_secs(30)),
            mails_by_address: limiter(MAILS, BETWEEN_MAILS),
            email_links: limiter(MAILS, BETWEEN_MAILS),
            calculations: limiter(200, Duration::from_millis(50)),
        }))
    }

    pub fn login(&self, client: ClientAddress) -> Result<(), ApiError> {
        let Some(limiters) = &self.0 else { return Ok(()) };
        check(&limiters.login_by_client, &client)
    }

    /// Registering, and asking for a new password: each costs a slow hash or a mail.
    pub fn account(&self, client: ClientAddress) -> Result<(), ApiError> {
        let Some(limiters) = &self.0 else { return Ok(()) };
        check(&limiters.accounts_by_client, &client)
    }

    /// Whether another mail may go to an address that somebody typed. Who is refused has just got some of its kind.
    pub fn mail_to(&self, address: &Email, kind: MailKind) -> bool {
        let Some(limiters) = &self.0 else { return true };
        limiters.mails_by_address.check_key(&(kind, address.clone())).is_ok()
    }

    /// Whether a person may have another link mailed that confirms an address. Counted by who asks, so that nobody can
    /// use up what somebody else is to get.
    pub fn email_link(&self, person: PersonId) -> Result<(), ApiError> {
        let Some(limiters) = &self.0 else { return Ok(()) };
        check(&limiters.email_links, &person)
    }

    /// The calculator recalculates with every key, so this is generous to people.
    pub fn calculation(&self, client: ClientAddress) -> Result<(), ApiError> {
        let Some(limiters) = &self.0 else { return Ok(()) };
        check(&limiters.calculations, &client)
    }

    /// Clients that have long been silent take no memory.
    pub fn forget_old(&self) {
        if let Some(limiters) = &self.0 {
            limiters.login_by_client.retain_recent();
            limiters.accounts_by_client.retain_recent();
            limiters.mails_by_address.retain_recent();
            limiters.email_links.retain_recent();
            limiters.calculations.retain_recent();
        }
    }
}

fn limiter<K: std::hash::Hash + Eq + Clone>(
    burst: u32,
    then_one_per: Duration,
) -> DefaultKeyedRateLimiter<K> {
    let burst = NonZeroU32::new(burst).unwrap_or(NonZeroU32::MIN);
    // A zero period is the only thing refused, and none is zero.
    let quota = Quota::with_period(then_one_per).unwrap_or(Quota::per_second(NonZeroU32::MIN));
    RateLimiter::keyed(quota.allow_burst(burst))
}

fn check<K: std::hash::Hash + Eq + Clone>(
    limiter: &DefaultKeyedRateLimiter<K>,
    key: &K,
) -> Result<(), ApiError> {
    limiter.check_key(key).map_err(|denied| {
        let wait = denied.wait_time_from(DefaultClock::default().now());
        ApiError::TooManyRequests { retry_after_seconds: wait.as_secs() + 1 }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn registering_with_an_address_uses_up_none_of_its_reset_mails() {
        let (limits, victim) = (Limits::new(true), Email::parse("maija@liksa.example").unwrap());
        for _ in 0..MAILS {
            assert!(limits.mail_to(&victim, MailKind::Registration));
        }
        assert!(!limits.mail_to(&victim, MailKind::Registration));
        assert!(limits.mail_to(&victim, MailKind::PasswordReset));
    }
}
