//! Everybody who has an account, and what they may do.

pub mod list;
pub mod roles;

#[cfg(test)]
mod tests;
