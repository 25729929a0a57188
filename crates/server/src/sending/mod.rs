//! A bill goes to its customer: closed in one transaction, delivered by the jobs that it leaves.

mod close;

pub use close::{Closing, NotClosed, close, close_within, closing_job};
