//! `POST /api/provider/bills/approve`: bills that nothing is to be said about are approved in one go.

use axum::extract::State;
use liksa_domain::bill::BillState;
use liksa_domain::bill::life::Move;
use liksa_domain::ids::{BillId, Id};
use liksa_domain::problem::ErrorKey;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

use super::judging::{Judged, judge};
use crate::api::bills::{Refusal, move_bill};
use crate::app::{App, AppState};
use crate::http::error::{ApiError, ApiResult, FieldProblem, KeyOnWire, Problem};
use crate::http::extract::Json;
use crate::session::ClerkSession;

const MOST_AT_ONCE: usize = 200;

#[derive(Deserialize, ToSchema)]
pub struct BillsToApprove {
    #[schema(max_items = 200)]
    ids: Vec<Uuid>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ApprovalOfBill {
    pub id: Uuid,
    pub approved: bool,
    /// Why not: HAS_REMARKS, OWN_MATTER, ILLEGAL_TRANSITION, NOT_FOUND.
    #[schema(required)]
    pub error_key: Option<KeyOnWire>,
}

#[derive(Serialize, ToSchema)]
pub struct BulkApproval {
    /// In the order in which they were asked for.
    #[schema(required)]
    pub results: Vec<ApprovalOfBill>,
}

/// Approve bills without remarks, each by itself; the answer tells how each one fared.
#[utoipa::path(post, path = "/api/provider/bills/approve", tag = "provider", operation_id = "approve_bills",
    security(("session" = ["ROLE_CLERK"])),
    request_body = BillsToApprove,
    responses(
        (status = 200, description = "What became of each", body = BulkApproval),
        (status = 422, description = "Too many at once", body = Problem)))]
pub async fn post(
    State(app): State<AppState>,
    clerk: ClerkSession,
    Json(asked): Json<BillsToApprove>,
) -> ApiResult<Json<BulkApproval>> {
    if asked.ids.len() > MOST_AT_ONCE {
        return Err(ApiError::Invalid(vec![FieldProblem::new("ids", ErrorKey::TooMany)]));
    }
    let ids: Vec<BillId> = asked.ids.into_iter().map(BillId::from).collect();
    let mut judged = judge(&app, &ids).await?;
    let mut results = Vec::with_capacity(ids.len());
    for id in ids {
        let outcome = match judged.remove(&id) {
            Some(judged) => approve(&app, &clerk, judged).await?,
            None => Err(ErrorKey::NotFound),
        };
        results.push(ApprovalOfBill {
            id: id.uuid(),
            approved: outcome.is_ok(),
            error_key: outcome.err().map(KeyOnWire),
        });
    }
    Ok(Json(BulkApproval { results }))
}

/// Takes the bill if nobody has it. One that another clerk has is theirs to decide.
async fn approve(app: &App, clerk: &ClerkSession, judged: Judged) -> ApiResult<Result<(), ErrorKey>> {
    let Judged { mut bill, facts, remarks, .. } = judged;
    if bill.person == clerk.person.id {
        return Ok(Err(ErrorKey::OwnMatter));
    }
    if !remarks.is_empty() {
        return Ok(Err(ErrorKey::HasRemarks));
    }
    if bill.bill.state == BillState::Taken && facts.taken_by != Some(clerk.person.id) {
        return Ok(Err(ErrorKey::IllegalTransition));
    }
    let steps: &[Move] =
        if bill.bill.state == BillState::Pending { &[Move::Take, Move::Approve] } else { &[Move::Approve] };
    for step in steps {
        bill = match move_bill(app, &clerk.person, bill, *step, json!({"bulk": true})).await {
            Ok(bill) => bill,
            Err(Refusal::Conflict(key, _)) => return Ok(Err(key)),
            Err(Refusal::NotSendable(_)) => return Ok(Err(ErrorKey::ErrorsInBill)),
            Err(Refusal::Other(error)) => return Err(error),
        };
    }
    Ok(Ok(()))
}
