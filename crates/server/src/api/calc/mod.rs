//! `/api/calc`: the salary engine, open to everybody.

pub mod calculate;
pub mod figures;
pub mod from_bill;
mod summary;
