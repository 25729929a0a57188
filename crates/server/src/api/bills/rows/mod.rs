//! Single rows, for programs that change one without sending the whole bill.

pub mod delete;
pub mod get;
pub mod put;

use liksa_domain::ids::{PersonId, RowId};
use liksa_store::StoredBill;

use super::work::own_bill;
use crate::app::App;
use crate::http::error::{ApiError, ApiResult};

/// The row's own bill, and its place there.
pub async fn own_row(app: &App, person: PersonId, row: RowId) -> ApiResult<(StoredBill, usize)> {
    let bill = app.store.bill_of_row(row).await?.ok_or(ApiError::NotFound)?;
    let bill = own_bill(app, person, bill).await?;
    let place = bill.bill.rows.iter().position(|one| one.id == Some(row)).ok_or(ApiError::NotFound)?;
    Ok((bill, place))
}
