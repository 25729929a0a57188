//! Typesets PDFs on blocking threads, a few at a time, and one at a time for each person who reads them.

use std::sync::{Arc, OnceLock};

use anyhow::Context;
use liksa_documents::pdf::{Made, PdfError, Printed, Typesetter};
use liksa_domain::ids::PersonId;
use tokio::sync::OwnedSemaphorePermit;

use super::turns::Turns;
use crate::error::Result;

/// A document holds a processor for some milliseconds. More at once than processors gains nothing.
const AT_ONCE: u32 = 2;

/// Typesets documents; cheap to create.
pub struct PdfPrinter {
    /// Fonts are read when the first document is made, not while the server starts.
    typesetter: Arc<OnceLock<Result<Typesetter, PdfError>>>,
    turns: Turns,
}

impl Default for PdfPrinter {
    fn default() -> Self {
        Self { typesetter: Arc::default(), turns: Turns::new(AT_ONCE) }
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
        self.turns.all().await
    }

    async fn on_a_thread<T: Send + 'static>(
        &self,
        reader: Option<PersonId>,
        work: impl FnOnce(&Typesetter) -> Result<T, PdfError> + Send + 'static,
    ) -> Result<T> {
        let turn = self.turns.next(reader).await?;
        let typesetter = self.typesetter.clone();
        let done = tokio::task::spawn_blocking(move || {
            let result = match typesetter.get_or_init(Typesetter::new) {
                Ok(typesetter) => work(typesetter),
                Err(error) => Err(error.clone()),
            };
            drop(turn);
            result
        });
        Ok(done.await.context("the typesetting thread died")?.map_err(anyhow::Error::from)?)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::{Condvar, Mutex};
    use std::time::Duration;

    use uuid::Uuid;

    use super::super::turns::MOST_OF_ONE_PERSON;
    use super::*;

    /// Nobody waits for so long: all is over before.
    const LONG: Duration = Duration::from_secs(60);

    /// All of one person's documents wait until that of another is made, which two of them at once would prevent.
    #[tokio::test]
    async fn of_one_person_a_single_document_is_made_at_once() {
        let printer = Arc::new(PdfPrinter::default());
        let [one, other] = [1, 2].map(|number| PersonId::from(Uuid::from_u128(number)));
        let (begun, made) = (Arc::new(AtomicUsize::new(0)), Arc::new((Mutex::new(false), Condvar::new())));
        let mut many = tokio::task::JoinSet::new();
        for _ in 0..MOST_OF_ONE_PERSON {
            let (printer, begun, made) = (printer.clone(), begun.clone(), made.clone());
            many.spawn(async move {
                let work = move |_: &Typesetter| {
                    begun.fetch_add(1, Ordering::SeqCst);
                    let waiting = made.1.wait_timeout_while(made.0.lock().unwrap(), LONG, |made| !*made);
                    assert!(!waiting.unwrap().1.timed_out(), "the other document is never made");
                    Ok(())
                };
                printer.on_a_thread(Some(one), work).await
            });
        }
        while begun.load(Ordering::SeqCst) == 0 {
            tokio::task::yield_now().await;
        }
        let before = begun.clone();
        let begun_before =
            printer.on_a_thread(Some(other), move |_| Ok(before.load(Ordering::SeqCst))).await.unwrap();
        assert_eq!(begun_before, 1);
        *made.0.lock().unwrap() = true;
        made.1.notify_all();
        assert!(many.join_all().await.iter().all(Result::is_ok));
        assert_eq!(begun.load(Ordering::SeqCst), MOST_OF_ONE_PERSON);
    }
}
