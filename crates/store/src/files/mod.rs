//! Files: their content in an object store, a folder or S3, and one row for each that says what it is.
//!
//! Content is put first and its row is written in the transaction of the deed. What has no row, because the
//! deed failed or the file was removed, is listed as loose from before it is put, and goes after a day.

mod address;
mod check;
mod content;
mod loose;
mod rows;

pub use address::{FilesAddress, S3Address};
pub use content::{ContentStream, Files, StoredContent, Upload};
pub(crate) use rows::FILES_OF_PERSON;
pub use rows::{NewFile, StoredFile};
