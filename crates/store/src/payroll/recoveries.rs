//! Recoveries: what workers have to pay back.

use liksa_domain::payroll::{OpenRecovery, RecoveryPart};

use crate::advances::advance_is_free;
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

/// What the worker of salary `s` owes by now of which it takes as much as it can: of an advance only where it pays its bill
/// out, or any salary may take it.
macro_rules! owed_to_salary {
    () => {
        concat!(
            "COALESCE((SELECT SUM(v.remaining) FROM recovery v LEFT JOIN advance a ON a.id = v.advance_id \
             WHERE v.remaining > 0 AND v.person_id = s.person_id AND (a.id IS NULL OR ",
            $crate::advances::advance_is_free!(),
            " OR EXISTS (SELECT 1 FROM bill ob WHERE ob.id = a.bill_id AND ob.salary_id = s.id))), 0)"
        )
    };
}
pub(crate) use owed_to_salary;

read_row! { OpenRecovery { id, person = "person_id", remaining } }

tx_methods! {
    pub async fn add_recovery(new: &NewRecovery) = change_one
        "INSERT INTO recovery (id, person_id, bill_id, salary_id, amount, remaining, made_at) \
         VALUES ($1, $2, $3, $4, $5, $5, $6)"
        => new.id, new.person, new.credit_note, new.salary, new.amount, new.made_at;

    /// What the salaries of the run that are not held are reduced by.
    pub async fn reductions_of(run: PayrollRunId) -> Vec<(PersonId, SalaryId, Money)> = fetch_all
        "SELECT person_id, id, reductions FROM salary WHERE run_id = $1 AND NOT held AND reductions > 0 ORDER BY id";

    /// What salaries of the run may take of these people, the oldest recovery first: of an advance only where the run
    /// pays its bill out, or any salary may take it.
    pub async fn open_recoveries(run: PayrollRunId, people: &[PersonId]) -> Vec<OpenRecovery> = fetch_all
        concat!(
            "SELECT v.id, v.person_id, v.remaining FROM recovery v LEFT JOIN advance a ON a.id = v.advance_id \
             WHERE v.remaining > 0 AND v.person_id = ANY($2) AND (a.id IS NULL OR ",
            advance_is_free!(),
            " OR EXISTS (SELECT 1 FROM bill ob JOIN salary os ON os.id = ob.salary_id AND os.run_id = $1 AND NOT os.held \
             WHERE ob.id = a.bill_id)) ORDER BY v.id"
        );
}

impl Tx {
    /// Takes the parts from the recoveries, at most one of each. False if one has less left than is taken; the
    /// transaction must not be committed then.
    pub async fn take_recoveries(&mut self, parts: &[RecoveryPart]) -> StoreResult<bool> {
        let taken = parts.iter().map(|part| values![part.recovery, part.amount]).collect();
        let changed = self
            .execute_for_rows(
                "UPDATE recovery SET remaining = remaining - taken.column2 FROM (",
                taken,
                ") AS taken WHERE recovery.id = taken.column1 AND recovery.remaining >= taken.column2",
            )
            .await?;
        let rows = parts.iter().map(|part| values![part.recovery, part.salary, part.amount]).collect();
        self.insert_rows("INSERT INTO recovery_part (recovery_id, salary_id, amount)", rows).await?;
        Ok(u64::try_from(parts.len()) == Ok(changed))
    }
}

store_methods! {
    /// What the worker still has to pay back.
    pub async fn owed(person: PersonId) -> Money = fetch_value
        "SELECT CAST(COALESCE(SUM(remaining), 0) AS BIGINT) FROM recovery WHERE remaining > 0 AND person_id = $1";

    /// The part of it that is purchases of this bill, which was credited as a whole.
    pub async fn owed_of_purchases(bill: BillId) -> Money = fetch_value
        "SELECT CAST(COALESCE(SUM(remaining), 0) AS BIGINT) FROM recovery WHERE id = $1 AND remaining > 0";

    /// The part of it that is advances.
    pub async fn owed_of_advances(person: PersonId) -> Money = fetch_value
        "SELECT CAST(COALESCE(SUM(remaining), 0) AS BIGINT) FROM recovery \
         WHERE remaining > 0 AND person_id = $1 AND advance_id IS NOT NULL";
}
