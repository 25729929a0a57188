//! What payment files asked the bank for, to be recognized where the bank booked several payments as one sum, or one more
//! than once.

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

/// A salary as its pay slip has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NumberedSalary {
    pub number: i64,
    pub run: PayrollRunId,
    pub salary: Money,
    pub person_name: String,
}

read_row! { NumberedSalary { number, run = "run_id", salary, person_name } }

/// A movement of the account that names a salary and did not confirm it.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SalaryLeftAgain {
    pub payment_id: PaymentId,
    /// DD.MM.YYYY, when it left.
    #[serde(serialize_with = "liksa_domain::dates::serialize")]
    pub day: Date,
    /// What left.
    pub amount: Money,
    /// Of the pay slip.
    pub number: i64,
    pub run_id: PayrollRunId,
    pub person_name: String,
    /// What the pay slip pays.
    pub salary: Money,
}

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

/// A movement of the account for several payments of a file, which is not booked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedSum {
    /// The file of the bank that told of it.
    pub bank_file: Option<BankFileId>,
    /// Below zero.
    pub amount: Money,
    /// The payment file that it names.
    pub ordered_as: String,
}

read_row! { ListedSum { bank_file = "bank_file_id", amount, ordered_as } }

store_methods! {
    pub async fn salaries_numbered(numbers: &[i64]) -> Vec<NumberedSalary> = fetch_all
        "SELECT s.number, s.run_id, s.salary, p.first_name || ' ' || p.last_name AS person_name \
         FROM salary s JOIN person p ON p.id = s.person_id WHERE s.number = ANY($1)";

    /// What left the account, is not booked, did not come back and has an end-to-end id that begins so: when, how much,
    /// and that id. The newest first.
    pub async fn unexplained_movements(id_pattern: &str, limit: i64) -> Vec<(PaymentId, Date, Money, String)> = fetch_all
        "SELECT m.id, m.booking_date, m.amount, m.end_to_end_id FROM payment m WHERE m.state = 'OUTGOING' \
         AND m.end_to_end_id LIKE $1 AND m.amount < 0 \
         AND NOT EXISTS (SELECT 1 FROM payment r WHERE r.reverses = m.id) ORDER BY m.id DESC LIMIT $2";
}

tx_methods! {
    /// The salaries of the runs of a payday whose payment files may have left.
    pub async fn salaries_to_confirm(payday: Date) -> Vec<SalariesOfRun> = fetch_all
        "SELECT r.id AS run, CAST(COALESCE((SELECT SUM(s.salary) FROM salary s WHERE s.run_id = r.id \
         AND s.number IS NOT NULL AND s.salary > 0), 0) AS BIGINT) AS salaries, \
         CAST(COALESCE((SELECT SUM(-p.amount - p.divided) FROM payment p WHERE p.run_id = r.id), 0) AS BIGINT) \
         AS confirmed FROM payroll_run r WHERE r.payday = $1 AND r.state IN ('POSTED', 'PAID') AND NOT r.unapproving \
         ORDER BY r.id";

    /// The run and the sum of the salary with this number, locked until this transaction ends.
    pub async fn lock_salary_by_number(number: i64) -> Option<(PayrollRunId, Money)> = fetch_optional
        "UPDATE salary SET number = number WHERE number = $1 RETURNING run_id, salary";

    /// Whether a movement of the account has confirmed the payment that has this end-to-end id.
    pub async fn is_confirmed(end_to_end_id: &str, amount: Money) -> bool = fetch_value
        "SELECT EXISTS (SELECT 1 FROM payment WHERE amount = $2 AND end_to_end_id = $1 AND state = 'CONFIRMED')";

    /// What of the salaries of a run no movement has confirmed.
    pub async fn salaries_left(run: PayrollRunId) -> Money = fetch_value
        "SELECT CAST(COALESCE((SELECT SUM(salary) FROM salary WHERE run_id = $1 AND number IS NOT NULL \
         AND salary > 0), 0) + COALESCE((SELECT SUM(amount + divided) FROM payment WHERE run_id = $1), 0) AS BIGINT)";

    /// Notes that a payment is a salary of a run, or the sum of some.
    pub async fn confirm_salaries(payment: PaymentId, run: PayrollRunId) = change_one
        "UPDATE payment SET run_id = $2 WHERE id = $1";

    /// The refunds in the payment file of a run that the bank has not paid.
    pub async fn refunds_in_file(run: PayrollRunId) -> Vec<(RefundId, Money)> = fetch_all
        "SELECT id, amount FROM refund WHERE run_id = $1 AND state = 'IN_FILE' ORDER BY id";

    /// All remittances of the payment files in which some are not paid.
    pub async fn remittances_in_files() -> Vec<RemittanceInFile> = fetch_all
        "SELECT id, file_id, pay_on, amount, state FROM remittance WHERE file_id IN \
         (SELECT w.file_id FROM remittance w WHERE w.state IN ('APPROVED', 'REFUSED')) ORDER BY id";

    /// Sums that left the account, name where they were ordered and nothing of what they pay, are not booked and did not
    /// come back. The oldest first.
    pub async fn listed_sums() -> Vec<ListedSum> = fetch_all
        "SELECT m.bank_file_id, m.amount, m.ordered_as FROM payment m WHERE m.state = 'OUTGOING' AND m.ordered_as <> '' \
         AND m.amount < 0 AND m.end_to_end_id = '' AND NOT EXISTS (SELECT 1 FROM payment r WHERE r.reverses = m.id) \
         ORDER BY m.id";

    /// The payouts that a movement of the account paid.
    pub async fn payouts_paid_by(payment: PaymentId) -> Vec<PayoutId> = fetch_values
        "SELECT id FROM payout WHERE payment_id = $1 ORDER BY id";

    /// The remittances that a movement of the account paid.
    pub async fn remittances_paid_by(payment: PaymentId) -> Vec<RemittanceId> = fetch_values
        "SELECT id FROM remittance WHERE payment_id = $1 ORDER BY id";

    /// How many remittances and payouts a movement of the account paid.
    pub async fn orders_paid_by(payment: PaymentId) -> i64 = fetch_value
        "SELECT (SELECT COUNT(*) FROM remittance WHERE payment_id = $1) \
         + (SELECT COUNT(*) FROM payout WHERE payment_id = $1)";
}
