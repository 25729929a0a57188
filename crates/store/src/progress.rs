//! Whether a job gets on: what it asks of the database and of stored files is counted while it runs.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

tokio::task_local! {
    static WATCHED: Progress;
}

/// Counts the answered statements and pieces of files of one job.
#[derive(Clone, Debug, Default)]
pub struct Progress(Arc<AtomicU64>);

impl Progress {
    pub fn steps(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    /// Runs `work` and counts its steps. Steps of tasks that it spawns are not counted.
    pub async fn watch<F: Future>(self, work: F) -> F::Output {
        WATCHED.scope(self, work).await
    }
}

/// Counts one step, if a job takes it.
pub(crate) fn note_step() {
    // Outside of a job nobody counts.
    let _ = WATCHED.try_with(|progress| progress.0.fetch_add(1, Ordering::Relaxed));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_steps_of_a_watched_job_are_counted() {
        let progress = Progress::default();
        note_step();
        assert_eq!(progress.steps(), 0, "of another task");
        progress.clone().watch(async { (note_step(), note_step()) }).await;
        assert_eq!(progress.steps(), 2);
    }
}
