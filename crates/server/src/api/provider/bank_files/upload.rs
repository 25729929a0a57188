//! `POST /api/provider/bank-files`: a statement or notification is taken in.

use axum::extract::State;
use axum::http::StatusCode;
use liksa_domain::file::{FilePurpose, MediaType, display_name};
use liksa_domain::ids::{BankFileId, PersonId};
use liksa_domain::job::Job;
use liksa_domain::problem::ErrorKey;
use liksa_store::{NewBankFile, NewFile, StoredContent};
use utoipa::ToSchema;

use super::BankFileOnWire;
use crate::app::{App, AppState};
use crate::collecting::bank_file::{Content, examine};
use crate::http::error::{ApiError, ApiResult, Problem};
use crate::http::extract::Json;
use crate::http::upload::{Received, Upload};
use crate::session::PayrollSession;

/// Some forty thousand payments, more than a day of any account of ours.
pub const LARGEST_BYTES: usize = 50_000_000;

/// The body, for the description alone.
#[derive(ToSchema)]
#[expect(dead_code, reason = "read piece by piece, never as a whole")]
pub struct BankFileUpload {
    /// A camt.053 or camt.054 of at most 50 MB.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
}

/// Take in a file of the bank. It is read to its end before anything is booked; then a job books it. Sent again,
/// the same file answers what became of it.
#[utoipa::path(post, path = "/api/provider/bank-files", tag = "payments", operation_id = "upload_bank_file",
    security(("session" = ["ROLE_PAYROLL"])),
    request_body(content = BankFileUpload, content_type = "multipart/form-data"),
    responses(
        (status = 201, description = "Taken in", body = BankFileOnWire),
        (status = 200, description = "Known already", body = BankFileOnWire),
        (status = 413, description = "BANK_FILE_TOO_LARGE", body = Problem),
        (status = 422, description = "What is wrong with the file", body = Problem)))]
pub async fn post(
    State(app): State<AppState>,
    session: PayrollSession,
    upload: Upload,
) -> ApiResult<(StatusCode, Json<BankFileOnWire>)> {
    let limit = u64::try_from(LARGEST_BYTES).unwrap_or(u64::MAX);
    let Received { content, name } = upload.receive(&app, limit, ErrorKey::BankFileTooLarge).await?;
    let name = display_name(&name, MediaType::Xml);
    if let Some(known) = app.store.bank_file_with(&content.sha256).await? {
        return Ok((StatusCode::OK, Json(shown(&app, known).await?)));
    }
    let account = app.settings_on(app.clock.today()).await?.seller.iban;
    let found = examine(app.files.stream(content.blob()).await?, account).await;
    let found = found.map_err(|refused| match refused.key() {
        ErrorKey::BankFileTooLarge => ApiError::FileTooLarge(ErrorKey::BankFileTooLarge),
        key => ApiError::UnusableFile { key, message: refused.to_string() },
    })?;
    let (id, is_new) = take_in(&app, session.person.id, (&content, &name), &found).await?;
    app.wake_jobs();
    let status = if is_new { StatusCode::CREATED } else { StatusCode::OK };
    Ok((status, Json(shown(&app, id).await?)))
}

/// Of two who upload the same file at once, the second gets the first's.
async fn take_in(
    app: &App,
    uploaded_by: PersonId,
    (content, name): (&StoredContent, &str),
    found: &Content,
) -> ApiResult<(BankFileId, bool)> {
    let (id, now): (BankFileId, _) = (app.new_id()?, app.clock.now());
    let mut tx = app.store.begin().await?;
    let new = NewFile {
        content,
        purpose: FilePurpose::BankFile,
        owner: None,
        name,
        media_type: MediaType::Xml,
        created_at: now,
    };
    let file = tx.insert_file(&new).await?;
    let new = NewBankFile {
        id,
        file,
        sha256: content.sha256,
        uploaded_by,
        uploaded_at: now,
        transactions: found.transactions,
        days: found.days,
    };
    let first = tx.insert_bank_file(&new).await?;
    if first != id {
        return Ok((first, false));
    }
    tx.enqueue(&app.job(Job::BookBankFile { bank_file: id })?).await?;
    tx.commit().await?;
    Ok((id, true))
}

async fn shown(app: &App, id: BankFileId) -> ApiResult<BankFileOnWire> {
    Ok(app.store.bank_file(id).await?.ok_or(ApiError::NotFound)?.into())
}
