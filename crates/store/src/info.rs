//! The dashboard of a worker: sums of bills and salaries, and what is on its way to the account. Every sum is one
//! statement, whatever the number of bills.

use liksa_domain::advance::TiedDebt;
use liksa_domain::bill::BillState;
use liksa_domain::payroll::RunState;
use liksa_money::MoneyError;

use crate::advances::recovered_of_advance;
use crate::payroll::{StoredSalary, owed_to_salary};
use crate::prelude::*;
use crate::sums::{Summed, exact_sum, summed};

/// The drafts of a worker.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DraftSum {
    pub bills: i64,
    /// VAT included.
    pub amount: Money,
}

/// An amount of a calendar month.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MonthSum {
    /// YYYY-MM
    pub month: String,
    pub amount: Money,
}

/// A bill that was sent for approval and has not become a salary.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AwaitedBill {
    pub id: BillId,
    pub state: BillState,
    pub billing_date: Option<Date>,
    pub due_date: Option<Date>,
    /// The salary that was shown when it was sent.
    pub estimate: Option<Money>,
    pub total_with_vat: Money,
    pub credited_amount: Money,
    pub paid_amount: Money,
    /// In a salary that is to be paid: the payment was taken back after the run was calculated.
    pub in_run: bool,
}

impl AwaitedBill {
    /// Whether its customer still has to pay.
    pub fn is_unpaid(&self) -> bool {
        self.state != BillState::Paid
    }

    /// The part of its sum with VAT that is neither credited nor paid.
    pub fn left_to_pay(&self) -> Money {
        let settled = self.credited_amount.plus(self.paid_amount);
        let left = settled.and_then(|settled| self.total_with_vat.minus(settled));
        left.unwrap_or_default().max(Money::ZERO)
    }

    /// What was shown of the part that is not credited.
    pub fn shown_of_rest(&self) -> Result<Option<Money>, MoneyError> {
        let left = self.total_with_vat.minus(self.credited_amount)?.max(Money::ZERO);
        let of_rest = |shown: Money| match self.credited_amount.is_zero() {
            true => Ok(shown),
            false => shown.fraction(left.units(), self.total_with_vat.units()),
        };
        self.estimate.map(of_rest).transpose()
    }
}

/// Bills that are not listed one by one: they are overdue or paid, and nothing of them was credited.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct UnlistedBills {
    pub bills: i64,
    pub overdue: i64,
    /// Of so many a salary was shown when they were sent.
    pub shown_bills: i64,
    pub shown: Money,
    /// With VAT.
    pub left_to_pay: Money,
}

/// A published slip, or negative what was taken back of one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SlipSums {
    pub payday: Date,
    /// What was paid to the account, which taking back does not change.
    pub paid: Money,
    pub gross_salary: Money,
    pub tax: Money,
    pub service_fee: Money,
}

/// A salary of a run that is not paid yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ComingSalary {
    pub salary: StoredSalary,
    pub run_state: RunState,
    /// What its worker owes by now that it would take, if it were calculated anew.
    pub owed: Money,
    /// How many bills and shares it is made of.
    pub sources: i64,
    /// Its first bill.
    pub bill: Option<BillId>,
    pub bill_number: Option<i64>,
    pub customer: Option<String>,
}

/// An advance that was granted and has not reached its worker.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ComingAdvance {
    pub bill: BillId,
    /// The salary that its bill is in.
    pub salary: Option<SalaryId>,
    pub bill_number: Option<i64>,
    pub customer: Option<String>,
    pub amount: Money,
    /// In a payment file that was approved. From then on the salary of its bill pays it back.
    pub is_out: bool,
    /// What salaries took of it before it came back once.
    pub recovered: Money,
}

impl ComingAdvance {
    /// What the salary of its bill will pay back once it has left, which nothing says as long as it has not.
    pub fn debt_to_come(&self) -> Option<TiedDebt> {
        let remaining = self.amount.minus(self.recovered).unwrap_or_default().max(Money::ZERO);
        (!self.is_out).then_some(TiedDebt { bill: self.bill, remaining })
    }
}

impl ReadRow for DraftSum {
    fn read(row: &Row<'_>) -> StoreResult<Self> {
        Ok(Self { bills: row.get("bills")?, amount: summed(row, "amount")? })
    }
}

impl ReadRow for UnlistedBills {
    fn read(row: &Row<'_>) -> StoreResult<Self> {
        Ok(Self {
            bills: row.get("bills")?,
            overdue: row.get("overdue")?,
            shown_bills: row.get("shown_bills")?,
            shown: summed(row, "shown")?,
            left_to_pay: summed(row, "left")?,
        })
    }
}

impl ReadRow for MonthSum {
    fn read(row: &Row<'_>) -> StoreResult<Self> {
        Ok(Self { month: row.get("month")?, amount: summed(row, "amount")? })
    }
}

read_row! {
    AwaitedBill { id, state, billing_date, due_date, estimate, total_with_vat, credited_amount, paid_amount, in_run }
}
read_row! { SlipSums { payday, paid, gross_salary, tax, service_fee } }
read_row! {
    ComingSalary {
        run_state, owed, sources, bill = "first_bill", bill_number = "first_number", customer = "first_customer"
    } flat { salary }
}
read_row! {
    ComingAdvance { bill = "bill_id", salary = "salary_id", bill_number, customer, amount, is_out, recovered }
}

pub(crate) const DRAFT_SUM: &str = concat!(
    "SELECT COUNT(*) AS bills, ",
    exact_sum!("total_with_vat", "amount"),
    " FROM bill WHERE person_id = $1 AND section = 0 AND credit_of IS NULL"
);

/// What the customers of worker `$1` paid on the days `$2` to `$3`, the first of which begins a year. A bill of this year was
/// paid in it; of an earlier one, and of one that is paid in part, each payment is looked at.
pub(crate) const PAID_BY_CUSTOMERS: &str = concat!(
    "SELECT ",
    exact_sum!("amount", "sum"),
    " FROM (SELECT paid_amount AS amount FROM bill WHERE person_id = $1 AND paid_on >= $2 AND billing_date >= $2 \
     UNION ALL SELECT a.amount FROM bill b JOIN payment_part a ON a.bill_id = b.id AND a.kind = 'BILL' \
     JOIN payment p ON p.id = a.payment_id AND p.booking_date BETWEEN $2 AND $3 \
     WHERE b.person_id = $1 AND b.paid_on >= $2 AND (b.billing_date < $2 OR b.billing_date IS NULL) \
     UNION ALL SELECT a.amount FROM bill b JOIN payment_part a ON a.bill_id = b.id AND a.kind = 'BILL' \
     JOIN payment p ON p.id = a.payment_id AND p.booking_date BETWEEN $2 AND $3 \
     WHERE b.person_id = $1 AND b.section = 2 AND b.paid_on IS NULL) AS of_year"
);

/// What worker `$1` billed from day `$2` on, without VAT. Credit notes are below zero.
pub(crate) const BILLED_BY_MONTH: &str = concat!(
    "SELECT SUBSTR(billing_date, 1, 7) AS month, ",
    exact_sum!("total", "amount"),
    " FROM bill WHERE person_id = $1 AND billing_date >= $2 AND number IS NOT NULL \
     GROUP BY SUBSTR(billing_date, 1, 7) ORDER BY 1"
);

/// Of bills `o`: not paid on the day `$2`, and as they were sent. Of all others each may be worth another sum.
macro_rules! is_overdue {
    () => {
        "o.person_id = $1 AND o.section = 2 AND o.credit_of IS NULL AND o.state = 'CLOSED' \
         AND COALESCE(o.due_date, '9999-12-31') < $2 AND o.credited_amount = 0 AND o.salary_id IS NULL"
    };
}

/// Of bills `o`: paid, and in no salary. With their order SQLite takes the index of payable bills; else it reads the paid bills
/// of all workers.
macro_rules! waits_for_payday {
    () => {
        "o.person_id = $1 AND o.state = 'PAID' AND o.salary_id IS NULL AND o.credit_of IS NULL"
    };
}

/// Bills of worker `$1` at the provider's or the customer's, and paid ones that no salary has which will be paid. Of those that
/// are overdue, which come last, and of those that are paid, which come first, so many as `$3` are listed; but each of which
/// something was credited.
pub(crate) const AWAITED_BILLS: &str = concat!(
    "SELECT b.id, b.state, b.billing_date, b.due_date, b.estimate, b.total_with_vat, b.credited_amount, b.paid_amount, \
     EXISTS (SELECT 1 FROM salary x WHERE x.id = b.salary_id AND NOT x.held) AS in_run FROM bill b WHERE b.id IN (\
     SELECT o.id FROM bill o WHERE o.person_id = $1 AND o.section BETWEEN 1 AND 2 AND o.credit_of IS NULL AND NOT (",
    is_overdue!(),
    ") UNION ALL SELECT w.id FROM (SELECT o.id FROM bill o WHERE ",
    is_overdue!(),
    " ORDER BY o.id LIMIT $3) AS w UNION ALL SELECT w.id FROM (SELECT o.id FROM bill o WHERE ",
    waits_for_payday!(),
    " AND o.credited_amount = 0 ORDER BY o.id LIMIT $3) AS w UNION ALL SELECT w.id FROM (SELECT o.id FROM bill o WHERE ",
    waits_for_payday!(),
    " AND o.credited_amount <> 0 ORDER BY o.id) AS w \
     UNION ALL SELECT o.id FROM salary s JOIN bill o ON o.salary_id = s.id WHERE s.person_id = $1 AND s.held) \
     ORDER BY b.id"
);

/// The bills of worker `$1` that the list of awaited ones leaves out.
pub(crate) const UNLISTED_BILLS: &str = concat!(
    "SELECT COUNT(*) AS bills, COUNT(overdue_total) AS overdue, COUNT(estimate) AS shown_bills, ",
    exact_sum!("estimate", "shown"),
    ", ",
    exact_sum!("CASE WHEN overdue_total > paid_amount THEN overdue_total - paid_amount ELSE 0 END", "left"),
    " FROM (SELECT v.* FROM (SELECT o.estimate, o.total_with_vat AS overdue_total, o.paid_amount FROM bill o WHERE ",
    is_overdue!(),
    " ORDER BY o.id LIMIT 9223372036854775807 OFFSET $3) AS v UNION ALL SELECT w.* FROM (\
     SELECT o.estimate, CAST(NULL AS BIGINT) AS overdue_total, o.paid_amount FROM bill o WHERE ",
    waits_for_payday!(),
    " AND o.credited_amount = 0 ORDER BY o.id LIMIT 9223372036854775807 OFFSET $3) AS w) AS unlisted"
);

/// The published slips of worker `$1` with a payday from `$2` on, and what was taken back of them.
pub(crate) const SLIP_SUMS: &str = "SELECT payday, CASE WHEN salary > 0 THEN salary ELSE 0 END AS paid, \
     gross_salary, tax_amount AS tax, service_fee FROM salary \
     WHERE person_id = $1 AND payday >= $2 AND published_at IS NOT NULL \
     UNION ALL SELECT t.payday, 0, t.gross_salary, t.tax_amount, t.service_fee FROM salary_taken_back t \
     JOIN salary s ON s.id = t.salary_id AND s.published_at IS NOT NULL \
     WHERE t.person_id = $1 AND t.payday >= $2";

pub(crate) const COMING_SALARIES: &str = concat!(
    "SELECT s.*, p.first_name || ' ' || p.last_name AS person_name, NULL AS hold_reason, r.state AS run_state, CAST(",
    owed_to_salary!(),
    " AS BIGINT) AS owed, b.id AS first_bill, b.number AS first_number, \
     c.name AS first_customer, (SELECT COUNT(*) FROM bill x WHERE x.salary_id = s.id) \
     + (SELECT COUNT(*) FROM share x WHERE x.salary_id = s.id) AS sources \
     FROM salary s JOIN person p ON p.id = s.person_id JOIN payroll_run r ON r.id = s.run_id \
     LEFT JOIN bill b ON b.id = (SELECT x.id FROM bill x WHERE x.salary_id = s.id ORDER BY x.id LIMIT 1) \
     LEFT JOIN customer c ON c.id = b.customer_id \
     WHERE s.person_id = $1 AND s.published_at IS NULL AND NOT s.held ORDER BY s.payday, s.id"
);

pub(crate) const COMING_ADVANCES: &str = concat!(
    "SELECT a.bill_id, b.salary_id, b.number AS bill_number, c.name AS customer, a.amount, a.is_out, ",
    recovered_of_advance!(),
    " FROM advance a JOIN bill b ON b.id = a.bill_id LEFT JOIN customer c ON c.id = b.customer_id \
     WHERE a.person_id = $1 AND a.state = 'GRANTED' ORDER BY a.id"
);

store_methods! {
    /// The worker's drafts that are no credit notes.
    pub async fn draft_sum(person: PersonId) -> DraftSum = fetch_one DRAFT_SUM;

    /// What the worker billed from a day on, by the months of the billing dates.
    pub async fn billed_by_month(person: PersonId, from: Date) -> Vec<MonthSum> = fetch_all BILLED_BY_MONTH;

    /// The worker's published slips from a payday on, and what was taken back of them.
    pub async fn slip_sums(person: PersonId, from: Date) -> Vec<SlipSums> = fetch_all SLIP_SUMS;

    /// The worker's salaries that are to be paid and not published yet.
    pub async fn coming_salaries(person: PersonId) -> Vec<ComingSalary> = fetch_all COMING_SALARIES;

    /// The worker's advances that were granted and have not been paid.
    pub async fn coming_advances(person: PersonId) -> Vec<ComingAdvance> = fetch_all COMING_ADVANCES;
}

impl Store {
    /// The worker's bills whose money is awaited, the oldest first; so many of those that are overdue today, and of paid
    /// ones; and the bills beyond those. Of one moment: a bill that moves meanwhile counts once.
    pub async fn awaited_bills(
        &self,
        person: PersonId,
        today: Date,
        most: i64,
    ) -> StoreResult<(Vec<AwaitedBill>, UnlistedBills)> {
        let mut moment = self.snapshot().await?;
        let listed = moment.fetch_all(sql!(AWAITED_BILLS => person, today, most)).await?;
        Ok((listed, moment.fetch_one(sql!(UNLISTED_BILLS => person, today, most)).await?))
    }

    /// What the worker's customers paid on these days, with VAT and without interest and fees.
    pub async fn paid_by_customers(&self, person: PersonId, from: Date, until: Date) -> StoreResult<Money> {
        let Summed(sum) = self.fetch_one(sql!(PAID_BY_CUSTOMERS => person, from, until)).await?;
        Ok(sum)
    }
}
