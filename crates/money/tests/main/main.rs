//! Amounts, quantities and rates.

#![expect(clippy::unwrap_used, reason = "a helper of tests fails like a test")]

mod amounts;
mod properties;
