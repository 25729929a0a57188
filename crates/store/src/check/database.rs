//! The database itself: its schema, its file, its references and numbers.

use super::*;
use crate::db::On;

/// The counter as the migration makes it.
const BEFORE_FIRST_NUMBER: i64 = 1000;

const WITHOUT_ROLE: &str = "SELECT COUNT(*) FROM person p WHERE p.erased_at IS NULL \
     AND NOT EXISTS (SELECT 1 FROM person_role r WHERE r.person_id = p.id)";

const WRONGLY_NUMBERED: &str =
    "SELECT COUNT(*) FROM bill WHERE (number IS NOT NULL) <> (state IN ('CLOSED', 'PAID', 'HYVITETTY'))";

impl Snapshot {
    pub(super) async fn check_schema(&mut self) -> StoreResult<Vec<Fault>> {
        let found: i64 =
            self.fetch_value(sql!("SELECT COALESCE(MAX(version), 0) FROM _sqlx_migrations")).await?;
        let expected = Store::newest_schema_version();
        let fault = Fault { number: Some(expected), ..Fault::counted(FaultKey::SchemaVersion, found) };
        Ok(fault_unless(found == expected, fault))
    }

    /// Only of SQLite; PostgreSQL has `pg_amcheck` for that.
    pub(super) async fn check_file(&mut self) -> StoreResult<Vec<Fault>> {
        let On::Sqlite(c) = self.conn() else { return Ok(vec![]) };
        let lines: Vec<(String,)> = sqlx::query_as("PRAGMA integrity_check").fetch_all(c).await?;
        let wrong = lines.into_iter().map(|(line,)| line).filter(|line| line != "ok");
        Ok(wrong.map(|line| Fault::text(FaultKey::Damaged, line)).collect())
    }

    /// PostgreSQL cannot hold a dangling reference; SQLite can, if another program wrote to it
    /// without `foreign_keys`.
    pub(super) async fn check_references(&mut self) -> StoreResult<Vec<Fault>> {
        let On::Sqlite(c) = self.conn() else { return Ok(vec![]) };
        let select = "SELECT \"table\", rowid, parent FROM pragma_foreign_key_check";
        let rows: Vec<(String, Option<i64>, String)> = sqlx::query_as(select).fetch_all(c).await?;
        let fault = |(table, row, parent): (String, Option<i64>, String)| {
            let text = match row {
                Some(row) => format!("{table} row {row} points to a missing {parent}"),
                None => format!("a row of {table} points to a missing {parent}"),
            };
            Fault::text(FaultKey::Damaged, text)
        };
        Ok(rows.into_iter().map(fault).collect())
    }

    pub(super) async fn check_roles(&mut self) -> StoreResult<Vec<Fault>> {
        self.count(sql!(WITHOUT_ROLE), FaultKey::WithoutRole).await
    }

    /// Every number that the counter has given is on a bill.
    pub(super) async fn check_numbers(&mut self) -> StoreResult<Vec<Fault>> {
        let select = sql!(
            "SELECT last_number, (SELECT COUNT(number) FROM bill), \
             (SELECT COALESCE(MAX(number), $1) FROM bill) FROM bill_counter"
            => BEFORE_FIRST_NUMBER
        );
        let (given, numbered, highest): (i64, i64, i64) = self.fetch_one(select).await?;
        let sound = given == highest && given - BEFORE_FIRST_NUMBER == numbered;
        let fault = Fault { number: Some(given), ..Fault::counted(FaultKey::NumberGap, numbered) };
        Ok(fault_unless(sound, fault))
    }

    pub(super) async fn check_sent_bills(&mut self) -> StoreResult<Vec<Fault>> {
        self.count(sql!(WRONGLY_NUMBERED), FaultKey::WronglyNumbered).await
    }
}
