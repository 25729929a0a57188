//! The chain of hashes over all audit events.

use liksa_domain::audit::AuditEvent;
use liksa_domain::ids::Id;
use sha2::{Digest, Sha256};
use sqlx::FromRow;
use uuid::Uuid;

use crate::db::{Store, Tx, on};
use crate::error::{StoreError, StoreResult, exactly_one};
use crate::time::to_micros;

type Hash = [u8; 32];

/// Before the first event.
const BEGINNING: Hash = [0; 32];
const AT_ONCE: i64 = 2000;

#[derive(FromRow)]
struct Link {
    number: i64,
    at: i64,
    actor_id: Option<Uuid>,
    action: String,
    subject: String,
    detail: String,
    hash: Option<Vec<u8>>,
}

/// What is hashed of an event.
struct Content<'a> {
    at: i64,
    actor: Option<Uuid>,
    texts: [&'a str; 3],
}

impl Content<'_> {
    /// The event's own hash. Every text is preceded by its length, so that nothing can be moved from one to the
    /// next.
    fn hash_after(&self, before: &Hash) -> Hash {
        let mut hash = Sha256::new();
        hash.update(before);
        hash.update(self.at.to_be_bytes());
        match self.actor {
            Some(actor) => {
                hash.update([1]);
                hash.update(actor.as_bytes());
            }
            None => hash.update([0]),
        }
        for text in self.texts {
            hash.update(u64::try_from(text.len()).unwrap_or(u64::MAX).to_be_bytes());
            hash.update(text);
        }
        hash.finalize().into()
    }
}

impl Link {
    fn content(&self) -> Content<'_> {
        let texts = [self.action.as_str(), self.subject.as_str(), self.detail.as_str()];
        Content { at: self.at, actor: self.actor_id, texts }
    }
}

impl Tx {
    /// Adds the events of this transaction to the chain. The head is held from here to the commit alone, so that
    /// writers wait for each other only briefly, and never for each other in a circle.
    pub(crate) async fn write_events(&mut self) -> StoreResult<()> {
        let events = std::mem::take(&mut self.events);
        if events.is_empty() {
            return Ok(());
        }
        let mut hash = self.hold_head().await?;
        for event in &events {
            hash = self.write_event(event, &hash).await?;
        }
        self.move_head(&hash).await
    }

    async fn write_event(&mut self, event: &AuditEvent, before: &Hash) -> StoreResult<Hash> {
        let at = to_micros(event.at);
        let texts = [event.action.name(), &event.subject, &event.detail];
        let hash = Content { at, actor: event.actor.map(Id::uuid), texts }.hash_after(before);
        let rows = on!(self.conn(), c => sqlx::query(
                "INSERT INTO audit_event (at, actor_id, action, subject, detail, hash) \
                 VALUES ($1, $2, $3, $4, $5, $6)")
            .bind(at)
            .bind(event.actor.map(Id::uuid))
            .bind(event.action.name())
            .bind(&event.subject)
            .bind(&event.detail)
            .bind(hash.as_slice())
            .execute(c).await.map(|done| done.rows_affected()))?;
        exactly_one(rows)?;
        Ok(hash)
    }

    /// The hash of the newest event, which stays the newest until this transaction is through.
    async fn hold_head(&mut self) -> StoreResult<Hash> {
        let (hash,): (Vec<u8>,) = on!(self.conn(), c => sqlx::query_as(
                "UPDATE audit_head SET hash = hash WHERE id = 1 RETURNING hash")
            .fetch_one(c).await)?;
        hash.try_into().map_err(|_| StoreError::Corrupt("audit hash"))
    }

    async fn move_head(&mut self, hash: &Hash) -> StoreResult<()> {
        let rows = on!(self.conn(), c => sqlx::query("UPDATE audit_head SET hash = $1 WHERE id = 1")
            .bind(hash.as_slice())
            .execute(c).await.map(|done| done.rows_affected()))?;
        exactly_one(rows)
    }
}

impl Store {
    /// Gives events from before there was a chain their hashes. Afterwards the database takes none without.
    pub(crate) async fn chain_old_events(&self) -> StoreResult<()> {
        let mut tx = self.begin().await?;
        let mut hash = tx.hold_head().await?;
        loop {
            let links: Vec<Link> = on!(tx.conn(), c => sqlx::query_as(
                    "SELECT number, at, actor_id, action, subject, detail, hash FROM audit_event \
                     WHERE hash IS NULL ORDER BY number LIMIT $1")
                .bind(AT_ONCE)
                .fetch_all(c).await)?;
            if links.is_empty() {
                break;
            }
            for link in &links {
                hash = link.content().hash_after(&hash);
                let rows = on!(tx.conn(), c => sqlx::query("UPDATE audit_event SET hash = $2 WHERE number = $1")
                    .bind(link.number)
                    .bind(hash.as_slice())
                    .execute(c).await.map(|done| done.rows_affected()))?;
                exactly_one(rows)?;
            }
        }
        tx.move_head(&hash).await?;
        tx.commit().await
    }

    /// Follows the chain from its beginning. Behind the first break nothing more can be said.
    pub(crate) async fn check_audit_chain(&self) -> StoreResult<Vec<String>> {
        // Asked first: what is added while the chain is read comes after it.
        let (head,): (Vec<u8>,) = on!(self.reads(), c => sqlx::query_as("SELECT hash FROM audit_head WHERE id = 1")
            .fetch_one(c).await)?;
        let (mut hash, mut after) = (BEGINNING, 0);
        let mut head_found = head == hash;
        loop {
            let links: Vec<Link> = on!(self.reads(), c => sqlx::query_as(
                    "SELECT number, at, actor_id, action, subject, detail, hash FROM audit_event \
                     WHERE number > $1 ORDER BY number LIMIT $2")
                .bind(after)
                .bind(AT_ONCE)
                .fetch_all(c).await)?;
            let Some(last) = links.last() else { break };
            after = last.number;
            for link in &links {
                hash = link.content().hash_after(&hash);
                if link.hash.as_deref() != Some(&hash) {
                    let number = link.number;
                    return Ok(vec![format!(
                        "event {number} is not what was written, or one before it is gone"
                    )]);
                }
                head_found |= head == hash;
            }
        }
        Ok(if head_found { vec![] } else { vec![format!("events after {after} are gone")] })
    }
}
