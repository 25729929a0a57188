//! `GET /api/bill/{billId}/pdf`: the bill as its customer reads it.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use liksa_domain::ids::BillId;
use uuid::Uuid;

use super::work::readable_bill;
use crate::app::AppState;
use crate::http::download::{Download, DownloadQuery, Downloading, respond, respond_stored};
use crate::http::error::{ApiError, ApiResult, Problem};
use crate::http::extract::Path;
use crate::printing::{invoice_of, names, pdf_of};

/// The bill as PDF: what was sent, byte for byte, or else a draft that says so.
#[utoipa::path(get, path = "/api/bill/{billId}/pdf", tag = "documents", operation_id = "bill_pdf",
    security(("session" = ["ROLE_USER", "ROLE_CLERK", "ROLE_PAYROLL"])),
    params(("billId" = Uuid, Path, description = "A bill of one's own; any for the provider's people"),
           DownloadQuery),
    responses(
        (status = 200, description = "The PDF", body = Vec<u8>, content_type = "application/pdf"),
        (status = 304, description = "The client has it, by `If-None-Match`"),
        (status = 404, description = "No such bill", body = Problem),
        (status = 422, description = "A draft that cannot be reckoned, with the reasons", body = Problem)))]
pub async fn get(
    State(app): State<AppState>,
    who: Downloading,
    Path(bill): Path<Uuid>,
    asked: HeaderMap,
) -> ApiResult<Response> {
    let bill = readable_bill(&app, &who, BillId::from(bill)).await?;
    let delivery = app.store.delivery_of(bill.id).await?;
    if let Some(pdf) = delivery.as_ref().and_then(|delivery| delivery.pdf) {
        let sent = app.store.file(pdf).await?.ok_or(ApiError::NotFound)?;
        return respond_stored(&app, &asked, who.disposition, &sent).await;
    }
    let made_at = delivery.map_or(bill.saved_at, |delivery| delivery.created_at);
    let invoice = invoice_of(&app, &bill).await?;
    let name = names::of_invoice(&invoice);
    let content = pdf_of(&app, invoice, made_at).await?.into();
    let file = Download { name: &name, media_type: "application/pdf", content };
    Ok(respond(&asked, who.disposition, file))
}
