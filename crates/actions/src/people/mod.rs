//! People: their own account, and what the provider's staff agree with, record about or remove of them.

mod deletion;
mod own_account;
mod picture;
mod roles;
mod tax_cards;
mod terms;

pub use self::{deletion::*, own_account::*, picture::*, roles::*, tax_cards::*, terms::*};

use liksa_domain::account::profile::OwnAccount;

use crate::prelude::*;

/// What the audit log calls a person.
pub fn subject(person: PersonId) -> String {
    format!("person:{person}")
}

/// A person's account as they see it themselves.
pub async fn own_account(store: &Store, person: PersonId) -> Result<OwnAccount> {
    store.own_account(person).await?.ok_or(Error::NotFound)
}

/// Refuses staff who would decide on their own tax, fee, distraint or account.
fn must_not_be_self(actor: PersonId, person: PersonId) -> Result<()> {
    if actor == person { Err(Error::Conflict(ErrorKey::OwnMatter)) } else { Ok(()) }
}

/// Locks the administrators. Of two who remove each other at once, the second is refused.
async fn must_still_be_admin(tx: &mut Tx, actor: PersonId) -> Result<()> {
    if tx.lock_admins().await?.contains(&actor) { Ok(()) } else { Err(Error::Forbidden) }
}

/// A decimal number as the audit log has it, exactly as written.
fn number(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_default()
}
