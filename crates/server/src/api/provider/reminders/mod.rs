//! Reminders: made, read as letters, posted.

pub mod list;
pub mod make;
pub mod pdf;
pub mod posted;

#[cfg(test)]
mod tests;
