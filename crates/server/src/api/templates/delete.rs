//! `DELETE /api/person/{personId}/templates/{templateId}`: delete a saved row or text.

use axum::extract::State;
use axum::http::StatusCode;
use liksa_domain::ids::{PersonId, TemplateId};
use uuid::Uuid;

use crate::app::AppState;
use crate::http::error::{ApiResult, Problem};
use crate::http::extract::Path;
use crate::session::WorkerSession;

/// Delete one of one's own saved rows and texts. The answer is the same when there is none.
#[utoipa::path(delete, path = "/api/person/{personId}/templates/{templateId}", tag = "templates",
    operation_id = "delete_template",
    security(("session" = ["ROLE_USER"])),
    params(("personId" = Uuid, Path, description = "One's own id"),
           ("templateId" = Uuid, Path, description = "The template")),
    responses(
        (status = 204, description = "It is gone"),
        (status = 401, description = "Not signed in", body = Problem),
        (status = 403, description = "Not a worker", body = Problem),
        (status = 404, description = "Another person's", body = Problem)))]
pub async fn delete(
    State(app): State<AppState>,
    session: WorkerSession,
    Path((person, template)): Path<(Uuid, Uuid)>,
) -> ApiResult<StatusCode> {
    let person = PersonId::from(person);
    session.must_be(person)?;
    let mut tx = app.store.begin().await?;
    tx.delete_template(person, TemplateId::from(template)).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

#[cfg(test)]
mod tests {
    use liksa_test_support::both_engines;
    use serde_json::json;

    use crate::api::templates::test_calls::{id, list, put, stranger, text};
    use crate::testing::TestApp;

    both_engines! {
        a_template_goes_and_the_others_stay,
        somebody_elses_template_stays,
    }

    async fn a_template_goes_and_the_others_stay(app: TestApp) {
        let maija = app.worker().await;
        put(&app, &maija, id(1), &text("Kiitos")).await;
        let other = put(&app, &maija, id(2), &text("Terveisin")).await.json;
        let path = format!("/api/person/{}/templates/{}", maija.id, id(1));
        for _ in 0..2 {
            assert_eq!(app.delete(&path).token(&maija.token).send().await.status, 204);
        }
        assert_eq!(list(&app, &maija).await, json!([other]));
    }

    async fn somebody_elses_template_stays(app: TestApp) {
        let maija = app.worker().await;
        let pekka = stranger(&app).await;
        let kiitos = put(&app, &maija, id(1), &text("Kiitos")).await.json;
        for (owner, status) in [(&maija, 404), (&pekka, 204)] {
            let path = format!("/api/person/{}/templates/{}", owner.id, id(1));
            assert_eq!(app.delete(&path).token(&pekka.token).send().await.status, status);
        }
        assert_eq!(list(&app, &maija).await, json!([kiitos]));
    }
}
