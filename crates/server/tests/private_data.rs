//! The program itself closes what it writes to others on the machine, whatever the account's own defaults are.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// Through a shell, because the defaults belong to the process that starts it.
fn program(arguments: &str, data: &Path) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", &format!("umask 022; exec {} {arguments}", env!("CARGO_BIN_EXE_liksa"))]);
    command.env_clear().env("LIKSA_DATA_DIR", data);
    command
}

/// A server that is ended whatever comes of the test.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Runs a server until it has stored its demo content, files and mails among it.
fn serve_for_a_moment(data: &Path) {
    let mut serve = program("serve", data);
    serve.envs([("LIKSA_LISTEN", "127.0.0.1:0"), ("LIKSA_DEMO", "1"), ("LIKSA_TODAY", "2026-11-16")]);
    let mut server = Server(serve.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap());
    let said = BufReader::new(server.0.stdout.take().unwrap()).lines();
    assert!(said.map_while(Result::ok).any(|line| line.starts_with("Liksa listens on")));
}

/// All files in a folder and below, none of which others may open, nor a folder on the way.
fn closed_files(place: &Path) -> Vec<PathBuf> {
    let found = fs::metadata(place).unwrap();
    let mode = found.permissions().mode();
    assert_eq!(mode & 0o077, 0, "{} {mode:o}", place.display());
    if !found.is_dir() {
        return vec![place.to_owned()];
    }
    fs::read_dir(place).unwrap().flat_map(|inside| closed_files(&inside.unwrap().path())).collect()
}

fn assert_some_files(folder: &Path) {
    let count = closed_files(folder).len();
    assert!(count > 5, "{count} in {}", folder.display());
}

#[test]
fn the_program_writes_for_its_own_account_alone() {
    let place = tempfile::tempdir().unwrap();
    let (data, copy) = (place.path().join("data"), place.path().join("copy"));
    assert!(program("migrate", &data).status().unwrap().success());
    assert!(closed_files(&data).contains(&data.join("liksa.db")));

    serve_for_a_moment(&data);
    closed_files(&data);
    assert_some_files(&data.join("files"));

    let backup = place.path().join("backup.zip");
    assert!(program(&format!("backup {}", backup.display()), &data).status().unwrap().success());
    assert_eq!(closed_files(&backup), [backup.as_path()]);

    assert!(program(&format!("restore {}", backup.display()), &copy).status().unwrap().success());
    assert!(closed_files(&copy).contains(&copy.join("liksa.db")));
    assert_some_files(&copy.join("files"));
}
