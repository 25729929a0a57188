//! Both engines have the same tables, columns and nullability, and migrations of the same names.

use std::collections::BTreeSet;
use std::path::Path;

use liksa_store::{Database, Engine};
use liksa_test_support::{OnEngine, TestDb};
use sqlx::Connection;
use sqlx_postgres::PgConnection;
use sqlx_sqlite::SqliteConnection;

/// Table, column, whether it may be null, and the kind of value it holds.
type Column = (String, String, bool, &'static str);

#[tokio::test]
async fn both_schemas_have_the_same_columns() {
    let sqlite = sqlite_columns(&TestDb::on(Engine::Sqlite).await).await;
    let postgres = postgres_columns(&TestDb::on(Engine::Postgres).await).await;
    assert!(!sqlite.is_empty());
    let only_sqlite: Vec<_> = sqlite.difference(&postgres).collect();
    let only_postgres: Vec<_> = postgres.difference(&sqlite).collect();
    assert!(
        only_sqlite.is_empty() && only_postgres.is_empty(),
        "only in SQLite: {only_sqlite:#?}\nonly in PostgreSQL: {only_postgres:#?}"
    );
}

#[test]
fn both_engines_have_migrations_of_the_same_names() {
    let migrations = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations");
    let names = |engine: &str| -> BTreeSet<_> {
        std::fs::read_dir(migrations.join(engine)).unwrap().map(|file| file.unwrap().file_name()).collect()
    };
    assert_eq!(names("sqlite"), names("postgres"));
}

async fn sqlite_columns(db: &TestDb) -> BTreeSet<Column> {
    let Database::Sqlite(path) = &db.database else { unreachable!() };
    let mut connection = SqliteConnection::connect(&format!("sqlite:{}", path.display())).await.unwrap();
    let rows: Vec<(String, String, bool, String)> = sqlx::query_as(
        "SELECT t.name, c.name, NOT c.\"notnull\", c.type FROM pragma_table_list t \
         JOIN pragma_table_info(t.name) c WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%'",
    )
    .fetch_all(&mut connection)
    .await
    .unwrap();
    ours(rows, |kind| match kind {
        "BLOB" => "bytes",
        "TEXT" => "text",
        "INTEGER" => "whole",
        other => panic!("a SQLite type nobody agreed on: {other}"),
    })
}

async fn postgres_columns(db: &TestDb) -> BTreeSet<Column> {
    let Database::Postgres(url) = &db.database else { unreachable!() };
    let mut connection = PgConnection::connect(url).await.unwrap();
    let rows: Vec<(String, String, bool, String)> = sqlx::query_as(
        "SELECT table_name::text, column_name::text, is_nullable = 'YES', data_type::text \
         FROM information_schema.columns WHERE table_schema = 'public'",
    )
    .fetch_all(&mut connection)
    .await
    .unwrap();
    ours(rows, |kind| match kind {
        "uuid" | "bytea" => "bytes",
        "text" => "text",
        "bigint" | "boolean" => "whole",
        other => panic!("a PostgreSQL type nobody agreed on: {other}"),
    })
}

/// Without the migrator's own table.
fn ours(rows: Vec<(String, String, bool, String)>, kind: fn(&str) -> &'static str) -> BTreeSet<Column> {
    rows.into_iter()
        .filter(|(table, ..)| table != "_sqlx_migrations")
        .map(|(table, column, null, type_name)| (table, column, null, kind(&type_name)))
        .collect()
}
