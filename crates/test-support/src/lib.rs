//! What tests share: databases that vanish afterwards, people to put in them, a moment to be at.
//!
//! Only ever a dev-dependency.

#![expect(clippy::expect_used, reason = "a test that cannot be set up is to fail on the spot")]

mod customers;
mod database;
mod people;

pub use customers::{CustomerBuilder, customer};
pub use database::{OnEngine, TestDb, run_on};
pub use liksa_store::Engine;
pub use people::{PersonBuilder, person};

use jiff::Timestamp;

/// Monday 16 November 2026, 10:00 in Helsinki: the moment at which tests happen.
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
