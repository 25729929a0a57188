//! `PUT /api/person`: change one's own profile. What is not sent stays as it is.

use axum::extract::State;
use liksa_domain::audit::Action;
use liksa_domain::person;
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;

use crate::api::wire::{Language, User};
use crate::app::AppState;
use crate::http::error::{ApiResult, Problem};
use crate::http::extract::Json;
use crate::session::Session;

#[derive(Deserialize, ToSchema)]
pub struct PersonChange {
    /// The language of screens and mails.
    pub language: Option<Language>,
}

/// Change one's own profile.
#[utoipa::path(put, path = "/api/person", tag = "person", operation_id = "update_person",
    security(("session" = [])),
    request_body = PersonChange,
    responses(
        (status = 200, description = "The profile as it now is", body = User),
        (status = 401, description = "Not signed in", body = Problem),
        (status = 422, description = "A field was not accepted", body = Problem)))]
pub async fn put(
    State(app): State<AppState>,
    session: Session,
    Json(change): Json<PersonChange>,
) -> ApiResult<Json<User>> {
    let mut person = session.person;
    let language = change.language.map(person::Language::from);
    if let Some(language) = language.filter(|language| *language != person.language) {
        let detail = json!({"before": person.language.name(), "after": language.name()});
        let subject = format!("person:{}", person.id);
        let event = app.event(Some(person.id), Action::LanguageChanged, subject, &detail);
        let mut tx = app.store.begin().await?;
        tx.set_language(person.id, language).await?;
        tx.record(&event).await?;
        tx.commit().await?;
        person.language = language;
    }
    Ok(Json(User::new(&person, None)))
}

#[cfg(test)]
mod tests {
    use liksa_test_support::both_engines;
    use serde_json::json;

    use crate::testing::TestApp;

    both_engines! {
        a_language_is_kept_and_audited_once,
        an_unknown_language_is_refused_by_field,
        nothing_sent_changes_nothing,
    }

    async fn a_language_is_kept_and_audited_once(app: TestApp) {
        let maija = app.worker().await;
        for _ in 0..2 {
            let change = app.put("/api/person").token(&maija.token).json(&json!({"language": "en"}));
            assert_eq!(change.send().await.json["language"], "en");
        }
        assert_eq!(app.get("/api/login").token(&maija.token).send().await.json["language"], "en");
        let events = app.store.audit_of(&format!("person:{}", maija.id)).await.unwrap();
        assert_eq!(events.len(), 1, "the second change changed nothing");
        assert_eq!(events[0].detail, json!({"before": "fi", "after": "en"}).to_string());
    }

    async fn an_unknown_language_is_refused_by_field(app: TestApp) {
        let maija = app.worker().await;
        for bad in [json!("sv"), json!(7), json!([])] {
            let change = app.put("/api/person").token(&maija.token).json(&json!({"language": bad}));
            let answer = change.send().await;
            assert_eq!((answer.status, answer.key()), (422, "INVALID_FIELDS"), "{bad}");
            assert_eq!(answer.json["fields"][0]["field"], "language");
        }
    }

    async fn nothing_sent_changes_nothing(app: TestApp) {
        let maija = app.worker().await;
        let answer = app.put("/api/person").token(&maija.token).json(&json!({})).send().await;
        assert_eq!((answer.status, &answer.json["language"]), (200, &json!("fi")));
    }
}
