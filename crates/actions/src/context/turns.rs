//! Work that holds a processor: a little of it at once, and one piece at a time for each person who waits for it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use liksa_domain::ids::PersonId;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::error::{Error, Result};

/// How much one person may have under way or waiting: more than tabs that anybody opens at once.
pub(super) const MOST_OF_ONE_PERSON: usize = 8;

pub(super) struct Turns {
    at_once: u32,
    all: Arc<Semaphore>,
    /// Of people who wait for something now. Long work for one of them must not keep the others waiting.
    people: Arc<Mutex<HashMap<PersonId, PersonsTurns>>>,
}

struct PersonsTurns {
    one_at_a_time: Arc<Semaphore>,
    asked: usize,
}

/// Held while the work is done, even if the request has ended before.
pub(super) struct Turn {
    _all: OwnedSemaphorePermit,
    _own: Option<(OwnedSemaphorePermit, Asked)>,
}

/// One piece of work for a person, from when it is asked for until it is done.
struct Asked {
    person: PersonId,
    people: Arc<Mutex<HashMap<PersonId, PersonsTurns>>>,
}

impl Turns {
    pub(super) fn new(at_once: u32) -> Self {
        let places = usize::try_from(at_once).unwrap_or(1);
        Self { at_once, all: Arc::new(Semaphore::new(places)), people: Arc::default() }
    }

    /// Waits for a turn. `person` is who waits for the result; none where the program itself needs it. [`Error::Busy`]
    /// where a person asks for too much at once.
    pub(super) async fn next(&self, person: Option<PersonId>) -> Result<Turn> {
        let own = match person {
            Some(person) => {
                let (asked, one_at_a_time) = self.ask(person)?;
                Some((one_at_a_time.acquire_owned().await.map_err(anyhow::Error::from)?, asked))
            }
            None => None,
        };
        let all = self.all.clone().acquire_owned().await.map_err(anyhow::Error::from)?;
        Ok(Turn { _all: all, _own: own })
    }

    /// All turns at once, so that everything else waits.
    pub(super) async fn all(&self) -> anyhow::Result<OwnedSemaphorePermit> {
        Ok(self.all.clone().acquire_many_owned(self.at_once).await?)
    }

    fn ask(&self, person: PersonId) -> Result<(Asked, Arc<Semaphore>)> {
        let mut people = self.people.lock().unwrap_or_else(PoisonError::into_inner);
        let new = || PersonsTurns { one_at_a_time: Arc::new(Semaphore::new(1)), asked: 0 };
        let own = people.entry(person).or_insert_with(new);
        if own.asked >= MOST_OF_ONE_PERSON {
            return Err(Error::Busy);
        }
        own.asked += 1;
        Ok((Asked { person, people: self.people.clone() }, own.one_at_a_time.clone()))
    }
}

impl Drop for Asked {
    fn drop(&mut self) {
        let mut people = self.people.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(own) = people.get_mut(&self.person) {
            own.asked -= 1;
            if own.asked == 0 {
                people.remove(&self.person);
            }
        }
    }
}
