//! Demo content, the demo bank and the large data set. Nothing in this crate is needed in production.
//!
//! Content is written through `liksa-actions` and `liksa-store` by the same rules as real data. The crate knows
//! nothing of the server: the demo bank takes and returns plain HTTP values.

pub mod bank;
pub mod content;
pub mod history;
pub mod large;
