//! `GET /api/provider/dashboard` and `…/check`: what waits, what failed, money in and out, and whether the data is sound.

use jiff::Span;
use liksa_domain::person::Role;
use liksa_domain::statutory::missing_figures;
use liksa_store::{Dashboard, Finding};

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
    let mut dashboard = app.store.dashboard(session.person.id, since).await?;
    let roles = &session.person.roles;
    if roles.contains(&Role::Payroll) || roles.contains(&Role::Admin) {
        dashboard.missing_figures = missing_figures(&app.law().await?, app.clock.today());
    }
    Ok(Json(dashboard))
}

/// Whether the stored data is sound.
#[utoipa::path(get, path = "/api/provider/check",
    security(("session" = ["ROLE_ADMIN"])),
    responses(
        (status = 200, description = "Each question and its answer", body = Vec<Finding>),
        (status = 401, description = "Not signed in"),
        (status = 403, description = "Not an administrator")))]
async fn check(app: Server, _: AdminSession) -> Reply<Vec<Finding>> {
    let mut findings = app.store.check().await?;
    findings.push(app.files.check().await?);
    Ok(Json(findings))
}

#[cfg(test)]
mod tests;
