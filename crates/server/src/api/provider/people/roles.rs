//! `GET` and `PUT /api/provider/people/{personId}/roles`: what somebody may do.

use axum::extract::State;
use liksa_domain::audit::Action;
use liksa_domain::ids::PersonId;
use liksa_domain::person::{Role, roles_after};
use liksa_domain::problem::ErrorKey;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::api::provider::workers::subject;
use crate::api::wire::Role as RoleOnWire;
use crate::app::AppState;
use crate::http::error::{ApiError, ApiResult, FieldProblem, Problem};
use crate::http::extract::{Json, Path};
use crate::session::staff::AdminSession;

#[derive(Serialize, ToSchema)]
pub struct Roles {
    #[schema(required)]
    pub roles: Vec<RoleOnWire>,
}

#[derive(Deserialize, ToSchema)]
pub struct RolesBody {
    /// All that the person is to have; one at least.
    roles: Vec<String>,
}

/// The roles of one person.
#[utoipa::path(get, path = "/api/provider/people/{personId}/roles", tag = "provider", operation_id = "roles",
    security(("session" = ["ROLE_ADMIN"])),
    params(("personId" = Uuid, Path)),
    responses(
        (status = 200, description = "The roles", body = Roles),
        (status = 404, description = "Nobody", body = Problem)))]
pub async fn get(
    State(app): State<AppState>,
    _: AdminSession,
    Path(person): Path<Uuid>,
) -> ApiResult<Json<Roles>> {
    let person = app.store.person(PersonId::from(person)).await?.ok_or(ApiError::NotFound)?;
    Ok(Json(Roles::from(person.roles)))
}

/// Give and take roles. They count from the person's next request on.
#[utoipa::path(put, path = "/api/provider/people/{personId}/roles", tag = "provider",
    operation_id = "set_roles",
    security(("session" = ["ROLE_ADMIN"])),
    params(("personId" = Uuid, Path)),
    request_body = RolesBody,
    responses(
        (status = 200, description = "The roles as they now are", body = Roles),
        (status = 404, description = "Nobody", body = Problem),
        (status = 409, description = "LAST_ADMIN: one's own ROLE_ADMIN stays", body = Problem),
        (status = 422, description = "An unknown role, or none", body = Problem)))]
pub async fn put(
    State(app): State<AppState>,
    session: AdminSession,
    Path(person): Path<Uuid>,
    Json(body): Json<RolesBody>,
) -> ApiResult<Json<Roles>> {
    let (id, actor) = (PersonId::from(person), session.person.id);
    let asked = read(&body.roles)?;
    let mut tx = app.store.begin().await?;
    // Of two administrators who dismiss each other the second finds that they are none any more.
    if !tx.lock_admins().await?.contains(&actor) {
        return Err(ApiError::Forbidden);
    }
    let before = tx.roles_of(id).await?.ok_or(ApiError::NotFound)?;
    let after = roles_after(actor == id, asked).map_err(ApiError::Conflict)?;
    if before != after {
        tx.set_roles(id, &after).await?;
        let names = |roles: &[Role]| roles.iter().map(|role| role.name()).collect::<Vec<_>>();
        let detail = json!({"before": names(&before), "after": names(&after)});
        tx.record(&app.event(Some(actor), Action::RolesChanged, subject(id), &detail)).await?;
        tx.commit().await?;
    }
    Ok(Json(Roles::from(after)))
}

fn read(names: &[String]) -> ApiResult<Vec<Role>> {
    let mut roles = Vec::new();
    for (place, name) in names.iter().enumerate() {
        let unknown = || FieldProblem::new(format!("roles[{place}]"), ErrorKey::InvalidChoice);
        roles.push(Role::from_name(name).ok_or_else(|| ApiError::Invalid(vec![unknown()]))?);
    }
    if roles.is_empty() {
        return Err(ApiError::Invalid(vec![FieldProblem::new("roles", ErrorKey::RoleRequired)]));
    }
    Ok(roles)
}

impl From<Vec<Role>> for Roles {
    fn from(roles: Vec<Role>) -> Self {
        Self { roles: roles.into_iter().map(RoleOnWire::from).collect() }
    }
}
