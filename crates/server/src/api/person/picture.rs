//! `GET`, `POST` and `DELETE /api/person/{personId}/profilepic`: one's own picture.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use liksa_domain::audit::Action;
use liksa_domain::file::{FilePurpose, MediaType};
use liksa_domain::ids::{FileId, PersonId};
use liksa_domain::problem::ErrorKey;
use liksa_store::NewFile;
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

use super::image::small_square;
use super::own_account;
use crate::app::{App, AppState};
use crate::http::download::{DownloadQuery, Downloading, respond_stored};
use crate::http::error::{ApiError, ApiResult, FieldProblem, Problem};
use crate::http::extract::Path;
use crate::http::upload::Upload;
use crate::session::Session;

pub const LARGEST_BYTES: usize = 10 * 1024 * 1024;
const NAME: &str = "profilepic.jpg";

/// The body, for the description alone.
#[derive(ToSchema)]
#[expect(dead_code, reason = "read piece by piece, never as a whole")]
pub struct PictureUpload {
    /// A picture (JPEG, PNG, WebP) of at most 10 MB.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
}

/// One's own picture.
#[utoipa::path(get, path = "/api/person/{personId}/profilepic", tag = "person", operation_id = "picture",
    security(("session" = [])),
    params(("personId" = Uuid, Path, description = "One's own id"), DownloadQuery),
    responses(
        (status = 200, description = "A square JPEG", body = Vec<u8>, content_type = "image/jpeg"),
        (status = 304, description = "The client has it, by `If-None-Match`"),
        (status = 404, description = "Not one's own id, or there is none", body = Problem)))]
pub async fn get(
    State(app): State<AppState>,
    who: Downloading,
    Path(person): Path<Uuid>,
    asked: HeaderMap,
) -> ApiResult<Response> {
    must_be(&who.person.id, person)?;
    let picture = own_account(&app, who.person.id).await?.picture.ok_or(ApiError::NotFound)?;
    let file = app.store.file(picture).await?.ok_or(ApiError::NotFound)?;
    respond_stored(&app, &asked, who.disposition, &file).await
}

/// Choose a picture. It is cut to a square, made small, and nothing else of it is kept.
#[utoipa::path(post, path = "/api/person/{personId}/profilepic", tag = "person", operation_id = "set_picture",
    security(("session" = [])),
    params(("personId" = Uuid, Path, description = "One's own id")),
    request_body(content = PictureUpload, content_type = "multipart/form-data"),
    responses(
        (status = 204, description = "Kept"),
        (status = 404, description = "Not one's own id", body = Problem),
        (status = 409, description = "STALE_PERSON: another was chosen at the same moment", body = Problem),
        (status = 413, description = "TOO_LARGE", body = Problem),
        (status = 422, description = "FILE_TYPE_NOT_ALLOWED: cannot be read as a picture", body = Problem)))]
pub async fn post(
    State(app): State<AppState>,
    session: Session,
    Path(person): Path<Uuid>,
    upload: Upload,
) -> ApiResult<StatusCode> {
    must_be(&session.person.id, person)?;
    let content = upload.into_memory(LARGEST_BYTES, ErrorKey::TooLarge).await?;
    let not_allowed = || ApiError::Invalid(vec![FieldProblem::new("file", ErrorKey::FileTypeNotAllowed)]);
    let picture = small_square(content).await?.ok_or_else(not_allowed)?;
    let (id, now): (FileId, _) = (app.new_id()?, app.clock.now());
    let content = app.files.put(id, &picture, now).await?;
    let new = NewFile {
        content: &content,
        purpose: FilePurpose::Picture,
        owner: Some(session.person.id),
        name: NAME,
        media_type: MediaType::Jpeg,
        created_at: now,
    };
    let mut tx = app.store.begin().await?;
    let file = tx.insert_file(&new).await?;
    must_be_set(tx.set_picture(session.person.id, Some(file), now).await?)?;
    record(&app, &mut tx, session.person.id, false).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Have no picture.
#[utoipa::path(delete, path = "/api/person/{personId}/profilepic", tag = "person", operation_id = "remove_picture",
    security(("session" = [])),
    params(("personId" = Uuid, Path, description = "One's own id")),
    responses(
        (status = 204, description = "There is none any more"),
        (status = 404, description = "Not one's own id", body = Problem)))]
pub async fn delete(
    State(app): State<AppState>,
    session: Session,
    Path(person): Path<Uuid>,
) -> ApiResult<StatusCode> {
    must_be(&session.person.id, person)?;
    if own_account(&app, session.person.id).await?.picture.is_some() {
        let mut tx = app.store.begin().await?;
        must_be_set(tx.set_picture(session.person.id, None, app.clock.now()).await?)?;
        record(&app, &mut tx, session.person.id, true).await?;
        tx.commit().await?;
    }
    Ok(StatusCode::NO_CONTENT)
}

/// Another person's things do not exist.
fn must_be(own: &PersonId, asked: Uuid) -> ApiResult<()> {
    if *own == PersonId::from(asked) { Ok(()) } else { Err(ApiError::NotFound) }
}

/// Of several changes at the same moment one is made.
fn must_be_set(set: bool) -> ApiResult<()> {
    if set { Ok(()) } else { Err(ApiError::Conflict(ErrorKey::StalePerson)) }
}

async fn record(app: &App, tx: &mut liksa_store::Tx, person: PersonId, removed: bool) -> ApiResult<()> {
    let (subject, detail) = (format!("person:{person}"), json!({"removed": removed}));
    Ok(tx.record(&app.event(Some(person), Action::PictureChanged, subject, &detail)).await?)
}

#[cfg(test)]
mod tests {
    use futures_util::future::join_all;
    use liksa_test_support::both_engines;

    use crate::testing::{Answer, SignedIn, TestApp, picture};

    both_engines! {
        a_picture_is_kept_and_removed,
        of_several_at_once_one_is_left,
        what_is_no_picture_is_refused,
    }

    async fn send(app: &TestApp, who: &SignedIn, path: &str, content: &[u8]) -> Answer {
        app.post(path).token(&who.token).file("a.png", content).send().await
    }

    async fn a_picture_is_kept_and_removed(app: TestApp) {
        let maija = app.worker().await;
        let path = format!("/api/person/{}/profilepic", maija.id);
        assert_eq!(app.get(&path).token(&maija.token).send().await.status, 404);
        for _ in 0..2 {
            assert_eq!(send(&app, &maija, &path, &picture()).await.status, 204);
        }
        let answer = app.get(&path).token(&maija.token).send().await;
        assert_eq!((answer.status, &answer.headers["content-type"]), (200, &"image/jpeg".parse().unwrap()));
        assert_eq!(image::load_from_memory(&answer.body).unwrap().width(), 256);
        let files = app.store.files_of(maija.id).await.unwrap();
        assert_eq!(files.len(), 1, "the one before is gone");
        assert_eq!(app.delete(&path).token(&maija.token).send().await.status, 204);
        assert_eq!(app.get(&path).token(&maija.token).send().await.status, 404);
    }

    async fn of_several_at_once_one_is_left(app: TestApp) {
        let maija = app.worker().await;
        let path = format!("/api/person/{}/profilepic", maija.id);
        let picture = picture();
        send(&app, &maija, &path, &picture).await;
        let answers = join_all((0..4).map(|_| send(&app, &maija, &path, &picture))).await;
        assert!(answers.iter().any(|answer| answer.status == 204));
        for answer in answers.iter().filter(|answer| answer.status != 204) {
            assert_eq!((answer.status, answer.key()), (409, "STALE_PERSON"));
        }
        assert_eq!(app.store.files_of(maija.id).await.unwrap().len(), 1);
    }

    async fn what_is_no_picture_is_refused(app: TestApp) {
        let maija = app.worker().await;
        let path = format!("/api/person/{}/profilepic", maija.id);
        for bad in [&b"<svg></svg>"[..], b"", b"%PDF-1.7", &picture()[..50]] {
            let answer = send(&app, &maija, &path, bad).await;
            assert_eq!(
                (answer.status, &answer.json["fields"][0]["key"]),
                (422, &"FILE_TYPE_NOT_ALLOWED".into())
            );
        }
        let large = send(&app, &maija, &path, &vec![0; super::LARGEST_BYTES + 1]).await;
        assert_eq!((large.status, large.key()), (413, "TOO_LARGE"));
    }
}
