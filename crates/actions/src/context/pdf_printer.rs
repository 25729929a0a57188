//! Typesets PDFs on blocking threads, a few at a time.

use std::sync::{Arc, OnceLock};

use anyhow::Context;
use liksa_documents::pdf::{Made, PdfError, Printed, Typesetter};
use tokio::sync::Semaphore;

/// A document holds a processor for some milliseconds. More at once than processors gains nothing.
const AT_ONCE: usize = 2;

/// Typesets documents; cheap to create.
pub struct PdfPrinter {
    /// Fonts are read when the first document is made, not while the server starts.
    typesetter: Arc<OnceLock<Result<Typesetter, PdfError>>>,
    turns: Arc<Semaphore>,
}

impl Default for PdfPrinter {
    fn default() -> Self {
        Self { typesetter: Arc::default(), turns: Arc::new(Semaphore::new(AT_ONCE)) }
    }
}

impl PdfPrinter {
    pub async fn print<D: Printed + Send + 'static>(
        &self,
        document: D,
        made: Made,
    ) -> anyhow::Result<Vec<u8>> {
        self.on_a_thread(move |typesetter| typesetter.print(&document, &made)).await
    }

    /// The pages as SVG, to be looked at on a screen.
    pub async fn draw<D: Printed + Send + 'static>(&self, document: D) -> anyhow::Result<Vec<String>> {
        self.on_a_thread(move |typesetter| typesetter.draw(&document)).await
    }

    async fn on_a_thread<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Typesetter) -> Result<T, PdfError> + Send + 'static,
    ) -> anyhow::Result<T> {
        let turn = self.turns.clone().acquire_owned().await?;
        let typesetter = self.typesetter.clone();
        let done = tokio::task::spawn_blocking(move || {
            let result = match typesetter.get_or_init(Typesetter::new) {
                Ok(typesetter) => work(typesetter),
                Err(error) => Err(error.clone()),
            };
            drop(turn);
            result
        });
        Ok(done.await.context("the typesetting thread died")??)
    }
}
