//! `POST /api/person/{personId}/templates/delete`: delete several saved rows and texts.

use axum::extract::State;
use liksa_domain::ids::{PersonId, TemplateId};
use liksa_domain::problem::ErrorKey;
use liksa_domain::template::MOST_TEMPLATES;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::app::AppState;
use crate::http::error::{ApiError, ApiResult, FieldProblem, Problem};
use crate::http::extract::{Json, Path};
use crate::session::WorkerSession;

#[derive(Deserialize, ToSchema)]
pub struct TemplateIds {
    ids: Vec<Uuid>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct DeletedTemplates {
    /// How many there were to delete.
    deleted: usize,
}

/// Delete several of one's own saved rows and texts at once: all of them or, if that fails, none.
#[utoipa::path(post, path = "/api/person/{personId}/templates/delete", tag = "templates",
    operation_id = "delete_templates",
    security(("session" = ["ROLE_USER"])),
    params(("personId" = Uuid, Path, description = "One's own id")),
    request_body = TemplateIds,
    responses(
        (status = 200, description = "They are gone", body = DeletedTemplates),
        (status = 401, description = "Not signed in", body = Problem),
        (status = 403, description = "Not a worker", body = Problem),
        (status = 404, description = "Another person's", body = Problem),
        (status = 422, description = "A field was not accepted", body = Problem)))]
pub async fn post(
    State(app): State<AppState>,
    session: WorkerSession,
    Path(person): Path<Uuid>,
    Json(TemplateIds { ids }): Json<TemplateIds>,
) -> ApiResult<Json<DeletedTemplates>> {
    let person = PersonId::from(person);
    session.must_be(person)?;
    if ids.len() > MOST_TEMPLATES {
        return Err(ApiError::Invalid(vec![FieldProblem::new("ids", ErrorKey::TooMany)]));
    }
    let mut deleted = 0;
    let mut tx = app.store.begin().await?;
    for id in ids {
        if tx.delete_template(person, TemplateId::from(id)).await? {
            deleted += 1;
        }
    }
    tx.commit().await?;
    Ok(Json(DeletedTemplates { deleted }))
}

#[cfg(test)]
mod tests {
    use liksa_domain::template::MOST_TEMPLATES;
    use liksa_test_support::both_engines;
    use serde_json::{Value, json};

    use crate::api::templates::test_calls::{id, list, put, stranger, text};
    use crate::testing::{Answer, SignedIn, TestApp};

    both_engines! {
        those_named_go_and_the_others_stay,
        somebody_elses_templates_stay,
        only_so_many_are_named_at_once,
    }

    async fn delete(app: &TestApp, who: &SignedIn, of: &SignedIn, ids: &Value) -> Answer {
        let path = format!("/api/person/{}/templates/delete", of.id);
        app.post(&path).token(&who.token).json(&json!({"ids": ids})).send().await
    }

    async fn those_named_go_and_the_others_stay(app: TestApp) {
        let maija = app.worker().await;
        for number in 1..=3 {
            put(&app, &maija, id(number), &text("Kiitos")).await;
        }
        let answer = delete(&app, &maija, &maija, &json!([id(1), id(3), id(3), id(9)])).await;
        assert_eq!((answer.status, &answer.json), (200, &json!({"deleted": 2})));
        let left = list(&app, &maija).await;
        assert_eq!((left.as_array().unwrap().len(), &left[0]["id"]), (1, &json!(id(2))));
        assert_eq!(delete(&app, &maija, &maija, &json!([])).await.json, json!({"deleted": 0}));
    }

    async fn somebody_elses_templates_stay(app: TestApp) {
        let maija = app.worker().await;
        let pekka = stranger(&app).await;
        put(&app, &maija, id(1), &text("Kiitos")).await;
        assert_eq!(delete(&app, &pekka, &maija, &json!([id(1)])).await.status, 404);
        assert_eq!(delete(&app, &pekka, &pekka, &json!([id(1)])).await.json, json!({"deleted": 0}));
        assert_eq!(list(&app, &maija).await.as_array().unwrap().len(), 1);
    }

    async fn only_so_many_are_named_at_once(app: TestApp) {
        let maija = app.worker().await;
        let answer = delete(&app, &maija, &maija, &json!(vec![id(1); MOST_TEMPLATES + 1])).await;
        assert_eq!((answer.status, answer.key()), (422, "INVALID_FIELDS"));
        assert_eq!(answer.json["fields"], json!([{"field": "ids", "key": "validation.tooMany"}]));
    }
}
