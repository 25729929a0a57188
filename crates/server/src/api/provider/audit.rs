//! `GET /api/provider/audit`: the audit log, the newest event first.

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use liksa_domain::audit::Action;
use liksa_domain::bill::search_words;
use liksa_store::{AuditFilter, NumberedEvent};

use crate::api::paging::cursor_of;
use crate::api::prelude::*;

const EVENTS_PER_PAGE: usize = 100;
const LONGEST_SEARCH: usize = 200;

pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(audit))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct AuditQuery {
    /// Words that must all occur in what was done, by whom, to what, or in the details.
    q: Option<String>,
    /// The id of the person who did it.
    actor: Option<PersonId>,
    /// `kind:id`, or the beginning of it without the id.
    subject: Option<String>,
    /// The first day, DD.MM.YYYY.
    from: Option<String>,
    /// The last day, DD.MM.YYYY.
    until: Option<String>,
    /// `next` of the page before.
    cursor: Option<String>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuditEventOnWire {
    pub number: i64,
    /// An instant, ISO 8601.
    pub at: String,
    /// Such as `bill.approved`.
    pub action: Action,
    /// Such as `bill:` and its id.
    pub subject: String,
    #[schema(required)]
    pub actor_id: Option<PersonId>,
    /// Null for what the program does by itself.
    #[schema(required)]
    pub actor: Option<String>,
    /// JSON.
    pub detail: String,
}

#[derive(Serialize, ToSchema)]
pub struct AuditLog {
    #[schema(required)]
    pub events: Vec<AuditEventOnWire>,
    /// Where the search goes on. A page may be short and have a next one: a part of the log is looked through
    /// at a time.
    #[schema(required)]
    pub next: Option<String>,
}

/// Search the audit log.
#[utoipa::path(get, path = "/api/provider/audit", params(AuditQuery),
    responses(
        (status = 200, description = "A page", body = AuditLog),
        (status = 422, description = "A parameter was not accepted")))]
async fn audit(app: Server, _: AdminSession, Query(query): Query<AuditQuery>) -> Reply<AuditLog> {
    let mut reader = Reader::default();
    let first = reader.date("from", query.from.as_deref());
    let last = reader.date("until", query.until.as_deref());
    accepted(reader)?;
    let search: String = query.q.unwrap_or_default().chars().take(LONGEST_SEARCH).collect();
    let filter = AuditFilter {
        words: &search_words(&search),
        actor: query.actor,
        subject: query.subject.as_deref().unwrap_or_default(),
        from: first.map(beginning_of).transpose()?,
        until: last.map(|day| beginning_of(day.saturating_add(jiff::Span::new().days(1)))).transpose()?,
        before: cursor_of(query.cursor.as_deref())?,
        limit: EVENTS_PER_PAGE,
    };
    let page = app.store.audit_search(&filter).await?;
    let events = page.events.into_iter().map(AuditEventOnWire::from).collect();
    Ok(Json(AuditLog { events, next: page.next.map(|number| number.to_string()) }))
}

/// A day begins at midnight in Finland.
fn beginning_of(day: Date) -> ApiResult<Timestamp> {
    let out_of_range = |_| ApiError::invalid("from", ErrorKey::OutOfRange);
    let helsinki = TimeZone::get("Europe/Helsinki").map_err(|error| ApiError::Internal(error.into()))?;
    Ok(day.to_zoned(helsinki).map_err(out_of_range)?.timestamp())
}

impl From<NumberedEvent> for AuditEventOnWire {
    fn from(one: NumberedEvent) -> Self {
        let event = one.past.event;
        Self {
            number: one.number,
            at: event.at.to_string(),
            action: event.action,
            subject: event.subject,
            actor_id: event.actor,
            actor: one.past.actor_name,
            detail: event.detail,
        }
    }
}

#[cfg(test)]
mod tests;
