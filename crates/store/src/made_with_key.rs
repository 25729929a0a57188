//! Idempotency keys: a call that makes something and is sent twice makes one thing.

use jiff::Timestamp;
use liksa_domain::ids::{Id, PersonId};
use uuid::Uuid;

use crate::db::{Tx, on};
use crate::error::StoreResult;
use crate::time::to_micros;

/// What a key was sent for. One key may make one thing of each kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MadeKind {
    Customer,
    Bill,
    /// A copy of a bill.
    Copy,
    /// The draft that corrects a bill.
    Correction,
    Receipt,
    PrintBatch,
}

impl MadeKind {
    fn name(self) -> &'static str {
        match self {
            Self::Customer => "customer",
            Self::Bill => "bill",
            Self::Copy => "copy",
            Self::Correction => "correction",
            Self::Receipt => "receipt",
            Self::PrintBatch => "print-batch",
        }
    }
}

impl Tx {
    /// Takes the key for the thing that this transaction is about to make. If the key has made one
    /// before, nothing is taken and that one's id is answered. Of two transactions at once the
    /// second waits here until the first is through.
    pub async fn claim_key<T: Id>(
        &mut self,
        person: PersonId,
        kind: MadeKind,
        key: &str,
        making: T,
        now: Timestamp,
    ) -> StoreResult<Option<T>> {
        let claimed = on!(self.conn(), c => sqlx::query(
                "INSERT INTO made_with_key (person_id, kind, key, made_id, made_at) \
                 VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING")
            .bind(person.uuid())
            .bind(kind.name())
            .bind(key)
            .bind(making.uuid())
            .bind(to_micros(now))
            .execute(c).await.map(|done| done.rows_affected()))?;
        if claimed == 1 {
            return Ok(None);
        }
        let (made,): (Uuid,) = on!(self.conn(), c => sqlx::query_as(
                "SELECT made_id FROM made_with_key WHERE person_id = $1 AND kind = $2 AND key = $3")
            .bind(person.uuid())
            .bind(kind.name())
            .bind(key)
            .fetch_one(c).await)?;
        Ok(Some(T::from_uuid(made)))
    }

    /// Forgets keys that nobody will send again.
    pub async fn delete_old_keys(&mut self, made_before: Timestamp) -> StoreResult<u64> {
        let rows = on!(self.conn(), c => sqlx::query("DELETE FROM made_with_key WHERE made_at < $1")
            .bind(to_micros(made_before))
            .execute(c).await.map(|done| done.rows_affected()))?;
        Ok(rows)
    }
}
