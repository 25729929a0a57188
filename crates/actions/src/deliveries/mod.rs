//! How closed bills reach their customers.

mod deliver;
pub mod mails;
mod make_documents;
mod print_batch;

pub use self::{deliver::*, make_documents::*, print_batch::*};

use crate::prelude::*;

/// Has a job done now that may be there already. One that waits for its next attempt is hurried: of two of the same mail,
/// each would take what the other does for what a crash has left. False if it is being done or about to be.
async fn do_now(context: &Context, tx: &mut Tx, job: Job) -> Result<bool> {
    let new = context.job(job)?;
    if tx.hurry_job(&new.job, new.run_at).await? {
        return Ok(true);
    }
    let open = tx.has_open_job(&new.job).await?;
    if !open {
        // It was done, or given up, as after a bug that was repaired since.
        tx.enqueue(&new).await?;
    }
    Ok(!open)
}
