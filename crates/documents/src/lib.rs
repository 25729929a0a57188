//! PDFs, e-invoices, bank files and register reports.
//!
//! All functions turn values into files, or files into values. None reads a clock, a database or the network.

pub mod camt;
pub mod e_invoice;
pub mod finvoice;
pub mod incomes_register;
pub mod invoice;
pub mod ledger_export;
pub mod pain001;
pub mod pdf;
pub mod purchase_invoice;
pub mod reading;
pub mod ubl;
mod xml;

/// The error unless the condition holds.
fn ensure<E>(holds: bool, error: E) -> Result<(), E> {
    if holds { Ok(()) } else { Err(error) }
}
