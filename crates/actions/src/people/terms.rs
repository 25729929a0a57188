//! What is agreed with a worker, and payment orders of the enforcement authority against them.

use liksa_domain::distraint::{Distraint, DistraintBody};
use liksa_domain::worker_facts::PayFacts;
use liksa_domain::worker_terms::{TermsBody, WorkerTerms};

use super::*;
use crate::prelude::*;

/// A worker with all that decides on their pay today. Other people are not found.
pub async fn worker(context: &Context, id: PersonId) -> Result<PayFacts> {
    let found = context.store.pay_facts(&[id], context.clock.today()).await?.remove(&id);
    found.filter(|facts| facts.person.has_role(Role::User)).ok_or(Error::NotFound)
}

/// Agrees on other terms, which count from the next salary on. `version` is the one that was read.
pub async fn set_terms(
    context: &Context,
    actor: PersonId,
    id: PersonId,
    version: i64,
    form: &TermsBody,
) -> Result<WorkerTerms> {
    must_not_be_self(actor, id)?;
    let terms = form.read(context.clock.today())?;
    let before = WorkerTerms::of(&worker(context, id).await?);
    let mut tx = context.store.begin().await?;
    require(tx.set_terms(id, version, &terms).await?, ErrorKey::StalePerson)?;
    let detail = json!({"before": detail_of(&before), "after": detail_of(&terms)});
    context.record(&mut tx, Some(actor), Action::TermsChanged, subject(id), detail);
    tx.commit().await?;
    Ok(terms)
}

fn detail_of(terms: &WorkerTerms) -> Value {
    json!({
        "workerType": terms.worker_type.name(),
        "servicePercent": terms.service_rate.map(|rate| number(&rate.plain_percent())),
        "professionCode": terms.profession_code,
        "yelInsured": terms.yel_insured,
        "payYelThroughService": terms.pay_yel_through_service,
        "employedSince": terms.employed_since.map(format_date),
    })
}

/// Follows a payment order from the next salary on, instead of the one before.
pub async fn set_distraint(
    context: &Context,
    actor: PersonId,
    id: PersonId,
    form: &DistraintBody,
) -> Result<Distraint> {
    must_not_be_self(actor, id)?;
    let order = form.read()?;
    worker(context, id).await?;
    let mut tx = context.store.begin().await?;
    tx.put_distraint(id, &order, context.clock.now()).await?;
    // Without the account and the reference: more people read the audit log than the order.
    let detail = json!({
        "fixed": order.fixed.map(|sum| sum.plain()),
        "dependants": order.dependants,
        "from": format_date(order.from),
        "until": order.until.map(format_date),
    });
    context.record(&mut tx, Some(actor), Action::DistraintSet, subject(id), detail);
    tx.commit().await?;
    Ok(order)
}

/// Ends a payment order at once.
pub async fn remove_distraint(context: &Context, actor: PersonId, id: PersonId) -> Result<()> {
    must_not_be_self(actor, id)?;
    let mut tx = context.store.begin().await?;
    if !tx.delete_distraint(id).await? {
        return Err(Error::NotFound);
    }
    context.record(&mut tx, Some(actor), Action::DistraintRemoved, subject(id), json!({}));
    Ok(tx.commit().await?)
}
