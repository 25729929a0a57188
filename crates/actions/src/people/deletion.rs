//! Taking one's data out, and having one's account removed.

use liksa_domain::bill::BillState;
use liksa_domain::share::{ShareNews, ShareState};

use super::*;
use crate::mail::account::ACCOUNT_REMOVED;
use crate::mail::shares::withdrawal;
use crate::prelude::*;
use crate::share_news::{self, news_job};

/// Records that a person has exported their data.
pub async fn record_export(context: &Context, person: PersonId) -> Result<()> {
    let mut tx = context.store.begin().await?;
    context.record(&mut tx, Some(person), Action::DataExported, subject(person), json!({}));
    Ok(tx.commit().await?)
}

/// Asks for the removal of one's own account.
pub async fn request_deletion(context: &Context, person: PersonId) -> Result<()> {
    set_request(context, person, true).await
}

/// Withdraws the request to remove one's own account.
pub async fn withdraw_deletion(context: &Context, person: PersonId) -> Result<()> {
    set_request(context, person, false).await
}

async fn set_request(context: &Context, person: PersonId, requested: bool) -> Result<()> {
    let action = if requested { Action::DeletionRequested } else { Action::DeletionWithdrawn };
    let mut tx = context.store.begin().await?;
    if tx.set_deletion_request(person, requested.then(|| context.clock.now())).await? {
        context.record(&mut tx, Some(person), action, subject(person), json!({}));
    }
    Ok(tx.commit().await?)
}

/// Removes the account of a person who asked for it, unless money is under way, and writes to them a last time.
pub async fn erase_person(context: &Context, actor: PersonId, id: PersonId) -> Result<()> {
    must_not_be_self(actor, id)?;
    let person = context.store.person(id).await?.ok_or(Error::NotFound)?;
    let given = given_of_drafts(context.store.shares_given(id).await?);
    let mut withdrawn = vec![];
    for share in &given {
        withdrawn.extend(withdrawal(context, share).await?);
    }
    let mut tx = context.store.begin().await?;
    must_still_be_admin(&mut tx, actor).await?;
    // The person comes before the bills, as where a bill with a trip is sent.
    tx.lock_worker(id).await?.ok_or(Error::NotFound)?;
    // They are read as they are when they end.
    tx.lock_drafts_and_shared_bills(id).await?;
    let (now, shares) = (context.clock.now(), tx.shares_of_drafts(id).await?);
    // The mails are of the shares as they were read: of one that was just asked for there is none yet.
    if given_of_drafts(tx.shares_given(id).await?) != given {
        return Err(Error::Busy);
    }
    match tx.erase_person(id, now).await? {
        Ok(()) => {}
        Err(Unsettled::NotRequested) => return Err(Error::Conflict(ErrorKey::DeletionNotRequested)),
        Err(Unsettled::MoneyUnderWay) => return Err(Error::Conflict(ErrorKey::AccountNotSettled)),
    }
    context.record(&mut tx, Some(actor), Action::PersonErased, subject(id), json!({}));
    for (share, bill, state) in shares {
        let was_asked = state != ShareState::Open;
        let action = if was_asked { Action::ShareDeclined } else { Action::ShareRemoved };
        let after = was_asked.then_some(ShareState::Declined.name());
        let detail = json!({
            "bill": bill.to_string(), "subcontractor": id.to_string(), "before": state.name(), "after": after,
        });
        context.record(&mut tx, Some(actor), action, share_news::subject(share), detail);
        if was_asked {
            tx.enqueue(&news_job(now, share, ShareNews::Ended)?).await?;
        }
    }
    // The drafts are gone with all that they gave, as if their maker had deleted them.
    for share in &given {
        let detail = json!({
            "bill": share.bill.to_string(), "subcontractor": share.subcontractor.to_string(),
            "before": share.share.state.name(), "after": null,
        });
        context.record(&mut tx, Some(actor), Action::ShareRemoved, share_news::subject(share.id), detail);
    }
    for mail in &withdrawn {
        context.post_mail(&mut tx, mail).await?;
    }
    context.post_mail(&mut tx, &ACCOUNT_REMOVED.to(&person)).await?;
    Ok(context.commit_with_jobs(tx).await?)
}

/// The shares that end with the drafts of their maker. Who has declined one waits for nothing.
fn given_of_drafts(mut given: Vec<StoredShare>) -> Vec<StoredShare> {
    given.retain(|share| share.bill_state == BillState::Open && share.share.state != ShareState::Declined);
    given
}
