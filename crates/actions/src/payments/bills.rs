//! Changes of bills that payments make.

use liksa_domain::account::BillNews;
use liksa_domain::bill::life::{BillStatus, Move};
use liksa_domain::payments::{Part, PartKind};
use liksa_domain::share::ShareNews;
use liksa_money::MoneyError;

use super::*;
use crate::context::random;
use crate::payouts;
use crate::prelude::*;
use crate::share_news;

/// Adds parts of a payment to their bills, which are locked. A bill whose whole sum has come becomes paid.
pub async fn pay(
    tx: &mut Tx,
    by: BookedBy,
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
        change(tx, by, bill, (added, complete.then_some(day)), (step, payment)).await?;
    }
    Ok(())
}

/// Takes parts of a payment from their bills, which are locked. A paid bill becomes open again.
pub async fn unpay(
    tx: &mut Tx,
    by: BookedBy,
    bills: &[Receivable],
    parts: &[Part],
    payment: PaymentId,
) -> anyhow::Result<()> {
    for bill in bills {
        let taken = own_sum(bill, parts)?;
        if !taken.is_zero() {
            let step = Move::Unpay.leads(bill.state).map(|_| Move::Unpay);
            change(tx, by, bill, (taken.negated()?, None), (step, payment)).await?;
        }
    }
    Ok(())
}

async fn change(
    tx: &mut Tx,
    by: BookedBy,
    bill: &Receivable,
    (added, paid_on): (Money, Option<Date>),
    (step, payment): (Option<Move>, PaymentId),
) -> anyhow::Result<()> {
    let id = bill.owed.bill;
    let before = BillStatus { state: bill.state, open_request: false };
    let after = match step {
        Some(step) => before.after(step).map_err(|_| anyhow::anyhow!("bill {id} cannot make {step:?}"))?,
        None => before,
    };
    let paid = BillPaid { bill: id, added, from: before.state, to: after.state, paid_on, at: by.at };
    tx.pay_bill(&paid).await?;
    if let Some(step) = step {
        let detail = json!({"before": before.state.name(), "after": after.state.name(), "payment": payment.to_string()});
        by.record(tx, step.action(), format!("bill:{id}"), &detail);
        match step {
            Move::Pay => payouts::pay_purchases(tx, by, id, after.state).await?,
            Move::Unpay => payouts::unpay_purchases(tx, by, id).await?,
            _ => {}
        }
        // Who has had the salary, or is about to, has it whatever the customer's money does.
        if step == Move::Unpay && by.notify_worker {
            for share in tx.shares_in_no_standing_salary(id).await? {
                tx.enqueue(&share_news::news_job(by.at, share, ShareNews::Unpaid)?).await?;
            }
        }
        if step == Move::Pay && by.notify_worker {
            for share in tx.shares_in_no_standing_salary(id).await? {
                tx.enqueue(&share_news::news_job(by.at, share, ShareNews::Paid)?).await?;
            }
            let job = Job::MailBillNews { mail: random::id(by.at)?, bill: id, news: BillNews::Paid };
            let (id, at) = (random::id(by.at)?, by.at);
            tx.enqueue(&NewJob { id, job, run_at: at, unique_key: None, created_at: at }).await?;
        }
    }
    Ok(())
}

/// The parts that are of the bill's own sum, not of interest or fees.
fn own_sum(bill: &Receivable, parts: &[Part]) -> Result<Money, MoneyError> {
    let own = parts.iter().filter(|part| part.bill == bill.owed.bill && part.kind == PartKind::Bill);
    Money::sum(own.map(|part| part.amount))
}
