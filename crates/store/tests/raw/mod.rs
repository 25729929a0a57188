//! Statements that the store itself would never make.

use liksa_store::Database;
use liksa_test_support::TestDb;
use sqlx::{Connection, Executor, PgConnection, SqliteConnection};

pub async fn execute(db: &TestDb, sql: &'static str) -> Result<(), String> {
    let done = match &db.database {
        Database::Sqlite(path) => {
            let url = format!("sqlite:{}", path.display());
            let mut connection = SqliteConnection::connect(&url).await.unwrap();
            connection.execute(sql).await.map(drop)
        }
        Database::Postgres(url) => {
            let mut connection = PgConnection::connect(url).await.unwrap();
            connection.execute(sql).await.map(drop)
        }
    };
    done.map_err(|error| error.to_string())
}
