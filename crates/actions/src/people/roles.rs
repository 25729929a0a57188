//! Giving and taking roles.

use anyhow::Context as _;
use liksa_domain::person::roles_after;

use super::*;
use crate::prelude::*;

/// Sets all roles of a person; they count from the person's next request on. Answers the roles in their order.
pub async fn set_roles(
    context: &Context,
    actor: PersonId,
    person: PersonId,
    roles: Vec<Role>,
) -> Result<Vec<Role>> {
    let mut tx = context.store.begin().await?;
    must_still_be_admin(&mut tx, actor).await?;
    let before = tx.roles_of(person).await?.ok_or(Error::NotFound)?;
    let after = roles_after(actor == person, roles).map_err(Error::Conflict)?;
    if before != after {
        tx.set_roles(person, &after).await?;
        let detail = change(&before, &after);
        context.record(&mut tx, Some(actor), Action::RolesChanged, subject(person), detail);
        tx.commit().await?;
    }
    Ok(after)
}

/// Makes the owner of an address an administrator, on the command line of the server. False if they are one already.
/// The audit event has no actor, because no user is logged in there.
pub async fn make_admin(store: &Store, email: &Email, now: Timestamp) -> anyhow::Result<bool> {
    let known = store.credentials(email).await?.context("no account has this address; register it first")?;
    let id = known.person.id;
    let mut tx = store.begin().await?;
    tx.lock_admins().await?;
    let before = tx.roles_of(id).await?.context("the account has just been removed")?;
    if before.contains(&Role::Admin) {
        return Ok(false);
    }
    let after = [before.as_slice(), &[Role::Admin]].concat();
    tx.set_roles(id, &after).await?;
    let (action, detail) = (Action::RolesChanged, change(&before, &after).to_string());
    tx.record(AuditEvent { at: now, actor: None, action, subject: subject(id), detail });
    tx.commit().await?;
    Ok(true)
}

fn change(before: &[Role], after: &[Role]) -> Value {
    let names = |roles: &[Role]| roles.iter().map(|role| role.name()).collect::<Vec<_>>();
    json!({"before": names(before), "after": names(after)})
}
