//! The trips of a person: what was reimbursed, and what bills claim.

use std::collections::HashMap;

use jiff::civil::{DateTime, Time};
use liksa_domain::bill::{Row, Section};
use liksa_domain::travel::ClaimedTrip;

use super::row::{StoredExpense, allowances, days, row_columns};
use crate::prelude::*;
use crate::sql::{Row as Columns, grouped};

/// A row of a bill that the customer has paid, or of a credit note that was settled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaidRow {
    pub row: Row,
    pub bill: BillId,
    /// The bill that the credit note is of.
    pub credit_of: Option<BillId>,
    pub bill_number: Option<i64>,
    pub customer: String,
}

read_row! { PaidRow { bill = "bill_id", credit_of, bill_number, customer } flat { row } }

macro_rules! select_paid_rows {
    ($which:expr) => {
        concat!(
            "SELECT ",
            row_columns!(),
            ", bill_id, (SELECT b.credit_of FROM bill b WHERE b.id = bill_row.bill_id) AS credit_of, \
             (SELECT b.number FROM bill b WHERE b.id = bill_row.bill_id) AS bill_number, \
             COALESCE((SELECT c.name FROM bill b JOIN customer c ON c.id = b.customer_id \
             WHERE b.id = bill_row.bill_id), '') AS customer FROM bill_row WHERE ",
            $which,
            " ORDER BY row_date, id"
        )
    };
}

/// The bills of person `$1` in section `$2` that have a row of days `$3` to `$4`, and their credit notes in it.
macro_rules! bills_of_days {
    () => {
        "SELECT f.id FROM bill f WHERE f.person_id = $1 AND f.section = $2 AND COALESCE(f.credit_of, f.id) IN \
         (SELECT b.id FROM bill b JOIN bill_row r ON r.bill_id = b.id \
         WHERE b.person_id = $1 AND b.section = $2 AND r.row_date BETWEEN $3 AND $4)"
    };
}

/// Whole bills: what a credit note took back can be of any row.
pub(crate) const SELECT_PAID_ROWS: &str = select_paid_rows!(concat!("bill_id IN (", bills_of_days!(), ")"));

/// The rows with kilometres in the bills that published salaries of person `$1` with paydays from `$2` to `$3` are made
/// of, and in the credit notes of these.
pub(crate) const DRIVEN_ROWS: &str = select_paid_rows!(
    "kilometers <> 0 AND bill_id IN (SELECT o.id FROM salary s JOIN bill o ON o.salary_id = s.id \
     WHERE s.person_id = $1 AND s.payday BETWEEN $2 AND $3 AND s.published_at IS NOT NULL \
     UNION ALL SELECT n.id FROM salary s JOIN bill o ON o.salary_id = s.id \
     JOIN bill n ON n.credit_of = o.id AND n.state = 'PAID' \
     WHERE s.person_id = $1 AND s.payday BETWEEN $2 AND $3 AND s.published_at IS NOT NULL)"
);

pub(crate) const SELECT_PAID_EXPENSES: &str = concat!(
    "SELECT e.row_id, e.kind, e.class, e.amount FROM bill_row r JOIN bill_expense e ON e.row_id = r.id \
     WHERE r.bill_id IN (",
    bills_of_days!(),
    ")"
);

/// What the bills of persons `$1` that are no drafts claim for trips on the days `$2` to `$3`. What was credited as a
/// whole claims nothing.
pub(crate) const CLAIMED_TRIPS: &str = "SELECT b.person_id AS owner, b.id, b.number, b.state, b.credit_of, \
     r.departure_date, r.departure_time, r.homecoming_date, r.homecoming_time, r.kilometers, r.full_days, \
     r.partial_days, r.meals, r.foreign_allowance, CASE WHEN r.abroad THEN r.days_abroad END AS days_abroad, \
     r.credited_days FROM bill b JOIN bill_row r ON r.bill_id = b.id \
     WHERE b.person_id = ANY($1) AND b.state IN ('PENDING', 'TAKEN', 'APPROVED', 'CLOSED', 'PAID') \
     AND r.departure_date <= $3 AND r.homecoming_date >= $2 AND r.departure_time IS NOT NULL \
     AND r.homecoming_time IS NOT NULL AND (r.kilometers <> 0 OR r.full_days > 0 OR r.partial_days > 0 \
     OR r.meals > 0 OR r.foreign_allowance <> 0)";

impl ReadRow for ClaimedTrip {
    fn read(row: &Columns<'_>) -> StoreResult<Self> {
        let moment = |date, time| {
            StoreResult::Ok(DateTime::from_parts(row.get::<Date>(date)?, row.get::<Time>(time)?))
        };
        Ok(Self {
            bill: row.get("id")?,
            number: row.get("number")?,
            state: row.get("state")?,
            credit_of: row.get("credit_of")?,
            departure: moment("departure_date", "departure_time")?,
            homecoming: moment("homecoming_date", "homecoming_time")?,
            kilometers: row.get("kilometers")?,
            allowances: allowances(row)?,
            days_abroad: days(row, "days_abroad")?,
            credited_days: days(row, "credited_days")?,
        })
    }
}

tx_methods! {
    /// Locks a worker until this transaction ends, so that of two bills with the same trip the second sees the first.
    /// It comes before the bills. Not FOR UPDATE: rows that refer to the person may be written meanwhile.
    pub async fn lock_worker(person: PersonId) -> Option<PersonId> = find_value
        "SELECT id FROM person WHERE id = $1 FOR NO KEY UPDATE";

    /// What the bills of a person claim for trips on these days. The worker must be locked.
    pub async fn claimed_trips(person: PersonId, from: Date, until: Date) -> Vec<ClaimedTrip> = fetch_all
        CLAIMED_TRIPS => [person].as_slice(), from, until;
}

/// A row with a trip that can be made again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Way {
    pub bill: BillId,
    pub row: RowId,
    address_start: String,
    way_points: String,
    address_stop: String,
    vehicle: i64,
}

read_row! { Way { bill = "bill_id", row = "id", address_start, way_points, address_stop, vehicle } }

impl Way {
    fn is_same_as(&self, other: &Self) -> bool {
        let way = |one: &Self| {
            let places = [&one.address_start, &one.way_points, &one.address_stop];
            (places.map(|place| place.to_lowercase()), one.vehicle)
        };
        way(self) == way(other)
    }
}

/// The latest `$2` trips of person `$1` whose way is known. What a credit note takes back was billed by another bill.
pub(crate) const LATEST_WAYS: &str = "SELECT r.bill_id, r.id, r.address_start, r.way_points, r.address_stop, \
     r.vehicle FROM bill b JOIN bill_row r ON r.bill_id = b.id WHERE b.person_id = $1 AND b.credit_of IS NULL \
     AND r.departure_date IS NOT NULL AND r.address_start <> '' AND r.address_stop <> '' \
     ORDER BY r.departure_date DESC, r.id DESC LIMIT $2";

/// Who drives the same way every day finds other ways among so many.
const TRIPS_TO_LOOK_AT: i64 = 500;

store_methods! {
    /// The rows with kilometres, without their expenses, that salaries with a payday of these days have paid, and those
    /// of the credit notes of their bills.
    pub async fn driven_rows(person: PersonId, from: Date, until: Date) -> Vec<PaidRow> = fetch_all DRIVEN_ROWS;
}

impl Store {
    /// The latest trips of a person, one for each way and vehicle.
    pub async fn latest_ways(&self, person: PersonId, most: usize) -> StoreResult<Vec<Way>> {
        let latest: Vec<Way> = self.fetch_all(sql!(LATEST_WAYS => person, TRIPS_TO_LOOK_AT)).await?;
        let mut ways: Vec<Way> = vec![];
        for way in latest {
            if ways.len() < most && !ways.iter().any(|known| known.is_same_as(&way)) {
                ways.push(way);
            }
        }
        Ok(ways)
    }

    /// What the bills of several people claim for trips on these days.
    pub async fn claimed_trips(
        &self,
        people: &[PersonId],
        from: Date,
        until: Date,
    ) -> StoreResult<HashMap<PersonId, Vec<ClaimedTrip>>> {
        Ok(grouped(self.fetch_all(sql!(CLAIMED_TRIPS => people, from, until)).await?))
    }

    /// The person's paid bills that have a row of these days, and their settled credit notes: every row of them, also
    /// of other days, in the order of the days.
    pub async fn paid_rows(&self, person: PersonId, from: Date, until: Date) -> StoreResult<Vec<PaidRow>> {
        let mut rows: Vec<PaidRow> =
            self.fetch_all(sql!(SELECT_PAID_ROWS => person, Section::Paid, from, until)).await?;
        let expenses: Vec<StoredExpense> =
            self.fetch_all(sql!(SELECT_PAID_EXPENSES => person, Section::Paid, from, until)).await?;
        for expense in expenses {
            expense.add_to(rows.iter_mut().map(|paid| &mut paid.row))?;
        }
        Ok(rows)
    }
}
