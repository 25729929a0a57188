//! `/api/person`: one's own profile.

pub mod update;
