//! Closing a bill: it gets its number, is booked and begins its way to the customer, all or nothing.

use anyhow::anyhow;
use jiff::Timestamp;
use jiff::civil::Date;
use liksa_domain::audit::AuditEvent;
use liksa_domain::bill::life::{Move, Standing};
use liksa_domain::ids::{BillId, DeliveryId, PersonId};
use liksa_domain::job::Job;
use liksa_domain::ledger::{LedgerError, entries};
use liksa_domain::problem::{ErrorKey, Problem};
use liksa_domain::salary;
use liksa_domain::settings::ProviderSettings;
use liksa_store::{NewDelivery, NewJob, SalaryOfBill, StoreError, StoredBill, Tx};
use serde_json::{Value, json};

use super::recovery::take_salary_back;
use crate::app::App;
use crate::collecting::{self, Hand};

/// Why a bill was not closed.
#[derive(Debug, thiserror::Error)]
pub enum NotClosed {
    /// The bill is not, or no longer, one that can be closed.
    #[error("the bill cannot be closed: {0:?}")]
    Refused(ErrorKey),
    /// The bill that a credit note takes back moved in the same moment. Closing works a little later.
    #[error("the credited bill moved meanwhile")]
    Busy,
    #[error("the bill cannot be reckoned: {0:?}")]
    Unreckonable(Vec<Problem>),
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
    /// Nobody when its day has come by itself.
    pub actor: Option<PersonId>,
    pub delivery: DeliveryId,
    /// By which a salary that a credit note takes back is reckoned.
    pub prices: &'a ProviderSettings,
    pub at: Timestamp,
    pub today: Date,
}

/// The job that closes a bill which is being approved: now, or when its billing date begins.
pub fn closing_job(app: &App, bill: &StoredBill) -> Result<NewJob, getrandom::Error> {
    let version = bill.version + 1;
    let mut job = app.job(Job::CloseBill { bill: bill.id, version })?;
    if let Some(day) = bill.bill.billing_date.filter(|day| *day > app.clock.today()) {
        job.run_at = app.clock.start_of(day);
    }
    job.unique_key = Some(closing_key(bill.id, version));
    Ok(job)
}

/// One closing of each version of a bill.
pub fn closing_key(bill: BillId, version: i64) -> String {
    format!("close:{bill}:{version}")
}

/// Closes an approved bill and leaves the job that delivers it.
pub async fn close(app: &App, actor: Option<PersonId>, bill: &StoredBill) -> Result<(), NotClosed> {
    let original = match &bill.links.credit_of {
        Some(link) => app.store.bill(link.id).await?,
        None => None,
    };
    let delivery: DeliveryId = app.new_id().map_err(anyhow::Error::from)?;
    let mut job = app.job(Job::DeliverBill { delivery }).map_err(anyhow::Error::from)?;
    job.unique_key = Some(format!("deliver:{delivery}"));
    let (at, today) = (app.clock.now(), app.clock.today());
    let settings = app.settings_on(today).await.map_err(anyhow::Error::from)?;
    let (original, prices) = (original.as_ref(), &settings.prices);
    let mut tx = app.store.begin().await?;
    close_within(&mut tx, &Closing { bill, original, actor, delivery, prices, at, today }).await?;
    tx.enqueue(&job).await?;
    tx.commit().await?;
    app.wake_jobs();
    Ok(())
}

/// All that closing writes. Payroll runs are taken before bills, and bills before the counters, as everywhere:
/// nobody waits in a circle.
pub async fn close_within(tx: &mut Tx, closing: &Closing<'_>) -> Result<i64, NotClosed> {
    let Closing { bill, at, .. } = closing;
    let totals = salary::totals(&bill.bill, closing.today).map_err(NotClosed::Unreckonable)?;
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
        record(tx, closing, original, Move::Credit, credited, detail).await?;
    } else if bill.bill.is_credit_note {
        return Err(NotClosed::Other(anyhow!("the bill that credit note {} is of is gone", bill.id)));
    }
    let number = tx.number_bill(bill.id).await?;
    let new = NewDelivery { id: closing.delivery, bill: bill.id, created_at: *at };
    let method = tx.insert_delivery(&new).await?;
    tx.post(&entry, *at).await?;
    if let Some(original) = closing.original {
        // It posts too, and the counter of bills is always taken before the ledger's.
        collecting::release(
            tx,
            Hand { actor: closing.actor, at: *at, is_news: true },
            original.id,
            closing.today,
        )
        .await?;
    }
    if let Some(salary) = paid_in {
        take_salary_back(tx, closing, &salary).await?;
    }
    let detail = json!({"number": number, "method": method.name()});
    record(tx, closing, bill, Move::Close, closed, detail).await?;
    Ok(number)
}

fn after(bill: &StoredBill, step: Move) -> Result<Standing, NotClosed> {
    let standing = Standing { state: bill.bill.state, open_request: bill.open_request };
    standing.after(step).map_err(NotClosed::Refused)
}

async fn record(
    tx: &mut Tx,
    closing: &Closing<'_>,
    bill: &StoredBill,
    step: Move,
    to: Standing,
    mut detail: Value,
) -> Result<(), StoreError> {
    detail["before"] = json!(bill.bill.state.name());
    detail["after"] = json!(to.state.name());
    tx.record(&AuditEvent {
        at: closing.at,
        actor: closing.actor,
        action: step.action(),
        subject: format!("bill:{}", bill.id),
        detail: detail.to_string(),
    })
    .await
}
