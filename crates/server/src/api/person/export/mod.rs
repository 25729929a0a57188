//! `GET /api/person/export`: everything that is kept of a person, as one zip that is sent while it is being made.

mod content;
mod zip_stream;

use axum::body::Body;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures_util::{StreamExt, stream};
use liksa_domain::audit::Action;
use liksa_domain::ids::PersonId;
use serde_json::json;
use tokio::sync::mpsc;

use crate::app::AppState;
use crate::http::download::{DownloadQuery, Downloading};
use crate::http::error::{ApiResult, Problem};
use zip_stream::ZipStream;

/// Pieces that wait for a slow connection; then the making waits too.
const PIECES_AHEAD: usize = 4;

/// All of one's own data in one zip: JSON, and the files as they were sent or made.
#[utoipa::path(get, path = "/api/person/export", tag = "person", operation_id = "export",
    security(("session" = [])),
    params(DownloadQuery),
    responses(
        (status = 200, description = "The zip", body = Vec<u8>, content_type = "application/zip"),
        (status = 401, description = "Not signed in", body = Problem)))]
pub async fn get(State(app): State<AppState>, who: Downloading) -> ApiResult<Response> {
    let person = who.person.id;
    let mut tx = app.store.begin().await?;
    tx.record(&app.event(Some(person), Action::DataExported, format!("person:{person}"), &json!({}))).await?;
    tx.commit().await?;
    let name = format!("attachment; filename=\"liksa-{}.zip\"", app.clock.today());
    let headers = [(header::CONTENT_TYPE, "application/zip".to_owned()), (header::CONTENT_DISPOSITION, name)];
    Ok((headers, zip_of(app, person)).into_response())
}

/// What fails in the middle breaks the transfer off, so that nobody takes a part for the whole.
fn zip_of(app: AppState, person: PersonId) -> Body {
    let (send, receive) = mpsc::channel(PIECES_AHEAD);
    tokio::spawn(async move {
        if let Err(error) = content::write(&app, person, ZipStream::new(send.clone())).await {
            tracing::error!(error = format!("{error:#}"), "an export was broken off");
            // Who has gone away need not be told.
            drop(send.send(Err(std::io::Error::other("the export could not be finished"))).await);
        }
    });
    let pieces =
        stream::unfold(
            receive,
            |mut receive| async move { receive.recv().await.map(|piece| (piece, receive)) },
        );
    // What compresses answers for browsers asks once more after the end.
    Body::from_stream(pieces.fuse())
}

#[cfg(test)]
mod tests;
