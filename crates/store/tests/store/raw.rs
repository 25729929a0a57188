//! What tests ask of the database itself.

use liksa_store::Database;
use liksa_test_support::TestDb;
use sqlx::Connection;
use sqlx_postgres::PgConnection;
use sqlx_sqlite::SqliteConnection;
use tokio::task::JoinHandle;

/// Returns once PostgreSQL makes the other task wait for a lock, or that task has ended. In SQLite a writer waits
/// in the store's own pool, which cannot be observed.
pub async fn wait_until_blocked(db: &TestDb, other: &JoinHandle<bool>) {
    let Database::Postgres(url) = &db.database else { return };
    let mut connection = PgConnection::connect(url).await.unwrap();
    let mut blocked = false;
    while !blocked && !other.is_finished() {
        let waiting = "SELECT EXISTS (SELECT 1 FROM pg_stat_activity \
                       WHERE datname = current_database() AND wait_event_type = 'Lock')";
        blocked = sqlx::query_scalar(waiting).fetch_one(&mut connection).await.unwrap();
    }
}

pub async fn personal_ids(db: &TestDb) -> Vec<String> {
    const SQL: &str = "SELECT personal_id FROM customer WHERE personal_id IS NOT NULL";
    match &db.database {
        Database::Sqlite(path) => sqlx::query_scalar(SQL).fetch_all(&mut sqlite(path).await).await.unwrap(),
        Database::Postgres(url) => {
            let mut connection = PgConnection::connect(url).await.unwrap();
            sqlx::query_scalar(SQL).fetch_all(&mut connection).await.unwrap()
        }
    }
}

async fn sqlite(path: &std::path::Path) -> SqliteConnection {
    SqliteConnection::connect(&format!("sqlite:{}", path.display())).await.unwrap()
}
