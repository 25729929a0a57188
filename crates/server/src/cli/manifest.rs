//! What a backup holds: a zip with the database, the files, and this list of them.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::io::Read;

pub const MANIFEST: &str = "manifest.json";
pub const DATABASE: &str = "liksa.db";
/// The folder of a backup that holds uploaded and made files.
pub const FILES: &str = "files";

const BUFFER_BYTES: usize = 64 * 1024;

#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// The version of Liksa that wrote the backup.
    pub version: String,
    pub made_at: String,
    pub entries: Vec<Entry>,
}

#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// The path inside the backup.
    pub path: String,
    pub bytes: u64,
    pub sha256: String,
}

/// Copies while counting and hashing, in little memory whatever the size.
pub fn copy_hashed(from: &mut impl Read, to: &mut impl std::io::Write) -> std::io::Result<(u64, String)> {
    let mut hash = Sha256::new();
    let mut buffer = vec![0; BUFFER_BYTES];
    let mut bytes: u64 = 0;
    loop {
        let count = from.read(&mut buffer)?;
        if count == 0 {
            return Ok((bytes, data_encoding::HEXLOWER.encode(&hash.finalize())));
        }
        hash.update(&buffer[..count]);
        to.write_all(&buffer[..count])?;
        bytes += u64::try_from(count).unwrap_or(u64::MAX);
    }
}
