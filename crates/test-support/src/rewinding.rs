//! A database that goes back to what it held: for tests that begin thousands of times from the same data, which would
//! take much longer with a database each.

use std::fs;
use std::path::{Path, PathBuf};

use liksa_store::{Database, Store};
use sqlx::{AssertSqlSafe, Connection, Executor};
use sqlx_postgres::PgConnection;
use uuid::Uuid;

use crate::TestDb;

/// What a database held at one moment.
pub enum Kept {
    /// A copy of the file.
    Sqlite(PathBuf),
    /// A connection of its own, and the statements that put the rows back.
    Postgres(Box<(PgConnection, String)>),
}

impl TestDb {
    /// Remembers what is stored now.
    pub async fn keep(&mut self) -> Kept {
        match &self.database {
            Database::Sqlite(file) => {
                let copy = file.with_extension(Uuid::new_v4().simple().to_string());
                let file = file.clone();
                // The last connection moves SQLite's log into the file.
                self.store.close().await;
                fs::copy(&file, &copy).expect("a copy of the database");
                self.reopen().await;
                Kept::Sqlite(copy)
            }
            Database::Postgres(url) => {
                let mut connection = PgConnection::connect(url).await.expect("the database answers");
                let back = keep_rows(&mut connection).await;
                Kept::Postgres(Box::new((connection, back)))
            }
        }
    }

    /// Puts back what was kept. The store may be another one afterwards.
    pub async fn rewind(&mut self, kept: &mut Kept) {
        match kept {
            Kept::Sqlite(copy) => {
                self.store.close().await;
                let Database::Sqlite(file) = &self.database else { unreachable!("kept from a file") };
                for log in ["-wal", "-shm"] {
                    let _ = fs::remove_file(beside(file, log));
                }
                fs::copy(copy, file).expect("the copy in its place");
                self.reopen().await;
            }
            Kept::Postgres(kept) => {
                let (connection, back) = &mut **kept;
                connection.execute(AssertSqlSafe(back.clone())).await.expect("the rows as they were");
            }
        }
    }

    async fn reopen(&mut self) {
        self.store = Store::open_without_sync(&self.database).await.expect("the database opens");
    }
}

fn beside(file: &Path, ending: &str) -> PathBuf {
    let mut path = file.as_os_str().to_owned();
    path.push(ending);
    path.into()
}

/// Copies every row into a schema of its own, and answers the statements that bring them back. They switch off the
/// triggers that guard the ledger and the audit log, and with them the order that foreign keys would ask for.
async fn keep_rows(connection: &mut PgConnection) -> String {
    let kept = format!("kept_{}", Uuid::new_v4().simple());
    connection.execute(AssertSqlSafe(format!("CREATE SCHEMA {kept}"))).await.expect("a schema");
    let tables: Vec<(String, String)> = sqlx::query_as(
        "SELECT c.table_name::text, string_agg(quote_ident(c.column_name), ', ' ORDER BY c.ordinal_position) \
         FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name) \
         WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE' AND c.is_generated = 'NEVER' \
         GROUP BY c.table_name",
    )
    .fetch_all(&mut *connection)
    .await
    .expect("the catalogue");
    let mut back = "BEGIN; SET LOCAL session_replication_role = replica;".to_owned();
    for (table, columns) in tables {
        let copy = format!("CREATE TABLE {kept}.{table} AS SELECT {columns} FROM public.{table}");
        connection.execute(AssertSqlSafe(copy)).await.expect("a copy of the table");
        let count = AssertSqlSafe(format!("SELECT COUNT(*) FROM {kept}.{table}"));
        let (rows,): (i64,) = sqlx::query_as(count).fetch_one(&mut *connection).await.expect("its rows");
        back += &format!("DELETE FROM public.{table};");
        if rows > 0 {
            back += &format!(
                "INSERT INTO public.{table} ({columns}) OVERRIDING SYSTEM VALUE SELECT {columns} FROM {kept}.{table};"
            );
        }
    }
    back + "COMMIT;"
}
