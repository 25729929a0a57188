//! What a worker writes of shifts: own ones are added, changed and deleted, those of planning get a trip and claims.

use liksa_domain::shift::{Shift, ShiftBody, ShiftOrigin};

use super::{ShiftOnBill, on_bill, own_shift, subject};
use crate::bills::Made;
use crate::prelude::*;

/// Why a shift was not changed.
#[derive(Debug)]
pub enum Refusal {
    /// It is not what was edited, or may not be changed as it is. The caller gets its present state.
    Conflict(ErrorKey, Box<ShiftOnBill>),
    Other(Error),
}

impl<E: Into<Error>> From<E> for Refusal {
    fn from(error: E) -> Self {
        Self::Other(error.into())
    }
}

/// Adds a shift of the worker's own. Asked again with the same id, it is the same shift.
pub async fn add(context: &Context, person: PersonId, body: &ShiftBody) -> Result<Made<ShiftOnBill>> {
    let id: RowId = context.new_id()?;
    let shift = body.read_new(&context.law().await?, Shift::own_id(id))?;
    let mut tx = context.store.begin().await?;
    if !tx.insert_shift(person, &shift, context.clock.now()).await? {
        drop(tx);
        // The id of another worker's shift cannot be told from one that may not be chosen.
        return match own_shift(context, person, &shift.id).await {
            Err(Error::NotFound) => Err(Error::field("shiftId", ErrorKey::InvalidChoice)),
            found => Ok(Made { value: found?, is_new: false }),
        };
    }
    let detail = json!({"after": told(&shift)});
    context.record(&mut tx, Some(person), Action::ShiftAdded, subject(&shift.id), detail);
    tx.commit().await?;
    Ok(Made { value: own_shift(context, person, &shift.id).await?, is_new: true })
}

/// Saves what the worker may change, on the version that was edited.
pub async fn change(
    context: &Context,
    person: PersonId,
    id: &str,
    version: i64,
    body: &ShiftBody,
) -> Result<ShiftOnBill, Refusal> {
    let law = context.law().await?;
    let mut tx = context.store.begin().await?;
    let current = to_be_changed(&mut tx, person, id).await?;
    if current.stored.version != version {
        return Err(Refusal::Conflict(ErrorKey::StaleShift, Box::new(current)));
    }
    let before = &current.stored.shift;
    let shift = body.read_change(&law, before)?;
    if shift != *before {
        if !tx.write_shift(person, version, &shift, context.clock.now()).await? {
            return Err(Refusal::Conflict(ErrorKey::StaleShift, Box::new(current)));
        }
        let detail = json!({"before": told(before), "after": told(&shift)});
        context.record(&mut tx, Some(person), Action::ShiftChanged, subject(id), detail);
    }
    tx.commit().await?;
    Ok(own_shift(context, person, id).await?)
}

/// Deletes a shift of the worker's own that is on no bill, in the version that was seen or else in the present one.
pub async fn delete(
    context: &Context,
    person: PersonId,
    id: &str,
    version: Option<i64>,
) -> Result<(), Refusal> {
    let mut tx = context.store.begin().await?;
    let current = to_be_changed(&mut tx, person, id).await?;
    if current.stored.shift.origin == ShiftOrigin::Planning {
        return Err(Refusal::Conflict(ErrorKey::ShiftPlanned, Box::new(current)));
    }
    if version.is_some_and(|version| version != current.stored.version) {
        return Err(Refusal::Conflict(ErrorKey::StaleShift, Box::new(current)));
    }
    tx.delete_shift(person, id).await?;
    let detail = json!({"before": told(&current.stored.shift)});
    context.record(&mut tx, Some(person), Action::ShiftDeleted, subject(id), detail);
    Ok(tx.commit().await?)
}

/// The shift, locked together with its worker, unless it is on a bill or another worker's by now: then the bill says what
/// was worked.
async fn to_be_changed(tx: &mut Tx, person: PersonId, id: &str) -> Result<ShiftOnBill, Refusal> {
    tx.lock_worker(person).await?.ok_or(Error::NotFound)?;
    let stored = tx.lock_shift(person, id).await?.ok_or(Error::NotFound)?;
    let uses = tx.shift_uses(person, &[id]).await?;
    let current = on_bill(stored, &uses)?;
    if current.stored.given_away {
        return Err(Refusal::Conflict(ErrorKey::ShiftGivenAway, Box::new(current)));
    }
    if current.bill.is_some() {
        return Err(Refusal::Conflict(ErrorKey::ShiftBilled, Box::new(current)));
    }
    Ok(current)
}

/// What the audit log says of a shift. Addresses and plates can be erased from everywhere else, but not from there.
fn told(shift: &Shift) -> Value {
    let claims = shift.claims.unwrap_or_default();
    json!({
        "starts": shift.plan.starts.to_string(),
        "ends": shift.plan.ends.to_string(),
        "kilometers": shift.journey.kilometers.plain(),
        "fullDays": claims.full_days,
        "partialDays": claims.partial_days,
        "meals": claims.meals,
        "foreign": claims.foreign.plain(),
        "country": shift.journey.country.as_ref().map(|country| country.as_str()),
    })
}
