//! `GET /api/provider/workers?q=`: the workers by name.

use axum::extract::State;
use liksa_domain::person::Role;
use liksa_store::{PeopleFilter, PersonCard};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::wire::WorkerCard;
use crate::api::paging::{cursor_of, paged};
use crate::app::AppState;
use crate::http::error::{ApiResult, Problem};
use crate::http::extract::{Json, Query};
use crate::session::staff::StaffSession;

const WORKERS_PER_PAGE: i64 = 50;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct WorkersQuery {
    /// Starts of words of the name or the e-mail; two letters at least.
    q: Option<String>,
    /// `next` of the page before.
    cursor: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub struct WorkersPage {
    /// By last name.
    #[schema(required)]
    pub workers: Vec<WorkerCard>,
    #[schema(required)]
    pub next: Option<String>,
}

/// Workers by name, or those that a search finds.
#[utoipa::path(get, path = "/api/provider/workers", tag = "provider", operation_id = "workers",
    security(("session" = ["ROLE_CLERK", "ROLE_PAYROLL", "ROLE_ADMIN"])),
    params(WorkersQuery),
    responses(
        (status = 200, description = "A page", body = WorkersPage),
        (status = 422, description = "The cursor was not accepted", body = Problem)))]
pub async fn get(
    State(app): State<AppState>,
    _: StaffSession,
    Query(query): Query<WorkersQuery>,
) -> ApiResult<Json<WorkersPage>> {
    let after = cursor_of(query.cursor.as_deref())?;
    let filter = PeopleFilter {
        role: Some(Role::User),
        search: query.q.as_deref().unwrap_or_default(),
        after: after.as_ref(),
        limit: WORKERS_PER_PAGE + 1,
    };
    let found = app.store.people(&filter).await?;
    let (workers, next) = paged(found, WORKERS_PER_PAGE, PersonCard::cursor);
    Ok(Json(WorkersPage { workers: workers.into_iter().map(WorkerCard::from).collect(), next }))
}
