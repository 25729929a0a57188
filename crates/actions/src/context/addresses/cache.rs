//! Answers of a service, for a while and up to a number of them.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use jiff::{SignedDuration, Timestamp};
use tokio::sync::OnceCell;

/// Streets and roads change seldom.
const FRESH: SignedDuration = SignedDuration::from_hours(24);
pub const MOST_ANSWERS: usize = 2_000;

pub struct Cache<T>(Mutex<Answers<T>>);

struct Answers<T> {
    by_request: HashMap<String, (Timestamp, T)>,
    /// In the order in which they came; the oldest goes first.
    requests: VecDeque<String>,
}

impl<T> Default for Cache<T> {
    fn default() -> Self {
        Self(Mutex::new(Answers { by_request: HashMap::new(), requests: VecDeque::new() }))
    }
}

impl<T: Clone> Cache<T> {
    pub fn get(&self, request: &str, now: Timestamp) -> Option<T> {
        let answers = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (at, answer) = answers.by_request.get(request)?;
        (now.duration_since(*at) < FRESH).then(|| answer.clone())
    }

    pub fn put(&self, request: &str, now: Timestamp, answer: T) {
        let mut answers = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if answers.by_request.insert(request.to_owned(), (now, answer)).is_some() {
            return;
        }
        answers.requests.push_back(request.to_owned());
        while answers.requests.len() > MOST_ANSWERS {
            if let Some(oldest) = answers.requests.pop_front() {
                answers.by_request.remove(&oldest);
            }
        }
    }
}

/// Requests under way. Equal ones share one answer.
pub struct UnderWay<T>(Mutex<HashMap<String, Weak<OnceCell<T>>>>);

impl<T> Default for UnderWay<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T> UnderWay<T> {
    /// Where the answer to a request will be. The first caller asks for it; if nobody waits any more, it is forgotten.
    pub fn answer_to(&self, request: &str) -> Arc<OnceCell<T>> {
        let mut requests = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(shared) = requests.get(request).and_then(Weak::upgrade) {
            return shared;
        }
        requests.retain(|_, answer| answer.strong_count() > 0);
        let answer = Arc::default();
        requests.insert(request.to_owned(), Arc::downgrade(&answer));
        answer
    }
}

#[cfg(test)]
mod tests {
    use jiff::ToSpan;
    use liksa_test_support::fixed_now;

    use super::*;

    #[test]
    fn answers_are_forgotten_after_a_day() {
        let cache = Cache::default();
        cache.put("a", fixed_now(), 1);
        assert_eq!(cache.get("a", fixed_now() + 23.hours()), Some(1));
        assert_eq!(cache.get("a", fixed_now() + 24.hours()), None);
        cache.put("a", fixed_now() + 24.hours(), 2);
        assert_eq!(cache.get("a", fixed_now() + 25.hours()), Some(2));
    }

    #[test]
    fn the_oldest_makes_room() {
        let cache = Cache::default();
        for number in 0..=MOST_ANSWERS {
            cache.put(&number.to_string(), fixed_now(), number);
        }
        assert_eq!(cache.get("0", fixed_now()), None);
        assert_eq!(cache.get("1", fixed_now()), Some(1));
        let answers = cache.0.lock().unwrap();
        assert_eq!((answers.by_request.len(), answers.requests.len()), (MOST_ANSWERS, MOST_ANSWERS));
    }

    #[test]
    fn requests_that_nobody_waits_for_are_forgotten() {
        let under_way = UnderWay::<u8>::default();
        let one = under_way.answer_to("a");
        assert!(Arc::ptr_eq(&one, &under_way.answer_to("a")));
        drop(one);
        drop(under_way.answer_to("b"));
        let _ = under_way.answer_to("c");
        assert_eq!(under_way.0.lock().unwrap().len(), 1);
    }
}
