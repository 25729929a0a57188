//! `liksa serve`: runs the server until a signal.

use std::io::IsTerminal;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use liksa_demo::content as demo;
use liksa_store::Store;
use tokio::net::TcpListener;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::watch;
use tracing_subscriber::EnvFilter;

use super::{private_files, say};
use crate::app::{App, AppState};
use crate::config::Config;
use crate::http::connections::{self, ConnectionLimits};
use crate::{jobs, router};
use liksa_actions::context::Clock;

const HOUSEKEEPING_EVERY: Duration = Duration::from_secs(10 * 60);
/// How long requests and jobs under way may continue after the signal.
const DRAIN: Duration = Duration::from_secs(20);

pub async fn run(config: Config) -> anyhow::Result<()> {
    start_log(&config);
    private_files::close_to_others(&config);
    let store = Store::open(&config.database).await.context("the database does not open")?;
    store.migrate().await?;
    let clock = Clock::system(config.today).context("the time zone of Helsinki")?;
    let listener = TcpListener::bind(config.listen)
        .await
        .with_context(|| format!("cannot listen on {}", config.listen))?;
    let config = config.listening_on(listener.local_addr()?);
    let app = Arc::new(App::new(store, clock, config)?);
    if app.config.demo {
        demo::seed_if_empty(&app).await?;
    }
    // Registered before the address is announced, so that no signal is missed.
    let (terminate, interrupt) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
    announce(&app, app.config.listen)?;
    let housekeeping = tokio::spawn(housekeep(app.clone()));
    let (stop_jobs, jobs_stopped) = watch::channel(false);
    let runners = tokio::spawn(jobs::work(app.clone(), jobs_stopped));
    serve_until_signal(listener, app.clone(), [terminate, interrupt]).await;
    housekeeping.abort();
    stop_jobs.send_replace(true);
    if tokio::time::timeout(DRAIN, runners).await.is_err() {
        tracing::warn!("a job still under way was cut off; it is run again later");
    }
    app.store.close().await;
    tracing::info!("stopped");
    Ok(())
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
    loop {
        turns.tick().await;
        if let Err(error) = app.housekeep().await {
            tracing::warn!(error = format!("{error:#}"), "housekeeping failed; it is tried again");
        }
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
