//! Files: their content in an object store, a folder or S3, and one row for each that says what it is.
//!
//! Content is put first and its row is written in the transaction of the action. Content without a row, because the
//! action failed or the file was removed, is listed as loose and removed after a day.

mod address;
mod calls;
mod content;
mod rows;
mod upkeep;

pub use self::{
    address::*,
    calls::{Observer, STORAGE_OPERATIONS},
    content::*,
    rows::*,
    upkeep::*,
};
