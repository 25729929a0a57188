//! `GET /api/provider/people?q=&role=`: everybody who has an account.

use axum::extract::State;
use liksa_domain::ids::Id;
use liksa_domain::person::Role;
use liksa_domain::problem::ErrorKey;
use liksa_store::{PeopleFilter, PersonCard};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::api::paging::{cursor_of, paged};
use crate::api::wire::Role as RoleOnWire;
use crate::app::AppState;
use crate::http::error::{ApiError, ApiResult, FieldProblem, Problem};
use crate::http::extract::{Json, Query};
use crate::session::staff::AdminSession;

const PEOPLE_PER_PAGE: i64 = 50;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PeopleQuery {
    /// Starts of words of the name or the e-mail; two letters at least.
    q: Option<String>,
    /// Only those with this role.
    role: Option<String>,
    /// `next` of the page before.
    cursor: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub struct PersonWithRoles {
    pub id: Uuid,
    pub name: String,
    pub email: String,
    #[schema(required)]
    pub roles: Vec<RoleOnWire>,
    /// The one who asks.
    pub own: bool,
}

#[derive(Serialize, ToSchema)]
pub struct PeoplePage {
    /// By last name.
    #[schema(required)]
    pub people: Vec<PersonWithRoles>,
    #[schema(required)]
    pub next: Option<String>,
}

/// People by name, or those that a search finds.
#[utoipa::path(get, path = "/api/provider/people", tag = "provider", operation_id = "people",
    security(("session" = ["ROLE_ADMIN"])),
    params(PeopleQuery),
    responses(
        (status = 200, description = "A page", body = PeoplePage),
        (status = 422, description = "A parameter was not accepted", body = Problem)))]
pub async fn get(
    State(app): State<AppState>,
    session: AdminSession,
    Query(query): Query<PeopleQuery>,
) -> ApiResult<Json<PeoplePage>> {
    let unknown = || ApiError::Invalid(vec![FieldProblem::new("role", ErrorKey::InvalidChoice)]);
    let role = query.role.as_deref().map(|name| Role::from_name(name).ok_or_else(unknown)).transpose()?;
    let after = cursor_of(query.cursor.as_deref())?;
    let filter = PeopleFilter {
        role,
        search: query.q.as_deref().unwrap_or_default(),
        after: after.as_ref(),
        limit: PEOPLE_PER_PAGE + 1,
    };
    let found = app.store.people(&filter).await?;
    let (people, next) = paged(found, PEOPLE_PER_PAGE, PersonCard::cursor);
    let shown = |card: PersonCard| PersonWithRoles {
        id: card.person.id.uuid(),
        name: card.person.full_name(),
        email: card.person.email.as_str().to_owned(),
        own: card.person.id == session.person.id,
        roles: card.person.roles.into_iter().map(RoleOnWire::from).collect(),
    };
    Ok(Json(PeoplePage { people: people.into_iter().map(shown).collect(), next }))
}
