//! E-invoices, bank files and register reports, read back and added up.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod camt;
mod camt_refused;
mod e_invoices;
mod finvoice;
mod incomes_register;
mod pain001;
mod reading;
mod samples;
mod statements;
mod ubl;
