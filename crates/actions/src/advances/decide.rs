//! Payroll or the rule grants an advance, payroll refuses one or has it recovered from other salaries.

use liksa_domain::advance::{AdvanceNews, AdvancePayday, AdvanceStep, Granting, granting};
use liksa_domain::payroll::payday_to_come;

use super::limits::{granted_with, has_account, is_not_paid_out, limit_beside, net_of_rows};
use super::*;
use crate::bills::subject;
use crate::booking::BookedBy;
use crate::payouts;
use crate::payouts::lapsing::{end, mail_news};
use crate::prelude::*;

/// Grants an advance, or is the first of two people who do.
pub async fn grant(context: &Context, by: PersonId, id: AdvanceId) -> Result<Advance> {
    let seen = find(context, id).await?;
    require(seen.person != by, ErrorKey::OwnMatter)?;
    grant_as(context, Some(by), &seen).await?;
    find(context, id).await
}

/// Grants what is asked for on a bill that has gone to its customer, as far as the provider's rule does. What it does not
/// grant waits for payroll.
pub async fn grant_by_rule(context: &Context, bill: BillId) -> anyhow::Result<()> {
    let up_to = context.settings_on(context.clock.today()).await?.advances.granted_up_to;
    for advance in context.store.advances_of_bills(&[bill]).await? {
        if advance.amount > up_to {
            continue;
        }
        match grant_as(context, None, &advance).await {
            Ok(()) | Err(Error::Conflict(_) | Error::Busy) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}

/// `by` is None for the rule, which needs no second person.
async fn grant_as(context: &Context, by: Option<PersonId>, seen: &Advance) -> Result<()> {
    seen.standing().after(AdvanceStep::Grant).map_err(Error::Conflict)?;
    let bill = context.store.bill(seen.bill).await?.ok_or(Error::NotFound)?;
    is_not_paid_out(context, seen.bill).await?;
    let facts = has_account(context, seen.person).await?;
    let net = net_of_rows(context, &bill, &seen.rows.iter().copied().collect()).await?;
    let today = context.clock.today();
    let terms = context.settings_on(today).await?.advances;
    let due = match terms.paid {
        AdvancePayday::Daily => today,
        AdvancePayday::Payroll => {
            let runs = context.store.paydays_from(today).await?;
            payday_to_come(today, &runs).map_err(anyhow::Error::from)?
        }
    };
    let mut tx = context.store.begin().await?;
    tx.lock_worker(seen.person).await?;
    let advance = tx.lock_advance(seen.id).await?.ok_or(Error::NotFound)?;
    let state = advance.standing().after(AdvanceStep::Grant).map_err(Error::Conflict)?;
    // A part may have been credited since it was asked for.
    require(tx.version_of_bill(bill.id).await? == bill.version, ErrorKey::AdvanceNotInState)?;
    let others: Vec<Advance> =
        tx.standing_advances(advance.person).await?.into_iter().filter(|one| one.id != advance.id).collect();
    let limit = limit_beside(&terms, net, bill.id, &others)?;
    limit.amount_of(Some(advance.amount)).map_err(Error::Conflict)?;
    let sum = granted_with(advance.amount, &others)?;
    let step = match by {
        Some(by) => granting(&terms, (advance.person, sum), advance.first_by, by).map_err(Error::Conflict)?,
        None if sum <= terms.granted_up_to => Granting::Complete,
        // It waits for payroll.
        None => return Ok(()),
    };
    let now = context.clock.now();
    let detail = json!({"advance": advance.id, "amount": advance.amount.plain()});
    match step {
        Granting::First => {
            tx.change_advance(&AdvanceChange { first_by: by, ..AdvanceChange::of(&advance) }).await?;
            context.record(&mut tx, by, Action::AdvanceSeconded, subject(bill.id), detail);
        }
        Granting::Complete => {
            let change =
                AdvanceChange { state, decided_by: by, decided_at: Some(now), ..AdvanceChange::of(&advance) };
            tx.change_advance(&change).await?;
            context.record(&mut tx, by, Action::AdvanceGranted, subject(bill.id), detail);
            let booked_by = by.map_or_else(|| BookedBy::program(context), |by| BookedBy::person(context, by));
            payouts::pay_advance(&mut tx, booked_by, &advance, (&facts, bill.number), due).await?;
            mail_news(&mut tx, now, advance.id, AdvanceNews::Granted).await?;
        }
    }
    Ok(context.commit_with_jobs(tx).await?)
}

/// Refuses an advance that has not left. The worker reads the reason.
pub async fn refuse(context: &Context, by: PersonId, id: AdvanceId, reason: &str) -> Result<Advance> {
    let mut tx = context.store.begin().await?;
    let advance = lock_of_another(&mut tx, by, id).await?;
    advance.standing().after(AdvanceStep::Refuse).map_err(Error::Conflict)?;
    end(&mut tx, BookedBy::person(context, by), &advance, (Action::AdvanceRefused, reason)).await?;
    context.commit_with_jobs(tx).await?;
    find(context, id).await
}

/// Has an advance recovered from any salary: its customer does not pay.
pub async fn recover(context: &Context, by: PersonId, id: AdvanceId, reason: &str) -> Result<Advance> {
    let mut tx = context.store.begin().await?;
    let advance = lock_of_another(&mut tx, by, id).await?;
    advance.standing().after(AdvanceStep::Free).map_err(Error::Conflict)?;
    tx.advance_is_due(id, Some(by), context.clock.now(), reason).await?;
    let left = advance.amount.minus(advance.recovered)?;
    let detail = json!({"advance": id, "amount": left.plain(), "reason": reason});
    context.record(&mut tx, Some(by), Action::AdvanceFreed, subject(advance.bill), detail);
    mail_news(&mut tx, context.clock.now(), id, AdvanceNews::Due).await?;
    context.commit_with_jobs(tx).await?;
    find(context, id).await
}
