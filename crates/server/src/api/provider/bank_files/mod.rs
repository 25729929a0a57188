//! `/api/provider/bank-files`: statements and notifications of the bank, uploaded to be booked.

#[cfg(test)]
mod batch_tests;
#[cfg(test)]
mod tests;

use liksa_actions::Error;
use liksa_actions::payments::{self, LARGEST_BANK_FILE};
use liksa_domain::file::{MediaType, display_name};
use liksa_store::BankFile;
use utoipa_axum::router::UtoipaMethodRouterExt;

use crate::api::prelude::*;
use crate::http::upload::{self, Received, Upload};

const FILES_PER_PAGE: usize = 30;

pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(bank_files))
        .routes(routes!(upload_bank_file).layer(upload::up_to(LARGEST_BANK_FILE)))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct BankFileQuery {
    /// `next` of the page before.
    cursor: Option<BankFileId>,
}

#[derive(Serialize, ToSchema)]
pub struct BankFilePage {
    /// The newest first.
    #[schema(required)]
    pub files: Vec<BankFile>,
    /// What to send as `cursor` for the next part; null at the end.
    #[schema(required)]
    pub next: Option<BankFileId>,
}

/// Files of the bank, and what became of each.
#[utoipa::path(get, path = "/api/provider/bank-files", params(BankFileQuery),
    responses((status = 200, description = "A page", body = BankFilePage)))]
async fn bank_files(
    app: Server,
    _: PayrollSession,
    Query(query): Query<BankFileQuery>,
) -> Reply<BankFilePage> {
    // One more than is shown tells whether there is a next page.
    let limit = i64::try_from(FILES_PER_PAGE + 1).unwrap_or(i64::MAX);
    let mut files = app.store.bank_files(query.cursor, limit).await?;
    let more = files.len() > FILES_PER_PAGE;
    files.truncate(FILES_PER_PAGE);
    let next = files.last().filter(|_| more).map(|last| last.id);
    Ok(Json(BankFilePage { files, next }))
}

/// The body, for the description alone.
#[derive(ToSchema)]
#[expect(dead_code, reason = "read as a stream, never into this struct")]
pub struct BankFileUpload {
    /// A camt.053 or camt.054 of at most 50 MB.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
}

/// Take in a file of the bank. It is read to its end before anything is booked; then a job books it. Sent again,
/// the same file answers what became of it.
#[utoipa::path(post, path = "/api/provider/bank-files",
    request_body(content = BankFileUpload, content_type = "multipart/form-data"),
    responses(
        (status = 201, description = "Taken in", body = BankFile),
        (status = 200, description = "Known already", body = BankFile),
        (status = 413, description = "BANK_FILE_TOO_LARGE"),
        (status = 422, description = "What is wrong with the file; `fields` names the entry where one is at fault, \
         `entries[2]` the third")))]
async fn upload_bank_file(
    app: Server,
    session: PayrollSession,
    upload: Upload,
) -> ApiResult<(StatusCode, Json<BankFile>)> {
    let limit = u64::try_from(LARGEST_BANK_FILE).unwrap_or(u64::MAX);
    let Received { content, name } = upload.receive(&app, limit, ErrorKey::BankFileTooLarge).await?;
    let name = display_name(&name, MediaType::Xml);
    let added = payments::add_bank_file(&app, session.person.id, &content, &name).await;
    let (file, is_new) = added.map_err(|error| match error {
        Error::UnusableFile { key: ErrorKey::BankFileTooLarge, .. } => {
            ApiError::FileTooLarge(ErrorKey::BankFileTooLarge)
        }
        error => error.into(),
    })?;
    let status = if is_new { StatusCode::CREATED } else { StatusCode::OK };
    Ok((status, Json(file)))
}
