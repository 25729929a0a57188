//! Counts the statements of a request: sqlx logs each one within the span of the request.

use std::collections::HashMap;
use std::sync::{Mutex, Once};

use tracing::level_filters::LevelFilter;
use tracing::{Event, Instrument, Subscriber, info_span};
use tracing_subscriber::Layer;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::{Context, SubscriberExt};
use tracing_subscriber::registry::LookupSpan;

use crate::testing::Call;

const STATEMENT: &str = "sqlx::query";
const COUNTED: &str = "counted";

/// By the id of the span.
static COUNTS: Mutex<Option<HashMap<u64, usize>>> = Mutex::new(None);

struct Counting;

impl<S: Subscriber + for<'a> LookupSpan<'a>> Layer<S> for Counting {
    fn on_event(&self, event: &Event<'_>, context: Context<'_, S>) {
        if event.metadata().target() != STATEMENT {
            return;
        }
        for span in context.event_scope(event).into_iter().flatten().filter(|span| span.name() == COUNTED) {
            let mut counts = COUNTS.lock().unwrap();
            *counts.get_or_insert_default().entry(span.id().into_u64()).or_default() += 1;
        }
    }
}

/// The number of statements of a request, whose status must be 200.
pub async fn statements_of(call: Call) -> usize {
    static START: Once = Once::new();
    START.call_once(|| {
        let filter =
            Targets::new().with_target(STATEMENT, LevelFilter::DEBUG).with_default(LevelFilter::INFO);
        let subscriber = tracing_subscriber::registry().with(filter).with(Counting);
        tracing::subscriber::set_global_default(subscriber).unwrap();
    });
    let span = info_span!(COUNTED);
    let answer = call.send().instrument(span.clone()).await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    let id = span.id().unwrap().into_u64();
    COUNTS.lock().unwrap().as_ref().and_then(|counts| counts.get(&id)).copied().unwrap_or_default()
}
