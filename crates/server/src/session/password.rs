//! Passwords: argon2id, as slow for a thief as we can bear.

use std::sync::Arc;

use anyhow::Context;
use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use tokio::sync::Semaphore;

/// Each check holds 19 MiB for some 20 ms. More at once than cores gains nothing.
const AT_ONCE: usize = 2;

pub struct Passwords {
    argon2: Argon2<'static>,
    turns: Arc<Semaphore>,
    /// Checked against when there is no such account, so that the answer takes as long.
    nobodys_hash: String,
    /// How often the slow work was done, for tests that compare it.
    #[cfg(test)]
    pub done: std::sync::atomic::AtomicUsize,
}

impl Passwords {
    pub fn new() -> anyhow::Result<Self> {
        let argon2 = Argon2::default();
        let nobodys_hash = hash(&argon2, &crate::random::text::<16>()?)?;
        Ok(Self {
            argon2,
            turns: Arc::new(Semaphore::new(AT_ONCE)),
            nobodys_hash,
            #[cfg(test)]
            done: Default::default(),
        })
    }

    pub async fn hash(&self, password: &str) -> anyhow::Result<String> {
        let (argon2, password) = (self.argon2.clone(), password.to_owned());
        self.on_a_thread(move || hash(&argon2, &password)).await
    }

    /// Whether the password is right; `stored` is absent when there is no such account.
    pub async fn verify(&self, password: &str, stored: Option<&str>) -> anyhow::Result<bool> {
        let (argon2, password) = (self.argon2.clone(), password.to_owned());
        let exists = stored.is_some();
        let stored = stored.unwrap_or(&self.nobodys_hash).to_owned();
        self.on_a_thread(move || {
            let hash = PasswordHash::new(&stored).map_err(|error| anyhow::anyhow!("stored hash: {error}"))?;
            let matches = argon2.verify_password(password.as_bytes(), &hash).is_ok();
            Ok(matches && exists)
        })
        .await
    }

    /// Keeps everybody waiting who has a password checked, until it is dropped.
    #[cfg(test)]
    pub async fn all_turns(&self) -> tokio::sync::OwnedSemaphorePermit {
        self.turns.clone().acquire_many_owned(AT_ONCE.try_into().unwrap()).await.unwrap()
    }

    async fn on_a_thread<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> anyhow::Result<T> + Send + 'static,
    ) -> anyhow::Result<T> {
        #[cfg(test)]
        self.done.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
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
    let hash =
        argon2.hash_password(password.as_bytes()).map_err(|error| anyhow::anyhow!("hashing: {error}"))?;
    Ok(hash.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn only_the_right_password_of_an_account_passes() {
        let passwords = Passwords::new().unwrap();
        let stored = passwords.hash("demo-liksa").await.unwrap();
        assert!(stored.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{stored}");
        assert!(passwords.verify("demo-liksa", Some(&stored)).await.unwrap());
        assert!(!passwords.verify("demo-liksA", Some(&stored)).await.unwrap());
        assert!(!passwords.verify("demo-liksa", None).await.unwrap());
    }

    #[tokio::test]
    async fn one_password_has_many_hashes() {
        let passwords = Passwords::new().unwrap();
        assert_ne!(passwords.hash("salasana").await.unwrap(), passwords.hash("salasana").await.unwrap());
    }
}
