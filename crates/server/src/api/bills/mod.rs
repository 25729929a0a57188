//! Bills: one file per verb, and their shapes on the wire.

pub mod archive;
pub mod body;
pub mod copy;
pub mod correct;
pub mod create;
pub mod delete;
pub mod get;
pub mod history;
pub mod list;
pub mod open;
mod pages;
pub mod pdf;
pub mod preview;
pub mod receipts;
mod refusal;
mod row_body;
mod row_wire;
pub mod rows;
pub mod save;
pub mod validate;
mod wire;
mod work;

pub use refusal::{BillConflict, Refusal};
pub use wire::{BillOnWire, CardOnWire, DeliveryStateOnWire, StateOnWire};
pub use work::{move_bill, own_bill};

#[cfg(test)]
pub mod tests;
