//! PDFs, e-invoices, bank files and register reports.
//!
//! Everything here turns plain values into files, or files into plain values. Nothing reads a clock, a
//! database or the network.

pub mod camt;
pub mod e_invoice;
pub mod finvoice;
pub mod incomes_register;
pub mod invoice;
pub mod ledger_export;
pub mod pain001;
pub mod pdf;
pub mod ubl;
mod xml;
