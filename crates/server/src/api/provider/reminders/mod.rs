//! `/api/provider/overdue` and `/api/provider/reminders`: overdue bills, their reminders and the letters.

mod wire;

#[cfg(test)]
mod tests;

use liksa_actions::reminders::{self, NextReminder};
use liksa_domain::payments::ReminderState;
use liksa_domain::person::Role;

use self::wire::{
    OverdueOnWire, OverduePage, ReminderMade, ReminderOnWire, ReminderPageOnWire, ReminderRefused,
    RemindersMade,
};
use crate::api::paging::cursor_of;
use crate::api::prelude::*;
use crate::http::download::{DownloadQuery, Downloading};

const PER_PAGE: i64 = 50;
/// The bills of one request.
const MOST_BILLS: usize = 100;

pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(overdue))
        .routes(routes!(reminders))
        .routes(routes!(make_reminders))
        .routes(routes!(reminder_posted))
        .routes(routes!(reminder_pdf))
}

/// Bills that should have been paid, and what was done about it.
#[utoipa::path(get, path = "/api/provider/overdue", params(CursorQuery),
    responses(
        (status = 200, description = "A page", body = OverduePage),
        (status = 422, description = "The cursor was not accepted")))]
async fn overdue(app: Server, _: PayrollSession, Query(query): Query<CursorQuery>) -> Reply<OverduePage> {
    let after = cursor_of(query.cursor.as_deref())?;
    let (today, law) = (app.clock.today(), app.law().await?);
    let page = app.store.overdue_page(today, after, PER_PAGE).await?;
    let bills = page.bills.into_iter().map(|bill| OverdueOnWire::new(&law, bill, today));
    Ok(Json(OverduePage {
        bills: bills.collect::<Result<_, _>>()?,
        next: page.next.map(|cursor| cursor.to_string()),
        total: page.count,
        owed: page.owed,
    }))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ReminderQuery {
    /// TO_PRINT if not given: letters whose customers have no e-mail address, to be printed and posted.
    state: Option<String>,
    /// `next` of the page before.
    cursor: Option<ReminderId>,
}

/// Reminders in one state.
#[utoipa::path(get, path = "/api/provider/reminders", params(ReminderQuery),
    responses(
        (status = 200, description = "A page", body = ReminderPageOnWire),
        (status = 422, description = "A parameter was not accepted")))]
async fn reminders(
    app: Server,
    _: PayrollSession,
    Query(query): Query<ReminderQuery>,
) -> Reply<ReminderPageOnWire> {
    let state = choice("state", query.state.as_deref(), ReminderState::from_name)?;
    let state = state.unwrap_or(ReminderState::ToPrint);
    let page = app.store.reminder_page(state, query.cursor, PER_PAGE).await?;
    Ok(Json(ReminderPageOnWire {
        reminders: page.reminders.into_iter().map(ReminderOnWire::try_from).collect::<Result<_, _>>()?,
        next: page.next,
        total: page.count,
    }))
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Remind {
    bill_ids: Vec<BillId>,
    /// Leave the late interest out, and ask for the fee alone. Where the rate of a half-year is not known, it is left
    /// out in any case, and the answer says so.
    #[serde(default)]
    without_interest: bool,
}

/// Send the next reminder of each bill, by the way the bill went. A bill that is refused does not stop the others.
#[utoipa::path(post, path = "/api/provider/reminders", request_body = Remind,
    responses(
        (status = 200, description = "What was made and what was not", body = RemindersMade),
        (status = 422, description = "No bills, or too many")))]
async fn make_reminders(
    app: Server,
    session: PayrollSession,
    Json(body): Json<Remind>,
) -> Reply<RemindersMade> {
    match body.bill_ids.len() {
        0 => return Err(ApiError::invalid("billIds", ErrorKey::Required)),
        1..=MOST_BILLS => {}
        _ => return Err(vec![FieldProblem::too_many("billIds", MOST_BILLS)].into()),
    }
    let (bills, with_interest) = (&body.bill_ids, !body.without_interest);
    let mut answer = RemindersMade { made: vec![], refused: vec![] };
    for (bill_id, outcome) in reminders::remind(&app, session.person.id, bills, with_interest).await? {
        match outcome {
            Ok(NextReminder { reminder, without_interest }) => {
                answer.made.push(ReminderMade { bill_id, reminder_id: reminder, without_interest });
            }
            Err(key) => answer.refused.push(ReminderRefused { bill_id, key }),
        }
    }
    Ok(Json(answer))
}

/// Say that a letter was printed and posted. Repeating it changes nothing.
#[utoipa::path(put, path = "/api/provider/reminders/{reminderId}/posted",
    responses(
        (status = 204, description = "Recorded"),
        (status = 404, description = "No such letter")))]
async fn reminder_posted(
    app: Server,
    session: PayrollSession,
    Path(reminder): Path<ReminderId>,
) -> ApiResult<StatusCode> {
    reminders::mark_posted(&app, session.person.id, reminder).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The letter of a reminder. It is there as soon as its job has made it.
#[utoipa::path(get, path = "/api/provider/reminders/{reminderId}/pdf", params(DownloadQuery),
    responses(
        (status = 200, description = "The letter", body = Vec<u8>, content_type = "application/pdf"),
        (status = 404, description = "No such letter, or not made yet")))]
async fn reminder_pdf(
    app: Server,
    downloading: Downloading,
    Path(reminder): Path<ReminderId>,
    headers: HeaderMap,
) -> ApiResult<Response> {
    downloading.must_have_one_of(&[Role::Payroll])?;
    let reminder = app.store.reminder(reminder).await?;
    downloading.answer(&app, &headers, reminder.and_then(|reminder| reminder.file)).await
}
