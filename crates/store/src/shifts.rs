//! Shifts of workers, from planning and their own, and the bills that they are on.

use std::collections::HashMap;

use liksa_domain::bill::{Journey, Moment, Pricing, WorkShift};
use liksa_domain::shift::{Plan, PlannedShift, PlannedTimes, Shift, ShiftOrigin, ShiftUse};

use crate::bills::allowances;
use crate::prelude::*;
use crate::sql::grouped;

/// A shift of a worker with all that is stored of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredShift {
    /// Grows with every change.
    pub version: i64,
    /// Planning gave it to another worker after this one had billed it.
    pub given_away: bool,
    pub shift: Shift,
}

/// Which shifts of a person to list: those that begin on these days.
#[derive(Debug, Clone, Copy)]
pub struct ShiftFilter {
    pub person: PersonId,
    pub from: Option<Date>,
    pub until: Option<Date>,
}

/// What work of a department was last billed by, and to whom.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LastBilled {
    pub department: String,
    pub unit_price: Money,
    pub vat_rate: Rate,
    pub customer: Option<CustomerId>,
}

read_row! { LastBilled { department, unit_price, vat_rate, customer = "customer_id" } }
read_row! { PlannedTimes { shift = "shift_id", starts, ends, department, billed_department, entitled, given_away } }

macro_rules! select_shifts {
    ($end:literal) => {
        concat!(
            "SELECT shift_id, version, origin, given_away, starts, ends, department_key, department_name, entitled, \
             departure_date, departure_time, homecoming_date, homecoming_time, kilometers, vehicle, \
             register_number, address_start, address_stop, claims_chosen, full_days, partial_days, meals, \
             foreign_allowance, foreign_country FROM shift WHERE person_id = $1 ",
            $end
        )
    };
}

/// A page of the shifts that begin between two texts, the latest first.
pub(crate) const SHIFTS: &str =
    select_shifts!("AND starts >= $2 AND starts < $3 ORDER BY starts DESC, shift_id LIMIT $4 OFFSET $5");
const SHIFT: &str = select_shifts!("AND shift_id = $2");
const SHIFTS_BY_ID: &str = select_shifts!("AND shift_id = ANY($2)");

macro_rules! shift_uses {
    ($more:literal, $whose:literal) => {
        concat!(
            "SELECT ",
            $more,
            "r.shift_id, b.id, b.number, b.state, b.credit_of, r.row_date, r.pricing, r.price, r.unit_price, \
             r.amount, r.shift_start_date, r.shift_start_time, r.shift_end_date, r.shift_end_time, \
             r.shift_department, r.kilometers, r.full_days, r.partial_days, r.meals, r.foreign_allowance \
             FROM bill_row r JOIN bill b ON b.id = r.bill_id WHERE b.person_id ",
            $whose,
            " AND r.shift_id = ANY($2) ORDER BY b.id, r.place"
        )
    };
}

/// The rows of a person's bills and credit notes that were made of these shifts.
const SHIFT_USES: &str = shift_uses!("", "= $1");
/// The same of several people.
const SHIFT_USES_OF: &str = shift_uses!("b.person_id AS owner, ", "= ANY($1)");

/// What planning says of the shifts on bills.
const SHIFTS_OF_BILLS: &str = "SELECT r.bill_id AS owner, s.shift_id, s.starts, s.ends, s.entitled, s.given_away, \
     COALESCE(NULLIF(s.department_name, ''), s.department_key) AS department, \
     r.shift_department AS billed_department FROM bill_row r JOIN bill b ON b.id = r.bill_id \
     JOIN shift s ON s.person_id = b.person_id AND s.shift_id = r.shift_id \
     WHERE r.bill_id = ANY($1) AND s.origin = 'PLANNING'";

/// The latest row with a unit price of each of these departments: its key, or its name where it has none.
const LAST_BILLED: &str = "SELECT department, unit_price, vat_rate, customer_id FROM ( \
     SELECT COALESCE(NULLIF(s.department_key, ''), s.department_name) AS department, r.unit_price, r.vat_rate, \
     b.customer_id, ROW_NUMBER() OVER (PARTITION BY COALESCE(NULLIF(s.department_key, ''), s.department_name) \
     ORDER BY b.id DESC, r.place DESC) AS place FROM shift s \
     JOIN bill_row r ON r.shift_id = s.shift_id JOIN bill b ON b.id = r.bill_id AND b.person_id = s.person_id \
     WHERE s.person_id = $1 AND COALESCE(NULLIF(s.department_key, ''), s.department_name) = ANY($2) \
     AND r.pricing = 'AMOUNT' AND r.unit_price IS NOT NULL AND b.credit_of IS NULL) AS billed WHERE place = 1";

impl ReadRow for StoredShift {
    fn read(row: &Row<'_>) -> StoreResult<Self> {
        let moment = |date, time| StoreResult::Ok(Moment { date: row.get(date)?, time: row.get(time)? });
        let claims = allowances(row)?;
        let shift = Shift {
            id: row.get("shift_id")?,
            origin: row.get("origin")?,
            plan: Plan {
                starts: row.get("starts")?,
                ends: row.get("ends")?,
                department_key: row.get("department_key")?,
                department_name: row.get("department_name")?,
                entitled: row.get("entitled")?,
            },
            journey: Journey {
                departure: moment("departure_date", "departure_time")?,
                homecoming: moment("homecoming_date", "homecoming_time")?,
                kilometers: row.get("kilometers")?,
                vehicle: row.get("vehicle")?,
                register_number: row.get("register_number")?,
                address_start: row.get("address_start")?,
                address_stop: row.get("address_stop")?,
                country: row.get("foreign_country")?,
                ..Journey::default()
            },
            claims: row.get::<bool>("claims_chosen")?.then_some(claims),
        };
        Ok(Self { version: row.get("version")?, given_away: row.get("given_away")?, shift })
    }
}

impl ReadRow for ShiftUse {
    fn read(row: &Row<'_>) -> StoreResult<Self> {
        let moment = |date, time| StoreResult::Ok(Moment { date: row.get(date)?, time: row.get(time)? });
        Ok(Self {
            shift: row.get("shift_id")?,
            bill: row.get("id")?,
            number: row.get("number")?,
            state: row.get("state")?,
            credit_of: row.get("credit_of")?,
            date: row.get("row_date")?,
            pricing: match row.get::<String>("pricing")?.as_str() {
                "AMOUNT" => {
                    Pricing::Amount { unit_price: row.get("unit_price")?, amount: row.get("amount")? }
                }
                _ => Pricing::Contract { price: row.get("price")? },
            },
            work: WorkShift {
                start: moment("shift_start_date", "shift_start_time")?,
                end: moment("shift_end_date", "shift_end_time")?,
            },
            department: row.get("shift_department")?,
            kilometers: row.get("kilometers")?,
            allowances: allowances(row)?,
        })
    }
}

impl Store {
    /// The workers with these e-mail addresses.
    pub async fn workers_by_email(&self, emails: &[&str]) -> StoreResult<HashMap<String, PersonId>> {
        let select = sql!(
            "SELECT p.email, p.id FROM person p JOIN person_role r ON r.person_id = p.id \
             AND r.role = 'ROLE_USER' WHERE p.email = ANY($1)" => emails
        );
        let rows: Vec<(String, PersonId)> = self.fetch_all(select).await?;
        Ok(rows.into_iter().collect())
    }
}

store_methods! {
    /// Which of these shifts a row of the person may name: the person's own, and what a row of theirs names already,
    /// although planning has taken the shift away.
    pub async fn shifts_to_bill(person: PersonId, shifts: &[&str]) -> Vec<String> = fetch_values
        "SELECT shift_id FROM shift WHERE person_id = $1 AND shift_id = ANY($2) \
         UNION SELECT r.shift_id FROM bill_row r JOIN bill b ON b.id = r.bill_id \
         WHERE b.person_id = $1 AND r.shift_id = ANY($2)";
}

store_methods! {
    pub async fn shift(person: PersonId, id: &str) -> Option<StoredShift> = fetch_optional SHIFT;

    pub async fn shifts_by_id(person: PersonId, ids: &[&str]) -> Vec<StoredShift> = fetch_all SHIFTS_BY_ID;

    /// The rows of the person's bills and credit notes that were made of these shifts.
    pub async fn shift_uses(person: PersonId, shifts: &[&str]) -> Vec<ShiftUse> = fetch_all SHIFT_USES;

    /// What work of these departments was last billed by. A department is its key, or its name where it has none.
    pub async fn last_billed(person: PersonId, departments: &[&str]) -> Vec<LastBilled> = fetch_all LAST_BILLED;
}

impl Store {
    /// A page of a person's shifts, from 0 on, and how many there are on all pages.
    pub async fn shift_page(
        &self,
        filter: ShiftFilter,
        page: i64,
        size: i64,
    ) -> StoreResult<(Vec<StoredShift>, i64)> {
        let from = filter.from.map(|day| day.to_string()).unwrap_or_default();
        // Texts of times begin with their day: all of a day come before the next one.
        let next = |day: Date| day.tomorrow().unwrap_or(Date::MAX).to_string();
        let before = filter.until.map_or_else(|| crate::sql::prefix_end(""), next);
        let person = filter.person;
        let total = self
            .fetch_value(sql!(
                "SELECT COUNT(*) FROM shift WHERE person_id = $1 AND starts >= $2 AND starts < $3"
                => person, from, before
            ))
            .await?;
        let shifts =
            self.fetch_all(sql!(SHIFTS => person, from, before, size, page.saturating_mul(size))).await?;
        Ok((shifts, total))
    }

    /// The rows of these people's bills and credit notes that were made of these shifts, by person.
    pub async fn shift_uses_of(
        &self,
        people: &[PersonId],
        shifts: &[&str],
    ) -> StoreResult<HashMap<PersonId, Vec<ShiftUse>>> {
        Ok(grouped(self.fetch_all(sql!(SHIFT_USES_OF => people, shifts)).await?))
    }

    /// What planning says of the shifts on these bills.
    pub async fn planned_times(&self, bills: &[BillId]) -> StoreResult<HashMap<BillId, Vec<PlannedTimes>>> {
        Ok(grouped(self.fetch_all(sql!(SHIFTS_OF_BILLS => bills)).await?))
    }
}

tx_methods! {
    /// The shift as it is until this transaction ends.
    pub async fn lock_shift(person: PersonId, id: &str) -> Option<StoredShift> = fetch_optional
        concat!(select_shifts!("AND shift_id = $2"), " FOR UPDATE");

    /// The rows of the person's bills and credit notes that were made of these shifts. The worker must be locked.
    pub async fn shift_uses(person: PersonId, shifts: &[&str]) -> Vec<ShiftUse> = fetch_all SHIFT_USES;

    pub async fn delete_shift(person: PersonId, id: &str) = change_one
        "DELETE FROM shift WHERE person_id = $1 AND shift_id = $2";

    /// A worker who has billed a shift keeps it, marked, when planning gives it to another. True if one had it.
    async fn give_shift_away(id: &str, to: PersonId, at: Timestamp) -> bool = try_change
        "UPDATE shift SET given_away = TRUE, version = version + 1, changed_at = $3 \
         WHERE shift_id = $1 AND person_id <> $2 AND NOT given_away";

    /// Forgets a shift that was given away with those whose bills do not have it.
    async fn forget_given_away(id: &str) = run
        "DELETE FROM shift WHERE shift_id = $1 AND given_away AND NOT EXISTS (SELECT 1 FROM bill_row r \
         JOIN bill b ON b.id = r.bill_id WHERE b.person_id = shift.person_id AND r.shift_id = shift.shift_id)";
}

impl Tx {
    /// Writes a shift as planning now has it, whether or not it was there. False if it was there just so. What its worker
    /// wrote stays; another worker gets it without that.
    pub async fn put_planned_shift(
        &mut self,
        planned: &PlannedShift,
        person: PersonId,
        at: Timestamp,
    ) -> StoreResult<bool> {
        if self.give_shift_away(&planned.id, person, at).await? {
            self.forget_given_away(&planned.id).await?;
        }
        let plan = &planned.plan;
        self.try_change(sql!(
            "INSERT INTO shift (person_id, shift_id, version, origin, given_away, starts, ends, department_key, \
             department_name, entitled, kilometers, vehicle, register_number, address_start, address_stop, \
             claims_chosen, full_days, partial_days, meals, foreign_allowance, changed_at) \
             VALUES ($1, $2, 1, $3, FALSE, $4, $5, $6, $7, $8, 0, 0, '', '', '', FALSE, 0, 0, 0, 0, $9) \
             ON CONFLICT (person_id, shift_id) DO UPDATE SET version = shift.version + 1, given_away = FALSE, \
             starts = excluded.starts, ends = excluded.ends, department_key = excluded.department_key, \
             department_name = excluded.department_name, entitled = excluded.entitled, \
             changed_at = excluded.changed_at WHERE shift.given_away \
             OR shift.starts <> excluded.starts OR shift.ends <> excluded.ends \
             OR shift.department_key <> excluded.department_key \
             OR shift.department_name <> excluded.department_name OR shift.entitled <> excluded.entitled"
            => person, planned.id, ShiftOrigin::Planning, plan.starts, plan.ends, plan.department_key,
               plan.department_name, plan.entitled, at
        ))
        .await
    }

    /// Adds a shift of the worker's own. False if there is one of its id.
    pub async fn insert_shift(
        &mut self,
        person: PersonId,
        shift: &Shift,
        at: Timestamp,
    ) -> StoreResult<bool> {
        let insert = sql!(
            "INSERT INTO shift (person_id, shift_id, version, origin, given_away, starts, ends, department_key, \
             department_name, entitled, kilometers, vehicle, register_number, address_start, address_stop, \
             claims_chosen, full_days, partial_days, meals, foreign_allowance, changed_at) \
             VALUES ($1, $2, 0, $3, FALSE, $4, $5, '', '', '', 0, 0, '', '', '', FALSE, 0, 0, 0, 0, $6) \
             ON CONFLICT DO NOTHING"
            => person, shift.id, shift.origin, shift.plan.starts, shift.plan.ends, at
        );
        Ok(self.try_change(insert).await? && self.write_shift(person, 0, shift, at).await?)
    }

    /// Writes a shift over the version that was edited. False if it is not that any more.
    pub async fn write_shift(
        &mut self,
        person: PersonId,
        version: i64,
        shift: &Shift,
        at: Timestamp,
    ) -> StoreResult<bool> {
        let (plan, journey) = (&shift.plan, &shift.journey);
        let claims = shift.claims.unwrap_or_default();
        self.try_change(sql!(
            "UPDATE shift SET version = version + 1, starts = $4, ends = $5, department_key = $6, \
             department_name = $7, entitled = $8, departure_date = $9, departure_time = $10, \
             homecoming_date = $11, homecoming_time = $12, kilometers = $13, vehicle = $14, \
             register_number = $15, address_start = $16, address_stop = $17, claims_chosen = $18, \
             full_days = $19, partial_days = $20, meals = $21, foreign_allowance = $22, changed_at = $23, \
             foreign_country = $24 \
             WHERE person_id = $1 AND shift_id = $2 AND version = $3 AND NOT given_away"
            => person, shift.id, version, plan.starts, plan.ends, plan.department_key, plan.department_name,
               plan.entitled, journey.departure.date, journey.departure.time, journey.homecoming.date,
               journey.homecoming.time, journey.kilometers, journey.vehicle, journey.register_number,
               journey.address_start, journey.address_stop, shift.claims.is_some(), claims.full_days,
               claims.partial_days, claims.meals, claims.foreign, at, journey.country
        ))
        .await
    }
}
