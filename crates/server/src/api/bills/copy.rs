//! `POST /api/person/{personId}/bills/{billId}/copy`: bill the same work again.

use axum::extract::State;
use axum::http::StatusCode;
use liksa_domain::audit::Action;
use liksa_domain::ids::{BillId, PersonId};
use liksa_store::MadeKind;
use serde_json::json;
use uuid::Uuid;

use super::create::{Making, make_draft};
use super::wire::BillOnWire;
use super::work::own_bill;
use crate::app::AppState;
use crate::http::error::{ApiResult, Problem};
use crate::http::extract::{Json, Path};
use crate::http::idempotency::IdempotencyKey;
use crate::session::WorkerSession;

/// A draft with the same customer, texts and prices, dated from today on; trips and receipts are not copied.
#[utoipa::path(post, path = "/api/person/{personId}/bills/{billId}/copy", tag = "bills", operation_id = "copy_bill",
    security(("session" = ["ROLE_USER"])),
    params(("personId" = Uuid, Path, description = "One's own id"), ("billId" = Uuid, Path),
           ("Idempotency-Key" = Option<String>, Header, description = "Sent again, it gets the copy it made")),
    responses(
        (status = 201, description = "The new draft", body = BillOnWire),
        (status = 200, description = "The draft that this key made before, as it stands now", body = BillOnWire),
        (status = 404, description = "No such bill of one's own", body = Problem)))]
pub async fn post(
    State(app): State<AppState>,
    session: WorkerSession,
    Path((person, bill)): Path<(Uuid, Uuid)>,
    IdempotencyKey(key): IdempotencyKey,
) -> ApiResult<(StatusCode, Json<BillOnWire>)> {
    session.must_be(PersonId::from(person))?;
    let source = own_bill(&app, session.person.id, BillId::from(bill)).await?;
    let draft = source.bill.copy(app.clock.today());
    let detail = json!({"link": source.id.to_string()});
    let making = Making { kind: MadeKind::Copy, key, action: Action::BillCopied, detail };
    let (status, copy) = make_draft(&app, &session.person, draft, making).await?;
    Ok((status, Json(copy.into())))
}
