//! Requests to one outside service that may be slow, down or wrong.

use std::pin::Pin;
use std::time::Duration;

use jiff::Timestamp;
use tokio::sync::Semaphore;
use tokio::time::timeout;

use super::breaker::{Breaker, Change};
use super::cache::{Cache, UnderWay};
use crate::context::Clock;

/// How long a request and its repetition may take together.
pub const CALL_TIMEOUT: Duration = Duration::from_secs(2);
/// So many may wait for the service at once. To others it is as if it did not answer.
const MOST_AT_ONCE: usize = 32;

/// Gets answers over the network. It knows the address of the service and its key.
pub trait Fetch: Send + Sync {
    /// The answer to a GET of this path, which begins with a slash. A redirect and an answer of too many bytes are
    /// failures.
    fn get<'a>(&'a self, path: &'a str) -> Fetching<'a>;

    /// What became of requests, for the log. It names no address.
    fn note(&self, event: Event);
}

pub type Fetching<'a> = Pin<Box<dyn Future<Output = Result<Fetched, FetchError>> + Send + 'a>>;

pub struct Fetched {
    pub status: u16,
    pub body: Vec<u8>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FetchError {
    /// There was no connection, or it broke. Worth another try.
    NoConnection,
    Unusable,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    NoConnection,
    TooSlow,
    Status(u16),
    Unusable,
    /// It failed so often that it is left alone for a while.
    LeftAlone,
    AnswersAgain,
}

/// The service did not answer, or nothing that can be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Down;

pub struct Remote<T> {
    fetch: Box<dyn Fetch>,
    /// The answer in a body; None for rubbish.
    read: fn(&Fetched) -> Option<T>,
    call_timeout: Duration,
    breaker: Breaker,
    cache: Cache<T>,
    under_way: UnderWay<Result<T, Down>>,
    at_once: Semaphore,
}

impl<T: Clone> Remote<T> {
    pub fn new(fetch: Box<dyn Fetch>, call_timeout: Duration, read: fn(&Fetched) -> Option<T>) -> Self {
        Self {
            fetch,
            read,
            call_timeout,
            breaker: Breaker::default(),
            cache: Cache::default(),
            under_way: UnderWay::default(),
            at_once: Semaphore::new(MOST_AT_ONCE),
        }
    }

    /// An answer that came before.
    pub fn known(&self, path: &str, now: Timestamp) -> Option<T> {
        self.cache.get(path, now)
    }

    pub async fn ask(&self, path: &str, clock: &Clock) -> Result<T, Down> {
        if let Some(known) = self.known(path, clock.now()) {
            return Ok(known);
        }
        let answer = self.under_way.answer_to(path);
        answer.get_or_init(|| self.ask_now(path, clock)).await.clone()
    }

    async fn ask_now(&self, path: &str, clock: &Clock) -> Result<T, Down> {
        // It may have come between the look into the cache and the turn to ask.
        if let Some(known) = self.known(path, clock.now()) {
            return Ok(known);
        }
        let _place = self.at_once.try_acquire().map_err(|_| Down)?;
        let admission = self.breaker.admit(clock.now()).ok_or(Down)?;
        let outcome = timeout(self.call_timeout, self.try_twice(path)).await.unwrap_or(Err(Event::TooSlow));
        let change = match &outcome {
            Ok(_) => admission.succeeded(),
            Err(event) => {
                self.fetch.note(*event);
                admission.failed(clock.now())
            }
        };
        match change {
            Some(Change::Opened) => self.fetch.note(Event::LeftAlone),
            Some(Change::Closed) => self.fetch.note(Event::AnswersAgain),
            None => {}
        }
        let answer = outcome.map_err(|_| Down)?;
        self.cache.put(path, clock.now(), answer.clone());
        Ok(answer)
    }

    /// Once more where there was no connection, or the service failed by its own account.
    async fn try_twice(&self, path: &str) -> Result<T, Event> {
        match self.try_once(path).await {
            Err(Event::NoConnection | Event::Status(500..)) => self.try_once(path).await,
            outcome => outcome,
        }
    }

    async fn try_once(&self, path: &str) -> Result<T, Event> {
        let fetched = self.fetch.get(path).await.map_err(|error| match error {
            FetchError::NoConnection => Event::NoConnection,
            FetchError::Unusable => Event::Unusable,
        })?;
        match (self.read)(&fetched) {
            Some(answer) => Ok(answer),
            None if fetched.status == 200 => Err(Event::Unusable),
            None => Err(Event::Status(fetched.status)),
        }
    }
}
