//! Work that the program does by itself, and what failed of it.

pub mod list;
pub mod retry;
