//! What clerks do with bills: take, approve, return, send.

mod receipt_vat;
mod review;

use liksa_actions::bills;

use crate::api::bills::{BillConflict, BillOnWire};
use crate::api::prelude::*;
use crate::http::error::Problem;

/// The bill after a change, or why it was refused.
type ChangedBill = ApiResult<Json<BillOnWire>>;

const MOST_AT_ONCE: usize = 200;
const LONGEST_REASON: usize = 1000;

pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(take_bill))
        .routes(routes!(approve_bill))
        .routes(routes!(approve_bills))
        .routes(routes!(unapprove_bill))
        .routes(routes!(return_bill))
        .routes(routes!(grant_open_request))
        .routes(routes!(refuse_open_request))
        .routes(routes!(send_bill))
        .merge(receipt_vat::routes())
        .merge(review::routes())
}

/// Handlers without a body, written as `name "path" = action "the bill afterwards", "why it is refused";`.
macro_rules! moves {
    ($($(#[$doc:meta])* $name:ident $path:literal = $action:ident $after:literal, $refused:literal;)+) => {$(
        $(#[$doc])*
        #[utoipa::path(put, path = $path,
            responses(
                (status = 200, description = $after, body = BillOnWire),
                (status = 404, description = "No such bill"),
                (status = 409, description = $refused, body = BillConflict)))]
        async fn $name(app: Server, clerk: ClerkSession, Path(bill): Path<BillId>) -> ChangedBill {
            Ok(Json(bills::$action(&app, clerk.person.id, bill).await?.into()))
        }
    )+};
}

/// Approve a bill that one of the clerks has taken.
#[utoipa::path(put, path = "/api/provider/bills/{billId}/approve",
    responses(
        (status = 200, description = "The bill after the change", body = BillOnWire),
        (status = 404, description = "No such bill"),
        (status = 409, description = "ILLEGAL_TRANSITION, or OWN_MATTER: one's own bill", body = BillConflict),
        (status = 422, description = "ERRORS_IN_BILL: an approved bill of the worker excludes a trip of this one",
         body = Problem)))]
async fn approve_bill(app: Server, clerk: ClerkSession, Path(bill): Path<BillId>) -> ChangedBill {
    Ok(Json(bills::approve(&app, clerk.person.id, bill).await?.into()))
}

moves! {
    /// Take a bill to check it.
    take_bill "/api/provider/bills/{billId}/take" = take
        "The bill after the change", "ILLEGAL_TRANSITION, or OWN_MATTER: one's own bill";

    /// Take an approval back before the bill goes to its customer. The bill is then the clerk's to decide on.
    unapprove_bill "/api/provider/bills/{billId}/unapprove" = unapprove
        "The bill, taken by the clerk",
        "ILLEGAL_TRANSITION: it has gone, or was not approved; or OWN_MATTER: one's own bill";

    /// Let the worker have the bill back.
    grant_open_request "/api/provider/bills/{billId}/open-request/grant" = grant_opening
        "The bill, a draft again", "ILLEGAL_TRANSITION: the worker did not ask; or OWN_MATTER: one's own bill";

    /// Go on checking the bill.
    refuse_open_request "/api/provider/bills/{billId}/open-request/refuse" = refuse_opening
        "The bill, still taken", "ILLEGAL_TRANSITION: the worker did not ask; or OWN_MATTER: one's own bill";

    /// Send an approved bill to its customer without waiting for the waiting time or its billing date.
    send_bill "/api/provider/bills/{billId}/send" = send_to_customer
        "The bill with its number", "ILLEGAL_TRANSITION, or OWN_MATTER: one's own bill";
}

#[derive(Deserialize, ToSchema)]
pub struct BillsToApprove {
    #[schema(max_items = 200)]
    ids: Vec<BillId>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ApprovalOfBill {
    pub id: BillId,
    pub approved: bool,
    /// Why not: HAS_REMARKS, OWN_MATTER, ILLEGAL_TRANSITION, NOT_FOUND.
    #[schema(required)]
    pub error_key: Option<ErrorKey>,
}

#[derive(Serialize, ToSchema)]
pub struct BulkApproval {
    /// In the order in which they were asked for.
    #[schema(required)]
    pub results: Vec<ApprovalOfBill>,
}

/// Approve bills without remarks, each by itself; the answer tells how each one fared.
#[utoipa::path(post, path = "/api/provider/bills/approve", request_body = BillsToApprove,
    responses(
        (status = 200, description = "What became of each", body = BulkApproval),
        (status = 422, description = "Too many at once")))]
async fn approve_bills(
    app: Server,
    clerk: ClerkSession,
    Json(asked): Json<BillsToApprove>,
) -> Reply<BulkApproval> {
    if asked.ids.len() > MOST_AT_ONCE {
        return Err(vec![FieldProblem::too_many("ids", MOST_AT_ONCE)].into());
    }
    let outcomes = bills::approve_many(&app, clerk.person.id, asked.ids).await?;
    let results = outcomes.into_iter().map(|outcome| ApprovalOfBill {
        id: outcome.bill,
        approved: outcome.refused.is_none(),
        error_key: outcome.refused,
    });
    Ok(Json(BulkApproval { results: results.collect() }))
}

#[derive(Deserialize, ToSchema)]
pub struct Return {
    /// What the worker has to correct; they read it in the bill's history.
    reason: Option<String>,
}

/// Give a bill back to its worker, with the reason.
#[utoipa::path(put, path = "/api/provider/bills/{billId}/return", request_body = Return,
    responses(
        (status = 200, description = "The bill, a draft again", body = BillOnWire),
        (status = 404, description = "No such bill"),
        (status = 409, description = "ILLEGAL_TRANSITION, or OWN_MATTER: one's own bill", body = BillConflict),
        (status = 422, description = "The reason is missing")))]
async fn return_bill(
    app: Server,
    clerk: ClerkSession,
    Path(bill): Path<BillId>,
    Json(body): Json<Return>,
) -> ChangedBill {
    let reason = required_text("reason", body.reason.as_deref(), LONGEST_REASON)?;
    Ok(Json(bills::return_to_worker(&app, clerk.person.id, bill, &reason).await?.into()))
}

#[cfg(test)]
mod tests;
