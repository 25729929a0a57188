//! Tax cards that workers have sent in.

pub mod file;
pub mod handle;
pub mod list;
