//! The shared register of companies, and each worker's own customers.

use liksa_domain::customer::{Company, CustomerEntry, PartyRole, PersonalIdChange};

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

/// Changes what a worker's bills say of a customer and how they reach it, from the version that the worker has seen.
/// The record is replaced by a new one with its own id, since bills that were sent keep the old one; the worker's drafts
/// and list follow, and nobody else's. A company that the worker has only found in the register becomes one of their
/// own. Who a company is can be changed by the only worker who bills it; after that by a clerk. A company stays a company
/// and a private person a private person.
pub async fn replace(
    context: &Context,
    worker: PersonId,
    id: CustomerId,
    version: i64,
    entry: &CustomerEntry,
) -> Result<CustomerSeen> {
    let (new_id, created_at): (CustomerId, _) = (context.new_id()?, context.clock.now());
    let mut tx = context.store.begin().await?;
    let company = tx.lock_company(id).await?;
    let own = tx.lock_own_customer(worker, id).await?;
    let present = match (&own, &company) {
        (Some(own), _) => (own.id, own.version),
        (None, Some(company)) => (company.id, company.version),
        (None, None) => return Err(Error::NotFound),
    };
    require(present == (id, version), ErrorKey::StaleCustomer)?;
    if company.is_some() != (entry.details.role == PartyRole::Company) {
        return Err(Error::field("partyRole", ErrorKey::InvalidChoice));
    }
    let accepted = company.as_ref().and_then(|company| company.company.accept(&entry.details));
    if let (Some(company), None) = (&company, &accepted) {
        let alone = own.is_some() && !tx.is_billed_by_others(worker, company.id).await?;
        require(alone, ErrorKey::CustomerShared)?;
        let written = tx.write_company(company, &entry.details.company()).await?;
        require(written, ErrorKey::CustomerAlreadyAdded)?;
    }
    let details = accepted.unwrap_or_else(|| entry.details.clone());
    let entry = CustomerEntry { details, personal_id: entry.personal_id.clone() };
    let new = NewCustomer { id: new_id, maker: worker, entry: &entry, created_at };
    match (&own, &company) {
        (Some(own), _) => {
            tx.replace_customer(own, &new).await?;
            let detail = json!({"before": own.id.to_string(), "after": new_id.to_string()});
            context.record(&mut tx, Some(worker), Action::CustomerReplaced, subject(new_id), detail);
        }
        (None, Some(company)) => begin_to_bill(&mut tx, company.id, &new).await?,
        (None, None) => {}
    }
    tx.commit().await?;
    present_state(context, worker, new_id).await
}

/// Puts a customer that the worker may see on their list, named by the id of whichever record. A company that the worker
/// has not billed before becomes one of their own, without anybody else's delivery.
pub async fn save(context: &Context, person: PersonId, customer: CustomerId) -> Result<CustomerSeen> {
    let (id, at) = (context.new_id()?, context.clock.now());
    let mut tx = context.store.begin().await?;
    let company = tx.lock_company(customer).await?;
    let saved = match (tx.lock_own_customer(person, customer).await?, company) {
        (Some(own), _) => {
            add_to_list(&mut tx, person, own.id, at).await?;
            own.id
        }
        (None, Some(company)) => {
            let details = company.company.first_entry();
            let entry = CustomerEntry { details, personal_id: PersonalIdChange::Remove };
            let new = NewCustomer { id, maker: person, entry: &entry, created_at: at };
            begin_to_bill(&mut tx, company.id, &new).await?;
            id
        }
        (None, None) => return Err(Error::NotFound),
    };
    tx.commit().await?;
    present_state(context, person, saved).await
}

/// The customer as the worker bills it. One who names a company of the register for the first time gets it on their list.
pub(crate) async fn of_worker(
    context: &Context,
    person: PersonId,
    customer: CustomerId,
) -> Result<CustomerCard> {
    if let Some(own) = context.store.own_customer_card(person, customer).await? {
        return Ok(own);
    }
    let saved = save(context, person, customer).await?;
    context.store.own_customer_card(person, saved.customer.id).await?.ok_or(Error::NotFound)
}

/// Stores a worker's own record of a company of the register and puts it on their list, within a transaction that has
/// locked the company.
pub async fn begin_to_bill(tx: &mut Tx, company: CustomerId, new: &NewCustomer<'_>) -> Result<()> {
    tx.insert_entry(company, new).await?;
    add_to_list(tx, new.maker, new.id, new.created_at).await
}

async fn add_to_list(tx: &mut Tx, person: PersonId, customer: CustomerId, at: Timestamp) -> Result<()> {
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

/// Corrects who a company is, from the version that the clerk has seen. The records of all workers who bill it are
/// replaced and their drafts follow; bills that were sent do not, and nobody's delivery changes.
pub async fn correct(
    context: &Context,
    clerk: PersonId,
    id: CustomerId,
    version: i64,
    company: &Company,
) -> Result<RegisteredCompany> {
    let at = context.clock.now();
    let mut tx = context.store.begin().await?;
    let before = tx.lock_company(id).await?.filter(|found| found.id == id).ok_or(Error::NotFound)?;
    require(before.version == version, ErrorKey::StaleCustomer)?;
    require(tx.write_company(&before, company).await?, ErrorKey::CustomerAlreadyAdded)?;
    for EntryOfCompany { record, details } in tx.entries_of_company(id).await? {
        let details = company.corrected(&before.company, details);
        let entry = CustomerEntry { details, personal_id: PersonalIdChange::Remove };
        let new = NewCustomer { id: context.new_id()?, maker: record.maker, entry: &entry, created_at: at };
        tx.replace_customer(&record, &new).await?;
    }
    let names = json!({"before": before.company.name, "after": company.name});
    context.record(&mut tx, Some(clerk), Action::CompanyCorrected, subject(id), names);
    tx.commit().await?;
    context.store.company(id).await?.ok_or(Error::NotFound)
}

fn record(tx: &mut Tx, at: Timestamp, person: PersonId, action: Action, customer: CustomerId) {
    let (actor, subject, detail) = (Some(person), subject(customer), json!({}).to_string());
    tx.record(AuditEvent { at, actor, action, subject, detail });
}
