//! `GET /api/app`: what the web app needs to know before anybody has logged in.

use axum::extract::State;
use liksa_domain::account::TERMS_VERSION;
use serde::Serialize;
use utoipa::ToSchema;

use crate::app::AppState;
use crate::demo::{self, DemoKind};
use crate::http::extract::Json;

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AppInfo {
    pub version: String,
    /// Demo content and demo log-ins are there.
    pub demo: bool,
    /// The business date, YYYY-MM-DD.
    pub today: String,
    /// The provider's own pages.
    pub about_url: String,
    /// Identification goes through our own demo bank.
    pub demo_bank: bool,
    /// The terms that newcomers accept now.
    pub terms_version: String,
    /// The tracking pixel, to be loaded only after consent; null where there is none.
    #[schema(required)]
    pub pixel_id: Option<String>,
    /// Whom one can log in as; empty unless `demo`.
    #[schema(required)]
    pub demo_logins: Vec<DemoLogin>,
}

#[derive(Serialize, ToSchema)]
pub struct DemoLogin {
    pub email: String,
    pub kind: DemoKind,
}

/// What the app shows before log-in.
#[utoipa::path(get, path = "/api/app", tag = "app", operation_id = "app_info",
    responses((status = 200, description = "About this installation", body = AppInfo)))]
pub async fn get(State(app): State<AppState>) -> Json<AppInfo> {
    let people = if app.config.demo { demo::PEOPLE } else { &[] };
    Json(AppInfo {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        demo: app.config.demo,
        today: app.clock.today().to_string(),
        about_url: app.config.about_url.clone(),
        demo_bank: app.demo_bank.is_some(),
        terms_version: TERMS_VERSION.to_owned(),
        pixel_id: app.config.pixel_id.clone(),
        demo_logins: people
            .iter()
            .map(|person| DemoLogin { email: person.email.to_owned(), kind: person.kind })
            .collect(),
    })
}

#[cfg(test)]
mod tests {
    use liksa_test_support::both_engines;

    use crate::testing::TestApp;

    both_engines!(a_real_installation_offers_no_demo_log_ins);

    async fn a_real_installation_offers_no_demo_log_ins(app: TestApp) {
        let answer = app.get("/api/app").send().await;
        assert_eq!(answer.status, 200);
        assert_eq!(answer.json["demo"], false);
        assert_eq!(answer.json["today"], "2026-11-16");
        assert_eq!(answer.json["demoLogins"], serde_json::json!([]));
    }
}
