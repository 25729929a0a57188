//! The shared register of customers, and each worker's own list of them.

use liksa_domain::customer::CustomerEntry;

use crate::prelude::*;

/// What the audit log calls a customer.
fn subject(id: CustomerId) -> String {
    format!("customer:{id}")
}

/// The customer in its present state, as this person may see it.
async fn present_state(context: &Context, viewer: PersonId, id: CustomerId) -> Result<CustomerSeen> {
    context.store.customer(viewer, id).await?.ok_or(Error::NotFound)
}

/// Returns the customer and whether it is new: an idempotency key that is used again returns the customer that it
/// made before.
pub async fn create(
    context: &Context,
    maker: PersonId,
    key: Option<&str>,
    entry: &CustomerEntry,
) -> Result<(CustomerSeen, bool)> {
    let (id, now): (CustomerId, _) = (context.new_id()?, context.clock.now());
    let mut tx = context.store.begin().await?;
    if let Some(made_before) = tx.claim_key(maker, MadeKind::Customer, key, id, now).await? {
        drop(tx);
        return Ok((present_state(context, maker, made_before).await?, false));
    }
    add(&mut tx, &NewCustomer { id, maker, entry, created_at: now }).await?;
    tx.commit().await?;
    Ok((present_state(context, maker, id).await?, true))
}

/// Stores a new customer within a transaction. A company that is in the register already is refused.
pub async fn add(tx: &mut Tx, new: &NewCustomer<'_>) -> Result<()> {
    require(tx.insert_customer(new).await?, ErrorKey::CustomerAlreadyAdded)?;
    let details = &new.entry.details;
    let event = AuditEvent {
        at: new.created_at,
        actor: Some(new.maker),
        action: Action::CustomerCreated,
        subject: subject(new.id),
        detail: json!({"partyRole": details.role.name(), "name": details.name}).to_string(),
    };
    tx.record(event);
    Ok(())
}

/// Replaces the record of a customer by a new one with its own id, since bills that were sent keep the old record.
/// The worker's drafts and list follow. `version` is the version that the worker changed. A company stays a company and
/// a private person a private person: others may have a company on their bills, and nobody else sees a private person.
pub async fn replace(
    context: &Context,
    maker: PersonId,
    old: CustomerId,
    version: i64,
    entry: &CustomerEntry,
) -> Result<CustomerSeen> {
    let id: CustomerId = context.new_id()?;
    let mut tx = context.store.begin().await?;
    let old = tx.lock_customer(old).await?.filter(|old| old.maker == maker).ok_or(Error::NotFound)?;
    if old.replaced_by.is_some() || old.version != version {
        return Err(Error::Conflict(ErrorKey::StaleCustomer));
    }
    if old.role != entry.details.role {
        return Err(Error::field("partyRole", ErrorKey::InvalidChoice));
    }
    require(!tx.is_saved_by_others(maker, old.id).await?, ErrorKey::CustomerShared)?;
    let new = NewCustomer { id, maker, entry, created_at: context.clock.now() };
    require(tx.replace_customer(&old, &new).await?, ErrorKey::CustomerAlreadyAdded)?;
    let detail = json!({"before": old.id.to_string(), "after": id.to_string()});
    context.record(&mut tx, Some(maker), Action::CustomerReplaced, subject(id), detail);
    tx.commit().await?;
    present_state(context, maker, id).await
}

/// Puts a customer that the worker may see on their list. The id of an older record means the present one.
pub async fn save(context: &Context, person: PersonId, customer: CustomerId) -> Result<CustomerSeen> {
    let mut tx = context.store.begin().await?;
    let customer = tx.lock_live_customer(customer).await?;
    let customer = customer.filter(|found| found.is_visible_to(person)).ok_or(Error::NotFound)?;
    add_to_list(&mut tx, person, customer.id, context.clock.now()).await?;
    tx.commit().await?;
    present_state(context, person, customer.id).await
}

/// Puts a customer on a worker's list within a transaction. One that is on it already stays there.
pub async fn add_to_list(tx: &mut Tx, person: PersonId, customer: CustomerId, at: Timestamp) -> Result<()> {
    if tx.save_customer(person, customer, at).await? {
        record(tx, at, person, Action::CustomerSaved, customer);
    }
    Ok(())
}

/// Takes a customer off a worker's list; the register keeps it.
pub async fn remove(context: &Context, person: PersonId, customer: CustomerId) -> Result<()> {
    let mut tx = context.store.begin().await?;
    if tx.remove_saved_customer(person, customer).await? {
        record(&mut tx, context.clock.now(), person, Action::CustomerRemoved, customer);
    }
    Ok(tx.commit().await?)
}

fn record(tx: &mut Tx, at: Timestamp, person: PersonId, action: Action, customer: CustomerId) {
    let (actor, subject, detail) = (Some(person), subject(customer), json!({}).to_string());
    tx.record(AuditEvent { at, actor, action, subject, detail });
}
