//! A database of its own for each test, copied from a template and removed afterwards.

use std::collections::BTreeMap;
use std::fs;
use std::future::Future;
use std::path::PathBuf;

use liksa_store::{Database, Engine, Store};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, Executor};
use sqlx_postgres::PgConnectOptions;
use sqlx_postgres::PgConnection;
use sqlx_sqlite::SqliteConnectOptions;
use tempfile::TempDir;
use uuid::Uuid;

/// A value that a test takes, made on one of the two engines.
pub trait OnEngine {
    fn on(engine: Engine) -> impl Future<Output = Self>;
}

/// Runs a test on one engine. [`crate::both_engines`] expands to it.
pub async fn run_on<T: OnEngine, F: Future<Output = ()>>(engine: Engine, test: fn(T) -> F) {
    test(T::on(engine).await).await;
}

/// A migrated, empty database. SQLite does not wait for the disk: a test's data need not survive a power cut.
pub struct TestDb {
    pub store: Store,
    pub database: Database,
    _home: Home,
}

/// The database, removed when this is dropped at the end of the test.
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

/// A database without a schema, for tests that migrate it themselves.
pub struct EmptyDb(pub TestDb);

impl OnEngine for EmptyDb {
    async fn on(engine: Engine) -> Self {
        Self(match engine {
            Engine::Sqlite => TestDb::sqlite_file(None).await,
            Engine::Postgres => TestDb::postgres_from("template0").await,
        })
    }
}

impl TestDb {
    async fn sqlite() -> Self {
        Self::sqlite_file(Some(sqlite_template().await)).await
    }

    async fn sqlite_file(template: Option<PathBuf>) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let file = folder.path().join("liksa.db");
        if let Some(template) = template {
            fs::copy(template, &file).expect("a copy of the template");
        }
        Self::open(Database::Sqlite(file), Home::Folder(folder)).await
    }

    async fn postgres() -> Self {
        let address = postgres_address();
        let mut admin = PgConnection::connect_with(&address).await.expect("the test PostgreSQL answers");
        let template = postgres_template(&address, &mut admin).await;
        admin.close().await.expect("closed");
        Self::postgres_from(&template).await
    }

    async fn postgres_from(template: &str) -> Self {
        let address = postgres_address();
        let mut admin = PgConnection::connect_with(&address).await.expect("the test PostgreSQL answers");
        let name = format!("test_{}", Uuid::new_v4().simple());
        let create = format!("CREATE DATABASE {name} TEMPLATE {template}");
        admin.execute(AssertSqlSafe(create)).await.expect("a database for the test");
        admin.close().await.expect("closed");
        let database = Database::Postgres(address.clone().database(&name).to_url_lossy().to_string());
        Self::open(database, Home::Server(Box::new(ServerDatabase { address, name }))).await
    }

    async fn open(database: Database, home: Home) -> Self {
        let store = Store::open_without_sync(&database).await.expect("the database opens");
        Self { store, database, _home: home }
    }

    /// Runs statements that the store itself never makes, or answers why the database refuses them.
    pub async fn execute(&self, statements: impl Into<String>) -> Result<(), String> {
        let statements = AssertSqlSafe(statements.into());
        let done = match &self.database {
            Database::Sqlite(file) => {
                let mut connection =
                    SqliteConnectOptions::new().filename(file).connect().await.expect("the database opens");
                let done = connection.execute(statements).await.map(drop);
                connection.close().await.expect("closed");
                done
            }
            Database::Postgres(url) => {
                let mut connection = PgConnection::connect(url).await.expect("the database answers");
                let done = connection.execute(statements).await.map(drop);
                connection.close().await.expect("closed");
                done
            }
        };
        done.map_err(|error| error.to_string())
    }

    /// All rows of all tables as text, by table, to compare.
    pub async fn everything(&self) -> BTreeMap<String, String> {
        let tables: Vec<(String,)> = match &self.database {
            Database::Sqlite(file) => {
                let options = SqliteConnectOptions::new().filename(file);
                let mut connection = options.connect().await.expect("the database opens");
                let names =
                    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'";
                sqlx::query_as(names).fetch_all(&mut connection).await.expect("tables")
            }
            Database::Postgres(url) => {
                let mut connection = PgConnection::connect(url).await.expect("the database answers");
                let names = "SELECT CAST(table_name AS TEXT) FROM information_schema.tables \
                             WHERE table_schema = 'public'";
                sqlx::query_as(names).fetch_all(&mut connection).await.expect("tables")
            }
        };
        let mut everything = BTreeMap::new();
        for (table,) in tables {
            let text = self.text_of(&table).await;
            everything.insert(table, text);
        }
        everything
    }

    /// All rows of a table as text, to search in.
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
                let all = AssertSqlSafe(format!("SELECT CAST(stored AS TEXT) FROM {table} AS stored"));
                sqlx::query_as(all).fetch_all(&mut connection).await.expect("rows")
            }
        };
        rows.into_iter().map(|(row,)| row + "\n").collect()
    }
}

fn postgres_address() -> PgConnectOptions {
    let address = std::env::var("TEST_POSTGRES_URL").expect(
        "TEST_POSTGRES_URL names no PostgreSQL: run `make test-rust`, or `scripts/with-postgres COMMAND`",
    );
    address.parse().expect("a PostgreSQL address")
}

/// A migrated SQLite file beside the test's program. Tests run in many processes, and several may make it at once:
/// each makes its own file and puts it in place whole, so that no test copies half a file.
async fn sqlite_template() -> PathBuf {
    let program = std::env::current_exe().expect("the path of the test");
    let folder = program.parent().expect("the folder of the test");
    let template = folder.join(format!("liksa_template_{}.db", Store::schema_fingerprint()));
    if !template.exists() {
        let draft = tempfile::tempdir_in(folder).expect("a temporary folder");
        let file = draft.path().join("draft.db");
        migrate(&Database::Sqlite(file.clone())).await;
        fs::rename(file, &template).expect("the template in its place");
    }
    template
}

/// Migrates once per schema; every further test database is a copy of the result.
async fn postgres_template(address: &PgConnectOptions, admin: &mut PgConnection) -> String {
    let name = format!("liksa_template_{}", Store::schema_fingerprint());
    // Tests run in many processes: the first one makes the template, the others wait here.
    admin.execute("SELECT pg_advisory_lock(7411)").await.expect("the lock");
    let exists: Option<(i32,)> = sqlx::query_as("SELECT 1 FROM pg_database WHERE datname = $1")
        .bind(&name)
        .fetch_optional(&mut *admin)
        .await
        .expect("the catalogue");
    if exists.is_none() {
        let draft = format!("{name}_draft");
        admin.execute(AssertSqlSafe(format!("DROP DATABASE IF EXISTS {draft}"))).await.expect("dropped");
        admin.execute(AssertSqlSafe(format!("CREATE DATABASE {draft}"))).await.expect("created");
        migrate(&Database::Postgres(address.clone().database(&draft).to_url_lossy().to_string())).await;
        let rename = format!("ALTER DATABASE {draft} RENAME TO {name}");
        admin.execute(AssertSqlSafe(rename)).await.expect("renamed");
    }
    admin.execute("SELECT pg_advisory_unlock(7411)").await.expect("unlocked");
    name
}

async fn migrate(database: &Database) {
    let store = Store::open_without_sync(database).await.expect("the template opens");
    store.migrate().await.expect("the migrations run");
    // SQLite moves its log into the file when the last connection closes.
    store.close().await;
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
