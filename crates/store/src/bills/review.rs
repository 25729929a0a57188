//! What a clerk reviews bills by, for a whole page in a fixed number of statements.

use std::collections::{BTreeSet, HashMap};

use liksa_domain::review::{Earlier, Reach};

use super::{CreditableBill, left_to_credit};
use crate::customers::{reach_address, records_of_customer};
use crate::prelude::*;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReviewFacts {
    pub queued_at: Option<Timestamp>,
    pub taken_by: Option<PersonId>,
    pub taker_name: Option<String>,
    pub reach: Option<Reach>,
    pub earlier: Earlier,
    /// The bill that a credit note takes back, and what is left of it after all that were sent, this one included.
    pub credits: Option<CreditableBill>,
}

/// Bills older than this are not compared day by day.
const COMPARED_MICROS: i64 = 120 * 24 * 3_600 * 1_000_000;
/// How many of the latest bills show what is usual.
const COMPARED_BILLS: i64 = 20;

/// With `p`, the record that the worker's latest bill to the same customer went to.
const FACTS: &str = concat!(
    "SELECT b.id, b.person_id, b.queued_at, b.taken_by, \
     t.first_name || ' ' || t.last_name AS taker_name, c.send_method, ",
    reach_address!("c"),
    " AS reach_address, p.send_method AS earlier_method, ",
    reach_address!("p"),
    " AS earlier_address, o.id AS credited_id, o.number AS credited_number, o.billing_date AS credited_date, o.total_with_vat AS credited_total, ",
    left_to_credit!("o"),
    " AS credited_left FROM bill b LEFT JOIN customer c ON c.id = b.customer_id \
     LEFT JOIN customer p ON p.id = (SELECT x.customer_id FROM bill x WHERE x.person_id = b.person_id \
     AND x.number IS NOT NULL AND x.id <> b.id AND x.customer_id IN ",
    records_of_customer!("c"),
    " ORDER BY x.number DESC LIMIT 1) \
     LEFT JOIN person t ON t.id = b.taken_by LEFT JOIN bill o ON o.id = b.credit_of WHERE b.id = ANY($1)"
);

/// The latest bills that went out, of each worker.
const TOTALS: &str = "SELECT person_id, total FROM (SELECT person_id, total, \
     ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY id DESC) AS place FROM bill \
     WHERE person_id = ANY($1) AND section IN (2, 3) AND credit_of IS NULL) AS sent WHERE place <= $2";

/// The days of other bills to the same customer that count, not those that were taken back.
const DAYS: &str = concat!(
    "SELECT DISTINCT b.id, r.row_date FROM bill b JOIN customer c ON c.id = b.customer_id \
     JOIN bill o ON o.person_id = b.person_id AND o.queued_at > b.queued_at - $2 \
     AND o.id <> b.id AND o.customer_id IN ",
    records_of_customer!("c"),
    " JOIN bill_row r ON r.bill_id = o.id WHERE b.id = ANY($1) AND o.state IN ('PENDING', 'TAKEN', 'APPROVED', 'CLOSED', 'PAID') AND o.credit_of IS NULL \
     AND NOT EXISTS (SELECT 1 FROM bill n WHERE n.credit_of = o.id AND n.state <> 'OPEN') AND r.row_date IS NOT NULL"
);

/// A bill's facts with its worker.
struct FactsOfBill {
    id: BillId,
    person: PersonId,
    facts: ReviewFacts,
}

read_row! { FactsOfBill { id, person = "person_id" } flat { facts } }

impl ReadRow for ReviewFacts {
    fn read(row: &Row<'_>) -> StoreResult<Self> {
        Ok(Self {
            queued_at: row.get("queued_at")?,
            taken_by: row.get("taken_by")?,
            taker_name: row.get("taker_name")?,
            reach: reach(row, "send_method", "reach_address")?,
            earlier: Earlier {
                reach: reach(row, "earlier_method", "earlier_address")?,
                totals: vec![],
                days: BTreeSet::new(),
                repeated_receipts: BTreeSet::new(),
            },
            credits: row.read()?,
        })
    }
}

impl ReadRow for Option<CreditableBill> {
    fn read(row: &Row<'_>) -> StoreResult<Self> {
        let Some(id) = row.get("credited_id")? else { return Ok(None) };
        Ok(Some(CreditableBill {
            id,
            number: row.get("credited_number")?,
            billing_date: row.get("credited_date")?,
            total_with_vat: row.get("credited_total")?,
            left: row.get("credited_left")?,
        }))
    }
}

fn reach(row: &Row<'_>, method: &str, address: &str) -> StoreResult<Option<Reach>> {
    let Some(method) = row.get(method)? else { return Ok(None) };
    Ok(Some(Reach { method, address: row.get(address)? }))
}

impl Store {
    pub async fn review_facts(&self, ids: &[BillId]) -> StoreResult<HashMap<BillId, ReviewFacts>> {
        let found: Vec<FactsOfBill> = self.fetch_all(sql!(FACTS => ids)).await?;
        let mut workers: Vec<PersonId> = found.iter().map(|found| found.person).collect();
        workers.sort_unstable();
        workers.dedup();
        let mut totals: HashMap<PersonId, Vec<Money>> = HashMap::new();
        for (worker, total) in self.fetch_all(sql!(TOTALS => workers.as_slice(), COMPARED_BILLS)).await? {
            totals.entry(worker).or_default().push(total);
        }
        let mut facts = HashMap::with_capacity(found.len());
        for mut of_bill in found {
            of_bill.facts.earlier.totals = totals.get(&of_bill.person).cloned().unwrap_or_default();
            facts.insert(of_bill.id, of_bill.facts);
        }
        for (bill, day) in self.fetch_all::<(BillId, Date)>(sql!(DAYS => ids, COMPARED_MICROS)).await? {
            if let Some(of_bill) = facts.get_mut(&bill) {
                of_bill.earlier.days.insert(day);
            }
        }
        for (bill, row) in self.repeated_receipts(ids).await? {
            if let Some(of_bill) = facts.get_mut(&bill) {
                of_bill.earlier.repeated_receipts.insert(row);
            }
        }
        Ok(facts)
    }
}
