//! Closes a bill: it gets its number, is booked and is delivered to the customer, in one transaction.

use anyhow::anyhow;
use liksa_domain::bill::BillState;
use liksa_domain::bill::life::{BillStatus, Move};
use liksa_domain::ledger::LedgerError;
use liksa_domain::payroll::taken_back;
use liksa_domain::salary;
use liksa_domain::settings::ProviderSettings;

use super::*;
use crate::payments::{self, BookedBy};
use crate::prelude::*;

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
    /// By which a salary that a credit note takes back is calculated.
    pub prices: &'a ProviderSettings,
    pub at: Timestamp,
    pub today: Date,
}

/// The job that closes a bill which is being approved: now, or when its billing date begins.
pub fn closing_job(context: &Context, bill: &StoredBill) -> Result<NewJob, getrandom::Error> {
    let version = bill.version + 1;
    let mut job = context.job(Job::CloseBill { bill: bill.id, version })?;
    if let Some(day) = bill.bill.billing_date.filter(|day| *day > context.clock.today()) {
        job.run_at = context.clock.start_of(day);
    }
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
    let settings = context.settings_on(today).await.map_err(anyhow::Error::from)?;
    let (original, prices) = (original.as_ref(), &settings.prices);
    let mut tx = context.store.begin().await?;
    close_within(&mut tx, &Closing { bill, original, actor, delivery, prices, at, today }).await?;
    tx.enqueue(&job).await?;
    Ok(context.commit_with_jobs(tx).await?)
}

/// All that closing writes. Payroll runs are taken before bills, and bills before the counters, as everywhere:
/// no two transactions wait for each other.
pub async fn close_within(tx: &mut Tx, closing: &Closing<'_>) -> Result<i64, NotClosed> {
    let Closing { bill, at, .. } = closing;
    let totals = salary::totals(&bill.bill, closing.today).map_err(NotClosed::NotCalculable)?;
    let booked_on = bill.bill.billing_date.unwrap_or(closing.today);
    let entry = entries::invoice_sent(bill.id, bill.person, booked_on, &totals)?;

    let paid_in = match closing.original {
        Some(original) => tx.salary_of_bill(original.id).await?.filter(SalaryOfBill::stands),
        None => None,
    };
    let closed = after(bill, Move::Close)?;
    if !tx.move_bill(bill, closed, *at).await? {
        return Err(NotClosed::Refused(ErrorKey::IllegalTransition));
    }
    if let Some(original) = closing.original {
        let credited = after(original, Move::Credit)?;
        if !tx.move_bill(original, credited, *at).await? {
            return Err(NotClosed::Busy);
        }
        let detail = json!({"link": bill.id.to_string()});
        record(tx, closing, original, Move::Credit, credited, detail);
    } else if bill.bill.is_credit_note {
        return Err(NotClosed::Other(anyhow!("the bill that credit note {} is of is gone", bill.id)));
    }
    let number = tx.number_bill(bill.id).await?;
    let new = NewDelivery { id: closing.delivery, bill: bill.id, created_at: *at };
    let method = tx.insert_delivery(&new).await?;
    tx.post(&entry, *at).await?;
    if let Some(original) = closing.original {
        // It posts too, and the counter of bills is always taken before the ledger's.
        let by = BookedBy { person: closing.actor, at: *at, notify_worker: true };
        payments::release(tx, by, original.id, closing.today).await?;
    }
    if let Some(salary) = paid_in {
        take_salary_back(tx, closing, &salary).await?;
    }
    let detail = json!({"number": number, "method": method.name()});
    record(tx, closing, bill, Move::Close, closed, detail);
    Ok(number)
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

/// Closes a bill whose billing date has come. One that was opened again or sent meanwhile has another version.
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

/// Books the reverse of what the bill gave. What the worker then owes is taken from the next salaries.
async fn take_salary_back(tx: &mut Tx, closing: &Closing<'_>, paid: &SalaryOfBill) -> Result<(), NotClosed> {
    let credit_note = closing.bill;
    let summary = taken_back(&credit_note.bill, &paid.basis, paid.gross_salary, closing.prices, paid.payday)
        .map_err(NotClosed::NotCalculable)?;
    let entry = entries::salary_taken_back(credit_note.id, credit_note.person, closing.today, &summary)?;
    tx.post(&entry, closing.at).await?;
    let amount = summary.salary.negated().map_err(anyhow::Error::from)?;
    if amount.is_positive() {
        tx.add_recovery(&NewRecovery {
            // There is one for each credit note.
            id: RecoveryId::from_uuid(credit_note.id.uuid()),
            person: credit_note.person,
            credit_note: Some(credit_note.id),
            salary: None,
            amount,
            made_at: closing.at,
        })
        .await?;
    }
    Ok(())
}
