//! Deleting what is no longer needed; the server does it every few minutes.

use jiff::SignedDuration;

use crate::accounts::{BROWSER_KNOWN_FOR, idle_since};
use crate::prelude::*;

/// A tab left open over a holiday may still retry its request.
const IDEMPOTENCY_KEYS_FOR: SignedDuration = SignedDuration::from_hours(30 * 24);
const DONE_JOBS_FOR: SignedDuration = SignedDuration::from_hours(30 * 24);
/// Long enough to find out what was written to a customer or user.
const MAILS_FOR: SignedDuration = SignedDuration::from_hours(90 * 24);
/// Copies of purchase invoices that came before a purchase which was never made.
const UNATTACHED_RECEIPTS_FOR: SignedDuration = SignedDuration::from_hours(24);
/// Uploaded content waits this long for the transaction that refers to it.
const LOOSE_CONTENT_FOR: SignedDuration = SignedDuration::from_hours(24);

/// Deletes ended sessions, links and registrations, old idempotency keys, jobs and mails, and content without a file.
pub async fn delete_old_data(context: &Context) -> anyhow::Result<()> {
    let now = context.clock.now();
    let before = |age| now.checked_sub(age).unwrap_or(Timestamp::MIN);
    let mut tx = context.store.begin().await?;
    tx.delete_dead_sessions(now, idle_since(now)).await?;
    tx.forget_old_accounts(now, before(BROWSER_KNOWN_FOR)).await?;
    tx.delete_old_keys(before(IDEMPOTENCY_KEYS_FOR)).await?;
    tx.delete_unattached_receipts(before(UNATTACHED_RECEIPTS_FOR), now).await?;
    tx.commit().await?;
    let mut tx = context.store.begin().await?;
    tx.delete_old_jobs(before(DONE_JOBS_FOR)).await?;
    tx.forget_old_letters(before(MAILS_FOR)).await?;
    tx.commit().await?;
    // A copy of the data may stand on the files of its original, to which they still belong.
    if context.store.held_sending().await?.is_some() {
        return Ok(());
    }
    Ok(context.files.remove_loose(before(LOOSE_CONTENT_FOR)).await?)
}
