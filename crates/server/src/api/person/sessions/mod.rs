//! `/api/person/sessions`: where one is signed in.

pub mod end;
pub mod end_others;
pub mod list;

#[cfg(test)]
mod tests;
