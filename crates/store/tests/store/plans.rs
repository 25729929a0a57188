//! How an engine would go about a statement.

use liksa_store::Database;
use liksa_test_support::TestDb;
use sqlx::{AssertSqlSafe, Connection, Executor, Row};
use sqlx_postgres::PgConnection;
use sqlx_sqlite::SqliteConnection;

/// Fails if the statement would read a whole table to find what it is asked for. Answers the plan, for tests that
/// want a certain index in it: PostgreSQL may also read another one from end to end.
pub async fn assert_uses_indexes(db: &TestDb, statement: &str) -> String {
    let (plan, scan) = match &db.database {
        Database::Sqlite(path) => (sqlite_plan(&path.display().to_string(), statement).await, "SCAN "),
        Database::Postgres(url) => (postgres_plan(url, statement).await, "Seq Scan "),
    };
    let plan = plan.join("\n");
    assert!(!plan.contains(scan), "{statement}\n{plan}");
    plan
}

async fn sqlite_plan(path: &str, statement: &str) -> Vec<String> {
    let mut connection = SqliteConnection::connect(&format!("sqlite:{path}")).await.unwrap();
    // As the store asks for lists, which SQLite has none of.
    let statement = statement.replace("= ANY($1)", "IN (SELECT unhex(value) FROM json_each($1))");
    let sql = format!("EXPLAIN QUERY PLAN {statement}");
    let rows = connection.fetch_all(AssertSqlSafe(sql)).await.unwrap();
    // A statement of subqueries alone begins with a row that is no table's, and an index that holds nothing but
    // what is asked for is read whole.
    let harmless = [
        "SCAN CONSTANT ROW",
        "SCAN json_each VIRTUAL TABLE INDEX 1:",
        "SCAN bill USING INDEX bill_open_requests",
        "SCAN p USING INDEX person_wants_out",
        "SCAN payroll_run USING COVERING INDEX payroll_run_unpaid",
        // What an indexed subquery found.
        "SCAN payable",
        "SCAN d",
        "SCAN of_year",
        "SCAN v",
        "SCAN w",
        "SCAN unlisted",
    ];
    rows.iter()
        .map(|row| row.get("detail"))
        .filter(|step: &String| !harmless.contains(&step.as_str()))
        .collect()
}

/// The plan for whatever the parameters may be. Reading an empty table whole is always cheapest, so that is
/// taken from the planner's choices: what then still does it has no index to use.
async fn postgres_plan(url: &str, statement: &str) -> Vec<String> {
    let mut connection = PgConnection::connect(url).await.unwrap();
    let parameters = (1..).take_while(|number| statement.contains(&format!("${number}"))).count();
    let nulls = vec!["NULL"; parameters].join(", ");
    let given = if nulls.is_empty() { nulls } else { format!("({nulls})") };
    let set_up = format!(
        "SET enable_seqscan = off; SET plan_cache_mode = force_generic_plan; PREPARE asked AS {statement}"
    );
    connection.execute(AssertSqlSafe(set_up)).await.unwrap();
    let explain = format!("EXPLAIN EXECUTE asked {given}");
    let rows = connection.fetch_all(sqlx::raw_sql(AssertSqlSafe(explain))).await.unwrap();
    rows.iter().map(|row| row.get(0)).collect()
}
