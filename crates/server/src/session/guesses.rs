//! Wrong passwords, counted by account and by where they came from. Nobody is ever locked out: who guesses waits
//! longer and longer, and the owner in a browser that they have used before does not wait with them.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use axum::http::HeaderMap;
use jiff::Timestamp;
use liksa_domain::account::guessing::{FORGOTTEN_AFTER, Source, wait_after};
use liksa_domain::person::Email;
use liksa_store::TokenHash;

use super::cookie::{self, Kept};
use crate::app::App;
use crate::http::ClientAddress;
use crate::http::error::ApiError;

/// In the memory of this server: where there are several, each allows as many.
pub struct Guesses {
    enforced: bool,
    tries: Mutex<HashMap<Key, Tries>>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Key {
    Place(Email, ClientAddress),
    Browser(Email, TokenHash),
    Strangers(Email),
}

#[derive(Clone, Copy)]
struct Tries {
    wrong: u32,
    last: Timestamp,
}

/// Somebody who tries a password.
pub struct Guesser {
    pub email: Email,
    pub place: ClientAddress,
    /// A browser in which the owner of the account has logged in before.
    pub known_browser: Option<TokenHash>,
}

impl Guesser {
    /// Somebody who tries to log in. Whether there is such an account does not matter here.
    pub async fn at_log_in(
        app: &App,
        place: ClientAddress,
        headers: &HeaderMap,
        email: Email,
    ) -> Result<Self, ApiError> {
        let known_browser = match cookie::read(headers, Kept::Browser, app.config.is_production()) {
            Some(browser) => {
                let known = app.store.knows_browser(browser.hash(), &email).await?;
                known.then(|| browser.hash())
            }
            None => None,
        };
        Ok(Self { email, place, known_browser })
    }

    fn keys(&self) -> Vec<(Key, Source)> {
        match self.known_browser {
            Some(browser) => vec![(Key::Browser(self.email.clone(), browser), Source::One)],
            None => vec![
                (Key::Place(self.email.clone(), self.place), Source::One),
                (Key::Strangers(self.email.clone()), Source::Strangers),
            ],
        }
    }
}

impl Guesses {
    pub fn new(enforced: bool) -> Self {
        Self { enforced, tries: Mutex::default() }
    }

    /// Counts a try as wrong before the password is looked at, so that many at once all count.
    pub fn begin(&self, guesser: &Guesser, now: Timestamp) -> Result<(), ApiError> {
        if !self.enforced {
            return Ok(());
        }
        let (keys, mut tries) = (guesser.keys(), self.tries());
        for (key, source) in &keys {
            let Some(before) = tries.get(key).filter(|tries| !tries.is_forgotten(now)) else { continue };
            let wait = wait_after(before.wrong, *source) - now.duration_since(before.last);
            if wait.is_positive() {
                let seconds = u64::try_from(wait.as_secs()).unwrap_or_default();
                return Err(ApiError::TooManyRequests { retry_after_seconds: seconds + 1 });
            }
        }
        for (key, _) in keys {
            let before = tries.get(&key).filter(|tries| !tries.is_forgotten(now));
            let wrong = before.map_or(0, |before| before.wrong).saturating_add(1);
            tries.insert(key, Tries { wrong, last: now });
        }
        Ok(())
    }

    /// The password was right: who knows it need not wait, and was none of the strangers.
    pub fn right(&self, guesser: &Guesser) {
        let mut tries = self.tries();
        for (key, source) in guesser.keys() {
            match source {
                Source::One => drop(tries.remove(&key)),
                Source::Strangers => {
                    if let Some(tries) = tries.get_mut(&key) {
                        tries.wrong = tries.wrong.saturating_sub(1);
                    }
                }
            }
        }
    }

    pub fn forget_old(&self, now: Timestamp) {
        self.tries().retain(|_, tries| !tries.is_forgotten(now));
    }

    /// Counts are whole at every moment, so that a thread that died spoils nothing.
    fn tries(&self) -> MutexGuard<'_, HashMap<Key, Tries>> {
        self.tries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Tries {
    fn is_forgotten(&self, now: Timestamp) -> bool {
        now.duration_since(self.last) >= FORGOTTEN_AFTER
    }
}

#[cfg(test)]
mod tests {
    use jiff::ToSpan;
    use liksa_test_support::fixed_now;

    use super::*;

    fn from(last: u8, known_browser: Option<TokenHash>) -> Guesser {
        let place = ClientAddress([198, 51, 100, last].into());
        Guesser { email: Email::parse("maija@liksa.example").unwrap(), place, known_browser }
    }

    fn waits(guesses: &Guesses, guesser: &Guesser, now: Timestamp) -> Option<u64> {
        match guesses.begin(guesser, now) {
            Ok(()) => None,
            Err(ApiError::TooManyRequests { retry_after_seconds }) => Some(retry_after_seconds),
            Err(other) => panic!("{other}"),
        }
    }

    #[test]
    fn one_place_waits_and_others_do_not() {
        let (guesses, now) = (Guesses::new(true), fixed_now());
        for _ in 0..10 {
            assert_eq!(waits(&guesses, &from(1, None), now), None);
        }
        assert_eq!(waits(&guesses, &from(1, None), now), Some(6));
        assert_eq!(waits(&guesses, &from(2, None), now), None, "another place");
        assert_eq!(waits(&guesses, &from(1, None), now + 5.seconds()), None, "after the wait");
        assert_eq!(waits(&guesses, &from(1, None), now + 5.seconds()), Some(11), "then twice as long");
        assert_eq!(waits(&guesses, &from(1, None), now + 2.hours()), None, "and then it is forgotten");
    }

    #[test]
    fn the_owner_is_not_locked_out_by_guesses_from_everywhere() {
        let (guesses, now) = (Guesses::new(true), fixed_now());
        for last in 0..100 {
            assert_eq!(waits(&guesses, &from(last, None), now), None);
        }
        assert_eq!(waits(&guesses, &from(200, None), now), Some(6), "strangers wait together");
        let owner = from(200, Some(TokenHash([1; 32])));
        assert_eq!(waits(&guesses, &owner, now), None);
        guesses.right(&owner);
        guesses.forget_old(now + 2.hours());
        assert_eq!(waits(&guesses, &from(201, None), now), None);
    }

    #[test]
    fn the_right_password_ends_the_counting() {
        let (guesses, now) = (Guesses::new(true), fixed_now());
        for _ in 0..200 {
            assert_eq!(waits(&guesses, &from(1, None), now), None);
            guesses.right(&from(1, None));
        }
    }
}
