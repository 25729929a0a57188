//! Searching the audit log, newest first.

use liksa_domain::customer::search::folded;

use crate::audit::PastEvent;
use crate::prelude::*;

#[derive(Debug, Clone, Default)]
pub struct AuditFilter<'a> {
    /// All must occur in the action, subject, details or name of the actor.
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
    /// Where the search continues; None when all was searched.
    pub next: Option<i64>,
}

/// How many events are searched for one page. The log only grows, and a word that is nowhere in it must not be
/// searched for in all of it at once: a page may be short and still have a next one.
const MOST_SEARCHED: usize = 20_000;
const AT_ONCE: i64 = 2_000;

read_row! { NumberedEvent { number } flat { past } }

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

pub(crate) const EVENTS: &str = events!("");
pub(crate) const EVENTS_BY_ACTOR: &str = events!("AND a.actor_id = $5");
pub(crate) const EVENTS_BY_SUBJECT: &str = events!("AND a.subject = $5");

impl Store {
    pub async fn audit_search(&self, filter: &AuditFilter<'_>) -> StoreResult<AuditPage> {
        let mut events = Vec::new();
        let mut before = filter.before.unwrap_or(i64::MAX);
        let mut searched = 0;
        while searched < MOST_SEARCHED {
            let rows = self.audit_rows(filter, before).await?;
            let last_batch = rows.len() < usize::try_from(AT_ONCE).unwrap_or(usize::MAX);
            for row in rows {
                before = row.number;
                searched += 1;
                if row.matches(filter) {
                    events.push(row);
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

    async fn audit_rows(&self, filter: &AuditFilter<'_>, before: i64) -> StoreResult<Vec<NumberedEvent>> {
        let from = filter.from.map_or(i64::MIN, Timestamp::as_microsecond);
        let until = filter.until.map_or(i64::MAX, Timestamp::as_microsecond);
        let one_subject = filter.subject.contains(':').then_some(filter.subject);
        let statement = match (one_subject, filter.actor) {
            (Some(subject), _) => sql!(EVENTS_BY_SUBJECT => before, from, until, AT_ONCE, subject),
            (None, Some(actor)) => sql!(EVENTS_BY_ACTOR => before, from, until, AT_ONCE, actor),
            (None, None) => sql!(EVENTS => before, from, until, AT_ONCE),
        };
        self.fetch_all(statement).await
    }
}

impl NumberedEvent {
    fn matches(&self, filter: &AuditFilter<'_>) -> bool {
        let PastEvent { event, actor_name } = &self.past;
        let by_actor = filter.actor.is_none_or(|actor| event.actor == Some(actor));
        if !by_actor || !event.subject.starts_with(filter.subject) {
            return false;
        }
        let name = actor_name.as_deref().unwrap_or_default();
        let text = folded(&[event.action.name(), &event.subject, &event.detail, name].join(" "));
        filter.words.iter().all(|word| text.contains(word.as_str()))
    }
}
