//! `/api/password`: a new one for who forgot the old one.

pub mod change;
pub mod forgot;

#[cfg(test)]
mod tests;
