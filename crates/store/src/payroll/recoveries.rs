//! What workers have to give back.

use jiff::Timestamp;
use jiff::civil::Date;
use liksa_domain::ids::{BillId, Id, PayrollRunId, PersonId, RecoveryId, SalaryId};
use liksa_domain::payroll::{PayBasis, RunState};
use liksa_money::Money;
use sqlx::FromRow;
use uuid::Uuid;

use super::basis;
use crate::db::{Store, Tx, on};
use crate::error::{StoreError, StoreResult, exactly_one};
use crate::time::{date_from_text, to_micros};

/// Exactly one of the two is what it comes from.
#[derive(Debug, Clone, Copy)]
pub struct NewRecovery {
    pub id: RecoveryId,
    pub person: PersonId,
    /// The credit note of a bill whose salary had been paid.
    pub credit_note: Option<BillId>,
    /// The salary that was below zero.
    pub salary: Option<SalaryId>,
    pub amount: Money,
    pub made_at: Timestamp,
}

/// The salary that a bill is in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SalaryOfBill {
    pub id: SalaryId,
    pub run: PayrollRunId,
    pub state: RunState,
    pub held: bool,
    pub payday: Date,
    pub gross_salary: Money,
    pub basis: PayBasis,
}

impl SalaryOfBill {
    /// Whether the worker has got it, or will whatever happens to the bill.
    pub fn stands(&self) -> bool {
        !self.held && !self.state.is_open()
    }
}

#[derive(FromRow)]
struct OfBillRow {
    id: Uuid,
    run_id: Uuid,
    state: String,
    held: bool,
    payday: String,
    gross_salary: i64,
    basis: String,
}

impl Tx {
    /// The salary that the bill is in, if any. Its run stays where it is until this transaction is through, so
    /// that what is decided by it holds.
    pub async fn salary_of_bill(&mut self, bill: BillId) -> StoreResult<Option<SalaryOfBill>> {
        on!(self.conn(), c => sqlx::query(
                "UPDATE payroll_run SET state = state WHERE id = (SELECT s.run_id FROM bill b \
                 JOIN salary s ON s.id = b.salary_id WHERE b.id = $1)")
            .bind(bill.uuid())
            .execute(c).await.map(drop))?;
        let row: Option<OfBillRow> = on!(self.conn(), c => sqlx::query_as(
                "SELECT s.id, s.run_id, r.state, s.held, s.payday, s.gross_salary, s.basis FROM bill b \
                 JOIN salary s ON s.id = b.salary_id JOIN payroll_run r ON r.id = s.run_id WHERE b.id = $1")
            .bind(bill.uuid())
            .fetch_optional(c).await)?;
        row.map(OfBillRow::into_salary).transpose()
    }

    pub async fn add_recovery(&mut self, new: &NewRecovery) -> StoreResult<()> {
        let rows = on!(self.conn(), c => sqlx::query(
                "INSERT INTO recovery (id, person_id, bill_id, salary_id, amount, remaining, made_at) \
                 VALUES ($1, $2, $3, $4, $5, $5, $6)")
            .bind(new.id.uuid())
            .bind(new.person.uuid())
            .bind(new.credit_note.map(Id::uuid))
            .bind(new.salary.map(Id::uuid))
            .bind(new.amount.units())
            .bind(to_micros(new.made_at))
            .execute(c).await.map(|done| done.rows_affected()))?;
        exactly_one(rows)
    }
}

impl Store {
    /// What the worker still has to give back.
    pub async fn owed(&self, person: PersonId) -> StoreResult<Money> {
        let (sum,): (i64,) = on!(self.reads(), c => sqlx::query_as(
                "SELECT CAST(COALESCE(SUM(remaining), 0) AS BIGINT) FROM recovery \
                 WHERE remaining > 0 AND person_id = $1")
            .bind(person.uuid())
            .fetch_one(c).await)?;
        Ok(Money::from_units(sum))
    }
}

impl OfBillRow {
    fn into_salary(self) -> StoreResult<SalaryOfBill> {
        Ok(SalaryOfBill {
            id: SalaryId::from_uuid(self.id),
            run: PayrollRunId::from_uuid(self.run_id),
            state: RunState::from_name(&self.state).ok_or(StoreError::Corrupt("state of a run"))?,
            held: self.held,
            payday: date_from_text(&self.payday)?,
            gross_salary: Money::from_units(self.gross_salary),
            basis: basis::from_json(&self.basis)?,
        })
    }
}
