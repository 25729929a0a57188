//! `PUT` and `DELETE /api/provider/workers/{personId}/distraint`: a payment order comes, changes and ends.

use axum::extract::State;
use axum::http::StatusCode;
use liksa_domain::audit::Action;
use liksa_domain::dates::format_date;
use liksa_domain::distraint::DistraintForm;
use liksa_domain::ids::PersonId;
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

use super::wire::DistraintOnWire;
use super::{subject, worker};
use crate::api::number::{NumberText, text};
use crate::app::AppState;
use crate::http::error::{ApiError, ApiResult, Problem};
use crate::http::extract::{Json, Path};
use crate::session::staff::PeopleSession;

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DistraintBody {
    /// A sum for each month; null to follow the law's table.
    fixed: Option<NumberText>,
    dependants: Option<NumberText>,
    /// DD.MM.YYYY
    from: Option<String>,
    /// The last day, DD.MM.YYYY; null where the order names none.
    until: Option<String>,
    receiver: Option<String>,
    iban: Option<String>,
    reference: Option<String>,
}

/// Follow a payment order from the next salary on. One that was there is replaced.
#[utoipa::path(put, path = "/api/provider/workers/{personId}/distraint", tag = "provider",
    operation_id = "set_distraint",
    security(("session" = ["ROLE_PAYROLL", "ROLE_ADMIN"])),
    params(("personId" = Uuid, Path)),
    request_body = DistraintBody,
    responses(
        (status = 200, description = "The order as it is now followed", body = DistraintOnWire),
        (status = 404, description = "No such worker", body = Problem),
        (status = 409, description = "OWN_MATTER: against oneself", body = Problem),
        (status = 422, description = "A field was not accepted", body = Problem)))]
pub async fn put(
    State(app): State<AppState>,
    session: PeopleSession,
    Path(person): Path<Uuid>,
    Json(body): Json<DistraintBody>,
) -> ApiResult<Json<DistraintOnWire>> {
    let id = PersonId::from(person);
    session.must_not_be(id)?;
    let form = DistraintForm {
        fixed: text(&body.fixed),
        dependants: text(&body.dependants),
        from: body.from.as_deref(),
        until: body.until.as_deref(),
        receiver: body.receiver.as_deref(),
        iban: body.iban.as_deref(),
        reference: body.reference.as_deref(),
    };
    let order = form.read()?;
    worker(&app, id).await?;
    let mut tx = app.store.begin().await?;
    tx.put_distraint(id, &order, app.clock.now()).await?;
    // Neither the account nor the reference: the log is read by more people than the order.
    let detail = json!({
        "fixed": order.fixed.map(|sum| sum.plain()),
        "dependants": order.dependants,
        "from": format_date(order.from),
        "until": order.until.map(format_date),
    });
    tx.record(&app.event(Some(session.person.id), Action::DistraintSet, subject(id), &detail)).await?;
    tx.commit().await?;
    Ok(Json(order.into()))
}

/// End a payment order at once.
#[utoipa::path(delete, path = "/api/provider/workers/{personId}/distraint", tag = "provider",
    operation_id = "remove_distraint",
    security(("session" = ["ROLE_PAYROLL", "ROLE_ADMIN"])),
    params(("personId" = Uuid, Path)),
    responses(
        (status = 204, description = "There is none any more"),
        (status = 404, description = "No such worker, or no order", body = Problem),
        (status = 409, description = "OWN_MATTER: against oneself", body = Problem)))]
pub async fn delete(
    State(app): State<AppState>,
    session: PeopleSession,
    Path(person): Path<Uuid>,
) -> ApiResult<StatusCode> {
    let id = PersonId::from(person);
    session.must_not_be(id)?;
    let mut tx = app.store.begin().await?;
    if !tx.delete_distraint(id).await? {
        return Err(ApiError::NotFound);
    }
    let event = app.event(Some(session.person.id), Action::DistraintRemoved, subject(id), &json!({}));
    tx.record(&event).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
