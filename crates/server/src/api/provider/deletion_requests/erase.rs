//! `POST /api/provider/deletion-requests/{personId}/erase`: an account is removed as its owner asked.

use axum::extract::State;
use axum::http::StatusCode;
use liksa_domain::audit::Action;
use liksa_domain::ids::PersonId;
use liksa_domain::problem::ErrorKey;
use liksa_store::Unsettled;
use serde_json::json;
use uuid::Uuid;

use crate::app::AppState;
use crate::http::error::{ApiError, ApiResult, Problem};
use crate::http::extract::Path;
use crate::mail::account::account_removed;
use crate::session::staff::AdminSession;

/// Remove the account of somebody who asked for it: the log-in, drafts, templates, shifts, the picture, and how to
/// reach or pay them. What the law keeps in the books stays there. They are told by a last mail.
#[utoipa::path(post, path = "/api/provider/deletion-requests/{personId}/erase", tag = "provider",
    operation_id = "erase_person",
    security(("session" = ["ROLE_ADMIN"])),
    params(("personId" = Uuid, Path)),
    responses(
        (status = 204, description = "Removed"),
        (status = 404, description = "No such person", body = Problem),
        (status = 409, description = "DELETION_NOT_REQUESTED, OWN_MATTER, or ACCOUNT_NOT_SETTLED: bills, salaries or \
         debts are under way", body = Problem)))]
pub async fn post(
    State(app): State<AppState>,
    admin: AdminSession,
    Path(person): Path<Uuid>,
) -> ApiResult<StatusCode> {
    let id = PersonId::from(person);
    if id == admin.person.id {
        return Err(ApiError::Conflict(ErrorKey::OwnMatter));
    }
    let person = app.store.person(id).await?.ok_or(ApiError::NotFound)?;
    let mut tx = app.store.begin().await?;
    // Of two administrators who remove each other the second finds that they are none any more.
    if !tx.lock_admins().await?.contains(&admin.person.id) {
        return Err(ApiError::Forbidden);
    }
    match tx.erase_person(id, app.clock.now()).await? {
        Ok(()) => {}
        Err(Unsettled::NotRequested) => return Err(ApiError::Conflict(ErrorKey::DeletionNotRequested)),
        Err(Unsettled::MoneyUnderWay) => return Err(ApiError::Conflict(ErrorKey::AccountNotSettled)),
    }
    let event = app.event(Some(admin.person.id), Action::PersonErased, format!("person:{id}"), &json!({}));
    tx.record(&event).await?;
    let mail = account_removed(person.language).to(person.email, person.language);
    app.post_mail(&mut tx, &mail).await?;
    tx.commit().await?;
    app.wake_jobs();
    Ok(StatusCode::NO_CONTENT)
}
