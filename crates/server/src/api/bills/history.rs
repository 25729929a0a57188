//! The history of a bill: who did what to it, and when.

use axum::extract::State;
use liksa_actions::bills::{own_bill, subject};
use liksa_actions::payouts::lapsing::Lapse;
use liksa_domain::audit::Action;
use liksa_domain::ids::{AdvanceId, BillId, PersonId};
use liksa_money::Money;
use liksa_store::{PastEvent, StoredBill};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::wire::LinkOnWire;
use crate::app::{App, AppState};
use crate::http::error::{ApiResult, Problem};
use crate::http::extract::{Json, Path};
use crate::session::WorkerSession;

#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum BillEvent {
    Created,
    Copied,
    Sent,
    Opened,
    OpenRequested,
    OpenGranted,
    OpenRefused,
    Taken,
    Returned,
    Approved,
    Unapproved,
    Redated,
    Closed,
    Delivered,
    Paid,
    Unpaid,
    Credited,
    /// A credit note for a part of it has gone to the customer.
    PartCredited,
    Corrected,
    AdvanceRequested,
    AdvanceWithdrawn,
    AdvanceGranted,
    AdvanceRefused,
    /// Nothing was left to advance: see the lapse.
    AdvanceLapsed,
    /// It is recovered from any salary.
    AdvanceFreed,
    AdvancePaid,
    /// The bank did not pay it, or sent it back.
    AdvanceCameBack,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HistoryEvent {
    /// An instant, ISO 8601.
    pub at: String,
    pub action: BillEvent,
    /// Null for what the program does by itself.
    #[schema(required)]
    pub actor: Option<String>,
    /// One did it oneself.
    pub own: bool,
    /// What a clerk or payroll wrote for the worker.
    #[schema(required)]
    pub reason: Option<String>,
    /// Why an advance lapsed, or is recovered from any salary, where nobody decided it: BILL_OPENED, BILL_CREDITED,
    /// PART_CREDITED or PAID_AS_SALARY.
    #[schema(required)]
    pub lapse: Option<String>,
    /// That the bill got when it was closed.
    #[schema(required)]
    pub bill_number: Option<i64>,
    /// The way it went to the customer: PAPERBILL, EMAIL or EBILL.
    #[schema(required)]
    pub method: Option<String>,
    /// The bill it was copied from, corrects or was corrected by.
    #[schema(required)]
    pub link: Option<LinkOnWire>,
    /// The billing date that a bill got which left late.
    #[schema(required)]
    pub billing_date: Option<ChangedDate>,
    #[schema(required)]
    pub due_date: Option<ChangedDate>,
    /// Of an advance.
    #[schema(required)]
    pub amount: Option<Money>,
}

/// A date that was moved; DD.MM.YYYY.
#[derive(Deserialize, Serialize, ToSchema)]
pub struct ChangedDate {
    #[schema(required)]
    pub before: Option<String>,
    #[schema(required)]
    pub after: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub struct History {
    /// The oldest first.
    #[schema(required)]
    pub events: Vec<HistoryEvent>,
}

/// What an event tells beside who, what and when.
#[derive(Default, Deserialize)]
struct Detail {
    reason: Option<String>,
    number: Option<i64>,
    method: Option<String>,
    link: Option<BillId>,
    /// The new bill of a correction, whose link is its credit note.
    draft: Option<BillId>,
    #[serde(rename = "billingDate")]
    billing_date: Option<ChangedDate>,
    #[serde(rename = "dueDate")]
    due_date: Option<ChangedDate>,
    advance: Option<AdvanceId>,
    amount: Option<String>,
}

/// The history of a bill.
#[utoipa::path(get, path = "/api/person/{personId}/bills/{billId}/history", tag = "bills",
    operation_id = "bill_history",
    params(("personId" = Uuid, Path, description = "One's own id"), ("billId" = Uuid, Path)),
    responses(
        (status = 200, description = "Everything that happened to it", body = History),
        (status = 404, description = "No such bill of one's own", body = Problem)))]
pub async fn get(
    State(app): State<AppState>,
    session: WorkerSession,
    Path((person, bill)): Path<(PersonId, BillId)>,
) -> ApiResult<Json<History>> {
    session.must_be(person)?;
    let bill = own_bill(&app, session.person.id, bill).await?;
    Ok(Json(History { events: events_of(&app, &bill, session.person.id).await? }))
}

/// What happened to a bill, for one who may see it.
pub async fn events_of(app: &App, bill: &StoredBill, viewer: PersonId) -> ApiResult<Vec<HistoryEvent>> {
    let mut events = vec![];
    for past in app.store.history_of(&subject(bill.id)).await? {
        if let Some(action) = event_of(past.event.action) {
            events.push(event_on_wire(app, bill.person, viewer, past, action).await?);
        }
    }
    Ok(events)
}

/// A bill has one source and one correction at most, so that links are few.
async fn event_on_wire(
    app: &App,
    worker: PersonId,
    viewer: PersonId,
    past: PastEvent,
    action: BillEvent,
) -> ApiResult<HistoryEvent> {
    let detail: Detail = serde_json::from_str(&past.event.detail).unwrap_or_default();
    let link = match detail.draft.or(detail.link) {
        Some(link) => app.store.bill_link(worker, link).await?,
        None => None,
    };
    let (reason, lapse) = match action {
        // Why payroll recovers an advance says something of the customer, and is for the provider alone.
        BillEvent::AdvanceLapsed | BillEvent::AdvanceFreed => {
            (None, detail.reason.filter(|reason| Lapse::from_name(reason).is_some()))
        }
        _ => (detail.reason, None),
    };
    Ok(HistoryEvent {
        at: past.event.at.to_string(),
        action,
        own: past.event.actor == Some(viewer),
        actor: past.actor_name,
        reason,
        lapse,
        bill_number: detail.number,
        method: detail.method,
        link: link.map(LinkOnWire::from),
        billing_date: detail.billing_date,
        due_date: detail.due_date,
        amount: detail.advance.and(detail.amount).and_then(|amount| amount.parse().ok()),
    })
}

/// Deleted bills have no history to look at, and other things are not of bills.
fn event_of(action: Action) -> Option<BillEvent> {
    Some(match action {
        Action::BillCreated => BillEvent::Created,
        Action::BillCopied => BillEvent::Copied,
        Action::BillSent => BillEvent::Sent,
        Action::BillOpened => BillEvent::Opened,
        Action::BillOpenRequested => BillEvent::OpenRequested,
        Action::BillOpenGranted => BillEvent::OpenGranted,
        Action::BillOpenRefused => BillEvent::OpenRefused,
        Action::BillTaken => BillEvent::Taken,
        Action::BillReturned => BillEvent::Returned,
        Action::BillApproved => BillEvent::Approved,
        Action::BillUnapproved => BillEvent::Unapproved,
        Action::BillRedated => BillEvent::Redated,
        Action::BillClosed => BillEvent::Closed,
        Action::BillDelivered => BillEvent::Delivered,
        Action::BillPaid => BillEvent::Paid,
        Action::BillUnpaid => BillEvent::Unpaid,
        Action::BillCredited => BillEvent::Credited,
        Action::BillPartCredited => BillEvent::PartCredited,
        Action::BillCorrected => BillEvent::Corrected,
        Action::AdvanceRequested => BillEvent::AdvanceRequested,
        Action::AdvanceWithdrawn => BillEvent::AdvanceWithdrawn,
        Action::AdvanceGranted => BillEvent::AdvanceGranted,
        Action::AdvanceRefused => BillEvent::AdvanceRefused,
        Action::AdvanceLapsed => BillEvent::AdvanceLapsed,
        Action::AdvanceFreed => BillEvent::AdvanceFreed,
        Action::AdvancePaid => BillEvent::AdvancePaid,
        Action::AdvanceCameBack => BillEvent::AdvanceCameBack,
        _ => return None,
    })
}
