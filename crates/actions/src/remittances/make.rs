//! Makes a remittance of what is open for a receiver. It waits for a second person.

use liksa_domain::distraint::Distraint;
use liksa_domain::payroll::due_day;
use liksa_domain::remittance::{OpenItem, RemittanceBody, RemittanceOrder, open_items};
use liksa_domain::settings::{DueKind, Provider, Receiver};

use super::*;
use crate::prelude::*;

/// What is open for a receiver and month, with who gets it by when.
pub struct OwedItem {
    pub item: OpenItem,
    /// None where the receiver's own bill says the day.
    pub due: Option<Date>,
    /// None where neither the settings nor a payment order name one.
    pub receiver: Option<Receiver>,
    /// Who gets what is paid from a later day on, by settings that are made already.
    pub later: Vec<(Date, Option<Receiver>)>,
}

/// All that is open, by receiver and month.
pub async fn owed(context: &Context) -> Result<Vec<OwedItem>> {
    let items = open_items(context.store.open_withheld().await?)?;
    let today = context.clock.today();
    let settings = context.settings_for_sending(today).await?;
    let to_come = settings_to_come(context, today).await?;
    let debtors: Vec<PersonId> = items.iter().filter_map(|item| debtor(item.kind, item.person)).collect();
    let orders = context.store.distraints(&debtors).await?;
    let mut owed = Vec::with_capacity(items.len());
    for item in items {
        let of_settings = |provider: &Provider| provider.receivers.of(item.kind).cloned();
        let (receiver, later) = match debtor(item.kind, item.person) {
            Some(person) => (orders.get(&person).cloned().map(receiver_of_order), vec![]),
            None => {
                let later = to_come.iter().map(|(from, provider)| (*from, of_settings(provider))).collect();
                (of_settings(&settings), later)
            }
        };
        let first = item.sources.iter().map(|one| one.day).min().unwrap_or(item.until);
        let (due, _) = due_day(item.kind, first, receiver.as_ref()).map_err(anyhow::Error::from)?;
        owed.push(OwedItem { item, due, receiver, later });
    }
    Ok(owed)
}

/// Whose payment order says who gets the money.
fn debtor(kind: DueKind, person: Option<PersonId>) -> Option<PersonId> {
    person.filter(|_| kind == DueKind::Distraint)
}

fn receiver_of_order(order: Distraint) -> Receiver {
    Receiver { name: order.receiver, iban: order.iban, reference: order.reference, due_day: None }
}

/// The settings that become valid after a day, in their order.
async fn settings_to_come(context: &Context, after: Date) -> Result<Vec<(Date, Provider)>> {
    // The latest day first; of one day the newest, which are the valid ones.
    let mut made = context.store.settings_history().await?;
    made.retain(|made| made.valid_from > after);
    made.dedup_by_key(|made| made.valid_from);
    made.iter().rev().map(|made| Ok((made.valid_from, made.provider()?))).collect()
}

/// Who gets the money: by the settings, or of a distraint by the payment order.
async fn receiver_of(
    context: &Context,
    kind: DueKind,
    person: Option<PersonId>,
    day: Date,
) -> Result<Option<Receiver>> {
    let Some(person) = debtor(kind, person) else {
        return Ok(context.settings_for_sending(day).await?.receivers.of(kind).cloned());
    };
    Ok(context.store.distraint(person).await?.map(receiver_of_order))
}

/// Makes a remittance of all that is payable of the kind until a day, if that is the sum that was seen.
pub async fn make(context: &Context, by: PersonId, body: &RemittanceBody) -> Result<Remittance> {
    let order: RemittanceOrder = body.read(context.clock.today())?;
    is_not_own(order.person, by)?;
    let receiver = receiver_of(context, order.kind, order.person, order.pay_on).await?;
    let receiver = receiver.ok_or(Error::Conflict(ErrorKey::ReceiverMissing))?;
    let (id, now) = (context.new_id()?, context.clock.now());
    let mut tx = context.store.begin().await?;
    tx.insert_remittance(&NewRemittance {
        id,
        order: &order,
        receiver: &receiver.name,
        iban: &receiver.iban,
        reference: order.reference.as_ref().unwrap_or(&receiver.reference),
        made_by: by,
        made_at: now,
    })
    .await?;
    require(tx.take_withheld(id, &order).await? == order.amount, ErrorKey::RemittanceChanged)?;
    let detail = json!({
        "kind": order.kind, "until": format_date(order.until), "payOn": format_date(order.pay_on),
        "amount": order.amount.plain(),
    });
    context.record(&mut tx, Some(by), Action::RemittanceMade, subject(id), detail);
    tx.commit().await?;
    find(context, id).await
}
