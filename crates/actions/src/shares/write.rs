//! A contractor writes the shares of a draft.

use liksa_domain::amount_limits::{LARGEST_AMOUNT, is_within};
use liksa_domain::bill::limits;
use liksa_domain::share::{Share, ShareMove, ShareState};
use liksa_domain::validation::share_problems;

use crate::bills::{Made, estimate_anew, own_bill};
use crate::mail::shares::withdrawal;
use crate::prelude::*;
use crate::share_news::subject;

/// The subcontractor, by id or by the address that they sign in with.
#[derive(Debug, Clone)]
pub enum Named {
    /// Somebody one has shared bills with, or else with their address.
    Person(PersonId, Option<Email>),
    Email(Email),
    Nobody,
}

/// A share as its contractor writes it, and to whom.
pub type WrittenShare = (Named, Share);

/// Adds a share to a draft.
pub async fn add(
    context: &Context,
    person: PersonId,
    bill: BillId,
    (named, share): WrittenShare,
    key: Option<&str>,
) -> Result<Made<StoredShare>> {
    own_bill(context, person, bill).await?;
    let (share, subcontractor, date) = checked(context, person, named, share).await?;
    let (id, at): (ShareId, _) = (context.new_id()?, context.clock.now());
    let mut tx = context.store.begin().await?;
    if let Some(made) = tx.claim_key(person, MadeKind::Share, key, id, at).await? {
        drop(tx);
        return Ok(Made { value: own_share(context, person, made).await?, is_new: false });
    }
    let (state, _) = tx.lock_bill_state(bill).await?.ok_or(Error::NotFound)?;
    ShareMove::Change.of(ShareState::Open, state).map_err(Error::Conflict)?;
    if tx.is_credit_note(bill).await? {
        return Err(Error::Conflict(ErrorKey::InvoiceDisabled));
    }
    if tx.shares_of_one(bill).await?.len() >= limits::SHARES {
        return Err(Error::Invalid(vec![Problem::too_many("contractorBillableItems", limits::SHARES)]));
    }
    tx.insert_share(&written(id, bill, (&share, subcontractor, date), at)).await?;
    context.record(
        &mut tx,
        Some(person),
        Action::ShareAdded,
        subject(id),
        detail(bill, subcontractor, &share),
    );
    tx.commit().await?;
    estimate_anew(context, person, bill).await?;
    Ok(Made { value: own_share(context, person, id).await?, is_new: true })
}

/// Writes an open share anew, on the version that was edited or else on the present one.
pub async fn change(
    context: &Context,
    person: PersonId,
    (bill, id): (BillId, ShareId),
    version: Option<i64>,
    (named, share): WrittenShare,
) -> Result<StoredShare> {
    let before = share_of_bill(context, person, bill, id).await?;
    let named =
        if matches!(named, Named::Nobody) { Named::Person(before.subcontractor, None) } else { named };
    let (share, subcontractor, date) = checked(context, person, named, share).await?;
    let withdrawn =
        if subcontractor == before.subcontractor { None } else { withdrawal(context, &before).await? };
    let mut tx = open_bill(context, &before, ShareMove::Change).await?;
    let version = version.unwrap_or(before.version);
    let new = written(id, bill, (&share, subcontractor, date), context.clock.now());
    if !tx.rewrite_share(version, &new).await? {
        return Err(stale(&before, version));
    }
    let detail = detail(bill, subcontractor, &share);
    context.record(&mut tx, Some(person), Action::ShareChanged, subject(id), detail);
    if let Some(mail) = withdrawn {
        context.post_mail(&mut tx, &mail).await?;
    }
    context.commit_with_jobs(tx).await?;
    estimate_anew(context, person, bill).await?;
    own_share(context, person, id).await
}

/// Removes an open share.
pub async fn remove(
    context: &Context,
    person: PersonId,
    (bill, id): (BillId, ShareId),
    version: Option<i64>,
) -> Result<()> {
    let before = share_of_bill(context, person, bill, id).await?;
    let withdrawn = withdrawal(context, &before).await?;
    let mut tx = open_bill(context, &before, ShareMove::Remove).await?;
    let version = version.unwrap_or(before.version);
    if !tx.delete_share(id, version).await? {
        return Err(stale(&before, version));
    }
    let detail = detail(bill, before.subcontractor, &before.share);
    context.record(&mut tx, Some(person), Action::ShareRemoved, subject(id), detail);
    if let Some(mail) = withdrawn {
        context.post_mail(&mut tx, &mail).await?;
    }
    context.commit_with_jobs(tx).await?;
    estimate_anew(context, person, bill).await?;
    Ok(())
}

/// A transaction in which the bill stays open, if the share allows the move.
async fn open_bill(context: &Context, share: &StoredShare, step: ShareMove) -> Result<Tx> {
    let mut tx = context.store.begin().await?;
    let (state, _) = tx.lock_bill_state(share.bill).await?.ok_or(Error::NotFound)?;
    step.of(share.share.state, state).map_err(Error::Conflict)?;
    Ok(tx)
}

fn stale(share: &StoredShare, version: i64) -> Error {
    let moved = version == share.version;
    Error::Conflict(if moved { ErrorKey::ShareNotInState } else { ErrorKey::StaleShare })
}

/// A share of one of the worker's own bills.
pub async fn share_of_bill(
    context: &Context,
    person: PersonId,
    bill: BillId,
    id: ShareId,
) -> Result<StoredShare> {
    let found = own_share(context, person, id).await?;
    if found.bill == bill { Ok(found) } else { Err(Error::NotFound) }
}

pub(super) async fn own_share(context: &Context, person: PersonId, id: ShareId) -> Result<StoredShare> {
    let found = context.store.share(id).await?.filter(|share| share.contractor == person);
    found.ok_or(Error::NotFound)
}

/// What was written, with the subcontractor found; every fault at once.
async fn checked(
    context: &Context,
    person: PersonId,
    named: Named,
    mut share: Share,
) -> Result<(Share, PersonId, Date)> {
    let found = match &named {
        Named::Nobody => None,
        Named::Person(id, email) => {
            // An id tells nobody whose it is.
            let found = context.store.person(*id).await?;
            let named = found.as_ref().is_some_and(|found| email.as_ref() == Some(&found.email));
            if named || context.store.has_shared_with(person, *id).await? { found } else { None }
        }
        Named::Email(email) => context.store.credentials(email).await?.map(|found| found.person),
    };
    share.subcontractor = found.filter(|found| found.has_role(Role::User)).map(|found| found.id);
    if share.percent.is_some() {
        share.amount = None;
    }
    let mut problems = share_problems(&share);
    if !matches!(named, Named::Nobody) && share.subcontractor.is_none() {
        problems.retain(|problem| problem.field != "subcontractor");
        problems.insert(0, Problem::new("subcontractor", ErrorKey::InvalidChoice));
    }
    if share.subcontractor == Some(person) {
        problems.push(Problem::new("subcontractor", ErrorKey::OwnShare));
    }
    let odd = |amount: Money| amount.cents().is_none() || !is_within(amount, LARGEST_AMOUNT);
    if share.amount.is_some_and(odd) {
        problems.push(Problem::new("amount", ErrorKey::OutOfRange));
    }
    match (share.subcontractor, share.date) {
        (Some(subcontractor), Some(date)) if problems.is_empty() => Ok((share, subcontractor, date)),
        _ => Err(problems.into()),
    }
}

fn written(
    id: ShareId,
    bill: BillId,
    (share, subcontractor, date): (&Share, PersonId, Date),
    at: Timestamp,
) -> NewShare<'_> {
    let (amount, percent, description) = (share.amount, share.percent, share.description.trim());
    NewShare { id, bill, subcontractor, date, amount, percent, description, at }
}

fn detail(bill: BillId, subcontractor: PersonId, share: &Share) -> Value {
    json!({
        "bill": bill.to_string(), "subcontractor": subcontractor.to_string(),
        "amount": share.amount.map(Money::plain), "percent": share.percent.map(|rate| rate.plain_percent()),
    })
}
