//! Content that nobody typed: what the demo and the large data set are made with.

pub mod calendar;
pub mod chance;
pub mod drafting;
pub mod identity;
pub mod large;
mod payments;
pub mod timeline;
