//! What nearly every file of this crate uses: the store and its transactions, statements, ids, days and amounts.

pub(crate) use jiff::Timestamp;
pub(crate) use jiff::civil::Date;
pub(crate) use liksa_domain::ids::*;
pub(crate) use liksa_money::{Money, Rate};

pub(crate) use crate::db::{Store, Tx};
pub(crate) use crate::error::{StoreError, StoreResult};
pub(crate) use crate::sql::{
    Column, ReadRow, Row, after_id, before_id, cut_page, read_row, sql, store_methods, tx_methods, values,
};
