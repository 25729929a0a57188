//! Files in requests.

use axum::extract::multipart::MultipartError;
use axum::extract::{DefaultBodyLimit, FromRequest, Multipart, Request};
use axum::http::StatusCode;
use liksa_actions::Context;
use liksa_domain::file::{MediaType, is_heic};
use liksa_domain::problem::ErrorKey;
use liksa_store::{StoreError, StoredContent};

use super::error::{ApiError, ApiResult};

/// Room for the multipart body around the file.
const AROUND_THE_FILE_BYTES: usize = 64 * 1024;
const FIELD: &str = "file";

/// A body of `multipart/form-data` that holds a file in its field `file`.
pub struct Upload(Multipart);

/// A file in the object store that has no row in the database yet.
pub struct Received {
    pub content: StoredContent,
    /// The name that the client gave.
    pub name: String,
}

impl Received {
    /// The type of the file by its content, where a picture or a PDF is expected.
    pub fn picture_or_pdf(&self) -> ApiResult<MediaType> {
        match MediaType::of(&self.content.head) {
            Some(kind @ (MediaType::Jpeg | MediaType::Png | MediaType::Pdf)) => Ok(kind),
            _ if self.content.size == 0 => Err(ApiError::invalid(FIELD, ErrorKey::FileUnreadable)),
            _ if is_heic(&self.content.head) => Err(ApiError::invalid(FIELD, ErrorKey::HeicNotAllowed)),
            _ => Err(ApiError::invalid(FIELD, ErrorKey::FileTypeNotAllowed)),
        }
    }
}

/// The body limit of a route that takes files of this size.
pub fn up_to(bytes: usize) -> DefaultBodyLimit {
    DefaultBodyLimit::max(bytes.saturating_add(AROUND_THE_FILE_BYTES))
}

impl<S: Send + Sync> FromRequest<S> for Upload {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let multipart = Multipart::from_request(request, state).await;
        multipart.map(Self).map_err(|_| ApiError::Malformed("the body must be multipart/form-data".into()))
    }
}

impl Upload {
    /// Streams the file into the object store. More than `limit` bytes are refused with 413.
    pub async fn receive(
        mut self,
        context: &Context,
        limit: u64,
        too_large: ErrorKey,
    ) -> ApiResult<Received> {
        let unreadable = |error| unreadable(&error, too_large);
        while let Some(mut field) = self.0.next_field().await.map_err(unreadable)? {
            if field.name() != Some(FIELD) {
                continue;
            }
            let name = field.file_name().unwrap_or_default().to_owned();
            let mut upload = context.files.begin(context.new_id()?, limit, context.clock.now()).await?;
            while let Some(chunk) = field.chunk().await.map_err(unreadable)? {
                match upload.write(&chunk).await {
                    Err(StoreError::TooLarge) => {
                        // The answer would be lost if the connection were closed while the client still sends. The
                        // limit of the body ends this.
                        while let Ok(Some(_)) = field.chunk().await {}
                        drop(field);
                        while let Ok(Some(_)) = self.0.next_field().await {}
                        return Err(ApiError::FileTooLarge(too_large));
                    }
                    written => written?,
                }
            }
            return Ok(Received { content: upload.finish().await?, name });
        }
        Err(ApiError::invalid(FIELD, ErrorKey::Required))
    }

    /// Reads the file into memory, where it is not stored as it is. More than `limit` bytes are refused with 413.
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
        Err(ApiError::invalid(FIELD, ErrorKey::Required))
    }
}

fn unreadable(error: &MultipartError, too_large: ErrorKey) -> ApiError {
    if error.status() == StatusCode::PAYLOAD_TOO_LARGE {
        ApiError::FileTooLarge(too_large)
    } else {
        ApiError::Malformed("the multipart body could not be read".into())
    }
}
