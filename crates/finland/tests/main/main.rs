//! Finnish identifiers, references and bank days.

#![expect(clippy::unwrap_used, reason = "a helper of tests fails like a test")]

mod bank_days;
mod examples;
mod properties;
mod vectors;
