//! What the calculations of visitors follow from. Anyone asks for them, and as often as they like, so that the database
//! is asked at most once a second for each payday: an estimate that binds nobody may be a second behind.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use jiff::civil::Date;
use liksa_domain::settings::Provider;
use liksa_rates::StatutoryFigures;

const NEW_ENOUGH: Duration = Duration::from_secs(1);
/// Nobody makes the server remember more days than this.
const MOST_DAYS: usize = 64;

/// The provider's settings and the statutory figures of a payday.
#[derive(Clone, Debug)]
pub struct Terms {
    pub settings: Arc<Provider>,
    pub law: StatutoryFigures,
}

#[derive(Debug, Default)]
pub struct RecentTerms {
    by_day: Mutex<HashMap<Date, (Instant, Terms)>>,
}

impl RecentTerms {
    pub fn of(&self, payday: Date) -> Option<Terms> {
        let by_day = self.by_day.lock().unwrap_or_else(PoisonError::into_inner);
        let (read_at, terms) = by_day.get(&payday)?;
        (read_at.elapsed() < NEW_ENOUGH).then(|| terms.clone())
    }

    pub fn keep(&self, payday: Date, read_at: Instant, terms: Terms) {
        let mut by_day = self.by_day.lock().unwrap_or_else(PoisonError::into_inner);
        if by_day.len() >= MOST_DAYS {
            by_day.clear();
        }
        by_day.insert(payday, (read_at, terms));
    }

    /// For changes that this server makes itself, which the next calculation then knows.
    pub fn forget(&self) {
        self.by_day.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
}
