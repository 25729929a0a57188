//! `GET /api/provider/settings`: what holds, and all that was ever set.

use axum::extract::State;
use liksa_domain::dates::format_date;
use liksa_domain::settings::ProviderForm;
use liksa_store::MadeSettings;
use serde::Serialize;
use utoipa::ToSchema;

use super::wire::SettingsOnWire;
use crate::app::{App, AppState};
use crate::http::error::ApiResult;
use crate::http::extract::Json;
use crate::session::staff::AdminSession;

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SettingsFrom {
    /// DD.MM.YYYY
    pub valid_from: String,
    /// An instant, ISO 8601.
    pub made_at: String,
    pub made_by: String,
    pub settings: SettingsOnWire,
}

#[derive(Serialize, ToSchema)]
pub struct SettingsHistory {
    /// What holds today; a made-up provider's as long as nothing was set.
    pub current: SettingsOnWire,
    /// Nothing was set yet.
    #[serde(rename = "madeUp")]
    pub made_up: bool,
    /// Those of the latest day first.
    #[schema(required)]
    pub history: Vec<SettingsFrom>,
}

/// The settings that hold today, and all that were ever made.
#[utoipa::path(get, path = "/api/provider/settings", tag = "provider", operation_id = "settings",
    security(("session" = ["ROLE_ADMIN"])),
    responses((status = 200, description = "The settings", body = SettingsHistory)))]
pub async fn get(State(app): State<AppState>, _: AdminSession) -> ApiResult<Json<SettingsHistory>> {
    Ok(Json(history(&app).await?))
}

pub async fn history(app: &App) -> ApiResult<SettingsHistory> {
    let made = app.store.settings_history().await?;
    let today = app.clock.today();
    let current = made.iter().find(|one| one.valid_from <= today).map(|one| one.form.clone());
    let mut history = Vec::with_capacity(made.len());
    for one in made {
        history.push(shown(app, one).await?);
    }
    let made_up = current.is_none();
    let current = SettingsOnWire::of(&current.unwrap_or_else(ProviderForm::made_up))?;
    Ok(SettingsHistory { current, made_up, history })
}

/// Settings are made a few times a year, and each names its maker.
async fn shown(app: &App, made: MadeSettings) -> ApiResult<SettingsFrom> {
    let maker = app.store.person(made.made_by).await?;
    Ok(SettingsFrom {
        valid_from: format_date(made.valid_from),
        made_at: made.made_at.to_string(),
        made_by: maker.map(|person| person.full_name()).unwrap_or_default(),
        settings: SettingsOnWire::of(&made.form)?,
    })
}
