//! `/api/provider/deletion-requests`: accounts whose owners want them removed.

use liksa_actions::people;

use crate::api::prelude::*;

/// A longer list would mean that something else is wrong.
const MOST: i64 = 500;

pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(deletion_requests)).routes(routes!(erase_person))
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeletionRequest {
    /// The person.
    id: PersonId,
    name: String,
    email: String,
    /// By ISO 8601.
    requested_at: String,
}

/// Who wants their account removed, by last name.
#[utoipa::path(get, path = "/api/provider/deletion-requests",
    responses(
        (status = 200, description = "All who wait for it", body = Vec<DeletionRequest>),
        (status = 403, description = "Not an administrator")))]
async fn deletion_requests(app: Server, _: AdminSession) -> Reply<Vec<DeletionRequest>> {
    let waiting = app.store.deletion_requests(MOST).await?;
    let on_wire = waiting.into_iter().map(|(person, at)| DeletionRequest {
        id: person.id,
        name: person.full_name(),
        email: person.email.as_str().to_owned(),
        requested_at: at.to_string(),
    });
    Ok(Json(on_wire.collect()))
}

/// Remove the account of a person who asked for it: the log-in, drafts, templates, shifts, the picture, and how to
/// reach or pay them. What the law requires stays in the books. A last mail tells them.
#[utoipa::path(post, path = "/api/provider/deletion-requests/{personId}/erase",
    responses(
        (status = 204, description = "Removed"),
        (status = 404, description = "No such person"),
        (status = 409, description = "DELETION_NOT_REQUESTED, OWN_MATTER, or ACCOUNT_NOT_SETTLED: bills, salaries or \
         debts are under way")))]
async fn erase_person(
    app: Server,
    session: AdminSession,
    Path(person): Path<PersonId>,
) -> ApiResult<StatusCode> {
    people::erase_person(&app, session.person.id, person).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[cfg(test)]
mod tests;
