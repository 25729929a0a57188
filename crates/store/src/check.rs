//! The checks of the database that `liksa check` makes.

use liksa_domain::amount_limits::LARGEST_FILE_SUM;
use liksa_domain::ledger::{Account, EntryKind};
use liksa_domain::settings::DueKind;

use crate::db::On;
use crate::prelude::*;
use crate::sql::Statement;
use crate::sums::{Summed, exact_sum};

/// The counter as the migration makes it.
const BEFORE_FIRST_NUMBER: i64 = 1000;

/// One question about the stored data and its answer.
#[derive(Debug, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
pub struct Finding {
    pub question: &'static str,
    /// Empty when all is well.
    #[schema(required)]
    pub problems: Vec<String>,
}

const WITHOUT_ROLE: &str = "SELECT COUNT(*) FROM person p WHERE p.erased_at IS NULL \
     AND NOT EXISTS (SELECT 1 FROM person_role r WHERE r.person_id = p.id)";

const WRONGLY_NUMBERED: &str =
    "SELECT COUNT(*) FROM bill WHERE (number IS NOT NULL) <> (state IN ('CLOSED', 'PAID', 'HYVITETTY'))";

/// What credit notes took back of a bill is stored with it; a bill is credited when that is all of it.
const CREDITED_OTHERWISE: &str = "SELECT COUNT(*) FROM bill b WHERE b.credit_of IS NULL AND b.number IS NOT NULL \
     AND (b.credited_amount <> -COALESCE((SELECT SUM(n.total_with_vat) FROM bill n \
     WHERE n.credit_of = b.id AND n.state = 'PAID'), 0) \
     OR (b.state = 'HYVITETTY') <> (b.credited_amount > 0 AND b.credited_amount = b.total_with_vat))";

/// Nothing of a bill is lost on its way into a salary, and nothing is paid twice. What was credited before is not in the
/// salary; what was credited after is taken back of it.
const UNLIKE_THEIR_BILLS: &str = "SELECT COUNT(*) FROM salary s WHERE s.number IS NOT NULL \
     AND s.total_billing_without_vat <> (SELECT COALESCE(SUM(b.total + \
     COALESCE((SELECT SUM(n.total) FROM bill n WHERE n.credit_of = b.id AND n.state = 'PAID' \
     AND NOT EXISTS (SELECT 1 FROM salary_taken_back t WHERE t.credit_note_id = n.id)), 0)), 0) \
     FROM bill b WHERE b.salary_id = s.id)";

/// Entries of closed books that were made after they had been closed.
const BOOKED_AFTER_CLOSING: &str = "SELECT COUNT(*) FROM books_closing c JOIN ledger_entry e ON e.number > c.last_entry AND e.date <= c.until";
/// What waits to be matched: also what a second person has still to confirm, where it came from there.
const UNMATCHED_RESTS: &str = concat!(
    "SELECT ",
    exact_sum!("rest", "sum"),
    " FROM payment m WHERE state IN ('UNMATCHED', 'SET_ASIDE') OR (state = 'PROPOSED' AND EXISTS \
     (SELECT 1 FROM match_proposal p WHERE p.payment_id = m.id AND p.state = 'WAITING' AND p.from_state = 'UNMATCHED'))"
);

const REFUNDABLE_RESTS: &str = concat!(
    "SELECT ",
    exact_sum!("amount", "sum"),
    " FROM (SELECT rest AS amount FROM payment m WHERE state = 'REFUNDABLE' OR (state = 'PROPOSED' AND EXISTS \
     (SELECT 1 FROM match_proposal p WHERE p.payment_id = m.id AND p.state = 'WAITING' \
     AND p.from_state = 'REFUNDABLE')) UNION ALL SELECT amount FROM refund WHERE state <> 'PAID') w"
);

const BOOKED_ON: &str =
    concat!("SELECT ", exact_sum!("-amount", "sum"), " FROM ledger_line WHERE account = $1");

/// What is to be paid on of account `$1`: what is open, and what is in remittances that the bank has not paid.
const TO_BE_PAID_ON: &str = concat!(
    "SELECT ",
    exact_sum!("w.amount", "sum"),
    " FROM withheld w LEFT JOIN remittance r ON r.id = w.remittance_id \
     WHERE w.account = $1 AND (r.id IS NULL OR r.state IN ('MADE', 'APPROVED'))"
);

const HUGE_LINES: &str = "SELECT COUNT(*) FROM ledger_line WHERE amount > $1 OR amount < $2";
/// What a credit note took back of a salary is booked as it is stored.
const UNLIKE_THE_LEDGER: &str = "SELECT COUNT(*) FROM salary_taken_back t WHERE t.total_billing_without_vat <> \
     COALESCE((SELECT SUM(l.amount) FROM ledger_line l JOIN ledger_entry e ON e.number = l.entry AND e.kind = $1 \
     WHERE l.bill_id = t.credit_note_id AND l.account = $2), 0)";

impl Store {
    pub async fn check(&self) -> StoreResult<Vec<Finding>> {
        let wrongly_numbered =
            self.count(sql!(WRONGLY_NUMBERED), "bills are numbered too early or not at all");
        let unlike_bills =
            self.count(sql!(UNLIKE_THEIR_BILLS), "salaries differ from the sum of their bills");
        let credited = self.count(sql!(CREDITED_OTHERWISE), "bills differ from their credit notes");
        let closed_books =
            self.count(sql!(BOOKED_AFTER_CLOSING), "ledger entries are in books closed before");
        let taken_back = sql!(UNLIKE_THE_LEDGER => EntryKind::SalaryTakenBack, Account::AwaitingSalary);
        let taken_back = self.count(taken_back, "are booked otherwise than they are stored");
        let findings = [
            ("the schema is this program's", self.check_schema().await?),
            ("the database file is sound", self.check_file().await?),
            ("every reference leads somewhere", self.check_references().await?),
            ("every person has a role", self.count(sql!(WITHOUT_ROLE), "without any role").await?),
            ("the audit log is unbroken", self.check_audit_chain().await?),
            ("bill numbers have no gaps", self.check_numbers().await?),
            ("sent bills have numbers", wrongly_numbered.await?),
            ("every ledger entry balances", self.check_balances().await?),
            ("ledger entries have no gaps", self.check_entries().await?),
            ("closed books are as they were", closed_books.await?),
            ("no amount is too large to be summed", self.check_sizes().await?),
            ("bills have what their payments say", self.check_paid().await?),
            ("bills are credited as their credit notes say", credited.await?),
            ("payments are where the ledger says", self.check_rests().await?),
            ("salaries are numbered and booked", self.check_salaries().await?),
            ("a salary is what its bills were", unlike_bills.await?),
            ("salaries taken back are in the ledger", taken_back.await?),
            ("what is to be paid on is what the ledger owes", self.check_withheld().await?),
        ];
        Ok(findings.into_iter().map(|(question, problems)| Finding { question, problems }).collect())
    }

    /// What a statement counts is a problem, unless it counts none.
    async fn count(&self, statement: Statement, problem: &str) -> StoreResult<Vec<String>> {
        let count: i64 = self.fetch_value(statement).await?;
        Ok(problem_unless(count == 0, format!("{count} {problem}")))
    }

    async fn check_schema(&self) -> StoreResult<Vec<String>> {
        let found: i64 =
            self.fetch_value(sql!("SELECT COALESCE(MAX(version), 0) FROM _sqlx_migrations")).await?;
        let expected = Self::newest_schema_version();
        let problem = format!("schema version {found}, expected {expected}: run `liksa migrate`");
        Ok(problem_unless(found == expected, problem))
    }

    /// Only of SQLite; PostgreSQL has `pg_amcheck` for that.
    async fn check_file(&self) -> StoreResult<Vec<String>> {
        let On::Sqlite(c) = self.reads() else { return Ok(vec![]) };
        let lines: Vec<(String,)> = sqlx::query_as("PRAGMA integrity_check").fetch_all(c).await?;
        Ok(lines.into_iter().map(|(line,)| line).filter(|line| line != "ok").collect())
    }

    /// PostgreSQL cannot hold a dangling reference; SQLite can, if another program wrote to it
    /// without `foreign_keys`.
    async fn check_references(&self) -> StoreResult<Vec<String>> {
        let On::Sqlite(c) = self.reads() else { return Ok(vec![]) };
        let select = "SELECT \"table\", rowid, parent FROM pragma_foreign_key_check";
        let rows: Vec<(String, Option<i64>, String)> = sqlx::query_as(select).fetch_all(c).await?;
        let problem = |(table, row, parent): (String, Option<i64>, String)| match row {
            Some(row) => format!("{table} row {row} points to a missing {parent}"),
            None => format!("a row of {table} points to a missing {parent}"),
        };
        Ok(rows.into_iter().map(problem).collect())
    }

    /// Every number that the counter has given is on a bill.
    async fn check_numbers(&self) -> StoreResult<Vec<String>> {
        let select = sql!(
            "SELECT last_number, (SELECT COUNT(number) FROM bill), \
             (SELECT COALESCE(MAX(number), $1) FROM bill) FROM bill_counter"
            => BEFORE_FIRST_NUMBER
        );
        let (given, numbered, highest): (i64, i64, i64) = self.fetch_one(select).await?;
        let sound = given == highest && given - BEFORE_FIRST_NUMBER == numbered;
        let problem =
            format!("{numbered} bills have numbers, the highest is {highest}, and {given} was given last");
        Ok(problem_unless(sound, problem))
    }

    async fn check_balances(&self) -> StoreResult<Vec<String>> {
        let select = sql!(
            "SELECT entry, CAST(SUM(amount) AS BIGINT) FROM ledger_line GROUP BY entry \
             HAVING SUM(amount) <> 0 ORDER BY entry LIMIT 20"
        );
        let off: Vec<(i64, Money)> = self.fetch_all(select).await?;
        Ok(off.into_iter().map(|(entry, sum)| format!("entry {entry} is off by {sum}")).collect())
    }

    /// Every number that the counter has given is an entry, and its lines have its day.
    async fn check_entries(&self) -> StoreResult<Vec<String>> {
        let select = sql!(
            "SELECT last_number, (SELECT COUNT(*) FROM ledger_entry), \
             (SELECT COALESCE(MAX(number), 0) FROM ledger_entry), \
             (SELECT COUNT(*) FROM ledger_line l JOIN ledger_entry e ON e.number = l.entry \
             WHERE l.date <> e.date) FROM ledger_counter"
        );
        let (given, booked, highest, misdated): (i64, i64, i64, i64) = self.fetch_one(select).await?;
        let gap = format!("{booked} entries, the highest is {highest}, and {given} was given last");
        let mut problems = problem_unless(given == booked && given == highest, gap);
        let other_day = format!("{misdated} lines are of another day than their entry");
        problems.extend(problem_unless(misdated == 0, other_day));
        Ok(problems)
    }

    /// What was paid of a bill is the sum of its parts, and a bill is paid when nothing is left.
    async fn check_paid(&self) -> StoreResult<Vec<String>> {
        let select = sql!(
            "SELECT b.number FROM bill b LEFT JOIN \
             (SELECT bill_id, SUM(amount) AS paid FROM payment_part WHERE kind = 'BILL' GROUP BY bill_id) p \
             ON p.bill_id = b.id WHERE b.number IS NOT NULL AND (b.paid_amount <> COALESCE(p.paid, 0) \
             OR (b.credit_of IS NULL AND b.total_with_vat > 0 AND (\
             (b.state = 'CLOSED' AND b.paid_amount >= b.total_with_vat - b.credited_amount) \
             OR (b.state = 'PAID' AND b.paid_amount <> b.total_with_vat - b.credited_amount)))) ORDER BY b.number LIMIT 20"
        );
        let odd: Vec<i64> = self.fetch_values(select).await?;
        Ok(odd.into_iter().map(|number| format!("bill {number} and its payments differ")).collect())
    }

    /// The rest of a payment is its amount less its parts and refunds, and is booked on the two accounts for it.
    async fn check_rests(&self) -> StoreResult<Vec<String>> {
        let odd = sql!(
            "SELECT COUNT(*) FROM payment m LEFT JOIN \
             (SELECT payment_id, SUM(amount) AS given FROM (SELECT payment_id, amount FROM payment_part \
              UNION ALL SELECT payment_id, amount FROM refund) g GROUP BY payment_id) p ON p.payment_id = m.id \
             WHERE CASE WHEN m.state IN ('REVERSED', 'REVERSAL', 'CONFIRMED', 'OUTGOING') \
             THEN m.rest <> 0 OR p.given IS NOT NULL ELSE m.rest <> m.amount - COALESCE(p.given, 0) END"
        );
        let mut problems = self.count(odd, "payments and their parts differ").await?;
        for (select, account) in
            [(UNMATCHED_RESTS, Account::UnmatchedPayments), (REFUNDABLE_RESTS, Account::Refundable)]
        {
            let Summed(rests) = self.fetch_one(sql!(select)).await?;
            let Summed(booked) = self.fetch_one(sql!(BOOKED_ON => account)).await?;
            let differ = format!("payments of {rests}, but account {} has {booked}", account.number());
            problems.extend(problem_unless(rests == booked, differ));
        }
        Ok(problems)
    }

    /// What is still to be paid on is on the accounts of the receivers, and a remittance holds what it pays.
    async fn check_withheld(&self) -> StoreResult<Vec<String>> {
        let odd = sql!(
            "SELECT COUNT(*) FROM remittance r WHERE r.amount <> (SELECT COALESCE(SUM(p.amount), 0) \
             FROM remittance_part p WHERE p.remittance_id = r.id) OR (r.state IN ('MADE', 'APPROVED') AND r.amount <> \
             (SELECT COALESCE(SUM(w.amount), 0) FROM withheld w WHERE w.remittance_id = r.id))"
        );
        let mut problems = self.count(odd, "remittances differ from what they pay").await?;
        for account in DueKind::ALL.iter().flat_map(|kind| kind.accounts()) {
            let Summed(owed) = self.fetch_one(sql!(TO_BE_PAID_ON => account)).await?;
            let Summed(booked) = self.fetch_one(sql!(BOOKED_ON => account)).await?;
            let differ = format!("{owed} is to be paid on, but account {} has {booked}", account.number());
            problems.extend(problem_unless(owed == booked, differ));
        }
        Ok(problems)
    }

    /// Amounts that nothing may have: they would make sums meaningless.
    async fn check_sizes(&self) -> StoreResult<Vec<String>> {
        let largest = LARGEST_FILE_SUM.units();
        let lines = sql!(HUGE_LINES => largest, -largest);
        self.count(
            lines,
            &format!("ledger lines are above {LARGEST_FILE_SUM}; sums that hold them are cut off"),
        )
        .await
    }

    /// Slips have no gaps in their numbers but for those that were voided, and the ledger has each of them with its
    /// sum.
    async fn check_salaries(&self) -> StoreResult<Vec<String>> {
        let select = sql!(
            "SELECT last_number, (SELECT COUNT(number) FROM salary), (SELECT COUNT(*) FROM voided_slip), \
             (SELECT COALESCE(MAX(number), 0) FROM (SELECT number FROM salary UNION ALL \
             SELECT number FROM voided_slip) given), \
             (SELECT CAST(COALESCE(SUM(total_billing_without_vat), 0) AS BIGINT) FROM salary \
             WHERE number IS NOT NULL) FROM salary_counter"
        );
        let (given, numbered, voided, highest, sum): (i64, i64, i64, i64, Money) =
            self.fetch_one(select).await?;
        let select = sql!(
            "SELECT COUNT(DISTINCT CASE WHEN e.kind = $1 THEN e.number END), \
             COUNT(DISTINCT CASE WHEN e.kind = $2 THEN e.number END), \
             CAST(COALESCE(SUM(l.amount), 0) AS BIGINT) \
             FROM ledger_entry e LEFT JOIN ledger_line l ON l.entry = e.number AND l.account = $3 \
             WHERE e.kind IN ($1, $2)"
            => EntryKind::Salary, EntryKind::SalaryReversed, Account::AwaitingSalary
        );
        let (entries, reversed, booked): (i64, i64, Money) = self.fetch_one(select).await?;
        let gap = format!(
            "{numbered} slips and {voided} voided ones, the highest is {highest}, and {given} was given last"
        );
        let mut problems = problem_unless(given == numbered + voided && given == highest, gap);
        let differ = format!(
            "{numbered} slips of {sum}, but {entries} in the ledger of {booked}, of which {reversed} are reversed"
        );
        let sound = entries == numbered + voided && reversed == voided && booked == sum;
        problems.extend(problem_unless(sound, differ));
        Ok(problems)
    }
}

fn problem_unless(sound: bool, problem: String) -> Vec<String> {
    if sound { vec![] } else { vec![problem] }
}
