//! `/api/person`: one's own profile.

pub mod salaries;
pub mod update;
