//! Files in answers: who may fetch them by a link, and the headers that keep them harmless.

use axum::body::{Body, Bytes};
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use data_encoding::HEXLOWER;
use liksa_domain::file::MediaType;
use liksa_domain::person::{Person, Role};
use liksa_domain::problem::ErrorKey;
use liksa_store::StoredFile;
use serde::Deserialize;
use sha2::{Digest, Sha256};
use utoipa::IntoParams;

use super::error::{ApiError, ApiResult, FieldProblem};
use super::extract::Query;
use crate::app::{App, AppState};
use crate::session::Session;
use crate::session::token::Token;

/// Browsers draw a PDF in a page of their own, which has styles and holds the file. Nothing else is let in.
const PDF_POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'",
);
/// Kept by the browser alone, and asked about each time: who has signed out sees nothing any more.
const ASK_EACH_TIME: HeaderValue = HeaderValue::from_static("private, no-cache");

/// The query of a link to a file.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct DownloadQuery {
    /// The token, where no header can be sent. It is never logged.
    authtoken: Option<String>,
    /// `inline` (if not given) shows the file, `attachment` saves it.
    #[serde(rename = "content-disposition")]
    content_disposition: Option<String>,
}

/// Whether the browser shows the file or saves it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Disposition {
    Inline,
    Attachment,
}

impl Disposition {
    fn name(self) -> &'static str {
        match self {
            Self::Inline => "inline",
            Self::Attachment => "attachment",
        }
    }
}

/// Somebody who fetches a file: signed in by header or cookie like everybody, or by the token in the link.
pub struct Downloading {
    pub person: Person,
    pub disposition: Disposition,
}

impl Downloading {
    pub fn must_have_one_of(&self, roles: &[Role]) -> ApiResult<()> {
        if roles.iter().any(|role| self.person.has_role(*role)) { Ok(()) } else { Err(ApiError::Forbidden) }
    }
}

impl FromRequestParts<AppState> for Downloading {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Self, ApiError> {
        let Query(query) = Query::<DownloadQuery>::from_request_parts(parts, app).await?;
        let mut session = Session::find(&parts.headers, app).await?;
        if let (None, Some(token)) = (&session, query.authtoken.as_deref().and_then(Token::parse)) {
            session = Session::with_token(&token, app).await?;
        }
        let person = session.ok_or(ApiError::Unauthenticated)?.person;
        let disposition = match query.content_disposition.as_deref() {
            None | Some("inline") => Disposition::Inline,
            Some("attachment") => Disposition::Attachment,
            Some(_) => {
                let problem = FieldProblem::new("content-disposition", ErrorKey::InvalidChoice);
                return Err(ApiError::Invalid(vec![problem]));
            }
        };
        Ok(Self { person, disposition })
    }
}

/// A file to answer with.
pub struct Download<'a> {
    pub name: &'a str,
    pub media_type: &'static str,
    pub content: Bytes,
}

/// The file, or 304 where the client has the very same already.
pub fn respond(asked: &HeaderMap, disposition: Disposition, file: Download<'_>) -> Response {
    let tag = entity_tag(&file.content);
    let described = Described { name: file.name, media_type: file.media_type, disposition, tag: &tag };
    match has_it(asked, &tag) {
        true => (StatusCode::NOT_MODIFIED, described.headers()).into_response(),
        false => (described.headers(), file.content).into_response(),
    }
}

/// A stored file, or 304 where the client has it already.
pub async fn respond_stored(
    app: &App,
    asked: &HeaderMap,
    disposition: Disposition,
    file: &StoredFile,
) -> ApiResult<Response> {
    let tag = format!("\"{}\"", HEXLOWER.encode(&file.sha256));
    let described =
        Described { name: &file.name, media_type: file.media_type.name(), disposition, tag: &tag };
    if has_it(asked, &tag) {
        return Ok((StatusCode::NOT_MODIFIED, described.headers()).into_response());
    }
    let content = app.files.stream(&file.blob).await?;
    let mut headers = described.headers();
    headers.insert(header::CONTENT_LENGTH, HeaderValue::from(file.size));
    Ok((headers, Body::from_stream(content)).into_response())
}

/// What the headers tell of a file.
struct Described<'a> {
    name: &'a str,
    media_type: &'static str,
    disposition: Disposition,
    tag: &'a str,
}

impl Described<'_> {
    fn headers(&self) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(header::CACHE_CONTROL, ASK_EACH_TIME);
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(self.media_type));
        if self.media_type == MediaType::Pdf.name() {
            headers.insert(header::CONTENT_SECURITY_POLICY, PDF_POLICY);
        }
        let texts = [
            (header::ETAG, self.tag.to_owned()),
            (header::CONTENT_DISPOSITION, content_disposition(self.disposition, self.name)),
        ];
        for (name, text) in texts {
            if let Ok(value) = HeaderValue::from_str(&text) {
                headers.insert(name, value);
            }
        }
        headers
    }
}

/// Names the content: the same bytes have the same tag.
pub fn entity_tag(content: &[u8]) -> String {
    format!("\"{}\"", HEXLOWER.encode(&Sha256::digest(content)[..16]))
}

/// Whether the client said that it has what this tag names.
pub fn has_it(asked: &HeaderMap, tag: &str) -> bool {
    let named = |name: HeaderName| asked.get(name).and_then(|value| value.to_str().ok());
    let tags = named(header::IF_NONE_MATCH).unwrap_or_default().split(',').map(str::trim);
    tags.into_iter().any(|one| one == "*" || one.trim_start_matches("W/") == tag)
}

/// With the name for everybody, and for old programs one that holds no letters they would not know.
fn content_disposition(disposition: Disposition, name: &str) -> String {
    let plain: String = name
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | ' ') { c } else { '_' })
        .collect();
    let mut encoded = String::with_capacity(name.len());
    for byte in name.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.') {
            encoded.push(char::from(byte));
        } else {
            encoded.push_str(&format!("%{byte:02X}"));
        }
    }
    format!("{}; filename=\"{plain}\"; filename*=UTF-8''{encoded}", disposition.name())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_cannot_break_out_of_its_header() {
        let value = content_disposition(Disposition::Attachment, "Äiti \"x\"\r\n.pdf");
        assert_eq!(
            value,
            "attachment; filename=\"_iti _x___.pdf\"; filename*=UTF-8''%C3%84iti%20%22x%22%0D%0A.pdf"
        );
        assert!(HeaderValue::from_str(&value).is_ok());
    }

    #[test]
    fn the_same_bytes_are_not_sent_twice() {
        let tag = entity_tag(b"lasku");
        let asked = |value: &str| HeaderMap::from_iter([(header::IF_NONE_MATCH, value.parse().unwrap())]);
        assert!(!has_it(&HeaderMap::new(), &tag));
        assert!(has_it(&asked(&tag), &tag) && has_it(&asked(&format!("\"x\", W/{tag}")), &tag));
        assert!(has_it(&asked("*"), &tag) && !has_it(&asked("\"x\""), &tag));
        let file =
            || Download { name: "a.pdf", media_type: "application/pdf", content: Bytes::from("lasku") };
        let answer = respond(&asked(&tag), Disposition::Inline, file());
        assert_eq!(answer.status(), StatusCode::NOT_MODIFIED);
        let answer = respond(&asked(&entity_tag(b"other")), Disposition::Inline, file());
        assert_eq!(answer.status(), StatusCode::OK);
        assert_eq!(answer.headers()[header::ETAG], tag);
    }
}
