//! Advances as their worker asks for them.

use axum::extract::State;
use axum::http::StatusCode;
use liksa_actions::advances::{self, AdvanceRequest};
use liksa_actions::bills::own_bill;
use liksa_actions::payouts::lapsing::Lapse;
use liksa_domain::advance::{AdvanceLimit, AdvanceState};
use liksa_domain::dates::format_date;
use liksa_domain::ids::{AdvanceId, BillId, PersonId, RowId};
use liksa_domain::problem::ErrorKey;
use liksa_domain::reading::{NumberText, Reader};
use liksa_money::Money;
use liksa_store::Advance;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::wire::BillOnWire;
use crate::app::AppState;
use crate::http::error::{ApiError, ApiResult, Problem};
use crate::http::extract::{Json, Path, Query};
use crate::session::WorkerSession;

pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(offer, ask)).routes(routes!(withdraw))
}

/// An advance that was asked for.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AdvancePayment)]
pub struct AdvanceOnWire {
    pub id: AdvanceId,
    pub amount: Money,
    pub state: AdvanceState,
    /// The rows that it was asked for.
    #[schema(required)]
    pub rows: Vec<RowId>,
    /// An instant, ISO 8601.
    pub requested: String,
    /// The day on which the bank paid it, DD.MM.YYYY.
    #[schema(required)]
    pub paid: Option<String>,
    /// What salaries have paid back of it.
    pub recovered: Money,
    /// It is recovered from any salary, since its bill was credited or its customer does not pay.
    pub due: bool,
    /// What payroll wrote when refusing it.
    #[schema(required)]
    pub reason: Option<String>,
    /// Why it lapsed: BILL_OPENED, BILL_CREDITED, PART_CREDITED or PAID_AS_SALARY.
    #[schema(required)]
    pub lapse: Option<String>,
}

impl From<&Advance> for AdvanceOnWire {
    fn from(advance: &Advance) -> Self {
        let text = (!advance.reason.is_empty()).then(|| advance.reason.clone());
        let (reason, lapse) =
            if Lapse::from_name(&advance.reason).is_some() { (None, text) } else { (text, None) };
        Self {
            id: advance.id,
            amount: advance.amount,
            state: advance.state,
            rows: advance.rows.clone(),
            requested: advance.requested_at.to_string(),
            paid: advance.paid_on.map(format_date),
            recovered: advance.recovered,
            due: advance.due_at.is_some(),
            reason,
            lapse,
        }
    }
}

/// Rows of a bill by their ids.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChosenRows {
    ids: Option<Vec<RowId>>,
    bill_id: Option<BillId>,
    amount: Option<NumberText>,
}

/// A request for an advance. The rows are named by `ids` here or in `advancePaymentAmount`, or are those of `bill` with
/// `useAsAdvancePayment`.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AdvancePaymentRequest)]
pub struct AdvanceBody {
    ids: Option<Vec<RowId>>,
    /// The bill of the path, if it is given.
    bill_id: Option<BillId>,
    /// In euros; all there is if not given.
    amount: Option<NumberText>,
    /// The amount, or an object with `ids`, `billId` and `amount`.
    #[schema(value_type = Option<Object>)]
    advance_payment_amount: Option<Box<RawValue>>,
    bill: Option<BillOfRequest>,
}

#[derive(Deserialize, ToSchema)]
pub struct BillOfRequest {
    billableitems: Option<Vec<RowOfRequest>>,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RowOfRequest {
    id: Option<RowId>,
    use_as_advance_payment: Option<bool>,
}

/// What cannot be read is refused: no amount means all there is.
fn nested_in<T: DeserializeOwned>(json: &str) -> ApiResult<T> {
    serde_json::from_str(json).map_err(|_| ApiError::invalid("advancePaymentAmount", ErrorKey::Invalid))
}

/// More rows than a bill can have.
const MOST_ROWS: usize = 500;

impl AdvanceBody {
    fn read(self, bill: BillId) -> ApiResult<AdvanceRequest> {
        let nested = match self.advance_payment_amount.as_deref().map(RawValue::get) {
            None | Some("null") => ChosenRows::default(),
            Some(object) if object.starts_with('{') => nested_in(object)?,
            Some(amount) => ChosenRows { amount: Some(nested_in(amount)?), ..ChosenRows::default() },
        };
        let chosen = |bill: BillOfRequest| -> Vec<RowId> {
            let rows = bill.billableitems.into_iter().flatten();
            rows.filter(|row| row.use_as_advance_payment == Some(true)).filter_map(|row| row.id).collect()
        };
        let mut reader = Reader::default();
        let other = [self.bill_id, nested.bill_id].into_iter().flatten().any(|named| named != bill);
        reader.refuse_if(other, "billId", ErrorKey::Invalid);
        let text = self.amount.or(nested.amount);
        let amount = reader.money("amount", text.as_deref());
        reader.refuse_if(amount.is_some_and(|sum| sum.cents().is_none()), "amount", ErrorKey::InvalidNumber);
        reader.refuse_if(amount.is_some_and(|sum| !sum.is_positive()), "amount", ErrorKey::OutOfRange);
        let rows = self.ids.or(nested.ids).or(self.bill.map(chosen)).unwrap_or_default();
        reader.refuse_more(rows.len(), "ids", MOST_ROWS);
        crate::api::prelude::accepted(reader)?;
        Ok(AdvanceRequest { rows, amount })
    }
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct OfferQuery {
    /// Ids of rows, separated by commas.
    ids: Option<String>,
}

/// What can be asked for on rows of a bill.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AdvanceOffer {
    /// Whether an advance can be asked for on these rows.
    pub allowed: bool,
    /// Why not.
    #[schema(required)]
    pub reason: Option<ErrorKey>,
    /// How the limit is found; null where there is none to find.
    #[schema(required)]
    pub limit: Option<AdvanceLimit>,
    /// Up to this it is granted by rule, as soon as the bill has gone to its customer.
    pub granted_up_to: Money,
}

/// How much can be asked for in advance on rows of a bill, or why nothing can.
#[utoipa::path(get, path = "/api/person/{personId}/bills/{billId}/advancePayment", tag = "bills",
    operation_id = "advance_offer",
    params(("personId" = Uuid, Path, description = "One's own id"), ("billId" = Uuid, Path), OfferQuery),
    responses(
        (status = 200, description = "The limit, or why there is none", body = AdvanceOffer),
        (status = 404, description = "No such bill of one's own", body = Problem),
        (status = 422, description = "Something is no id of a row", body = Problem)))]
async fn offer(
    State(app): State<AppState>,
    session: WorkerSession,
    Path((person, bill)): Path<(PersonId, BillId)>,
    Query(query): Query<OfferQuery>,
) -> ApiResult<Json<AdvanceOffer>> {
    session.must_be(person)?;
    let ids = query.ids.as_deref().unwrap_or_default().split(',').filter(|id| !id.trim().is_empty());
    let rows: Result<Vec<RowId>, _> = ids.take(MOST_ROWS).map(|id| id.trim().parse()).collect();
    let rows = rows.map_err(|_| ApiError::invalid("ids", ErrorKey::Invalid))?;
    let offer = advances::offer(&app, person, bill, &rows).await?;
    Ok(Json(AdvanceOffer {
        allowed: offer.refused.is_none(),
        reason: offer.refused,
        limit: offer.limit,
        granted_up_to: offer.terms.granted_up_to,
    }))
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum AdvanceOutcome {
    CreateAdvancePaymentSuccess,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AskedAdvance {
    pub outcome: AdvanceOutcome,
    pub advance_payment: AdvanceOnWire,
    pub bill: BillOnWire,
}

/// Ask for an advance on rows of a bill that was sent.
#[utoipa::path(post, path = "/api/person/{personId}/bills/{billId}/advancePayment", tag = "bills",
    operation_id = "ask_advance",
    params(("personId" = Uuid, Path, description = "One's own id"), ("billId" = Uuid, Path)),
    request_body = AdvanceBody,
    responses(
        (status = 201, description = "It was asked for", body = AskedAdvance),
        (status = 404, description = "No such bill of one's own", body = Problem),
        (status = 409, description = "NO_ROWS_SELECTED_FOR_ADVANVE_PAYMENT. INVOICE_NOT_SENT: a draft. INVOICE_PAID. \
            ADVANCE_CANNOT_BE_ASKED: credited, or a credit note. ADVANCE_ROWS_ALREADY_HANDLED: a row is in another one. \
            ADVANCE_PAYMENT_TOO_BIG. ADVANCE_NEEDS_ACCOUNT: no account number is known. CANNOT_CREATE_ADVANCE_PAYMENT: \
            a row is not of the bill, or no salary can be calculated", body = Problem),
        (status = 422, description = "A field was not accepted", body = Problem)))]
async fn ask(
    State(app): State<AppState>,
    session: WorkerSession,
    Path((person, bill)): Path<(PersonId, BillId)>,
    Json(body): Json<AdvanceBody>,
) -> ApiResult<(StatusCode, Json<AskedAdvance>)> {
    session.must_be(person)?;
    // Whose bill it is comes before what is asked for.
    own_bill(&app, person, bill).await?;
    let advance = advances::ask(&app, person, bill, &body.read(bill)?).await?;
    let bill = own_bill(&app, person, bill).await?;
    let asked = AskedAdvance {
        outcome: AdvanceOutcome::CreateAdvancePaymentSuccess,
        advance_payment: AdvanceOnWire::from(&advance),
        bill: bill.into(),
    };
    Ok((StatusCode::CREATED, Json(asked)))
}

/// Take back a request for an advance that nobody has granted.
#[utoipa::path(delete, path = "/api/person/{personId}/bills/{billId}/advancePayment/{advanceId}", tag = "bills",
    operation_id = "withdraw_advance",
    params(("personId" = Uuid, Path, description = "One's own id"), ("billId" = Uuid, Path),
           ("advanceId" = Uuid, Path)),
    responses(
        (status = 200, description = "The advance", body = AdvanceOnWire),
        (status = 404, description = "No such advance of one's own", body = Problem),
        (status = 409, description = "ADVANCE_NOT_IN_STATE: it was decided, or taken back before", body = Problem)))]
async fn withdraw(
    State(app): State<AppState>,
    session: WorkerSession,
    Path((person, bill, advance)): Path<(PersonId, BillId, AdvanceId)>,
) -> ApiResult<Json<AdvanceOnWire>> {
    session.must_be(person)?;
    Ok(Json(AdvanceOnWire::from(&advances::withdraw(&app, person, bill, advance).await?)))
}
