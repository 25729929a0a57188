//! Limits on requests that are costly or send mails.

use std::hash::Hash;
use std::num::NonZeroU32;
use std::time::Duration;

use governor::clock::{Clock as _, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use liksa_domain::ids::PersonId;
use liksa_domain::person::Email;

use super::error::ApiError;
use super::peer::{ClientAddress, Network};

/// Mails that anybody can have sent to an address. Each kind is counted by itself, so that the owner still gets the one
/// they need when others have asked for the other kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MailKind {
    Registration,
    PasswordReset,
    /// Of a subcontractor.
    Invitation,
}

const MAILS: u32 = 3;
const BETWEEN_MAILS: Duration = Duration::from_secs(10 * 60);

/// The limits of the server, each in memory.
pub struct Limits {
    /// One client may log in to many accounts, but not to all of them. Browsers that are known for the account are not
    /// counted. Guessing at one account is slowed down by
    /// [`crate::session::login_attempts`].
    pub login: AddressLimit,
    /// Registering, and asking for a new password: each costs a slow hash or a mail.
    pub account: AddressLimit,
    /// Mails to an address that a client typed.
    pub mail: Limit<(MailKind, Email)>,
    /// Links that confirm an address, counted by the person who asks, so that nobody uses up the limit of another.
    pub email_link: Limit<PersonId>,
    /// The calculator recalculates with every key press, so this is generous.
    pub calculation: AddressLimit,
    /// Searches for addresses and distances, which may go on to an outside service.
    pub address: Limit<PersonId>,
    /// Searches for subcontractors, which tell whether an address is a worker's.
    pub subcontractors: Limit<PersonId>,
    /// Invitations of subcontractors.
    pub invitation: Limit<PersonId>,
}

impl Limits {
    pub fn new(enforced: bool) -> Self {
        Self {
            login: AddressLimit::new(enforced, 60, Duration::from_secs(1)),
            account: AddressLimit::new(enforced, 20, Duration::from_secs(30)),
            mail: Limit::new(enforced, MAILS, BETWEEN_MAILS),
            email_link: Limit::new(enforced, MAILS, BETWEEN_MAILS),
            calculation: AddressLimit::new(enforced, 200, Duration::from_millis(50)),
            address: Limit::new(enforced, 60, Duration::from_secs(1)),
            subcontractors: Limit::new(enforced, 30, Duration::from_secs(10)),
            invitation: Limit::new(enforced, 10, BETWEEN_MAILS),
        }
    }

    /// Frees the memory of clients that have long been silent.
    pub fn forget_old(&self) {
        self.login.forget_old();
        self.account.forget_old();
        self.mail.forget_old();
        self.email_link.forget_old();
        self.calculation.forget_old();
        self.address.forget_old();
        self.subcontractors.forget_old();
        self.invitation.forget_old();
    }
}

/// How often something may be done by each key; not limited at all where limits are not enforced.
pub struct Limit<K: Hash + Eq + Clone>(Option<DefaultKeyedRateLimiter<K>>);

impl<K: Hash + Eq + Clone> Limit<K> {
    fn new(enforced: bool, burst: u32, then_one_per: Duration) -> Self {
        let burst = NonZeroU32::new(burst).unwrap_or(NonZeroU32::MIN);
        // A zero period is the only thing refused, and none is zero.
        let quota = Quota::with_period(then_one_per).unwrap_or(Quota::per_second(NonZeroU32::MIN));
        Self(enforced.then(|| RateLimiter::keyed(quota.allow_burst(burst))))
    }

    pub fn check(&self, key: K) -> Result<(), ApiError> {
        let Some(limiter) = &self.0 else { return Ok(()) };
        limiter.check_key(&key).map_err(|denied| {
            let wait = denied.wait_time_from(DefaultClock::default().now());
            ApiError::TooManyRequests { retry_after_seconds: wait.as_secs() + 1 }
        })
    }

    fn forget_old(&self) {
        if let Some(limiter) = &self.0 {
            limiter.retain_recent();
        }
    }
}

/// A wider network may do so much more than one client: several people share one, but not as many as it has addresses.
const MORE_IN_WIDER_NETWORKS: [u32; 3] = [1, 2, 4];

/// How often something may be done by a client, and by the wider networks that it is in.
pub struct AddressLimit([Limit<Network>; 3]);

impl AddressLimit {
    fn new(enforced: bool, burst: u32, then_one_per: Duration) -> Self {
        Self(MORE_IN_WIDER_NETWORKS.map(|more| Limit::new(enforced, burst * more, then_one_per / more)))
    }

    /// The narrowest first: what one client is refused does not count for its neighbours.
    pub fn check(&self, client: ClientAddress) -> Result<(), ApiError> {
        let mut networks = self.0.iter().zip(client.networks());
        networks.try_for_each(|(limit, network)| limit.check(network))
    }

    fn forget_old(&self) {
        self.0.iter().for_each(Limit::forget_old);
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv6Addr;

    use super::*;

    /// A client in a /64 of its own.
    fn client(organisation: u16, site: u16) -> ClientAddress {
        ClientAddress(Ipv6Addr::new(0x2001, 0xdb8, organisation, site, 0, 0, 0, 0).into())
    }

    #[test]
    fn another_network_for_every_request_gets_nobody_around_a_limit() {
        let limits = Limits::new(true);
        let allowed = (0..256).filter(|site| limits.login.check(client(1, site * 256)).is_ok()).count();
        assert!((240..250).contains(&allowed), "{allowed} of one /48, each from a /56 of its own");
        let limits = Limits::new(true);
        let allowed = (0..256).filter(|site| limits.login.check(client(1, *site)).is_ok()).count();
        assert!((120..130).contains(&allowed), "{allowed} of one /56, each from a /64 of its own");
        assert!(limits.login.check(client(1, 256)).is_ok(), "the next /56");
        assert!(limits.login.check(client(2, 0)).is_ok(), "the next /48");
    }

    #[test]
    fn registering_with_an_address_uses_up_none_of_its_reset_mails() {
        let (limits, victim) = (Limits::new(true), Email::parse("maija@liksa.example").unwrap());
        for _ in 0..MAILS {
            limits.mail.check((MailKind::Registration, victim.clone())).unwrap();
        }
        limits.mail.check((MailKind::Registration, victim.clone())).unwrap_err();
        limits.mail.check((MailKind::PasswordReset, victim)).unwrap();
    }
}
