//! `/api/person`: one's own account, and what belongs to it.

mod account;
mod email;
mod export;
mod files;
pub mod places;
pub mod salaries;
mod sessions;
mod wire;
mod zip_stream;

use utoipa_axum::router::OpenApiRouter;

use crate::app::AppState;

pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .merge(account::routes())
        .merge(email::routes())
        .merge(sessions::routes())
        .merge(files::routes())
        .merge(export::routes())
}

#[cfg(test)]
mod tests;
