//! Leaves a service alone while it fails.

use std::sync::{Mutex, MutexGuard, PoisonError};

use jiff::{SignedDuration, Timestamp};

/// Failures in a row after which the service is left alone.
const FAILURES_TO_OPEN: u32 = 5;
/// For so long. Then one request tries whether the service is back.
const OPEN_FOR: SignedDuration = SignedDuration::from_secs(30);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Closed {
        failures: u32,
    },
    Open {
        until: Timestamp,
    },
    /// One request is under way, and decides.
    Probing,
}

pub struct Breaker(Mutex<State>);

impl Default for Breaker {
    fn default() -> Self {
        Self(Mutex::new(State::Closed { failures: 0 }))
    }
}

/// What an outcome changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    Opened,
    Closed,
}

impl Breaker {
    /// Lets a request through; None while the service is left alone.
    pub fn admit(&self, now: Timestamp) -> Option<Admission<'_>> {
        let mut state = self.state();
        let probing = match *state {
            State::Closed { .. } => false,
            State::Open { until } if now >= until => true,
            State::Open { .. } | State::Probing => return None,
        };
        if probing {
            *state = State::Probing;
        }
        drop(state);
        Some(Admission { breaker: self, probing, asked_at: now, settled: false })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A request that was let through. One that is dropped without an outcome, because nobody waits for it any more, says
/// nothing about the service.
pub struct Admission<'a> {
    breaker: &'a Breaker,
    probing: bool,
    asked_at: Timestamp,
    settled: bool,
}

impl Admission<'_> {
    pub fn succeeded(mut self) -> Option<Change> {
        self.settled = true;
        let mut state = self.breaker.state();
        match *state {
            State::Closed { .. } => *state = State::Closed { failures: 0 },
            State::Probing if self.probing => {
                *state = State::Closed { failures: 0 };
                return Some(Change::Closed);
            }
            // An answer to a request of before the service was left alone: the next probe decides.
            State::Open { .. } | State::Probing => {}
        }
        None
    }

    pub fn failed(mut self, now: Timestamp) -> Option<Change> {
        self.settled = true;
        let mut state = self.breaker.state();
        match *state {
            State::Closed { failures } if failures + 1 < FAILURES_TO_OPEN => {
                *state = State::Closed { failures: failures + 1 };
            }
            State::Closed { .. } => {
                *state = State::Open { until: now + OPEN_FOR };
                return Some(Change::Opened);
            }
            State::Probing if self.probing => *state = State::Open { until: now + OPEN_FOR },
            State::Open { .. } | State::Probing => {}
        }
        None
    }
}

impl Drop for Admission<'_> {
    fn drop(&mut self) {
        if self.probing && !self.settled {
            // The next request probes at once.
            *self.breaker.state() = State::Open { until: self.asked_at };
        }
    }
}

#[cfg(test)]
mod tests {
    use jiff::ToSpan;
    use liksa_test_support::fixed_now;

    use super::*;

    fn open_breaker() -> Breaker {
        let breaker = Breaker::default();
        for failure in 1..=FAILURES_TO_OPEN {
            let change = breaker.admit(fixed_now()).unwrap().failed(fixed_now());
            assert_eq!(change, (failure == FAILURES_TO_OPEN).then_some(Change::Opened));
        }
        breaker
    }

    #[test]
    fn it_opens_after_failures_in_a_row_alone() {
        let breaker = Breaker::default();
        for _ in 0..10 {
            for _ in 1..FAILURES_TO_OPEN {
                breaker.admit(fixed_now()).unwrap().failed(fixed_now());
            }
            assert_eq!(breaker.admit(fixed_now()).unwrap().succeeded(), None);
        }
        assert!(breaker.admit(fixed_now()).is_some());
        assert!(open_breaker().admit(fixed_now()).is_none());
    }

    #[test]
    fn after_a_while_one_request_decides() {
        let breaker = open_breaker();
        assert!(breaker.admit(fixed_now() + 29.seconds()).is_none());
        let later = fixed_now() + 30.seconds();
        let probe = breaker.admit(later).unwrap();
        assert!(breaker.admit(later).is_none(), "one at a time");
        assert_eq!(probe.failed(later), None);
        assert!(breaker.admit(later + 29.seconds()).is_none(), "left alone again");
        let probe = breaker.admit(later + 30.seconds()).unwrap();
        assert_eq!(probe.succeeded(), Some(Change::Closed));
        assert!(
            breaker.admit(later + 30.seconds()).is_some() && breaker.admit(later + 30.seconds()).is_some()
        );
    }

    #[test]
    fn a_probe_that_nobody_waits_for_leaves_its_turn_to_the_next() {
        let breaker = open_breaker();
        let later = fixed_now() + 30.seconds();
        drop(breaker.admit(later).unwrap());
        assert!(breaker.admit(later).is_some());
    }

    #[test]
    fn answers_of_before_it_opened_do_not_close_it() {
        let breaker = Breaker::default();
        let slow = breaker.admit(fixed_now()).unwrap();
        for _ in 0..FAILURES_TO_OPEN {
            breaker.admit(fixed_now()).unwrap().failed(fixed_now());
        }
        slow.succeeded();
        assert!(breaker.admit(fixed_now()).is_none());
    }
}
