//! Reads the codes of payments in pictures and PDFs that anybody may have made.
//!
//! Libraries that open such files are large, and a file can be made to keep them busy for ever. A server therefore has them
//! opened by a process of its own program, which may use so much memory and time and no more. What happens to that process
//! is no harm to the server: a file that it cannot read has no codes.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use anyhow::Context;
use liksa_domain::ids::PersonId;

use super::turns::Turns;
use crate::error::Result;

/// Files are opened one after the other, so that many at once take the memory of one.
const AT_ONCE: u32 = 1;
/// The command of the program that reads a file from its standard input and writes the texts of its codes as JSON.
pub const COMMAND: &str = "read-codes";

/// Reads codes; cheap to create.
pub struct CodeReader {
    /// None: on a thread of this process, as in tests.
    program: Option<PathBuf>,
    turns: Turns,
}

impl CodeReader {
    pub fn new(program: Option<PathBuf>) -> Self {
        Self { program, turns: Turns::new(AT_ONCE) }
    }

    /// The texts of the codes that `person` waits for. The content is read in turn, so that of many files that wait none is
    /// in memory. `here` reads them in this process.
    pub async fn read(
        &self,
        person: PersonId,
        content: impl Future<Output = Result<Vec<u8>>>,
        here: fn(Vec<u8>) -> Vec<String>,
    ) -> Result<Vec<String>> {
        let turn = self.turns.next(Some(person)).await?;
        let content = content.await?;
        let program = self.program.clone();
        let reading = tokio::task::spawn_blocking(move || {
            let codes = match program {
                Some(program) => codes_by(&program, &content),
                None => Ok(here(content)),
            };
            drop(turn);
            codes
        });
        Ok(reading.await.context("the thread that read codes died")??)
    }
}

/// Such a process. It is ended by the limits that it sets itself, and then has found nothing.
fn codes_by(program: &Path, content: &[u8]) -> anyhow::Result<Vec<String>> {
    let mut command = Command::new(program);
    // It needs nothing of the settings, and learns none of the secrets in them.
    command.arg(COMMAND).env_clear().stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut process = command.spawn().context("no process to read codes")?;
    let sent = send(&mut process, content);
    let done = process.wait_with_output().context("the process that reads codes")?;
    if sent.is_err() || !done.status.success() {
        return Ok(vec![]);
    }
    Ok(serde_json::from_slice(&done.stdout).unwrap_or_default())
}

/// The input ends with the file.
fn send(process: &mut Child, content: &[u8]) -> std::io::Result<()> {
    match process.stdin.take() {
        Some(mut input) => input.write_all(content),
        None => Ok(()),
    }
}
