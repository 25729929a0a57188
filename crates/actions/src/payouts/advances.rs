//! What follows for an advance when it is to be paid, leaves, was paid, or came back.

use liksa_domain::advance::{AdvanceNews, AdvanceState, AdvanceStep};
use liksa_domain::bill::BillState;
use liksa_domain::payout::{NewPayout, PayoutReceiver};
use liksa_domain::worker_facts::PayFacts;

use super::lapsing::{Lapse, due_by_credit, end_rest, mail_news, record as record_advance};
use super::*;
use crate::context::random;
use crate::prelude::*;

/// Makes a payout of an advance that was granted. Its bill is locked.
pub(crate) async fn pay_advance(
    tx: &mut Tx,
    by: BookedBy,
    advance: &Advance,
    (facts, bill_number): (&PayFacts, Option<i64>),
    due: Date,
) -> Result<()> {
    let to = receiver_of(facts, bill_number)?;
    let payout = NewPayout {
        id: random::id(by.at)?,
        thing: PaidThing::Advance(advance.id),
        bill: advance.bill,
        person: advance.person,
        receiver: to.name,
        iban: to.iban,
        reference: None,
        message: to.message,
        amount: advance.amount,
        due,
        replaces: None,
        made_at: by.at,
    };
    tx.add_payout(&payout).await?;
    ready(tx, by, &payout);
    Ok(())
}

/// The worker's account as it is now.
fn receiver_of(facts: &PayFacts, bill_number: Option<i64>) -> Result<PayoutReceiver> {
    let iban = facts.profile.iban.filter(|iban| iban.is_in_sepa());
    let number = bill_number.map(|number| format!(", lasku {number}")).unwrap_or_default();
    Ok(PayoutReceiver {
        name: facts.person.full_name(),
        iban: iban.ok_or(Error::Conflict(ErrorKey::AdvanceNeedsAccount))?,
        reference: None,
        message: format!("Ennakko{number}"),
    })
}

/// Where an advance that failed is to be paid now, and how much of it.
pub(super) async fn again(
    tx: &mut Tx,
    id: AdvanceId,
    (facts, bill_number): (&PayFacts, Option<i64>),
) -> Result<(PayoutReceiver, Money)> {
    let advance = tx.lock_advance(id).await?.ok_or(Error::NotFound)?;
    let is_granted = advance.state == AdvanceState::Granted && !advance.is_out;
    require(is_granted, ErrorKey::AdvanceNotInState)?;
    Ok((receiver_of(facts, bill_number)?, advance.amount))
}

/// Whether it is paid to the account that its worker has now.
pub(super) async fn is_to_worker(tx: &mut Tx, payout: &Payout) -> Result<bool> {
    Ok(tx.is_account_of(payout.iban.as_str(), payout.person_id).await?)
}

/// Its payment file is approved: from now on the worker owes it.
pub(super) async fn leaves(tx: &mut Tx, by: BookedBy, (payout, id): (&Payout, AdvanceId)) -> Result<()> {
    let advance = tx.lock_advance(id).await?.ok_or(Error::NotFound)?;
    // What salaries have taken already of one that came back is the worker's, whatever became of the bill.
    if advance.recovered == advance.amount {
        let waits = advance.state == AdvanceState::Granted && !advance.is_out;
        require(waits, ErrorKey::AdvanceNotInState)?;
    } else {
        advance.standing().after(AdvanceStep::Leave).map_err(Error::Conflict)?;
        require(!tx.salary_has_bill(advance.bill).await?, ErrorKey::InvoicePaid)?;
    }
    // The worker may have given another account since the file was made.
    let to_worker = is_to_worker(tx, payout).await?;
    require(payout.amount == advance.amount && to_worker, ErrorKey::PayoutFileChanged)?;
    tx.advance_is_out(id).await?;
    tx.owe_advance(random::id(by.at)?, &advance, by.at).await?;
    let detail = json!({"advance": id, "amount": advance.amount.plain()});
    record_advance(tx, by, Action::AdvanceLeft, &advance, &detail);
    Ok(())
}

/// The bank has paid it, also where it was taken for having refused it.
pub(super) async fn was_paid(
    tx: &mut Tx,
    by: BookedBy,
    (payout, id): (&Payout, AdvanceId),
    day: Date,
) -> anyhow::Result<()> {
    let Some(advance) = tx.lock_advance(id).await? else { anyhow::bail!("advance {id} is gone") };
    tx.advance_was_paid(id, payout.amount, day).await?;
    let owed = Advance { amount: payout.amount, ..advance.clone() };
    if !advance.is_out {
        tx.owe_advance(random::id(by.at)?, &owed, by.at).await?;
    }
    let of = (advance.person, advance.bill);
    tx.post(&entries::advance_paid(payout.id, of, day, payout.amount)?, by.at).await?;
    let detail = json!({"advance": id, "amount": payout.amount.plain()});
    record_advance(tx, by, Action::AdvancePaid, &advance, &detail);
    if by.notify_worker {
        mail_news(tx, by.at, id, AdvanceNews::Paid).await?;
    }
    if !advance.is_out && advance.bill_state == BillState::Credited {
        due_by_credit(tx, by, &owed).await?;
    }
    Ok(())
}

/// The bank did not pay it, or sent it back on a day. The worker does not owe it; where nothing is to be advanced any
/// more, it ends.
pub(super) async fn came_back(
    tx: &mut Tx,
    by: BookedBy,
    (payout, id): (&Payout, AdvanceId),
    returned: Option<Date>,
) -> anyhow::Result<()> {
    let Some(advance) = tx.lock_advance(id).await? else { anyhow::bail!("advance {id} is gone") };
    tx.advance_is_back(id).await?;
    if let Some(day) = returned {
        let of = (advance.person, advance.bill);
        tx.post(&entries::advance_returned(payout.id, of, day, payout.amount)?, by.at).await?;
    }
    let detail = json!({"advance": id, "amount": payout.amount.plain()});
    record_advance(tx, by, Action::AdvanceCameBack, &advance, &detail);
    let is_credited = advance.bill_state == BillState::Credited;
    if is_credited || tx.salary_has_bill(advance.bill).await? {
        let why = if is_credited { Lapse::BillCredited } else { Lapse::PaidAsSalary };
        let back = tx.lock_advance(id).await?;
        for back in back.iter().filter(|back| back.standing().after(AdvanceStep::Lapse).is_ok()) {
            end_rest(tx, by, back, (Action::AdvanceLapsed, why.name())).await?;
        }
    } else if by.notify_worker {
        mail_news(tx, by.at, id, AdvanceNews::CameBack).await?;
    }
    Ok(())
}
