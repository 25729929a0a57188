//! What `liksa check` asks of the database.

use liksa_money::Money;

use crate::db::{On, Store, on};
use crate::error::StoreResult;

/// The counter as the migration makes it.
const BEFORE_FIRST_NUMBER: i64 = 1000;

/// One question and its answer; `problems` is empty when all is well.
#[derive(Debug, PartialEq, Eq)]
pub struct Finding {
    pub question: &'static str,
    pub problems: Vec<String>,
}

impl Store {
    pub async fn check(&self) -> StoreResult<Vec<Finding>> {
        Ok(vec![
            Finding { question: "the schema is this program's", problems: self.check_schema().await? },
            Finding { question: "the database file is sound", problems: self.check_file().await? },
            Finding { question: "every reference leads somewhere", problems: self.check_references().await? },
            Finding { question: "every person has a role", problems: self.check_roles().await? },
            Finding { question: "the audit log is unbroken", problems: self.check_audit_chain().await? },
            Finding { question: "bill numbers have no gaps", problems: self.check_numbers().await? },
            Finding { question: "sent bills have numbers", problems: self.check_numbered().await? },
            Finding { question: "every ledger entry balances", problems: self.check_balances().await? },
            Finding { question: "ledger entries have no gaps", problems: self.check_entries().await? },
            Finding { question: "bills have what their payments say", problems: self.check_paid().await? },
            Finding { question: "payments are where the ledger says", problems: self.check_rests().await? },
            Finding { question: "salaries are numbered and booked", problems: self.check_salaries().await? },
            Finding {
                question: "a salary is what its bills were",
                problems: self.check_bills_of_salaries().await?,
            },
        ])
    }

    async fn check_schema(&self) -> StoreResult<Vec<String>> {
        let (found,): (i64,) = on!(self.reads(), c => sqlx::query_as(
                "SELECT COALESCE(MAX(version), 0) FROM _sqlx_migrations")
            .fetch_one(c).await)?;
        let expected = Self::newest_schema_version();
        Ok(if found == expected {
            vec![]
        } else {
            vec![format!("schema version {found}, expected {expected}: run `liksa migrate`")]
        })
    }

    /// Only SQLite keeps its file itself; PostgreSQL has `pg_amcheck` for that.
    async fn check_file(&self) -> StoreResult<Vec<String>> {
        let On::Sqlite(c) = self.reads() else { return Ok(vec![]) };
        let lines: Vec<(String,)> = sqlx::query_as("PRAGMA integrity_check").fetch_all(c).await?;
        Ok(lines.into_iter().map(|(line,)| line).filter(|line| line != "ok").collect())
    }

    /// PostgreSQL cannot hold a dangling reference; SQLite can, if another program wrote to it
    /// without `foreign_keys`.
    async fn check_references(&self) -> StoreResult<Vec<String>> {
        let On::Sqlite(c) = self.reads() else { return Ok(vec![]) };
        let rows: Vec<(String, Option<i64>, String)> =
            sqlx::query_as("SELECT \"table\", rowid, parent FROM pragma_foreign_key_check")
                .fetch_all(c)
                .await?;
        Ok(rows
            .into_iter()
            .map(|(table, row, parent)| match row {
                Some(row) => format!("{table} row {row} points to a missing {parent}"),
                None => format!("a row of {table} points to a missing {parent}"),
            })
            .collect())
    }

    async fn check_roles(&self) -> StoreResult<Vec<String>> {
        let (without,): (i64,) = on!(self.reads(), c => sqlx::query_as(
                "SELECT COUNT(*) FROM person p \
                 WHERE p.erased_at IS NULL \
                 AND NOT EXISTS (SELECT 1 FROM person_role r WHERE r.person_id = p.id)")
            .fetch_one(c).await)?;
        Ok(if without == 0 { vec![] } else { vec![format!("{without} without any role")] })
    }

    /// The counter tells how many numbers were given, and each is on a bill.
    async fn check_numbers(&self) -> StoreResult<Vec<String>> {
        let (given, numbered, highest): (i64, i64, i64) = on!(self.reads(), c => sqlx::query_as(
                "SELECT last_number, (SELECT COUNT(number) FROM bill), \
                 (SELECT COALESCE(MAX(number), $1) FROM bill) FROM bill_counter")
            .bind(BEFORE_FIRST_NUMBER)
            .fetch_one(c).await)?;
        let sound = given == highest && given - BEFORE_FIRST_NUMBER == numbered;
        Ok(if sound {
            vec![]
        } else {
            vec![format!(
                "{numbered} bills have numbers, the highest is {highest}, and {given} was given last"
            )]
        })
    }

    async fn check_numbered(&self) -> StoreResult<Vec<String>> {
        let (odd,): (i64,) = on!(self.reads(), c => sqlx::query_as(
                "SELECT COUNT(*) FROM bill WHERE (number IS NOT NULL) <> (state IN ('CLOSED', 'PAID', 'HYVITETTY'))")
            .fetch_one(c).await)?;
        Ok(if odd == 0 { vec![] } else { vec![format!("{odd} bills are numbered too early or not at all")] })
    }

    async fn check_balances(&self) -> StoreResult<Vec<String>> {
        let off: Vec<(i64, i64)> = on!(self.reads(), c => sqlx::query_as(
                "SELECT entry, CAST(SUM(amount) AS BIGINT) FROM ledger_line GROUP BY entry \
                 HAVING SUM(amount) <> 0 ORDER BY entry LIMIT 20")
            .fetch_all(c).await)?;
        let told = |(entry, sum)| format!("entry {entry} is off by {}", Money::from_units(sum));
        Ok(off.into_iter().map(told).collect())
    }

    /// The counter tells how many were booked, each with the day of its lines.
    async fn check_entries(&self) -> StoreResult<Vec<String>> {
        let (given, booked, highest, misdated): (i64, i64, i64, i64) = on!(self.reads(), c => sqlx::query_as(
                "SELECT last_number, (SELECT COUNT(*) FROM ledger_entry), \
                 (SELECT COALESCE(MAX(number), 0) FROM ledger_entry), \
                 (SELECT COUNT(*) FROM ledger_line l JOIN ledger_entry e ON e.number = l.entry \
                  WHERE l.date <> e.date) FROM ledger_counter")
            .fetch_one(c).await)?;
        let mut problems = vec![];
        if given != booked || given != highest {
            problems.push(format!("{booked} entries, the highest is {highest}, and {given} was given last"));
        }
        if misdated > 0 {
            problems.push(format!("{misdated} lines are of another day than their entry"));
        }
        Ok(problems)
    }

    /// What has come of a bill is the sum of its parts, and all of it makes the bill paid.
    async fn check_paid(&self) -> StoreResult<Vec<String>> {
        let odd: Vec<(i64,)> = on!(self.reads(), c => sqlx::query_as(
                "SELECT b.number FROM bill b LEFT JOIN \
                 (SELECT bill_id, SUM(amount) AS paid FROM payment_part WHERE kind = 'BILL' GROUP BY bill_id) p \
                 ON p.bill_id = b.id WHERE b.number IS NOT NULL AND (b.paid_amount <> COALESCE(p.paid, 0) \
                 OR (b.credit_of IS NULL AND b.total_with_vat > 0 AND (\
                   (b.state = 'CLOSED' AND b.paid_amount >= b.total_with_vat) \
                   OR (b.state = 'PAID' AND b.paid_amount <> b.total_with_vat)))) ORDER BY b.number LIMIT 20")
            .fetch_all(c).await)?;
        Ok(odd.into_iter().map(|(number,)| format!("bill {number} and its payments differ")).collect())
    }

    /// What no bill has taken is the amount less the parts and refunds, and stands on the two accounts of such money.
    async fn check_rests(&self) -> StoreResult<Vec<String>> {
        let (odd,): (i64,) = on!(self.reads(), c => sqlx::query_as(
                "SELECT COUNT(*) FROM payment m LEFT JOIN \
                 (SELECT payment_id, SUM(amount) AS given FROM (SELECT payment_id, amount FROM payment_part \
                  UNION ALL SELECT payment_id, amount FROM refund) g GROUP BY payment_id) p \
                 ON p.payment_id = m.id WHERE CASE WHEN m.state IN ('REVERSED', 'REVERSAL', 'CONFIRMED', 'OUTGOING') \
                 THEN m.rest <> 0 OR p.given IS NOT NULL ELSE m.rest <> m.amount - COALESCE(p.given, 0) END")
            .fetch_one(c).await)?;
        let (unmatched, refundable, booked_unmatched, booked_refundable): (i64, i64, i64, i64) = on!(self.reads(), c => sqlx::query_as(
                "SELECT CAST(COALESCE((SELECT SUM(rest) FROM payment WHERE state IN ('UNMATCHED', 'SET_ASIDE')), 0) AS BIGINT), \
                 CAST(COALESCE((SELECT SUM(rest) FROM payment WHERE state = 'REFUNDABLE'), 0) \
                  + COALESCE((SELECT SUM(amount) FROM refund WHERE state <> 'PAID'), 0) AS BIGINT), \
                 CAST(COALESCE((SELECT -SUM(amount) FROM ledger_line WHERE account = 2870), 0) AS BIGINT), \
                 CAST(COALESCE((SELECT -SUM(amount) FROM ledger_line WHERE account = 2871), 0) AS BIGINT)")
            .fetch_one(c).await)?;
        let mut problems = vec![];
        if odd > 0 {
            problems.push(format!("{odd} payments and their parts differ"));
        }
        if (unmatched, refundable) != (booked_unmatched, booked_refundable) {
            problems.push("unmatched or refundable payments differ from accounts 2870 and 2871".to_owned());
        }
        Ok(problems)
    }
}
