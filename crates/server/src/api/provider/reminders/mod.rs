//! Reminders: made, read as letters, posted.

pub mod make;
pub mod pdf;
pub mod posted;
pub mod to_print;

#[cfg(test)]
mod tests;
