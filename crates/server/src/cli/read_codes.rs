//! `liksa read-codes`: what a server has a process of its own do, because the file may be anybody's.

use std::io::Read;
use std::process::ExitCode;

use anyhow::Context;
use liksa_actions::purchases::codes_in;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

use super::say;

/// A page is read within a second or two, all pages of a file within this.
const MOST_SECONDS_OF_PROCESSOR: u64 = 20;
/// The program itself, a file, a page and a picture, each as dots.
const MOST_MEMORY_BYTES: u64 = 2 * 1024 * 1024 * 1024;

/// Reads a file from standard input, and writes the texts of its codes as JSON.
pub fn run() -> anyhow::Result<ExitCode> {
    for (what, most) in [
        (Resource::Cpu, MOST_SECONDS_OF_PROCESSOR),
        (Resource::As, MOST_MEMORY_BYTES),
        (Resource::Core, 0),
        (Resource::Fsize, 0),
    ] {
        // A limit that is lower already stays.
        let most = getrlimit(what).maximum.map_or(most, |set| set.min(most));
        setrlimit(what, Rlimit { current: Some(most), maximum: Some(most) })
            .context("limits of a process")?;
    }
    let mut content = vec![];
    std::io::stdin().lock().read_to_end(&mut content).context("standard input")?;
    say(&serde_json::to_string(&codes_in(content))?)?;
    Ok(ExitCode::SUCCESS)
}
