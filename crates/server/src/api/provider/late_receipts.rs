//! `/api/provider/late-receipts`: late receipts that clerks decide about.

use liksa_actions::context::clock::finnish_day;
use liksa_actions::late_receipts;
use liksa_domain::late_receipt::{LONGEST_REFUSAL, LateReceiptState};
use liksa_domain::reading::NumberText;
use liksa_store::LateReceiptWithFiles;

use crate::api::late_receipts::LateReceiptOnWire;
use crate::api::paging::{cursor_of, paged};
use crate::api::prelude::*;

const PER_PAGE: i64 = 30;

pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(late_receipts_of_workers))
        .routes(routes!(approve_late_receipt))
        .routes(routes!(refuse_late_receipt))
        .routes(routes!(undo_late_receipt))
}

/// A late receipt as clerks see it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LateReceiptOfWorker)]
pub struct OfWorker {
    pub person_id: PersonId,
    pub person_name: String,
    /// All VAT that is in the amount.
    pub most_vat: Money,
    /// What is deducted of it; null where it is no VAT invoice to the provider.
    #[schema(required)]
    pub vat: Option<Money>,
    /// Who decided, and on which day, DD.MM.YYYY; null while it waits.
    #[schema(required)]
    pub decided_by: Option<String>,
    #[schema(required)]
    pub decided_on: Option<String>,
    /// The approval can be undone: no approved salary pays it yet.
    pub can_be_undone: bool,
    pub late_receipt: LateReceiptOnWire,
}

impl From<LateReceiptWithFiles> for OfWorker {
    fn from(found: LateReceiptWithFiles) -> Self {
        let late = &found.late;
        let open = late.salary.is_none_or(|salary| salary.held || salary.state.is_open());
        Self {
            person_id: late.person,
            person_name: late.person_name.clone(),
            most_vat: late.claim.most_vat(),
            vat: late.vat,
            decided_by: late.decided_by_name.clone(),
            decided_on: late.decided_at.map(|at| format_date(finnish_day(at))),
            can_be_undone: late.state == LateReceiptState::Approved && open,
            late_receipt: found.into(),
        }
    }
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct LateReceiptsQuery {
    /// WAITING if not given, APPROVED or REFUSED.
    state: Option<String>,
    /// `next` of the page before.
    cursor: Option<String>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LateReceiptsPage {
    #[schema(required)]
    pub late_receipts: Vec<OfWorker>,
    #[schema(required)]
    pub next: Option<String>,
}

/// Late receipts in one state: what waits from the oldest on, what is decided from the newest on.
#[utoipa::path(get, path = "/api/provider/late-receipts", params(LateReceiptsQuery),
    responses(
        (status = 200, description = "A page", body = LateReceiptsPage),
        (status = 422, description = "A parameter was not accepted")))]
async fn late_receipts_of_workers(
    app: Server,
    _: ClerkSession,
    Query(query): Query<LateReceiptsQuery>,
) -> Reply<LateReceiptsPage> {
    let sent =
        |name: &str| LateReceiptState::from_name(name).filter(|state| *state != LateReceiptState::Draft);
    let state = choice("state", query.state.as_deref(), sent)?.unwrap_or(LateReceiptState::Waiting);
    let after: Option<LateReceiptId> = cursor_of(query.cursor.as_deref())?;
    let found = app.store.late_receipts(state, after, PER_PAGE + 1).await?;
    let (found, next) = paged(found, PER_PAGE, |one| one.id);
    let found = app.store.with_files(found).await?;
    Ok(Json(LateReceiptsPage { late_receipts: found.into_iter().map(Into::into).collect(), next }))
}

#[derive(Deserialize, ToSchema)]
#[schema(as = LateReceiptApproval)]
pub struct Approval {
    /// As it was read.
    version: Option<i64>,
    /// What is deducted where it is a VAT invoice to the provider; null where nothing is.
    vat: Option<NumberText>,
}

fn required_version(version: Option<i64>) -> ApiResult<i64> {
    version.ok_or_else(|| ApiError::invalid("version", ErrorKey::Required))
}

/// Approve a late receipt: the next salary that covers it pays it.
#[utoipa::path(put, path = "/api/provider/late-receipts/{lateReceiptId}/approve", request_body = Approval,
    responses(
        (status = 200, description = "As it now is", body = OfWorker),
        (status = 404, description = "No such late receipt"),
        (status = 409, description = "STALE_LATE_RECEIPT: changed, withdrawn or decided; OWN_MATTER"),
        (status = 422, description = "More VAT than it has")))]
async fn approve_late_receipt(
    app: Server,
    clerk: ClerkSession,
    Path(id): Path<LateReceiptId>,
    Json(body): Json<Approval>,
) -> Reply<OfWorker> {
    let version = required_version(body.version)?;
    let by = clerk.person.id;
    Ok(Json(late_receipts::approve(&app, by, id, version, body.vat.as_deref()).await?.into()))
}

#[derive(Deserialize, ToSchema)]
#[schema(as = LateReceiptRefusal)]
pub struct RefusalBody {
    /// As it was read.
    version: Option<i64>,
    /// Told to the worker.
    reason: Option<String>,
}

/// Refuse a late receipt. The worker is told why.
#[utoipa::path(put, path = "/api/provider/late-receipts/{lateReceiptId}/refuse", request_body = RefusalBody,
    responses(
        (status = 200, description = "As it now is", body = OfWorker),
        (status = 404, description = "No such late receipt"),
        (status = 409, description = "STALE_LATE_RECEIPT: changed, withdrawn or decided; OWN_MATTER"),
        (status = 422, description = "No reason")))]
async fn refuse_late_receipt(
    app: Server,
    clerk: ClerkSession,
    Path(id): Path<LateReceiptId>,
    Json(body): Json<RefusalBody>,
) -> Reply<OfWorker> {
    let version = required_version(body.version)?;
    let reason = required_text("reason", body.reason.as_deref(), LONGEST_REFUSAL)?;
    Ok(Json(late_receipts::refuse(&app, clerk.person.id, id, version, &reason).await?.into()))
}

#[derive(Deserialize, ToSchema)]
#[schema(as = LateReceiptUndoing)]
pub struct Undoing {
    /// As it was read.
    version: Option<i64>,
}

/// Undo an approval: the late receipt waits again.
#[utoipa::path(put, path = "/api/provider/late-receipts/{lateReceiptId}/undo", request_body = Undoing,
    responses(
        (status = 200, description = "As it now is", body = OfWorker),
        (status = 404, description = "No such late receipt"),
        (status = 409, description = "STALE_LATE_RECEIPT: changed; LATE_RECEIPT_IN_SALARY; OWN_MATTER")))]
async fn undo_late_receipt(
    app: Server,
    clerk: ClerkSession,
    Path(id): Path<LateReceiptId>,
    Json(body): Json<Undoing>,
) -> Reply<OfWorker> {
    let version = required_version(body.version)?;
    Ok(Json(late_receipts::undo(&app, clerk.person.id, id, version).await?.into()))
}
