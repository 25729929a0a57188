//! `PUT /api/person/{personId}/templates/{templateId}`: save a row or a text.

use axum::extract::State;
use liksa_domain::ids::{PersonId, TemplateId};
use liksa_domain::problem::ErrorKey;
use liksa_domain::template::{MOST_TEMPLATES, Template};
use liksa_store::NewTemplate;
use uuid::Uuid;

use super::body::TemplateBody;
use super::wire::TemplateOnWire;
use crate::app::AppState;
use crate::http::error::{ApiError, ApiResult, Problem};
use crate::http::extract::{Json, Path};
use crate::session::WorkerSession;

/// Save a row or a text, or write over one. The client chooses the id of a new one, so that a call sent twice
/// makes one.
#[utoipa::path(put, path = "/api/person/{personId}/templates/{templateId}", tag = "templates",
    operation_id = "put_template",
    security(("session" = ["ROLE_USER"])),
    params(("personId" = Uuid, Path, description = "One's own id"),
           ("templateId" = Uuid, Path, description = "The template")),
    request_body = TemplateBody,
    responses(
        (status = 200, description = "The template", body = TemplateOnWire),
        (status = 401, description = "Not signed in", body = Problem),
        (status = 403, description = "Not a worker", body = Problem),
        (status = 404, description = "Another person's", body = Problem),
        (status = 409, description = "TOO_MANY_TEMPLATES: one has as many as one may keep", body = Problem),
        (status = 422, description = "A field was not accepted", body = Problem)))]
pub async fn put(
    State(app): State<AppState>,
    session: WorkerSession,
    Path((person, template)): Path<(Uuid, Uuid)>,
    Json(body): Json<TemplateBody>,
) -> ApiResult<Json<TemplateOnWire>> {
    let (person, id) = (PersonId::from(person), TemplateId::from(template));
    session.must_be(person)?;
    let (details, saved_at) = (body.read()?, app.clock.now());
    let mut tx = app.store.begin().await?;
    let others = tx.count_other_templates(person, id).await?;
    if usize::try_from(others).is_ok_and(|others| others >= MOST_TEMPLATES) {
        return Err(ApiError::Conflict(ErrorKey::TooManyTemplates));
    }
    // An id that somebody else has is answered like a person that is not there: no more is told.
    if !tx.put_template(&NewTemplate { id, person, details: &details, saved_at }).await? {
        return Err(ApiError::NotFound);
    }
    tx.commit().await?;
    Ok(Json(Template { id, details, saved_at }.into()))
}

#[cfg(test)]
mod tests {
    use liksa_domain::template::MOST_TEMPLATES;
    use liksa_test_support::both_engines;
    use serde_json::{Value, json};
    use tokio::task::JoinSet;

    use crate::api::templates::test_calls::{id, list, put, row, stranger, text};
    use crate::testing::TestApp;

    both_engines! {
        a_row_and_a_text_are_saved,
        a_template_is_written_over,
        a_call_sent_many_times_makes_one,
        somebody_elses_template_stays_as_it_is,
        every_fault_is_named,
        only_so_many_are_kept,
    }

    async fn a_row_and_a_text_are_saved(app: TestApp) {
        let maija = app.worker().await;
        let saved = put(&app, &maija, id(1), &row()).await;
        assert_eq!(saved.status, 200, "{}", saved.json);
        let expected = json!({
            "id": id(1), "kind": "ROW", "name": "Keikka", "showInResult": true, "text": "",
            "row": {"destination": "Keikka", "type": "AMOUNT", "alv": 25.5, "alvPrice": null,
                    "hourlyprice": 45.0, "billableWorkHours": 7.5},
            "lastSaved": "2026-11-16T08:00:00Z"
        });
        assert_eq!(saved.json, expected);
        let kiitos = put(&app, &maija, id(2), &text("Kiitos")).await.json;
        assert_eq!((&kiitos["text"], &kiitos["row"]), (&json!("Kiitos!"), &Value::Null));
        assert_eq!(kiitos["showInResult"], false);
        assert_eq!(list(&app, &maija).await, json!([saved.json, kiitos]));
    }

    async fn a_template_is_written_over(app: TestApp) {
        let maija = app.worker().await;
        put(&app, &maija, id(1), &row()).await;
        let changed = put(&app, &maija, id(1), &text("Nyt teksti")).await.json;
        assert_eq!(list(&app, &maija).await, json!([changed]));
    }

    async fn a_call_sent_many_times_makes_one(app: TestApp) {
        let maija = app.worker().await;
        let path = format!("/api/person/{}/templates/{}", maija.id, id(1));
        let mut calls = JoinSet::new();
        for _ in 0..10 {
            calls.spawn(app.put(&path).token(&maija.token).json(&row()).send());
        }
        assert!(calls.join_all().await.iter().all(|answer| answer.status == 200));
        assert_eq!(list(&app, &maija).await.as_array().unwrap().len(), 1);
    }

    async fn somebody_elses_template_stays_as_it_is(app: TestApp) {
        let maija = app.worker().await;
        let pekka = stranger(&app).await;
        let saved = put(&app, &maija, id(1), &row()).await.json;
        let answer = put(&app, &pekka, id(1), &text("Pekan")).await;
        assert_eq!((answer.status, answer.key()), (404, "NOT_FOUND"));
        let path = format!("/api/person/{}/templates/{}", maija.id, id(1));
        let answer = app.put(&path).token(&pekka.token).json(&text("Pekan")).send().await;
        assert_eq!((answer.status, answer.key()), (404, "NOT_FOUND"));
        assert_eq!(list(&app, &maija).await, json!([saved]));
        assert_eq!(list(&app, &pekka).await, json!([]));
    }

    async fn every_fault_is_named(app: TestApp) {
        let maija = app.worker().await;
        let bad = json!({"kind": "ROW", "name": "", "row": {"type": "AMOUNT", "hourlyprice": "x"}});
        let answer = put(&app, &maija, id(1), &bad).await;
        assert_eq!((answer.status, answer.key()), (422, "INVALID_FIELDS"));
        let expected = json!([
            {"field": "name", "key": "validation.required"},
            {"field": "row.hourlyprice", "key": "validation.needsToBeNumber"}
        ]);
        assert_eq!(answer.json["fields"], expected);
        assert_eq!(list(&app, &maija).await, json!([]));
    }

    async fn only_so_many_are_kept(app: TestApp) {
        let maija = app.worker().await;
        let most = u128::try_from(MOST_TEMPLATES).unwrap();
        for number in 1..most {
            assert_eq!(put(&app, &maija, id(number), &text("Kiitos")).await.status, 200);
        }
        let mut last = JoinSet::new();
        for number in most..most + 5 {
            let path = format!("/api/person/{}/templates/{}", maija.id, id(number));
            last.spawn(app.put(&path).token(&maija.token).json(&text("Kiitos")).send());
        }
        let answers = last.join_all().await;
        assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 1);
        assert_eq!(answers.iter().filter(|answer| answer.key() == "TOO_MANY_TEMPLATES").count(), 4);
        assert_eq!(put(&app, &maija, id(1), &row()).await.status, 200, "one that is there may be changed");
    }
}
