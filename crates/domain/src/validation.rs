//! What a bill has to satisfy, as pure functions that return every problem at once.
//!
//! The editor asks while the worker types, the server asks again when the bill is sent; both get the same
//! list. Fields are named by their path on the wire.

mod bill;
mod rows;
mod sending;

#[cfg(test)]
mod tests;

pub use bill::{AdvanceRequest, advance_problems, bill_date_problems, picked_date, vat_problems};
pub use rows::{credited_row_problems, expense_problems, purchase_problems, row_problems, share_problems};
pub(crate) use sending::postal_code;
pub use sending::{Sending, bill_problems, credit_note_problems, may_be_overridden, sending_problems};
