//! The ledger: entries are added, in the transaction of the deed, and the database itself refuses to change
//! them.

mod post;
mod read;

pub use post::Posted;
pub(crate) use read::{ACCOUNT_LINES, ENTRY_OF, VAT_BY_RATE};
pub use read::{AccountLine, Balance, LinePlace, PostedEntry, VatSales};
