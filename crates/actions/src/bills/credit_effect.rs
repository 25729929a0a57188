//! What a credit note takes off a salary, before it is closed. Nothing is written.

use liksa_domain::bill::life;
use liksa_domain::payroll::{FeeTerms, PayableBill};
use liksa_domain::salary::Summary;

use super::take_back::taken_by;
use super::*;
use crate::prelude::*;

/// What a credit note of the worker takes off their salary: of one that was approved what closing the note takes back,
/// else of the one to come. `stored` is the note as it was saved. None for a draft that credits no bill.
pub async fn credit_effect(
    context: &Context,
    person: PersonId,
    stored: Option<&StoredBill>,
    mut draft: Draft,
    terms: &PaydayTerms,
) -> Result<Option<Summary>> {
    let Some(original) = check_original(context, person, &mut draft).await? else { return Ok(None) };
    let closed = stored.filter(|note| life::is_out(&note.bill));
    if let Some(note) = closed
        && let Some(line) = context.store.taken_back_by(note.id, None).await?
    {
        return Ok(Some(line.taken.summary));
    }
    let but = stored.map_or(original.id, |note| note.id);
    let others = context.store.credit_notes_of(original.id, but).await?;
    let law = terms.law();
    let left = left_after(law, &mut draft.bill, &original, &others, context.clock.today())?;
    let salary = match closed {
        // A note that was closed before the salary is in that salary already.
        Some(_) => None,
        None => context.store.salary_of_bill(original.id).await?.filter(SalaryOfBill::stands),
    };
    let Some(SalaryOfBill { salary, .. }) = salary else {
        // Of a bill that is credited as a whole, purchases whose money has not left are not paid.
        let still_bought = left.gross()?.is_zero().then(|| {
            let stays = original.purchases.iter().filter(|found| !found.lost_with_bill);
            stays.map(|found| found.purchase.cost()).collect::<Vec<_>>()
        });
        // What the worker owes of those once the note is closed is an effect of it, and not a debt of before.
        let owed = context.store.owed_of_purchases(original.id).await?;
        let credited = PayableBill { id: original.id, bill: original.bill, credits: others, estimate: None };
        let effect = terms.estimate_credit(&credited, (&draft.bill, still_bought), owed)?;
        return effect.map(Some).ok_or_else(|| Error::field("creditOf", ErrorKey::Invalid));
    };
    let before = context.store.taken_back_of_salary(salary.id).await?;
    let fee = match salary.basis.fee {
        Some(fee) => fee,
        None => {
            let settings = context.settings_on(salary.payday).await?;
            FeeTerms::new(&settings.prices, context.store.fees_before(&salary).await?)
        }
    };
    let taken = taken_by(law, &draft.bill, &salary, &before, &fee).map_err(|error| match error {
        NotClosed::NotCalculable(problems) => Error::Invalid(problems),
        error => Error::Internal(error.into()),
    })?;
    Ok(Some(taken.summary))
}
