//! `GET /api/provider/bills?queue=`: what waits for the clerks.

use axum::extract::State;
use liksa_domain::ids::{BillId, Id, PersonId};
use liksa_store::{Queue, QueuedBill};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::judging::judge;
use crate::api::bills::StateOnWire;
use crate::api::number::Euros;
use crate::api::paging::{cursor_of, paged};
use crate::app::AppState;
use crate::http::error::{ApiResult, Problem};
use crate::http::extract::{Json, Query};
use crate::session::ClerkSession;

const BILLS_PER_PAGE: i64 = 50;

#[derive(Clone, Copy, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum QueueName {
    /// Sent for approval; nobody has them yet.
    #[default]
    Pending,
    /// Taken by the clerk who asks.
    Mine,
    /// Their workers want them back.
    OpenRequests,
    /// On their way to the customers.
    Approved,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct QueueQuery {
    #[serde(default)]
    #[param(inline, required = false)]
    queue: QueueName,
    /// `next` of the page before.
    cursor: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub struct NamedPerson {
    pub id: Uuid,
    pub name: String,
}

/// A bill that waits.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = QueuedBill)]
pub struct QueuedBillOnWire {
    pub id: Uuid,
    pub version: i64,
    pub state: StateOnWire,
    pub open_request: bool,
    pub worker: NamedPerson,
    #[schema(required)]
    pub customer: Option<String>,
    pub totalprice_with_alv: Euros,
    /// When it was sent for approval; an instant, ISO 8601.
    pub sent_at: String,
    /// How many things the rules refuse or a clerk should look at.
    pub remarks: usize,
    /// Of the one who asks, and so for somebody else to decide.
    pub own: bool,
    /// The clerk who has it.
    #[schema(required)]
    pub taken_by: Option<String>,
    pub credit_note: bool,
    pub correction: bool,
}

/// A part of a queue.
#[derive(Serialize, ToSchema)]
#[schema(as = Queue)]
pub struct QueuePage {
    /// The longest waiting first.
    #[schema(required)]
    pub bills: Vec<QueuedBillOnWire>,
    /// What to send as `cursor` for the next part; null at the end.
    #[schema(required)]
    pub next: Option<String>,
    /// How many there are in all.
    pub total: i64,
}

/// Bills that wait, the longest waiting first.
#[utoipa::path(get, path = "/api/provider/bills", tag = "provider", operation_id = "queue",
    security(("session" = ["ROLE_CLERK"])),
    params(QueueQuery),
    responses(
        (status = 200, description = "A page", body = QueuePage),
        (status = 422, description = "The cursor was not accepted", body = Problem)))]
pub async fn get(
    State(app): State<AppState>,
    clerk: ClerkSession,
    Query(query): Query<QueueQuery>,
) -> ApiResult<Json<QueuePage>> {
    let queue = Queue::from(query.queue);
    let after = cursor_of(query.cursor.as_deref())?;
    let me = clerk.person.id;
    let found = app.store.bill_queue(queue, me, after, BILLS_PER_PAGE + 1).await?;
    let (bills, next) = paged(found, BILLS_PER_PAGE, QueuedBill::cursor);
    let ids: Vec<BillId> = bills.iter().map(|bill| bill.id).collect();
    let judged = judge(&app, &ids).await?;
    let remarks = |id: BillId| judged.get(&id).map_or(0, |judged| judged.remarks.len());
    let bills = bills.into_iter().map(|bill| {
        let remarks = remarks(bill.id);
        QueuedBillOnWire::new(bill, remarks, me)
    });
    let total = app.store.bill_queue_counts(me).await?.of(queue).count;
    Ok(Json(QueuePage { bills: bills.collect(), next, total }))
}

impl From<QueueName> for Queue {
    fn from(name: QueueName) -> Self {
        match name {
            QueueName::Pending => Self::Pending,
            QueueName::Mine => Self::Mine,
            QueueName::OpenRequests => Self::OpenRequests,
            QueueName::Approved => Self::Approved,
        }
    }
}

impl QueuedBillOnWire {
    fn new(bill: QueuedBill, remarks: usize, viewer: PersonId) -> Self {
        Self {
            id: bill.id.uuid(),
            version: bill.version,
            state: StateOnWire(bill.state),
            open_request: bill.open_request,
            own: bill.worker == viewer,
            worker: NamedPerson { id: bill.worker.uuid(), name: bill.worker_name },
            customer: bill.customer_name,
            totalprice_with_alv: Euros(bill.total_with_vat),
            sent_at: bill.queued_at.to_string(),
            remarks,
            taken_by: bill.taker_name,
            credit_note: bill.is_credit_note,
            correction: bill.is_correction,
        }
    }
}
