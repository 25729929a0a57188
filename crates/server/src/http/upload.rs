//! Files in requests.

use axum::extract::multipart::{Field, MultipartError};
use axum::extract::{DefaultBodyLimit, FromRequest, Multipart, Request};
use axum::http::StatusCode;
use liksa_domain::file::MediaType;
use liksa_domain::problem::ErrorKey;
use liksa_store::{StoreError, StoredContent};

use super::error::{ApiError, ApiResult, FieldProblem};
use crate::app::{App, AppState};

/// What stands around the file in a multipart body.
const AROUND_THE_FILE_BYTES: usize = 64 * 1024;
const FIELD: &str = "file";

/// A body of `multipart/form-data` that holds a file in its field `file`.
pub struct Upload(Multipart);

/// A file that was received; its content waits for its row.
pub struct Received {
    pub content: StoredContent,
    /// As the client calls it.
    pub name: String,
}

impl Received {
    /// What the file is by its content, where a picture or a PDF is asked for.
    pub fn picture_or_pdf(&self) -> ApiResult<MediaType> {
        match MediaType::of(&self.content.head) {
            Some(kind @ (MediaType::Jpeg | MediaType::Png | MediaType::Pdf)) => Ok(kind),
            _ => Err(ApiError::Invalid(vec![FieldProblem::new(FIELD, ErrorKey::FileTypeNotAllowed)])),
        }
    }
}

/// Lets a route take files of this size.
pub fn up_to(bytes: usize) -> DefaultBodyLimit {
    DefaultBodyLimit::max(bytes.saturating_add(AROUND_THE_FILE_BYTES))
}

impl FromRequest<AppState> for Upload {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &AppState) -> Result<Self, ApiError> {
        let multipart = Multipart::from_request(request, app).await;
        multipart.map(Self).map_err(|_| ApiError::Malformed("the body must be multipart/form-data".into()))
    }
}

impl Upload {
    /// Puts the file into the object store as it comes in. More than `limit` bytes are refused with 413.
    pub async fn receive(mut self, app: &App, limit: u64, too_large: ErrorKey) -> ApiResult<Received> {
        let unreadable = |error| unreadable(&error, too_large);
        while let Some(field) = self.0.next_field().await.map_err(unreadable)? {
            if field.name() == Some(FIELD) {
                return receive_field(app, field, limit, too_large).await;
            }
        }
        Err(ApiError::Invalid(vec![FieldProblem::new(FIELD, ErrorKey::Required)]))
    }

    /// Takes the file into memory, where it is not kept as it came. More than `limit` bytes are refused with 413.
    pub async fn into_memory(mut self, limit: usize, too_large: ErrorKey) -> ApiResult<Vec<u8>> {
        let unreadable = |error| unreadable(&error, too_large);
        while let Some(mut field) = self.0.next_field().await.map_err(unreadable)? {
            if field.name() != Some(FIELD) {
                continue;
            }
            let mut content = vec![];
            while let Some(chunk) = field.chunk().await.map_err(unreadable)? {
                if content.len().saturating_add(chunk.len()) > limit {
                    return Err(ApiError::FileTooLarge(too_large));
                }
                content.extend_from_slice(&chunk);
            }
            return Ok(content);
        }
        Err(ApiError::Invalid(vec![FieldProblem::new(FIELD, ErrorKey::Required)]))
    }
}

async fn receive_field(
    app: &App,
    mut field: Field<'_>,
    limit: u64,
    too_large: ErrorKey,
) -> ApiResult<Received> {
    let name = field.file_name().unwrap_or_default().to_owned();
    let mut upload = app.files.begin(app.new_id()?, limit, app.clock.now()).await?;
    while let Some(chunk) = field.chunk().await.map_err(|error| unreadable(&error, too_large))? {
        match upload.write(&chunk).await {
            Err(StoreError::TooLarge) => return Err(ApiError::FileTooLarge(too_large)),
            written => written?,
        }
    }
    Ok(Received { content: upload.finish().await?, name })
}

fn unreadable(error: &MultipartError, too_large: ErrorKey) -> ApiError {
    if error.status() == StatusCode::PAYLOAD_TOO_LARGE {
        ApiError::FileTooLarge(too_large)
    } else {
        ApiError::Malformed("the multipart body could not be read".into())
    }
}
