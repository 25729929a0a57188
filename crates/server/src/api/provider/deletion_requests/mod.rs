//! Accounts whose owners want them removed.

pub mod erase;
pub mod list;

#[cfg(test)]
mod tests;
