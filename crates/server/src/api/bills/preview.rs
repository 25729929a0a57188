//! `GET /api/bill/{billId}/pages`: the bill as it will look, beside the editor.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use liksa_domain::ids::BillId;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::work::readable_bill;
use crate::app::AppState;
use crate::http::download::{DownloadQuery, Downloading, entity_tag, has_it};
use crate::http::error::{ApiError, ApiResult, Problem};
use crate::http::extract::Path;
use crate::printing::invoice_of;

#[derive(Serialize, ToSchema)]
#[schema(as = BillPages)]
pub struct Pages {
    /// The version of the bill that is shown.
    pub version: i64,
    /// One SVG drawing each.
    #[schema(required)]
    pub pages: Vec<String>,
}

/// The pages of the bill as drawings.
#[utoipa::path(get, path = "/api/bill/{billId}/pages", tag = "documents", operation_id = "bill_pages",
    security(("session" = ["ROLE_USER", "ROLE_CLERK", "ROLE_PAYROLL"])),
    params(("billId" = Uuid, Path, description = "A bill of one's own; any for the provider's people"),
           DownloadQuery),
    responses(
        (status = 200, description = "The pages in their order", body = Pages),
        (status = 304, description = "The client has them, by `If-None-Match`"),
        (status = 404, description = "No such bill", body = Problem),
        (status = 422, description = "It cannot be reckoned, with the reasons", body = Problem)))]
pub async fn get(
    State(app): State<AppState>,
    who: Downloading,
    Path(bill): Path<Uuid>,
    asked: HeaderMap,
) -> ApiResult<Response> {
    let bill = readable_bill(&app, &who, BillId::from(bill)).await?;
    let invoice = invoice_of(&app, &bill).await?;
    let pages = Pages { version: bill.version, pages: app.press.draw(invoice).await? };
    let body = serde_json::to_vec(&pages).map_err(|error| ApiError::Internal(error.into()))?;
    let tag = entity_tag(&body);
    let known = has_it(&asked, &tag);
    let headers = [(header::ETAG, format!("W/{tag}")), (header::CACHE_CONTROL, "private, no-cache".into())];
    Ok(if known {
        (StatusCode::NOT_MODIFIED, headers).into_response()
    } else {
        (headers, [(header::CONTENT_TYPE, "application/json")], body).into_response()
    })
}
