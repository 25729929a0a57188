//! `/api/provider/remittances`: what is owed to authorities and insurers, and its payment.

use jiff::civil::Date;
use liksa_actions::remittances::{self, OwedItem};
use liksa_actions::sending::must_not_be_held;
use liksa_domain::person::Role;
use liksa_domain::remittance::{RemittanceBody, Withheld};
use liksa_domain::settings::{DueKind, Receiver};
use liksa_store::Remittance;

use crate::api::prelude::*;
use crate::http::download::{DownloadQuery, Downloading};

const REMITTANCES_PER_PAGE: i64 = 20;
const MOST_AT_ONCE: usize = 100;
const LONGEST_NOTE: usize = 500;

pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(remittance_list))
        .routes(routes!(make_remittance))
        .routes(routes!(approve_remittances))
        .routes(routes!(cancel_remittance))
        .routes(routes!(propose_refusal, drop_refusal))
        .routes(routes!(confirm_refusal))
        .routes(routes!(remittance_file))
}

#[derive(Serialize, ToSchema)]
pub struct Remittances {
    /// What is in no remittance, by receiver and month. Empty on later pages.
    #[schema(required)]
    owed: Vec<OwedOnWire>,
    /// The newest first.
    #[schema(required)]
    remittances: Vec<Remittance>,
    /// What to send as `cursor` for the next part; null at the end.
    #[schema(required)]
    next: Option<RemittanceId>,
}

/// What is owed to one receiver for one month.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OwedToReceiver)]
pub struct OwedOnWire {
    kind: DueKind,
    /// Whose distraint it is.
    #[schema(required)]
    person_id: Option<PersonId>,
    #[schema(required)]
    person_name: Option<String>,
    /// DD.MM.YYYY, the last day of the month.
    until: String,
    /// Of the month alone; negative where more was taken back than came.
    amount: Money,
    /// What a remittance until this day would pay: also what is open of earlier months, without runs that are not paid.
    to_pay: Money,
    /// DD.MM.YYYY; null where the receiver's own bill says the day.
    #[schema(required)]
    due: Option<String>,
    /// Null where neither the settings nor a payment order name one.
    #[schema(required)]
    receiver: Option<String>,
    #[schema(required)]
    reference: Option<String>,
    /// The account that it is paid to.
    #[schema(required)]
    iban: Option<String>,
    /// Who gets what is paid on a later day, in the order of the days; empty where no change is to come.
    #[schema(required)]
    later: Vec<LaterReceiver>,
    #[schema(required)]
    sources: Vec<OwedSource>,
}

/// Who gets what is paid from a day on.
#[derive(Serialize, ToSchema)]
pub struct LaterReceiver {
    /// DD.MM.YYYY
    from: String,
    #[schema(required)]
    receiver: Option<String>,
    #[schema(required)]
    reference: Option<String>,
    #[schema(required)]
    iban: Option<String>,
}

impl From<(Date, Option<Receiver>)> for LaterReceiver {
    fn from((from, receiver): (Date, Option<Receiver>)) -> Self {
        Self {
            from: format_date(from),
            reference: receiver.as_ref().map(|receiver| receiver.reference.to_string()),
            iban: receiver.as_ref().map(|receiver| receiver.iban.to_string()),
            receiver: receiver.map(|receiver| receiver.name),
        }
    }
}

/// What one posting left to be paid.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwedSource {
    /// DD.MM.YYYY
    day: String,
    /// The payday of the salaries, DD.MM.YYYY; null for the money of an earlier remittance.
    #[schema(required)]
    payday: Option<String>,
    #[schema(required)]
    run_id: Option<PayrollRunId>,
    amount: Money,
    /// False until the run is paid.
    payable: bool,
}

impl From<Withheld> for OwedSource {
    fn from(one: Withheld) -> Self {
        Self {
            day: format_date(one.day),
            payday: one.payday.map(format_date),
            run_id: one.run,
            amount: one.amount,
            payable: one.payable,
        }
    }
}

impl From<OwedItem> for OwedOnWire {
    fn from(OwedItem { item, due, receiver, later }: OwedItem) -> Self {
        Self {
            kind: item.kind,
            person_id: item.person,
            person_name: item.person_name,
            until: format_date(item.until),
            amount: item.amount,
            to_pay: item.to_pay,
            due: due.map(format_date),
            reference: receiver.as_ref().map(|receiver| receiver.reference.to_string()),
            iban: receiver.as_ref().map(|receiver| receiver.iban.to_string()),
            receiver: receiver.map(|receiver| receiver.name),
            later: later.into_iter().map(LaterReceiver::from).collect(),
            sources: item.sources.into_iter().map(OwedSource::from).collect(),
        }
    }
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct RemittancesQuery {
    /// `next` of the page before.
    cursor: Option<RemittanceId>,
}

/// What is owed to authorities and insurers, and what was paid to them.
#[utoipa::path(get, path = "/api/provider/remittances", params(RemittancesQuery),
    responses((status = 200, description = "A page", body = Remittances)))]
async fn remittance_list(
    app: Server,
    _: PayrollSession,
    Query(query): Query<RemittancesQuery>,
) -> Reply<Remittances> {
    let owed = match query.cursor {
        None => remittances::owed(&app).await?,
        Some(_) => vec![],
    };
    let (remittances, more) = app.store.remittances(query.cursor, REMITTANCES_PER_PAGE).await?;
    let next = remittances.last().filter(|_| more).map(|last| last.id);
    let owed = owed.into_iter().map(OwedOnWire::from).collect();
    Ok(Json(Remittances { owed, remittances, next }))
}

/// Make a remittance of what is owed to one receiver. It waits for a second person.
#[utoipa::path(post, path = "/api/provider/remittances", request_body = RemittanceBody,
    responses(
        (status = 201, description = "The remittance", body = Remittance),
        (status = 409, description = "REMITTANCE_CHANGED: another sum is open by now, also because it was made a \
         moment ago; RECEIVER_MISSING; OWN_MATTER; SETTINGS_MISSING"),
        (status = 422, description = "A field was not accepted")))]
async fn make_remittance(
    app: Server,
    session: PayrollSession,
    Json(body): Json<RemittanceBody>,
) -> ApiResult<(StatusCode, Json<Remittance>)> {
    let made = remittances::make(&app, session.person.id, &body).await?;
    Ok((StatusCode::CREATED, Json(made)))
}

#[derive(Deserialize, ToSchema)]
#[schema(as = RemittanceApproval)]
pub struct Approval {
    /// Up to a hundred; each once.
    #[schema(required)]
    remittances: Vec<RemittanceId>,
}

/// Approve remittances into one payment file.
#[utoipa::path(post, path = "/api/provider/remittances/approve", request_body = Approval,
    responses(
        (status = 200, description = "The first page of the list", body = Remittances),
        (status = 404, description = "No such remittance"),
        (status = 409, description = "APPROVED_BY_SAME_PERSON, OWN_MATTER, REMITTANCE_NOT_IN_STATE, \
         REMITTANCE_DAY_OVER, SENDING_HELD, PAYER_NOT_ACCEPTED or SETTINGS_MISSING; none is approved then"),
        (status = 422, description = "None, too many, or one twice")))]
async fn approve_remittances(
    app: Server,
    session: PayrollSession,
    Json(body): Json<Approval>,
) -> Reply<Remittances> {
    let mut ids = body.remittances;
    let count = ids.len();
    ids.sort_unstable();
    ids.dedup();
    if !(1..=MOST_AT_ONCE).contains(&count) || ids.len() != count {
        return Err(ApiError::invalid("remittances", ErrorKey::Invalid));
    }
    remittances::approve(&app, session.person.id, &ids).await?;
    remittance_list(app, session, Query(RemittancesQuery { cursor: None })).await
}

#[derive(Deserialize, ToSchema)]
#[schema(as = RemittanceCancelling)]
pub struct Cancelling {
    /// Why, for the provider's own people.
    note: Option<String>,
}

/// Take back a remittance that waits to be approved. What it held is open again.
#[utoipa::path(post, path = "/api/provider/remittances/{remittanceId}/cancel", request_body = Cancelling,
    responses(
        (status = 200, description = "The remittance", body = Remittance),
        (status = 404, description = "No such remittance"),
        (status = 409, description = "REMITTANCE_NOT_IN_STATE: approved, or cancelled before; OWN_MATTER"),
        (status = 422, description = "The note is missing")))]
async fn cancel_remittance(
    app: Server,
    session: PayrollSession,
    Path(remittance): Path<RemittanceId>,
    Json(body): Json<Cancelling>,
) -> Reply<Remittance> {
    let note = required_text("note", body.note.as_deref(), LONGEST_NOTE)?;
    Ok(Json(remittances::cancel(&app, session.person.id, remittance, &note).await?))
}

/// Say that the bank did not pay a remittance. It stays as it is until a second person confirms that.
#[utoipa::path(post, path = "/api/provider/remittances/{remittanceId}/refusal", request_body = Cancelling,
    responses(
        (status = 200, description = "The remittance", body = Remittance),
        (status = 404, description = "No such remittance"),
        (status = 409, description = "REMITTANCE_NOT_IN_STATE: not in a payment file, paid, or somebody has said so \
         before; OWN_MATTER"),
        (status = 422, description = "The note is missing")))]
async fn propose_refusal(
    app: Server,
    session: PayrollSession,
    Path(remittance): Path<RemittanceId>,
    Json(body): Json<Cancelling>,
) -> Reply<Remittance> {
    let note = required_text("note", body.note.as_deref(), LONGEST_NOTE)?;
    Ok(Json(remittances::propose_refusal(&app, session.person.id, remittance, &note).await?))
}

/// Confirm what another person said: the bank did not pay it. What it held is open again.
#[utoipa::path(post, path = "/api/provider/remittances/{remittanceId}/refusal/confirm",
    responses(
        (status = 200, description = "The remittance", body = Remittance),
        (status = 404, description = "No such remittance"),
        (status = 409, description = "PROPOSED_BY_SAME_PERSON; REMITTANCE_NOT_IN_STATE: nobody says so any more, or \
         the bank has paid it; OWN_MATTER")))]
async fn confirm_refusal(
    app: Server,
    session: PayrollSession,
    Path(remittance): Path<RemittanceId>,
) -> Reply<Remittance> {
    Ok(Json(remittances::confirm_refusal(&app, session.person.id, remittance).await?))
}

/// Drop what somebody said of the bank's refusal, as long as nobody has confirmed it.
#[utoipa::path(delete, path = "/api/provider/remittances/{remittanceId}/refusal",
    responses(
        (status = 200, description = "The remittance", body = Remittance),
        (status = 404, description = "No such remittance"),
        (status = 409, description = "REMITTANCE_NOT_IN_STATE: there is nothing to drop; OWN_MATTER")))]
async fn drop_refusal(
    app: Server,
    session: PayrollSession,
    Path(remittance): Path<RemittanceId>,
) -> Reply<Remittance> {
    Ok(Json(remittances::drop_refusal(&app, session.person.id, remittance).await?))
}

/// The payment file that a remittance is in.
#[utoipa::path(get, path = "/api/provider/remittances/{remittanceId}/file", params(DownloadQuery),
    responses(
        (status = 200, description = "The file", content_type = "application/xml", body = String),
        (status = 404, description = "No such remittance, or one without a file"),
        (status = 409, description = "SENDING_HELD")))]
async fn remittance_file(
    app: Server,
    who: Downloading,
    Path(remittance): Path<RemittanceId>,
    asked: HeaderMap,
) -> ApiResult<Response> {
    who.must_have_one_of(&[Role::Payroll])?;
    must_not_be_held(&app.store).await?;
    let found = app.store.remittance(remittance).await?;
    who.answer(&app, &asked, found.and_then(|found| found.file)).await
}
