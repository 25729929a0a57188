//! `/api/person/email`: the address that one logs in with and is written to.

pub mod ask;
pub mod confirm;

#[cfg(test)]
mod tests;
