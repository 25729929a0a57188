//! `/api/person`: one's own profile.

pub mod salaries;
pub mod tax_card;
pub mod update;
