//! Whether anything may leave the server, and which database this is.

use liksa_domain::delivery::HoldReason;
use liksa_domain::job::JobKind;

use crate::db::On;
use crate::prelude::*;

/// Nothing leaves the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HeldSending {
    /// An instant, ISO 8601.
    pub since: Timestamp,
    pub why: HoldReason,
}

read_row! { HeldSending { since = "held_since", why = "held_why" } }

/// A database that is restored from a dump has another number, and in another cluster another identifier.
const MARK_OF_POSTGRES: &str = "SELECT (SELECT system_identifier::text FROM pg_control_system()) || '/' || \
     (SELECT oid::text FROM pg_database WHERE datname = current_database())";
/// A file is the same wherever it is copied to. `liksa restore` says so itself.
const MARK_OF_SQLITE: &str = "file";

store_methods! {
    /// None while everything may leave.
    pub async fn held_sending() -> Option<HeldSending> = fetch_optional
        "SELECT held_since, held_why FROM sending WHERE held_since IS NOT NULL";

    /// The mark that this database had when a server last started on it.
    pub async fn known_mark() -> Option<String> = fetch_value "SELECT database_mark FROM sending";
}

tx_methods! {
    pub async fn set_mark(mark: &str) = change_one "UPDATE sending SET database_mark = $1";

    /// From now on nothing leaves. False if it is so already.
    pub async fn hold_sending(why: HoldReason, since: Timestamp) -> bool = try_change
        "UPDATE sending SET held_since = $2, held_why = $1 WHERE held_since IS NULL";

    /// Everything may leave again. False if it may already.
    pub async fn resume_sending() -> bool = try_change
        "UPDATE sending SET held_since = NULL, held_why = NULL WHERE held_since IS NOT NULL";
}

impl Store {
    /// The mark that this database has now.
    pub async fn database_mark(&self) -> StoreResult<String> {
        match self.reads() {
            On::Sqlite(_) => Ok(MARK_OF_SQLITE.to_owned()),
            On::Postgres(_) => self.fetch_value(sql!(MARK_OF_POSTGRES)).await,
        }
    }

    /// How many jobs wait that make something leave.
    pub async fn count_leaving_jobs(&self) -> StoreResult<i64> {
        let kinds = leaving_kinds();
        self.fetch_value(sql!(
            "SELECT COUNT(*) FROM job WHERE finished_at IS NULL AND kind = ANY($1)" => kinds[..]
        ))
        .await
    }
}

pub(crate) fn leaving_kinds() -> Vec<&'static str> {
    JobKind::ALL.iter().filter(|kind| kind.leaves_the_server()).map(|kind| kind.name()).collect()
}
