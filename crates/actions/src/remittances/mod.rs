//! Remittances: withheld money and contributions are paid on to their receivers, by two people.
//!
//! One makes a remittance of what is open, another approves it into a payment file. The bank's statement confirms it,
//! see `payments::remittances`.

mod approve;
mod cancel;
mod make;

pub use self::{approve::*, cancel::*, make::*};

use crate::prelude::*;

async fn find(context: &Context, id: RemittanceId) -> Result<Remittance> {
    context.store.remittance(id).await?.ok_or(Error::NotFound)
}

/// The subject of a remittance's audit events.
fn subject(id: RemittanceId) -> String {
    format!("remittance:{id}")
}

/// Nobody decides about the money of their own distraint.
fn is_not_own(person: Option<PersonId>, by: PersonId) -> Result<()> {
    require(person != Some(by), ErrorKey::OwnMatter)
}
