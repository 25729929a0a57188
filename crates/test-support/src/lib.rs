//! Test support: temporary databases, builders of people and customers, a fixed time.
//!
//! A dev-dependency only.

#![expect(clippy::expect_used, clippy::panic, reason = "a test that cannot be set up fails at once")]

mod customers;
mod database;
mod gate;
mod people;
mod rewinding;

pub use customers::{CustomerBuilder, customer};
pub use database::{EmptyDb, OnEngine, TestDb, run_on};
pub use gate::Gate;
pub use liksa_store::Engine;
pub use people::{PersonBuilder, person};
pub use rewinding::Kept;

use jiff::Timestamp;

/// Monday 16 November 2026, 10:00 in Helsinki: the current time in tests.
pub fn fixed_now() -> Timestamp {
    "2026-11-16T08:00:00Z".parse().expect("a valid instant")
}

/// Runs each named test on SQLite and on PostgreSQL, as `name::sqlite` and `name::postgres`.
///
/// A test is an `async fn name(db: TestDb)`, or takes anything else that is [`OnEngine`]. One that
/// is written but not listed is unused code, which the lints refuse.
#[macro_export]
macro_rules! both_engines {
    ($($name:ident),+ $(,)?) => {$(
        mod $name {
            #[tokio::test]
            async fn sqlite() {
                $crate::run_on($crate::Engine::Sqlite, super::$name).await;
            }
            #[tokio::test]
            async fn postgres() {
                $crate::run_on($crate::Engine::Postgres, super::$name).await;
            }
        }
    )+};
}

/// Runs each named test on SQLite alone, as `name::sqlite`.
///
/// For tests whose statements are tested on both engines in the store, such as those of HTTP shapes and texts. A
/// test in which the engines could differ (locks, races, searches, paging) belongs in [`both_engines!`].
#[macro_export]
macro_rules! on_sqlite {
    ($($name:ident),+ $(,)?) => {$(
        mod $name {
            #[tokio::test]
            async fn sqlite() {
                $crate::run_on($crate::Engine::Sqlite, super::$name).await;
            }
        }
    )+};
}
