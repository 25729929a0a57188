//! Saved rows and texts: one file per verb, and their shapes on the wire.

mod body;
pub mod delete;
pub mod delete_many;
pub mod list;
pub mod put;
#[cfg(test)]
mod test_calls;
mod wire;

pub use wire::TemplateList;
