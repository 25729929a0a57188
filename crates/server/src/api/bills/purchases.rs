//! Purchases of a draft: invoices of others that are paid out of the bill, and the copies of them.

use liksa_actions::context::clock::finnish_day;
use liksa_actions::purchases;
use liksa_domain::bill::BillState;
use liksa_domain::file::MediaType;
use liksa_domain::purchase::proposal::{Proposal, Reading};
use liksa_domain::purchase::{PurchaseBody, PurchaseState, PurchaseStep, after};
use liksa_money::Percent;
use liksa_store::{PurchaseReceipt, StoredPurchase};
use utoipa_axum::router::UtoipaMethodRouterExt;

use super::rows::{LARGEST_RECEIPT_BYTES, ReceiptUpload, receive};
use super::{BillConflict, made};
use crate::api::prelude::*;
use crate::http::download::{DownloadQuery, DownloadingByLink, LinkQuery};
use crate::http::error::Problem;
use crate::http::extract::IdempotencyKey;
use crate::http::upload::{self, Upload};
use crate::session::WorkerSession;

const PURCHASES_PER_PAGE: i64 = 20;

pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(add_purchase))
        .routes(routes!(edit_purchase, delete_purchase))
        .routes(routes!(send_for_payment))
        .routes(routes!(open_purchase))
        .routes(routes!(add_copy_before).layer(upload::up_to(LARGEST_RECEIPT_BYTES)))
        .routes(routes!(add_copy).layer(upload::up_to(LARGEST_RECEIPT_BYTES)))
        .routes(routes!(read_invoice).layer(upload::up_to(LARGEST_RECEIPT_BYTES)))
        .routes(routes!(delete_copy))
        .routes(routes!(get_copy))
        .routes(routes!(purchase_list))
}

/// A purchase invoice that is paid out of a bill.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Purchase)]
pub struct PurchaseOnWire {
    pub id: PurchaseId,
    pub bill_id: BillId,
    #[schema(required)]
    pub bill_number: Option<i64>,
    /// Goes back with a change.
    pub version: i64,
    pub state: PurchaseState,
    /// Who is paid.
    pub name: String,
    /// DD.MM.YYYY
    pub duedate: String,
    /// Without VAT: what it costs the bill.
    pub amount: Money,
    /// VAT in per cent.
    pub alv: Percent,
    pub vat_amount: Money,
    /// What is paid to the seller.
    pub total: Money,
    /// Null where the message says what is paid.
    #[schema(required)]
    pub reference_number: Option<String>,
    pub message: String,
    pub account_number: String,
    pub paynow: bool,
    /// What being paid at once costs, or would cost.
    pub commission: Money,
    #[schema(required)]
    pub receipts: Vec<CopyOnWire>,
    /// The day on which the bank paid it, DD.MM.YYYY.
    #[schema(required)]
    pub paid: Option<String>,
    /// Nothing is paid of it any more, because its bill was credited as a whole before that.
    pub never_paid: bool,
    /// Whether the worker may change or delete it now.
    pub can_be_edited: bool,
}

/// A copy of a purchase invoice.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PurchaseReceipt)]
pub struct CopyOnWire {
    pub id: PurchaseReceiptId,
    /// The day it was attached, DD.MM.YYYY.
    pub date: String,
    /// The name of its file.
    pub displayname: String,
    pub media_type: MediaType,
    /// Bytes of its file.
    pub size: u64,
}

impl From<PurchaseReceipt> for CopyOnWire {
    fn from(copy: PurchaseReceipt) -> Self {
        Self {
            id: copy.id,
            date: format_date(finnish_day(copy.made_at)),
            displayname: copy.name,
            media_type: copy.media_type,
            size: copy.size,
        }
    }
}

impl From<StoredPurchase> for PurchaseOnWire {
    fn from(stored: StoredPurchase) -> Self {
        let can_be_edited = can_be_edited(&stored);
        let (purchase, invoice) = (&stored.purchase, &stored.purchase.invoice);
        Self {
            id: purchase.id,
            bill_id: stored.bill,
            bill_number: stored.bill_number,
            version: stored.version,
            state: purchase.state,
            name: invoice.name.clone(),
            duedate: format_date(invoice.due_date),
            amount: invoice.amount,
            alv: Percent(invoice.vat_rate),
            vat_amount: invoice.vat_amount,
            total: invoice.total().unwrap_or(invoice.amount),
            reference_number: invoice.reference.as_ref().map(ToString::to_string),
            message: invoice.message.clone(),
            account_number: invoice.account.to_string(),
            paynow: purchase.pay_now,
            commission: purchase.commission,
            paid: purchase.paid_on.map(format_date),
            never_paid: stored.never_paid,
            can_be_edited,
            receipts: stored.receipts.into_iter().map(CopyOnWire::from).collect(),
        }
    }
}

fn can_be_edited(stored: &StoredPurchase) -> bool {
    let state = (stored.purchase.state, stored.purchase.pay_now);
    stored.bill_state == BillState::Open && after(PurchaseStep::Edit, state, stored.bill_state).is_ok()
}

/// Add a purchase invoice to a draft, with copies that were sent before.
#[utoipa::path(post, path = "/api/bill/{billId}/extcontractoritems", tag = "bills", operation_id = "add_purchase",
    params(("billId" = Uuid, Path),
        ("idempotency-key" = Option<String>, Header, description = "Sent again, it gets the same purchase")),
    request_body = PurchaseBody,
    responses(
        (status = 201, description = "The purchase", body = PurchaseOnWire),
        (status = 200, description = "The purchase that the key has made before", body = PurchaseOnWire),
        (status = 404, description = "No such bill of one's own", body = Problem),
        (status = 409, description = "invoiceDisabled: the bill was sent", body = BillConflict),
        (status = 422, description = "A field was not accepted. DUPLICATE_PURCHASE: the same invoice is a purchase \
            already, named where it is one's own", body = Problem)))]
async fn add_purchase(
    app: Server,
    session: WorkerSession,
    IdempotencyKey(key): IdempotencyKey,
    Path(bill): Path<BillId>,
    Json(body): Json<PurchaseBody>,
) -> ApiResult<(StatusCode, Json<PurchaseOnWire>)> {
    Ok(made(purchases::add(&app, session.person.id, bill, &body, key.as_deref()).await?))
}

/// Change a purchase that is not sent for payment.
#[utoipa::path(put, path = "/api/bill/{billId}/extcontractoritems/{purchaseId}", tag = "bills",
    operation_id = "edit_purchase",
    params(("billId" = Uuid, Path), ("purchaseId" = Uuid, Path)),
    request_body = PurchaseBody,
    responses(
        (status = 200, description = "The purchase", body = PurchaseOnWire),
        (status = 404, description = "No such purchase of one's own", body = Problem),
        (status = 409, description = "invoiceDisabled: the bill was sent. PURCHASE_NOT_IN_STATE: sent for payment, or \
            changed meanwhile", body = BillConflict),
        (status = 422, description = "A field was not accepted", body = Problem)))]
async fn edit_purchase(
    app: Server,
    session: WorkerSession,
    Path(ids): Path<(BillId, PurchaseId)>,
    Json(body): Json<PurchaseBody>,
) -> Reply<PurchaseOnWire> {
    Ok(Json(purchases::edit(&app, session.person.id, ids, &body).await?.into()))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SeenPurchase {
    /// The version that was seen. Without it the call is about the present one.
    version: Option<i64>,
}

/// Remove a purchase that is not sent for payment, with its copies.
#[utoipa::path(delete, path = "/api/bill/{billId}/extcontractoritems/{purchaseId}", tag = "bills",
    operation_id = "delete_purchase",
    params(("billId" = Uuid, Path), ("purchaseId" = Uuid, Path), SeenPurchase),
    responses(
        (status = 204, description = "It is gone"),
        (status = 404, description = "No such purchase of one's own", body = Problem),
        (status = 409, description = "invoiceDisabled. PURCHASE_NOT_IN_STATE: sent for payment, or changed meanwhile",
            body = BillConflict)))]
async fn delete_purchase(
    app: Server,
    session: WorkerSession,
    Path(ids): Path<(BillId, PurchaseId)>,
    Query(seen): Query<SeenPurchase>,
) -> ApiResult<StatusCode> {
    purchases::remove(&app, session.person.id, ids, seen.version).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Deserialize, ToSchema)]
#[schema(as = PurchasePayment)]
pub struct Payment {
    /// Paid at once, for the commission; else when the customer has paid.
    paynow: Option<bool>,
    /// The version that was seen, and with it the commission. Without it the call is about the present one.
    version: Option<i64>,
}

/// Have a purchase paid: when the customer has paid, or at once. Nothing leaves before the bill has gone to its customer.
#[utoipa::path(post, path = "/api/bill/{billId}/extcontractoritems/{purchaseId}/sendForPayment", tag = "bills",
    operation_id = "send_purchase_for_payment",
    params(("billId" = Uuid, Path), ("purchaseId" = Uuid, Path)),
    request_body = Payment,
    responses(
        (status = 200, description = "The purchase", body = PurchaseOnWire),
        (status = 404, description = "No such purchase of one's own", body = Problem),
        (status = 409, description = "invoiceDisabled. PURCHASE_NOT_IN_STATE: sent before, or it or its commission \
            has changed since it was seen", body = BillConflict)))]
async fn send_for_payment(
    app: Server,
    session: WorkerSession,
    Path(ids): Path<(BillId, PurchaseId)>,
    Json(body): Json<Payment>,
) -> Reply<PurchaseOnWire> {
    let how = (body.paynow.unwrap_or_default(), body.version);
    Ok(Json(purchases::send_for_payment(&app, session.person.id, ids, how).await?.into()))
}

/// Take back that a purchase is to be paid, while the bill is a draft.
#[utoipa::path(post, path = "/api/bill/{billId}/extcontractoritems/{purchaseId}/open", tag = "bills",
    operation_id = "open_purchase",
    params(("billId" = Uuid, Path), ("purchaseId" = Uuid, Path), SeenPurchase),
    responses(
        (status = 200, description = "The purchase", body = PurchaseOnWire),
        (status = 404, description = "No such purchase of one's own", body = Problem),
        (status = 409, description = "invoiceDisabled. PURCHASE_NOT_IN_STATE: open already, or changed meanwhile",
            body = BillConflict)))]
async fn open_purchase(
    app: Server,
    session: WorkerSession,
    Path(ids): Path<(BillId, PurchaseId)>,
    Query(seen): Query<SeenPurchase>,
) -> Reply<PurchaseOnWire> {
    Ok(Json(purchases::open(&app, session.person.id, ids, seen.version).await?.into()))
}

/// Send a copy of an invoice before its purchase is made. It is removed after a day if none takes it.
#[utoipa::path(post, path = "/api/bill/{billId}/extcontractoritems/receipts", tag = "bills",
    operation_id = "add_purchase_receipt_before",
    params(("billId" = Uuid, Path),
        ("idempotency-key" = Option<String>, Header, description = "Sent again, it gets the same copy")),
    request_body(content = ReceiptUpload, content_type = "multipart/form-data"),
    responses(
        (status = 201, description = "The copy", body = CopyOnWire),
        (status = 200, description = "The copy that the key has made before", body = CopyOnWire),
        (status = 404, description = "No such bill of one's own", body = Problem),
        (status = 409, description = "invoiceDisabled: the bill was sent", body = BillConflict),
        (status = 413, description = "RECEIPT_TOO_LARGE", body = Problem),
        (status = 422, description = "Not a picture or PDF that can be read", body = Problem)))]
async fn add_copy_before(
    app: Server,
    session: WorkerSession,
    IdempotencyKey(key): IdempotencyKey,
    Path(bill): Path<BillId>,
    upload: Upload,
) -> ApiResult<(StatusCode, Json<CopyOnWire>)> {
    take_copy(&app, session.person.id, (bill, None), (key.as_deref(), upload)).await
}

/// Send a copy of an invoice for its purchase.
#[utoipa::path(post, path = "/api/bill/{billId}/extcontractoritems/{purchaseId}/receipts", tag = "bills",
    operation_id = "add_purchase_receipt",
    params(("billId" = Uuid, Path), ("purchaseId" = Uuid, Path),
        ("idempotency-key" = Option<String>, Header, description = "Sent again, it gets the same copy")),
    request_body(content = ReceiptUpload, content_type = "multipart/form-data"),
    responses(
        (status = 201, description = "The copy", body = CopyOnWire),
        (status = 200, description = "The copy that the key has made before", body = CopyOnWire),
        (status = 404, description = "No such purchase of one's own", body = Problem),
        (status = 409, description = "invoiceDisabled or PURCHASE_NOT_IN_STATE", body = BillConflict),
        (status = 413, description = "RECEIPT_TOO_LARGE", body = Problem),
        (status = 422, description = "Not a picture or PDF that can be read", body = Problem)))]
async fn add_copy(
    app: Server,
    session: WorkerSession,
    IdempotencyKey(key): IdempotencyKey,
    Path((bill, purchase)): Path<(BillId, PurchaseId)>,
    upload: Upload,
) -> ApiResult<(StatusCode, Json<CopyOnWire>)> {
    take_copy(&app, session.person.id, (bill, Some(purchase)), (key.as_deref(), upload)).await
}

async fn take_copy(
    app: &AppState,
    person: PersonId,
    of: (BillId, Option<PurchaseId>),
    (key, upload): (Option<&str>, Upload),
) -> ApiResult<(StatusCode, Json<CopyOnWire>)> {
    purchases::must_take_copies(app, person, of.0, of.1).await?;
    let file = receive(app, upload).await?;
    Ok(made(purchases::add_copy(app, person, of, &file, key).await?))
}

/// What was read of an invoice.
#[derive(Serialize, ToSchema)]
pub struct PurchaseProposals {
    /// None or one, to be confirmed by a person.
    #[schema(required)]
    proposals: Vec<Proposal>,
    /// The file has codes of different payments, so that none is proposed.
    several: bool,
}

impl From<Reading> for PurchaseProposals {
    fn from(reading: Reading) -> Self {
        let several = reading == Reading::Several;
        let proposals = if let Reading::Found(found) = reading { vec![*found] } else { vec![] };
        Self { proposals, several }
    }
}

/// Propose the fields of a purchase from a Finvoice or UBL file, from the bank barcode or EPC QR code on a picture (JPEG,
/// PNG, WebP) or PDF, or from the text of either. Nothing is stored.
#[utoipa::path(post, path = "/api/bill/{billId}/extcontractoritems/read", tag = "bills",
    operation_id = "read_purchase_invoice",
    params(("billId" = Uuid, Path)),
    request_body(content = ReceiptUpload, content_type = "multipart/form-data"),
    responses(
        (status = 200, description = "What was understood; empty where nothing was", body = PurchaseProposals),
        (status = 404, description = "No such bill of one's own", body = Problem),
        (status = 409, description = "invoiceDisabled: the bill was sent", body = BillConflict),
        (status = 413, description = "RECEIPT_TOO_LARGE", body = Problem),
        (status = 422, description = "A picture or PDF that cannot be opened, by the keys of copies", body = Problem)))]
async fn read_invoice(
    app: Server,
    session: WorkerSession,
    Path(bill): Path<BillId>,
    upload: Upload,
) -> Reply<PurchaseProposals> {
    purchases::must_take_copies(&app, session.person.id, bill, None).await?;
    let limit = u64::try_from(LARGEST_RECEIPT_BYTES).unwrap_or(u64::MAX);
    let received = upload.receive(&app, limit, ErrorKey::ReceiptTooLarge).await?;
    Ok(Json(purchases::propose(&app, session.person.id, &received.content).await?.into()))
}

/// Delete a copy of an invoice; not the last one of a purchase.
#[utoipa::path(delete, path = "/api/extcontractoritems/receipts/{purchaseReceiptId}", tag = "bills",
    operation_id = "delete_purchase_receipt",
    params(("purchaseReceiptId" = Uuid, Path)),
    responses(
        (status = 204, description = "It is gone"),
        (status = 404, description = "No such copy of one's own", body = Problem),
        (status = 409, description = "invoiceDisabled, PURCHASE_NOT_IN_STATE, or LAST_PURCHASE_RECEIPT",
            body = BillConflict)))]
async fn delete_copy(
    app: Server,
    session: WorkerSession,
    Path(copy): Path<PurchaseReceiptId>,
) -> ApiResult<StatusCode> {
    purchases::remove_copy(&app, session.person.id, copy).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The file of a copy, for the worker whose it is and those who check bills.
#[utoipa::path(get, path = "/api/extcontractoritems/receipt/{purchaseReceiptId}", tag = "bills",
    operation_id = "purchase_receipt",
    security(("session" = ["ROLE_USER", "ROLE_CLERK", "ROLE_PAYROLL"])),
    params(("purchaseReceiptId" = Uuid, Path), LinkQuery, DownloadQuery),
    responses(
        (status = 200, description = "A picture or PDF", content_type = "application/pdf", body = Vec<u8>),
        (status = 304, description = "The client has it already"),
        (status = 401, description = "Not signed in", body = Problem),
        (status = 404, description = "No such copy of one's own", body = Problem)))]
async fn get_copy(
    app: Server,
    DownloadingByLink(who): DownloadingByLink,
    Path(copy): Path<PurchaseReceiptId>,
    headers: HeaderMap,
) -> ApiResult<Response> {
    let found = app.store.purchase_receipt(copy).await?;
    who.answer_receipt(&app, &headers, found.map(|found| (found.person, found.file))).await
}

#[derive(Serialize, ToSchema)]
pub struct Purchases {
    /// The newest first.
    #[schema(required)]
    purchases: Vec<PurchaseOnWire>,
    /// What to send as `page` for the next part; null at the end.
    #[schema(required)]
    next: Option<PurchaseId>,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PurchasesQuery {
    /// `next` of the page before.
    page: Option<PurchaseId>,
}

/// All purchases of the worker, for the archive.
#[utoipa::path(get, path = "/api/person/{personId}/extcontractoritems", tag = "bills", operation_id = "purchases",
    params(("personId" = Uuid, Path, description = "One's own id"), PurchasesQuery),
    responses((status = 200, description = "A page", body = Purchases)))]
async fn purchase_list(
    app: Server,
    session: WorkerSession,
    Path(person): Path<PersonId>,
    Query(query): Query<PurchasesQuery>,
) -> Reply<Purchases> {
    session.must_be(person)?;
    let (found, more) = app.store.purchases_of_person(person, query.page, PURCHASES_PER_PAGE).await?;
    let next = found.last().filter(|_| more).map(|last| last.purchase.id);
    Ok(Json(Purchases { purchases: found.into_iter().map(PurchaseOnWire::from).collect(), next }))
}
