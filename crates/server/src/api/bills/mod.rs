//! A bill on the wire.

pub mod body;
mod row_body;
