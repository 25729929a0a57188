//! The chain of hashes over all audit events.

use liksa_domain::audit::AuditEvent;
use liksa_domain::data_check::{Fault, FaultKey};
use sha2::{Digest, Sha256};

use crate::db::Snapshot;
use crate::prelude::*;

type Hash = [u8; 32];

/// Before the first event.
const BEGINNING: Hash = [0; 32];
const AT_ONCE: i64 = 2000;

struct Link {
    number: i64,
    event: AuditEvent,
    hash: Option<Vec<u8>>,
}

read_row! { Link { number, hash } flat { event } }

/// The hash of an event after the one with this hash. Every text is preceded by its length, so that nothing can be
/// moved from one text to the next.
fn hash_after(before: &Hash, event: &AuditEvent) -> Hash {
    let mut hash = Sha256::new();
    hash.update(before);
    hash.update(event.at.as_microsecond().to_be_bytes());
    match event.actor {
        Some(actor) => {
            hash.update([1]);
            hash.update(actor.uuid().as_bytes());
        }
        None => hash.update([0]),
    }
    for text in [event.action.name(), &event.subject, &event.detail] {
        hash.update(u64::try_from(text.len()).unwrap_or(u64::MAX).to_be_bytes());
        hash.update(text);
    }
    hash.finalize().into()
}

tx_methods! {
    async fn move_head(hash: &Hash) = change_one "UPDATE audit_head SET hash = $1 WHERE id = 1";
}

impl Tx {
    /// Adds the events of this transaction to the chain. The head is locked only from here to the commit, so that
    /// writers wait for each other briefly and cannot deadlock.
    pub(crate) async fn write_events(&mut self) -> StoreResult<()> {
        let events = std::mem::take(&mut self.events);
        if events.is_empty() {
            return Ok(());
        }
        let mut hash = self.lock_head().await?;
        for event in &events {
            hash = hash_after(&hash, event);
            self.change_one(sql!(
                "INSERT INTO audit_event (at, actor_id, action, subject, detail, hash) VALUES ($1, $2, $3, $4, $5, $6)"
                => event.at, event.actor, event.action, event.subject, event.detail, hash
            ))
            .await?;
        }
        self.move_head(&hash).await
    }

    /// Locks the head of the chain until this transaction ends, and returns the hash of the newest event.
    async fn lock_head(&mut self) -> StoreResult<Hash> {
        let hash: Vec<u8> =
            self.fetch_value(sql!("UPDATE audit_head SET hash = hash WHERE id = 1 RETURNING hash")).await?;
        hash.try_into().map_err(|_| StoreError::Corrupt("audit hash"))
    }
}

impl Store {
    /// Adds hashes to events from before there was a chain. The database refuses new ones without a hash.
    pub(crate) async fn chain_old_events(&self) -> StoreResult<()> {
        let mut tx = self.begin().await?;
        let mut hash = tx.lock_head().await?;
        loop {
            let links: Vec<Link> = tx
                .fetch_all(sql!(
                    "SELECT number, at, actor_id, action, subject, detail, hash FROM audit_event \
                     WHERE hash IS NULL ORDER BY number LIMIT $1"
                    => AT_ONCE
                ))
                .await?;
            if links.is_empty() {
                break;
            }
            for link in &links {
                hash = hash_after(&hash, &link.event);
                tx.change_one(sql!(
                    "UPDATE audit_event SET hash = $2 WHERE number = $1" => link.number, hash
                ))
                .await?;
            }
        }
        tx.move_head(&hash).await?;
        tx.commit().await
    }
}

impl Snapshot {
    /// Follows the chain from its beginning up to the first break, after which nothing can be checked.
    pub(crate) async fn check_audit_chain(&mut self) -> StoreResult<Vec<Fault>> {
        let head: Hash = self.fetch_value(sql!("SELECT hash FROM audit_head WHERE id = 1")).await?;
        let (mut hash, mut after) = (BEGINNING, 0);
        let mut head_found = head == hash;
        loop {
            let select = sql!(
                "SELECT number, at, actor_id, action, subject, detail, hash FROM audit_event \
                 WHERE number > $1 ORDER BY number LIMIT $2"
                => after, AT_ONCE
            );
            let links: Vec<Link> = self.fetch_all(select).await?;
            let Some(last) = links.last() else { break };
            after = last.number;
            for link in &links {
                hash = hash_after(&hash, &link.event);
                if link.hash.as_deref() != Some(hash.as_slice()) {
                    let number = link.number;
                    let text = format!("event {number} is not what was written, or one before it is gone");
                    return Ok(vec![Fault::text(FaultKey::Damaged, text)]);
                }
                head_found |= head == hash;
            }
        }
        let gone = Fault::text(FaultKey::Damaged, format!("events after {after} are gone"));
        Ok(if head_found { vec![] } else { vec![gone] })
    }
}
