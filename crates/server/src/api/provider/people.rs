//! `/api/provider/people`: all accounts, and their roles.

use liksa_actions::people;
use liksa_domain::person::Role;
use liksa_store::{PeopleFilter, PersonCard};

use crate::api::paging::{cursor_of, paged};
use crate::api::prelude::*;

const PEOPLE_PER_PAGE: i64 = 50;

pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(people)).routes(routes!(roles, set_roles))
}

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
    pub id: PersonId,
    pub name: String,
    pub email: String,
    #[schema(required)]
    pub roles: Vec<Role>,
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
#[utoipa::path(get, path = "/api/provider/people", params(PeopleQuery),
    responses(
        (status = 200, description = "A page", body = PeoplePage),
        (status = 422, description = "A parameter was not accepted")))]
async fn people(app: Server, session: AdminSession, Query(query): Query<PeopleQuery>) -> Reply<PeoplePage> {
    let after = cursor_of(query.cursor.as_deref())?;
    let filter = PeopleFilter {
        role: choice("role", query.role.as_deref(), Role::from_name)?,
        search: query.q.as_deref().unwrap_or_default(),
        after: after.as_ref(),
        limit: PEOPLE_PER_PAGE + 1,
    };
    let found = app.store.people(&filter).await?;
    let (people, next) = paged(found, PEOPLE_PER_PAGE, PersonCard::cursor);
    let shown = |card: PersonCard| PersonWithRoles {
        id: card.person.id,
        name: card.person.full_name(),
        email: card.person.email.as_str().to_owned(),
        own: card.person.id == session.person.id,
        roles: card.person.roles,
    };
    Ok(Json(PeoplePage { people: people.into_iter().map(shown).collect(), next }))
}

#[derive(Serialize, ToSchema)]
pub struct Roles {
    #[schema(required)]
    pub roles: Vec<Role>,
}

#[derive(Deserialize, ToSchema)]
pub struct RolesBody {
    /// All that the person is to have; one at least.
    roles: Vec<String>,
}

/// The roles of one person.
#[utoipa::path(get, path = "/api/provider/people/{personId}/roles",
    responses(
        (status = 200, description = "The roles", body = Roles),
        (status = 404, description = "No such person")))]
async fn roles(app: Server, _: AdminSession, Path(person): Path<PersonId>) -> Reply<Roles> {
    let person = app.store.person(person).await?.ok_or(ApiError::NotFound)?;
    Ok(Json(Roles { roles: person.roles }))
}

/// Give and take roles. They count from the person's next request on.
#[utoipa::path(put, path = "/api/provider/people/{personId}/roles", request_body = RolesBody,
    responses(
        (status = 200, description = "The roles as they now are", body = Roles),
        (status = 404, description = "No such person"),
        (status = 409, description = "LAST_ADMIN: one's own ROLE_ADMIN stays"),
        (status = 422, description = "An unknown role, or none")))]
async fn set_roles(
    app: Server,
    session: AdminSession,
    Path(person): Path<PersonId>,
    Json(body): Json<RolesBody>,
) -> Reply<Roles> {
    let roles = people::set_roles(&app, session.person.id, person, read(&body.roles)?).await?;
    Ok(Json(Roles { roles }))
}

fn read(names: &[String]) -> ApiResult<Vec<Role>> {
    let mut roles = Vec::new();
    for (place, name) in names.iter().enumerate() {
        roles.extend(choice(&format!("roles[{place}]"), Some(name), Role::from_name)?);
    }
    if roles.is_empty() {
        return Err(ApiError::invalid("roles", ErrorKey::RoleRequired));
    }
    Ok(roles)
}

#[cfg(test)]
mod tests;
