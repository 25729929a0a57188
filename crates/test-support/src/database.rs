//! A database of its own for each test, made in milliseconds and gone afterwards.

use std::future::Future;

use liksa_store::{Database, Engine, Store};
use sqlx::postgres::PgConnectOptions;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, Executor, PgConnection};
use tempfile::TempDir;
use uuid::Uuid;

/// Something a test needs that stands on one of the two engines.
pub trait OnEngine {
    fn on(engine: Engine) -> impl Future<Output = Self>;
}

/// Gives a test what it needs on one engine. What [`crate::both_engines`] expands to.
pub async fn run_on<T: OnEngine, F: Future<Output = ()>>(engine: Engine, test: fn(T) -> F) {
    test(T::on(engine).await).await;
}

/// A migrated, empty database.
pub struct TestDb {
    pub store: Store,
    pub database: Database,
    _home: Home,
}

/// What is removed when the test ends, by being dropped.
enum Home {
    Folder(#[expect(dead_code, reason = "held, not read")] TempDir),
    Server(#[expect(dead_code, reason = "held, not read")] Box<ServerDatabase>),
}

struct ServerDatabase {
    address: PgConnectOptions,
    name: String,
}

impl OnEngine for TestDb {
    async fn on(engine: Engine) -> Self {
        match engine {
            Engine::Sqlite => Self::sqlite().await,
            Engine::Postgres => Self::postgres().await,
        }
    }
}

impl TestDb {
    async fn sqlite() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let database = Database::Sqlite(folder.path().join("liksa.db"));
        Self::migrated(database, Home::Folder(folder)).await
    }

    async fn postgres() -> Self {
        let address = std::env::var("TEST_POSTGRES_URL").expect(
            "TEST_POSTGRES_URL names no PostgreSQL: run `make test-rust`, or `scripts/with-postgres COMMAND`",
        );
        let address: PgConnectOptions = address.parse().expect("a PostgreSQL address");
        let template = make_template(&address).await;
        let name = format!("test_{}", Uuid::new_v4().simple());
        let mut admin = PgConnection::connect_with(&address).await.expect("the test PostgreSQL answers");
        let create = format!("CREATE DATABASE {name} TEMPLATE {template}");
        admin.execute(AssertSqlSafe(create)).await.expect("a database for the test");
        let database = Database::Postgres(address.clone().database(&name).to_url_lossy().to_string());
        Self::migrated(database, Home::Server(Box::new(ServerDatabase { address, name }))).await
    }

    /// All that a table holds, as text: what was written as text can be sought in it.
    pub async fn text_of(&self, table: &str) -> String {
        let rows: Vec<(String,)> = match &self.database {
            Database::Sqlite(file) => {
                let options = SqliteConnectOptions::new().filename(file);
                let mut connection = options.connect().await.expect("the database opens");
                let columns = "SELECT group_concat('quote(' || name || ')', ' || '' '' || ') \
                               FROM pragma_table_info($1)";
                let (columns,): (String,) =
                    sqlx::query_as(columns).bind(table).fetch_one(&mut connection).await.expect("columns");
                let all = AssertSqlSafe(format!("SELECT {columns} FROM {table}"));
                sqlx::query_as(all).fetch_all(&mut connection).await.expect("rows")
            }
            Database::Postgres(url) => {
                let mut connection = PgConnection::connect(url).await.expect("the database answers");
                let all = AssertSqlSafe(format!("SELECT CAST(kept AS TEXT) FROM {table} AS kept"));
                sqlx::query_as(all).fetch_all(&mut connection).await.expect("rows")
            }
        };
        rows.into_iter().map(|(row,)| row + "\n").collect()
    }

    async fn migrated(database: Database, home: Home) -> Self {
        let store = Store::open(&database).await.expect("the database opens");
        store.migrate().await.expect("the migrations run");
        Self { store, database, _home: home }
    }
}

/// Migrates once per schema; every further test database is a copy of the result.
async fn make_template(address: &PgConnectOptions) -> String {
    let name = format!("liksa_template_{}", Store::schema_fingerprint());
    let mut admin = PgConnection::connect_with(address).await.expect("the test PostgreSQL answers");
    // Tests run in many processes: the first to come makes it, the others wait here.
    admin.execute("SELECT pg_advisory_lock(7411)").await.expect("the lock");
    let exists: Option<(i32,)> = sqlx::query_as("SELECT 1 FROM pg_database WHERE datname = $1")
        .bind(&name)
        .fetch_optional(&mut admin)
        .await
        .expect("the catalogue");
    if exists.is_none() {
        let draft = format!("{name}_draft");
        admin.execute(AssertSqlSafe(format!("DROP DATABASE IF EXISTS {draft}"))).await.expect("dropped");
        admin.execute(AssertSqlSafe(format!("CREATE DATABASE {draft}"))).await.expect("created");
        let url = address.clone().database(&draft).to_url_lossy().to_string();
        let store = Store::open(&Database::Postgres(url)).await.expect("the template opens");
        store.migrate().await.expect("the migrations run");
        store.close().await;
        let rename = format!("ALTER DATABASE {draft} RENAME TO {name}");
        admin.execute(AssertSqlSafe(rename)).await.expect("renamed");
    }
    // The lock goes with the connection.
    admin.close().await.expect("closed");
    name
}

impl Drop for ServerDatabase {
    fn drop(&mut self) {
        let (address, name) = (self.address.clone(), self.name.clone());
        // Dropping is not async and the test's runtime may be ending, so a thread does it.
        let dropper = std::thread::spawn(move || {
            let runtime =
                tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
            runtime.block_on(async {
                if let Ok(mut admin) = PgConnection::connect_with(&address).await {
                    let drop = format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)");
                    let _ = admin.execute(AssertSqlSafe(drop)).await;
                }
            });
        });
        let _ = dropper.join();
    }
}
