//! What a payment does to its bills.

use jiff::civil::Date;
use liksa_domain::account::news::BillNews;
use liksa_domain::audit::AuditEvent;
use liksa_domain::bill::life::{Move, Standing};
use liksa_domain::ids::PaymentId;
use liksa_domain::job::Job;
use liksa_domain::payments::{Part, PartKind};
use liksa_money::{Money, MoneyError};
use liksa_store::{BillPaid, NewJob, Receivable, Tx};
use serde_json::json;

use super::Hand;
use crate::random;

/// Gives bills that are held their parts. One that lacks nothing any more is paid.
pub async fn give(
    tx: &mut Tx,
    hand: Hand,
    bills: &[Receivable],
    parts: &[Part],
    (payment, day): (PaymentId, Date),
) -> anyhow::Result<()> {
    for bill in bills {
        let added = own_sum(bill, parts)?;
        if added.is_zero() {
            continue;
        }
        let complete = added == bill.owed.own;
        let step = if complete { Some(Move::Pay) } else { None };
        change(tx, hand, bill, (added, complete.then_some(day)), (step, payment)).await?;
    }
    Ok(())
}

/// Takes their parts from bills that are held. A paid one waits for its money again.
pub async fn take(
    tx: &mut Tx,
    hand: Hand,
    bills: &[Receivable],
    parts: &[Part],
    payment: PaymentId,
) -> anyhow::Result<()> {
    for bill in bills {
        let taken = own_sum(bill, parts)?;
        if !taken.is_zero() {
            let step = Move::Unpay.leads(bill.state).map(|_| Move::Unpay);
            change(tx, hand, bill, (taken.negated()?, None), (step, payment)).await?;
        }
    }
    Ok(())
}

async fn change(
    tx: &mut Tx,
    hand: Hand,
    bill: &Receivable,
    (added, paid_on): (Money, Option<Date>),
    (step, payment): (Option<Move>, PaymentId),
) -> anyhow::Result<()> {
    let id = bill.owed.bill;
    let before = Standing { state: bill.state, open_request: false };
    let after = match step {
        Some(step) => before.after(step).map_err(|_| anyhow::anyhow!("bill {id} cannot make {step:?}"))?,
        None => before,
    };
    let paid = BillPaid { bill: id, added, from: before.state, to: after.state, paid_on, at: hand.at };
    tx.pay_bill(&paid).await?;
    if let Some(step) = step {
        let detail = json!({"before": before.state.name(), "after": after.state.name(), "payment": payment.to_string()});
        let (action, subject) = (step.action(), format!("bill:{id}"));
        let event =
            AuditEvent { at: hand.at, actor: hand.actor, action, subject, detail: detail.to_string() };
        tx.record(&event).await?;
        if step == Move::Pay && hand.is_news {
            let job = Job::MailBillNews { mail: random::id(hand.at)?, bill: id, news: BillNews::Paid };
            let (id, at) = (random::id(hand.at)?, hand.at);
            tx.enqueue(&NewJob { id, job, run_at: at, unique_key: None, created_at: at }).await?;
        }
    }
    Ok(())
}

/// What of the bill's own sum is among the parts.
fn own_sum(bill: &Receivable, parts: &[Part]) -> Result<Money, MoneyError> {
    let own = parts.iter().filter(|part| part.bill == bill.owed.bill && part.kind == PartKind::Bill);
    Money::sum(own.map(|part| part.amount))
}
