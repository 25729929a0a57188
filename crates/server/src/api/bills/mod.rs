//! Bills: the worker's drafts and what becomes of them.

mod advances;
mod body;
mod documents;
mod history;
mod lists;
mod money;
mod purchases;
mod row_wire;
mod rows;
mod wire;

pub use advances::AdvanceOnWire;
pub use body::BillBody;
pub use history::{HistoryEvent, events_of};
pub use purchases::PurchaseOnWire;
pub use row_wire::RowOnWire;
pub use rows::{LARGEST_RECEIPT_BYTES, ReceiptOnWire, ReceiptUpload, receive as receive_receipt};
pub use wire::{BillOnWire, CardOnWire, CreditableOnWire};

use axum::extract::State;
use axum::http::StatusCode;
use liksa_actions::bills::{self, Made, Refusal, own_bill};
use liksa_domain::bill::life::Move;
use liksa_domain::ids::{BillId, CustomerId, PersonId};
use liksa_domain::problem::ErrorKey;
use liksa_domain::validation::may_be_overridden;
use serde::{Deserialize, Serialize};
use serde_json::value::to_raw_value;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::AppState;
use crate::http::error::{ApiError, ApiResult, FieldProblem, Problem};
use crate::http::extract::IdempotencyKey;
use crate::http::extract::{Json, Path, Query};
use crate::session::WorkerSession;

pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(create))
        .routes(routes!(get, save, delete))
        .routes(routes!(copy))
        .routes(routes!(correct))
        .routes(routes!(credit_part))
        .routes(routes!(creditable))
        .routes(routes!(open))
        .routes(routes!(validate))
        .routes(routes!(history::get))
        .merge(advances::routes())
        .merge(lists::routes())
        .merge(documents::routes())
        .merge(money::routes())
        .merge(rows::routes())
        .merge(purchases::routes())
}

/// Why the bill was not changed, and its present state, so that nothing typed on an older one is lost.
#[derive(Serialize, ToSchema)]
pub struct BillConflict {
    #[serde(flatten)]
    pub problem: Problem,
    pub bill: BillOnWire,
}

impl From<Refusal> for ApiError {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Conflict(key, bill) => {
                let message = "the bill is not what was edited".to_owned();
                let problem = Problem { error_key: key, message, fields: vec![] };
                match to_raw_value(&BillConflict { problem, bill: (*bill).into() }) {
                    Ok(body) => Self::ConflictWithBody(key, body),
                    Err(error) => Self::Internal(error.into()),
                }
            }
            Refusal::NotSendable(problems) => Self::NotSendable(problems),
            Refusal::Other(error) => error.into(),
        }
    }
}

/// 201 for what was made now, 200 for what the same key made before.
pub fn made<T, W: From<T>>(made: Made<T>) -> (StatusCode, Json<W>) {
    made_as(made.is_new, made.value.into())
}

/// The same for what is on the wire already.
pub fn made_as<W>(is_new: bool, wire: W) -> (StatusCode, Json<W>) {
    let status = if is_new { StatusCode::CREATED } else { StatusCode::OK };
    (status, Json(wire))
}

/// A new draft.
#[utoipa::path(post, path = "/api/person/{personId}/bills", tag = "bills", operation_id = "create_bill",
    params(("personId" = Uuid, Path, description = "One's own id"),
           ("Idempotency-Key" = Option<String>, Header, description = "Sent again, it gets the bill it made")),
    request_body = BillBody,
    responses(
        (status = 201, description = "The draft", body = BillOnWire),
        (status = 200, description = "The bill that this key made before, as it stands now", body = BillOnWire),
        (status = 422, description = "A field was not accepted", body = Problem)))]
async fn create(
    State(app): State<AppState>,
    session: WorkerSession,
    Path(person): Path<PersonId>,
    IdempotencyKey(key): IdempotencyKey,
    Json(body): Json<BillBody>,
) -> ApiResult<(StatusCode, Json<BillOnWire>)> {
    session.must_be(person)?;
    let change = body.read_change()?;
    if change.send {
        // Only a stored draft can be sent.
        return Err(ApiError::invalid("state", ErrorKey::InvalidChoice));
    }
    Ok(made(bills::create(&app, &session.person, change.draft, key.as_deref()).await?))
}

/// One bill with its rows.
#[utoipa::path(get, path = "/api/person/{personId}/bills/{billId}", tag = "bills", operation_id = "bill",
    params(("personId" = Uuid, Path, description = "One's own id"), ("billId" = Uuid, Path)),
    responses(
        (status = 200, description = "The bill", body = BillOnWire),
        (status = 404, description = "No such bill of one's own", body = Problem)))]
async fn get(
    State(app): State<AppState>,
    session: WorkerSession,
    Path((person, bill)): Path<(PersonId, BillId)>,
) -> ApiResult<Json<BillOnWire>> {
    session.must_be(person)?;
    Ok(Json(bills::read(&app, &session.person, bill).await?.into()))
}

/// Save a draft, or save it and send it for approval.
///
/// `version` must be the one that was edited. Everything that the server owns (number, totals, other states) is
/// ignored or refused, never stored.
#[utoipa::path(put, path = "/api/person/{personId}/bills/{billId}", tag = "bills", operation_id = "save_bill",
    params(("personId" = Uuid, Path, description = "One's own id"), ("billId" = Uuid, Path)),
    request_body = BillBody,
    responses(
        (status = 200, description = "The bill as it is stored", body = BillOnWire),
        (status = 404, description = "No such bill of one's own", body = Problem),
        (status = 409, description = "STALE_BILL: saved elsewhere meanwhile. invoiceDisabled: no longer a draft. \
            ILLEGAL_TRANSITION: sent already", body = BillConflict),
        (status = 422, description = "A field was not accepted, or ERRORS_IN_BILL: not sendable like this",
            body = Problem)))]
async fn save(
    State(app): State<AppState>,
    session: WorkerSession,
    Path((person, bill)): Path<(PersonId, BillId)>,
    Json(body): Json<BillBody>,
) -> ApiResult<Json<BillOnWire>> {
    session.must_be(person)?;
    if body.is_beyond_draft() {
        bills::must_be_draft(&app, person, bill).await?;
    }
    let change = body.read_change()?;
    let required = || ApiError::invalid("version", ErrorKey::Required);
    let version = change.version.ok_or_else(required)?;
    let saved = match change.send {
        true => bills::send_for_approval(&app, &session.person, bill, version, change.draft).await?,
        false => bills::save(&app, &session.person, bill, version, change.draft).await?,
    };
    Ok(Json(saved.into()))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Deletion {
    /// The version that was seen. Without it the present one is deleted.
    version: Option<i64>,
}

/// Delete a draft, or a credit note that no clerk has taken yet.
#[utoipa::path(delete, path = "/api/person/{personId}/bills/{billId}", tag = "bills", operation_id = "delete_bill",
    params(("personId" = Uuid, Path, description = "One's own id"), ("billId" = Uuid, Path), Deletion),
    responses(
        (status = 204, description = "It is gone"),
        (status = 404, description = "No such bill of one's own", body = Problem),
        (status = 409, description = "STALE_BILL, or ILLEGAL_TRANSITION: it was sent", body = BillConflict)))]
async fn delete(
    State(app): State<AppState>,
    session: WorkerSession,
    Path((person, bill)): Path<(PersonId, BillId)>,
    Query(asked): Query<Deletion>,
) -> ApiResult<StatusCode> {
    session.must_be(person)?;
    bills::delete(&app, session.person.id, bill, asked.version).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// A draft with the same customer, texts and prices, dated from today on; trips and receipts are not copied.
#[utoipa::path(post, path = "/api/person/{personId}/bills/{billId}/copy", tag = "bills", operation_id = "copy_bill",
    params(("personId" = Uuid, Path, description = "One's own id"), ("billId" = Uuid, Path),
           ("Idempotency-Key" = Option<String>, Header, description = "Sent again, it gets the copy it made")),
    responses(
        (status = 201, description = "The new draft", body = BillOnWire),
        (status = 200, description = "The draft that this key made before, as it stands now", body = BillOnWire),
        (status = 404, description = "No such bill of one's own", body = Problem),
        (status = 409, description = "CANNOT_COPY_BILL: it is a credit note", body = BillConflict)))]
async fn copy(
    State(app): State<AppState>,
    session: WorkerSession,
    Path((person, bill)): Path<(PersonId, BillId)>,
    IdempotencyKey(key): IdempotencyKey,
) -> ApiResult<(StatusCode, Json<BillOnWire>)> {
    session.must_be(person)?;
    Ok(made(bills::copy(&app, &session.person, bill, key.as_deref()).await?))
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Correction {
    /// Waits for the provider's approval.
    pub credit_note: BillOnWire,
    /// Opens for changes.
    pub draft: BillOnWire,
}

impl From<bills::Correction> for Correction {
    fn from(correction: bills::Correction) -> Self {
        Self { credit_note: correction.credit_note.into(), draft: correction.draft.into() }
    }
}

/// Take a sent bill back by a credit note, and write it anew.
#[utoipa::path(post, path = "/api/person/{personId}/bills/{billId}/correct", tag = "bills",
    operation_id = "correct_bill",
    params(("personId" = Uuid, Path, description = "One's own id"), ("billId" = Uuid, Path),
           ("Idempotency-Key" = Option<String>, Header, description = "Sent again, it gets what it made")),
    responses(
        (status = 201, description = "The credit note and the new draft", body = Correction),
        (status = 200, description = "What this key made before, as it stands now", body = Correction),
        (status = 404, description = "No such bill of one's own", body = Problem),
        (status = 409, description = "ILLEGAL_TRANSITION: it has not gone to the customer. ALREADY_CREDITED. \
            PARTLY_CREDITED: the rest is credited as a part",
            body = BillConflict)))]
async fn correct(
    State(app): State<AppState>,
    session: WorkerSession,
    Path((person, bill)): Path<(PersonId, BillId)>,
    IdempotencyKey(key): IdempotencyKey,
) -> ApiResult<(StatusCode, Json<Correction>)> {
    session.must_be(person)?;
    Ok(made(bills::correct(&app, &session.person, bill, key.as_deref()).await?))
}

/// A draft that credits what is left of a sent bill. What stays billed is taken out of it before it is sent.
#[utoipa::path(post, path = "/api/person/{personId}/bills/{billId}/credit-part", tag = "bills",
    operation_id = "credit_part",
    params(("personId" = Uuid, Path, description = "One's own id"), ("billId" = Uuid, Path),
           ("Idempotency-Key" = Option<String>, Header, description = "Sent again, it gets the draft it made")),
    responses(
        (status = 201, description = "The new draft", body = BillOnWire),
        (status = 200, description = "The draft that this key made before, as it stands now", body = BillOnWire),
        (status = 404, description = "No such bill of one's own", body = Problem),
        (status = 409, description = "ILLEGAL_TRANSITION: it has not gone to the customer. ALREADY_CREDITED: nothing \
            is left of it", body = BillConflict)))]
async fn credit_part(
    State(app): State<AppState>,
    session: WorkerSession,
    Path((person, bill)): Path<(PersonId, BillId)>,
    IdempotencyKey(key): IdempotencyKey,
) -> ApiResult<(StatusCode, Json<BillOnWire>)> {
    session.must_be(person)?;
    Ok(made(bills::credit_part(&app, &session.person, bill, key.as_deref()).await?))
}

/// The most bills that a credit note is offered to choose from.
const MOST_CREDITABLE: i64 = 100;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct CreditableQuery {
    /// The customer of the credit note.
    customer: CustomerId,
}

#[derive(Serialize, ToSchema)]
pub struct CreditableBills {
    /// The newest first, at most a hundred.
    #[schema(required)]
    pub bills: Vec<CreditableOnWire>,
}

/// One's sent bills to a customer of which something is left to be credited.
#[utoipa::path(get, path = "/api/person/{personId}/creditable-bills", tag = "bills",
    operation_id = "creditable_bills",
    params(("personId" = Uuid, Path, description = "One's own id"), CreditableQuery),
    responses((status = 200, description = "The bills to choose from", body = CreditableBills)))]
async fn creditable(
    State(app): State<AppState>,
    session: WorkerSession,
    Path(person): Path<PersonId>,
    Query(query): Query<CreditableQuery>,
) -> ApiResult<Json<CreditableBills>> {
    session.must_be(person)?;
    let found = app.store.creditable_bills(person, query.customer, MOST_CREDITABLE).await?;
    Ok(Json(CreditableBills { bills: found.into_iter().map(CreditableOnWire::from).collect() }))
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum OpenOutcome {
    /// It is open.
    OpenBillSuccess,
    /// A clerk has it and has been asked.
    OpenRequestSuccess,
}

#[derive(Serialize, ToSchema)]
pub struct OpenedBill {
    pub outcome: OpenOutcome,
    pub bill: BillOnWire,
}

/// Open a bill that was sent for approval, or ask the clerk who has it.
#[utoipa::path(put, path = "/api/person/bill/{billId}/open", tag = "bills", operation_id = "open_bill",
    params(("billId" = Uuid, Path)),
    responses(
        (status = 200, description = "Opened or asked", body = OpenedBill),
        (status = 404, description = "No such bill of one's own", body = Problem),
        (status = 409, description = "BILL_HAS_BEEN_PAID: by its customer, or in a salary. \
            BILL_HAS_ADVANCE_PAYMENTS: one was asked for, granted or paid. ILLEGAL_TRANSITION: it \
            cannot be opened from where it is", body = BillConflict)))]
async fn open(
    State(app): State<AppState>,
    session: WorkerSession,
    Path(bill): Path<BillId>,
) -> ApiResult<Json<OpenedBill>> {
    let (bill, step) = bills::open(&app, session.person.id, bill).await?;
    let outcome = match step {
        Move::RequestOpen => OpenOutcome::OpenRequestSuccess,
        _ => OpenOutcome::OpenBillSuccess,
    };
    Ok(Json(OpenedBill { outcome, bill: bill.into() }))
}

#[derive(Serialize, ToSchema)]
pub struct Validation {
    /// Nothing stands in the way.
    pub valid: bool,
    /// It may be sent with `leftOutFromHome`.
    pub overridable: bool,
    #[schema(required)]
    pub problems: Vec<FieldProblem>,
    /// What the worker should know before sending, such as characters that cannot be printed.
    #[schema(required)]
    pub remarks: Vec<FieldProblem>,
}

/// Everything that stands in the way of sending the bill as it is stored.
#[utoipa::path(get, path = "/api/person/bill/{billId}/validate", tag = "bills", operation_id = "validate_bill",
    params(("billId" = Uuid, Path)),
    responses(
        (status = 200, description = "What was found", body = Validation),
        (status = 404, description = "No such bill of one's own", body = Problem)))]
async fn validate(
    State(app): State<AppState>,
    session: WorkerSession,
    Path(bill): Path<BillId>,
) -> ApiResult<Json<Validation>> {
    let bill = own_bill(&app, session.person.id, bill).await?;
    let problems = bills::problems_of_draft(&app, &session.person, &bill).await?;
    let overridable = !problems.is_empty() && may_be_overridden(&problems);
    let remarks = bills::unprintable_of(&bill, &session.person);
    Ok(Json(Validation { valid: problems.is_empty(), overridable, problems, remarks }))
}

#[cfg(test)]
pub mod tests;
