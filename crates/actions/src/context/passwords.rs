//! Password hashes: argon2id, run on blocking threads, with a lane for people who are known.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::{Context, anyhow};
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::error::{Error, Result};

/// Each check holds 19 MiB for some 20 ms. More at once than cores gains nothing.
const STRANGERS_AT_ONCE: u32 = 2;
/// Enough, since few people sign in within the same 20 ms.
const KNOWN_AT_ONCE: u32 = 1;
/// How many may wait for their turn: who comes after them would wait for longer than half a second, and is told so.
const MOST_WAITING: usize = 40;

/// Who waits for a password to be checked. Strangers never keep known people waiting, however many they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lane {
    /// A person who is signed in, or a browser in which the owner of the account has signed in before.
    Known,
    Stranger,
}

/// How much work a hash costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HashCost {
    /// As slow for an attacker as users can bear.
    Full,
    /// For tests, which hash thousands of passwords that protect nothing.
    Cheap,
}

pub struct Passwords {
    argon2: Argon2<'static>,
    known: Queue,
    strangers: Queue,
    /// Checked against when there is no such account, so that the answer takes as long.
    hash_of_no_account: String,
    calculations: AtomicUsize,
}

struct Queue {
    at_once: u32,
    turns: Arc<Semaphore>,
    /// Of those whose turn it is and of those who wait.
    places: Arc<Semaphore>,
}

impl Queue {
    fn new(at_once: u32) -> anyhow::Result<Self> {
        let turns = usize::try_from(at_once)?;
        let places = Arc::new(Semaphore::new(turns + MOST_WAITING));
        Ok(Self { at_once, turns: Arc::new(Semaphore::new(turns)), places })
    }
}

/// A place in the queue of a lane.
pub struct Place {
    lane: Lane,
    place: OwnedSemaphorePermit,
}

impl Passwords {
    pub fn new(cost: HashCost) -> anyhow::Result<Self> {
        let argon2 = match cost {
            HashCost::Full => Argon2::default(),
            HashCost::Cheap => {
                let params = Params::new(Params::MIN_M_COST, Params::MIN_T_COST, Params::MIN_P_COST, None);
                let params = params.map_err(|error| anyhow!("argon2: {error}"))?;
                Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
            }
        };
        let hash_of_no_account = hash_of_no_password(argon2.params());
        let (known, strangers) = (Queue::new(KNOWN_AT_ONCE)?, Queue::new(STRANGERS_AT_ONCE)?);
        Ok(Self { argon2, known, strangers, hash_of_no_account, calculations: AtomicUsize::new(0) })
    }

    /// A place in a queue, or [`Error::Busy`] at once where the queue is long.
    pub fn line_up(&self, lane: Lane) -> Result<Place> {
        let place = self.queue(lane).places.clone().try_acquire_owned().map_err(|_| Error::Busy)?;
        Ok(Place { lane, place })
    }

    pub async fn hash(&self, lane: Lane, password: &str) -> Result<String> {
        let place = self.line_up(lane)?;
        let (argon2, password) = (self.argon2.clone(), password.to_owned());
        Ok(self.on_a_thread(place, move || hash(&argon2, &password)).await?)
    }

    /// Whether the password is right; `stored` is absent when there is no such account.
    pub async fn verify(&self, place: Place, password: &str, stored: Option<&str>) -> anyhow::Result<bool> {
        let (argon2, password) = (self.argon2.clone(), password.to_owned());
        let exists = stored.is_some();
        let stored = stored.unwrap_or(&self.hash_of_no_account).to_owned();
        self.on_a_thread(place, move || {
            let hash = PasswordHash::new(&stored).map_err(|error| anyhow!("stored hash: {error}"))?;
            let matches = argon2.verify_password(password.as_bytes(), &hash).is_ok();
            Ok(matches && exists)
        })
        .await
    }

    /// How many hashes were calculated: tests compare it to see that every answer costs the same.
    pub fn calculations(&self) -> usize {
        self.calculations.load(Ordering::Relaxed)
    }

    /// Makes every further check of a lane wait until the permit is dropped, so that a test can act in between.
    pub async fn pause(&self, lane: Lane) -> anyhow::Result<OwnedSemaphorePermit> {
        let queue = self.queue(lane);
        Ok(queue.turns.clone().acquire_many_owned(queue.at_once).await?)
    }

    fn queue(&self, lane: Lane) -> &Queue {
        match lane {
            Lane::Known => &self.known,
            Lane::Stranger => &self.strangers,
        }
    }

    async fn on_a_thread<T: Send + 'static>(
        &self,
        place: Place,
        work: impl FnOnce() -> anyhow::Result<T> + Send + 'static,
    ) -> anyhow::Result<T> {
        self.calculations.fetch_add(1, Ordering::Relaxed);
        let turn = self.queue(place.lane).turns.clone().acquire_owned().await?;
        tokio::task::spawn_blocking(move || {
            let result = work();
            // Held until the work is done, even if the request has ended before.
            drop((turn, place.place));
            result
        })
        .await
        .context("the password thread died")?
    }
}

fn hash(argon2: &Argon2<'_>, password: &str) -> anyhow::Result<String> {
    let hash = argon2.hash_password(password.as_bytes()).map_err(|error| anyhow!("hashing: {error}"))?;
    Ok(hash.to_string())
}

/// A well-formed hash that no password has. It is written rather than calculated: the server would start 50 ms later.
fn hash_of_no_password(params: &Params) -> String {
    let (salt, output) = ("A".repeat(22), "A".repeat(43));
    format!(
        "$argon2id$v=19$m={},t={},p={}${salt}${output}",
        params.m_cost(),
        params.t_cost(),
        params.p_cost()
    )
}

#[cfg(test)]
mod tests {
    use argon2::password_hash::Error;

    use super::*;

    #[tokio::test]
    async fn only_the_right_password_of_an_account_passes() {
        let passwords = Passwords::new(HashCost::Full).unwrap();
        let stored = passwords.hash(Lane::Known, "demo-liksa").await.unwrap();
        let verify = async |password: &str, stored: Option<&str>| {
            let place = passwords.line_up(Lane::Stranger).unwrap();
            passwords.verify(place, password, stored).await.unwrap()
        };
        assert!(stored.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{stored}");
        assert!(verify("demo-liksa", Some(&stored)).await);
        assert!(!verify("demo-liksA", Some(&stored)).await);
        assert!(!verify("demo-liksa", None).await);
    }

    #[test]
    fn an_unknown_account_costs_a_whole_calculation() {
        let full = Argon2::default();
        let written = hash_of_no_password(full.params());
        let calculated = hash(&full, "demo-liksa").unwrap();
        let cost = |hash: &str| hash.rsplitn(3, '$').nth(2).map(str::to_owned);
        assert_eq!(cost(&written), cost(&calculated));
        assert_eq!(written.len(), calculated.len());
        // Any other error would be found before anything is calculated.
        let refused = full.verify_password(b"demo-liksa", &PasswordHash::new(&written).unwrap());
        assert!(matches!(refused, Err(Error::PasswordInvalid)), "{refused:?}");
    }

    #[tokio::test]
    async fn the_same_password_never_has_the_same_hash() {
        let passwords = Passwords::new(HashCost::Cheap).unwrap();
        let hash = async || passwords.hash(Lane::Known, "salasana").await.unwrap();
        assert_ne!(hash().await, hash().await);
    }

    #[tokio::test]
    async fn who_comes_to_a_long_queue_is_told_at_once_and_known_people_have_their_own() {
        let passwords = Passwords::new(HashCost::Cheap).unwrap();
        let strangers_pause = passwords.pause(Lane::Stranger).await.unwrap();
        let waiting: Vec<_> =
            std::iter::from_fn(|| passwords.line_up(Lane::Stranger).ok()).take(1_000).collect();
        assert_eq!(waiting.len(), MOST_WAITING + 2, "no more may wait");
        assert!(matches!(passwords.hash(Lane::Stranger, "salasana").await, Err(crate::Error::Busy)));
        passwords.hash(Lane::Known, "salasana").await.unwrap();
        drop((strangers_pause, waiting));
        passwords.hash(Lane::Stranger, "salasana").await.unwrap();
    }
}
