//! The command line, one file per verb.

mod admin;
mod backup;
mod check;
mod manifest;
mod migrate;
mod restore;
mod seed;
mod serve;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap::{Parser, Subcommand};

use crate::api;
use crate::config::Config;

/// Invoicing and salary payment for freelancers without a company.
#[derive(Parser)]
#[command(name = "liksa", version)]
struct Arguments {
    /// A TOML file with settings; LIKSA_* variables win over it
    #[arg(long, global = true, env = "LIKSA_CONFIG", value_name = "FILE")]
    config: Option<PathBuf>,
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand)]
enum Verb {
    /// Run the server
    Serve,
    /// Bring the database's schema up to date
    Migrate,
    /// Make the account of EMAIL an administrator, such as the first of an installation
    Admin { email: String },
    /// Ask whether the stored data is sound
    Check,
    /// Save everything into FILE while the server runs on (SQLite)
    Backup { file: PathBuf },
    /// Bring back what `backup` saved, into an empty place (SQLite)
    Restore { file: PathBuf },
    /// Fill an empty database with a large, made-up data set
    Seed(seed::SeedArguments),
    /// Print the API's description
    Openapi,
}

pub fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match run(arguments) {
        Ok(code) => code,
        Err(error) => {
            // Standard error may be gone; there is nobody left to tell then.
            let _ = writeln!(std::io::stderr(), "liksa: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: Arguments) -> anyhow::Result<ExitCode> {
    if let Verb::Openapi = arguments.verb {
        say(&openapi_text()?)?;
        return Ok(ExitCode::SUCCESS);
    }
    let config = Config::read(arguments.config.as_deref())?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        match arguments.verb {
            Verb::Serve => serve::run(config).await.map(|()| ExitCode::SUCCESS),
            Verb::Migrate => migrate::run(&config).await.map(|()| ExitCode::SUCCESS),
            Verb::Admin { email } => admin::run(&config, &email).await.map(|()| ExitCode::SUCCESS),
            Verb::Check => check::run(&config).await,
            Verb::Backup { file } => backup::run(&config, &file).await.map(|()| ExitCode::SUCCESS),
            Verb::Restore { file } => restore::run(&config, &file).await.map(|()| ExitCode::SUCCESS),
            Verb::Seed(arguments) => seed::run(&config, arguments).await.map(|()| ExitCode::SUCCESS),
            Verb::Openapi => Ok(ExitCode::SUCCESS),
        }
    })
}

/// What the operator asked for goes to standard output; the log goes to standard error.
fn say(text: &str) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).context("standard output")
}

pub(crate) fn openapi_text() -> anyhow::Result<String> {
    Ok(format!("{}\n", serde_json::to_string_pretty(&api::openapi())?))
}

#[cfg(test)]
mod tests;
