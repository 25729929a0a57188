//! `/api/login`: a session is checked, started and ended.

pub mod check;
pub mod end;
pub mod start;
pub mod who;
