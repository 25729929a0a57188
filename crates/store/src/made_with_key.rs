//! Idempotency keys: a request that is sent twice makes one thing.

use uuid::Uuid;

use crate::prelude::*;

/// What a key was sent for. One key may make one of each kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MadeKind {
    Customer,
    Bill,
    /// A copy of a bill.
    Copy,
    /// The draft that corrects a bill.
    Correction,
    /// The draft that credits a part of a bill.
    PartCredit,
    Receipt,
    LateReceipt,
    Purchase,
    /// A copy of a purchase invoice.
    PurchaseReceipt,
    PrintBatch,
    Share,
}

impl MadeKind {
    fn name(self) -> &'static str {
        match self {
            Self::Customer => "customer",
            Self::Bill => "bill",
            Self::Copy => "copy",
            Self::Correction => "correction",
            Self::PartCredit => "part-credit",
            Self::Receipt => "receipt",
            Self::LateReceipt => "late-receipt",
            Self::Purchase => "purchase",
            Self::PurchaseReceipt => "purchase-receipt",
            Self::PrintBatch => "print-batch",
            Self::Share => "share",
        }
    }
}

tx_methods! {
    /// Deletes keys that are too old to be sent again.
    pub async fn delete_old_keys(made_before: Timestamp) -> u64 = execute
        "DELETE FROM made_with_key WHERE made_at < $1";
}

impl Tx {
    /// Claims the key, if there is one, for what this transaction is about to make. If the key has made something before, its id is
    /// returned. Of two transactions at once the second waits here until the first has ended.
    pub async fn claim_key<T: Id>(
        &mut self,
        person: PersonId,
        kind: MadeKind,
        key: Option<&str>,
        making: T,
        now: Timestamp,
    ) -> StoreResult<Option<T>> {
        let Some(key) = key else { return Ok(None) };
        let insert = sql!(
            "INSERT INTO made_with_key (person_id, kind, key, made_id, made_at) \
             VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING"
            => person, kind.name(), key, making.uuid(), now
        );
        if self.try_change(insert).await? {
            return Ok(None);
        }
        let select = sql!(
            "SELECT made_id FROM made_with_key WHERE person_id = $1 AND kind = $2 AND key = $3"
            => person, kind.name(), key
        );
        let made: Uuid = self.fetch_value(select).await?;
        Ok(Some(T::from_uuid(made)))
    }
}
