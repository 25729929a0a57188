//! `/api/provider/payments`, `/open-bills` and `/bills/{billId}/payments`: what came in and went out, matched to bills
//! or refunded.

mod wire;

#[cfg(test)]
mod second_person_tests;
#[cfg(test)]
mod tests;

use liksa_actions::payments;
use liksa_domain::payments::{BillSearch, PaymentSearch, PaymentState};
use liksa_domain::reading::NumberText;
use liksa_finland::Iban;
use liksa_store::StoredPayment;

use self::wire::{BillReminder, CreditOfBill, OpenBill, PaymentDetails, PaymentsOfBill};
use crate::api::prelude::*;

const PAYMENTS_PER_PAGE: i64 = 50;
/// The most bills that a search finds; a longer list would not be read.
const MOST_OPEN_BILLS: usize = 20;
/// More than any real payment needs.
const MOST_PARTS: usize = 100;
/// The longest name that banks accept.
const LONGEST_NAME: usize = 70;
const LONGEST_NOTE: usize = 500;

pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(payments_of_bill))
        .routes(routes!(payments))
        .routes(routes!(payment))
        .routes(routes!(match_payment))
        .routes(routes!(unmatch_payment))
        .routes(routes!(refund_payment))
        .routes(routes!(set_payment_aside))
        .routes(routes!(confirm_match))
        .routes(routes!(reject_match))
        .routes(routes!(withdraw_match))
        .routes(routes!(open_bills))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ListQuery {
    /// UNMATCHED if not given.
    state: Option<String>,
    /// Starts of words of the payer's name or of references, two letters at least, or an amount.
    q: Option<String>,
    /// `next` of the page before.
    cursor: Option<PaymentId>,
}

#[derive(Serialize, ToSchema)]
pub struct PaymentPage {
    /// The newest first.
    #[schema(required)]
    pub payments: Vec<StoredPayment>,
    /// What to send as `cursor` for the next part; null at the end.
    #[schema(required)]
    pub next: Option<PaymentId>,
    /// How many payments are in each state, without states that none is in.
    #[schema(required)]
    pub counts: Vec<CountOfState>,
}

#[derive(Serialize, ToSchema)]
pub struct CountOfState {
    pub state: PaymentState,
    pub count: i64,
}

/// Payments in one state, and how many there are in each.
#[utoipa::path(get, path = "/api/provider/payments", params(ListQuery),
    responses(
        (status = 200, description = "A page", body = PaymentPage),
        (status = 422, description = "A parameter was not accepted")))]
async fn payments(app: Server, _: PayrollSession, Query(query): Query<ListQuery>) -> Reply<PaymentPage> {
    let state = choice("state", query.state.as_deref(), PaymentState::from_name)?;
    let (state, after) = (state.unwrap_or(PaymentState::Unmatched), query.cursor);
    let page = match query.q.as_deref().map(str::trim) {
        None | Some("") => app.store.payment_page(state, after, PAYMENTS_PER_PAGE).await?,
        Some(q) => {
            app.store.search_payments(state, &PaymentSearch::read(q), after, PAYMENTS_PER_PAGE).await?
        }
    };
    let counts = app.store.payments_by_state().await?.into_iter();
    let counts = counts.map(|(state, count)| CountOfState { state, count }).collect();
    Ok(Json(PaymentPage { payments: page.payments, next: page.next, counts }))
}

/// A payment with its parts, its refunds and suggestions for what is left of it.
#[utoipa::path(get, path = "/api/provider/payments/{paymentId}",
    responses(
        (status = 200, description = "The payment", body = PaymentDetails),
        (status = 404, description = "No such payment")))]
async fn payment(
    app: Server,
    session: PayrollSession,
    Path(payment): Path<PaymentId>,
) -> Reply<PaymentDetails> {
    details(&app, &session, payment).await
}

async fn details(app: &App, session: &PayrollSession, payment: PaymentId) -> Reply<PaymentDetails> {
    Ok(Json(payments::details(app, session.person.id, payment).await?.into()))
}

#[derive(Deserialize, ToSchema)]
pub struct Match {
    /// The version of the payment that was looked at.
    version: i64,
    parts: Vec<MatchPart>,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MatchPart {
    bill_id: BillId,
    /// Of the bill first, then of the interest and the fees of its reminders.
    amount: Option<NumberText>,
}

/// Match the rest of a payment, or a part of it, to bills. Above the provider's limit nothing is booked yet: the payment
/// is then PROPOSED, and another payroll clerk confirms or rejects the match.
#[utoipa::path(post, path = "/api/provider/payments/{paymentId}/match", request_body = Match,
    responses(
        (status = 200, description = "The payment as it now is", body = PaymentDetails),
        (status = 404, description = "No such payment"),
        (status = 409, description = "PAYMENT_CHANGED; MATCH_WAITS: a match waits for a second person; \
            OWN_MATTER: one's own bill or account"),
        (status = 422, description = "A part was not accepted")))]
async fn match_payment(
    app: Server,
    session: PayrollSession,
    Path(payment): Path<PaymentId>,
    Json(body): Json<Match>,
) -> Reply<PaymentDetails> {
    let mut reader = Reader::default();
    reader.refuse_more(body.parts.len(), "parts", MOST_PARTS);
    let mut chosen: Vec<(BillId, Money)> = vec![];
    for (place, part) in body.parts.iter().take(MOST_PARTS).enumerate() {
        let field = format!("parts[{place}].amount");
        match reader.money(&field, part.amount.as_deref()) {
            Some(amount) => chosen.push((part.bill_id, amount)),
            None if part.amount.is_none() => reader.refuse(&field, ErrorKey::Required),
            None => {}
        }
    }
    accepted(reader)?;
    payments::match_to_bills(&app, session.person.id, (payment, body.version), &chosen).await?;
    details(&app, &session, payment).await
}

#[derive(Deserialize, ToSchema)]
pub struct PaymentVersion {
    /// The version of the payment that was looked at.
    version: i64,
}

/// Take a payment from its bills, out of its refund that is not in a file yet, or back from where it was set
/// aside. Its bills are owed the money again. Of a payment whose bill is in an approved salary the refund alone is
/// undone.
#[utoipa::path(post, path = "/api/provider/payments/{paymentId}/unmatch", request_body = PaymentVersion,
    responses(
        (status = 200, description = "The payment as it now is", body = PaymentDetails),
        (status = 404, description = "No such payment"),
        (status = 409, description = "PAYMENT_CHANGED, PAYMENT_IN_SALARY, MATCH_WAITS or OWN_MATTER")))]
async fn unmatch_payment(
    app: Server,
    session: PayrollSession,
    Path(payment): Path<PaymentId>,
    Json(body): Json<PaymentVersion>,
) -> Reply<PaymentDetails> {
    payments::unmatch(&app, session.person.id, (payment, body.version)).await?;
    details(&app, &session, payment).await
}

#[derive(Deserialize, ToSchema)]
pub struct RefundTo {
    /// The version of the payment that was looked at.
    version: i64,
    /// The account that gets the money.
    iban: Option<String>,
    /// The owner of the account.
    name: Option<String>,
}

/// Give the rest of a payment back with the next payment file.
#[utoipa::path(post, path = "/api/provider/payments/{paymentId}/refund", request_body = RefundTo,
    responses(
        (status = 200, description = "The payment as it now is", body = PaymentDetails),
        (status = 404, description = "No such payment"),
        (status = 409, description = "PAYMENT_CHANGED, MATCH_WAITS or OWN_MATTER"),
        (status = 422, description = "The account or the name was not accepted")))]
async fn refund_payment(
    app: Server,
    session: PayrollSession,
    Path(payment): Path<PaymentId>,
    Json(body): Json<RefundTo>,
) -> Reply<PaymentDetails> {
    let mut reader = Reader::default();
    let name = reader.required("name", body.name.as_deref(), LONGEST_NAME);
    let Ok(iban) = body.iban.as_deref().unwrap_or_default().parse::<Iban>() else {
        reader.refuse("iban", ErrorKey::InvalidIban);
        return Err(reader.into_problems().into());
    };
    reader.refuse_if(!iban.is_in_sepa(), "iban", ErrorKey::IbanNotSepa);
    accepted(reader)?;
    payments::refund(&app, session.person.id, (payment, body.version), (&iban, &name)).await?;
    details(&app, &session, payment).await
}

#[derive(Deserialize, ToSchema)]
pub struct SetAside {
    /// The version of the payment that was looked at.
    version: i64,
    /// What it is, for the bookkeeper.
    note: Option<String>,
}

/// Take a payment off the list of unmatched ones, with the reason: interest of the bank, a tax refund. It stays on
/// the account of unmatched payments until the bookkeeper moves it.
#[utoipa::path(post, path = "/api/provider/payments/{paymentId}/set-aside", request_body = SetAside,
    responses(
        (status = 200, description = "The payment as it now is", body = PaymentDetails),
        (status = 404, description = "No such payment"),
        (status = 409, description = "PAYMENT_CHANGED, MATCH_WAITS or OWN_MATTER"),
        (status = 422, description = "The note is missing")))]
async fn set_payment_aside(
    app: Server,
    session: PayrollSession,
    Path(payment): Path<PaymentId>,
    Json(body): Json<SetAside>,
) -> Reply<PaymentDetails> {
    let note = required_text("note", body.note.as_deref(), LONGEST_NOTE)?;
    payments::set_aside(&app, session.person.id, (payment, body.version), &note).await?;
    details(&app, &session, payment).await
}

/// Confirm a match that another payroll clerk proposed. It is booked now.
#[utoipa::path(post, path = "/api/provider/payments/{paymentId}/confirm", request_body = PaymentVersion,
    responses(
        (status = 200, description = "The payment as it now is", body = PaymentDetails),
        (status = 404, description = "No such payment"),
        (status = 409, description = "PAYMENT_CHANGED, MATCH_NOT_WAITING, PROPOSED_BY_SAME_PERSON or OWN_MATTER"),
        (status = 422, description = "Less is owed than was proposed")))]
async fn confirm_match(
    app: Server,
    session: PayrollSession,
    Path(payment): Path<PaymentId>,
    Json(body): Json<PaymentVersion>,
) -> Reply<PaymentDetails> {
    payments::confirm_match(&app, session.person.id, (payment, body.version)).await?;
    details(&app, &session, payment).await
}

#[derive(Deserialize, ToSchema)]
pub struct RejectMatch {
    /// The version of the payment that was looked at.
    version: i64,
    /// Why, for the clerk who proposed it.
    note: Option<String>,
}

/// Reject a match that another payroll clerk proposed. Nothing of it was booked.
#[utoipa::path(post, path = "/api/provider/payments/{paymentId}/reject", request_body = RejectMatch,
    responses(
        (status = 200, description = "The payment as it now is", body = PaymentDetails),
        (status = 404, description = "No such payment"),
        (status = 409, description = "PAYMENT_CHANGED, MATCH_NOT_WAITING, PROPOSED_BY_SAME_PERSON or OWN_MATTER"),
        (status = 422, description = "The reason is missing")))]
async fn reject_match(
    app: Server,
    session: PayrollSession,
    Path(payment): Path<PaymentId>,
    Json(body): Json<RejectMatch>,
) -> Reply<PaymentDetails> {
    let note = required_text("note", body.note.as_deref(), LONGEST_NOTE)?;
    payments::reject_match(&app, session.person.id, (payment, body.version), &note).await?;
    details(&app, &session, payment).await
}

/// Take back a match that one has proposed oneself.
#[utoipa::path(post, path = "/api/provider/payments/{paymentId}/withdraw", request_body = PaymentVersion,
    responses(
        (status = 200, description = "The payment as it now is", body = PaymentDetails),
        (status = 404, description = "No such payment"),
        (status = 409, description = "PAYMENT_CHANGED, MATCH_NOT_WAITING, or MATCH_WAITS: it is another's")))]
async fn withdraw_match(
    app: Server,
    session: PayrollSession,
    Path(payment): Path<PaymentId>,
    Json(body): Json<PaymentVersion>,
) -> Reply<PaymentDetails> {
    payments::withdraw_match(&app, session.person.id, (payment, body.version)).await?;
    details(&app, &session, payment).await
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct OpenBillQuery {
    /// The number or the reference of a bill, what is owed of it, or the start of its customer's name.
    search: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub struct OpenBills {
    /// First those found by number, then those of the amount, then those by name; of each the newest first.
    #[schema(required)]
    pub bills: Vec<OpenBill>,
}

/// Find a bill that a payment may be for. One's own bills are not found.
#[utoipa::path(get, path = "/api/provider/open-bills", params(OpenBillQuery),
    responses((status = 200, description = "At most 20 bills", body = OpenBills)))]
async fn open_bills(
    app: Server,
    session: PayrollSession,
    Query(query): Query<OpenBillQuery>,
) -> Reply<OpenBills> {
    let search = BillSearch::read(&query.search.unwrap_or_default());
    let found = app.store.search_open_bills(session.person.id, &search).await?;
    Ok(Json(OpenBills { bills: found.into_iter().take(MOST_OPEN_BILLS).map(OpenBill::from).collect() }))
}

/// Payments and reminders of a bill.
#[utoipa::path(get, path = "/api/provider/bills/{billId}/payments",
    security(("session" = ["ROLE_CLERK", "ROLE_PAYROLL", "ROLE_ADMIN"])),
    responses(
        (status = 200, description = "What has come and what was asked for", body = PaymentsOfBill),
        (status = 404, description = "No such bill")))]
async fn payments_of_bill(app: Server, _: StaffSession, Path(id): Path<BillId>) -> Reply<PaymentsOfBill> {
    let bill = app.store.bill(id).await?.ok_or(ApiError::NotFound)?;
    let reminders = app.store.reminders_of(id).await?;
    Ok(Json(PaymentsOfBill {
        billed: bill.figures.total_with_vat,
        open: bill.open_amount(),
        payments: app.store.payments_of_bill(id).await?,
        credits: bill.links.credited_by.iter().filter_map(CreditOfBill::of).collect(),
        reminders: reminders.into_iter().map(BillReminder::try_from).collect::<Result<_, _>>()?,
    }))
}
