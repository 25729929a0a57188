//! `GET /api/provider/payroll/runs/{runId}/files` and `…/files/{fileId}`: what goes to the bank and the
//! Incomes Register.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use liksa_domain::ids::{FileId, Id};
use liksa_domain::person::Role;
use liksa_store::RunFile;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::run_of;
use crate::app::AppState;
use crate::http::download::{DownloadQuery, Downloading, respond_stored};
use crate::http::error::{ApiError, ApiResult, Problem};
use crate::http::extract::{Json, Path};
use crate::session::PayrollSession;

/// A file that a run has made.
#[derive(Serialize, ToSchema)]
#[schema(as = PayrollFile)]
pub struct FileOnWire {
    pub id: Uuid,
    /// BANK or WAGE_REPORT.
    pub kind: String,
    pub name: String,
    /// In bytes.
    pub size: i64,
}

impl From<RunFile> for FileOnWire {
    fn from(file: RunFile) -> Self {
        Self { id: file.file.uuid(), kind: file.kind.name().to_owned(), name: file.name, size: file.size }
    }
}

#[derive(Serialize, ToSchema)]
#[schema(as = PayrollFiles)]
pub struct FilesOnWire {
    /// Empty until the run is booked and they are written.
    #[schema(required)]
    pub files: Vec<FileOnWire>,
}

/// The files of a run.
#[utoipa::path(get, path = "/api/provider/payroll/runs/{runId}/files", tag = "payroll",
    operation_id = "payroll_files",
    security(("session" = ["ROLE_PAYROLL"])),
    params(("runId" = Uuid, Path)),
    responses(
        (status = 200, description = "All of them", body = FilesOnWire),
        (status = 404, description = "No such run", body = Problem)))]
pub async fn list(
    State(app): State<AppState>,
    _: PayrollSession,
    Path(run): Path<Uuid>,
) -> ApiResult<Json<FilesOnWire>> {
    let run = run_of(&app, run).await?;
    let files = app.store.payroll_files(run.id).await?;
    Ok(Json(FilesOnWire { files: files.into_iter().map(FileOnWire::from).collect() }))
}

/// One file, to be handed to the bank or the Incomes Register as it is.
#[utoipa::path(get, path = "/api/provider/payroll/runs/{runId}/files/{fileId}", tag = "payroll",
    operation_id = "payroll_file",
    security(("session" = ["ROLE_PAYROLL"])),
    params(("runId" = Uuid, Path), ("fileId" = Uuid, Path), DownloadQuery),
    responses(
        (status = 200, description = "The file", content_type = "application/xml", body = String),
        (status = 404, description = "No such file of the run", body = Problem)))]
pub async fn get(
    State(app): State<AppState>,
    who: Downloading,
    Path((run, file)): Path<(Uuid, Uuid)>,
    asked: HeaderMap,
) -> ApiResult<Response> {
    who.must_have_one_of(&[Role::Payroll])?;
    let run = run_of(&app, run).await?;
    let id = FileId::from_uuid(file);
    if !app.store.payroll_files(run.id).await?.iter().any(|file| file.file == id) {
        return Err(ApiError::NotFound);
    }
    let file = app.store.file(id).await?.ok_or(ApiError::NotFound)?;
    respond_stored(&app, &asked, who.disposition, &file).await
}
