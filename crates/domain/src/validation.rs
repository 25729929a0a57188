//! What a bill has to satisfy, as pure functions that return every problem at once.
//!
//! The editor asks while the worker types, the server asks again when the bill is sent; both get the same
//! list. Fields are named by their path on the wire.

mod advance;
mod contracting;
mod dates;
mod expenses;
mod row;
mod sending;
mod vat;

#[cfg(test)]
mod tests;

pub use advance::{AdvanceRequest, advance_problems};
pub use contracting::{contractor_row_problems, external_row_problems};
pub use dates::{bill_date_problems, picked_date};
pub use expenses::expense_problems;
pub use row::row_problems;
pub(crate) use sending::postal_code;
pub use sending::{Sending, bill_problems, may_be_overridden, sending_problems};
pub use vat::vat_problems;
