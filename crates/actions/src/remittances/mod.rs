//! Remittances: withheld money and contributions are paid on to their receivers, by two people.
//!
//! One makes a remittance of what is open, another approves it into a payment file. The bank's statement confirms it,
//! see `payments::remittances`.

mod approve;
mod cancel;
mod make;
mod refuse;

pub use self::{approve::*, cancel::*, make::*, refuse::*};

use liksa_domain::remittance::RemittanceState;

use crate::prelude::*;

async fn find(context: &Context, id: RemittanceId) -> Result<Remittance> {
    context.store.remittance(id).await?.ok_or(Error::NotFound)
}

/// The remittance in the state that is needed, locked until the transaction ends.
async fn lock(tx: &mut Tx, id: RemittanceId, by: PersonId, state: RemittanceState) -> Result<Remittance> {
    let remittance = tx.lock_remittance(id).await?.ok_or(Error::NotFound)?;
    is_not_own(remittance.person, by)?;
    require(remittance.state == state, ErrorKey::RemittanceNotInState)?;
    Ok(remittance)
}

/// The subject of a remittance's audit events.
fn subject(id: RemittanceId) -> String {
    format!("remittance:{id}")
}

/// Nobody decides about the money of their own distraint.
fn is_not_own(person: Option<PersonId>, by: PersonId) -> Result<()> {
    require(person != Some(by), ErrorKey::OwnMatter)
}
