//! The whole server without a socket: the real router on a database of its own, at a fixed time.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Cursor};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::ops::Deref;
use std::path::PathBuf;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{HeaderMap, Method, Request};
use http_body_util::BodyExt;
use image::{ImageFormat, RgbImage};
use jiff::ToSpan;
use liksa_domain::delivery::MailKind;
use liksa_domain::ids::{MailId, PersonId, SessionId};
use liksa_domain::person::{Email, Person, Role};
use liksa_store::NewPerson;
use liksa_test_support::{Engine, OnEngine, TestDb, fixed_now, person};
use openidconnect::url::Url;
use serde_json::{Value, json};
use tempfile::TempDir;
use tower::ServiceExt;
use tracing::subscriber::DefaultGuard;

use crate::app::App;
use crate::config::Config;
use crate::jobs;
use crate::router;
use liksa_actions::context::MailAddress;
use liksa_actions::context::token::Token;
use liksa_actions::context::{Clock, Lane};
use liksa_actions::mail::Outgoing;

pub const PASSWORD: &str = "salasana";

pub struct TestApp {
    app: Arc<App>,
    router: Router,
    pub db: TestDb,
    _home: TempDir,
}

/// A signed-in person.
pub struct SignedIn {
    pub id: PersonId,
    pub token: String,
}

pub struct Answer {
    pub status: u16,
    pub headers: HeaderMap,
    pub body: Vec<u8>,
    /// Null when the body is not JSON.
    pub json: Value,
}

impl Answer {
    pub fn key(&self) -> &str {
        self.json["errorKey"].as_str().unwrap_or_default()
    }

    /// The cookie of this name as it was set, or nothing.
    pub fn cookie(&self, name: &str) -> String {
        let set = self.headers.get_all("set-cookie").iter().map(|value| value.to_str().unwrap());
        set.into_iter().find(|cookie| cookie.starts_with(&format!("{name}="))).unwrap_or_default().to_owned()
    }

    /// The cookie of this name as a browser sends it back.
    pub fn cookie_sent_back(&self, name: &str) -> String {
        self.cookie(name).split(';').next().unwrap_or_default().to_owned()
    }
}

impl Deref for TestApp {
    type Target = App;
    fn deref(&self) -> &App {
        &self.app
    }
}

impl OnEngine for TestApp {
    async fn on(engine: Engine) -> Self {
        Self::with_config(engine, |_| {}).await
    }
}

/// A short mail without a link or an attachment.
pub fn mail_of(kind: MailKind) -> Outgoing {
    Outgoing {
        kind,
        to: Email::parse("maija@liksa.example").unwrap(),
        subject: "Salainen aihe".into(),
        text: "Salainen teksti".into(),
        html: String::new(),
        attachment: None,
        link: None,
    }
}

impl TestApp {
    pub async fn with_config(engine: Engine, adjust: impl FnOnce(&mut Config)) -> Self {
        let db = TestDb::on(engine).await;
        let home = tempfile::tempdir().unwrap();
        let mut config = Config::for_test(db.database.clone(), home.path());
        adjust(&mut config);
        let app =
            Arc::new(App::new(db.store.clone(), Clock::stopped(fixed_now(), None).unwrap(), config).unwrap());
        Self { router: router::router(app.clone()), app, db, _home: home }
    }

    /// The same server with other routes.
    pub fn with_router(mut self, make: impl FnOnce(Arc<App>) -> Router) -> Self {
        self.router = make(self.app.clone());
        self
    }

    pub fn state(&self) -> &Arc<App> {
        &self.app
    }

    /// Leaves a mail to be sent.
    pub async fn posted(&self, mail: &Outgoing) -> MailId {
        let mut tx = self.store.begin().await.unwrap();
        let id = self.post_mail(&mut tx, mail).await.unwrap();
        tx.commit().await.unwrap();
        id
    }

    /// Does all jobs that are due, and those that they leave. None may fail.
    pub async fn run_jobs(&self) {
        let failures = self.try_jobs().await;
        assert!(failures.is_empty(), "{failures:#?}");
    }

    /// Lets the usual waiting time pass after which approved bills leave, and does all jobs that are then due.
    pub async fn let_bills_leave(&self) {
        self.clock.advance(15.minutes());
        self.run_jobs().await;
    }

    /// Does all jobs that are due. Answers why some of them failed.
    pub async fn try_jobs(&self) -> Vec<String> {
        let outcomes = jobs::run_all_due(&self.app).await;
        outcomes.into_iter().filter_map(|outcome| outcome.err().map(|error| format!("{error:#}"))).collect()
    }

    /// Does all jobs that are due, and looks after each whether the mail or the queue tells a token.
    pub async fn run_jobs_that_keep_no_token(&self) {
        while let Some(outcome) = jobs::run_one_due(&self.app).await {
            outcome.unwrap();
            for table in ["mail", "job"] {
                let kept = self.db.text_of(table).await;
                assert!(!holds_token(&kept), "{table}: {kept}");
            }
        }
    }

    /// Stores a person, whose password is [`PASSWORD`] and who is known to read their mail.
    pub async fn add(&self, person: Person) -> Person {
        let person = self.add_unconfirmed(person).await;
        let mut tx = self.store.begin().await.unwrap();
        tx.confirm_email(person.id, self.clock.now()).await.unwrap();
        tx.commit().await.unwrap();
        person
    }

    /// Stores a person of whose address nothing is known.
    pub async fn add_unconfirmed(&self, person: Person) -> Person {
        let password_hash = self.passwords.hash(Lane::Known, PASSWORD).await.unwrap();
        let new = NewPerson { person: &person, password_hash: &password_hash, created_at: self.clock.now() };
        let mut tx = self.store.begin().await.unwrap();
        tx.insert_person(&new).await.unwrap();
        tx.commit().await.unwrap();
        person
    }

    /// A signed-in person with one role.
    pub async fn staff(&self, email: &str, role: Role) -> SignedIn {
        let person = self.add(person().email(email).roles(&[role]).build()).await;
        self.sign_in(person.email.as_str()).await
    }

    /// A worker who is signed in.
    pub async fn worker(&self) -> SignedIn {
        let person = self.add(person().build()).await;
        self.sign_in(person.email.as_str()).await
    }

    pub async fn sign_in(&self, email: &str) -> SignedIn {
        let answer = self.login(email, PASSWORD).await;
        assert_eq!(answer.status, 200, "{}", answer.json);
        SignedIn {
            id: answer.json["id"].as_str().unwrap().parse().unwrap(),
            token: answer.json["authtoken"].as_str().unwrap().to_owned(),
        }
    }

    pub async fn login(&self, email: &str, password: &str) -> Answer {
        self.post("/api/login").json(&json!({"username": email, "password": password})).send().await
    }

    /// Sends something that a password is checked for, and does something else while the check is under way.
    pub async fn while_checking(&self, call: Call, change: impl Future<Output = ()>) -> Answer {
        let known = self.passwords.pause(Lane::Known).await.unwrap();
        let strangers = self.passwords.pause(Lane::Stranger).await.unwrap();
        let before = self.passwords.calculations();
        let interrupt = async {
            while self.passwords.calculations() == before {
                tokio::task::yield_now().await;
            }
            change.await;
            drop((known, strangers));
        };
        tokio::join!(call.send(), interrupt).0
    }

    pub fn browser(&self) -> Browser<'_> {
        Browser { app: self, cookies: BTreeMap::new() }
    }

    /// The part that follows this in the newest mail with such a link. Mails of one moment have no order. It is
    /// read in the outbox: what is stored has no token in it.
    pub fn mailed_link(&self, start: &str) -> Option<String> {
        self.mailed_links(start).into_iter().next()
    }

    /// The same of all mails, the newest first.
    pub fn mailed_links(&self, start: &str) -> Vec<String> {
        let start = format!("{}{start}", self.config.public_url);
        let MailAddress::Folder(outbox) = &self.config.mail else { panic!("the default is a folder") };
        let Ok(files) = fs::read_dir(outbox) else { return Vec::new() };
        let mut mails: Vec<_> = files.map(|file| file.unwrap().path()).collect();
        mails.sort_unstable_by(|one, other| other.cmp(one));
        let link_of = |mail: &PathBuf| {
            let text = first_text(&fs::read_to_string(mail).unwrap());
            let (_, rest) = text.split_once(&start)?;
            rest.split_whitespace().next().map(str::to_owned)
        };
        mails.iter().filter_map(link_of).collect()
    }

    /// What the mails to somebody are about, in no order.
    pub async fn subjects_to(&self, address: &str) -> Vec<String> {
        let mails = self.store.newest_mails(50).await.unwrap().into_iter();
        mails.filter(|mail| mail.to == address).map(|mail| mail.subject).collect()
    }

    pub async fn session_id(&self, token: &str) -> SessionId {
        let hash = Token::parse(token).unwrap().hash();
        let now = self.clock.now();
        self.store.session(hash, now, now - jiff::SignedDuration::from_hours(1)).await.unwrap().unwrap().id
    }

    pub fn get(&self, path: &str) -> Call {
        self.call(Method::GET, path)
    }

    pub fn post(&self, path: &str) -> Call {
        self.call(Method::POST, path)
    }

    pub fn put(&self, path: &str) -> Call {
        self.call(Method::PUT, path)
    }

    pub fn delete(&self, path: &str) -> Call {
        self.call(Method::DELETE, path)
    }

    pub fn call(&self, method: Method, path: &str) -> Call {
        let mut request = Request::new(Body::empty());
        *request.method_mut() = method;
        *request.uri_mut() = path.parse().unwrap();
        let peer = SocketAddr::from((Ipv4Addr::LOCALHOST, 50_000));
        request.extensions_mut().insert(ConnectInfo(peer));
        Call { router: self.router.clone(), request }
    }
}

/// A browser: it says so, and keeps its cookies.
pub struct Browser<'a> {
    app: &'a TestApp,
    cookies: BTreeMap<String, String>,
}

impl Browser<'_> {
    pub async fn send(&mut self, call: Call) -> Answer {
        let answer = self.asking(call).send().await;
        for set in answer.headers.get_all("set-cookie") {
            let (name, value) = set.to_str().unwrap().split(';').next().unwrap().split_once('=').unwrap();
            self.cookies.insert(name.to_owned(), value.to_owned());
        }
        answer
    }

    /// The call as it is sent, for sending several at once.
    pub fn asking(&self, call: Call) -> Call {
        let cookies: Vec<_> = self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        call.header("sec-fetch-site", "same-origin").header("cookie", &cookies.join("; "))
    }

    pub fn has(&self, cookie: &str) -> bool {
        self.cookies.get(cookie).is_some_and(|value| !value.is_empty())
    }

    /// Goes to the demo bank as it was sent there, and chooses. What it comes back with: `code` or `error`, and
    /// `state`.
    pub async fn at_the_bank(&mut self, sent: &Value, choice: &str) -> Value {
        let address =
            sent["endpointUrl"].as_str().unwrap().strip_prefix(&self.app.config.public_url).unwrap();
        let path = format!("{address}?{}", sent["request"].as_str().unwrap());
        assert_eq!(self.send(self.app.get(&path)).await.status, 200);
        let form = "application/x-www-form-urlencoded";
        let answer = self.send(self.app.post(&path).body(form, format!("person={choice}"))).await;
        assert_eq!(answer.status, 303, "{}", answer.json);
        let back = Url::parse(answer.headers["location"].to_str().unwrap()).unwrap();
        back.query_pairs().map(|(name, value)| (name.into_owned(), Value::from(value.into_owned()))).collect()
    }
}

/// A request being put together.
pub struct Call {
    router: Router,
    request: Request<Body>,
}

impl Call {
    pub fn token(self, token: &str) -> Self {
        self.header("authtoken", token)
    }

    pub fn header(mut self, name: &'static str, value: &str) -> Self {
        self.request.headers_mut().insert(name, value.parse().unwrap());
        self
    }

    /// As if it came from this address.
    pub fn come_from(&mut self, address: IpAddr) {
        self.request.extensions_mut().insert(ConnectInfo(SocketAddr::from((address, 50_000))));
    }

    pub fn json(self, body: &Value) -> Self {
        self.body("application/json", body.to_string())
    }

    pub fn body(mut self, content_type: &str, body: impl Into<Body>) -> Self {
        *self.request.body_mut() = body.into();
        self.header("content-type", content_type)
    }

    /// A form with one file in it.
    pub fn file(self, name: &str, content: &[u8]) -> Self {
        let head =
            format!("--edge\r\ncontent-disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n\r\n");
        let body = [head.as_bytes(), content, b"\r\n--edge--\r\n"].concat();
        self.body("multipart/form-data; boundary=edge", body)
    }

    pub async fn send(self) -> Answer {
        let response = self.router.oneshot(self.request).await.unwrap();
        let (parts, body) = response.into_parts();
        let body = body.collect().await.unwrap().to_bytes().to_vec();
        let json = serde_json::from_slice(&body).unwrap_or(Value::Null);
        Answer { status: parts.status.as_u16(), headers: parts.headers, body, json }
    }
}

/// What is logged, for a test to read.
#[derive(Clone, Default)]
pub struct Log(Arc<Mutex<Vec<u8>>>);

impl Log {
    /// Collects what this thread logs, down to what is for debugging, as long as the guard is held.
    pub fn collect() -> (Self, DefaultGuard) {
        let log = Self::default();
        let writer = log.clone();
        let to_it = tracing_subscriber::fmt()
            .with_max_level(tracing::Level::DEBUG)
            .with_ansi(false)
            .with_writer(move || writer.clone());
        (log, tracing::subscriber::set_default(to_it.finish()))
    }

    pub fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

impl io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The first text of a mail, decoded as far as links need it.
fn first_text(mail: &str) -> String {
    let (_, part) = mail.split_once("Content-Transfer-Encoding: ").unwrap();
    let (encoding, rest) = part.split_once("\r\n").unwrap();
    let (_, text) = rest.split_once("\r\n\r\n").unwrap();
    match encoding {
        "quoted-printable" => text.replace("=\r\n", "").replace("=3D", "="),
        "7bit" => text.to_owned(),
        other => panic!("a link is sought in {other}"),
    }
}

/// Lets a task begin that has to wait for a transaction of the test.
pub async fn must_wait(task: Pin<&mut impl Future>) {
    let early = tokio::time::timeout(Duration::from_millis(300), task).await;
    assert!(early.is_err(), "it did not wait");
}

/// Whether there is anything in it that could be a token.
pub fn holds_token(text: &str) -> bool {
    let in_tokens = |letter: char| letter.is_ascii_alphanumeric() || "-_".contains(letter);
    text.split(|letter| !in_tokens(letter)).any(|word| Token::parse(word).is_some())
}

/// The smallest file that is a PDF from its beginning to its end, with one page.
pub const PDF: &[u8] =
    b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Kids[3 0 R]/Count 1>>endobj\n\
    3 0 obj<</Type/Page>>endobj\ntrailer<</Root 1 0 R>>\nstartxref\n9\n%%EOF\n";

/// A picture as a phone might send it.
pub fn picture() -> Vec<u8> {
    let mut content = Cursor::new(vec![]);
    RgbImage::new(300, 400).write_to(&mut content, ImageFormat::Png).unwrap();
    content.into_inner()
}

/// The texts of all elements of this name that hold no others, in their order.
pub fn texts_in<'a>(xml: &'a str, element: &str) -> Vec<&'a str> {
    let end = format!("</{element}>");
    let mut pieces: Vec<&str> = xml.split(end.as_str()).collect();
    // What follows the last of them.
    pieces.pop();
    pieces.into_iter().filter_map(|piece| piece.rsplit('>').next()).collect()
}
