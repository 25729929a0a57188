//! `PUT /api/provider/workers/{personId}/terms`: what was agreed with a worker.

use axum::extract::State;
use liksa_domain::audit::Action;
use liksa_domain::ids::PersonId;
use liksa_domain::problem::ErrorKey;
use liksa_domain::worker_terms::{TermsForm, WorkerTerms};
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

use super::wire::Terms;
use super::{subject, worker};
use crate::api::number::{NumberText, text};
use crate::app::AppState;
use crate::http::error::{ApiError, ApiResult, Problem};
use crate::http::extract::{Json, Path};
use crate::session::staff::PeopleSession;

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TermsBody {
    /// Of the worker whom the form shows.
    version: i64,
    /// WORKER or ENTREPRENEUR.
    worker_type: Option<String>,
    /// In per cent; null for the provider's usual fee.
    service_percent: Option<NumberText>,
    profession_code: Option<String>,
    /// True if not said.
    yel_insured: Option<bool>,
    /// False if not said.
    pay_yel_through_service: Option<bool>,
    /// DD.MM.YYYY
    employed_since: Option<String>,
}

/// Agree on other terms with a worker. They count from the next salary on.
#[utoipa::path(put, path = "/api/provider/workers/{personId}/terms", tag = "provider",
    operation_id = "set_terms",
    security(("session" = ["ROLE_PAYROLL", "ROLE_ADMIN"])),
    params(("personId" = Uuid, Path)),
    request_body = TermsBody,
    responses(
        (status = 200, description = "The terms as they now are", body = Terms),
        (status = 404, description = "No such worker", body = Problem),
        (status = 409, description = "OWN_MATTER: one's own terms; STALE_PERSON: changed since", body = Problem),
        (status = 422, description = "A field was not accepted", body = Problem)))]
pub async fn put(
    State(app): State<AppState>,
    session: PeopleSession,
    Path(person): Path<Uuid>,
    Json(body): Json<TermsBody>,
) -> ApiResult<Json<Terms>> {
    let id = PersonId::from(person);
    session.must_not_be(id)?;
    let form = TermsForm {
        worker_type: body.worker_type.as_deref(),
        service_percent: text(&body.service_percent),
        profession_code: body.profession_code.as_deref(),
        yel_insured: body.yel_insured,
        pay_yel_through_service: body.pay_yel_through_service,
        employed_since: body.employed_since.as_deref(),
    };
    let terms = form.read(app.clock.today())?;
    let before = Terms::from(WorkerTerms::of(&worker(&app, id).await?));
    let mut tx = app.store.begin().await?;
    if !tx.set_terms(id, body.version, &terms).await? {
        return Err(ApiError::Conflict(ErrorKey::StalePerson));
    }
    let after = Terms::from(terms);
    let detail = json!({"before": before, "after": after});
    let event = app.event(Some(session.person.id), Action::TermsChanged, subject(id), &detail);
    tx.record(&event).await?;
    tx.commit().await?;
    Ok(Json(after))
}
