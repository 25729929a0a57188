//! Documents on their way out: who makes PDFs, and what stands on them beside the bill.

mod invoice;
pub mod names;
mod reminder;
mod seller;

use std::sync::{Arc, OnceLock};

use anyhow::Context;
use liksa_documents::pdf::{Made, PdfError, Printed, Typesetter};
use tokio::sync::Semaphore;

pub use invoice::{invoice_of, pdf_of};
pub use reminder::reminder_of;
pub use seller::seller_on;

/// A document holds a processor for some milliseconds. More at once than processors gains nothing.
const AT_ONCE: usize = 2;

/// Makes PDFs on threads that may block, a few at a time.
pub struct Press {
    /// Fonts are read when the first document is made, not while the server starts.
    typesetter: Arc<OnceLock<Result<Typesetter, PdfError>>>,
    turns: Arc<Semaphore>,
}

impl Press {
    pub fn new() -> Self {
        Self { typesetter: Arc::default(), turns: Arc::new(Semaphore::new(AT_ONCE)) }
    }

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
