//! Whether anything leaves the server. What a copy of the data would send, its original has sent or will: a copy is silent
//! until an operator says otherwise.

use liksa_domain::delivery::HoldReason;

use crate::prelude::*;

/// Looks whether the database is a copy of the one that a server last started on, and holds what would leave then. Answers
/// why nothing leaves, if so.
pub async fn notice_copy(store: &Store, now: Timestamp) -> Result<Option<HeldSending>> {
    let (mark, known) = (store.database_mark().await?, store.known_mark().await?);
    if known.as_deref() != Some(mark.as_str()) {
        let mut tx = store.begin().await?;
        if known.is_some() {
            hold_in(&mut tx, HoldReason::Copied, now).await?;
        }
        tx.set_mark(&mark).await?;
        tx.commit().await?;
    }
    Ok(store.held_sending().await?)
}

/// Refuses what would take a file for a bank or an authority out of a server that sends nothing.
pub async fn must_not_be_held(store: &Store) -> Result<()> {
    require(store.held_sending().await?.is_none(), ErrorKey::SendingHeld)
}

/// From now on nothing leaves the server.
pub async fn hold(store: &Store, why: HoldReason, now: Timestamp) -> Result<()> {
    let mut tx = store.begin().await?;
    hold_in(&mut tx, why, now).await?;
    Ok(tx.commit().await?)
}

async fn hold_in(tx: &mut Tx, why: HoldReason, now: Timestamp) -> Result<()> {
    if tx.hold_sending(why, now).await? {
        record(tx, Action::SendingHeld, json!({"why": why.name()}), now);
    }
    Ok(())
}

/// Lets everything leave again. False if it may already.
pub async fn resume(store: &Store, now: Timestamp) -> Result<bool> {
    let mut tx = store.begin().await?;
    let resumed = tx.resume_sending().await?;
    if resumed {
        record(&mut tx, Action::SendingResumed, json!({}), now);
    }
    tx.commit().await?;
    Ok(resumed)
}

/// By the operator, who has no account.
fn record(tx: &mut Tx, action: Action, detail: Value, at: Timestamp) {
    tx.record(AuditEvent {
        at,
        actor: None,
        action,
        subject: "sending:1".to_owned(),
        detail: detail.to_string(),
    });
}
