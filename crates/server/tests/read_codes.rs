//! Files of others are opened by a process of the program itself, which ends when a file keeps it busy.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use liksa_actions::context::CodeReader;
use liksa_domain::ids::PersonId;
use tempfile::TempDir;
use uuid::Uuid;

const DIGITS: &str = "421123456000007850002510000000000000000000001232261130";

/// A page of this content. `/F0` draws whatever the forms after it draw.
fn pdf(content: &str, forms: &[String]) -> Vec<u8> {
    let names: String = (0..forms.len()).map(|form| format!("/F{form} {} 0 R", form + 10)).collect();
    let resources = format!("<</XObject<<{names}>>/Font<</T 5 0 R>>>>");
    let stream = |entries: &str, content: &str| {
        format!("<<{entries}/Length {}>>\nstream\n{content}\nendstream", content.len())
    };
    let mut objects = vec![
        (1, "<</Type/Catalog/Pages 2 0 R>>".to_owned()),
        (2, "<</Type/Pages/Count 1/Kids[3 0 R]>>".to_owned()),
        (
            3,
            format!("<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources {resources}>>"),
        ),
        (4, stream("", content)),
        (5, "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>".to_owned()),
    ];
    let entries = format!("/Type/XObject/Subtype/Form/BBox[0 0 595 842]/Resources {resources}");
    objects.extend(forms.iter().enumerate().map(|(place, form)| (place + 10, stream(&entries, form))));
    let written: String =
        objects.iter().map(|(number, object)| format!("{number} 0 obj\n{object}\nendobj\n")).collect();
    let table = "%PDF-1.7\n".len() + written.len();
    let end =
        format!("xref\n0 1\n0000000000 65535 f \ntrailer\n<</Root 1 0 R>>\nstartxref\n{table}\n%%EOF\n");
    format!("%PDF-1.7\n{written}{end}").into_bytes()
}

fn invoice() -> Vec<u8> {
    pdf(&format!("BT /T 9 Tf 40 300 Td ({DIGITS}) Tj ET"), &[])
}

/// Ten times ten times ten … drawings of nothing.
fn endless() -> Vec<u8> {
    let forms: Vec<String> = (1..40).map(|next| format!("/F{next} Do ").repeat(10)).collect();
    pdf("/F0 Do", &forms)
}

/// The program under one second of processor, as if its own limit were as low.
fn hurried(place: &TempDir) -> PathBuf {
    let script = place.path().join("hurried");
    let program = env!("CARGO_BIN_EXE_liksa");
    fs::write(&script, format!("#!/bin/sh\nulimit -t 1\nexec {program} \"$@\"\n")).unwrap();
    fs::set_permissions(&script, fs::Permissions::from_mode(0o700)).unwrap();
    script
}

async fn read(program: PathBuf, file: Vec<u8>) -> Vec<String> {
    let person = PersonId::from(Uuid::from_u128(1));
    CodeReader::new(Some(program)).read(person, async { Ok(file) }, not_here).await.unwrap()
}

fn not_here(_: Vec<u8>) -> Vec<String> {
    panic!("read in this process")
}

#[tokio::test]
async fn a_process_reads_an_invoice() {
    assert_eq!(read(env!("CARGO_BIN_EXE_liksa").into(), invoice()).await, [DIGITS]);
    assert_eq!(read(env!("CARGO_BIN_EXE_liksa").into(), b"\xff\xd8\xff broken".to_vec()).await, [""; 0]);
}

#[tokio::test]
async fn a_file_that_keeps_the_process_busy_ends_it() {
    let place = tempfile::tempdir().unwrap();
    assert_eq!(read(hurried(&place), endless()).await, [""; 0]);
}

/// What the system holds the process to, whatever the file makes it do.
#[test]
fn a_process_that_reads_has_little_memory_and_time_and_writes_no_file() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_liksa"));
    command.arg("read-codes").env_clear();
    let mut process =
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let mut input = process.stdin.take().unwrap();
    // More than a pipe holds: once it is written, the process is reading, which it does within its limits.
    input.write_all(&vec![0; 4 * 1024 * 1024]).unwrap();
    let limits = fs::read_to_string(format!("/proc/{}/limits", process.id())).unwrap();
    drop(input);
    process.wait().unwrap();
    let expected = [
        ("Max address space", "2147483648"),
        ("Max cpu time", "20"),
        ("Max core file size", "0"),
        ("Max file size", "0"),
    ];
    for (what, most) in expected {
        let said = limits.lines().find_map(|line| line.strip_prefix(what)).unwrap();
        let said: Vec<&str> = said.split_whitespace().take(2).collect();
        assert_eq!(said, [most; 2], "{what}");
    }
}
