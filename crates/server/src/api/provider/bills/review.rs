//! `GET /api/provider/bills/{billId}`: a bill with all that a clerk judges it by.

use axum::extract::State;
use liksa_domain::bill::Bill;
use liksa_domain::ids::{BillId, Id};
use liksa_domain::review::estimated_kilometers;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::judging::judge;
use crate::api::bills::BillOnWire;
use crate::api::bills::history::{HistoryEvent, events_of};
use crate::api::customers::CustomerOnWire;
use crate::api::number::Count;
use crate::api::wire::WorkerType;
use crate::app::AppState;
use crate::http::error::{ApiError, ApiResult, FieldProblem, Problem};
use crate::http::extract::{Json, Path};
use crate::session::ClerkSession;

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReviewWorker {
    pub id: Uuid,
    pub name: String,
    pub email: String,
    pub phone: String,
    pub worker_type: WorkerType,
}

/// How long a trip was said to be and about is.
#[derive(Serialize, ToSchema)]
pub struct Distance {
    /// The place of the row on the bill, from 0.
    pub row: usize,
    pub kilometers: Count,
    /// Reckoned between the postal codes of the addresses, by road.
    pub estimate: i64,
}

/// A bill with all that it is judged by.
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
    #[schema(required)]
    pub distances: Vec<Distance>,
    #[schema(required)]
    pub history: Vec<HistoryEvent>,
    /// Of the one who asks, and so for somebody else to decide.
    pub own: bool,
    #[schema(required)]
    pub taken_by: Option<String>,
    /// When it was sent for approval; an instant, ISO 8601.
    #[schema(required)]
    pub sent_at: Option<String>,
}

/// Everything that a clerk looks at before deciding.
#[utoipa::path(get, path = "/api/provider/bills/{billId}", tag = "provider", operation_id = "review",
    security(("session" = ["ROLE_CLERK"])),
    params(("billId" = Uuid, Path)),
    responses(
        (status = 200, description = "The bill and what is known about it", body = Review),
        (status = 404, description = "No such bill", body = Problem)))]
pub async fn get(
    State(app): State<AppState>,
    clerk: ClerkSession,
    Path(bill): Path<Uuid>,
) -> ApiResult<Json<Review>> {
    let id = BillId::from(bill);
    let judged = judge(&app, &[id]).await?.remove(&id).ok_or(ApiError::NotFound)?;
    // With its links, which many at once are read without.
    let bill = app.store.bill(id).await?.ok_or(ApiError::NotFound)?;
    let customer = match bill.bill.customer {
        Some(customer) => app.store.customer_for_staff(customer).await?,
        None => None,
    };
    let person = &judged.worker.person;
    Ok(Json(Review {
        worker: ReviewWorker {
            id: person.id.uuid(),
            name: person.full_name(),
            email: person.email.as_str().to_owned(),
            phone: judged.worker.profile.phone,
            worker_type: person.worker_type.into(),
        },
        customer: customer.map(CustomerOnWire::from),
        remarks: judged.remarks.into_iter().map(FieldProblem::from).collect(),
        distances: distances(&bill.bill),
        history: events_of(&app, &bill, clerk.person.id).await?,
        own: bill.person == clerk.person.id,
        taken_by: judged.facts.taker_name,
        sent_at: judged.facts.queued_at.map(|at| at.to_string()),
        bill: bill.into(),
    }))
}

fn distances(bill: &Bill) -> Vec<Distance> {
    let rows = bill.rows.iter().enumerate();
    let measured = rows.filter_map(|(row, content)| {
        let estimate = estimated_kilometers(&content.journey)?;
        Some(Distance { row, kilometers: Count(content.journey.kilometers), estimate })
    });
    measured.collect()
}
