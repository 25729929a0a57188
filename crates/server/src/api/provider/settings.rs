//! `/api/provider/settings`: the provider's own profile and prices, each from a day on.

use liksa_actions::administration;
use liksa_domain::settings::ProviderForm;
use liksa_store::MadeSettings;

use crate::api::prelude::*;

pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(settings, add_settings))
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SettingsFrom {
    /// DD.MM.YYYY
    pub valid_from: String,
    /// An instant, ISO 8601.
    pub made_at: String,
    pub made_by: String,
    pub settings: ProviderForm,
}

#[derive(Serialize, ToSchema)]
pub struct SettingsHistory {
    /// What holds today; a made-up provider's as long as nothing was set.
    pub current: ProviderForm,
    /// Nothing was set yet.
    #[serde(rename = "madeUp")]
    pub made_up: bool,
    /// Those of the latest day first.
    #[schema(required)]
    pub history: Vec<SettingsFrom>,
}

/// The settings that hold today, and all that were ever made.
#[utoipa::path(get, path = "/api/provider/settings",
    responses((status = 200, description = "The settings", body = SettingsHistory)))]
async fn settings(app: Server, _: AdminSession) -> Reply<SettingsHistory> {
    history(&app).await
}

async fn history(app: &App) -> Reply<SettingsHistory> {
    let made = app.store.settings_history().await?;
    let today = app.clock.today();
    let current = made.iter().find(|one| one.valid_from <= today).map(|one| one.form.clone());
    let mut history = Vec::with_capacity(made.len());
    for one in made {
        history.push(shown(app, one).await?);
    }
    let made_up = current.is_none();
    let current = current.unwrap_or_else(ProviderForm::made_up);
    Ok(Json(SettingsHistory { current, made_up, history }))
}

/// One entry of the history with the name of its maker. There are a few a year.
async fn shown(app: &App, made: MadeSettings) -> ApiResult<SettingsFrom> {
    let maker = app.store.person(made.made_by).await?;
    Ok(SettingsFrom {
        valid_from: format_date(made.valid_from),
        made_at: made.made_at.to_string(),
        made_by: maker.map(|person| person.full_name()).unwrap_or_default(),
        settings: made.form,
    })
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewSettings {
    /// DD.MM.YYYY, today at the earliest: what was billed and paid before stays as it is.
    valid_from: Option<String>,
    settings: ProviderForm,
}

/// Set what holds from a day on. Of several for one day, the one made last holds.
#[utoipa::path(post, path = "/api/provider/settings", request_body = NewSettings,
    responses(
        (status = 201, description = "All settings, the new ones among them", body = SettingsHistory),
        (status = 422, description = "A field was not accepted")))]
async fn add_settings(
    app: Server,
    session: AdminSession,
    Json(body): Json<NewSettings>,
) -> ApiResult<(StatusCode, Json<SettingsHistory>)> {
    let valid_from = body.valid_from.as_deref();
    administration::add_settings(&app, session.person.id, valid_from, body.settings).await?;
    Ok((StatusCode::CREATED, history(&app).await?))
}

#[cfg(test)]
mod tests;
