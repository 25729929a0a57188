//! Every statement of the store, on both engines. One binary, because linking costs more than running.

#![expect(clippy::panic, clippy::unwrap_used, reason = "a test fails by panicking")]

mod accounts;
mod audit_chain;
mod bills;
mod customers;
mod data_check;
mod deliveries;
mod files;
mod files_s3;
mod jobs;
mod ledger;
mod made_with_key;
mod mails;
mod own_places;
mod payments;
mod payroll;
mod people;
mod plans;
mod raw;
mod schema_parity;
mod sessions_and_audit;
mod settings;
mod shifts;
mod silent_database;
mod snapshot;
mod statutory_figures;
mod templates;
mod upgrade;
