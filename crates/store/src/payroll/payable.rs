//! What a chunk of a calculation reads: bills that wait for a salary, and what their workers were paid before.

use std::collections::HashMap;

use jiff::civil::{Date, date};
use liksa_domain::ids::{Id, PayrollRunId, PersonId};
use liksa_domain::payroll::{PastSalaries, PastSalary, PayableBill, PreviousSalary};
use liksa_money::Money;
use sqlx::{FromRow, QueryBuilder};
use uuid::Uuid;

use super::basis;
use crate::db::{Store, on};
use crate::error::{StoreError, StoreResult};
use crate::time::{date_from_text, date_text};

/// Workers after `$1` whom something waits for. Before all ids comes the one of zeros.
pub(crate) const PAYABLE_PEOPLE: &str = "SELECT DISTINCT person_id FROM bill \
     WHERE state = 'PAID' AND salary_id IS NULL AND credit_of IS NULL AND person_id > $1 \
     ORDER BY person_id LIMIT $2";

/// Salaries that count: approved, and not held out. An open run's own may still be reckoned anew.
macro_rules! that_count {
    () => {
        " JOIN payroll_run r ON r.id = s.run_id AND r.state IN ('APPROVED', 'POSTED', 'PAID') \
         WHERE NOT s.held AND s.person_id IN ("
    };
}

const SALARIES_OF_YEAR: &str = concat!(
    "SELECT s.person_id, s.payday, s.gross_salary, s.service_fee, s.distraint, s.reductions, s.net FROM salary s",
    that_count!()
);

const LAST_SALARIES: &str =
    concat!("SELECT s.person_id, s.salary, s.distraint, s.iban, s.basis FROM salary s", that_count!());

#[derive(FromRow)]
struct PastRow {
    person_id: Uuid,
    payday: String,
    gross_salary: i64,
    service_fee: i64,
    distraint: i64,
    reductions: i64,
    net: i64,
}

#[derive(FromRow)]
struct LastRow {
    person_id: Uuid,
    salary: i64,
    distraint: i64,
    iban: Option<String>,
    basis: String,
}

/// Ends a statement with a list of ids.
macro_rules! ids_into {
    ($query:ident, $people:expr) => {{
        let mut list = $query.separated(", ");
        for person in $people {
            list.push_bind(person.uuid());
        }
        $query.push(")");
    }};
}

impl Store {
    /// The next workers whom something waits for, in the order of their ids.
    pub async fn payable_people(&self, after: Option<PersonId>, limit: i64) -> StoreResult<Vec<PersonId>> {
        let found: Vec<(Uuid,)> = on!(self.reads(), c => sqlx::query_as(PAYABLE_PEOPLE)
            .bind(after.map_or(Uuid::nil(), Id::uuid))
            .bind(limit)
            .fetch_all(c).await)?;
        Ok(found.into_iter().map(|(person,)| PersonId::from_uuid(person)).collect())
    }

    /// Their bills that wait, the oldest first.
    pub async fn payable_bills(
        &self,
        people: &[PersonId],
    ) -> StoreResult<HashMap<PersonId, Vec<PayableBill>>> {
        let mut of_people: HashMap<PersonId, Vec<PayableBill>> = HashMap::with_capacity(people.len());
        for bill in self.bills_waiting_for_salary(people).await? {
            let payable = PayableBill { id: bill.id, bill: bill.bill, estimate: bill.figures.estimate };
            of_people.entry(bill.person).or_default().push(payable);
        }
        Ok(of_people)
    }

    /// What they were paid before, as far as a salary of this payday depends on it.
    pub async fn past_salaries(
        &self,
        people: &[PersonId],
        payday: Date,
    ) -> StoreResult<HashMap<PersonId, PastSalaries>> {
        let mut past: HashMap<PersonId, PastSalaries> = HashMap::with_capacity(people.len());
        if people.is_empty() {
            return Ok(past);
        }
        let (first, last) = (date(payday.year(), 1, 1), date(payday.year(), 12, 31));
        let of_year: Vec<PastRow> = on!(self.reads(), c => {
            let mut query = QueryBuilder::new(SALARIES_OF_YEAR);
            ids_into!(query, people);
            query.push(" AND s.payday >= ").push_bind(date_text(first));
            query.push(" AND s.payday <= ").push_bind(date_text(last));
            query.build_query_as().fetch_all(c).await
        })?;
        for row in of_year {
            past.entry(PersonId::from_uuid(row.person_id)).or_default().this_year.push(row.into_past()?);
        }
        let latest: Vec<LastRow> = on!(self.reads(), c => {
            let mut query = QueryBuilder::new(LAST_SALARIES);
            ids_into!(query, people);
            query.push(
                " AND s.number = (SELECT MAX(x.number) FROM salary x WHERE x.person_id = s.person_id)");
            query.build_query_as().fetch_all(c).await
        })?;
        for row in latest {
            let person = PersonId::from_uuid(row.person_id);
            past.entry(person).or_default().previous = Some(row.into_previous()?);
        }
        for (person, owed) in self.owed_by(people).await? {
            past.entry(person).or_default().owed = owed;
        }
        Ok(past)
    }

    async fn owed_by(&self, people: &[PersonId]) -> StoreResult<Vec<(PersonId, Money)>> {
        let owed: Vec<(Uuid, i64)> = on!(self.reads(), c => {
            let mut query = QueryBuilder::new(
                "SELECT person_id, CAST(SUM(remaining) AS BIGINT) FROM recovery \
                 WHERE remaining > 0 AND person_id IN (");
            ids_into!(query, people);
            query.push(" GROUP BY person_id");
            query.build_query_as().fetch_all(c).await
        })?;
        Ok(owed
            .into_iter()
            .map(|(person, sum)| (PersonId::from_uuid(person), Money::from_units(sum)))
            .collect())
    }

    /// Those whom somebody keeps out of the run.
    pub async fn held_people(&self, run: PayrollRunId) -> StoreResult<Vec<PersonId>> {
        let held: Vec<(Uuid,)> = on!(self.reads(), c => sqlx::query_as(
                "SELECT person_id FROM payroll_hold WHERE run_id = $1")
            .bind(run.uuid())
            .fetch_all(c).await)?;
        Ok(held.into_iter().map(|(person,)| PersonId::from_uuid(person)).collect())
    }
}

impl PastRow {
    fn into_past(self) -> StoreResult<PastSalary> {
        let sum = self.net.checked_add(self.distraint).and_then(|sum| sum.checked_add(self.reductions));
        Ok(PastSalary {
            payday: date_from_text(&self.payday)?,
            gross_salary: Money::from_units(self.gross_salary),
            service_fee: Money::from_units(self.service_fee),
            distraint: Money::from_units(self.distraint),
            net_before_distraint: Money::from_units(sum.ok_or(StoreError::Corrupt("salary"))?),
        })
    }
}

impl LastRow {
    fn into_previous(self) -> StoreResult<PreviousSalary> {
        Ok(PreviousSalary {
            salary: Money::from_units(self.salary),
            distraint: Money::from_units(self.distraint),
            iban: iban_from(self.iban)?,
            basis: basis::from_json(&self.basis)?,
        })
    }
}

pub(super) fn iban_from(text: Option<String>) -> StoreResult<Option<liksa_finland::Iban>> {
    text.map(|text| text.parse().map_err(|_| StoreError::Corrupt("account number"))).transpose()
}
