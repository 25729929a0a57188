//! A bill as its customer reads it: the PDF, and its pages as drawings.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use liksa_actions::printing::{invoice_of, names, pdf_of};
use liksa_domain::ids::BillId;
use liksa_domain::person::Role;
use liksa_store::StoredBill;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::{App, AppState};
use crate::http::download::{
    Download, DownloadQuery, Downloading, DownloadingByLink, LinkQuery, entity_tag, has_it, respond,
    respond_stored,
};
use crate::http::error::{ApiError, ApiResult, Problem};
use crate::http::extract::Path;

pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(pdf)).routes(routes!(pages))
}

/// A bill that the person may read: their own, or any for clerks and payroll.
async fn readable_bill(app: &App, who: &Downloading, id: BillId) -> ApiResult<StoredBill> {
    who.must_have_one_of(&[Role::User, Role::Clerk, Role::Payroll])?;
    let any = who.person.has_role(Role::Clerk) || who.person.has_role(Role::Payroll);
    let found = app.store.bill(id).await?.filter(|bill| any || bill.person == who.person.id);
    found.ok_or(ApiError::NotFound)
}

/// The bill as PDF: what was sent, byte for byte, or else a draft that says so.
#[utoipa::path(get, path = "/api/bill/{billId}/pdf", tag = "documents", operation_id = "bill_pdf",
    security(("session" = ["ROLE_USER", "ROLE_CLERK", "ROLE_PAYROLL"])),
    params(("billId" = Uuid, Path, description = "A bill of one's own; any for the provider's people"),
           LinkQuery, DownloadQuery),
    responses(
        (status = 200, description = "The PDF", body = Vec<u8>, content_type = "application/pdf"),
        (status = 304, description = "The client has it, by `If-None-Match`"),
        (status = 404, description = "No such bill", body = Problem),
        (status = 422, description = "A draft that cannot be calculated, with the reasons", body = Problem)))]
async fn pdf(
    State(app): State<AppState>,
    DownloadingByLink(who): DownloadingByLink,
    Path(bill): Path<BillId>,
    asked: HeaderMap,
) -> ApiResult<Response> {
    let bill = readable_bill(&app, &who, bill).await?;
    let delivery = app.store.delivery_of(bill.id).await?;
    if let Some(pdf) = delivery.as_ref().and_then(|delivery| delivery.pdf) {
        let sent = app.store.file(pdf).await?.ok_or(ApiError::NotFound)?;
        return respond_stored(&app, &asked, who.disposition, &sent).await;
    }
    let made_at = delivery.map_or(bill.saved_at, |delivery| delivery.created_at);
    let invoice = invoice_of(&app, &bill).await?;
    let name = names::of_invoice(&invoice);
    let content = pdf_of(&app, Some(who.person.id), invoice, made_at).await?.into();
    let file = Download { name: &name, media_type: "application/pdf", content };
    Ok(respond(&asked, who.disposition, file))
}

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
        (status = 422, description = "It cannot be calculated, with the reasons", body = Problem)))]
async fn pages(
    State(app): State<AppState>,
    who: Downloading,
    Path(bill): Path<BillId>,
    asked: HeaderMap,
) -> ApiResult<Response> {
    let bill = readable_bill(&app, &who, bill).await?;
    let invoice = invoice_of(&app, &bill).await?;
    let pages = Pages { version: bill.version, pages: app.pdf_printer.draw(who.person.id, invoice).await? };
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
