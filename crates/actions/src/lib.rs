//! Use cases: what users, the clock and the bank do. A file holds one verb of weight, or several small ones of a kind.
//!
//! An action is one transaction with its audit events and its jobs. It loads from `liksa-store`, asks the rules of
//! `liksa-domain`, stores the result and wakes the job runner. It knows nothing of HTTP.

pub mod accounts;
pub mod administration;
pub mod advances;
pub mod bills;
mod booking;
pub mod context;
pub mod customers;
pub mod deliveries;
mod error;
pub mod figures;
pub mod housekeeping;
pub mod info;
pub mod late_receipts;
pub mod ledger;
pub mod mail;
mod payment_files;
pub mod payments;
pub mod payouts;
pub mod payroll;
pub mod people;
pub mod places;
mod prelude;
pub mod printing;
pub mod purchases;
mod readable;
pub mod receipts;
pub mod reminders;
pub mod remittances;
pub mod sending;
mod share_news;
pub mod shares;
pub mod shifts;
pub mod templates;

pub use context::Context;
pub use error::{Error, Result};
