//! `liksa serve`: runs the server until a signal.

use std::io::IsTerminal;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use jiff::Timestamp;
use liksa_demo::content as demo;
use liksa_domain::delivery::HoldReason;
use liksa_store::{Database, HeldSending, Store, StoreError};
use tokio::net::{TcpListener, TcpSocket};
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::watch;
use tokio::time::MissedTickBehavior;
use tracing_subscriber::EnvFilter;

use super::{private_files, say};
use crate::app::{App, AppState};
use crate::config::Config;
use crate::http::connections::{self, ConnectionLimits};
use crate::http::monitoring;
use crate::{jobs, router};
use liksa_actions::context::Clock;
use liksa_actions::sending;

const HOUSEKEEPING_EVERY: Duration = Duration::from_secs(10 * 60);
const HOUSEKEEPING_WITHIN: Duration = Duration::from_secs(10 * 60);
const ASK_DATABASE_EVERY: Duration = Duration::from_secs(2);
/// Connections that wait to be taken.
const BACKLOG: u32 = 1024;
/// How long requests and jobs under way may continue after the signal.
const DRAIN: Duration = Duration::from_secs(20);

pub async fn run(config: Config, quiet: bool) -> anyhow::Result<()> {
    start_log(&config);
    if let Some(warning) = config.warning() {
        tracing::warn!("{warning}");
    }
    private_files::close_to_others(&config);
    let store = open_database(&config).await?;
    let clock = Clock::system(config.today).context("the time zone of Helsinki")?;
    look_for_copy(&store, &config, quiet, clock.now()).await?;
    // Nobody connects before the server can answer: it listens below.
    let socket = bind(config.listen).with_context(|| format!("cannot listen on {}", config.listen))?;
    let config = config.listening_on(socket.local_addr()?);
    let app = Arc::new(App::new(store, clock, config)?.reading_codes_by(own_program()?));
    if app.config.demo {
        demo::seed_if_empty(&app).await?;
    }
    look_for_storage(&app).await?;
    monitoring::show_counters();
    // Registered before the address is announced, so that no signal is missed.
    let (terminate, interrupt) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
    let listener =
        socket.listen(BACKLOG).with_context(|| format!("cannot listen on {}", app.config.listen))?;
    announce(&app, app.config.listen)?;
    let housekeeping = tokio::spawn(housekeep(app.clone()));
    let (stop_jobs, jobs_stopped) = watch::channel(false);
    let runners = tokio::spawn(jobs::work(app.clone(), jobs_stopped));
    serve_until_signal(listener, app.clone(), [terminate, interrupt]).await;
    housekeeping.abort();
    stop_jobs.send_replace(true);
    if tokio::time::timeout(DRAIN, runners).await.is_err() {
        tracing::warn!(
            "a job still under way was cut off; it is run again later, but a mail whose content was sent"
        );
    }
    app.store.close().await;
    tracing::info!("stopped");
    Ok(())
}

/// Opens the database and brings its schema up to date. A database of its own machine may start later than this server: it
/// is waited for. One that refuses us, or that we do not trust, is not.
async fn open_database(config: &Config) -> anyhow::Result<Store> {
    loop {
        let opened = async {
            let store = Store::open_with_connections(&config.database, config.database_connections).await?;
            store.migrate().await?;
            Ok::<_, StoreError>(store)
        };
        match opened.await {
            Err(error)
                if error.is_outage()
                    && !error.is_distrust()
                    && matches!(config.database, Database::Postgres(_)) =>
            {
                tracing::warn!(%error, "the database (`database_url`) does not answer yet; it is asked again");
                tokio::time::sleep(ASK_DATABASE_EVERY).await;
            }
            opened => return opened.context("the database (`database_url`) does not open"),
        }
    }
}

/// Stops the start of a production server whose storage is not there or refuses it, as with a wrong name or key. One that
/// does not answer is an outage: a server that starts meanwhile is better than none.
async fn look_for_storage(app: &App) -> anyhow::Result<()> {
    match app.files.ping().await {
        Ok(()) => Ok(()),
        Err(error @ StoreError::StorageRefuses(_)) if app.config.is_production() => {
            Err(error).context("the storage of files (`files_url`, `files_access_key`, `files_secret_key`)")
        }
        Err(error) => {
            tracing::error!(%error, "the storage of files (`files_url`) does not answer or does not let us in");
            Ok(())
        }
    }
}

fn bind(address: SocketAddr) -> std::io::Result<TcpSocket> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    // Else the port of a server that has just ended stays taken for a minute.
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    Ok(socket)
}

/// Says in the log that nothing leaves the server, where that is so. A demo is copied often, and sends nothing to anybody.
async fn look_for_copy(store: &Store, config: &Config, quiet: bool, now: Timestamp) -> anyhow::Result<()> {
    if quiet {
        sending::hold(store, HoldReason::Asked, now).await?;
    }
    let held =
        if config.demo { store.held_sending().await? } else { sending::notice_copy(store, now).await? };
    if let Some(HeldSending { since, why }) = held {
        let why = why.name();
        tracing::warn!(why, %since, "no mail, e-invoice or payment file leaves until `liksa resume` is run");
    }
    Ok(())
}

/// This program. Where it can, by the name that stays with it when the file is replaced.
fn own_program() -> anyhow::Result<PathBuf> {
    const RUNNING: &str = "/proc/self/exe";
    if Path::new(RUNNING).exists() {
        return Ok(RUNNING.into());
    }
    std::env::current_exe().context("the file of this program")
}

/// Stops accepting requests at the signal, then waits for those under way for a limited time.
async fn serve_until_signal(listener: TcpListener, app: AppState, signals: [Signal; 2]) {
    let limits = ConnectionLimits::new(app.config.rate_limits, app.config.trusted_proxies.clone());
    let (stop, stopped) = watch::channel(false);
    let server = connections::serve(listener, router::router(app), limits, stopped);
    let [mut terminate, mut interrupt] = signals;
    let too_long = async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
        tracing::info!("stopping");
        stop.send_replace(true);
        tokio::time::sleep(DRAIN).await;
    };
    tokio::select! {
        () = server => {}
        () = too_long => tracing::warn!("requests still under way were cut off"),
    }
}

async fn housekeep(app: AppState) {
    let mut turns = tokio::time::interval(HOUSEKEEPING_EVERY);
    turns.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        turns.tick().await;
        in_time(app.housekeep()).await;
    }
}

/// Waits for a turn of housekeeping, and gives up one that hangs, such as on a storage that falls silent: what it left is
/// done by the next.
async fn in_time(turn: impl Future<Output = anyhow::Result<()>>) {
    match tokio::time::timeout(HOUSEKEEPING_WITHIN, turn).await {
        Ok(Ok(())) => {}
        Ok(Err(error)) => {
            tracing::warn!(error = format!("{error:#}"), "housekeeping failed; it is tried again");
        }
        Err(_) => tracing::error!("housekeeping got no further and was cut off; it is tried again"),
    }
}

fn start_log(config: &Config) {
    let filter = EnvFilter::new(&config.log);
    let colours = std::io::stderr().is_terminal();
    let log =
        tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).with_ansi(colours);
    // Programs read the log in production, people elsewhere.
    let started = if config.is_production() {
        log.json().try_init()
    } else {
        log.with_target(false).compact().try_init()
    };
    // It can only have been started before, by a test in this process.
    drop(started);
}

fn announce(app: &App, address: SocketAddr) -> anyhow::Result<()> {
    say(&format!("Liksa listens on http://{address}\n"))?;
    if app.config.demo {
        say(&format!("\nDemo log-ins, all with the password {}:\n", demo::PASSWORD))?;
        for person in demo::PEOPLE {
            say(&format!("  {:<24} {}\n", person.email, format!("{:?}", person.kind).to_lowercase()))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
