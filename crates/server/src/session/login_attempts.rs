//! Wrong passwords, counted by account and by client. No account is ever locked: each further attempt waits longer,
//! and the owner does not wait for the attempts of others in a browser that they have used before.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use jiff::Timestamp;
use liksa_actions::context::Lane;
use liksa_actions::context::token::Token;
use liksa_domain::account::password::{FORGOTTEN_AFTER, Source, wait_after};
use liksa_domain::person::Email;
use liksa_store::{Store, StoreResult, TokenHash};

use crate::http::error::ApiError;
use crate::http::peer::{ClientAddress, Network};

/// The counts, in the memory of this server: each of several servers counts for itself.
pub struct LoginAttempts {
    enforced: bool,
    counts: Mutex<HashMap<Key, Count>>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Key {
    Network(Email, Network),
    Browser(Email, TokenHash),
    Strangers(Email),
}

#[derive(Clone, Copy)]
struct Count {
    wrong: u32,
    last: Timestamp,
}

/// One attempt at the password of an account.
pub struct Attempt {
    pub email: Email,
    pub client: ClientAddress,
    /// A browser in which the owner of the account has logged in before.
    pub known_browser: Option<TokenHash>,
}

impl Attempt {
    /// An attempt at an account that may not even exist. `browser` is the lasting token of the client, if it has one.
    pub async fn new(
        store: &Store,
        client: ClientAddress,
        browser: Option<Token>,
        email: Email,
    ) -> StoreResult<Self> {
        let known_browser = match browser {
            Some(browser) if store.knows_browser(browser.hash(), &email).await? => Some(browser.hash()),
            _ => None,
        };
        Ok(Self { email, client, known_browser })
    }

    pub fn lane(&self) -> Lane {
        if self.known_browser.is_some() { Lane::Known } else { Lane::Stranger }
    }

    fn keys(&self) -> Vec<(Key, Source)> {
        if let Some(browser) = self.known_browser {
            return vec![(Key::Browser(self.email.clone(), browser), Source::One)];
        }
        let sources = std::iter::once(Source::One).chain(std::iter::repeat(Source::Network));
        let networks = self.client.networks().into_iter().zip(sources);
        let mut keys: Vec<_> =
            networks.map(|(network, source)| (Key::Network(self.email.clone(), network), source)).collect();
        keys.push((Key::Strangers(self.email.clone()), Source::Strangers));
        keys
    }
}

impl LoginAttempts {
    pub fn new(enforced: bool) -> Self {
        Self { enforced, counts: Mutex::default() }
    }

    /// Counts an attempt as wrong before the password is checked, so that many at once all count.
    pub fn start(&self, attempt: &Attempt, now: Timestamp) -> Result<(), ApiError> {
        if !self.enforced {
            return Ok(());
        }
        let (keys, mut counts) = (attempt.keys(), self.counts());
        for (key, source) in &keys {
            let Some(before) = counts.get(key).filter(|count| !count.is_forgotten(now)) else { continue };
            let wait = wait_after(before.wrong, *source) - now.duration_since(before.last);
            if wait.is_positive() {
                let seconds = u64::try_from(wait.as_secs()).unwrap_or_default();
                return Err(ApiError::TooManyRequests { retry_after_seconds: seconds + 1 });
            }
        }
        for (key, _) in keys {
            let before = counts.get(&key).filter(|count| !count.is_forgotten(now));
            let wrong = before.map_or(0, |before| before.wrong).saturating_add(1);
            counts.insert(key, Count { wrong, last: now });
        }
        Ok(())
    }

    /// Takes an attempt back whose password was right.
    pub fn succeed(&self, attempt: &Attempt) {
        let mut counts = self.counts();
        for (key, source) in attempt.keys() {
            match source {
                Source::One => drop(counts.remove(&key)),
                Source::Network | Source::Strangers => {
                    if let Some(count) = counts.get_mut(&key) {
                        count.wrong = count.wrong.saturating_sub(1);
                    }
                }
            }
        }
    }

    /// Removes counts that no longer matter.
    pub fn forget_old(&self, now: Timestamp) {
        self.counts().retain(|_, count| !count.is_forgotten(now));
    }

    /// Counts are consistent at every moment, so a lock poisoned by a panic can be used.
    fn counts(&self) -> MutexGuard<'_, HashMap<Key, Count>> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Count {
    fn is_forgotten(&self, now: Timestamp) -> bool {
        now.duration_since(self.last) >= FORGOTTEN_AFTER
    }
}

#[cfg(test)]
mod tests {
    use jiff::ToSpan;
    use liksa_test_support::fixed_now;

    use super::*;

    fn from(last: u8, known_browser: Option<TokenHash>) -> Attempt {
        let client = ClientAddress([198, 51, 100, last].into());
        Attempt { email: Email::parse("maija@liksa.example").unwrap(), client, known_browser }
    }

    fn waits(attempts: &LoginAttempts, attempt: &Attempt, now: Timestamp) -> Option<u64> {
        match attempts.start(attempt, now) {
            Ok(()) => None,
            Err(ApiError::TooManyRequests { retry_after_seconds }) => Some(retry_after_seconds),
            Err(other) => panic!("{other}"),
        }
    }

    #[test]
    fn one_client_waits_and_others_do_not() {
        let (attempts, now) = (LoginAttempts::new(true), fixed_now());
        for _ in 0..10 {
            assert_eq!(waits(&attempts, &from(1, None), now), None);
        }
        assert_eq!(waits(&attempts, &from(1, None), now), Some(6));
        assert_eq!(waits(&attempts, &from(2, None), now), None, "another client");
        assert_eq!(waits(&attempts, &from(1, None), now + 5.seconds()), None, "after the wait");
        assert_eq!(waits(&attempts, &from(1, None), now + 5.seconds()), Some(11), "then twice as long");
        assert_eq!(waits(&attempts, &from(1, None), now + 2.hours()), None, "and then it is forgotten");
    }

    #[test]
    fn the_owner_is_not_locked_out_by_attempts_from_everywhere() {
        let (attempts, now) = (LoginAttempts::new(true), fixed_now());
        for last in 0..100 {
            assert_eq!(waits(&attempts, &from(last, None), now), None);
        }
        assert_eq!(waits(&attempts, &from(200, None), now), Some(6), "strangers wait together");
        let owner = from(200, Some(TokenHash([1; 32])));
        assert_eq!(waits(&attempts, &owner, now), None);
        attempts.succeed(&owner);
        attempts.forget_old(now + 2.hours());
        assert_eq!(waits(&attempts, &from(201, None), now), None);
    }

    #[test]
    fn a_whole_network_does_not_hold_up_people_elsewhere() {
        let (attempts, now) = (LoginAttempts::new(true), fixed_now());
        let guess = |site: u16| {
            let address = std::net::Ipv6Addr::new(0x2001, 0xdb8, 1, site, 0, 0, 0, 0);
            waits(&attempts, &Attempt { client: ClientAddress(address.into()), ..from(0, None) }, now)
        };
        let let_through = (0..1_000).filter(|site| guess(site * 64).is_none()).count();
        assert_eq!(let_through, 30, "each from another /64 of one /48");
        assert_eq!(waits(&attempts, &from(1, None), now), None, "the owner, in a new browser");
    }

    #[test]
    fn the_right_password_ends_the_count() {
        let (attempts, now) = (LoginAttempts::new(true), fixed_now());
        for _ in 0..200 {
            assert_eq!(waits(&attempts, &from(1, None), now), None);
            attempts.succeed(&from(1, None));
        }
    }
}
