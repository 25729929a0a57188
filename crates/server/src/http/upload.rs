//! Files in requests.

use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, BodyDataStream};
use axum::extract::multipart::MultipartError;
use axum::extract::{DefaultBodyLimit, FromRequest, Multipart, Request};
use axum::http::StatusCode;
use futures_util::{StreamExt, stream};
use liksa_actions::Context;
use liksa_domain::file::{MediaType, is_heic};
use liksa_domain::problem::ErrorKey;
use liksa_store::{StoreError, StoredContent};
use tokio::sync::Mutex;

use super::error::{ApiError, ApiResult};

/// Room for the multipart body around the file.
const AROUND_THE_FILE_BYTES: usize = 64 * 1024;
const FIELD: &str = "file";

/// How long a client may go on sending what was refused.
const DRAIN_WITHIN: Duration = Duration::from_secs(60);

/// A body of `multipart/form-data` that holds a file in its field `file`.
pub struct Upload {
    multipart: Multipart,
    rest: Rest,
}

/// The same body. What is left of it is read after a refusal: the answer would be lost if the connection were closed while
/// the client still sends.
#[derive(Clone)]
struct Rest(Arc<Mutex<BodyDataStream>>);

impl Rest {
    fn of(body: Body) -> Self {
        Self(Arc::new(Mutex::new(body.into_data_stream())))
    }

    fn as_body(&self) -> Body {
        Body::from_stream(stream::unfold(self.clone(), |rest| async {
            let chunk = rest.0.lock().await.next().await?;
            Some((chunk, rest))
        }))
    }

    async fn drain(self) {
        let all = async { while let Some(Ok(_)) = self.0.lock().await.next().await {} };
        // Who sends for longer does not get to read the answer.
        let _ = tokio::time::timeout(DRAIN_WITHIN, all).await;
    }
}

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
        let (parts, body) = request.into_parts();
        let rest = Rest::of(body);
        let request = Request::from_parts(parts, rest.as_body());
        match Multipart::from_request(request, state).await {
            Ok(multipart) => Ok(Self { multipart, rest }),
            Err(_) => Err(ApiError::Malformed("the body must be multipart/form-data".into())),
        }
    }
}

impl Upload {
    /// Streams the file into the object store. More than `limit` bytes are refused with 413.
    pub async fn receive(self, context: &Context, limit: u64, too_large: ErrorKey) -> ApiResult<Received> {
        let Self { multipart, rest } = self;
        polite(store_file(multipart, context, limit, too_large).await, rest).await
    }

    /// Reads the file into memory, where it is not stored as it is. More than `limit` bytes are refused with 413.
    pub async fn into_memory(self, limit: usize, too_large: ErrorKey) -> ApiResult<Vec<u8>> {
        let Self { multipart, rest } = self;
        polite(read_file(multipart, limit, too_large).await, rest).await
    }
}

/// Lets a client that sent too much send all of it, so that it reads why it was refused.
async fn polite<T>(result: ApiResult<T>, rest: Rest) -> ApiResult<T> {
    if matches!(result, Err(ApiError::FileTooLarge(_))) {
        rest.drain().await;
    }
    result
}

async fn store_file(
    mut multipart: Multipart,
    context: &Context,
    limit: u64,
    too_large: ErrorKey,
) -> ApiResult<Received> {
    let unreadable = |error| unreadable(&error, too_large);
    while let Some(mut field) = multipart.next_field().await.map_err(unreadable)? {
        if field.name() != Some(FIELD) {
            continue;
        }
        let name = field.file_name().unwrap_or_default().to_owned();
        let mut upload = context.files.begin(context.new_id()?, limit, context.clock.now()).await?;
        while let Some(chunk) = field.chunk().await.map_err(unreadable)? {
            match upload.write(&chunk).await {
                Err(StoreError::TooLarge) => return Err(ApiError::FileTooLarge(too_large)),
                written => written?,
            }
        }
        return Ok(Received { content: upload.finish().await?, name });
    }
    Err(ApiError::invalid(FIELD, ErrorKey::Required))
}

async fn read_file(mut multipart: Multipart, limit: usize, too_large: ErrorKey) -> ApiResult<Vec<u8>> {
    let unreadable = |error| unreadable(&error, too_large);
    while let Some(mut field) = multipart.next_field().await.map_err(unreadable)? {
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

fn unreadable(error: &MultipartError, too_large: ErrorKey) -> ApiError {
    if error.status() == StatusCode::PAYLOAD_TOO_LARGE {
        ApiError::FileTooLarge(too_large)
    } else {
        ApiError::Malformed("the multipart body could not be read".into())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use axum::body::Bytes;

    use super::*;

    const BOUNDARY: &str = "x";
    const CHUNKS: usize = 100;

    /// A body that lies far above every limit: the rest of it is read all the same.
    #[tokio::test]
    async fn what_is_far_too_large_is_read_to_its_end_before_it_is_refused() {
        let sent = Arc::new(AtomicUsize::new(0));
        let head =
            format!("--{BOUNDARY}\r\ncontent-disposition: form-data; name=\"file\"; filename=\"a\"\r\n\r\n");
        let counted = sent.clone();
        let chunks = stream::iter(0..CHUNKS).map(move |_| {
            counted.fetch_add(1, Ordering::SeqCst);
            Ok::<_, std::io::Error>(Bytes::from(vec![b' '; 64 * 1024]))
        });
        let body = stream::iter([Ok(Bytes::from(head))]).chain(chunks);
        let mut request = Request::new(Body::from_stream(body));
        let form = format!("multipart/form-data; boundary={BOUNDARY}").parse().unwrap();
        request.headers_mut().insert("content-type", form);
        let upload = Upload::from_request(request, &()).await.map_err(drop).unwrap();
        let refused = upload.into_memory(10, ErrorKey::ReceiptTooLarge).await;
        assert!(matches!(refused, Err(ApiError::FileTooLarge(ErrorKey::ReceiptTooLarge))));
        assert_eq!(sent.load(Ordering::SeqCst), CHUNKS);
    }
}
