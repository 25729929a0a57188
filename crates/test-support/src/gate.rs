//! A way to the test PostgreSQL that can fall silent.

use std::path::{Path, PathBuf};

use liksa_store::Database;
use sqlx::ConnectOptions;
use sqlx_postgres::PgConnectOptions;
use tempfile::TempDir;
use tokio::io::{AsyncRead, AsyncWrite, copy_bidirectional};
use tokio::net::{TcpStream, UnixListener, UnixStream};
use tokio::sync::watch;

use crate::TestDb;

/// Passes connections on to a database of PostgreSQL.
pub struct Gate {
    /// The same database by this way.
    pub database: Database,
    silenced: watch::Sender<()>,
    _home: TempDir,
}

impl Gate {
    /// Where the gate of a database will be.
    pub fn address_in(db: &TestDb, home: &Path) -> Database {
        Database::Postgres(server_of(db).socket(home).to_url_lossy().to_string())
    }

    pub fn to(db: &TestDb) -> Self {
        Self::open_in(db, tempfile::tempdir().expect("a temporary folder"))
    }

    pub fn open_in(db: &TestDb, home: TempDir) -> Self {
        let server = server_of(db);
        let socket_in = |folder: PathBuf| folder.join(format!(".s.PGSQL.{}", server.get_port()));
        let listener = UnixListener::bind(socket_in(home.path().to_owned())).expect("a socket");
        let (silenced, silence) = watch::channel(());
        let database = Self::address_in(db, home.path());
        let upstream = server.get_socket().map(|folder| socket_in(folder.clone()));
        let tcp = (server.get_host().to_owned(), server.get_port());
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let (upstream, tcp, silence) = (upstream.clone(), tcp.clone(), silence.clone());
                tokio::spawn(async move {
                    match upstream {
                        Some(path) => pass(client, UnixStream::connect(path).await?, silence).await,
                        None => pass(client, TcpStream::connect(tcp).await?, silence).await,
                    };
                    std::io::Result::Ok(())
                });
            }
        });
        Self { database, silenced, _home: home }
    }

    /// The connections that are open now carry nothing any more, and nobody is told. New ones are passed on.
    pub fn silence(&self) {
        self.silenced.send_replace(());
    }
}

fn server_of(db: &TestDb) -> PgConnectOptions {
    let Database::Postgres(address) = &db.database else { panic!("a file needs no way to it") };
    address.parse().expect("a PostgreSQL address")
}

async fn pass(
    mut client: UnixStream,
    mut server: impl AsyncRead + AsyncWrite + Unpin,
    mut silence: watch::Receiver<()>,
) {
    silence.mark_unchanged();
    tokio::select! {
        _ = copy_bidirectional(&mut client, &mut server) => {}
        // Both ends stay open.
        _ = silence.changed() => std::future::pending().await,
    }
}
