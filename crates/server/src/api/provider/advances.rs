//! `/api/provider/advances`: what workers ask for before their customers have paid, and what is out of the account.

use std::collections::BTreeMap;

use liksa_actions::advances;
use liksa_domain::advance::{AdvanceState, RiskAge};
use liksa_domain::bill::BillState;
use liksa_store::AdvanceOfWorker;

use crate::api::bills::AdvanceOnWire;
use crate::api::prelude::*;

const ADVANCES_PER_PAGE: i64 = 50;
const LONGEST_REASON: usize = 500;

pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(advance_list))
        .routes(routes!(grant_advance))
        .routes(routes!(refuse_advance))
        .routes(routes!(recover_advance))
}

/// An advance with its worker and its bill.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProviderAdvance {
    #[serde(flatten)]
    advance: AdvanceOnWire,
    person_id: PersonId,
    person_name: String,
    bill_id: BillId,
    #[schema(required)]
    bill_number: Option<i64>,
    bill_state: BillState,
    /// Of the bill, DD.MM.YYYY.
    #[schema(required)]
    due_date: Option<String>,
    customer: String,
    /// In a payment file that the bank has not refused, or paid.
    out: bool,
    /// What the worker still owes of it, or will once it is paid.
    outstanding: Money,
    age: RiskAge,
    /// Two people have to grant it.
    needs_second_person: bool,
    /// The first of the two.
    #[schema(required)]
    first_by: Option<PersonId>,
    #[schema(required)]
    first_by_name: Option<String>,
    /// Null while nobody has decided, and where a rule did.
    #[schema(required)]
    decided_by_name: Option<String>,
    /// RFC 3339.
    #[schema(required)]
    decided_at: Option<String>,
    /// Why it is recovered from any salary: what payroll wrote, or BILL_CREDITED.
    due_reason: String,
}

/// What is out, by the days since its bills fell due.
#[derive(Serialize, ToSchema)]
pub struct AdvancesAtRisk {
    age: RiskAge,
    count: usize,
    amount: Money,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProviderAdvances {
    /// The newest first.
    #[schema(required)]
    advances: Vec<ProviderAdvance>,
    /// What to send as `cursor` for the next part; null at the end.
    #[schema(required)]
    next: Option<AdvanceId>,
    /// What workers owe of advances. Each age once, also where there is nothing.
    #[schema(required)]
    at_risk: Vec<AdvancesAtRisk>,
    /// The sum of them.
    out: Money,
    /// Purchases that were paid at once, or are in a payment file, and whose customers have not paid: with VAT. Each age
    /// once.
    #[schema(required)]
    purchases_at_risk: Vec<AdvancesAtRisk>,
    /// The sum of them.
    purchases_out: Money,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct AdvancesQuery {
    /// REQUESTED, GRANTED, REFUSED, WITHDRAWN or PAID; all if not given.
    state: Option<String>,
    /// `next` of the page before.
    cursor: Option<AdvanceId>,
}

async fn on_wire(app: &App, found: AdvanceOfWorker) -> ApiResult<ProviderAdvance> {
    let today = app.clock.today();
    let terms = app.settings_on(today).await?.advances;
    let advance = &found.advance;
    let sum = advance.amount.plus(found.granted_beside)?;
    Ok(ProviderAdvance {
        person_id: advance.person,
        person_name: found.person_name,
        bill_id: advance.bill,
        bill_number: found.bill_number,
        bill_state: advance.bill_state,
        due_date: found.due_date.map(format_date),
        customer: found.customer,
        out: advance.is_out,
        outstanding: advance.outstanding(),
        age: RiskAge::of(advance.bill_state, found.due_date, today),
        needs_second_person: sum > terms.second_person_above,
        first_by: advance.first_by,
        first_by_name: advance.first_by_name.clone(),
        decided_by_name: advance.decided_by_name.clone(),
        decided_at: advance.decided_at.map(|at| at.to_string()),
        due_reason: advance.due_reason.clone(),
        advance: AdvanceOnWire::from(advance),
    })
}

/// Advances that were asked for, and what is out and at risk: also of purchases that were paid at once.
#[utoipa::path(get, path = "/api/provider/advances", params(AdvancesQuery),
    responses(
        (status = 200, description = "A page", body = ProviderAdvances),
        (status = 422, description = "No such state")))]
async fn advance_list(
    app: Server,
    _: PayrollSession,
    Query(query): Query<AdvancesQuery>,
) -> Reply<ProviderAdvances> {
    let state = choice("state", query.state.as_deref(), AdvanceState::from_name)?;
    let (found, more) = app.store.advances(state, query.cursor, ADVANCES_PER_PAGE).await?;
    let next = found.last().filter(|_| more).map(|last| last.advance.id);
    let mut advances = Vec::with_capacity(found.len());
    for one in found {
        advances.push(on_wire(&app, one).await?);
    }
    let today = app.clock.today();
    let owed = app
        .store
        .advances_out()
        .await?
        .into_iter()
        .map(|one| (RiskAge::of(one.advance.bill_state, one.due_date, today), one.advance.outstanding()));
    let (at_risk, out) = by_age(owed)?;
    let paid = app.store.purchases_out().await?.into_iter();
    let (purchases_at_risk, purchases_out) =
        by_age(paid.map(|(due, amount)| (RiskAge::of(BillState::Closed, due, today), amount)))?;
    Ok(Json(ProviderAdvances { advances, next, at_risk, out, purchases_at_risk, purchases_out }))
}

/// What is out by age, and its sum.
fn by_age(amounts: impl Iterator<Item = (RiskAge, Money)>) -> ApiResult<(Vec<AdvancesAtRisk>, Money)> {
    let mut by_age: BTreeMap<RiskAge, Vec<Money>> = BTreeMap::new();
    for (age, amount) in amounts {
        by_age.entry(age).or_default().push(amount);
    }
    let mut at_risk = Vec::with_capacity(RiskAge::ALL.len());
    for age in RiskAge::ALL {
        let amounts = by_age.remove(age).unwrap_or_default();
        let count = amounts.len();
        let amount = Money::sum(amounts).map_err(liksa_actions::Error::from)?;
        at_risk.push(AdvancesAtRisk { age: *age, count, amount });
    }
    let out = Money::sum(at_risk.iter().map(|one| one.amount)).map_err(liksa_actions::Error::from)?;
    Ok((at_risk, out))
}

/// Grant an advance. Above a limit of the settings it is granted when a second person has said so too.
#[utoipa::path(post, path = "/api/provider/advances/{advanceId}/grant",
    responses(
        (status = 200, description = "The advance", body = AdvanceOnWire),
        (status = 404, description = "No such advance"),
        (status = 409, description = "OWN_MATTER; APPROVED_BY_SAME_PERSON: a second person is needed; INVOICE_NOT_SENT: \
         the bill has not gone to its customer; INVOICE_PAID; ADVANCE_CANNOT_BE_ASKED: it was credited; \
         ADVANCE_PAYMENT_TOO_BIG: a part was credited since; ADVANCE_NEEDS_ACCOUNT; ADVANCE_NOT_IN_STATE")))]
async fn grant_advance(
    app: Server,
    session: PayrollSession,
    Path(advance): Path<AdvanceId>,
) -> Reply<AdvanceOnWire> {
    Ok(Json(AdvanceOnWire::from(&advances::grant(&app, session.person.id, advance).await?)))
}

#[derive(Deserialize, ToSchema)]
pub struct AdvanceReason {
    /// The worker reads why an advance was refused. Why it is recovered is for the provider alone.
    reason: Option<String>,
}

/// Refuse an advance that has not left.
#[utoipa::path(post, path = "/api/provider/advances/{advanceId}/refuse", request_body = AdvanceReason,
    responses(
        (status = 200, description = "The advance", body = AdvanceOnWire),
        (status = 404, description = "No such advance"),
        (status = 409, description = "OWN_MATTER; ADVANCE_NOT_IN_STATE: it is in a payment file, or was decided"),
        (status = 422, description = "The reason is missing")))]
async fn refuse_advance(
    app: Server,
    session: PayrollSession,
    Path(advance): Path<AdvanceId>,
    Json(body): Json<AdvanceReason>,
) -> Reply<AdvanceOnWire> {
    let reason = required_text("reason", body.reason.as_deref(), LONGEST_REASON)?;
    Ok(Json(AdvanceOnWire::from(&advances::refuse(&app, session.person.id, advance, &reason).await?)))
}

/// Have an advance recovered from any salary of its worker, since the customer does not pay the bill.
#[utoipa::path(post, path = "/api/provider/advances/{advanceId}/recover", request_body = AdvanceReason,
    responses(
        (status = 200, description = "The advance", body = AdvanceOnWire),
        (status = 404, description = "No such advance"),
        (status = 409, description = "OWN_MATTER; ADVANCE_NOT_IN_STATE: it has not left, or is due already; \
         INVOICE_PAID: the salary of the bill pays it back"),
        (status = 422, description = "The reason is missing")))]
async fn recover_advance(
    app: Server,
    session: PayrollSession,
    Path(advance): Path<AdvanceId>,
    Json(body): Json<AdvanceReason>,
) -> Reply<AdvanceOnWire> {
    let reason = required_text("reason", body.reason.as_deref(), LONGEST_REASON)?;
    Ok(Json(AdvanceOnWire::from(&advances::recover(&app, session.person.id, advance, &reason).await?)))
}
