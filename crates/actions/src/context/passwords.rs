//! Password hashes: argon2id, run on blocking threads.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::{Context, anyhow};
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Each check holds 19 MiB for some 20 ms. More at once than cores gains nothing.
const AT_ONCE: u32 = 2;

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
    turns: Arc<Semaphore>,
    /// Checked against when there is no such account, so that the answer takes as long.
    hash_of_no_account: String,
    calculations: AtomicUsize,
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
        let turns = Arc::new(Semaphore::new(usize::try_from(AT_ONCE)?));
        Ok(Self { argon2, turns, hash_of_no_account, calculations: AtomicUsize::new(0) })
    }

    pub async fn hash(&self, password: &str) -> anyhow::Result<String> {
        let (argon2, password) = (self.argon2.clone(), password.to_owned());
        self.on_a_thread(move || hash(&argon2, &password)).await
    }

    /// Whether the password is right; `stored` is absent when there is no such account.
    pub async fn verify(&self, password: &str, stored: Option<&str>) -> anyhow::Result<bool> {
        let (argon2, password) = (self.argon2.clone(), password.to_owned());
        let exists = stored.is_some();
        let stored = stored.unwrap_or(&self.hash_of_no_account).to_owned();
        self.on_a_thread(move || {
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

    /// Makes every further check wait until the permit is dropped, so that a test can act in between.
    pub async fn pause(&self) -> anyhow::Result<OwnedSemaphorePermit> {
        Ok(self.turns.clone().acquire_many_owned(AT_ONCE).await?)
    }

    async fn on_a_thread<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> anyhow::Result<T> + Send + 'static,
    ) -> anyhow::Result<T> {
        self.calculations.fetch_add(1, Ordering::Relaxed);
        let turn = self.turns.clone().acquire_owned().await?;
        tokio::task::spawn_blocking(move || {
            let result = work();
            drop(turn);
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
        let stored = passwords.hash("demo-liksa").await.unwrap();
        assert!(stored.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{stored}");
        assert!(passwords.verify("demo-liksa", Some(&stored)).await.unwrap());
        assert!(!passwords.verify("demo-liksA", Some(&stored)).await.unwrap());
        assert!(!passwords.verify("demo-liksa", None).await.unwrap());
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
        assert_ne!(passwords.hash("salasana").await.unwrap(), passwords.hash("salasana").await.unwrap());
    }
}
