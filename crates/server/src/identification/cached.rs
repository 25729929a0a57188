//! A value that is fetched again when it is some minutes old.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use anyhow::bail;
use jiff::{SignedDuration, Timestamp};

use liksa_actions::context::Clock;

/// A broker publishes a new key well before it signs with it.
const FRESH: SignedDuration = SignedDuration::from_mins(10);
/// An older value is used for this long while the broker does not answer.
const USABLE: SignedDuration = SignedDuration::from_hours(1);

pub struct Cached<T> {
    known: Mutex<Option<(Timestamp, T)>>,
    asking: tokio::sync::Mutex<()>,
    failures: AtomicU64,
}

impl<T> Default for Cached<T> {
    fn default() -> Self {
        Self {
            known: Mutex::default(),
            asking: tokio::sync::Mutex::default(),
            failures: AtomicU64::default(),
        }
    }
}

impl<T: Clone> Cached<T> {
    /// The value, fetched again where it is some minutes old. One caller fetches at a time: meanwhile the others get the
    /// older value, or wait for the same answer where there is none.
    pub async fn get(
        &self,
        clock: &Clock,
        ask: impl Future<Output = anyhow::Result<T>>,
    ) -> anyhow::Result<T> {
        if let Some(fresh) = self.younger_than(FRESH, clock) {
            return Ok(fresh);
        }
        let failures = self.failures.load(Ordering::Relaxed);
        let _turn = match (self.asking.try_lock(), self.younger_than(USABLE, clock)) {
            (Ok(turn), _) => turn,
            (Err(_), Some(good)) => return Ok(good),
            (Err(_), None) => self.asking.lock().await,
        };
        if let Some(fresh) = self.younger_than(FRESH, clock) {
            return Ok(fresh);
        }
        if self.failures.load(Ordering::Relaxed) != failures {
            bail!("the broker did not answer the request before");
        }
        match ask.await {
            Ok(answer) => {
                *self.known() = Some((clock.now(), answer.clone()));
                Ok(answer)
            }
            Err(error) => {
                self.failures.fetch_add(1, Ordering::Relaxed);
                let good = self.younger_than(USABLE, clock).ok_or(error)?;
                tracing::warn!("the broker does not answer; its last answer is still used");
                Ok(good)
            }
        }
    }

    fn younger_than(&self, age: SignedDuration, clock: &Clock) -> Option<T> {
        let known = self.known();
        let (at, answer) = known.as_ref()?;
        (clock.now().duration_since(*at) < age).then(|| answer.clone())
    }

    fn known(&self) -> std::sync::MutexGuard<'_, Option<(Timestamp, T)>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use anyhow::anyhow;
    use jiff::ToSpan;
    use liksa_test_support::fixed_now;
    use tokio::sync::oneshot;

    use super::*;

    async fn answer(cached: &Cached<u8>, clock: &Clock, answer: Option<u8>) -> Option<u8> {
        cached.get(clock, async { answer.ok_or_else(|| anyhow!("no answer")) }).await.ok()
    }

    #[tokio::test]
    async fn a_value_is_fresh_for_minutes_and_usable_for_an_hour() {
        let (cached, clock) = (Cached::default(), Clock::stopped(fixed_now(), None).unwrap());
        assert_eq!(answer(&cached, &clock, None).await, None, "nothing is known");
        assert_eq!(answer(&cached, &clock, Some(1)).await, Some(1));
        assert_eq!(answer(&cached, &clock, Some(2)).await, Some(1), "not asked again so soon");
        clock.advance(10.minutes());
        assert_eq!(answer(&cached, &clock, None).await, Some(1), "better than none");
        assert_eq!(answer(&cached, &clock, Some(2)).await, Some(2), "and asked again at once");
        clock.advance(1.hour());
        assert_eq!(answer(&cached, &clock, None).await, None, "too old");
    }

    #[tokio::test]
    async fn while_one_fetches_the_others_get_the_older_value() {
        let (cached, clock) = (Cached::default(), Clock::stopped(fixed_now(), None).unwrap());
        answer(&cached, &clock, Some(1)).await;
        clock.advance(10.minutes());
        let (broker, waiting) = oneshot::channel();
        let slow = cached.get(&clock, async { Ok(waiting.await?) });
        let others = async {
            assert_eq!(answer(&cached, &clock, Some(3)).await, Some(1));
            broker.send(2).unwrap();
        };
        assert_eq!(tokio::join!(slow, others).0.unwrap(), 2);
    }

    #[tokio::test]
    async fn waiting_for_the_first_answer_fetches_no_second_time() {
        let clock = Clock::stopped(fixed_now(), None).unwrap();
        for outcome in [Some(1), None] {
            let (cached, asked) = (Cached::default(), Cell::new(0));
            let get = || {
                cached.get(&clock, async {
                    asked.set(asked.get() + 1);
                    tokio::task::yield_now().await;
                    outcome.ok_or_else(|| anyhow!("no answer"))
                })
            };
            let (first, second, third) = tokio::join!(get(), get(), get());
            assert_eq!([first.ok(), second.ok(), third.ok()], [outcome; 3]);
            assert_eq!(asked.get(), 1);
        }
    }
}
