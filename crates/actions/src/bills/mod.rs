//! What workers, clerks and the clock do with bills.

mod close;
mod correct;
mod credit_effect;
mod credit_part;
mod drafts;
mod money;
mod moves;
mod receipt_vat;
mod review;
mod send;
mod take_back;
mod terms;
mod trips;

pub use self::{
    close::*, correct::*, credit_effect::*, credit_part::*, drafts::*, money::*, moves::*, receipt_vat::*,
    review::*, send::*, terms::*, trips::clashes_of_trip,
};

use crate::prelude::*;

/// Why a bill was not changed.
#[derive(Debug)]
pub enum Refusal {
    /// The bill has changed since it was read. The caller gets its present state, so that nothing typed is lost.
    Conflict(ErrorKey, Box<StoredBill>),
    /// The bill cannot be sent with this content.
    NotSendable(Vec<Problem>),
    Other(Error),
}

/// A bill as it is after a change.
pub type Changed = Result<StoredBill, Refusal>;

impl<E: Into<Error>> From<E> for Refusal {
    fn from(error: E) -> Self {
        Self::Other(error.into())
    }
}

/// A bill of this person. Other persons' bills are not found.
pub async fn own_bill(context: &Context, person: PersonId, id: BillId) -> Result<StoredBill> {
    let found = context.store.bill(id).await?.filter(|bill| bill.person == person);
    found.ok_or(Error::NotFound)
}

/// The bill of a row of this person, and the row's index there.
pub async fn own_row(context: &Context, person: PersonId, row: RowId) -> Result<(StoredBill, usize)> {
    let bill = context.store.bill_of_row(row).await?.ok_or(Error::NotFound)?;
    let bill = own_bill(context, person, bill).await?;
    let index = bill.bill.rows.iter().position(|one| one.id == Some(row)).ok_or(Error::NotFound)?;
    Ok((bill, index))
}

/// The name of a bill in the audit log.
pub fn subject(id: BillId) -> String {
    format!("bill:{id}")
}

/// A row id that another bill has is a problem of that row; every other error is internal.
fn row_taken(error: StoreError) -> Error {
    match error {
        StoreError::RowTaken(index) => Error::field(format!("billableitems[{index}].id"), ErrorKey::Invalid),
        error => error.into(),
    }
}
