//! `POST /api/person/{personId}/bills`: a new draft.

use axum::extract::State;
use axum::http::StatusCode;
use liksa_domain::audit::Action;
use liksa_domain::bill::Bill;
use liksa_domain::ids::{BillId, PersonId};
use liksa_domain::person::Person;
use liksa_domain::problem::ErrorKey;
use liksa_store::{MadeKind, NewBill, StoredBill, WrittenBill};
use serde_json::{Value, json};
use uuid::Uuid;

use super::body::BillBody;
use super::refusal::row_taken;
use super::wire::BillOnWire;
use super::work::{Terms, identify_rows, own_bill, settle_customer, subject};
use crate::app::{App, AppState};
use crate::http::error::{ApiError, ApiResult, FieldProblem, Problem};
use crate::http::extract::{Json, Path};
use crate::http::idempotency::IdempotencyKey;
use crate::session::WorkerSession;

/// A new draft.
#[utoipa::path(post, path = "/api/person/{personId}/bills", tag = "bills", operation_id = "create_bill",
    security(("session" = ["ROLE_USER"])),
    params(("personId" = Uuid, Path, description = "One's own id"),
           ("Idempotency-Key" = Option<String>, Header, description = "Sent again, it gets the bill it made")),
    request_body = BillBody,
    responses(
        (status = 201, description = "The draft", body = BillOnWire),
        (status = 200, description = "The bill that this key made before, as it stands now", body = BillOnWire),
        (status = 422, description = "A field was not accepted", body = Problem)))]
pub async fn post(
    State(app): State<AppState>,
    session: WorkerSession,
    Path(person): Path<Uuid>,
    IdempotencyKey(key): IdempotencyKey,
    Json(body): Json<BillBody>,
) -> ApiResult<(StatusCode, Json<BillOnWire>)> {
    session.must_be(PersonId::from(person))?;
    let mut change = body.read_change()?;
    if change.send {
        // A bill is sent from where it stands, and it stands nowhere yet.
        return Err(ApiError::Invalid(vec![FieldProblem::new("state", ErrorKey::InvalidChoice)]));
    }
    settle_customer(&app, session.person.id, &mut change.bill).await?;
    let making = Making { kind: MadeKind::Bill, key, action: Action::BillCreated, detail: json!({}) };
    let (status, bill) = make_draft(&app, &session.person, change.bill, making).await?;
    Ok((status, Json(bill.into())))
}

/// How a draft comes about.
pub struct Making {
    pub kind: MadeKind,
    pub key: Option<String>,
    pub action: Action,
    pub detail: Value,
}

/// Stores a draft, or finds the one that the key has made before.
pub async fn make_draft(
    app: &App,
    person: &Person,
    mut bill: Bill,
    making: Making,
) -> ApiResult<(StatusCode, StoredBill)> {
    identify_rows(app, &mut bill)?;
    let figures = Terms::of(app, person).await?.figures(&bill);
    let found_by = bill.found_by(&figures);
    let (id, saved_at): (BillId, _) = (app.new_id()?, app.clock.now());

    let mut tx = app.store.begin().await?;
    if let Some(key) = &making.key
        && let Some(made) = tx.claim_key(person.id, making.kind, key, id, saved_at).await?
    {
        drop(tx);
        return Ok((StatusCode::OK, own_bill(app, person.id, made).await?));
    }
    let content = WrittenBill { id, bill: &bill, figures, found_by: &found_by, saved_at };
    let new = NewBill { person: person.id, credit_of: None, correction_of: None, content };
    tx.insert_bill(&new).await.map_err(row_taken)?;
    tx.record(&app.event(Some(person.id), making.action, subject(id), &making.detail)).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, own_bill(app, person.id, id).await?))
}
