//! Shares of bills: what contractors and subcontractors do with them.

mod find;
mod moves;
mod write;

pub use self::{find::*, moves::*, write::*};
