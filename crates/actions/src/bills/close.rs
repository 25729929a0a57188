//! Closes a bill: it gets its number, is booked and is delivered to the customer, in one transaction.

use anyhow::anyhow;
use jiff::SignedDuration;
use liksa_domain::account::BillNews;
use liksa_domain::advance::AdvanceState;
use liksa_domain::bill::life::{BillStatus, Move, closing_of};
use liksa_domain::bill::{BillState, NewDates};
use liksa_domain::ledger::LedgerError;
use liksa_domain::salary;
use liksa_domain::settings::ProviderSettings;
use liksa_domain::share::ShareNews;
use liksa_money::MoneyError;
use liksa_rates::StatutoryFigures;

use super::take_back::{PaidIn, book_taken_back, store_taken_back};
use super::*;
use crate::payments::{self, BookedBy};
use crate::payouts;
use crate::payouts::lapsing::{bill_credited, part_credited};
use crate::prelude::*;
use crate::share_news::news_job;

/// Why a bill was not closed.
#[derive(Debug, thiserror::Error)]
pub enum NotClosed {
    /// The bill is not, or no longer, one that can be closed.
    #[error("the bill cannot be closed: {0:?}")]
    Refused(ErrorKey),
    /// The bill that a credit note takes back moved in the same moment. Closing works a little later.
    #[error("the credited bill moved meanwhile")]
    Busy,
    #[error("the bill cannot be calculated: {0:?}")]
    NotCalculable(Vec<Problem>),
    #[error(transparent)]
    Other(#[from] anyhow::Error),
}

impl From<StoreError> for NotClosed {
    fn from(error: StoreError) -> Self {
        Self::Other(error.into())
    }
}

impl From<LedgerError> for NotClosed {
    fn from(error: LedgerError) -> Self {
        Self::Other(error.into())
    }
}

/// What there is to know to close a bill.
pub struct Closing<'a> {
    pub bill: &'a StoredBill,
    /// The bill that a credit note takes back.
    pub original: Option<&'a StoredBill>,
    /// None when its day has come by itself.
    pub actor: Option<PersonId>,
    pub delivery: DeliveryId,
    /// Of the payday of the salary that a credit note takes back, where the salary itself does not say.
    pub prices: &'a ProviderSettings,
    pub law: &'a StatutoryFigures,
    pub at: Timestamp,
    pub today: Date,
}

/// When a bill that is approved now goes to the customer: after the provider's waiting time, and not before its
/// billing date begins.
pub async fn leaving_time(context: &Context, bill: &StoredBill) -> Result<Timestamp> {
    let (now, today) = (context.clock.now(), context.clock.today());
    // A bill that cannot be sent gets no number.
    let settings = context.settings_for_sending(today).await?;
    let waiting = SignedDuration::from_mins(settings.waiting_minutes.into());
    let waited = now.saturating_add(waiting).map_err(anyhow::Error::from)?;
    let begins = bill.bill.billing_date.filter(|day| *day > today).map(|day| context.clock.start_of(day));
    Ok(begins.map_or(waited, |begins| begins.max(waited)))
}

/// The job that closes a bill which is being approved.
pub fn closing_job(
    context: &Context,
    bill: &StoredBill,
    leaves_at: Timestamp,
) -> Result<NewJob, getrandom::Error> {
    let version = bill.version + 1;
    let mut job = context.job(Job::CloseBill { bill: bill.id, version })?;
    job.run_at = leaves_at;
    job.unique_key = Some(closing_key(bill.id, version));
    Ok(job)
}

/// One closing of each version of a bill.
pub fn closing_key(bill: BillId, version: i64) -> String {
    format!("close:{bill}:{version}")
}

/// Closes an approved bill and leaves the job that delivers it.
pub async fn close(context: &Context, actor: Option<PersonId>, bill: &StoredBill) -> Result<(), NotClosed> {
    let original = match &bill.links.credit_of {
        Some(link) => context.store.bill(link.id).await?,
        None => None,
    };
    let delivery: DeliveryId = context.new_id().map_err(anyhow::Error::from)?;
    let mut job = context.job(Job::DeliverBill { delivery }).map_err(anyhow::Error::from)?;
    job.unique_key = Some(format!("deliver:{delivery}"));
    let (at, today) = (context.clock.now(), context.clock.today());
    let payday = match &original {
        Some(original) => context.store.payday_of_bill(original.id).await?,
        None => None,
    };
    let settings = context.settings_on(payday.unwrap_or(today)).await.map_err(anyhow::Error::from)?;
    let (original, prices) = (original.as_ref(), &settings.prices);
    let law = &context.law().await.map_err(anyhow::Error::from)?;
    let mut tx = context.store.begin().await?;
    let closing = Closing { bill, original, actor, delivery, prices, law, at, today };
    let closed = close_within(&mut tx, &closing).await?;
    tx.enqueue(&job).await?;
    // The bill is locked: who asks from now on finds it closed, and sees to it themselves.
    let advances = tx.advances_of_bill(bill.id).await?;
    if advances.iter().any(|advance| advance.state == AdvanceState::Requested) {
        let job = context.job(Job::GrantAdvances { bill: bill.id }).map_err(anyhow::Error::from)?;
        tx.enqueue(&job).await?;
    }
    if let Some(settled) = closed.settled {
        for share in tx.shares_in_no_standing_salary(settled).await? {
            tx.enqueue(&news_job(at, share, ShareNews::Paid).map_err(anyhow::Error::from)?).await?;
        }
    }
    let redated = bill.bill.dates_when_sent(today).map(|_| (bill.id, BillNews::Redated));
    let settled = closed.settled.map(|bill| (bill, BillNews::Settled));
    for (bill, news) in redated.into_iter().chain(settled) {
        let mail = context.new_id().map_err(anyhow::Error::from)?;
        let job = context.job(Job::MailBillNews { mail, bill, news }).map_err(anyhow::Error::from)?;
        tx.enqueue(&job).await?;
    }
    Ok(context.commit_with_jobs(tx).await?)
}

/// What closing a bill made of it and of the bill that it credits.
pub struct ClosedBill {
    pub number: i64,
    /// The bill of which the credit note has left no more than was paid.
    pub settled: Option<BillId>,
}

/// All that closing writes. Payroll runs are taken before bills, bills before the counters of bills and slips, payments
/// before the ledger's counter, as everywhere: no two transactions wait for each other.
pub async fn close_within(tx: &mut Tx, closing: &Closing<'_>) -> Result<ClosedBill, NotClosed> {
    let Closing { bill, at, .. } = closing;
    let totals = salary::totals(closing.law, &bill.bill, closing.today).map_err(NotClosed::NotCalculable)?;
    let new_dates = bill.bill.dates_when_sent(closing.today);
    let booked_on = bill.bill.billing_date.unwrap_or(closing.today).max(closing.today);
    let entry = entries::invoice_sent(bill.id, bill.person, booked_on, &totals)?;

    let paid_in = match closing.original {
        Some(original) => PaidIn::lock(tx, original.id).await?,
        None => PaidIn::default(),
    };
    let step = closing_of(&bill.bill);
    let closed = after(bill, step)?;
    if !tx.move_bill(bill, closed, *at).await? {
        return Err(NotClosed::Refused(ErrorKey::IllegalTransition));
    }
    if let Some(dates) = new_dates {
        tx.redate_bill(bill.id, &dates).await?;
        tx.record(redated(closing, &dates));
    }
    let (mut released, mut settled, mut credit_step) = (Money::ZERO, None, None);
    if let Some(original) = closing.original {
        let (above_rest, step) = credit(tx, closing, original, totals.gross).await?;
        released = above_rest;
        settled = step.filter(|step| *step == Move::Pay).map(|_| original.id);
        credit_step = step;
        let by = BookedBy { person: closing.actor, at: *at, notify_worker: true };
        match step {
            Some(Move::Credit) => bill_credited(tx, by, original.id).await?,
            _ => part_credited(tx, by, original.id).await?,
        }
        // The bill is locked from here on, so that no run can take it or a share of it any more.
        if !paid_in.is_unchanged(tx, original.id).await? {
            return Err(NotClosed::Busy);
        }
    } else if bill.bill.is_credit_note {
        return Err(NotClosed::Other(anyhow!("the bill that credit note {} is of is gone", bill.id)));
    }
    let by = BookedBy { person: closing.actor, at: *at, notify_worker: true };
    let number = tx.number_bill(bill.id).await?;
    let new = NewDelivery { id: closing.delivery, bill: bill.id, created_at: *at };
    let method = tx.insert_delivery(&new).await?;
    // The counter of slips is taken before the ledger's, as where salaries are booked.
    let taken_back = match closing.original {
        Some(original) => store_taken_back(tx, closing, original, &paid_in).await?,
        None => vec![],
    };
    if let Some(original) = closing.original {
        payments::release(tx, by, original.id, released, closing.today).await?;
    }
    tx.post(&entry, *at).await?;
    match (closing.original, credit_step) {
        (None, _) => payouts::pay_purchases(tx, by, bill.id, closed.state).await?,
        (Some(original), Some(Move::Pay)) => {
            payouts::pay_purchases(tx, by, original.id, BillState::Paid).await?;
        }
        (Some(original), Some(Move::Credit)) if !paid_in.is_of_contractor() => {
            payouts::credit_purchases(tx, by, original.id, closing.today).await?;
        }
        _ => {}
    }
    for (salary, taken) in &taken_back {
        book_taken_back(tx, closing, salary, taken).await?;
    }
    let detail = json!({"number": number, "method": method.name()});
    record(tx, closing, bill, step, closed, detail);
    Ok(ClosedBill { number, settled })
}

/// Takes the sum of the credit note off what its bill asks for, and returns what was paid above the rest, and how the
/// bill moves. It counts as credited when nothing is left of it, and as paid when the rest has come.
async fn credit(
    tx: &mut Tx,
    closing: &Closing<'_>,
    original: &StoredBill,
    sum: Money,
) -> Result<(Money, Option<Move>), NotClosed> {
    let left = || -> Result<(Money, Money, Money), MoneyError> {
        let credited = sum.negated()?;
        let owed = original.figures.total_with_vat.minus(original.credited_amount)?.minus(credited)?;
        Ok((credited, owed, original.paid_amount.minus(owed)?.max(Money::ZERO)))
    };
    let (credited, owed, released) = left().map_err(anyhow::Error::from)?;
    if owed.is_negative() || !credited.is_positive() {
        return Err(NotClosed::Refused(ErrorKey::CreditMoreThanLeft));
    }
    let rest_has_come = original.paid_amount >= owed;
    let step = match original.bill.state {
        _ if owed.is_zero() => Some(Move::Credit),
        BillState::Closed if rest_has_come => Some(Move::Pay),
        _ => None,
    };
    let now = match step {
        Some(step) => after(original, step)?,
        None => BillStatus { state: original.bill.state, open_request: false },
    };
    let paid_on = match step {
        Some(Move::Credit) => None,
        Some(_) => Some(closing.today),
        None => original.paid_on,
    };
    let change = BillCredited { credited, released, to: now.state, paid_on, at: closing.at };
    if !tx.credit_bill(original, &change).await? {
        return Err(NotClosed::Busy);
    }
    let detail = json!({"link": closing.bill.id.to_string(), "amount": credited.plain()});
    if step != Some(Move::Credit) {
        tx.record(AuditEvent {
            at: closing.at,
            actor: closing.actor,
            action: Action::BillPartCredited,
            subject: subject(original.id),
            detail: detail.to_string(),
        });
    }
    if let Some(step) = step {
        record(tx, closing, original, step, now, detail);
    }
    Ok((released, step))
}

fn after(bill: &StoredBill, step: Move) -> Result<BillStatus, NotClosed> {
    let before = BillStatus { state: bill.bill.state, open_request: bill.open_request };
    before.after(step).map_err(NotClosed::Refused)
}

fn record(tx: &mut Tx, closing: &Closing<'_>, bill: &StoredBill, step: Move, to: BillStatus, detail: Value) {
    let before = BillStatus { state: bill.bill.state, open_request: bill.open_request };
    tx.record(AuditEvent {
        at: closing.at,
        actor: closing.actor,
        action: step.action(),
        subject: subject(bill.id),
        detail: moved(before, to, detail).to_string(),
    });
}

/// The event of a bill that leaves after its billing date: both dates, before and after.
fn redated(closing: &Closing<'_>, dates: &NewDates) -> AuditEvent {
    let detail = json!({
        "billingDate": {"before": format_date(dates.billing_before), "after": format_date(dates.billing)},
        "dueDate": {"before": dates.due_before.map(format_date), "after": dates.due.map(format_date)},
    });
    AuditEvent {
        at: closing.at,
        actor: closing.actor,
        action: Action::BillRedated,
        subject: subject(closing.bill.id),
        detail: detail.to_string(),
    }
}

/// A clerk sends an approved bill to its customer without waiting for its billing date.
pub async fn send_to_customer(context: &Context, clerk: PersonId, id: BillId) -> Changed {
    let bill = bill_of_another(context, clerk, id).await?;
    let closed = close(context, Some(clerk), &bill).await;
    let now = context.store.bill(id).await?.ok_or(Error::NotFound)?;
    match closed {
        Ok(()) => Ok(now),
        Err(NotClosed::Refused(key)) => Err(Refusal::Conflict(key, Box::new(now))),
        Err(NotClosed::Busy) => Err(Refusal::Conflict(ErrorKey::IllegalTransition, Box::new(now))),
        Err(NotClosed::NotCalculable(problems)) => Err(Refusal::NotSendable(problems)),
        Err(NotClosed::Other(error)) => Err(error.into()),
    }
}

/// Closes a bill that has waited long enough. One that was opened again or sent meanwhile has another version.
pub async fn close_if_approved(context: &Context, bill: BillId, version: i64) -> anyhow::Result<()> {
    let Some(bill) = context.store.bill(bill).await? else { return Ok(()) };
    if bill.version != version || bill.bill.state != BillState::Approved {
        return Ok(());
    }
    match close(context, None, &bill).await {
        Ok(()) | Err(NotClosed::Refused(_)) => Ok(()),
        Err(error) => Err(error.into()),
    }
}
