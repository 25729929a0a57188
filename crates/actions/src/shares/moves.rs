//! The moves of a share between contractor and subcontractor.

use liksa_domain::share::{Party, ShareMove};

use crate::bills::{PaydayTerms, estimate_anew};
use crate::prelude::*;
use crate::share_news::{news_job, subject};

/// A share, and the version of it that was seen; None for whichever is there.
pub type Seen = (ShareId, Option<i64>);

/// The contractor asks the subcontractor to approve the share. A share by per cent becomes a sum.
pub async fn ask(context: &Context, contractor: PersonId, seen: Seen) -> Result<StoredShare> {
    make_move(context, contractor, seen, ShareMove::Ask, "").await
}

pub async fn approve(context: &Context, subcontractor: PersonId, seen: Seen) -> Result<StoredShare> {
    make_move(context, subcontractor, seen, ShareMove::Approve, "").await
}

pub async fn decline(
    context: &Context,
    subcontractor: PersonId,
    seen: Seen,
    reason: &str,
) -> Result<StoredShare> {
    make_move(context, subcontractor, seen, ShareMove::Decline, reason).await
}

/// The contractor takes the share back for changes, whatever the answer was.
pub async fn reopen(context: &Context, contractor: PersonId, id: ShareId) -> Result<StoredShare> {
    make_move(context, contractor, (id, None), ShareMove::Reopen, "").await
}

/// A share of one of its two parties.
async fn share_of(context: &Context, person: PersonId, party: Party, id: ShareId) -> Result<StoredShare> {
    let found = context.store.share(id).await?.filter(|share| match party {
        Party::Contractor => share.contractor == person,
        Party::Subcontractor => share.subcontractor == person,
    });
    found.ok_or(Error::NotFound)
}

/// Makes a move with its audit event and its mail, if the table of moves allows it and nothing has moved since.
async fn make_move(
    context: &Context,
    actor: PersonId,
    (id, seen): Seen,
    step: ShareMove,
    reason: &str,
) -> Result<StoredShare> {
    let before = share_of(context, actor, step.party(), id).await?;
    let state = step.of(before.share.state, before.bill_state).map_err(Error::Conflict)?;
    // Nobody agrees to another sum than the one that they saw.
    require(seen.is_none_or(|seen| seen == before.version), ErrorKey::StaleShare)?;
    let bill = context.store.bill(before.bill).await?.ok_or(Error::NotFound)?;
    let amount = match step {
        ShareMove::Ask => Some(before.share.sum(bill.bill.rows_sum()?)?),
        ShareMove::Reopen if before.share.percent.is_some() => None,
        _ => before.share.amount,
    };
    if amount.is_some_and(|amount| !amount.is_positive()) {
        return Err(Error::field("amount", ErrorKey::BilledAmountNotEnough));
    }
    let shown = match (step, amount) {
        (ShareMove::Approve, Some(amount)) => PaydayTerms::next(context, actor).await?.estimate_share(amount),
        _ => None,
    };
    let at = context.clock.now();
    let mut tx = context.store.begin().await?;
    let (bill_state, version) = tx.lock_bill_state(before.bill).await?.ok_or(Error::NotFound)?;
    step.of(before.share.state, bill_state).map_err(Error::Conflict)?;
    // The sum of a share by per cent follows from the rows that were read.
    require(step != ShareMove::Ask || version == bill.version, ErrorKey::StaleBill)?;
    let change = ShareChange { state, amount, reason, shown: shown.as_ref(), at };
    require(tx.move_share(&before, &change).await?, ErrorKey::ShareNotInState)?;
    let detail = json!({
        "bill": before.bill.to_string(), "before": before.share.state.name(), "after": state.name(),
        "amount": amount.map(Money::plain), "reason": reason,
    });
    context.record(&mut tx, Some(actor), step.action(), subject(id), detail);
    if let Some(news) = step.news() {
        tx.enqueue(&news_job(at, id, news)?).await?;
    }
    context.commit_with_jobs(tx).await?;
    estimate_anew(context, before.contractor, before.bill).await?;
    context.store.share(id).await?.ok_or(Error::NotFound)
}
