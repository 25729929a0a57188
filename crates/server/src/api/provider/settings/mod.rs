//! The provider's own profile and prices, each from a day on.

pub mod add;
pub mod list;
mod wire;

#[cfg(test)]
mod tests;
