//! `GET /api/provider/dashboard` and `…/check`: what waits, what failed, money in and out, and whether the data is sound.

use jiff::{Span, Timestamp};
use liksa_domain::data_check::Finding;
use liksa_domain::delivery::MailKind;
use liksa_domain::person::Role;
use liksa_domain::statutory::missing_figures;
use liksa_store::Dashboard;

use crate::api::prelude::*;

const MONTHS_BACK: i32 = 11;

pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(provider_dashboard)).routes(routes!(check))
}

/// What waits, what failed, and what went through the bank account.
#[utoipa::path(get, path = "/api/provider/dashboard",
    responses(
        (status = 200, description = "As the user sees it", body = Dashboard),
        (status = 403, description = "Not staff")))]
async fn provider_dashboard(app: Server, session: StaffSession) -> Reply<Dashboard> {
    let since = app.clock.today().first_of_month().saturating_sub(Span::new().months(MONTHS_BACK));
    let roles = &session.person.roles;
    let mut dashboard = app.store.dashboard(session.person.id, &MailKind::visible_to(roles), since).await?;
    dashboard.settings_missing =
        app.deployment.production && app.store.settings_on(app.clock.today()).await?.is_none();
    if roles.contains(&Role::Payroll) || roles.contains(&Role::Admin) {
        dashboard.missing_figures = missing_figures(&app.law().await?, app.clock.today());
    }
    Ok(Json(dashboard))
}

/// What the data check found.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct DataCheck {
    /// RFC 3339.
    asked_at: Timestamp,
    #[schema(required)]
    findings: Vec<Finding>,
}

/// Whether the stored data is sound, and the books are what they should be.
#[utoipa::path(get, path = "/api/provider/check",
    security(("session" = ["ROLE_PAYROLL", "ROLE_ADMIN"])),
    responses(
        (status = 200, description = "Each question and its answer", body = DataCheck),
        (status = 401, description = "Not signed in"),
        (status = 403, description = "Neither payroll staff nor an administrator")))]
async fn check(app: Server, _: PeopleSession) -> Reply<DataCheck> {
    let asked_at = app.clock.now();
    let mut findings = app.store.check(asked_at).await?;
    findings.push(app.files.check().await?);
    Ok(Json(DataCheck { asked_at, findings }))
}

#[cfg(test)]
mod tests;
