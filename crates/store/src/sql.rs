//! Statements: the values they bind, the rows they return, and the few ways to run one.
//!
//! The same text runs on both engines, with two rewrites for SQLite: it has no lists, so `= ANY($1)` asks for the
//! members of a JSON array, and it has no row locks, so `FOR UPDATE` and `FOR SHARE` are left out. A SQLite transaction is the only
//! writer anyway.

use std::collections::HashMap;
use std::hash::Hash;
use std::time::Duration;

use sqlx::query::Query;
use sqlx::{AssertSqlSafe, ColumnIndex, Executor, Row as _, SqlSafeStr, SqlStr};
use sqlx_postgres::{PgArguments, PgPool, PgRow, Postgres};
use sqlx_sqlite::{Sqlite, SqliteArguments, SqlitePool, SqliteRow};
use tokio::time::timeout;
use uuid::Uuid;

use liksa_domain::ids::Id;

use crate::db::{On, Snapshot, Store, Tx, on};
use crate::error::{StoreError, StoreResult};
use crate::progress::note_step;

/// A value to bind, as one of the types that both engines store.
#[derive(Debug, Clone)]
pub(crate) enum Value {
    Int(Option<i64>),
    Bool(Option<bool>),
    Text(Option<String>),
    Bytes(Option<Vec<u8>>),
    Uuid(Option<Uuid>),
    Uuids(Vec<Uuid>),
    Texts(Vec<String>),
    Ints(Vec<i64>),
}

/// A type that both engines store as it is.
pub(crate) trait Raw: Sized {
    fn value(raw: Option<Self>) -> Value;
    fn get(row: &Row<'_>, index: impl Index) -> sqlx::Result<Option<Self>>;
}

macro_rules! raw {
    ($($type:ty => $value:ident),+ $(,)?) => {$(
        impl Raw for $type {
            fn value(raw: Option<Self>) -> Value {
                Value::$value(raw)
            }
            fn get(row: &Row<'_>, index: impl Index) -> sqlx::Result<Option<Self>> {
                on!(&row.0, row => row.try_get(index))
            }
        }
    )+};
}

raw! { i64 => Int, bool => Bool, String => Text, Vec<u8> => Bytes, Uuid => Uuid }

/// A type stored in one column; see [`crate::columns`] for what each is stored as.
pub(crate) trait Column: Sized {
    type Raw: Raw;
    fn to_raw(&self) -> Self::Raw;
    /// None if no such value can have been stored.
    fn from_raw(raw: Self::Raw) -> Option<Self>;
}

/// Anything that can be bound: a column, an optional one, or a list to be asked for with `= ANY`.
pub(crate) trait Bind {
    fn to_value(&self) -> Value;
}

impl<T: Column> Bind for T {
    fn to_value(&self) -> Value {
        Raw::value(Some(self.to_raw()))
    }
}

impl<T: Column> Bind for Option<T> {
    fn to_value(&self) -> Value {
        Raw::value(self.as_ref().map(T::to_raw))
    }
}

impl Bind for str {
    fn to_value(&self) -> Value {
        Value::Text(Some(self.to_owned()))
    }
}

impl Bind for Option<&str> {
    fn to_value(&self) -> Value {
        Value::Text(self.map(str::to_owned))
    }
}

impl<T: Column<Raw = Uuid>> Bind for [T] {
    fn to_value(&self) -> Value {
        Value::Uuids(self.iter().map(T::to_raw).collect())
    }
}

impl Bind for [&str] {
    fn to_value(&self) -> Value {
        Value::Texts(self.iter().map(ToString::to_string).collect())
    }
}

impl Bind for [i64] {
    fn to_value(&self) -> Value {
        Value::Ints(self.to_vec())
    }
}

/// The text of a statement with the values it binds.
pub(crate) struct Statement {
    pub(crate) sql: SqlStr,
    pub(crate) values: Vec<Value>,
}

impl Statement {
    pub(crate) fn bind(mut self, value: &(impl Bind + ?Sized)) -> Self {
        self.values.push(value.to_value());
        self
    }

    /// Binds for each word the range of the words that start with it: from the word up to, but not including, its
    /// [`prefix_end`]. Every word starts with an empty one.
    pub(crate) fn bind_prefixes(self, words: &[String]) -> Self {
        words.iter().fold(self, |statement, word| statement.bind(word).bind(&prefix_end(word)))
    }
}

/// The end of the range of texts that start with a prefix, in the byte order that both engines sort by.
pub(crate) fn prefix_end(prefix: &str) -> String {
    format!("{prefix}{}", char::MAX)
}

/// A statement: its text, and after `=>` the values for `$1`, `$2` and so on.
macro_rules! sql {
    ($sql:expr) => {
        $crate::sql::Statement { sql: sqlx::SqlSafeStr::into_sql_str($sql), values: vec![] }
    };
    ($sql:expr => $($value:expr),+ $(,)?) => {{
        use $crate::sql::Bind as _;
        $crate::sql::Statement { sql: sqlx::SqlSafeStr::into_sql_str($sql), values: vec![$($value.to_value()),+] }
    }};
}
pub(crate) use sql;

/// Methods of [`Tx`] that run one statement each, written as
/// `fn name(parameters) -> answer = way "text" => values;`.
///
/// The way is one of [`Tx`]'s own to run a statement, such as `change_one` or `fetch_all`. The answer is wrapped in a
/// [`StoreResult`]. Without values the parameters are bound in their order.
macro_rules! tx_methods {
    ($($methods:tt)+) => { $crate::sql::methods! { Tx, self: &mut Self, $($methods)+ } };
}
pub(crate) use tx_methods;

/// Methods of [`Store`] that run one statement each, written as in [`tx_methods`].
macro_rules! store_methods {
    ($($methods:tt)+) => { $crate::sql::methods! { Store, self: &Self, $($methods)+ } };
}
pub(crate) use store_methods;

macro_rules! methods {
    (
        $type:ident, $self:ident: $this:ty,
        $(
            $(#[$doc:meta])*
            $visible:vis async fn $name:ident($($parameter:ident: $kind:ty),* $(,)?) $(-> $answer:ty)? =
                $way:ident $sql:expr $(=> $($value:expr),+)?;
        )+
    ) => {
        impl $crate::db::$type {$(
            $(#[$doc])*
            $visible async fn $name(
                $self: $this, $($parameter: $kind),*
            ) -> $crate::error::StoreResult<$crate::sql::methods!(@answer $($answer)?)> {
                $self.$way($crate::sql::methods!(@statement $sql, [$($parameter)*] $(, $($value),+)?)).await
            }
        )+}
    };
    (@answer) => { () };
    (@answer $answer:ty) => { $answer };
    (@statement $sql:expr, []) => { $crate::sql::sql!($sql) };
    (@statement $sql:expr, [$($parameter:ident)+]) => { $crate::sql::sql!($sql => $($parameter),+) };
    (@statement $sql:expr, [$($parameter:ident)*], $($value:expr),+) => { $crate::sql::sql!($sql => $($value),+) };
}
pub(crate) use methods;

/// The values of one of many rows, for [`Tx::execute_for_rows`].
macro_rules! values {
    ($($value:expr),+ $(,)?) => {{
        use $crate::sql::Bind as _;
        vec![$($value.to_value()),+]
    }};
}
pub(crate) use values;

/// The name of a column or its place.
pub(crate) trait Index: ColumnIndex<SqliteRow> + ColumnIndex<PgRow> {}
impl<T: ColumnIndex<SqliteRow> + ColumnIndex<PgRow>> Index for T {}

/// The bound of a list by ascending ids: after this id, or from the first.
pub(crate) fn after_id<T: Id>(after: Option<T>) -> Uuid {
    after.map_or(Uuid::nil(), Id::uuid)
}

/// The bound of a list by descending ids: before this id, or from the newest.
pub(crate) fn before_id<T: Id>(before: Option<T>) -> Uuid {
    before.map_or(Uuid::max(), Id::uuid)
}

/// Cuts rows down to a page, where one more than its length was asked for. True if there is a next page.
pub(crate) fn cut_page<T>(mut found: Vec<T>, limit: i64) -> (Vec<T>, bool) {
    let shown = usize::try_from(limit).unwrap_or_default();
    let more = found.len() > shown;
    found.truncate(shown);
    (found, more)
}

/// A row that was found.
pub(crate) struct Row<'r>(On<&'r SqliteRow, &'r PgRow>);

impl Row<'_> {
    pub(crate) fn get<T: Read>(&self, index: impl Index) -> StoreResult<T> {
        T::read_column(self, index)
    }

    /// What several columns of the row make together.
    pub(crate) fn read<T: ReadRow>(&self) -> StoreResult<T> {
        T::read(self)
    }
}

/// What can be read from one column: a value, or an optional one.
pub(crate) trait Read: Sized {
    fn read_column(row: &Row<'_>, index: impl Index) -> StoreResult<Self>;
}

impl<T: Column> Read for T {
    fn read_column(row: &Row<'_>, index: impl Index) -> StoreResult<Self> {
        Option::read_column(row, index)?.ok_or(StoreError::Corrupt(std::any::type_name::<T>()))
    }
}

impl<T: Column> Read for Option<T> {
    fn read_column(row: &Row<'_>, index: impl Index) -> StoreResult<Self> {
        let raw = T::Raw::get(row, index)?;
        raw.map(|raw| T::from_raw(raw).ok_or(StoreError::Corrupt(std::any::type_name::<T>()))).transpose()
    }
}

/// What a row is read as.
pub(crate) trait ReadRow: Sized {
    fn read(row: &Row<'_>) -> StoreResult<Self>;
}

/// Reads a struct by its fields. A column has the name of its field or the one given; fields after `flat` take
/// several columns each, and those after `empty` are filled from elsewhere.
macro_rules! read_row {
    ($type:ty { $($field:ident $(= $column:literal)?),* $(,)? } $(flat { $($nested:ident),+ })? $(empty { $($empty:ident),+ })?) => {
        impl $crate::sql::ReadRow for $type {
            fn read(row: &$crate::sql::Row<'_>) -> $crate::error::StoreResult<Self> {
                Ok(Self {
                    $($field: row.get($crate::sql::read_row!(@name $field $($column)?))?,)*
                    $($($nested: row.read()?,)+)?
                    $($($empty: Default::default(),)+)?
                })
            }
        }
    };
    (@name $field:ident) => { stringify!($field) };
    (@name $field:ident $column:literal) => { $column };
}
pub(crate) use read_row;

/// Something of an owner, whose id is in the column `owner`, when those of many owners are read at once.
pub(crate) struct Owned<K, T> {
    pub(crate) owner: K,
    pub(crate) item: T,
}

impl<K: Read, T: ReadRow> ReadRow for Owned<K, T> {
    fn read(row: &Row<'_>) -> StoreResult<Self> {
        Ok(Self { owner: row.get("owner")?, item: row.read()? })
    }
}

/// What each owner has, in the order in which it was read.
pub(crate) fn grouped<K: Eq + Hash, T>(found: Vec<Owned<K, T>>) -> HashMap<K, Vec<T>> {
    let mut groups: HashMap<K, Vec<T>> = HashMap::new();
    for Owned { owner, item } in found {
        groups.entry(owner).or_default().push(item);
    }
    groups
}

macro_rules! read_tuple {
    ($($type:ident $place:literal),+) => {
        impl<$($type: Read),+> ReadRow for ($($type,)+) {
            fn read(row: &Row<'_>) -> StoreResult<Self> {
                Ok(($(row.get::<$type>($place)?,)+))
            }
        }
    };
}

read_tuple!(A 0);
read_tuple!(A 0, B 1);
read_tuple!(A 0, B 1, C 2);
read_tuple!(A 0, B 1, C 2, D 3);
read_tuple!(A 0, B 1, C 2, D 3, E 4);

/// Binds what the engines store alike; `$list` binds what they do not.
macro_rules! bound {
    ($sql:expr, $values:expr, $query:ident, $list:ident => $bind_list:expr) => {{
        let mut $query = sqlx::query($sql);
        for value in $values {
            $query = match value {
                Value::Int(value) => $query.bind(value),
                Value::Bool(value) => $query.bind(value),
                Value::Text(value) => $query.bind(value),
                Value::Bytes(value) => $query.bind(value),
                Value::Uuid(value) => $query.bind(value),
                $list => $bind_list,
            };
        }
        $query
    }};
}

fn sqlite(sql: SqlStr, values: Vec<Value>) -> Query<'static, Sqlite, SqliteArguments> {
    let mut text = sql
        .as_str()
        .split_once(" FOR ")
        .filter(|(_, lock)| ["UPDATE", "NO KEY", "SHARE"].iter().any(|kind| lock.starts_with(kind)))
        .map(|(before, lock)| {
            let end = lock.find(')').unwrap_or(lock.len());
            format!("{before}{}", &lock[end..])
        });
    for (place, value) in values.iter().enumerate() {
        let member = match value {
            Value::Uuids(_) => "unhex(value)",
            Value::Texts(_) | Value::Ints(_) => "value",
            _ => continue,
        };
        let number = place + 1;
        let asked = format!("= ANY(${number})");
        let list = format!("IN (SELECT {member} FROM json_each(${number}))");
        text = Some(text.as_deref().unwrap_or(sql.as_str()).replace(&asked, &list));
    }
    let sql = text.map_or(sql, |text| AssertSqlSafe(text).into_sql_str());
    bound!(sql, values, query, list => match list {
        Value::Uuids(ids) => {
            let hex = ids.iter().map(|id| id.simple().to_string());
            query.bind(hex.collect::<serde_json::Value>().to_string())
        }
        Value::Texts(texts) => query.bind(serde_json::json!(texts).to_string()),
        Value::Ints(numbers) => query.bind(serde_json::json!(numbers).to_string()),
        _ => query,
    })
}

fn postgres(sql: SqlStr, values: Vec<Value>) -> Query<'static, Postgres, PgArguments> {
    bound!(sql, values, query, list => match list {
        Value::Uuids(ids) => query.bind(ids),
        Value::Texts(texts) => query.bind(texts),
        Value::Ints(numbers) => query.bind(numbers),
        _ => query,
    })
}

async fn execute<'c>(
    on: On<impl Executor<'c, Database = Sqlite>, impl Executor<'c, Database = Postgres>>,
    Statement { sql, values }: Statement,
) -> sqlx::Result<u64> {
    let rows = match on {
        On::Sqlite(c) => sqlite(sql, values).execute(c).await?.rows_affected(),
        On::Postgres(c) => postgres(sql, values).execute(c).await?.rows_affected(),
    };
    note_step();
    Ok(rows)
}

async fn fetch_all<'c, T: ReadRow>(
    on: On<impl Executor<'c, Database = Sqlite>, impl Executor<'c, Database = Postgres>>,
    Statement { sql, values }: Statement,
) -> StoreResult<Vec<T>> {
    match on {
        On::Sqlite(c) => {
            let rows = sqlite(sql, values).fetch_all(c).await?;
            note_step();
            rows.iter().map(|row| T::read(&Row(On::Sqlite(row)))).collect()
        }
        On::Postgres(c) => {
            let rows = postgres(sql, values).fetch_all(c).await?;
            note_step();
            rows.iter().map(|row| T::read(&Row(On::Postgres(row)))).collect()
        }
    }
}

async fn fetch_optional<'c, T: ReadRow>(
    on: On<impl Executor<'c, Database = Sqlite>, impl Executor<'c, Database = Postgres>>,
    Statement { sql, values }: Statement,
) -> StoreResult<Option<T>> {
    match on {
        On::Sqlite(c) => {
            let row = sqlite(sql, values).fetch_optional(c).await?;
            note_step();
            row.map(|row| T::read(&Row(On::Sqlite(&row)))).transpose()
        }
        On::Postgres(c) => {
            let row = postgres(sql, values).fetch_optional(c).await?;
            note_step();
            row.map(|row| T::read(&Row(On::Postgres(&row)))).transpose()
        }
    }
}

/// The ways to read, for a store, a transaction and a snapshot alike.
macro_rules! reading {
    ($type:ty, $target:ident, $self:ident, $($this:tt)+) => {
        impl $type {
            pub(crate) async fn fetch_all<T: ReadRow>($($this)+, statement: Statement) -> StoreResult<Vec<T>> {
                fetch_all($self.$target(), statement).await
            }

            pub(crate) async fn fetch_optional<T: ReadRow>($($this)+, statement: Statement) -> StoreResult<Option<T>> {
                fetch_optional($self.$target(), statement).await
            }

            pub(crate) async fn fetch_one<T: ReadRow>($($this)+, statement: Statement) -> StoreResult<T> {
                let row = fetch_optional($self.$target(), statement).await?;
                row.ok_or(StoreError::Database(sqlx::Error::RowNotFound))
            }

            /// The first column of every row.
            pub(crate) async fn fetch_values<T: Read>($($this)+, statement: Statement) -> StoreResult<Vec<T>> {
                let rows = fetch_all::<(T,)>($self.$target(), statement).await?;
                Ok(rows.into_iter().map(|(value,)| value).collect())
            }

            /// The first column of a row that may be missing.
            pub(crate) async fn find_value<T: Read>($($this)+, statement: Statement) -> StoreResult<Option<T>> {
                Ok(fetch_optional::<(T,)>($self.$target(), statement).await?.map(|(value,)| value))
            }

            /// The first column of a row that must be there.
            pub(crate) async fn fetch_value<T: Read>($($this)+, statement: Statement) -> StoreResult<T> {
                let row = fetch_optional::<(T,)>($self.$target(), statement).await?;
                row.map(|(value,)| value).ok_or(StoreError::Database(sqlx::Error::RowNotFound))
            }
        }
    };
}

reading!(Store, reads, self, &self);
reading!(Tx, conn, self, &mut self);
reading!(Snapshot, conn, self, &mut self);

/// How long PostgreSQL may take for a statement that is committed by itself. Each changes a row or two. A connection
/// can die without a word, and a runner of jobs would wait for it for ever.
const AT_ONCE_WITHIN: Duration = Duration::from_secs(10);

/// Runs a statement on a connection of its own. One that is silent is closed: given back to the pool it would be
/// waited for once more.
macro_rules! at_once {
    ($store:ident, $connection:ident => $call:expr) => {
        match $store.writes() {
            On::Sqlite(pool) => {
                let $connection: On<_, &PgPool> = On::Sqlite(pool);
                $call.await
            }
            On::Postgres(pool) => {
                let mut held = pool.acquire().await?;
                let answered = {
                    let $connection: On<&SqlitePool, _> = On::Postgres(&mut *held);
                    timeout(AT_ONCE_WITHIN, $call).await
                };
                answered.unwrap_or_else(|_| {
                    held.close_on_drop();
                    Err(StoreError::DatabaseSilent)
                })
            }
        }
    };
}

/// Statements that are committed by themselves.
impl Store {
    pub(crate) async fn fetch_optional_at_once<T: ReadRow>(
        &self,
        statement: Statement,
    ) -> StoreResult<Option<T>> {
        at_once!(self, connection => fetch_optional(connection, statement))
    }

    pub(crate) async fn execute_at_once(&self, statement: Statement) -> StoreResult<u64> {
        at_once!(self, connection => async { Ok(execute(connection, statement).await?) })
    }
}

impl Tx {
    /// Runs a statement, and returns how many rows it changed.
    pub(crate) async fn execute(&mut self, statement: Statement) -> StoreResult<u64> {
        Ok(execute(self.conn(), statement).await?)
    }

    /// Runs a statement, however many rows it changes.
    pub(crate) async fn run(&mut self, statement: Statement) -> StoreResult<()> {
        self.execute(statement).await.map(drop)
    }

    /// Changes or adds exactly one row, or fails.
    pub(crate) async fn change_one(&mut self, statement: Statement) -> StoreResult<()> {
        exactly_one(self.execute(statement).await?)
    }

    /// Changes or adds one row if the statement finds it as it expects. False if it does not.
    pub(crate) async fn try_change(&mut self, statement: Statement) -> StoreResult<bool> {
        Ok(self.execute(statement).await? == 1)
    }

    /// Changes or adds exactly one row. A value that must be unique and is taken becomes the error given.
    pub(crate) async fn change_one_unique(
        &mut self,
        statement: Statement,
        taken: StoreError,
    ) -> StoreResult<()> {
        match execute(self.conn(), statement).await {
            Err(sqlx::Error::Database(cause)) if cause.is_unique_violation() => Err(taken),
            done => exactly_one(done?),
        }
    }

    /// Adds many rows, or none: `start` names the table and the columns.
    pub(crate) async fn insert_rows(&mut self, start: &str, rows: Vec<Vec<Value>>) -> StoreResult<()> {
        self.execute_for_rows(start, rows, "").await.map(drop)
    }

    /// Runs `start VALUES (…), (…) end` for many rows, as many at once as the engines take parameters for, and returns
    /// how many rows it changed.
    pub(crate) async fn execute_for_rows(
        &mut self,
        start: &str,
        rows: Vec<Vec<Value>>,
        end: &str,
    ) -> StoreResult<u64> {
        let width = rows.first().map_or(1, Vec::len).max(1);
        let mut changed = 0;
        for chunk in rows.chunks((MOST_PARAMETERS / width).max(1)) {
            let tuple = |row: usize| {
                let places: Vec<String> =
                    (1..=width).map(|place| format!("${}", row * width + place)).collect();
                format!("({})", places.join(", "))
            };
            let tuples: Vec<String> = (0..chunk.len()).map(tuple).collect();
            let sql = AssertSqlSafe(format!("{start} VALUES {}{end}", tuples.join(", "))).into_sql_str();
            changed += self.execute(Statement { sql, values: chunk.concat() }).await?;
        }
        Ok(changed)
    }
}

/// Enough for the cost of a statement not to matter. SQLite looks for each parameter among all those before it: a
/// statement of eight times as many takes 64 times as long to prepare and to bind.
const MOST_PARAMETERS: usize = 1000;

pub(crate) fn exactly_one(rows: u64) -> StoreResult<()> {
    if rows == 1 { Ok(()) } else { Err(StoreError::RowCount(rows)) }
}

/// Writes for API clients whether there is a value: for `serde(serialize_with)`.
pub fn is_some<T, S: serde::Serializer>(value: &Option<T>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_bool(value.is_some())
}

/// Writes for API clients what a value shows itself as: for `serde(serialize_with)`.
pub fn as_text<T: std::fmt::Display, S: serde::Serializer>(
    value: &T,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}
