//! What most handlers need: the framework, the shapes of requests and answers, and checks of what was sent.

pub use axum::extract::State;
pub use axum::http::{HeaderMap, StatusCode};
pub use axum::response::Response;
pub use liksa_domain::dates::format_date;
pub use liksa_domain::ids::*;
pub use liksa_domain::problem::ErrorKey;
pub use liksa_domain::reading::Reader;
pub use liksa_money::Money;
pub use serde::{Deserialize, Serialize};
pub use utoipa::{IntoParams, ToSchema};
pub use utoipa_axum::router::OpenApiRouter;
pub use utoipa_axum::routes;

pub use crate::app::{App, AppState};
pub use crate::http::error::{ApiError, ApiResult, FieldProblem};
pub use crate::http::extract::{Json, Path, Query};
pub use crate::session::{AdminSession, ClerkSession, PayrollSession, PeopleSession, StaffSession};

/// The state of the server, as handlers take it.
pub type Server = State<AppState>;
/// What a handler answers.
pub type Reply<T> = ApiResult<Json<T>>;

/// The query of a list without a search.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct CursorQuery {
    /// `next` of the page before.
    pub cursor: Option<String>,
}

/// Refuses a request whose fields a reader did not accept.
pub fn accepted(reader: Reader) -> ApiResult<()> {
    let problems = reader.into_problems();
    if problems.is_empty() { Ok(()) } else { Err(problems.into()) }
}

/// A text that must be given.
pub fn required_text(field: &str, text: Option<&str>, longest: usize) -> ApiResult<String> {
    let mut reader = Reader::default();
    let text = reader.required(field, text, longest);
    accepted(reader).map(|()| text)
}

/// One of a fixed set of names, if one is given.
pub fn choice<T>(
    field: &str,
    name: Option<&str>,
    from_name: impl Fn(&str) -> Option<T>,
) -> ApiResult<Option<T>> {
    let unknown = || ApiError::invalid(field, ErrorKey::InvalidChoice);
    name.map(|name| from_name(name).ok_or_else(unknown)).transpose()
}
