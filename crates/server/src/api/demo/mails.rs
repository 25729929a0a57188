//! `GET /api/demo/mails` and `GET /api/demo/mails/{id}`: what the demo has sent, for whoever tries it out.

use axum::extract::State;
use liksa_domain::ids::{Id, MailId};
use liksa_domain::mail::MailState;
use liksa_store::StoredMail;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::only_in_demo;
use crate::api::named::wire_enum;
use crate::app::AppState;
use crate::http::error::{ApiError, ApiResult, Problem};
use crate::http::extract::{Json, Path};

const NEWEST: u16 = 100;

wire_enum!(StateOnWire, "MailState", MailState);

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DemoMail {
    id: Uuid,
    to: String,
    subject: String,
    state: StateOnWire,
    /// When it was written, by ISO 8601.
    written_at: String,
    /// The name of the attached file.
    #[schema(required)]
    attachment: Option<String>,
    text: String,
    /// Empty for a mail of plain text.
    html: String,
}

impl From<StoredMail> for DemoMail {
    fn from(mail: StoredMail) -> Self {
        Self {
            id: mail.id.uuid(),
            to: mail.to,
            subject: mail.subject,
            state: StateOnWire(mail.state),
            written_at: mail.created_at.to_string(),
            attachment: mail.attachment.map(|(_, name)| name),
            text: mail.text,
            html: mail.html,
        }
    }
}

/// The newest mails of the demo.
#[utoipa::path(get, path = "/api/demo/mails", tag = "demo", operation_id = "demo_mails",
    responses(
        (status = 200, description = "The newest first, a hundred at most", body = Vec<DemoMail>),
        (status = 404, description = "This is no demo", body = Problem)))]
pub async fn list(State(app): State<AppState>) -> ApiResult<Json<Vec<DemoMail>>> {
    only_in_demo(&app)?;
    let mails = app.store.newest_mails(NEWEST).await?;
    Ok(Json(mails.into_iter().map(DemoMail::from).collect()))
}

/// One mail of the demo.
#[utoipa::path(get, path = "/api/demo/mails/{id}", tag = "demo", operation_id = "demo_mail",
    params(("id" = Uuid, Path, description = "The mail")),
    responses(
        (status = 200, description = "The mail", body = DemoMail),
        (status = 404, description = "No such mail, or this is no demo", body = Problem)))]
pub async fn get(State(app): State<AppState>, Path(id): Path<Uuid>) -> ApiResult<Json<DemoMail>> {
    only_in_demo(&app)?;
    let mail = app.store.mail(MailId::from(id)).await?.ok_or(ApiError::NotFound)?;
    Ok(Json(mail.into()))
}

#[cfg(test)]
mod tests {
    use liksa_domain::person::Email;
    use liksa_test_support::Engine;

    use crate::mail::Outgoing;
    use crate::testing::TestApp;

    async fn posted(app: &TestApp) -> String {
        let mail = Outgoing {
            to: Email::parse("asiakas@liksa.example").unwrap(),
            subject: "Lasku".into(),
            text: "Hei!".into(),
            html: String::new(),
            attachment: None,
            link: None,
        };
        let mut tx = app.store.begin().await.unwrap();
        let id = app.post_mail(&mut tx, &mail).await.unwrap();
        tx.commit().await.unwrap();
        id.to_string()
    }

    #[tokio::test]
    async fn the_demo_shows_its_mails() {
        let app = TestApp::with_config(Engine::Sqlite, |config| config.demo = true).await;
        let id = posted(&app).await;
        app.run_jobs().await;
        let list = app.get("/api/demo/mails").send().await;
        assert_eq!((list.status, &list.json[0]["id"]), (200, &id.clone().into()));
        let one = app.get(&format!("/api/demo/mails/{id}")).send().await;
        assert_eq!(one.json["state"], "SENT");
        assert_eq!((&one.json["text"], &one.json["attachment"]), (&"Hei!".into(), &serde_json::Value::Null));
    }

    #[tokio::test]
    async fn elsewhere_nobody_sees_them() {
        let app = TestApp::with_config(Engine::Sqlite, |_| {}).await;
        let id = posted(&app).await;
        for path in ["/api/demo/mails".to_owned(), format!("/api/demo/mails/{id}")] {
            assert_eq!(app.get(&path).send().await.status, 404, "{path}");
        }
    }
}
