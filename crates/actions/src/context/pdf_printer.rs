//! Typesets PDFs on blocking threads, a few at a time, and one at a time for each person who reads them.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use anyhow::Context;
use liksa_documents::pdf::{Made, PdfError, Printed, Typesetter};
use liksa_domain::ids::PersonId;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::error::{Error, Result};

/// A document holds a processor for some milliseconds. More at once than processors gains nothing.
const AT_ONCE: usize = 2;
/// How many documents of one person may be made or wait for it: more than tabs that anybody opens at once.
const MOST_OF_ONE_PERSON: usize = 8;

/// Typesets documents; cheap to create.
pub struct PdfPrinter {
    /// Fonts are read when the first document is made, not while the server starts.
    typesetter: Arc<OnceLock<Result<Typesetter, PdfError>>>,
    turns: Arc<Semaphore>,
    /// Of people who have a document made now. Long documents of one of them must not keep the others waiting.
    people: Arc<Mutex<HashMap<PersonId, PersonsTurns>>>,
}

struct PersonsTurns {
    one_at_a_time: Arc<Semaphore>,
    asked: usize,
}

/// One document of a person, from when it is asked for until it is made.
struct Asked {
    person: PersonId,
    people: Arc<Mutex<HashMap<PersonId, PersonsTurns>>>,
}

impl Default for PdfPrinter {
    fn default() -> Self {
        let turns = Arc::new(Semaphore::new(AT_ONCE));
        Self { typesetter: Arc::default(), turns, people: Arc::default() }
    }
}

impl PdfPrinter {
    /// `reader` is the person who waits for the document; none where the program itself makes it.
    pub async fn print<D: Printed + Send + 'static>(
        &self,
        reader: Option<PersonId>,
        document: D,
        made: Made,
    ) -> Result<Vec<u8>> {
        self.on_a_thread(reader, move |typesetter| typesetter.print(&document, &made)).await
    }

    /// The pages as SVG, to be looked at on a screen.
    pub async fn draw<D: Printed + Send + 'static>(
        &self,
        reader: PersonId,
        document: D,
    ) -> Result<Vec<String>> {
        self.on_a_thread(Some(reader), move |typesetter| typesetter.draw(&document)).await
    }

    /// Makes every further document wait until the permit is dropped, so that a test can act in between.
    pub async fn pause(&self) -> anyhow::Result<OwnedSemaphorePermit> {
        Ok(self.turns.clone().acquire_many_owned(u32::try_from(AT_ONCE)?).await?)
    }

    async fn on_a_thread<T: Send + 'static>(
        &self,
        reader: Option<PersonId>,
        work: impl FnOnce(&Typesetter) -> Result<T, PdfError> + Send + 'static,
    ) -> Result<T> {
        let own_turn = match reader {
            Some(person) => {
                let (asked, one_at_a_time) = self.ask(person)?;
                Some((one_at_a_time.acquire_owned().await.map_err(anyhow::Error::from)?, asked))
            }
            None => None,
        };
        let turn = self.turns.clone().acquire_owned().await.map_err(anyhow::Error::from)?;
        let typesetter = self.typesetter.clone();
        let done = tokio::task::spawn_blocking(move || {
            let result = match typesetter.get_or_init(Typesetter::new) {
                Ok(typesetter) => work(typesetter),
                Err(error) => Err(error.clone()),
            };
            // Held until the work is done, even if the request has ended before.
            drop((turn, own_turn));
            result
        });
        Ok(done.await.context("the typesetting thread died")?.map_err(anyhow::Error::from)?)
    }

    /// [`Error::Busy`] where a person asks for too many at once.
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
