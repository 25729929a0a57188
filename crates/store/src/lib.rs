//! The one SQL implementation for SQLite and PostgreSQL.
//!
//! The same statement text runs on both engines: [`on!`] expands a body once per driver, so each
//! arm is type-checked with native types. Where the dialects differ there is one named function
//! with a `match`, and nothing else. Nobody outside this crate names sqlx.

mod audit;
mod check;
mod db;
mod error;
mod migrate;
mod people;
mod sessions;
mod snapshot;
mod time;

pub use check::Finding;
pub use db::{Database, Engine, Store, Tx};
pub use error::{StoreError, StoreResult};
pub use people::{Credentials, NewPerson};
pub use sessions::{NewSession, SessionOfPerson, TokenHash};
