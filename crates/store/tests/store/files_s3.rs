//! Content in a bucket: what an S3 service hears from us.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use jiff::ToSpan;
use liksa_domain::ids::{FileId, Id};
use liksa_store::{Files, FilesAddress, StoreError};
use liksa_test_support::{Engine, OnEngine, TestDb, fixed_now};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufStream};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

/// As much of a bucket as small files need.
#[derive(Clone, Default)]
struct Bucket {
    objects: Arc<Mutex<HashMap<String, Vec<u8>>>>,
    /// How each request showed who asks.
    signed: Arc<Mutex<Vec<String>>>,
    pace: Arc<Mutex<Pace>>,
    /// How often it was asked whether it is there.
    questions: Arc<watch::Sender<u32>>,
}

#[derive(Clone, Copy, Default, PartialEq)]
enum Pace {
    #[default]
    AtOnce,
    /// Content comes after that many questions whether it is there; those are answered at once.
    SlowContent(u32),
    /// Half of a content comes, and nothing more.
    HalfContent,
    Never,
}

impl Bucket {
    /// Answers on its own address until the test ends.
    async fn open(&self) -> String {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let bucket = self.clone();
        tokio::spawn(async move {
            while let Ok((socket, _)) = listener.accept().await {
                let bucket = bucket.clone();
                tokio::spawn(async move { bucket.talk(BufStream::new(socket)).await });
            }
        });
        format!("http://{address}")
    }

    async fn files(&self, db: &TestDb) -> Files {
        let address = format!("s3://kuitit?endpoint={}&region=fi-1", self.open().await);
        let address = FilesAddress::parse(&address, Some("our-key"), Some("our-secret")).unwrap();
        Files::open(&address, db.store.clone()).unwrap()
    }

    /// One request after the other, as long as the client stays.
    async fn talk(&self, mut socket: BufStream<TcpStream>) {
        loop {
            let mut head = vec![];
            loop {
                let mut line = String::new();
                if socket.read_line(&mut line).await.unwrap_or(0) == 0 {
                    return;
                }
                match line.trim_end() {
                    "" => break,
                    line => head.push(line.to_owned()),
                }
            }
            let header = |name: &str| {
                let fields = head.iter().filter_map(|line| line.split_once(": "));
                fields.filter(|(field, _)| field.eq_ignore_ascii_case(name)).map(|(_, value)| value).next()
            };
            let length = header("content-length").map_or(0, |length| length.parse().unwrap());
            let mut body = vec![0; length];
            socket.read_exact(&mut body).await.unwrap();
            self.signed.lock().unwrap().push(header("authorization").unwrap_or_default().to_owned());
            let mut asked = head[0].split(' ');
            let (method, path) = (asked.next().unwrap(), asked.next().unwrap());
            self.take_time(method).await;
            let (status, content) = self.answer(method, path, body);
            let answer = format!(
                "HTTP/1.1 {status}\r\ncontent-length: {}\r\netag: \"1\"\r\n\
                 last-modified: Mon, 16 Nov 2026 08:00:00 GMT\r\n\r\n",
                content.len()
            );
            let halved = *self.pace.lock().unwrap() == Pace::HalfContent;
            let comes = if halved { content.len() / 2 } else { content.len() };
            socket.write_all(answer.as_bytes()).await.unwrap();
            socket.write_all(&content[..comes]).await.unwrap();
            socket.flush().await.unwrap();
            if halved {
                std::future::pending().await
            }
        }
    }

    async fn take_time(&self, method: &str) {
        let pace = *self.pace.lock().unwrap();
        match pace {
            Pace::AtOnce => {}
            Pace::SlowContent(_) if method == "HEAD" => self.questions.send_modify(|count| *count += 1),
            Pace::SlowContent(questions) => {
                self.questions.subscribe().wait_for(|count| *count >= questions).await.unwrap();
            }
            Pace::HalfContent if method == "GET" => {}
            Pace::HalfContent | Pace::Never => std::future::pending().await,
        }
    }

    fn answer(&self, method: &str, path: &str, body: Vec<u8>) -> (&'static str, Vec<u8>) {
        let mut objects = self.objects.lock().unwrap();
        match method {
            "PUT" => {
                objects.insert(path.to_owned(), body);
                ("200 OK", vec![])
            }
            // Several at once are named in the body.
            "POST" if path.ends_with("?delete") => {
                let (bucket, body) = (path.trim_end_matches("?delete"), String::from_utf8(body).unwrap());
                let keys = body.split("<Key>").filter_map(|part| part.split_once("</Key>"));
                let deleted = keys.map(|(key, _)| {
                    objects.remove(&format!("{bucket}/{key}"));
                    format!("<Deleted><Key>{key}</Key></Deleted>")
                });
                ("200 OK", format!("<DeleteResult>{}</DeleteResult>", deleted.collect::<String>()).into())
            }
            "GET" if path.contains("?list-type=2") => match path.starts_with("/kuitit?") {
                true => (
                    "200 OK",
                    b"<ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>".to_vec(),
                ),
                false => ("404 Not Found", vec![]),
            },
            "HEAD" => ("404 Not Found", vec![]),
            "GET" => match objects.get(path) {
                Some(content) => ("200 OK", content.clone()),
                None => ("404 Not Found", vec![]),
            },
            _ => ("405 Method Not Allowed", vec![]),
        }
    }
}

#[tokio::test]
async fn a_bucket_that_is_missing_is_not_taken_for_an_empty_one() {
    let (db, bucket) = (TestDb::on(Engine::Sqlite).await, Bucket::default());
    bucket.files(&db).await.ping().await.unwrap();
    let address = format!("s3://kuitti?endpoint={}&region=fi-1", bucket.open().await);
    let address = FilesAddress::parse(&address, Some("our-key"), Some("our-secret")).unwrap();
    let wrong = Files::open(&address, db.store.clone()).unwrap().ping().await;
    assert!(matches!(wrong, Err(StoreError::StorageRefuses(_))), "{wrong:?}");
}

#[tokio::test]
async fn content_goes_to_the_bucket_and_comes_back() {
    let (db, bucket) = (TestDb::on(Engine::Sqlite).await, Bucket::default());
    let files = bucket.files(&db).await;
    let content: Vec<u8> = (0..=255).cycle().take(300_000).collect();
    let put = files.put(FileId::new(fixed_now(), [7; 10]), &content, fixed_now()).await.unwrap();
    let name = format!("/kuitit/{}", put.blob());
    assert_eq!(bucket.objects.lock().unwrap().keys().collect::<Vec<_>>(), [&name]);
    assert!(files.read(put.blob()).await.unwrap() == content);
    let mut stream = files.stream(put.blob()).await.unwrap();
    let mut streamed = vec![];
    while let Some(chunk) = stream.next_chunk().await.unwrap() {
        streamed.extend_from_slice(&chunk);
    }
    assert!(streamed == content);
    files.remove_loose(fixed_now() + 1.second()).await.unwrap();
    assert!(bucket.objects.lock().unwrap().is_empty(), "nothing names it");
    for signature in bucket.signed.lock().unwrap().iter() {
        assert!(signature.starts_with("AWS4-HMAC-SHA256 Credential=our-key/"), "{signature}");
        assert!(signature.contains("/fi-1/s3/aws4_request") && !signature.contains("our-secret"));
    }
}

#[tokio::test]
async fn a_silent_bucket_is_given_up_within_two_seconds() {
    let (db, bucket) = (TestDb::on(Engine::Sqlite).await, Bucket::default());
    let files = bucket.files(&db).await;
    let put = files.put(FileId::new(fixed_now(), [7; 10]), b"kuitti", fixed_now()).await.unwrap();
    *bucket.pace.lock().unwrap() = Pace::Never;
    let began = Instant::now();
    let (read, streamed, stored) = tokio::join!(
        files.read(put.blob()),
        files.stream(put.blob()),
        files.put(FileId::new(fixed_now(), [8; 10]), b"toinen", fixed_now()),
    );
    assert!(began.elapsed() < Duration::from_secs(2), "{:?}", began.elapsed());
    for error in [read.unwrap_err(), streamed.err().unwrap(), stored.unwrap_err()] {
        assert!(matches!(error, StoreError::StorageSilent) && error.is_outage(), "{error}");
    }
}

#[tokio::test]
async fn a_bucket_that_falls_silent_in_the_middle_of_a_content_is_given_up_within_two_seconds() {
    let (db, bucket) = (TestDb::on(Engine::Sqlite).await, Bucket::default());
    let files = bucket.files(&db).await;
    let put = files.put(FileId::new(fixed_now(), [7; 10]), &[7; 1000], fixed_now()).await.unwrap();
    *bucket.pace.lock().unwrap() = Pace::HalfContent;
    let mut stream = files.stream(put.blob()).await.unwrap();
    assert_eq!(stream.next_chunk().await.unwrap().unwrap(), [7; 500][..]);
    let began = Instant::now();
    let error = stream.next_chunk().await.unwrap_err();
    assert!(began.elapsed() < Duration::from_secs(2), "{:?}", began.elapsed());
    assert!(matches!(error, StoreError::StorageSilent) && error.is_outage(), "{error}");
}

#[tokio::test]
async fn a_bucket_that_is_slow_but_there_is_waited_for() {
    let (db, bucket) = (TestDb::on(Engine::Sqlite).await, Bucket::default());
    let files = bucket.files(&db).await;
    *bucket.pace.lock().unwrap() = Pace::SlowContent(2);
    let put = files.put(FileId::new(fixed_now(), [7; 10]), b"kuitti", fixed_now()).await.unwrap();
    *bucket.pace.lock().unwrap() = Pace::SlowContent(4);
    assert_eq!(files.read(put.blob()).await.unwrap(), b"kuitti");
}
