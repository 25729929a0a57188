//! The queue of bills that wait for clerks, and one bill with everything a clerk decides by.

use liksa_actions::bills;
use liksa_domain::address::{AddressSource, Distance};
use liksa_domain::bill::{Bill, BillState, NewDates};
use liksa_domain::person::WorkerType;
use liksa_money::Quantity;
use liksa_store::{Queue, QueuedBill};

use super::receipt_vat::{ReceiptVatOnWire, on_wire};
use crate::api::bills::{BillOnWire, CreditableOnWire, HistoryEvent, events_of};
use crate::api::customers::CustomerOnWire;
use crate::api::paging::{cursor_of, paged};
use crate::api::prelude::*;
use crate::http::error::FieldProblem;

const BILLS_PER_PAGE: i64 = 50;

pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(queue)).routes(routes!(review))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct QueueQuery {
    #[serde(default)]
    #[param(inline, required = false)]
    queue: Queue,
    /// `next` of the page before.
    cursor: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub struct NamedPerson {
    pub id: PersonId,
    pub name: String,
}

/// A bill that waits.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = QueuedBill)]
pub struct QueuedBillOnWire {
    pub id: BillId,
    pub version: i64,
    pub state: BillState,
    pub open_request: bool,
    pub worker: NamedPerson,
    #[schema(required)]
    pub customer: Option<String>,
    pub totalprice_with_alv: Money,
    /// When it was sent for approval; an instant, ISO 8601.
    pub sent_at: String,
    /// When an approved bill goes to its customer; an instant, ISO 8601.
    #[schema(required)]
    pub leaves_at: Option<String>,
    /// What the rules refuse, and then what should be looked at.
    #[schema(required)]
    pub remarks: Vec<FieldProblem>,
    /// The asking clerk's own bill, which another clerk decides on.
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
#[utoipa::path(get, path = "/api/provider/bills", params(QueueQuery),
    responses(
        (status = 200, description = "A page", body = QueuePage),
        (status = 422, description = "The cursor was not accepted")))]
async fn queue(app: Server, clerk: ClerkSession, Query(query): Query<QueueQuery>) -> Reply<QueuePage> {
    let queue = query.queue;
    let after = cursor_of(query.cursor.as_deref())?;
    let me = clerk.person.id;
    let found = app.store.bill_queue(queue, me, after, BILLS_PER_PAGE + 1).await?;
    let (waiting, next) = paged(found, BILLS_PER_PAGE, QueuedBill::cursor);
    let ids: Vec<BillId> = waiting.iter().map(|bill| bill.id).collect();
    let mut reviewed = bills::review(&app, &ids).await?;
    let bills = waiting
        .into_iter()
        .map(|bill| {
            let remarks = reviewed.remove(&bill.id).map(|reviewed| reviewed.remarks).unwrap_or_default();
            QueuedBillOnWire::new(bill, remarks, me)
        })
        .collect();
    let total = app.store.bill_queue_counts(me).await?.of(queue).count;
    Ok(Json(QueuePage { bills, next, total }))
}

impl QueuedBillOnWire {
    fn new(bill: QueuedBill, remarks: Vec<FieldProblem>, viewer: PersonId) -> Self {
        Self {
            id: bill.id,
            version: bill.version,
            state: bill.state,
            open_request: bill.open_request,
            own: bill.worker == viewer,
            worker: NamedPerson { id: bill.worker, name: bill.worker_name },
            customer: bill.customer_name,
            totalprice_with_alv: bill.total_with_vat,
            sent_at: bill.queued_at.to_string(),
            leaves_at: bill.leaves_at.map(|at| at.to_string()),
            remarks,
            taken_by: bill.taker_name,
            credit_note: bill.is_credit_note,
            correction: bill.is_correction,
        }
    }
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReviewWorker {
    pub id: PersonId,
    pub name: String,
    pub email: String,
    pub phone: String,
    pub worker_type: WorkerType,
}

/// How long a trip was said to be and about is.
#[derive(Serialize, ToSchema)]
#[schema(as = Distance)]
pub struct DistanceOnWire {
    /// The place of the row on the bill, from 0.
    pub row: usize,
    pub kilometers: Quantity,
    /// By road, in whole kilometres.
    pub estimate: i64,
    /// SERVICE: measured between the addresses. POSTAL_CODES: three tenths more than the straight line between them.
    pub source: AddressSource,
}

/// Dates of a bill that leaves after its billing date; DD.MM.YYYY.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = NewBillDates)]
pub struct NewDatesOnWire {
    pub billing_date: String,
    #[schema(required)]
    pub due_date: Option<String>,
}

impl From<NewDates> for NewDatesOnWire {
    fn from(dates: NewDates) -> Self {
        Self { billing_date: format_date(dates.billing), due_date: dates.due.map(format_date) }
    }
}

/// A bill with everything that it is decided by.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Review {
    pub bill: BillOnWire,
    pub worker: ReviewWorker,
    /// The record that the bill was written to.
    #[schema(required)]
    pub customer: Option<CustomerOnWire>,
    /// What the rules refuse, and then what should be looked at.
    #[schema(required)]
    pub remarks: Vec<FieldProblem>,
    /// The dates that it gets if it goes to the customer today, where its billing date has passed.
    #[schema(required)]
    pub new_dates: Option<NewDatesOnWire>,
    #[schema(required)]
    pub distances: Vec<DistanceOnWire>,
    /// False where a service that knows roads was to be asked and did not answer, or not of all ways since there are so
    /// many: distances are then estimates.
    pub distances_checked: bool,
    /// Receipts with VAT, and what of it is deducted.
    #[schema(required)]
    pub receipt_vat: Vec<ReceiptVatOnWire>,
    #[schema(required)]
    pub history: Vec<HistoryEvent>,
    /// The asking clerk's own bill, which another clerk decides on.
    pub own: bool,
    #[schema(required)]
    pub taken_by: Option<String>,
    /// When it was sent for approval; an instant, ISO 8601.
    #[schema(required)]
    pub sent_at: Option<String>,
    /// The bill that a credit note takes back, and what is left of it after all that were sent, this one included.
    #[schema(required)]
    pub credits: Option<CreditableOnWire>,
}

/// Everything that a clerk looks at before deciding.
#[utoipa::path(get, path = "/api/provider/bills/{billId}",
    responses(
        (status = 200, description = "The bill and what is known about it", body = Review),
        (status = 404, description = "No such bill")))]
async fn review(app: Server, clerk: ClerkSession, Path(bill): Path<BillId>) -> Reply<Review> {
    let id = bill;
    // With its links, which many at once are read without.
    let bill = app.store.bill(id).await?.ok_or(ApiError::NotFound)?;
    let distances_checked = bills::look_up_distances(&app, &bill.bill).await;
    let reviewed = bills::review(&app, &[id]).await?.remove(&id).ok_or(ApiError::NotFound)?;
    let customer = match bill.bill.customer {
        Some(customer) => app.store.customer_for_staff(customer).await?,
        None => None,
    };
    let waits = matches!(bill.bill.state, BillState::Pending | BillState::Taken | BillState::Approved);
    let new_dates = bill.bill.dates_when_sent(app.clock.today()).filter(|_| waits);
    let person = &reviewed.worker.person;
    Ok(Json(Review {
        worker: ReviewWorker {
            id: person.id,
            name: person.full_name(),
            email: person.email.as_str().to_owned(),
            phone: reviewed.worker.profile.phone,
            worker_type: person.worker_type,
        },
        customer: customer.map(CustomerOnWire::from),
        remarks: reviewed.remarks,
        new_dates: new_dates.map(NewDatesOnWire::from),
        distances: distances(&bill.bill, &reviewed.distances),
        distances_checked,
        receipt_vat: on_wire(app.store.receipt_vat_of(id).await?)?,
        history: events_of(&app, &bill, clerk.person.id).await?,
        own: bill.person == clerk.person.id,
        taken_by: reviewed.facts.taker_name,
        sent_at: reviewed.facts.queued_at.map(|at| at.to_string()),
        credits: reviewed.facts.credits.map(CreditableOnWire::from),
        bill: bill.into(),
    }))
}

fn distances(bill: &Bill, known: &[Option<Distance>]) -> Vec<DistanceOnWire> {
    let rows = bill.rows.iter().zip(known).enumerate();
    let measured = rows.filter_map(|(row, (content, distance))| {
        let distance = distance.as_ref()?;
        let (kilometers, estimate) = (content.journey.kilometers, (distance.meters + 500) / 1_000);
        Some(DistanceOnWire { row, kilometers, estimate, source: distance.source })
    });
    measured.collect()
}
