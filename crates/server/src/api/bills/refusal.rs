//! A refused change tells what the bill is now, so that nothing typed on an older one is lost.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use liksa_domain::problem::ErrorKey;
use liksa_store::{StoreError, StoredBill};
use serde::Serialize;
use utoipa::ToSchema;

use super::wire::BillOnWire;
use crate::http::error::{ApiError, FieldProblem, KeyOnWire, Problem};

/// Why the bill was not changed, and the bill as it stands.
#[derive(Serialize, ToSchema)]
pub struct BillConflict {
    #[serde(flatten)]
    pub problem: Problem,
    pub bill: BillOnWire,
}

/// Why a bill was not changed.
#[derive(Debug)]
pub enum Refusal {
    /// 409: the bill has moved on since it was read.
    Conflict(ErrorKey, Box<StoredBill>),
    /// 422: it cannot be sent like this.
    NotSendable(Vec<FieldProblem>),
    Other(ApiError),
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        match self {
            Self::Conflict(key, bill) => {
                let message = "the bill is not what was edited".to_owned();
                let problem = Problem { error_key: KeyOnWire(key), message, fields: vec![] };
                let body = BillConflict { problem, bill: BillOnWire::from(*bill) };
                (StatusCode::CONFLICT, Json(body)).into_response()
            }
            Self::NotSendable(fields) => {
                let message = "the bill cannot be sent like this".to_owned();
                let problem = Problem { error_key: KeyOnWire(ErrorKey::ErrorsInBill), message, fields };
                (StatusCode::UNPROCESSABLE_ENTITY, Json(problem)).into_response()
            }
            Self::Other(error) => error.into_response(),
        }
    }
}

impl<E: Into<ApiError>> From<E> for Refusal {
    fn from(error: E) -> Self {
        Self::Other(error.into())
    }
}

/// A row whose id is another bill's is at fault itself; all else is ours.
pub fn row_taken(error: StoreError) -> ApiError {
    match error {
        StoreError::RowTaken(place) => ApiError::Invalid(vec![FieldProblem::new(
            format!("billableitems[{place}].id"),
            ErrorKey::Invalid,
        )]),
        error => error.into(),
    }
}
