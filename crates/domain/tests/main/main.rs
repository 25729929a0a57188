//! The domain against files that other parts of the project share with it.

#![expect(clippy::unwrap_used, reason = "a helper of tests fails like a test")]

mod described;
mod price_vectors;
