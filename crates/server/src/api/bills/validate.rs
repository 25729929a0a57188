//! `GET /api/person/bill/{billId}/validate`: what stands in the way of sending the bill.

use axum::extract::State;
use liksa_domain::ids::BillId;
use liksa_domain::problem::ErrorKey;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::work::{Terms, own_bill};
use crate::app::AppState;
use crate::http::error::{ApiResult, FieldProblem, KeyOnWire, Problem};
use crate::http::extract::{Json, Path};
use crate::session::WorkerSession;

#[derive(Serialize, ToSchema)]
pub struct Validation {
    /// Nothing stands in the way.
    pub valid: bool,
    /// It may be sent with `leftOutFromHome`.
    pub overridable: bool,
    #[schema(required)]
    pub problems: Vec<FieldProblem>,
}

/// Everything that stands in the way of sending the bill as it is stored.
#[utoipa::path(get, path = "/api/person/bill/{billId}/validate", tag = "bills", operation_id = "validate_bill",
    security(("session" = ["ROLE_USER"])),
    params(("billId" = Uuid, Path)),
    responses(
        (status = 200, description = "What was found", body = Validation),
        (status = 404, description = "No such bill of one's own", body = Problem)))]
pub async fn get(
    State(app): State<AppState>,
    session: WorkerSession,
    Path(bill): Path<Uuid>,
) -> ApiResult<Json<Validation>> {
    let bill = own_bill(&app, session.person.id, BillId::from(bill)).await?;
    let problems = Terms::of(&app, &session.person).await?.problems_of_sending(&bill.bill);
    let of_home = |problem: &FieldProblem| problem.key == KeyOnWire(ErrorKey::NotHomeAddress);
    let overridable = !problems.is_empty() && problems.iter().all(of_home);
    Ok(Json(Validation { valid: problems.is_empty(), overridable, problems }))
}
