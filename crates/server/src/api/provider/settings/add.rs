//! `POST /api/provider/settings`: something else holds from a day on.

use axum::extract::State;
use axum::http::StatusCode;
use liksa_domain::audit::Action;
use liksa_domain::dates::format_date;
use liksa_domain::problem::ErrorKey;
use liksa_domain::reading::{Reader, given};
use liksa_store::MadeSettings;
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;

use super::list::{SettingsHistory, history};
use super::wire::SettingsOnWire;
use crate::app::AppState;
use crate::http::error::{ApiResult, Problem};
use crate::http::extract::Json;
use crate::session::staff::AdminSession;

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewSettings {
    /// DD.MM.YYYY, today at the earliest: what was billed and paid before stands.
    valid_from: Option<String>,
    settings: SettingsOnWire,
}

/// Set what holds from a day on. Of several for one day, the one made last holds.
#[utoipa::path(post, path = "/api/provider/settings", tag = "provider", operation_id = "add_settings",
    security(("session" = ["ROLE_ADMIN"])),
    request_body = NewSettings,
    responses(
        (status = 201, description = "All settings, the new ones among them", body = SettingsHistory),
        (status = 422, description = "A field was not accepted", body = Problem)))]
pub async fn post(
    State(app): State<AppState>,
    session: AdminSession,
    Json(body): Json<NewSettings>,
) -> ApiResult<(StatusCode, Json<SettingsHistory>)> {
    let form = body.settings.form()?;
    let mut reader = Reader::default();
    let day = reader.date("validFrom", body.valid_from.as_deref());
    if given(body.valid_from.as_deref()).is_none() {
        reader.refuse("validFrom", ErrorKey::Required);
    } else if day.is_some_and(|day| day < app.clock.today()) {
        reader.refuse("validFrom", ErrorKey::DateInThePast);
    }
    let mut problems = reader.into_problems();
    if let Err(found) = form.read() {
        problems.extend(found.into_iter().map(|problem| problem.within("settings")));
    }
    let Some(valid_from) = day.filter(|_| problems.is_empty()) else { return Err(problems.into()) };
    let made = MadeSettings { valid_from, made_at: app.clock.now(), made_by: session.person.id, form };
    let mut tx = app.store.begin().await?;
    tx.insert_settings(&made).await?;
    // The account number stays out of the log; the row itself keeps it for ever.
    let detail = json!({"validFrom": format_date(valid_from), "prices": made.form.prices});
    let subject = "settings:provider".to_owned();
    tx.record(&app.event(Some(session.person.id), Action::SettingsAdded, subject, &detail)).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(history(&app).await?)))
}
