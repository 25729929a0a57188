//! E-invoices, bank files and register reports, read back and added up.

mod camt;
mod camt_refused;
mod e_invoices;
mod finvoice;
pub mod incomes_register;
mod pain001;
mod purchase_invoice;
pub mod reading;
pub mod samples;
pub mod statements;
mod ubl;
