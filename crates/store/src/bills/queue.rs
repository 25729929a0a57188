//! The queues of clerks, the longest waiting bill first.

use liksa_domain::bill::BillState;
use uuid::Uuid;

use crate::cursor::Cursor;
use crate::prelude::*;

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Queue {
    /// Not taken by a clerk yet.
    #[default]
    Pending,
    /// Taken by the clerk who asks.
    Mine,
    /// Their workers ask for them back.
    OpenRequests,
    /// On their way to the customers.
    Approved,
}

/// A bill in a queue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QueuedBill {
    pub id: BillId,
    pub version: i64,
    pub state: BillState,
    pub open_request: bool,
    pub worker: PersonId,
    pub worker_name: String,
    pub customer_name: Option<String>,
    pub total_with_vat: Money,
    pub queued_at: Timestamp,
    /// When it goes to the customer by itself, once it is approved.
    pub leaves_at: Option<Timestamp>,
    pub taken_by: Option<PersonId>,
    pub taker_name: Option<String>,
    pub is_credit_note: bool,
    pub is_correction: bool,
}

/// How many bills are in each queue, and since when the oldest of each waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QueueCounts {
    pub pending: Waiting,
    pub mine: Waiting,
    pub open_requests: Waiting,
    pub approved: Waiting,
}

/// How many there are of something, and since when the first of them has waited.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
pub struct Waiting {
    pub count: i64,
    /// An instant, ISO 8601; null when there is none.
    #[schema(required)]
    pub oldest: Option<Timestamp>,
}

read_row! {
    QueuedBill {
        id, version, state, open_request, worker = "person_id", worker_name, customer_name, total_with_vat,
        queued_at, leaves_at, taken_by, taker_name, is_credit_note, is_correction
    }
}

/// The states are literals: a partial index is not used for a state that is a parameter.
macro_rules! queue {
    ($waiting:literal) => {
        concat!(
            "SELECT b.id, b.version, b.state, b.open_request, b.person_id, \
             p.first_name || ' ' || p.last_name AS worker_name, c.name AS customer_name, b.total_with_vat, \
             b.queued_at, b.leaves_at, b.taken_by, t.first_name || ' ' || t.last_name AS taker_name, \
             b.credit_of IS NOT NULL AS is_credit_note, b.correction_of IS NOT NULL AS is_correction \
             FROM bill b JOIN person p ON p.id = b.person_id LEFT JOIN customer c ON c.id = b.customer_id \
             LEFT JOIN person t ON t.id = b.taken_by WHERE ",
            $waiting,
            " AND (b.queued_at > $1 OR (b.queued_at = $1 AND b.id > $2)) \
             ORDER BY b.queued_at, b.id LIMIT $3"
        )
    };
}

pub(crate) const PENDING: &str = queue!("b.state = 'PENDING'");
pub(crate) const MINE: &str = queue!("b.state = 'TAKEN' AND b.taken_by = $4");
pub(crate) const OPEN_REQUESTS: &str = queue!("b.open_request");
pub(crate) const APPROVED: &str = queue!("b.state = 'APPROVED'");

/// The counts of the queues as clerk `$1` sees them.
macro_rules! queue_counts {
    () => {
        "(SELECT COUNT(*) FROM bill WHERE state = 'PENDING') AS pending, \
     (SELECT MIN(queued_at) FROM bill WHERE state = 'PENDING') AS pending_since, \
     (SELECT COUNT(*) FROM bill WHERE state = 'TAKEN' AND taken_by = $1) AS mine, \
     (SELECT MIN(queued_at) FROM bill WHERE state = 'TAKEN' AND taken_by = $1) AS mine_since, \
     (SELECT COUNT(*) FROM bill WHERE open_request) AS open_requests, \
     (SELECT MIN(queued_at) FROM bill WHERE open_request) AS open_requests_since, \
     (SELECT COUNT(*) FROM bill WHERE state = 'APPROVED') AS approved, \
     (SELECT MIN(queued_at) FROM bill WHERE state = 'APPROVED') AS approved_since"
    };
}
pub(crate) use queue_counts;

pub(crate) const COUNTS: &str = concat!("SELECT ", queue_counts!());

impl ReadRow for QueueCounts {
    fn read(row: &Row<'_>) -> StoreResult<Self> {
        Ok(Self {
            pending: Waiting::read(row, "pending", "pending_since")?,
            mine: Waiting::read(row, "mine", "mine_since")?,
            open_requests: Waiting::read(row, "open_requests", "open_requests_since")?,
            approved: Waiting::read(row, "approved", "approved_since")?,
        })
    }
}

store_methods! {
    pub async fn bill_queue_counts(clerk: PersonId) -> QueueCounts = fetch_one COUNTS;
}

impl Store {
    /// A page of a queue as this clerk sees it.
    pub async fn bill_queue(
        &self,
        queue: Queue,
        clerk: PersonId,
        after: Option<Cursor<i64>>,
        limit: i64,
    ) -> StoreResult<Vec<QueuedBill>> {
        let after = after.unwrap_or(Cursor { key: i64::MIN, id: Uuid::nil() });
        let statement = match queue {
            Queue::Pending => PENDING,
            Queue::Mine => MINE,
            Queue::OpenRequests => OPEN_REQUESTS,
            Queue::Approved => APPROVED,
        };
        let statement = sql!(statement => after.key, after.id, limit);
        let statement = if queue == Queue::Mine { statement.bind(&clerk) } else { statement };
        self.fetch_all(statement).await
    }
}

impl Waiting {
    pub(crate) fn read(row: &Row<'_>, count: &'static str, oldest: &'static str) -> StoreResult<Self> {
        Ok(Self { count: row.get(count)?, oldest: row.get(oldest)? })
    }
}

impl QueueCounts {
    pub fn of(&self, queue: Queue) -> Waiting {
        match queue {
            Queue::Pending => self.pending,
            Queue::Mine => self.mine,
            Queue::OpenRequests => self.open_requests,
            Queue::Approved => self.approved,
        }
    }
}

impl QueuedBill {
    /// Where the page after this bill starts.
    pub fn cursor(&self) -> Cursor<i64> {
        Cursor { key: self.queued_at.as_microsecond(), id: self.id.uuid() }
    }
}
