//! Files in answers: sessions of links to files, and the headers that keep files harmless.

use axum::body::{Body, Bytes};
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use data_encoding::HEXLOWER;
use liksa_domain::file::MediaType;
use liksa_domain::ids::{FileId, PersonId};
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
use liksa_actions::context::token::Token;

/// The policy of PDFs: browsers show one in a page of their own, which has styles and embeds the file.
const PDF_POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'",
);
/// Cached by the browser alone and revalidated each time, so that nobody sees the file after signing out.
const ASK_EACH_TIME: HeaderValue = HeaderValue::from_static("private, no-cache");

/// The query of a file.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct DownloadQuery {
    /// `inline` (if not given) shows the file, `attachment` saves it.
    #[serde(rename = "content-disposition")]
    content_disposition: Option<String>,
}

/// The query of a link to a file.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct LinkQuery {
    /// The token, where no header can be sent. It is never logged.
    authtoken: Option<String>,
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

/// The session of a download, by header or cookie as for every request.
pub struct Downloading {
    pub person: Person,
    pub disposition: Disposition,
}

impl Downloading {
    pub fn must_have_one_of(&self, roles: &[Role]) -> ApiResult<()> {
        if roles.iter().any(|role| self.person.has_role(*role)) { Ok(()) } else { Err(ApiError::Forbidden) }
    }

    async fn of(session: Option<Session>, parts: &mut Parts, app: &AppState) -> Result<Self, ApiError> {
        let Query(query) = Query::<DownloadQuery>::from_request_parts(parts, app).await?;
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

    /// Answers a stored file, or 404 where there is none.
    pub async fn answer(&self, app: &App, asked: &HeaderMap, file: Option<FileId>) -> ApiResult<Response> {
        let file = app.store.file(file.ok_or(ApiError::NotFound)?).await?.ok_or(ApiError::NotFound)?;
        respond_stored(app, asked, self.disposition, &file).await
    }

    /// Answers the file of a worker's receipt, to that worker and to those who check bills.
    pub async fn answer_receipt(
        &self,
        app: &App,
        asked: &HeaderMap,
        found: Option<(PersonId, FileId)>,
    ) -> ApiResult<Response> {
        self.must_have_one_of(&[Role::User, Role::Clerk, Role::Payroll])?;
        let staff = self.person.has_role(Role::Clerk) || self.person.has_role(Role::Payroll);
        let seen = found.filter(|(worker, _)| *worker == self.person.id || staff);
        self.answer(app, asked, seen.map(|(_, file)| file)).await
    }
}

impl FromRequestParts<AppState> for Downloading {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Self, ApiError> {
        let session = Session::find(&parts.headers, app).await?;
        Self::of(session, parts, app).await
    }
}

/// A download whose token may also be in its link, for the specification's clients: only single files of a worker. Links
/// are kept in histories and passed on; what can be had by one must not be all that a person has.
pub struct DownloadingByLink(pub Downloading);

impl FromRequestParts<AppState> for DownloadingByLink {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Self, ApiError> {
        let Query(link) = Query::<LinkQuery>::from_request_parts(parts, app).await?;
        let mut session = Session::find(&parts.headers, app).await?;
        if let (None, Some(token)) = (&session, link.authtoken.as_deref().and_then(Token::parse)) {
            session = Session::with_token(&token, app).await?;
        }
        Downloading::of(session, parts, app).await.map(Self)
    }
}

/// A file to answer with.
pub struct Download<'a> {
    pub name: &'a str,
    pub media_type: &'static str,
    pub content: Bytes,
}

/// Answers a file, or 304 where the client has it already.
pub fn respond(asked: &HeaderMap, disposition: Disposition, file: Download<'_>) -> Response {
    let tag = entity_tag(&file.content);
    let headers = headers(file.name, file.media_type, disposition, &tag);
    match has_it(asked, &tag) {
        true => (StatusCode::NOT_MODIFIED, headers).into_response(),
        false => (headers, file.content).into_response(),
    }
}

/// Answers a stored file, or 304 where the client has it already.
pub async fn respond_stored(
    app: &App,
    asked: &HeaderMap,
    disposition: Disposition,
    file: &StoredFile,
) -> ApiResult<Response> {
    let tag = format!("\"{}\"", HEXLOWER.encode(&file.sha256));
    let mut headers = headers(&file.name, file.media_type.name(), disposition, &tag);
    if has_it(asked, &tag) {
        return Ok((StatusCode::NOT_MODIFIED, headers).into_response());
    }
    let content = app.files.stream(&file.blob).await?;
    headers.insert(header::CONTENT_LENGTH, HeaderValue::from(file.size));
    Ok((headers, Body::from_stream(content)).into_response())
}

fn headers(name: &str, media_type: &'static str, disposition: Disposition, tag: &str) -> HeaderMap {
    let mut headers = HeaderMap::new();
    headers.insert(header::CACHE_CONTROL, ASK_EACH_TIME);
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type));
    if media_type == MediaType::Pdf.name() {
        headers.insert(header::CONTENT_SECURITY_POLICY, PDF_POLICY);
    }
    let disposition = content_disposition(disposition, name);
    for (name, text) in [(header::ETAG, tag), (header::CONTENT_DISPOSITION, &disposition)] {
        if let Ok(value) = HeaderValue::from_str(text) {
            headers.insert(name, value);
        }
    }
    headers
}

/// The tag of a content: the same bytes have the same tag.
pub fn entity_tag(content: &[u8]) -> String {
    format!("\"{}\"", HEXLOWER.encode(&Sha256::digest(content)[..16]))
}

/// Whether the client has the content of this tag already.
pub fn has_it(asked: &HeaderMap, tag: &str) -> bool {
    let known = asked.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok()).unwrap_or_default();
    known.split(',').map(str::trim).any(|one| one == "*" || one.trim_start_matches("W/") == tag)
}

/// The value of `Content-Disposition`, with the name in UTF-8 and, for old programs, in ASCII.
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
    fn any_name_is_one_value() {
        for name in [
            "\"; x=\"",
            "a;b",
            "a\u{0}\u{7f}\u{202e}fdp.exe",
            "🎻",
            "%0d%0aSet-Cookie: a=b",
            &"ä".repeat(500),
            "",
        ] {
            let value = content_disposition(Disposition::Inline, name);
            assert!(HeaderValue::from_str(&value).is_ok() && value.is_ascii(), "{name:?}");
            assert_eq!(value.matches(['"', ';']).count(), 4, "{name:?}: {value}");
            let encoded = value.rsplit_once("UTF-8''").unwrap().1;
            assert_eq!(percent_decoded(encoded), name.as_bytes(), "{name:?}");
        }
    }

    fn percent_decoded(text: &str) -> Vec<u8> {
        let mut pieces = text.split('%');
        let mut bytes = pieces.next().unwrap().as_bytes().to_vec();
        for piece in pieces {
            bytes.push(u8::from_str_radix(&piece[..2], 16).unwrap());
            bytes.extend(piece[2..].bytes());
        }
        bytes
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
