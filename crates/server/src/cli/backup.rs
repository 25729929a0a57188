//! `liksa backup FILE`: a zip of the database, the files and a list of them, while the server runs on.

use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use data_encoding::HEXLOWER;
use liksa_actions::context::{Clock, random};
use liksa_store::{Database, Files, FilesAddress, Store, StoredFile};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::say;
use crate::config::Config;

pub const MANIFEST: &str = "manifest.json";
pub const DATABASE: &str = "liksa.db";
/// The folder of a backup that holds uploaded and made files.
pub const FILES: &str = "files";
const FILES_AT_ONCE: u16 = 500;
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
pub fn copy_hashed(from: &mut impl Read, to: &mut impl Write) -> std::io::Result<(u64, String)> {
    let mut hash = Sha256::new();
    let mut buffer = vec![0; BUFFER_BYTES];
    let mut bytes: u64 = 0;
    loop {
        let count = from.read(&mut buffer)?;
        if count == 0 {
            return Ok((bytes, HEXLOWER.encode(&hash.finalize())));
        }
        hash.update(&buffer[..count]);
        to.write_all(&buffer[..count])?;
        bytes += u64::try_from(count).unwrap_or(u64::MAX);
    }
}

pub async fn run(config: &Config, file: &Path) -> anyhow::Result<()> {
    let Database::Sqlite(_) = config.database else {
        bail!(
            "PostgreSQL is backed up with its own tools: `pg_dump --format=custom --file=liksa.dump DATABASE`, \
             and back with `pg_restore --exit-on-error --create --dbname=postgres liksa.dump`. Copy the files besides, after the \
             database: {}.",
            place_of(&config.files)
        );
    };
    if file.exists() {
        bail!("{} already exists; a backup is never overwritten", file.display());
    }
    // Beside the target, so that the last step is a rename and never half a file.
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let draft = Draft::beside(folder)?;
    let store = Store::open(&config.database).await?;
    store.snapshot_to(&draft.database()).await?;
    let files = Files::open(&config.files, store.clone())?;
    let made_at = Clock::system(None)?.now().to_string();
    let written = write_zip(&draft, &files, made_at).await;
    store.close().await;
    let entries = written?;
    std::fs::rename(draft.zip(), file).with_context(|| format!("{}", file.display()))?;
    say(&format!("Saved {entries} files in {}.\n", file.display()))
}

async fn write_zip(draft: &Draft, files: &Files, made_at: String) -> anyhow::Result<usize> {
    let mut zip = ZipWriter::new(File::create_new(draft.zip())?);
    let mut entries = vec![add_database(&mut zip, &draft.database())?];
    // The rows of the snapshot decide: a file that came or went meanwhile does not belong to this backup.
    let snapshot = Store::open(&Database::Sqlite(draft.database())).await?;
    let mut after = None;
    loop {
        let page = snapshot.files_after(after, FILES_AT_ONCE).await?;
        let Some(last) = page.last() else { break };
        after = Some(last.id);
        for file in &page {
            let entry = add_file(&mut zip, files, file).await;
            entries.push(entry.with_context(|| format!("file {}", file.id))?);
        }
    }
    snapshot.close().await;
    let count = entries.len();
    let manifest = Manifest { version: env!("CARGO_PKG_VERSION").to_owned(), made_at, entries };
    zip.start_file(MANIFEST, SimpleFileOptions::default())?;
    zip.write_all(&serde_json::to_vec_pretty(&manifest)?)?;
    zip.finish()?.sync_all()?;
    Ok(count)
}

fn add_database(zip: &mut ZipWriter<File>, path: &Path) -> anyhow::Result<Entry> {
    zip.start_file(DATABASE, SimpleFileOptions::default().large_file(true))?;
    let mut file = File::open(path).with_context(|| format!("{}", path.display()))?;
    let (bytes, sha256) = copy_hashed(&mut file, zip)?;
    Ok(Entry { path: DATABASE.to_owned(), bytes, sha256 })
}

async fn add_file(zip: &mut ZipWriter<File>, files: &Files, file: &StoredFile) -> anyhow::Result<Entry> {
    let path = format!("{FILES}/{}", file.blob);
    zip.start_file(&path, SimpleFileOptions::default().large_file(true))?;
    let mut content = files.stream(&file.blob).await?;
    let (mut hash, mut bytes) = (Sha256::new(), 0);
    while let Some(chunk) = content.next_chunk().await? {
        hash.update(&chunk);
        zip.write_all(&chunk)?;
        bytes += u64::try_from(chunk.len())?;
    }
    let hash: [u8; 32] = hash.finalize().into();
    if hash != file.sha256 {
        bail!("its content is not what was stored");
    }
    Ok(Entry { path, bytes, sha256: HEXLOWER.encode(&hash) })
}

fn place_of(files: &FilesAddress) -> String {
    match files {
        FilesAddress::Folder(folder) => format!("the folder {}", folder.display()),
        FilesAddress::S3(address) => format!("the bucket {}", address.bucket),
    }
}

/// A folder for an unfinished backup; it is removed in any case.
struct Draft(PathBuf);

impl Draft {
    fn beside(folder: &Path) -> anyhow::Result<Self> {
        let path = folder.join(format!(".liksa-backup-{}", random::text::<6>()?));
        std::fs::create_dir(&path).with_context(|| format!("{}", path.display()))?;
        Ok(Self(path))
    }

    fn database(&self) -> PathBuf {
        self.0.join(DATABASE)
    }

    fn zip(&self) -> PathBuf {
        self.0.join("backup.zip")
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        // A folder that stays is a nuisance, not a failed backup.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
