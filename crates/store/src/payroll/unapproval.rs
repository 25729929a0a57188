//! Undoing the approval of a run: what it reserved is given back at once, what it booked chunk by chunk.

use liksa_domain::payroll::SinceApproval;

use super::StoredSalary;
use super::salaries::BOOKED;
use crate::prelude::*;

/// Of run `$1`: files that were fetched, salaries of the same workers in runs that were approved later, and bills that
/// were credited.
const SINCE_APPROVAL: &str = "SELECT \
     (SELECT COUNT(*) FROM payroll_file WHERE run_id = $1 AND fetched_at IS NOT NULL) AS fetched_files, \
     (SELECT COUNT(*) FROM payroll_run r JOIN payroll_run o ON o.id <> r.id AND o.approved_at >= r.approved_at \
      AND o.state IN ('APPROVED', 'POSTED', 'PAID') JOIN salary x ON x.run_id = o.id AND NOT x.held \
      JOIN salary s ON s.run_id = r.id AND s.person_id = x.person_id AND NOT s.held \
      WHERE r.id = $1) AS later_salaries, \
     (SELECT COUNT(*) FROM salary s WHERE s.run_id = $1 \
      AND (EXISTS (SELECT 1 FROM bill b WHERE b.salary_id = s.id AND b.state <> 'PAID') \
      OR EXISTS (SELECT 1 FROM share h JOIN bill b ON b.id = h.bill_id WHERE h.salary_id = s.id AND b.state <> 'PAID') \
      OR EXISTS (SELECT 1 FROM salary_taken_back t WHERE t.salary_id = s.id))) AS credited_bills";

read_row! { SinceApproval { fetched_files, later_salaries, credited_bills } }

tx_methods! {
    /// What has happened since the approval, for [`SinceApproval::allows_undoing`].
    pub async fn since_approval(run: PayrollRunId) -> SinceApproval = fetch_one SINCE_APPROVAL;

    /// The next salaries of the run that have a number. The run must be locked.
    pub async fn booked_salaries(run: PayrollRunId, limit: i64) -> Vec<StoredSalary> = fetch_all BOOKED;

    /// Ends the undoing when nothing of the run is booked any more: it can be calculated again, and has to be.
    pub async fn end_unapproval(run: PayrollRunId) = change_one
        "UPDATE payroll_run SET state = 'CALCULATED', unapproving = FALSE, approved_by = NULL, approved_at = NULL, \
         settings_valid_from = NULL, settings_made_at = NULL WHERE id = $1 AND unapproving";
}

impl Tx {
    /// Begins to undo the approval of a run that this transaction has locked: nothing of it is booked or written from
    /// now on. Its files are removed, and what refunds and recoveries it had reserved is free again.
    pub async fn begin_unapproval(
        &mut self,
        run: PayrollRunId,
        by: PersonId,
        at: Timestamp,
    ) -> StoreResult<()> {
        self.change_one(sql!(
            "UPDATE payroll_run SET state = 'APPROVED', unapproving = TRUE, unapproved_by = $2, \
             unapproved_at = $3, posted_at = NULL, files_written_at = NULL \
             WHERE id = $1 AND state IN ('APPROVED', 'POSTED') AND NOT unapproving"
            => run, by, at
        ))
        .await?;
        let delete = sql!("DELETE FROM payroll_file WHERE run_id = $1 RETURNING file_id" => run);
        let files: Vec<FileId> = self.fetch_values(delete).await?;
        for file in files {
            self.delete_file(file, at).await?;
        }
        for statement in [
            "UPDATE refund SET state = 'WAITING', run_id = NULL WHERE run_id = $1 AND state <> 'PAID'",
            "UPDATE recovery SET remaining = remaining + (SELECT CAST(SUM(p.amount) AS BIGINT) FROM recovery_part p \
             JOIN salary s ON s.id = p.salary_id WHERE p.recovery_id = recovery.id AND s.run_id = $1) \
             WHERE id IN (SELECT p.recovery_id FROM recovery_part p JOIN salary s ON s.id = p.salary_id \
             WHERE s.run_id = $1)",
            "DELETE FROM recovery_part WHERE salary_id IN (SELECT id FROM salary WHERE run_id = $1)",
        ] {
            self.run(sql!(statement => run)).await?;
        }
        self.forget_debts_of_returned_advances().await
    }

    /// Takes the numbers of these salaries back, which no other slip gets, and what a negative one made the worker owe.
    pub async fn void_salaries(&mut self, salaries: &[StoredSalary], at: Timestamp) -> StoreResult<()> {
        let ids: Vec<SalaryId> = salaries.iter().map(|salary| salary.id).collect();
        let voided = salaries
            .iter()
            .map(|salary| values![salary.number, salary.run, salary.person, salary.id, at])
            .collect();
        let insert = "INSERT INTO voided_slip (number, run_id, person_id, salary_id, voided_at)";
        self.insert_rows(insert, voided).await?;
        self.run(sql!("UPDATE salary SET number = NULL WHERE id = ANY($1)" => ids.as_slice())).await?;
        self.run(sql!("DELETE FROM recovery WHERE salary_id = ANY($1)" => ids.as_slice())).await
    }
}
