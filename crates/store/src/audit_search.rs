//! Looking through the audit log, the newest first.

use jiff::Timestamp;
use liksa_domain::bill::fold;
use liksa_domain::ids::{Id, PersonId};
use sqlx::FromRow;

use crate::audit::{AuditRow, PastEvent};
use crate::db::{Store, on};
use crate::error::StoreResult;
use crate::time::to_micros;

#[derive(Debug, Clone, Default)]
pub struct AuditFilter<'a> {
    /// All must occur in what was done, to what, or in the details.
    pub words: &'a [String],
    pub actor: Option<PersonId>,
    /// `kind:id`, or its beginning.
    pub subject: &'a str,
    pub from: Option<Timestamp>,
    /// Not included.
    pub until: Option<Timestamp>,
    /// Only events before this one.
    pub before: Option<i64>,
    pub limit: usize,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NumberedEvent {
    pub number: i64,
    pub past: PastEvent,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditPage {
    pub events: Vec<NumberedEvent>,
    /// Where the search goes on; nothing when all has been looked through.
    pub next: Option<i64>,
}

/// So many events are looked through for one page. The log grows for ever: a word that is nowhere in it must not
/// be sought in all of it at once, so that a page may be short and still have a next one.
const LOOKED_THROUGH: usize = 20_000;
const AT_ONCE: i64 = 2_000;

#[derive(FromRow)]
struct NumberedRow {
    number: i64,
    #[sqlx(flatten)]
    event: AuditRow,
    actor_name: Option<String>,
}

macro_rules! events {
    ($of:literal) => {
        concat!(
            "SELECT a.number, a.at, a.actor_id, a.action, a.subject, a.detail, \
             p.first_name || ' ' || p.last_name AS actor_name \
             FROM audit_event a LEFT JOIN person p ON p.id = a.actor_id \
             WHERE a.number < $1 AND a.at >= $2 AND a.at < $3 ",
            $of,
            " ORDER BY a.number DESC LIMIT $4"
        )
    };
}

pub const EVENTS: &str = events!("");
pub const EVENTS_BY_ACTOR: &str = events!("AND a.actor_id = $5");
/// Of one subject: its index is read backwards.
pub const EVENTS_BY_SUBJECT: &str = events!("AND a.subject = $5");

impl Store {
    pub async fn audit_search(&self, filter: &AuditFilter<'_>) -> StoreResult<AuditPage> {
        let mut events = Vec::new();
        let mut before = filter.before.unwrap_or(i64::MAX);
        let mut looked_through = 0;
        while looked_through < LOOKED_THROUGH {
            let rows = self.audit_rows(filter, before).await?;
            let last_batch = rows.len() < usize::try_from(AT_ONCE).unwrap_or(usize::MAX);
            for row in rows {
                before = row.number;
                looked_through += 1;
                if row.matches(filter) {
                    events.push(row.into_event()?);
                    if events.len() == filter.limit {
                        return Ok(AuditPage { events, next: Some(before) });
                    }
                }
            }
            if last_batch {
                return Ok(AuditPage { events, next: None });
            }
        }
        Ok(AuditPage { events, next: Some(before) })
    }

    async fn audit_rows(&self, filter: &AuditFilter<'_>, before: i64) -> StoreResult<Vec<NumberedRow>> {
        let from = filter.from.map_or(i64::MIN, to_micros);
        let until = filter.until.map_or(i64::MAX, to_micros);
        let one_subject = filter.subject.contains(':').then_some(filter.subject);
        let rows = on!(self.reads(), c => match (one_subject, filter.actor) {
            (Some(subject), _) => {
                sqlx::query_as(EVENTS_BY_SUBJECT).bind(before).bind(from).bind(until).bind(AT_ONCE)
                    .bind(subject).fetch_all(c).await
            }
            (None, Some(actor)) => {
                sqlx::query_as(EVENTS_BY_ACTOR).bind(before).bind(from).bind(until).bind(AT_ONCE)
                    .bind(actor.uuid()).fetch_all(c).await
            }
            (None, None) => {
                sqlx::query_as(EVENTS).bind(before).bind(from).bind(until).bind(AT_ONCE).fetch_all(c).await
            }
        })?;
        Ok(rows)
    }
}

impl NumberedRow {
    fn matches(&self, filter: &AuditFilter<'_>) -> bool {
        let by_actor = filter.actor.is_none_or(|actor| self.event.actor_id == Some(actor.uuid()));
        if !by_actor || !self.event.subject.starts_with(filter.subject) {
            return false;
        }
        let event = &self.event;
        let texts =
            [&event.action, &event.subject, &event.detail, self.actor_name.as_ref().unwrap_or(&event.action)];
        let text = fold(&texts.map(String::as_str).join(" "));
        filter.words.iter().all(|word| text.contains(word.as_str()))
    }

    fn into_event(self) -> StoreResult<NumberedEvent> {
        let past = PastEvent { event: self.event.into_event()?, actor_name: self.actor_name };
        Ok(NumberedEvent { number: self.number, past })
    }
}
