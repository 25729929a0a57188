//! Use cases: what users, the clock and the bank do. A file holds one verb of weight, or several small ones of a kind.
//!
//! An action is one transaction with its audit events and its jobs. It loads from `liksa-store`, asks the rules of
//! `liksa-domain`, stores the result and wakes the job runner. It knows nothing of HTTP.

pub mod accounts;
pub mod administration;
pub mod bills;
pub mod context;
pub mod customers;
pub mod deliveries;
mod error;
pub mod figures;
pub mod housekeeping;
pub mod ledger;
pub mod mail;
pub mod payments;
pub mod payroll;
pub mod people;
pub mod places;
mod prelude;
pub mod printing;
mod readable;
pub mod receipts;
pub mod reminders;
pub mod remittances;
pub mod shifts;
pub mod templates;

pub use context::Context;
pub use error::{Error, Result};
