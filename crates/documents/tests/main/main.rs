//! Documents, made and read back.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod camt_memory;
mod hostile_names;
mod pdf;
mod reading;
mod samples;
mod xml;
