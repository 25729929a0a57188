//! What waits for the provider's clerks, the longest waiting first.

use std::fmt;
use std::str::FromStr;

use jiff::Timestamp;
use liksa_domain::bill::BillState;
use liksa_domain::ids::{BillId, Id, PersonId};
use liksa_money::Money;
use sqlx::FromRow;
use uuid::Uuid;

use super::read::state_from;
use crate::db::{Store, on};
use crate::error::StoreResult;
use crate::time::{from_micros, to_micros};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Queue {
    /// Nobody has them yet.
    Pending,
    /// Taken by the clerk who asks.
    Mine,
    /// Their workers want them back.
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
    pub taken_by: Option<PersonId>,
    pub taker_name: Option<String>,
    pub is_credit_note: bool,
    pub is_correction: bool,
}

/// How many there are in each queue, and since when the first of each has waited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QueueCounts {
    pub pending: Waiting,
    pub mine: Waiting,
    pub open_requests: Waiting,
    pub approved: Waiting,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Waiting {
    pub count: i64,
    pub oldest: Option<Timestamp>,
}

/// The last bill of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QueueCursor {
    queued_at: i64,
    id: Uuid,
}

#[derive(FromRow)]
struct QueueRow {
    id: Uuid,
    version: i64,
    state: String,
    open_request: bool,
    person_id: Uuid,
    worker_name: String,
    customer_name: Option<String>,
    total_with_vat: i64,
    queued_at: i64,
    taken_by: Option<Uuid>,
    taker_name: Option<String>,
    is_credit_note: bool,
    is_correction: bool,
}

/// The states are written out: an index on some of them serves no statement that gets them as parameters.
macro_rules! queue {
    ($waiting:literal) => {
        concat!(
            "SELECT b.id, b.version, b.state, b.open_request, b.person_id, \
             p.first_name || ' ' || p.last_name AS worker_name, c.name AS customer_name, b.total_with_vat, \
             b.queued_at, b.taken_by, t.first_name || ' ' || t.last_name AS taker_name, \
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

pub(crate) const COUNTS: &str = "SELECT \
     (SELECT COUNT(*) FROM bill WHERE state = 'PENDING') AS pending, \
     (SELECT MIN(queued_at) FROM bill WHERE state = 'PENDING') AS pending_since, \
     (SELECT COUNT(*) FROM bill WHERE state = 'TAKEN' AND taken_by = $1) AS mine, \
     (SELECT MIN(queued_at) FROM bill WHERE state = 'TAKEN' AND taken_by = $1) AS mine_since, \
     (SELECT COUNT(*) FROM bill WHERE open_request) AS open_requests, \
     (SELECT MIN(queued_at) FROM bill WHERE open_request) AS open_requests_since, \
     (SELECT COUNT(*) FROM bill WHERE state = 'APPROVED') AS approved, \
     (SELECT MIN(queued_at) FROM bill WHERE state = 'APPROVED') AS approved_since";

#[derive(FromRow)]
struct CountsRow {
    pending: i64,
    pending_since: Option<i64>,
    mine: i64,
    mine_since: Option<i64>,
    open_requests: i64,
    open_requests_since: Option<i64>,
    approved: i64,
    approved_since: Option<i64>,
}

impl Store {
    /// A page of a queue as this clerk sees it.
    pub async fn bill_queue(
        &self,
        queue: Queue,
        clerk: PersonId,
        after: Option<QueueCursor>,
        limit: i64,
    ) -> StoreResult<Vec<QueuedBill>> {
        let after = after.unwrap_or(QueueCursor { queued_at: i64::MIN, id: Uuid::nil() });
        let statement = match queue {
            Queue::Pending => PENDING,
            Queue::Mine => MINE,
            Queue::OpenRequests => OPEN_REQUESTS,
            Queue::Approved => APPROVED,
        };
        let rows: Vec<QueueRow> = on!(self.reads(), c => {
            let query = sqlx::query_as(statement).bind(after.queued_at).bind(after.id).bind(limit);
            let query = if queue == Queue::Mine { query.bind(clerk.uuid()) } else { query };
            query.fetch_all(c).await
        })?;
        rows.into_iter().map(QueueRow::into_bill).collect()
    }

    pub async fn bill_queue_counts(&self, clerk: PersonId) -> StoreResult<QueueCounts> {
        let row: CountsRow =
            on!(self.reads(), c => sqlx::query_as(COUNTS).bind(clerk.uuid()).fetch_one(c).await)?;
        Ok(QueueCounts {
            pending: Waiting::new(row.pending, row.pending_since)?,
            mine: Waiting::new(row.mine, row.mine_since)?,
            open_requests: Waiting::new(row.open_requests, row.open_requests_since)?,
            approved: Waiting::new(row.approved, row.approved_since)?,
        })
    }
}

impl Waiting {
    pub(crate) fn new(count: i64, oldest: Option<i64>) -> StoreResult<Self> {
        Ok(Self { count, oldest: oldest.map(from_micros).transpose()? })
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
    /// Where a page that ends with this bill goes on.
    pub fn cursor(&self) -> QueueCursor {
        QueueCursor { queued_at: to_micros(self.queued_at), id: self.id.uuid() }
    }
}

impl QueueRow {
    fn into_bill(self) -> StoreResult<QueuedBill> {
        Ok(QueuedBill {
            id: BillId::from_uuid(self.id),
            version: self.version,
            state: state_from(&self.state)?,
            open_request: self.open_request,
            worker: PersonId::from_uuid(self.person_id),
            worker_name: self.worker_name,
            customer_name: self.customer_name,
            total_with_vat: Money::from_units(self.total_with_vat),
            queued_at: from_micros(self.queued_at)?,
            taken_by: self.taken_by.map(PersonId::from_uuid),
            taker_name: self.taker_name,
            is_credit_note: self.is_credit_note,
            is_correction: self.is_correction,
        })
    }
}

/// Opaque to clients; `moment-id` to us.
impl fmt::Display for QueueCursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.queued_at, self.id.simple())
    }
}

impl FromStr for QueueCursor {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let (queued_at, id) = text.split_once('-').ok_or(())?;
        Ok(Self { queued_at: queued_at.parse().map_err(|_| ())?, id: id.parse().map_err(|_| ())? })
    }
}
