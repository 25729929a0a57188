mod links;
mod refused_address;

use std::sync::{Arc, Mutex};

use jiff::ToSpan;
use liksa_domain::delivery::{MailKind, MailReason, MailState};
use liksa_domain::file::{FilePurpose, MediaType};
use liksa_domain::ids::MailId;
use liksa_domain::job::{Job, JobState};
use liksa_domain::person::Email;
use liksa_store::{MailOutcome, MailTrouble, NewFile};
use liksa_test_support::{Engine, both_engines};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};

use crate::testing::{Log, TestApp};
use liksa_actions::context::MailAddress;
use liksa_actions::mail::Outgoing;

both_engines! {
    the_folder_gets_one_file_for_each_mail,
    a_crash_while_writing_the_folder_leaves_no_doubt,
}

const TO: &str = "asiakas@liksa.example";

/// Posts a mail with a PDF.
async fn post(app: &TestApp) -> MailId {
    let content = app.files.put(app.new_id().unwrap(), b"%PDF-1.7 lasku", app.clock.now()).await.unwrap();
    let mut tx = app.store.begin().await.unwrap();
    let file = tx
        .insert_file(&NewFile {
            content: &content,
            purpose: FilePurpose::Receipt,
            owner: None,
            name: "lasku.pdf",
            media_type: MediaType::Pdf,
            created_at: app.clock.now(),
        })
        .await
        .unwrap();
    let mail = Outgoing {
        kind: MailKind::Other,
        to: Email::parse(TO).unwrap(),
        subject: "Lasku 1001 – Åström".into(),
        text: "Hei!\n\nLasku on liitteenä.".into(),
        html: "<p>Hei!</p>".into(),
        attachment: Some((file, "Lasku 1001.pdf".into())),
        link: None,
    };
    let id = app.post_mail(&mut tx, &mail).await.unwrap();
    tx.commit().await.unwrap();
    id
}

async fn state(app: &TestApp, id: MailId) -> MailState {
    app.store.mail(id).await.unwrap().unwrap().state
}

async fn the_folder_gets_one_file_for_each_mail(app: TestApp) {
    let id = post(&app).await;
    app.run_jobs().await;
    assert_eq!(state(&app, id).await, MailState::Sent);
    let MailAddress::Folder(folder) = &app.config.mail else { panic!("the default is a folder") };
    let files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().file_name()).collect();
    assert_eq!(files, [format!("{id}.eml").as_str()]);
    let eml = std::fs::read_to_string(folder.join(format!("{id}.eml"))).unwrap();
    for part in [
        &format!("Message-ID: <{id}@liksa.example>"),
        "To: asiakas@liksa.example",
        "Date: Mon, 16 Nov 2026 08:00:00 +0000",
        "Content-Type: text/html",
        "filename=\"Lasku 1001.pdf\"",
        "Content-Type: application/pdf",
    ] {
        assert!(eml.contains(part), "{part}\n{eml}");
    }
}

async fn a_crash_while_writing_the_folder_leaves_no_doubt(app: TestApp) {
    let id = post(&app).await;
    assert!(app.store.begin_sending_mail(id, TO).await.unwrap());
    app.run_jobs().await;
    assert_eq!(state(&app, id).await, MailState::Sent);
}

/// What a mail server says after the content of a mail.
#[derive(Clone, Copy)]
enum After {
    Taken,
    Refused,
    /// The address with this in it is unknown; all others are taken.
    Unknown(&'static str),
    Later,
    /// Nothing: the connection breaks.
    Silence,
    /// The connection breaks before the content is asked for.
    GoneBefore,
    /// Whoever it is for: they are to be asked again later.
    Greylisted,
}

impl After {
    /// What is answered to the receiver where nobody takes the mail. As real ones do, it quotes the address.
    fn refusal(self, line: &str) -> Option<String> {
        let receiver = line.split(['<', '>']).nth(1).unwrap_or_default();
        match self {
            Self::Unknown(address) if line.contains(address) => {
                Some(format!("550 5.1.1 <{receiver}>: no such user\r\n"))
            }
            Self::Greylisted => Some(format!("450 4.2.0 <{receiver}>: greylisted, come back later\r\n")),
            _ => None,
        }
    }
}

/// A mail server that takes every mail it is told of, and what it was told.
struct Sink {
    url: String,
    heard: Arc<Mutex<Vec<String>>>,
}

async fn sink(after: After) -> Sink {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("smtp://{}", listener.local_addr().unwrap());
    let heard = Arc::new(Mutex::new(vec![]));
    let written = heard.clone();
    tokio::spawn(async move {
        while let Ok((socket, _)) = listener.accept().await {
            tokio::spawn(listen(socket, after, written.clone()));
        }
    });
    Sink { url, heard }
}

/// One connection to the sink.
async fn listen(mut socket: TcpStream, after: After, heard: Arc<Mutex<Vec<String>>>) {
    let (reading, mut writing) = socket.split();
    let mut lines = BufReader::new(reading).lines();
    writing.write_all(b"220 sink\r\n").await.unwrap();
    let mut in_data = false;
    while let Ok(Some(line)) = lines.next_line().await {
        heard.lock().unwrap().push(line.clone());
        let refusal = if line.starts_with("RCPT") { after.refusal(&line) } else { None };
        let answer = match (in_data, line.as_str()) {
            (true, ".") => {
                in_data = false;
                match after {
                    After::Taken | After::Unknown(_) | After::Greylisted => "250 taken\r\n",
                    After::Refused => "554 no\r\n",
                    After::Later => "451 later\r\n",
                    After::Silence | After::GoneBefore => return,
                }
            }
            (true, _) => continue,
            (false, "DATA") => {
                in_data = true;
                "354 go on\r\n"
            }
            (false, "QUIT") => return,
            (false, line) if line.starts_with("RCPT") && matches!(after, After::GoneBefore) => return,
            (false, _) => refusal.as_deref().unwrap_or("250 well\r\n"),
        };
        writing.write_all(answer.as_bytes()).await.unwrap();
    }
}

async fn app_with(sink: &Sink) -> TestApp {
    let url = sink.url.clone();
    TestApp::with_config(Engine::Sqlite, |config| config.mail = MailAddress::Smtp(url)).await
}

impl Sink {
    /// How often the content of a mail was sent.
    fn mails(&self) -> usize {
        self.heard.lock().unwrap().iter().filter(|line| *line == "DATA").count()
    }

    fn heard(&self, line: &str) -> bool {
        self.heard.lock().unwrap().iter().any(|heard| heard == line)
    }
}

#[tokio::test]
async fn the_mail_server_hears_the_whole_mail_once() {
    let sink = sink(After::Taken).await;
    let app = app_with(&sink).await;
    let id = post(&app).await;
    app.run_jobs().await;
    app.run_jobs().await;
    assert_eq!(state(&app, id).await, MailState::Sent);
    assert_eq!(sink.mails(), 1);
    assert!(sink.heard("MAIL FROM:<laskutus@liksa.example>"));
    assert!(sink.heard("RCPT TO:<asiakas@liksa.example>"));
    assert!(sink.heard(&format!("Message-ID: <{id}@liksa.example>")));
    assert!(sink.heard("%PDF-1.7 lasku"), "the attachment");
}

#[tokio::test]
async fn a_refused_mail_is_not_tried_again() {
    let sink = sink(After::Refused).await;
    let app = app_with(&sink).await;
    let id = post(&app).await;
    app.run_jobs().await;
    app.clock.advance(1000.hours());
    app.run_jobs().await;
    assert_eq!((state(&app, id).await, sink.mails()), (MailState::Failed, 1));
    let mail = app.store.mail(id).await.unwrap().unwrap();
    assert!(mail.last_error.unwrap().contains("554"));
    assert_eq!(mail.reason, Some(MailReason::Refused));
}

#[tokio::test]
async fn a_mail_that_is_to_come_later_is_tried_until_it_is_given_up() {
    let sink = sink(After::Later).await;
    let app = app_with(&sink).await;
    let id = post(&app).await;
    for attempt in 1..20 {
        assert_eq!(app.try_jobs().await.len(), 1, "{attempt}");
        assert_eq!(state(&app, id).await, MailState::Queued);
        app.clock.advance(4.hours());
    }
    app.run_jobs().await;
    assert_eq!((state(&app, id).await, sink.mails()), (MailState::Failed, 20));
}

#[tokio::test]
async fn a_broken_connection_leaves_the_decision_to_people() {
    let sink = sink(After::Silence).await;
    let app = app_with(&sink).await;
    let id = post(&app).await;
    app.run_jobs().await;
    app.clock.advance(1000.hours());
    app.run_jobs().await;
    assert_eq!((state(&app, id).await, sink.mails()), (MailState::Unsure, 1));
}

#[tokio::test]
async fn a_connection_that_breaks_before_the_content_leaves_no_doubt() {
    let sink = sink(After::GoneBefore).await;
    let app = app_with(&sink).await;
    let id = post(&app).await;
    assert_eq!(app.try_jobs().await.len(), 1);
    let mail = app.store.mail(id).await.unwrap().unwrap();
    assert_eq!((mail.state, mail.attempts), (MailState::Queued, 1));
    assert_eq!(mail.reason, Some(MailReason::Unreachable));
}

#[tokio::test]
async fn the_first_mail_that_leaves_hurries_those_that_waited_for_the_mail_server() {
    let sink = sink(After::Taken).await;
    let app = app_with(&sink).await;
    let (waiting, tired) = (post(&app).await, post(&app).await);
    for (id, attempts) in [(waiting, 2), (tired, 15)] {
        let now = app.clock.now();
        let claimed = app.store.claim_job(None, now, now + 1.minute()).await.unwrap().unwrap();
        for _ in 0..attempts {
            let why = MailTrouble::new(MailReason::Unreachable, "connection refused");
            let outcome = MailOutcome::NotTaken(why);
            app.store.end_before_sending_mail(id, (MailState::Queued, TO), &outcome).await.unwrap();
        }
        app.store.retry_job(claimed.lease, now + 4.hours(), "connection refused").await.unwrap();
    }
    app.run_jobs().await;
    assert_eq!(sink.mails(), 0, "they wait");
    let id = post(&app).await;
    app.run_jobs().await;
    for (id, expected) in [(id, MailState::Sent), (waiting, MailState::Sent), (tired, MailState::Queued)] {
        assert_eq!(state(&app, id).await, expected);
    }
}

#[tokio::test]
async fn a_crash_in_the_middle_leaves_the_decision_to_people() {
    let sink = sink(After::Taken).await;
    let app = app_with(&sink).await;
    let id = post(&app).await;
    assert!(app.store.begin_sending_mail(id, TO).await.unwrap());
    app.run_jobs().await;
    assert_eq!((state(&app, id).await, sink.mails()), (MailState::Unsure, 0));
}

#[tokio::test]
async fn neither_the_log_nor_a_job_tells_to_whom_a_mail_goes() {
    for (after, why) in [(After::Greylisted, "greylisted"), (After::Unknown("asiakas"), "no such user")] {
        let sink = sink(after).await;
        let app = app_with(&sink).await;
        let (log, _guard) = Log::collect();
        let id = post(&app).await;
        app.try_jobs().await;
        let log = log.text();
        assert!(log.contains(why) && !log.contains("asiakas@"), "{log}");
        let mail = app.store.mail(id).await.unwrap().unwrap().last_error.unwrap();
        assert!(mail.contains("asiakas@liksa.example"), "who sees the mail sees its receiver anyway: {mail}");
        for job in app.store.jobs(JobState::Queued, None, 9).await.unwrap() {
            let told = job.last_error.unwrap_or_default();
            assert!(told.contains(why) && !told.contains("asiakas@"), "{told}");
        }
    }
}

#[tokio::test]
async fn a_mail_that_was_sent_is_logged_without_its_receiver() {
    let sink = sink(After::Taken).await;
    let app = app_with(&sink).await;
    let (log, _guard) = Log::collect();
    let id = post(&app).await;
    app.run_jobs().await;
    let log = log.text();
    assert!(log.contains("a mail was sent") && log.contains(&id.to_string()), "{log}");
    assert!(!log.contains("asiakas"), "{log}");
}

/// However it came that there are two: somebody had an old job tried again.
#[tokio::test]
async fn a_mail_that_another_runner_is_sending_is_left_to_it() {
    let sink = sink(After::Taken).await;
    let app = app_with(&sink).await;
    let id = post(&app).await;
    let now = app.clock.now();
    assert!(app.store.claim_job(None, now, now + 1.minute()).await.unwrap().is_some());
    assert!(app.store.begin_sending_mail(id, TO).await.unwrap());
    let mut tx = app.store.begin().await.unwrap();
    tx.enqueue(&app.job(Job::SendMail { mail: id }).unwrap()).await.unwrap();
    tx.commit().await.unwrap();
    let failures = app.try_jobs().await;
    assert!(failures.len() == 1 && failures[0].contains("another runner"), "{failures:?}");
    assert_eq!(state(&app, id).await, MailState::Sending);
    // Nobody renews the lease of the first: its server died.
    app.clock.advance(2.minutes());
    app.run_jobs().await;
    assert_eq!((state(&app, id).await, sink.mails()), (MailState::Unsure, 0));
}

#[tokio::test]
async fn an_absent_mail_server_is_tried_again() {
    let app = TestApp::with_config(Engine::Sqlite, |config| {
        config.mail = MailAddress::Smtp("smtp://127.0.0.1:9".into());
    })
    .await;
    let id = post(&app).await;
    assert_eq!(app.try_jobs().await.len(), 1);
    assert_eq!(state(&app, id).await, MailState::Queued);
}
