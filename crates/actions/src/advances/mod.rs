//! What workers, payroll and the clock do with advances.

mod ask;
mod decide;
mod limits;

pub use self::{ask::*, decide::*, limits::*};

use crate::prelude::*;

/// An advance for payroll to decide on. Nobody decides on their own.
async fn lock_of_another(tx: &mut Tx, by: PersonId, id: AdvanceId) -> Result<Advance> {
    let advance = tx.lock_advance(id).await?.ok_or(Error::NotFound)?;
    require(advance.person != by, ErrorKey::OwnMatter)?;
    Ok(advance)
}

/// The advance as it is after a change.
async fn find(context: &Context, id: AdvanceId) -> Result<Advance> {
    context.store.advance(id).await?.ok_or(Error::NotFound)
}
