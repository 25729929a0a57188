//! What payment files asked the bank for, to be recognized where the bank booked several payments as one sum.

use liksa_domain::remittance::RemittanceState;

use crate::prelude::*;

/// The salaries of a booked run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SalariesOfRun {
    pub run: PayrollRunId,
    /// What its payment file pays to workers.
    pub salaries: Money,
    /// What the bank has booked of it as sums.
    pub confirmed: Money,
}

read_row! { SalariesOfRun { run, salaries, confirmed } }

/// A remittance in a payment file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RemittanceInFile {
    pub id: RemittanceId,
    pub file: FileId,
    pub pay_on: Date,
    pub amount: Money,
    pub state: RemittanceState,
}

read_row! { RemittanceInFile { id, file = "file_id", pay_on, amount, state } }

tx_methods! {
    /// The salaries of the runs of a payday whose payment files may have left.
    pub async fn salaries_to_confirm(payday: Date) -> Vec<SalariesOfRun> = fetch_all
        "SELECT r.id AS run, CAST(COALESCE((SELECT SUM(s.salary) FROM salary s WHERE s.run_id = r.id \
         AND s.number IS NOT NULL AND s.salary > 0), 0) AS BIGINT) AS salaries, \
         CAST(COALESCE((SELECT SUM(-p.amount - p.divided) FROM payment p WHERE p.run_id = r.id), 0) AS BIGINT) \
         AS confirmed FROM payroll_run r WHERE r.payday = $1 AND r.state IN ('POSTED', 'PAID') AND NOT r.unapproving \
         ORDER BY r.id";

    /// Notes that a payment is the sum of salaries of a run.
    pub async fn confirm_salaries(payment: PaymentId, run: PayrollRunId) = change_one
        "UPDATE payment SET run_id = $2 WHERE id = $1";

    /// The refunds in the payment file of a run that the bank has not paid.
    pub async fn refunds_in_file(run: PayrollRunId) -> Vec<(RefundId, Money)> = fetch_all
        "SELECT id, amount FROM refund WHERE run_id = $1 AND state = 'IN_FILE' ORDER BY id";

    /// All remittances of the payment files in which some are not paid.
    pub async fn remittances_in_files() -> Vec<RemittanceInFile> = fetch_all
        "SELECT id, file_id, pay_on, amount, state FROM remittance WHERE file_id IN \
         (SELECT w.file_id FROM remittance w WHERE w.state IN ('APPROVED', 'REFUSED')) ORDER BY id";

    /// How many remittances a movement of the account paid.
    pub async fn remittances_paid_by(payment: PaymentId) -> i64 = fetch_value
        "SELECT COUNT(*) FROM remittance WHERE payment_id = $1";
}
