//! `liksa check`: each question with its answer; exit code 1 if one of them is bad.

use std::process::ExitCode;

use liksa_store::{Files, Store};

use super::say;
use crate::config::Config;

pub async fn run(config: &Config) -> anyhow::Result<ExitCode> {
    let store = Store::open(&config.database).await?;
    let mut findings = store.check().await?;
    findings.push(Files::open(&config.files, store.clone())?.check().await?);
    store.close().await;
    let mut sound = true;
    for finding in findings {
        let mark = if finding.problems.is_empty() { "ok  " } else { "BAD " };
        say(&format!("{mark} {}\n", finding.question))?;
        for problem in &finding.problems {
            sound = false;
            say(&format!("     {problem}\n"))?;
        }
    }
    Ok(if sound { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
