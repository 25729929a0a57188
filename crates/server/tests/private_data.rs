//! The program itself closes what it writes to others on the machine, whatever the account's own defaults are.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

#[test]
fn the_program_writes_for_its_own_account_alone() {
    let place = tempfile::tempdir().unwrap();
    let data = place.path().join("data");
    // Through a shell, because the defaults belong to the process that starts it.
    let program = env!("CARGO_BIN_EXE_liksa");
    let mut migrate = Command::new("sh");
    migrate.args(["-c", &format!("umask 022; exec {program} migrate")]);
    migrate.env_clear().env("LIKSA_DATA_DIR", &data);
    assert!(migrate.status().unwrap().success());
    for place in [data.clone(), data.join("liksa.db")] {
        let mode = fs::metadata(&place).unwrap().permissions().mode();
        assert_eq!(mode & 0o077, 0, "{} {mode:o}", place.display());
    }
}
