//! Shares of bills: those that one gives, and those that one gets.

mod wire;

use liksa_actions::bills::own_bill;
use liksa_actions::{Error, shares};
use liksa_domain::bill::limits;
use liksa_domain::person::Email;
use liksa_domain::share::ShareState;
use liksa_store::StoredShare;

pub use wire::{ReceivedShare, ShareBody, ShareOnWire, Subcontractor};

use crate::api::bills::made_as;
use crate::api::prelude::*;
use crate::http::extract::IdempotencyKey;
use crate::http::limits::MailKind;
use crate::session::WorkerSession;

const SHARES_PER_PAGE: i64 = 20;
const LAST_PAGE: i64 = 1_000_000;

pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(find))
        .routes(routes!(invite))
        .routes(routes!(received))
        .routes(routes!(add))
        .routes(routes!(change, remove))
        .routes(routes!(ask))
        .routes(routes!(approve))
        .routes(routes!(decline))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Search {
    /// An e-mail address, or the beginnings of a name. Less than three letters find nobody.
    query: Option<String>,
}

/// Workers to name as subcontractors: by their exact e-mail address, or by name among those one has shared bills with.
#[utoipa::path(get, path = "/api/person/subcontractors", operation_id = "find_subcontractors",
    params(Search),
    responses(
        (status = 200, description = "Those who were found, at most twenty", body = Vec<Subcontractor>),
        (status = 429, description = "Too many requests; see Retry-After")))]
async fn find(app: Server, worker: WorkerSession, Query(search): Query<Search>) -> Reply<Vec<Subcontractor>> {
    app.limits.subcontractors.check(worker.person.id)?;
    let found = shares::find(&app, worker.person.id, search.query.as_deref().unwrap_or_default()).await?;
    Ok(Json(found.into_iter().map(Subcontractor::from).collect()))
}

#[derive(Deserialize, ToSchema)]
pub struct Invitation {
    email: Option<String>,
}

/// Invite somebody by e-mail to become a subcontractor. The answer is the same whether or not the address has an account.
#[utoipa::path(post, path = "/api/person/subcontractors/invitations", operation_id = "invite_subcontractor",
    request_body = Invitation,
    responses(
        (status = 204, description = "A mail is on its way"),
        (status = 422, description = "No e-mail address"),
        (status = 429, description = "Too many invitations; see Retry-After")))]
async fn invite(app: Server, worker: WorkerSession, Json(body): Json<Invitation>) -> ApiResult<StatusCode> {
    let email = required_text("email", body.email.as_deref(), limits::SHARE_DESCRIPTION)?;
    let email = Email::parse(&email).ok_or_else(|| ApiError::invalid("email", ErrorKey::InvalidEmail))?;
    app.limits.invitation.check(worker.person.id)?;
    app.limits.mail.check((MailKind::Invitation, email.clone()))?;
    shares::invite(&app, &worker.person, &email).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ReceivedQuery {
    /// WAITING_SUBCONTRACTOR, APPROVED or DECLINED; all of them if not given.
    state: Option<String>,
    /// From 0 on.
    page: Option<String>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReceivedShares {
    /// The newest first.
    #[schema(required)]
    pub items: Vec<ReceivedShare>,
    /// The page that this is, from 0 on.
    pub page: i64,
    pub page_size: i64,
    /// How many there are on all pages.
    pub total: i64,
}

/// The shares of others' bills that one is the subcontractor of, from the moment that one was asked.
#[utoipa::path(get, path = "/api/person/{personId}/contractoritems", operation_id = "received_shares",
    params(ReceivedQuery),
    responses(
        (status = 200, description = "A page", body = ReceivedShares),
        (status = 404, description = "Another person's"),
        (status = 422, description = "A parameter was not accepted")))]
async fn received(
    app: Server,
    worker: WorkerSession,
    Path(person): Path<PersonId>,
    Query(query): Query<ReceivedQuery>,
) -> Reply<ReceivedShares> {
    worker.must_be(person)?;
    let state = query.state.as_deref().filter(|name| !name.is_empty());
    let state = choice("state", state, |name| {
        ShareState::from_name(name).filter(|state| *state != ShareState::Open)
    })?;
    let page = match query.page.as_deref() {
        None | Some("") => 0,
        Some(text) => {
            let number = text.parse().ok().filter(|number| (0..=LAST_PAGE).contains(number));
            number.ok_or_else(|| Error::field("page", ErrorKey::InvalidNumber))?
        }
    };
    let (items, total) = shares::received(&app, person, state, (page, SHARES_PER_PAGE)).await?;
    let items = items.into_iter().map(ReceivedShare::from).collect();
    Ok(Json(ReceivedShares { items, page, page_size: SHARES_PER_PAGE, total }))
}

/// A share as its contractor gets it.
async fn on_wire(app: &App, person: PersonId, share: StoredShare) -> ApiResult<ShareOnWire> {
    let bill = own_bill(app, person, share.bill).await?;
    Ok(ShareOnWire::new(share, bill.bill.rows_sum().unwrap_or_default()))
}

/// Give a share of a draft to another worker.
#[utoipa::path(post, path = "/api/bill/{billId}/contractoritems", operation_id = "add_share",
    params(("Idempotency-Key" = Option<String>, Header, description = "Sent again, it gets the share it made")),
    request_body = ShareBody,
    responses(
        (status = 201, description = "The share", body = ShareOnWire),
        (status = 200, description = "The share that this key made before", body = ShareOnWire),
        (status = 404, description = "No such bill of one's own"),
        (status = 409, description = "invoiceDisabled: no longer a draft, or a credit note"),
        (status = 422, description = "A field was not accepted")))]
async fn add(
    app: Server,
    worker: WorkerSession,
    Path(bill): Path<BillId>,
    IdempotencyKey(key): IdempotencyKey,
    Json(body): Json<ShareBody>,
) -> ApiResult<(StatusCode, Json<ShareOnWire>)> {
    let person = worker.person.id;
    own_bill(&app, person, bill).await?;
    let (_, written) = body.read()?;
    let made = shares::add(&app, person, bill, written, key.as_deref()).await?;
    let is_new = made.is_new;
    Ok(made_as(is_new, on_wire(&app, person, made.value).await?))
}

/// Change a share that is open, or take one back with `state` OPEN that was asked for or answered.
#[utoipa::path(put, path = "/api/bill/{billId}/contractoritems/{itemId}", operation_id = "change_share",
    request_body = ShareBody,
    responses(
        (status = 200, description = "The share", body = ShareOnWire),
        (status = 404, description = "No such share of one's own bill"),
        (status = 409, description = "invoiceDisabled: the bill is no longer a draft. SHARE_NOT_IN_STATE: it is not \
            open. STALE_SHARE: changed elsewhere meanwhile"),
        (status = 422, description = "A field was not accepted")))]
async fn change(
    app: Server,
    worker: WorkerSession,
    Path((bill, item)): Path<(BillId, ShareId)>,
    Json(body): Json<ShareBody>,
) -> Reply<ShareOnWire> {
    let person = worker.person.id;
    let before = shares::share_of_bill(&app, person, bill, item).await?;
    let asked = body.state()?;
    let share = match (asked, before.share.state) {
        (Some(ShareState::Open), state) if state != ShareState::Open => {
            shares::reopen(&app, person, item).await?
        }
        (None | Some(ShareState::Open), _) => {
            let (version, written) = body.read()?;
            shares::change(&app, person, (bill, item), version, written).await?
        }
        // The other states have calls of their own.
        (Some(_), _) => return Err(ApiError::invalid("state", ErrorKey::InvalidChoice)),
    };
    Ok(Json(on_wire(&app, person, share).await?))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Seen {
    /// The version that was seen. Without it the call is about the present one.
    version: Option<i64>,
}

/// Remove a share that is open.
#[utoipa::path(delete, path = "/api/bill/{billId}/contractoritems/{itemId}", operation_id = "remove_share",
    params(Seen),
    responses(
        (status = 204, description = "It is gone"),
        (status = 404, description = "No such share of one's own bill"),
        (status = 409, description = "invoiceDisabled, SHARE_NOT_IN_STATE or STALE_SHARE")))]
async fn remove(
    app: Server,
    worker: WorkerSession,
    Path((bill, item)): Path<(BillId, ShareId)>,
    Query(seen): Query<Seen>,
) -> ApiResult<StatusCode> {
    shares::remove(&app, worker.person.id, (bill, item), seen.version).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Ask the subcontractor to approve a share. A share by per cent becomes a sum.
#[utoipa::path(put, path = "/api/contractoritems/{itemId}/approve-request", operation_id = "ask_for_share",
    params(Seen),
    responses(
        (status = 200, description = "The share", body = ShareOnWire),
        (status = 404, description = "No such share of one's own bill"),
        (status = 409, description = "invoiceDisabled, SHARE_NOT_IN_STATE: it is not open, or STALE_SHARE"),
        (status = 422, description = "BILLED_AMOUNT_NOT_ENOUGH: the per cent of the rows is nothing")))]
async fn ask(
    app: Server,
    worker: WorkerSession,
    Path(item): Path<ShareId>,
    Query(seen): Query<Seen>,
) -> Reply<ShareOnWire> {
    let person = worker.person.id;
    let share = shares::ask(&app, person, (item, seen.version)).await?;
    Ok(Json(on_wire(&app, person, share).await?))
}

/// Approve a share that one is the subcontractor of.
#[utoipa::path(put, path = "/api/contractoritems/{itemId}/approve", operation_id = "approve_share",
    params(Seen),
    responses(
        (status = 200, description = "The share", body = ReceivedShare),
        (status = 404, description = "No share that one was asked to approve"),
        (status = 409, description = "SHARE_NOT_IN_STATE: answered or taken back meanwhile. STALE_SHARE: changed \
            and asked for anew since it was seen")))]
async fn approve(
    app: Server,
    worker: WorkerSession,
    Path(item): Path<ShareId>,
    Query(seen): Query<Seen>,
) -> Reply<ReceivedShare> {
    let share = shares::approve(&app, worker.person.id, (item, seen.version)).await?;
    Ok(Json(shares::as_received(&app, share).await?.into()))
}

#[derive(Default, Deserialize, ToSchema)]
pub struct Refusal {
    /// For the contractor.
    reason: Option<String>,
}

/// Decline a share that one is the subcontractor of.
#[utoipa::path(put, path = "/api/contractoritems/{itemId}/decline", operation_id = "decline_share",
    params(Seen),
    request_body(content = Option<Refusal>),
    responses(
        (status = 200, description = "The share", body = ReceivedShare),
        (status = 404, description = "No share that one was asked to approve"),
        (status = 409, description = "SHARE_NOT_IN_STATE: answered or taken back meanwhile. STALE_SHARE: changed \
            and asked for anew since it was seen"),
        (status = 422, description = "A field was not accepted")))]
async fn decline(
    app: Server,
    worker: WorkerSession,
    Path(item): Path<ShareId>,
    Query(seen): Query<Seen>,
    body: Option<Json<Refusal>>,
) -> Reply<ReceivedShare> {
    let mut reader = Reader::default();
    let reason = body.and_then(|Json(refusal)| refusal.reason);
    let reason = reader.text("reason", reason.as_deref(), limits::DECLINE_REASON);
    accepted(reader)?;
    let share = shares::decline(&app, worker.person.id, (item, seen.version), reason.trim()).await?;
    Ok(Json(shares::as_received(&app, share).await?.into()))
}

#[cfg(test)]
mod tests;
