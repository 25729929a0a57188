//! `POST /api/provider/shifts`: shifts come in, from a clerk's file or from another program with its key.

use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use liksa_domain::audit::Action;
use liksa_domain::ids::PersonId;
use liksa_domain::problem::{ErrorKey, Problem as DomainProblem};
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;

use super::lines;
use crate::app::AppState;
use crate::http::error::{ApiError, ApiResult, Problem};
use crate::http::extract::{Json, Raw};
use crate::session::ClerkSession;
use crate::session::token::Token;

pub const LARGEST_BYTES: usize = 5 * 1024 * 1024;
const KEY_HEADER: &str = "x-api-key";

/// Who sends shifts.
pub enum Importer {
    Clerk(PersonId),
    /// Another program, by the name of its key in the log.
    Program(String),
}

impl FromRequestParts<AppState> for Importer {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Self, ApiError> {
        let Some(key) = parts.headers.get(KEY_HEADER) else {
            let clerk = ClerkSession::from_request_parts(parts, app).await?;
            return Ok(Self::Clerk(clerk.person.id));
        };
        let key = key.to_str().ok().and_then(Token::parse).ok_or(ApiError::Unauthenticated)?;
        let mut tx = app.store.begin().await?;
        let found = tx.use_api_key(key.hash(), app.clock.now()).await?.ok_or(ApiError::Unauthenticated)?;
        tx.commit().await?;
        Ok(Self::Program(found.to_string()))
    }
}

#[derive(Serialize, ToSchema)]
pub struct ImportedShifts {
    /// How many came.
    pub received: usize,
    /// How many of them are new or differ from what was there.
    pub changed: usize,
}

/// Take in shifts: CSV (`text/csv`, comma or semicolon, with a header line) or JSON `{"shifts": [...]}`, with
/// shiftId, email, startDateTime, endDateTime, departmentKey, departmentName and entitled. What comes again under
/// its shiftId is updated. Nothing is taken in unless every line is good.
#[utoipa::path(post, path = "/api/provider/shifts", tag = "provider", operation_id = "import_shifts",
    security(("session" = ["ROLE_CLERK"])),
    params(("x-api-key" = Option<String>, Header, description = "A program's key, instead of a session")),
    request_body(content = String, content_type = "text/csv"),
    responses(
        (status = 200, description = "How many came and changed something", body = ImportedShifts),
        (status = 401, description = "An unknown or ended key", body = Problem),
        (status = 413, description = "TOO_LARGE", body = Problem),
        (status = 422, description = "The faults of all lines, as `lines[3].email`", body = Problem)))]
pub async fn post(
    State(app): State<AppState>,
    importer: Importer,
    headers: HeaderMap,
    Raw(body): Raw,
) -> ApiResult<Json<ImportedShifts>> {
    let content_type = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or("");
    let shifts = lines::read(&body, content_type.starts_with("application/json"))?;
    let emails: Vec<&str> = shifts.iter().map(|shift| shift.email.as_str()).collect();
    let workers = app.store.workers_by_email(&emails).await?;
    let unknown = shifts.iter().filter(|shift| !workers.contains_key(shift.email.as_str()));
    let problems: Vec<DomainProblem> = unknown
        .map(|shift| DomainProblem::new(format!("shifts.{}.email", shift.id), ErrorKey::UnknownWorker))
        .collect();
    if !problems.is_empty() {
        return Err(problems.into());
    }
    let mut tx = app.store.begin().await?;
    let mut changed = 0;
    for shift in &shifts {
        let Some(worker) = workers.get(shift.email.as_str()) else { continue };
        changed += usize::from(tx.put_shift(shift, *worker, app.clock.now()).await?);
    }
    let (actor, key) = match importer {
        Importer::Clerk(person) => (Some(person), None),
        Importer::Program(key) => (None, Some(key)),
    };
    let detail = json!({"received": shifts.len(), "changed": changed, "key": key});
    tx.record(&app.event(actor, Action::ShiftsImported, "shifts:import".into(), &detail)).await?;
    tx.commit().await?;
    Ok(Json(ImportedShifts { received: shifts.len(), changed }))
}
