//! Recoveries: what workers have to pay back.

use liksa_domain::payroll::{OpenRecovery, PayBasis, RecoveryPart, RunState};

use crate::prelude::*;

/// A recovery because of a credit note or of a salary: exactly one of the two is set.
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
    /// Whether it was approved, so that it is paid whatever happens to the bill.
    pub fn stands(&self) -> bool {
        !self.held && !self.state.is_open()
    }
}

read_row! { OpenRecovery { id, person = "person_id", remaining } }
read_row! { SalaryOfBill { id, run = "run_id", state, held, payday, gross_salary, basis } }

tx_methods! {
    pub async fn add_recovery(new: &NewRecovery) = change_one
        "INSERT INTO recovery (id, person_id, bill_id, salary_id, amount, remaining, made_at) \
         VALUES ($1, $2, $3, $4, $5, $5, $6)"
        => new.id, new.person, new.credit_note, new.salary, new.amount, new.made_at;

    /// What these people still owe, the oldest recovery first.
    pub async fn open_recoveries(people: &[PersonId]) -> Vec<OpenRecovery> = fetch_all
        "SELECT id, person_id, remaining FROM recovery WHERE remaining > 0 AND person_id = ANY($1) ORDER BY id";
}

impl Tx {
    /// The salary that the bill is in, if any. Its run is locked until this transaction ends.
    pub async fn salary_of_bill(&mut self, bill: BillId) -> StoreResult<Option<SalaryOfBill>> {
        self.run(sql!(
            "UPDATE payroll_run SET state = state WHERE id = (SELECT s.run_id FROM bill b \
             JOIN salary s ON s.id = b.salary_id WHERE b.id = $1)"
            => bill
        ))
        .await?;
        self.fetch_optional(sql!(
            "SELECT s.id, s.run_id, r.state, s.held, s.payday, s.gross_salary, s.basis FROM bill b \
             JOIN salary s ON s.id = b.salary_id JOIN payroll_run r ON r.id = s.run_id WHERE b.id = $1"
            => bill
        ))
        .await
    }

    /// Takes the parts from the recoveries. Fails if one has less left than is taken.
    pub async fn take_recoveries(&mut self, parts: &[RecoveryPart]) -> StoreResult<()> {
        for RecoveryPart { recovery, salary, amount } in parts {
            self.change_one(sql!(
                "UPDATE recovery SET remaining = remaining - $2 WHERE id = $1 AND remaining >= $2" => recovery, amount
            ))
            .await?;
            self.change_one(sql!(
                "INSERT INTO recovery_part (recovery_id, salary_id, amount) VALUES ($1, $2, $3)"
                => recovery, salary, amount
            ))
            .await?;
        }
        Ok(())
    }
}

store_methods! {
    /// What the worker still has to pay back.
    pub async fn owed(person: PersonId) -> Money = fetch_value
        "SELECT CAST(COALESCE(SUM(remaining), 0) AS BIGINT) FROM recovery WHERE remaining > 0 AND person_id = $1";
}
