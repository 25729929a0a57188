//! Connections: how many there may be, and for how long one may say nothing. A client that opens many and sends little
//! must not keep others out.

use std::collections::HashMap;
use std::convert::Infallible;
use std::io::{self, ErrorKind};
use std::net::{IpAddr, SocketAddr};
use std::pin::pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::Request;
use axum::response::Response;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use rustix::process::{Resource, getrlimit};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::task::JoinSet;
use tower::ServiceExt;

use super::peer::network;

/// More than a server of this kind has at once.
const IN_ALL: usize = 512;
/// A browser opens six; an office behind one address has several.
const OF_ONE_ADDRESS: usize = 100;
/// From the first byte that is awaited to the last of the headers. It also ends connections that are kept for nothing.
const HEADERS_WITHIN: Duration = Duration::from_secs(15);
/// A proxy keeps connections for later, usually for a minute, and looks after slow clients itself. One that is closed
/// here in the moment in which it is used there would be an error to a user.
const HEADERS_OF_PROXY_WITHIN: Duration = Duration::from_secs(75);
/// After a failure that is not the client's, such as too many open files.
const PAUSE_AFTER_FAILURE: Duration = Duration::from_secs(1);

pub struct ConnectionLimits {
    in_all: usize,
    of_one_address: usize,
    headers_within: Duration,
    /// Reverse proxies, through each of which come the connections of many.
    trusted_proxies: Vec<IpAddr>,
}

impl ConnectionLimits {
    /// `enforced` is about what one address may do; benchmarks come from one.
    pub fn new(enforced: bool, trusted_proxies: Vec<IpAddr>) -> Self {
        // The other half is for the database, files and mails.
        let half = getrlimit(Resource::Nofile).current.map_or(u64::MAX, |files| files / 2);
        let in_all = usize::try_from(half).unwrap_or(usize::MAX).clamp(1, IN_ALL);
        let of_one_address = if enforced { OF_ONE_ADDRESS.min(in_all.div_ceil(2)) } else { usize::MAX };
        Self { in_all, of_one_address, headers_within: HEADERS_WITHIN, trusted_proxies }
    }
}

/// Answers connections until `stop` is true, then those that are under way.
pub async fn serve(
    listener: TcpListener,
    router: Router,
    limits: ConnectionLimits,
    mut stop: watch::Receiver<bool>,
) {
    let places = Arc::new(Semaphore::new(limits.in_all));
    let held = Arc::new(HeldByAddress::default());
    let mut under_way = JoinSet::new();
    loop {
        while under_way.try_join_next().is_some() {}
        let next = async {
            // Where all places are taken, who comes waits in the queue of the operating system.
            let place = places.clone().acquire_owned().await.map_err(io::Error::other)?;
            let (stream, peer) = listener.accept().await?;
            io::Result::Ok((place, stream, peer))
        };
        let accepted = tokio::select! {
            biased;
            () = stopped(&mut stop) => break,
            accepted = next => accepted,
        };
        let (place, stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                after_failure(&error).await;
                continue;
            }
        };
        let from_proxy = limits.trusted_proxies.contains(&peer.ip());
        let most = if from_proxy { usize::MAX } else { limits.of_one_address };
        // Dropped, which closes it: an answer would need another place.
        let Some(held) = held.take(network(peer.ip()), most) else { continue };
        let headers_within = if from_proxy { HEADERS_OF_PROXY_WITHIN } else { limits.headers_within };
        let one = answer(stream, peer, router.clone(), headers_within, stop.clone());
        under_way.spawn(hold(one, place, held));
    }
    drop(listener);
    while under_way.join_next().await.is_some() {}
}

async fn stopped(stop: &mut watch::Receiver<bool>) {
    // It fails when nobody can stop the server any more, which is the end too.
    let _ = stop.wait_for(|stop| *stop).await;
}

/// Frees the places once the connection has ended.
async fn hold(connection: impl Future<Output = ()>, place: OwnedSemaphorePermit, held: Held) {
    connection.await;
    drop((place, held));
}

async fn answer(
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
    headers_within: Duration,
    mut stop: watch::Receiver<bool>,
) {
    let service = service_fn(move |request: Request<Incoming>| {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(peer));
        let answer: Answering = Box::pin(router.clone().oneshot(request));
        answer
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(headers_within)
        .serve_connection(TokioIo::new(stream), service);
    let mut connection = pin!(connection);
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        () = stopped(&mut stop) => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%error, "a connection ended early");
    }
}

type Answering = std::pin::Pin<Box<dyn Future<Output = Result<Response, Infallible>> + Send>>;

/// A client that is gone again concerns nobody; other failures pass, but not at once.
async fn after_failure(error: &io::Error) {
    let of_client = [ErrorKind::ConnectionRefused, ErrorKind::ConnectionAborted, ErrorKind::ConnectionReset];
    if !of_client.contains(&error.kind()) {
        tracing::error!(%error, "no connection can be accepted");
        tokio::time::sleep(PAUSE_AFTER_FAILURE).await;
    }
}

/// How many connections each address has.
#[derive(Default)]
struct HeldByAddress(Mutex<HashMap<IpAddr, usize>>);

/// One of the connections of an address.
struct Held {
    of: Arc<HeldByAddress>,
    address: IpAddr,
}

impl HeldByAddress {
    /// None if the address has as many as it may.
    fn take(self: &Arc<Self>, address: IpAddr, most: usize) -> Option<Held> {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.entry(address).or_default();
        if *count >= most {
            return None;
        }
        *count += 1;
        Some(Held { of: self.clone(), address })
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        let mut counts = self.of.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = counts.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use axum::routing::get;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpSocket;

    use super::*;

    const OWNER: [u8; 4] = [127, 0, 0, 2];
    const ATTACKER: [u8; 4] = [127, 0, 0, 1];
    const LONG: Duration = Duration::from_secs(30);

    struct Server {
        address: SocketAddr,
        stop: watch::Sender<bool>,
        ended: tokio::task::JoinHandle<()>,
    }

    async fn start(limits: ConnectionLimits) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = watch::channel(false);
        let router = Router::new().route("/", get(|| async { "alive" }));
        let ended = tokio::spawn(serve(listener, router, limits, stopped));
        Server { address, stop, ended }
    }

    fn limits(in_all: usize, of_one_address: usize, headers_within: Duration) -> ConnectionLimits {
        ConnectionLimits { in_all, of_one_address, headers_within, trusted_proxies: vec![] }
    }

    async fn connect(server: &Server, from: [u8; 4]) -> TcpStream {
        let socket = TcpSocket::new_v4().unwrap();
        socket.bind(SocketAddr::from((from, 0))).unwrap();
        socket.connect(server.address).await.unwrap()
    }

    async fn try_to_ask(stream: &mut TcpStream) -> io::Result<String> {
        stream.write_all(b"GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n").await?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await?;
        Ok(answer)
    }

    async fn ask(stream: &mut TcpStream) -> String {
        try_to_ask(stream).await.unwrap()
    }

    fn is_alive(answer: String) -> bool {
        answer.ends_with("alive")
    }

    /// Sends a header that never ends, a byte at a time, until the server closes the connection.
    async fn trickle(mut stream: TcpStream) {
        let _ = stream.write_all(b"GET / HTTP/1.1\r\nhost: x\r\nx-slow: ").await;
        let mut beat = tokio::time::interval(Duration::from_millis(20));
        let mut answer = vec![];
        let (mut reading, mut writing) = stream.split();
        let closed = reading.read_to_end(&mut answer);
        let mut closed = pin!(closed);
        loop {
            tokio::select! {
                _ = closed.as_mut() => return,
                _ = beat.tick() => {
                    if writing.write_all(b"x").await.is_err() {
                        return;
                    }
                }
            }
        }
    }

    #[tokio::test]
    async fn who_trickles_headers_is_cut_off_and_others_get_their_turn() {
        let server = start(limits(4, usize::MAX, Duration::from_millis(200))).await;
        let mut slow = JoinSet::new();
        for _ in 0..12 {
            slow.spawn(trickle(connect(&server, ATTACKER).await));
        }
        let mut owner = connect(&server, OWNER).await;
        let answer = tokio::time::timeout(LONG, ask(&mut owner)).await.expect("an answer");
        assert!(answer.ends_with("alive"), "{answer}");
        tokio::time::timeout(LONG, slow.join_all()).await.expect("all of them are cut off");
    }

    #[tokio::test]
    async fn one_address_cannot_take_all_places() {
        let server = start(limits(10, 5, LONG)).await;
        let mut slow = JoinSet::new();
        for _ in 0..20 {
            slow.spawn(trickle(connect(&server, ATTACKER).await));
        }
        for _ in 0..15 {
            tokio::time::timeout(LONG, slow.join_next()).await.expect("all but five are closed at once");
        }
        let mut owner = connect(&server, OWNER).await;
        let answer = tokio::time::timeout(LONG, ask(&mut owner)).await.expect("an answer");
        assert!(answer.ends_with("alive"), "{answer}");
        assert!(slow.try_join_next().is_none(), "five of them still trickle");
        slow.abort_all();
        while slow.join_next().await.is_some() {}
        // Their places are free again once the server has seen that they are gone.
        let again = async {
            while !try_to_ask(&mut connect(&server, ATTACKER).await).await.is_ok_and(is_alive) {
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(LONG, again).await.expect("an answer");
    }

    #[tokio::test]
    async fn who_comes_when_all_places_are_taken_waits_for_one() {
        let server = start(limits(2, usize::MAX, LONG)).await;
        let held = [connect(&server, ATTACKER).await, connect(&server, ATTACKER).await];
        let mut owner = connect(&server, OWNER).await;
        let mut answer = pin!(ask(&mut owner));
        let at_once = tokio::time::timeout(Duration::from_millis(300), answer.as_mut()).await;
        assert!(at_once.is_err(), "both places are taken");
        drop(held);
        let answer = tokio::time::timeout(LONG, answer).await.expect("an answer");
        assert!(is_alive(answer));
    }

    #[tokio::test]
    async fn a_proxy_brings_the_connections_of_many() {
        let mut limits = limits(20, 1, LONG);
        limits.trusted_proxies = vec![IpAddr::from(ATTACKER)];
        let server = start(limits).await;
        let mut open = vec![];
        for _ in 0..10 {
            open.push(connect(&server, ATTACKER).await);
        }
        for stream in &mut open {
            assert!(ask(stream).await.ends_with("alive"));
        }
    }

    #[tokio::test]
    async fn a_stopping_server_does_not_wait_for_idle_connections() {
        let server = start(limits(4, 4, LONG)).await;
        let idle = connect(&server, OWNER).await;
        let mut used = connect(&server, OWNER).await;
        assert!(ask(&mut used).await.ends_with("alive"));
        server.stop.send_replace(true);
        tokio::time::timeout(LONG / 2, server.ended).await.expect("it stops").unwrap();
        drop(idle);
    }

    #[test]
    fn files_are_left_for_the_database() {
        let limits = ConnectionLimits::new(true, vec![]);
        assert!((1..=IN_ALL).contains(&limits.in_all) && limits.of_one_address < limits.in_all.max(2));
        assert_eq!(ConnectionLimits::new(false, vec![]).of_one_address, usize::MAX);
    }
}
