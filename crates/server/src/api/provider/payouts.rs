//! `/api/provider/payouts`: what is paid for purchases and advances, and its payment files.

use liksa_actions::payouts;
use liksa_actions::sending::must_not_be_held;
use liksa_domain::payout::{OtherAccount, PayoutFileBody, PayoutState};
use liksa_domain::person::Role;
use liksa_store::{LeftAgain, Payout, PayoutFile};

use crate::api::prelude::*;
use crate::http::download::{DownloadQuery, Downloading};

const FILES_PER_PAGE: i64 = 20;
const MOST_OPEN: i64 = 500;
const LONGEST_NOTE: usize = 500;

pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(payout_list))
        .routes(routes!(make_payout_file))
        .routes(routes!(approve_payout_file))
        .routes(routes!(cancel_payout_file))
        .routes(routes!(payout_file))
        .routes(routes!(propose_payout_refusal, drop_payout_refusal))
        .routes(routes!(confirm_payout_refusal))
        .routes(routes!(make_payout_again))
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Payouts {
    /// To be put into a file, by the day on which they are due. Empty on later pages.
    #[schema(required)]
    ready: Vec<Payout>,
    /// What the bank did not pay or what came back, and was not made anew. Empty on later pages.
    #[schema(required)]
    refused: Vec<Payout>,
    /// What the bank paid once more, the newest first, until it comes back. Empty on later pages.
    #[schema(required)]
    left_again: Vec<LeftAgain>,
    /// The newest first.
    #[schema(required)]
    files: Vec<PayoutFile>,
    /// What to send as `cursor` for the next part; null at the end.
    #[schema(required)]
    next: Option<PayoutFileId>,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PayoutsQuery {
    /// `next` of the page before.
    cursor: Option<PayoutFileId>,
}

/// What is to be paid for purchases and advances, and what was.
#[utoipa::path(get, path = "/api/provider/payouts", params(PayoutsQuery),
    responses((status = 200, description = "A page", body = Payouts)))]
async fn payout_list(app: Server, _: PayrollSession, Query(query): Query<PayoutsQuery>) -> Reply<Payouts> {
    let (open, left_again) = match query.cursor {
        None => (app.store.payouts_open(MOST_OPEN).await?, app.store.payouts_left_again(MOST_OPEN).await?),
        Some(_) => (vec![], vec![]),
    };
    let (ready, refused) = open.into_iter().partition(|payout| payout.state == PayoutState::Ready);
    let (files, more) = app.store.payout_files(query.cursor, FILES_PER_PAGE).await?;
    let next = files.last().filter(|_| more).map(|last| last.id);
    Ok(Json(Payouts { ready, refused, left_again, files, next }))
}

/// Put payouts that are ready into one payment file. It waits for a second person.
#[utoipa::path(post, path = "/api/provider/payouts/files", request_body = PayoutFileBody,
    responses(
        (status = 201, description = "The file", body = PayoutFile),
        (status = 404, description = "No such payout"),
        (status = 409, description = "PAYOUT_NOT_IN_STATE: one is not ready or in another file; OWN_MATTER"),
        (status = 422, description = "A field was not accepted")))]
async fn make_payout_file(
    app: Server,
    session: PayrollSession,
    Json(body): Json<PayoutFileBody>,
) -> ApiResult<(StatusCode, Json<PayoutFile>)> {
    let made = payouts::make_file(&app, session.person.id, &body).await?;
    Ok((StatusCode::CREATED, Json(made)))
}

/// Approve a payment file that another person made.
#[utoipa::path(post, path = "/api/provider/payouts/files/{payoutFileId}/approve",
    responses(
        (status = 200, description = "The file", body = PayoutFile),
        (status = 404, description = "No such file"),
        (status = 409, description = "APPROVED_BY_SAME_PERSON, OWN_MATTER, PAYOUT_NOT_IN_STATE, PAYOUT_FILE_CHANGED, \
         PAYOUT_DAY_OVER, PURCHASE_NOT_DUE, SENDING_HELD, PAYER_NOT_ACCEPTED or SETTINGS_MISSING")))]
async fn approve_payout_file(
    app: Server,
    session: PayrollSession,
    Path(file): Path<PayoutFileId>,
) -> Reply<PayoutFile> {
    Ok(Json(payouts::approve_file(&app, session.person.id, file).await?))
}

#[derive(Deserialize, ToSchema)]
#[schema(as = PayoutNote)]
pub struct Note {
    /// Why, for the provider's own people.
    note: Option<String>,
}

impl Note {
    fn read(&self) -> ApiResult<String> {
        required_text("note", self.note.as_deref(), LONGEST_NOTE)
    }
}

/// Take back a payment file that waits to be approved. What was in it is ready again.
#[utoipa::path(post, path = "/api/provider/payouts/files/{payoutFileId}/cancel", request_body = Note,
    responses(
        (status = 200, description = "The file", body = PayoutFile),
        (status = 404, description = "No such file"),
        (status = 409, description = "PAYOUT_NOT_IN_STATE: approved, or cancelled before"),
        (status = 422, description = "The note is missing")))]
async fn cancel_payout_file(
    app: Server,
    session: PayrollSession,
    Path(file): Path<PayoutFileId>,
    Json(body): Json<Note>,
) -> Reply<PayoutFile> {
    Ok(Json(payouts::cancel_file(&app, session.person.id, file, &body.read()?).await?))
}

/// The payment file for the bank.
#[utoipa::path(get, path = "/api/provider/payouts/files/{payoutFileId}/file", params(DownloadQuery),
    responses(
        (status = 200, description = "The file", content_type = "application/xml", body = String),
        (status = 404, description = "No such file, or one that is not approved"),
        (status = 409, description = "SENDING_HELD")))]
async fn payout_file(
    app: Server,
    who: Downloading,
    Path(file): Path<PayoutFileId>,
    asked: HeaderMap,
) -> ApiResult<Response> {
    who.must_have_one_of(&[Role::Payroll])?;
    must_not_be_held(&app.store).await?;
    let found = app.store.payout_file(file).await?;
    who.answer(&app, &asked, found.and_then(|found| found.file)).await
}

/// Say that the bank did not pay a payout. It stays as it is until a second person confirms that.
#[utoipa::path(post, path = "/api/provider/payouts/{payoutId}/refusal", request_body = Note,
    responses(
        (status = 200, description = "The payout", body = Payout),
        (status = 404, description = "No such payout"),
        (status = 409, description = "PAYOUT_NOT_IN_STATE: not in a payment file, paid, or somebody has said so \
         before; OWN_MATTER"),
        (status = 422, description = "The note is missing")))]
async fn propose_payout_refusal(
    app: Server,
    session: PayrollSession,
    Path(payout): Path<PayoutId>,
    Json(body): Json<Note>,
) -> Reply<Payout> {
    Ok(Json(payouts::propose_refusal(&app, session.person.id, payout, &body.read()?).await?))
}

/// Confirm what another person said: the bank did not pay it.
#[utoipa::path(post, path = "/api/provider/payouts/{payoutId}/refusal/confirm",
    responses(
        (status = 200, description = "The payout", body = Payout),
        (status = 404, description = "No such payout"),
        (status = 409, description = "PROPOSED_BY_SAME_PERSON; PAYOUT_NOT_IN_STATE: nobody says so any more, or \
         the bank has paid it; OWN_MATTER")))]
async fn confirm_payout_refusal(
    app: Server,
    session: PayrollSession,
    Path(payout): Path<PayoutId>,
) -> Reply<Payout> {
    Ok(Json(payouts::confirm_refusal(&app, session.person.id, payout).await?))
}

/// Drop what somebody said of the bank's refusal, as long as nobody has confirmed it.
#[utoipa::path(delete, path = "/api/provider/payouts/{payoutId}/refusal",
    responses(
        (status = 200, description = "The payout", body = Payout),
        (status = 404, description = "No such payout"),
        (status = 409, description = "PAYOUT_NOT_IN_STATE: there is nothing to drop; OWN_MATTER")))]
async fn drop_payout_refusal(
    app: Server,
    session: PayrollSession,
    Path(payout): Path<PayoutId>,
) -> Reply<Payout> {
    Ok(Json(payouts::drop_refusal(&app, session.person.id, payout).await?))
}

/// Make a payout anew that the bank refused or whose money came back.
#[utoipa::path(post, path = "/api/provider/payouts/{payoutId}/again", request_body = OtherAccount,
    responses(
        (status = 201, description = "The new payout, which is ready", body = Payout),
        (status = 404, description = "No such payout"),
        (status = 409, description = "PAYOUT_NOT_IN_STATE: not refused or returned, or made anew before; PURCHASE_NOT_DUE, \
         ADVANCE_NOT_IN_STATE, OWN_MATTER"),
        (status = 422, description = "A field was not accepted, or the invoice was bought with another bill")))]
async fn make_payout_again(
    app: Server,
    session: PayrollSession,
    Path(payout): Path<PayoutId>,
    Json(body): Json<OtherAccount>,
) -> ApiResult<(StatusCode, Json<Payout>)> {
    let made = payouts::make_again(&app, session.person.id, payout, &body).await?;
    Ok((StatusCode::CREATED, Json(made)))
}
