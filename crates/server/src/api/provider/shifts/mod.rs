//! Shifts from planning programs.

pub mod import;
mod lines;

#[cfg(test)]
mod tests;
