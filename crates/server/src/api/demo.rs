//! What only a demo has: its mails, a bank statement to upload, and the demo bank.

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use liksa_demo::bank::BankError;
use liksa_demo::content::bank_statement;
use liksa_domain::delivery::MailState;
use liksa_domain::ids::MailId;
use liksa_store::StoredMail;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::{App, AppState};
use crate::http::error::{ApiError, ApiResult, Problem};
use crate::http::extract::{Json, Path};
use crate::session::PayrollSession;

const NEWEST_MAILS: u16 = 100;
const LARGEST_BANK_FORM: usize = 16 * 1024;

pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(statement)).routes(routes!(list_mails)).routes(routes!(get_mail))
}

fn only_in_demo(app: &App) -> ApiResult<()> {
    if app.config.demo { Ok(()) } else { Err(ApiError::NotFound) }
}

/// A camt.053 in which the customers of all bills that are out have paid today. Only in demo mode.
#[utoipa::path(get, path = "/api/demo/bank-statement.xml", tag = "demo", operation_id = "demo_bank_statement",
    security(("session" = ["ROLE_PAYROLL"])),
    responses(
        (status = 200, description = "The statement", body = String, content_type = "application/xml"),
        (status = 404, description = "This is no demo", body = Problem)))]
async fn statement(State(app): State<AppState>, _session: PayrollSession) -> ApiResult<Response> {
    only_in_demo(&app)?;
    let xml = bank_statement::of_today(&app).await?;
    let name = format!("attachment; filename=\"tiliote-{}.xml\"", app.clock.today());
    let headers = [(header::CONTENT_TYPE, "application/xml".to_owned()), (header::CONTENT_DISPOSITION, name)];
    Ok((headers, xml).into_response())
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DemoMail {
    id: MailId,
    to: String,
    subject: String,
    state: MailState,
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
            id: mail.id,
            to: mail.to,
            subject: mail.subject,
            state: mail.state,
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
async fn list_mails(State(app): State<AppState>) -> ApiResult<Json<Vec<DemoMail>>> {
    only_in_demo(&app)?;
    let mails = app.store.newest_mails(NEWEST_MAILS).await?;
    Ok(Json(mails.into_iter().map(DemoMail::from).collect()))
}

/// One mail of the demo.
#[utoipa::path(get, path = "/api/demo/mails/{id}", tag = "demo", operation_id = "demo_mail",
    params(("id" = Uuid, Path, description = "The mail")),
    responses(
        (status = 200, description = "The mail", body = DemoMail),
        (status = 404, description = "No such mail, or this is no demo", body = Problem)))]
async fn get_mail(State(app): State<AppState>, Path(id): Path<MailId>) -> ApiResult<Json<DemoMail>> {
    only_in_demo(&app)?;
    let mail = app.store.mail(id).await?.ok_or(ApiError::NotFound)?;
    Ok(Json(mail.into()))
}

/// Everything under `/demo-bank`, which is no part of the API.
pub async fn bank(State(app): State<AppState>, request: Request) -> ApiResult<Response> {
    let bank = app.demo_bank.as_ref().ok_or(ApiError::NotFound)?;
    let (parts, body) = request.into_parts();
    let body = axum::body::to_bytes(body, LARGEST_BANK_FORM).await.map_err(|_| ApiError::TooLarge)?;
    match bank.answer(&Request::from_parts(parts, body.to_vec())) {
        Ok(response) => Ok(response.map(Body::from)),
        Err(BankError::NotFound) => Err(ApiError::NotFound),
        Err(BankError::MethodNotAllowed) => Err(ApiError::MethodNotAllowed),
        Err(error @ BankError::WrongRequest) => Err(ApiError::Malformed(error.to_string())),
        Err(error) => Err(ApiError::Internal(error.into())),
    }
}

#[cfg(test)]
mod tests;
