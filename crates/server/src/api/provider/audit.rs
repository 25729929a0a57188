//! `GET /api/provider/audit`: who did what, the newest first.

use axum::extract::State;
use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use liksa_domain::audit::Action;
use liksa_domain::bill::search_words;
use liksa_domain::ids::{Id, PersonId};
use liksa_domain::problem::ErrorKey;
use liksa_domain::reading::Reader;
use liksa_store::{AuditFilter, NumberedEvent};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::api::named::wire_enum;
use crate::api::paging::cursor_of;
use crate::app::AppState;
use crate::http::error::{ApiError, ApiResult, FieldProblem, Problem};
use crate::http::extract::{Json, Query};
use crate::session::staff::AdminSession;

wire_enum!(AuditActionOnWire, "AuditAction", Action);

const EVENTS_PER_PAGE: usize = 100;
const LONGEST_SEARCH: usize = 200;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct AuditQuery {
    /// Words that must all occur in what was done, by whom, to what, or in the details.
    q: Option<String>,
    /// The id of who did it.
    actor: Option<Uuid>,
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
    pub action: AuditActionOnWire,
    /// Such as `bill:` and its id.
    pub subject: String,
    #[schema(required)]
    pub actor_id: Option<Uuid>,
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
#[utoipa::path(get, path = "/api/provider/audit", tag = "provider", operation_id = "audit",
    security(("session" = ["ROLE_ADMIN"])),
    params(AuditQuery),
    responses(
        (status = 200, description = "A page", body = AuditLog),
        (status = 422, description = "A parameter was not accepted", body = Problem)))]
pub async fn get(
    State(app): State<AppState>,
    _: AdminSession,
    Query(query): Query<AuditQuery>,
) -> ApiResult<Json<AuditLog>> {
    let mut reader = Reader::default();
    let first = reader.date("from", query.from.as_deref());
    let last = reader.date("until", query.until.as_deref());
    let problems = reader.into_problems();
    if !problems.is_empty() {
        return Err(problems.into());
    }
    let search: String = query.q.unwrap_or_default().chars().take(LONGEST_SEARCH).collect();
    let filter = AuditFilter {
        words: &search_words(&search),
        actor: query.actor.map(PersonId::from),
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
    let out_of_range = |_| ApiError::Invalid(vec![FieldProblem::new("from", ErrorKey::OutOfRange)]);
    let helsinki = TimeZone::get("Europe/Helsinki").map_err(|error| ApiError::Internal(error.into()))?;
    Ok(day.to_zoned(helsinki).map_err(out_of_range)?.timestamp())
}

impl From<NumberedEvent> for AuditEventOnWire {
    fn from(one: NumberedEvent) -> Self {
        let event = one.past.event;
        Self {
            number: one.number,
            at: event.at.to_string(),
            action: AuditActionOnWire(event.action),
            subject: event.subject,
            actor_id: event.actor.map(Id::uuid),
            actor: one.past.actor_name,
            detail: event.detail,
        }
    }
}

#[cfg(test)]
mod tests {
    use liksa_domain::audit::Action;
    use liksa_domain::person::Role;
    use liksa_test_support::both_engines;
    use serde_json::{Value, json};

    use crate::api::bills::tests::somebody;
    use crate::testing::TestApp;

    both_engines!(the_log_is_searched_by_words_people_things_and_days);

    async fn the_log_is_searched_by_words_people_things_and_days(app: TestApp) {
        let admin = somebody(&app, "admin@liksa.example", Role::Admin).await;
        let maija = app.worker().await;
        let mut tx = app.store.begin().await.unwrap();
        for (actor, subject, note) in [
            (Some(maija.id), "bill:1", "Ensi-ilta"),
            (None, "bill:2", "toinen"),
            (Some(admin.id), "bill:1", "x"),
        ] {
            let detail = json!({"note": note});
            tx.record(&app.event(actor, Action::BillSent, subject.into(), &detail)).await.unwrap();
        }
        tx.commit().await.unwrap();
        let found = async |query: &str| -> Vec<String> {
            let answer = app.get(&format!("/api/provider/audit{query}")).token(&admin.token).send().await;
            assert_eq!(answer.status, 200, "{}", answer.json);
            let events = answer.json["events"].as_array().unwrap().clone();
            let sent = events.iter().filter(|event| event["action"] == "bill.sent");
            sent.map(|event| event["detail"].as_str().unwrap().to_owned()).collect()
        };
        let note = |text: &str| json!({"note": text}).to_string();
        assert_eq!(found("").await, [note("x"), note("toinen"), note("Ensi-ilta")], "the newest first");
        assert_eq!(found("?q=ENSI-ilta%20bill.sent").await, [note("Ensi-ilta")]);
        assert_eq!(
            found("?q=meik%C3%A4l%C3%A4inen%20ensi").await,
            [note("Ensi-ilta")],
            "by the actor's name"
        );
        assert_eq!(found("?subject=bill:1").await, [note("x"), note("Ensi-ilta")]);
        assert_eq!(found("?subject=bill").await.len(), 3);
        assert_eq!(found(&format!("?actor={}", maija.id)).await, [note("Ensi-ilta")]);
        assert_eq!(found("?from=16.11.2026&until=16.11.2026").await.len(), 3);
        assert_eq!(found("?until=15.11.2026").await, Vec::<String>::new());
        assert_eq!(found("?from=17.11.2026").await, Vec::<String>::new());
        let refused = app.get("/api/provider/audit?from=x&cursor=1").token(&admin.token).send().await;
        assert_eq!((refused.status, &refused.json["fields"][0]["field"]), (422, &Value::from("from")));
    }
}
