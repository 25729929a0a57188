//! `/api/provider/mails`: what was sent, what waits, and what staff have to decide about. Each role sees the kinds that are
//! its work; nobody sees what a mail says.

use liksa_actions::deliveries;
use liksa_domain::delivery::{MailKind, MailState};
use liksa_store::{MailCard, MailFilter};

use crate::api::paging::{cursor_of, paged};
use crate::api::prelude::*;

const MAILS_PER_PAGE: i64 = 50;

pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(mails))
        .routes(routes!(resend_mail))
        .routes(routes!(mail_arrived))
        .routes(routes!(settle_mail))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct MailsQuery {
    /// QUEUED, SENDING, SENT, UNSURE or FAILED; all if not given.
    state: Option<String>,
    /// `next` of the page before.
    cursor: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub struct MailPage {
    /// The newest first.
    #[schema(required)]
    pub mails: Vec<MailCard>,
    /// What to send as `cursor` for the next part; null at the end.
    #[schema(required)]
    pub next: Option<String>,
}

/// Mails of the kinds that the user looks after.
#[utoipa::path(get, path = "/api/provider/mails", params(MailsQuery),
    responses(
        (status = 200, description = "A page", body = MailPage),
        (status = 422, description = "A parameter was not accepted")))]
async fn mails(app: Server, staff: StaffSession, Query(query): Query<MailsQuery>) -> Reply<MailPage> {
    let state = choice("state", query.state.as_deref(), MailState::from_name)?;
    let before: Option<MailId> = cursor_of(query.cursor.as_deref())?;
    let kinds = MailKind::visible_to(&staff.person.roles);
    let filter = MailFilter { kinds: &kinds, state, before, limit: MAILS_PER_PAGE + 1 };
    let (mails, next) = paged(app.store.mails(&filter).await?, MAILS_PER_PAGE, |last| last.id);
    Ok(Json(MailPage { mails, next }))
}

/// Send a mail again that failed or may not have arrived, or now one that waits for its next attempt.
#[utoipa::path(post, path = "/api/provider/mails/{mailId}/resend",
    responses(
        (status = 204, description = "It is tried at once"),
        (status = 404, description = "No such mail among those that the user looks after"),
        (status = 409, description = "MAIL_SETTLED or DELIVERY_SETTLED: it is on its way or has gone")))]
async fn resend_mail(app: Server, staff: StaffSession, Path(mail): Path<MailId>) -> ApiResult<StatusCode> {
    deliveries::mails::resend(&app, &staff.person, mail).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Note that a mail did arrive.
#[utoipa::path(post, path = "/api/provider/mails/{mailId}/arrived",
    responses(
        (status = 204, description = "It counts as sent"),
        (status = 404, description = "No such mail among those that the user looks after"),
        (status = 409, description = "MAIL_SETTLED or DELIVERY_SETTLED: it is not UNSURE")))]
async fn mail_arrived(app: Server, staff: StaffSession, Path(mail): Path<MailId>) -> ApiResult<StatusCode> {
    deliveries::mails::note_arrival(&app, &staff.person, mail).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Note that a mail that failed needs nothing more, so that nobody is reminded of it.
#[utoipa::path(post, path = "/api/provider/mails/{mailId}/settle",
    responses(
        (status = 204, description = "It is no longer counted"),
        (status = 404, description = "No such mail among those that the user looks after"),
        (status = 409, description = "MAIL_SETTLED: it has not failed, or that was noted before")))]
async fn settle_mail(app: Server, staff: StaffSession, Path(mail): Path<MailId>) -> ApiResult<StatusCode> {
    deliveries::mails::settle(&app, &staff.person, mail).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[cfg(test)]
mod tests;
