//! `GET /api/person/{personId}/templates`: one's own saved rows and texts.

use axum::extract::State;
use liksa_domain::ids::PersonId;
use uuid::Uuid;

use super::wire::TemplateList;
use crate::app::AppState;
use crate::http::error::{ApiResult, Problem};
use crate::http::extract::{Json, Path};
use crate::session::WorkerSession;

/// One's own saved rows and texts, by name.
#[utoipa::path(get, path = "/api/person/{personId}/templates", tag = "templates",
    operation_id = "list_templates",
    security(("session" = ["ROLE_USER"])),
    params(("personId" = Uuid, Path, description = "One's own id")),
    responses(
        (status = 200, description = "All of them", body = TemplateList),
        (status = 401, description = "Not signed in", body = Problem),
        (status = 403, description = "Not a worker", body = Problem),
        (status = 404, description = "Another person's", body = Problem)))]
pub async fn get(
    State(app): State<AppState>,
    session: WorkerSession,
    Path(person): Path<Uuid>,
) -> ApiResult<Json<TemplateList>> {
    let person = PersonId::from(person);
    session.must_be(person)?;
    let templates = app.store.templates(person).await?;
    Ok(Json(TemplateList { templates: templates.into_iter().map(Into::into).collect() }))
}

#[cfg(test)]
mod tests {
    use liksa_test_support::both_engines;
    use serde_json::json;

    use crate::api::templates::test_calls::{id, list, put, stranger, text};
    use crate::testing::TestApp;

    both_engines! {
        the_list_is_in_order_of_names,
        another_persons_list_is_not_there,
    }

    async fn the_list_is_in_order_of_names(app: TestApp) {
        let maija = app.worker().await;
        assert_eq!(list(&app, &maija).await, json!([]));
        for (number, name) in [(1, "Ääni"), (2, "beeta"), (3, "Alfa")] {
            put(&app, &maija, id(number), &text(name)).await;
        }
        let list = list(&app, &maija).await;
        let names: Vec<_> = list.as_array().unwrap().iter().map(|template| &template["name"]).collect();
        assert_eq!(names, ["Alfa", "beeta", "Ääni"]);
    }

    async fn another_persons_list_is_not_there(app: TestApp) {
        let maija = app.worker().await;
        let pekka = stranger(&app).await;
        put(&app, &maija, id(1), &text("Kiitos")).await;
        let path = format!("/api/person/{}/templates", maija.id);
        let answer = app.get(&path).token(&pekka.token).send().await;
        assert_eq!((answer.status, answer.key()), (404, "NOT_FOUND"));
        assert_eq!(list(&app, &pekka).await, json!([]));
    }
}
