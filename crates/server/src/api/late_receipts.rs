//! Late receipts: costs found after their bill was sent, claimed on the next salary.

use liksa_actions::bills::Made;
use liksa_actions::context::clock::finnish_day;
use liksa_actions::late_receipts::{self, NextSalaryOf, ShownEffect};
use liksa_domain::bill::BillState;
use liksa_domain::late_receipt::{LateClaimBody, LateReceiptState};
use liksa_domain::payroll::LateReceiptEffect;
use liksa_domain::reading::NumberText;
use liksa_domain::salary::Summary;
use liksa_store::{LateReceipt, LateReceiptWithFiles, SalaryOfReceipt};
use utoipa_axum::router::UtoipaMethodRouterExt;

use crate::api::bills::{LARGEST_RECEIPT_BYTES, ReceiptOnWire, ReceiptUpload, made, receive_receipt};
use crate::api::prelude::*;
use crate::http::extract::IdempotencyKey;
use crate::http::upload::{self, Upload};
use crate::session::WorkerSession;

pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list, make))
        .routes(routes!(get, save, delete))
        .routes(routes!(send))
        .routes(routes!(add_file).layer(upload::up_to(LARGEST_RECEIPT_BYTES)))
        .routes(routes!(effect))
}

/// A late receipt.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LateReceipt)]
pub struct LateReceiptOnWire {
    pub id: LateReceiptId,
    pub bill_id: BillId,
    #[schema(required)]
    pub bill_number: Option<i64>,
    /// The bill was credited as a whole since.
    pub bill_credited: bool,
    pub customer: String,
    pub row_id: RowId,
    /// Of the row, DD.MM.YYYY.
    #[schema(required)]
    pub row_date: Option<String>,
    /// What the row says.
    pub row_text: String,
    /// Kind and VAT class, by the name that the amount would have in the row, such as `hotelcost_alv135`.
    pub field: String,
    /// VAT included.
    pub amount: Money,
    pub note: String,
    pub state: LateReceiptState,
    /// Why it was refused; empty otherwise.
    pub refusal: String,
    pub version: i64,
    /// The day on which it was sent, DD.MM.YYYY; null for a draft.
    #[schema(required)]
    pub sent_on: Option<String>,
    /// The payday of the salary that pays it, DD.MM.YYYY, once that is approved; null before.
    #[schema(required)]
    pub payday: Option<String>,
    /// Its worker has the slip of that salary.
    pub paid: bool,
    /// The pictures or PDFs of it, read by `/api/billableitem/receipt/{receiptId}`.
    #[schema(required)]
    pub receipts: Vec<ReceiptOnWire>,
}

impl From<LateReceiptWithFiles> for LateReceiptOnWire {
    fn from(LateReceiptWithFiles { late, files }: LateReceiptWithFiles) -> Self {
        let LateReceipt { claim, salary, .. } = late;
        let stands = salary.filter(SalaryOfReceipt::stands);
        Self {
            id: late.id,
            bill_id: late.bill,
            bill_number: late.bill_number,
            bill_credited: late.bill_state == BillState::Credited,
            customer: late.customer,
            row_id: claim.row,
            row_date: late.row_date.map(format_date),
            row_text: late.row_text,
            field: claim.kind.field(claim.class),
            amount: claim.amount,
            note: claim.note,
            state: late.state,
            refusal: late.refusal,
            version: late.version,
            sent_on: late.sent_at.map(|at| format_date(finnish_day(at))),
            payday: stands.map(|salary| format_date(salary.payday)),
            paid: stands.is_some_and(|salary| salary.published),
            receipts: files.into_iter().map(ReceiptOnWire::from).collect(),
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LateReceiptList {
    /// The newest first.
    #[schema(required)]
    pub late_receipts: Vec<LateReceiptOnWire>,
}

impl LateReceiptList {
    pub async fn of(app: &App, person: PersonId) -> ApiResult<Self> {
        let found = late_receipts::all_of(app, person).await?;
        Ok(Self { late_receipts: found.into_iter().map(Into::into).collect() })
    }
}

/// All late receipts of one's own.
#[utoipa::path(get, path = "/api/person/{personId}/late-receipts", operation_id = "late_receipts",
    responses(
        (status = 200, description = "All of them", body = LateReceiptList),
        (status = 404, description = "Another person's")))]
async fn list(app: Server, worker: WorkerSession, Path(person): Path<PersonId>) -> Reply<LateReceiptList> {
    worker.must_be(person)?;
    Ok(Json(LateReceiptList::of(&app, person).await?))
}

/// A new one, which files are attached to before it is sent.
#[utoipa::path(post, path = "/api/person/{personId}/late-receipts", operation_id = "make_late_receipt",
    params(("Idempotency-Key" = Option<String>, Header, description = "Sent again, it gets the same one")),
    request_body = LateClaimBody,
    responses(
        (status = 201, description = "The draft", body = LateReceiptOnWire),
        (status = 200, description = "What this key made before, as it stands now", body = LateReceiptOnWire),
        (status = 404, description = "Another person's"),
        (status = 409, description = "LATE_RECEIPT_NOT_FOR_BILL: the bill was not sent, or was credited"),
        (status = 422, description = "A field was not accepted")))]
async fn make(
    app: Server,
    worker: WorkerSession,
    Path(person): Path<PersonId>,
    IdempotencyKey(key): IdempotencyKey,
    Json(body): Json<LateClaimBody>,
) -> ApiResult<(StatusCode, Json<LateReceiptOnWire>)> {
    worker.must_be(person)?;
    let new: Made<LateReceiptWithFiles> = late_receipts::make(&app, person, &body, key.as_deref()).await?;
    Ok(made(new))
}

/// One late receipt.
#[utoipa::path(get, path = "/api/late-receipt/{lateReceiptId}", operation_id = "late_receipt",
    responses(
        (status = 200, description = "The late receipt", body = LateReceiptOnWire),
        (status = 404, description = "No such one of one's own")))]
async fn get(app: Server, worker: WorkerSession, Path(id): Path<LateReceiptId>) -> Reply<LateReceiptOnWire> {
    Ok(Json(late_receipts::own(&app, worker.person.id, id).await?.into()))
}

/// Write a draft anew.
#[utoipa::path(put, path = "/api/late-receipt/{lateReceiptId}", operation_id = "save_late_receipt",
    request_body = LateClaimBody,
    responses(
        (status = 200, description = "The draft as it is stored", body = LateReceiptOnWire),
        (status = 404, description = "No such one of one's own"),
        (status = 409, description = "STALE_LATE_RECEIPT: it was sent, or changed since. LATE_RECEIPT_NOT_FOR_BILL"),
        (status = 422, description = "A field was not accepted")))]
async fn save(
    app: Server,
    worker: WorkerSession,
    Path(id): Path<LateReceiptId>,
    Json(body): Json<LateClaimBody>,
) -> Reply<LateReceiptOnWire> {
    Ok(Json(late_receipts::save(&app, worker.person.id, id, &body).await?.into()))
}

#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = LateReceiptSending)]
pub struct Sending {
    /// The version that was seen. Without it the present one is sent.
    version: Option<i64>,
}

/// Send a draft to the clerks.
#[utoipa::path(post, path = "/api/late-receipt/{lateReceiptId}/send", operation_id = "send_late_receipt",
    request_body(content = Option<Sending>),
    responses(
        (status = 200, description = "As it now waits, or stands if it was sent before", body = LateReceiptOnWire),
        (status = 404, description = "No such one of one's own"),
        (status = 409, description = "STALE_LATE_RECEIPT: it was changed since, or another version was sent. \
            LATE_RECEIPT_NOT_FOR_BILL: the bill was credited"),
        (status = 422, description = "RECEIPT_REQUIRED: it has no file")))]
async fn send(
    app: Server,
    worker: WorkerSession,
    Path(id): Path<LateReceiptId>,
    body: Option<Json<Sending>>,
) -> Reply<LateReceiptOnWire> {
    let seen = body.and_then(|Json(body)| body.version);
    Ok(Json(late_receipts::send(&app, worker.person.id, id, seen).await?.into()))
}

/// Take back a late receipt that nobody has decided about.
#[utoipa::path(delete, path = "/api/late-receipt/{lateReceiptId}", operation_id = "delete_late_receipt",
    responses(
        (status = 204, description = "It is gone, with its files"),
        (status = 404, description = "No such one of one's own"),
        (status = 409, description = "STALE_LATE_RECEIPT: it was decided about")))]
async fn delete(app: Server, worker: WorkerSession, Path(id): Path<LateReceiptId>) -> ApiResult<StatusCode> {
    late_receipts::delete(&app, worker.person.id, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Attach a picture or PDF to a draft.
#[utoipa::path(post, path = "/api/late-receipt/{lateReceiptId}/receipt", operation_id = "add_late_receipt_file",
    params(("Idempotency-Key" = Option<String>, Header, description = "Sent again, it gets the same receipt")),
    request_body(content = ReceiptUpload, content_type = "multipart/form-data"),
    responses(
        (status = 201, description = "The receipt", body = ReceiptOnWire),
        (status = 200, description = "The receipt that the key has made before", body = ReceiptOnWire),
        (status = 404, description = "No such one of one's own"),
        (status = 409, description = "STALE_LATE_RECEIPT: it was sent"),
        (status = 413, description = "RECEIPT_TOO_LARGE"),
        (status = 422, description = "Not a picture or PDF that can be read, or too many")))]
async fn add_file(
    app: Server,
    worker: WorkerSession,
    IdempotencyKey(key): IdempotencyKey,
    Path(id): Path<LateReceiptId>,
    upload: Upload,
) -> ApiResult<(StatusCode, Json<ReceiptOnWire>)> {
    let person = worker.person.id;
    late_receipts::must_take_files(&app, person, id, key.as_deref()).await?;
    let file = receive_receipt(&app, upload).await?;
    Ok(made(late_receipts::attach(&app, person, id, &file, key.as_deref()).await?))
}

#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = LateReceiptAmount)]
pub struct AmountBody {
    /// VAT included.
    amount: Option<NumberText>,
}

/// What a salary is, as far as a late receipt changes it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LateReceiptSalary)]
pub struct SalaryOnWire {
    pub service_fee: Money,
    pub gross_salary: Money,
    pub tax: Money,
    pub reimbursements: Money,
    /// Paid to the account.
    pub salary: Money,
}

impl From<Summary> for SalaryOnWire {
    fn from(summary: Summary) -> Self {
        Self {
            service_fee: summary.service_fee,
            gross_salary: summary.gross_salary,
            tax: summary.tax_amount,
            reimbursements: summary.total_reimbursements,
            salary: summary.salary,
        }
    }
}

/// The next salary without a late receipt and with it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LateReceiptEffect)]
pub struct EffectOnWire {
    /// DD.MM.YYYY
    pub payday: String,
    /// PAID_BILLS, SENT_BILLS where no customer has paid yet, or NOTHING where nothing is billed.
    pub of: &'static str,
    /// How many bills the salary is calculated of.
    pub bills: usize,
    /// Whether what is billed covers the receipt. Otherwise it waits for a later salary.
    pub fits: bool,
    /// Null where no salary can be calculated.
    #[schema(required)]
    pub without: Option<SalaryOnWire>,
    /// The same as without it where it does not fit.
    #[schema(required)]
    pub with: Option<SalaryOnWire>,
}

impl From<ShownEffect> for EffectOnWire {
    fn from(shown: ShownEffect) -> Self {
        let (without, with, fits) = match shown.effect {
            Some(LateReceiptEffect { without, with, fits }) => (Some(without), Some(with), fits),
            None => (None, None, false),
        };
        Self {
            payday: format_date(shown.payday),
            of: match shown.of {
                NextSalaryOf::PaidBills => "PAID_BILLS",
                NextSalaryOf::SentBills => "SENT_BILLS",
                NextSalaryOf::Nothing => "NOTHING",
            },
            bills: shown.bills,
            fits,
            without: without.map(Into::into),
            with: with.map(Into::into),
        }
    }
}

/// What a late receipt of this amount would do to one's next salary. Nothing is stored.
#[utoipa::path(put, path = "/api/calc/late-receipt", operation_id = "late_receipt_effect",
    request_body = AmountBody,
    responses(
        (status = 200, description = "The next salary without it and with it", body = EffectOnWire),
        (status = 422, description = "No amount")))]
async fn effect(app: Server, worker: WorkerSession, Json(body): Json<AmountBody>) -> Reply<EffectOnWire> {
    let mut reader = Reader::default();
    reader.require("amount", body.amount.as_deref());
    let amount = reader.money("amount", body.amount.as_deref());
    let wrong = amount.is_some_and(|amount| !amount.is_positive() || amount.cents().is_none());
    reader.refuse_if(wrong, "amount", ErrorKey::InvalidNumber);
    let amount = reader.finish(amount)?;
    Ok(Json(late_receipts::effect(&app, worker.person.id, amount).await?.into()))
}
