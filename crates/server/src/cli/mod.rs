//! The command line. Longer commands have files of their own.

mod backup;
mod figures;
mod private_files;
mod read_codes;
mod restore;
mod seed;
mod serve;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap::{Parser, Subcommand};
use liksa_actions::context::Clock;
use liksa_actions::{people, sending};
use liksa_domain::person::Email;
use liksa_store::{Files, Store, StoreError};

use crate::api;
use crate::config::{Config, ConfigError};

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
    Serve {
        /// Let no mail, e-invoice or payment file leave until `liksa resume`; for a copy of the data
        #[arg(long)]
        quiet: bool,
    },
    /// Bring the database's schema up to date
    Migrate,
    /// Make the account of EMAIL an administrator, such as the first of an installation
    Admin { email: String },
    /// Let mails, e-invoices and payment files leave again, after a restore or `serve --quiet`
    Resume,
    /// Ask whether the stored data is sound
    Check {
        /// Do not read the content of stored files, only look whether it is there
        #[arg(long)]
        skip_content: bool,
    },
    /// Save everything into FILE while the server runs on (SQLite)
    Backup { file: PathBuf },
    /// Bring back what `backup` saved, into an empty place (SQLite)
    Restore { file: PathBuf },
    /// Fill an empty database with a large, made-up data set
    Seed(seed::SeedArguments),
    /// Judge the file of a year's statutory figures
    Figures {
        #[command(subcommand)]
        verb: FiguresVerb,
    },
    /// Print the API's description
    Openapi,
    /// Print the codes of payments in a picture or PDF on standard input; used by `serve`
    #[command(name = liksa_actions::context::code_reader::COMMAND, hide = true)]
    ReadCodes,
}

#[derive(Subcommand)]
enum FiguresVerb {
    /// Print what FILE changes, or everything that is wrong with it; the exit code is 1 if something is
    Check { file: PathBuf },
}

/// `EX_CONFIG` of sysexits.h: there is no use in starting again before somebody has corrected a setting, or put the program in
/// place that the database is of.
const NEEDS_SOMEBODY: u8 = 78;

pub fn main() -> ExitCode {
    let arguments = Arguments::parse();
    private_files::make_new_files_private();
    run(arguments).unwrap_or_else(|error| {
        // Standard error may be closed; then the message is lost.
        let _ = writeln!(std::io::stderr(), "liksa: {error:#}");
        ExitCode::from(code_of(&error))
    })
}

fn code_of(error: &anyhow::Error) -> u8 {
    let mut causes = error.chain().filter_map(|cause| cause.downcast_ref());
    let is_newer = causes.any(|cause| matches!(cause, StoreError::NewerSchema { .. }));
    if is_newer || error.is::<ConfigError>() { NEEDS_SOMEBODY } else { 1 }
}

fn run(arguments: Arguments) -> anyhow::Result<ExitCode> {
    match &arguments.verb {
        Verb::Openapi => {
            say(&openapi_text()?)?;
            return Ok(ExitCode::SUCCESS);
        }
        Verb::Figures { verb: FiguresVerb::Check { file } } => return figures::check(file),
        Verb::ReadCodes => return read_codes::run(),
        _ => {}
    }
    let config = Config::read(arguments.config.as_deref())?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        if !matches!(arguments.verb, Verb::Serve { .. }) {
            private_files::close_to_others(&config);
        }
        match arguments.verb {
            Verb::Check { skip_content } => return check(&config, skip_content).await,
            Verb::Serve { quiet } => serve::run(config, quiet).await?,
            Verb::Resume => resume(&config).await?,
            Verb::Migrate => migrate(&config).await?,
            Verb::Admin { email } => make_admin(&config, &email).await?,
            Verb::Backup { file } => backup::run(&config, &file).await?,
            Verb::Restore { file } => restore::run(&config, &file).await?,
            Verb::Seed(arguments) => seed::run(&config, arguments).await?,
            Verb::Openapi | Verb::Figures { .. } | Verb::ReadCodes => {}
        }
        Ok(ExitCode::SUCCESS)
    })
}

async fn migrate(config: &Config) -> anyhow::Result<()> {
    let store = Store::open(&config.database).await?;
    store.migrate().await?;
    store.close().await;
    say(&format!("The schema is at version {}.\n", Store::newest_schema_version()))
}

/// Gives an installation its first administrator, or another after the last one has left.
async fn make_admin(config: &Config, email: &str) -> anyhow::Result<()> {
    let email = Email::parse(email).context("that is no e-mail address")?;
    let store = Store::open(&config.database).await?;
    store.migrate().await?;
    let given = people::make_admin(&store, &email, Clock::system(config.today)?.now()).await;
    store.close().await;
    say(match given? {
        true => "The account is an administrator from its next request on.\n",
        false => "The account is an administrator already.\n",
    })
}

/// Ends the silence of a restored copy.
async fn resume(config: &Config) -> anyhow::Result<()> {
    let store = Store::open(&config.database).await?;
    store.migrate().await?;
    let resumed = sending::resume(&store, Clock::system(config.today)?.now()).await?;
    let waiting = store.count_leaving_jobs().await?;
    store.close().await;
    say(&match resumed {
        true => format!("Sending goes on. {waiting} jobs that send something wait or are running.\n"),
        false => "Nothing is held.\n".to_owned(),
    })
}

/// Prints each question about the stored data with its answer; the exit code is 1 if one of them is bad.
async fn check(config: &Config, skip_content: bool) -> anyhow::Result<ExitCode> {
    let store = Store::open(&config.database).await?;
    let mut findings = store.check(Clock::system(config.today)?.now()).await?;
    let files = Files::open(&config.files, store.clone())?;
    findings.push(if skip_content { files.check().await? } else { files.check_content().await? });
    store.close().await;
    for finding in &findings {
        let mark = if finding.problems.is_empty() { "ok  " } else { "BAD " };
        say(&format!("{mark} {}\n", finding.question.words()))?;
        for problem in &finding.problems {
            say(&format!("     {problem}\n"))?;
        }
    }
    let sound = findings.iter().all(|finding| finding.problems.is_empty());
    Ok(if sound { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Prints to standard output; the log goes to standard error.
fn say(text: &str) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).context("standard output")
}

pub(crate) fn openapi_text() -> anyhow::Result<String> {
    Ok(format!("{}\n", serde_json::to_string_pretty(&api::openapi())?))
}

#[cfg(test)]
mod tests;
