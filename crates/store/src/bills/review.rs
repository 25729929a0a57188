//! What a clerk judges bills by beside the bills themselves; for a whole page in a fixed number of statements.

use std::collections::{BTreeSet, HashMap};

use jiff::Timestamp;
use liksa_domain::customer::SendMethod;
use liksa_domain::ids::{BillId, Id, PersonId};
use liksa_domain::review::{Earlier, Reach};
use liksa_money::Money;
use sqlx::FromRow;
use uuid::Uuid;

use crate::db::{Store, fetch_by_ids};
use crate::error::{StoreError, StoreResult};
use crate::time::{date_from_text, from_micros};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReviewFacts {
    pub queued_at: Option<Timestamp>,
    pub taken_by: Option<PersonId>,
    pub taker_name: Option<String>,
    pub reach: Option<Reach>,
    pub earlier: Earlier,
}

/// Bills older than this are not compared day by day.
const COMPARED_MICROS: i64 = 120 * 24 * 3_600 * 1_000_000;
/// What is usual is told by so many of the latest bills.
const COMPARED_BILLS: i64 = 20;

/// The records that the customer `c` has had.
macro_rules! line_of_customer {
    () => {
        "(SELECT l.id FROM customer l WHERE l.id = COALESCE(c.replaced_by, c.id) \
         OR l.replaced_by = COALESCE(c.replaced_by, c.id))"
    };
}

macro_rules! standing {
    ($is_one:literal) => {
        concat!(
            "SELECT b.id, b.person_id, b.queued_at, b.taken_by, \
             t.first_name || ' ' || t.last_name AS taker_name, c.send_method, \
             c.einvoice_address <> '' AND c.operator <> '' AS has_einvoice_address, \
             c.email <> '' AS has_email, c.address <> '' AND c.postal_code <> '' AS has_postal_address, \
             EXISTS (SELECT 1 FROM bill o WHERE o.person_id = b.person_id AND o.number IS NOT NULL \
             AND o.id <> b.id AND o.customer_id IN ",
            line_of_customer!(),
            ") AS knows_customer FROM bill b LEFT JOIN customer c ON c.id = b.customer_id \
             LEFT JOIN person t ON t.id = b.taken_by WHERE b.id",
            $is_one
        )
    };
}

/// The latest bills that went out, of each worker.
macro_rules! totals {
    ($is_one:literal) => {
        concat!(
            "SELECT person_id, total FROM (SELECT person_id, total, \
             ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY id DESC) AS place FROM bill \
             WHERE person_id",
            $is_one,
            " AND section IN (2, 3) AND credit_of IS NULL) AS sent WHERE place <= $2"
        )
    };
}

/// The days of other bills to the same customer that count, not those that were taken back.
macro_rules! days {
    ($is_one:literal) => {
        concat!(
            "SELECT DISTINCT b.id, r.row_date FROM bill b JOIN customer c ON c.id = b.customer_id \
             JOIN bill o ON o.person_id = b.person_id AND o.queued_at > b.queued_at - $2 \
             AND o.id <> b.id AND o.customer_id IN ",
            line_of_customer!(),
            " JOIN bill_row r ON r.bill_id = o.id WHERE b.id",
            $is_one,
            " AND o.state IN ('PENDING', 'TAKEN', 'APPROVED', 'CLOSED', 'PAID') AND o.credit_of IS NULL \
             AND NOT EXISTS (SELECT 1 FROM bill n WHERE n.credit_of = o.id) AND r.row_date IS NOT NULL"
        )
    };
}

#[derive(FromRow)]
struct StandingRow {
    id: Uuid,
    person_id: Uuid,
    queued_at: Option<i64>,
    taken_by: Option<Uuid>,
    taker_name: Option<String>,
    send_method: Option<String>,
    has_einvoice_address: Option<bool>,
    has_email: Option<bool>,
    has_postal_address: Option<bool>,
    knows_customer: bool,
}

impl Store {
    pub async fn review_facts(&self, ids: &[BillId]) -> StoreResult<HashMap<BillId, ReviewFacts>> {
        let rows: Vec<StandingRow> = fetch_by_ids!(self.reads(), standing, ids)?;
        let mut workers: Vec<PersonId> = rows.iter().map(|row| PersonId::from_uuid(row.person_id)).collect();
        workers.sort_unstable();
        workers.dedup();
        let mut totals: HashMap<Uuid, Vec<Money>> = HashMap::new();
        let found: Vec<(Uuid, i64)> = fetch_by_ids!(self.reads(), totals, &workers, COMPARED_BILLS)?;
        for (worker, total) in found {
            totals.entry(worker).or_default().push(Money::from_units(total));
        }
        let days: Vec<(Uuid, String)> = fetch_by_ids!(self.reads(), days, ids, COMPARED_MICROS)?;

        let mut facts = HashMap::with_capacity(rows.len());
        for row in rows {
            let earlier = totals.get(&row.person_id).cloned().unwrap_or_default();
            facts.insert(BillId::from_uuid(row.id), row.into_facts(earlier)?);
        }
        for (bill, day) in days {
            if let Some(of_bill) = facts.get_mut(&BillId::from_uuid(bill)) {
                of_bill.earlier.days.insert(date_from_text(&day)?);
            }
        }
        Ok(facts)
    }
}

impl StandingRow {
    fn into_facts(self, totals: Vec<Money>) -> StoreResult<ReviewFacts> {
        let reach = match self.send_method {
            None => None,
            Some(method) => Some(Reach {
                method: SendMethod::from_name(&method).ok_or(StoreError::Corrupt("way to send"))?,
                has_einvoice_address: self.has_einvoice_address.unwrap_or_default(),
                has_email: self.has_email.unwrap_or_default(),
                has_postal_address: self.has_postal_address.unwrap_or_default(),
            }),
        };
        Ok(ReviewFacts {
            queued_at: self.queued_at.map(from_micros).transpose()?,
            taken_by: self.taken_by.map(PersonId::from_uuid),
            taker_name: self.taker_name,
            reach,
            earlier: Earlier { knows_customer: self.knows_customer, totals, days: BTreeSet::new() },
        })
    }
}
