//! An outside service on a socket of its own, and the requests that reach it.

use std::future::pending;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderMap, Response};
use axum::response::IntoResponse;
use liksa_actions::context::Clock;
use liksa_domain::address::{AddressReason, AddressSource};
use liksa_test_support::fixed_now;

use super::*;
use crate::config::Config;
use liksa_store::Database;

/// How the service behaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    Good,
    /// Takes the request and never answers.
    Silent,
    /// Begins an answer and never ends it.
    Unfinished,
    Html,
    NotANumber,
    Negative,
    Huge,
    Redirect,
    Failing,
    WrongKey,
}

impl Mode {
    pub const BAD: [Self; 9] = [
        Self::Silent,
        Self::Unfinished,
        Self::Html,
        Self::NotANumber,
        Self::Negative,
        Self::Huge,
        Self::Redirect,
        Self::Failing,
        Self::WrongKey,
    ];
}

#[derive(Clone)]
pub struct FakeService {
    pub url: String,
    mode: Arc<Mutex<Mode>>,
    asked: Arc<Mutex<Vec<(String, HeaderMap)>>>,
}

impl FakeService {
    pub async fn start() -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let fake = Self { url, mode: Arc::new(Mutex::new(Mode::Good)), asked: Arc::default() };
        let answering = fake.clone();
        let router = Router::new().fallback(move |request: Request| {
            let (fake, asked) = (answering.clone(), (request.uri().to_string(), request.headers().clone()));
            async move { fake.answer(asked).await }
        });
        tokio::spawn(async move { axum::serve(listener, router).await });
        fake
    }

    /// An address at which nobody listens.
    pub async fn address_of_nobody() -> String {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        format!("http://{}", listener.local_addr().unwrap())
    }

    pub fn behave(&self, mode: Mode) {
        *self.mode.lock().unwrap() = mode;
    }

    pub fn asked(&self) -> usize {
        self.asked.lock().unwrap().len()
    }

    pub fn paths(&self) -> Vec<String> {
        self.asked.lock().unwrap().iter().map(|(path, _)| path.clone()).collect()
    }

    pub fn services(&self) -> AddressServices {
        let service = OutsideService { url: self.url.clone(), key: None };
        AddressServices { geocoder: Some(service.clone()), router: Some(service), call_timeout: None }
    }

    async fn answer(&self, asked: (String, HeaderMap)) -> Response<Body> {
        let path = asked.0.clone();
        self.asked.lock().unwrap().push(asked);
        let mode = *self.mode.lock().unwrap();
        let route = |meters: &str| {
            format!(r#"{{"code": "Ok", "routes": [{{"distance": {meters}, "duration": 7290.2}}]}}"#)
        };
        // Addresses in Tampere are there, all others in Helsinki.
        let (here, latitude) = if path.contains("33100") { ("23.77", "61.50") } else { ("24.96", "60.19") };
        let feature = |longitude: &str| {
            format!(
                r#"{{"features": [{{"geometry": {{"coordinates": [{longitude}, {latitude}]}},
                    "properties": {{"label": "Vaasankatu 12, 00500 Helsinki"}}}}]}}"#
            )
        };
        let body = |number: &str, other: &str| match path.starts_with("/route/") {
            true => route(number),
            false => feature(other),
        };
        match mode {
            Mode::Good => body("178432.9", here).into_response(),
            Mode::Silent => pending().await,
            Mode::Unfinished => Body::from_stream(Unfinished(false)).into_response(),
            Mode::Html => "<!doctype html><title>Login</title>".into_response(),
            Mode::NotANumber => body("NaN", "NaN").into_response(),
            Mode::Negative => body("-5", "1e99").into_response(),
            // Good but for its size.
            Mode::Huge => (body("178432.9", here) + &" ".repeat(LARGEST_ANSWER)).into_response(),
            Mode::Redirect => (axum::http::StatusCode::FOUND, [("location", "/elsewhere")]).into_response(),
            Mode::Failing => axum::http::StatusCode::BAD_GATEWAY.into_response(),
            Mode::WrongKey => axum::http::StatusCode::UNAUTHORIZED.into_response(),
        }
    }
}

/// A body that stops after its first byte.
struct Unfinished(bool);

impl futures_util::Stream for Unfinished {
    type Item = Result<&'static str, std::io::Error>;

    fn poll_next(
        mut self: std::pin::Pin<&mut Self>,
        _: &mut std::task::Context<'_>,
    ) -> std::task::Poll<Option<Self::Item>> {
        if std::mem::replace(&mut self.0, true) {
            return std::task::Poll::Pending;
        }
        std::task::Poll::Ready(Some(Ok("{")))
    }
}

fn clock() -> Clock {
    Clock::stopped(fixed_now(), None).unwrap()
}

#[tokio::test]
async fn the_key_goes_to_the_service_in_its_header() {
    let fake = FakeService::start().await;
    let folder = tempfile::tempdir().unwrap();
    let mut services = Config::for_test(Database::Sqlite("x".into()), folder.path()).address_services;
    assert_eq!(services, AddressServices::default());
    let key = crate::config::ServiceKey {
        header: "digitransit-subscription-key".parse().unwrap(),
        key: "hunter2".parse().unwrap(),
    };
    services.geocoder = Some(OutsideService { url: format!("{}/geocoding", fake.url), key: Some(key) });
    let found = addresses(&services).unwrap().search("Vaasankatu 12", &clock()).await;
    assert_eq!(found.addresses, ["Vaasankatu 12, 00500 Helsinki"]);
    let asked = fake.asked.lock().unwrap();
    let (path, headers) = &asked[0];
    assert_eq!(path, "/geocoding/v1/autocomplete?text=vaasankatu%2012&size=10&lang=fi");
    assert_eq!(headers["digitransit-subscription-key"], "hunter2");
}

#[tokio::test]
async fn whatever_is_wrong_with_the_service_is_a_failure() {
    let fake = FakeService::start().await;
    for mode in Mode::BAD {
        fake.behave(mode);
        let before = fake.asked();
        let services = AddressServices { call_timeout: Some(Duration::from_millis(300)), ..fake.services() };
        let found = addresses(&services).unwrap().search("33100", &clock()).await;
        assert_eq!(
            (found.source, found.reason),
            (AddressSource::PostalCodes, Some(AddressReason::ServiceDown)),
            "{mode:?}"
        );
        let tries = if mode == Mode::Failing { 2 } else { 1 };
        assert_eq!(fake.asked() - before, tries, "{mode:?}");
    }
    assert!(!fake.paths().iter().any(|path| path.contains("elsewhere")), "no redirect is followed");
}

#[tokio::test]
async fn a_service_that_is_not_there_is_a_failure() {
    let url = FakeService::address_of_nobody().await;
    let geocoder = Some(OutsideService { url, key: None });
    let services = AddressServices { geocoder, ..AddressServices::default() };
    let found = addresses(&services).unwrap().search("33100", &clock()).await;
    assert_eq!(found.reason, Some(AddressReason::ServiceDown));
}
