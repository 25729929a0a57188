//! What `liksa check` asks of payroll.

use liksa_domain::ledger::{Account, EntryKind};
use liksa_money::Money;

use crate::db::{Store, on};
use crate::error::StoreResult;

impl Store {
    /// Slips have no gaps in their numbers, and the ledger has each of them with its sum.
    pub(crate) async fn check_salaries(&self) -> StoreResult<Vec<String>> {
        let (given, numbered, highest, sum): (i64, i64, i64, i64) = on!(self.reads(), c => sqlx::query_as(
                "SELECT last_number, (SELECT COUNT(number) FROM salary), \
                 (SELECT COALESCE(MAX(number), 0) FROM salary), \
                 (SELECT CAST(COALESCE(SUM(total_billing_without_vat), 0) AS BIGINT) FROM salary \
                  WHERE number IS NOT NULL) FROM salary_counter")
            .fetch_one(c).await)?;
        let (entries, booked): (i64, i64) = on!(self.reads(), c => sqlx::query_as(
                "SELECT COUNT(DISTINCT e.number), CAST(COALESCE(SUM(l.amount), 0) AS BIGINT) \
                 FROM ledger_entry e LEFT JOIN ledger_line l ON l.entry = e.number AND l.account = $2 \
                 WHERE e.kind = $1")
            .bind(EntryKind::Salary.name())
            .bind(Account::AwaitingSalary.number())
            .fetch_one(c).await)?;
        let mut problems = vec![];
        if given != numbered || given != highest {
            problems.push(format!("{numbered} slips, the highest is {highest}, and {given} was given last"));
        }
        if entries != numbered || booked != sum {
            let (sum, booked) = (Money::from_units(sum), Money::from_units(booked));
            problems.push(format!("{numbered} slips of {sum}, but {entries} in the ledger of {booked}"));
        }
        Ok(problems)
    }

    /// Nothing of a bill is lost on its way into a salary, and nothing is paid twice.
    pub(crate) async fn check_bills_of_salaries(&self) -> StoreResult<Vec<String>> {
        let (off,): (i64,) = on!(self.reads(), c => sqlx::query_as(
                "SELECT COUNT(*) FROM salary s WHERE s.number IS NOT NULL AND s.total_billing_without_vat <> \
                 (SELECT COALESCE(SUM(b.total), 0) FROM bill b WHERE b.salary_id = s.id)")
            .fetch_one(c).await)?;
        Ok(if off == 0 { vec![] } else { vec![format!("{off} salaries differ from the sum of their bills")] })
    }
}
