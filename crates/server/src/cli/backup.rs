//! `liksa backup FILE`: everything in one zip, while the server runs on.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use liksa_store::{Database, Store};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::manifest::{DATABASE, Entry, FILES, MANIFEST, Manifest, copy_hashed};
use super::say;
use crate::clock::Clock;
use crate::config::Config;

pub async fn run(config: &Config, file: &Path) -> anyhow::Result<()> {
    let Database::Sqlite(_) = config.database else {
        bail!(
            "PostgreSQL is backed up with its own tools: `pg_dump --format=custom --file=liksa.dump DATABASE`, \
             and back with `pg_restore --create --dbname=postgres liksa.dump`. Copy the folder {} besides.",
            config.data_dir.join(FILES).display()
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
    store.close().await;

    let made_at = Clock::system(None)?.now().to_string();
    let entries = write_zip(&draft, &config.data_dir.join(FILES), made_at)?;
    std::fs::rename(draft.zip(), file).with_context(|| format!("{}", file.display()))?;
    say(&format!("Saved {entries} files in {}.\n", file.display()))
}

fn write_zip(draft: &Draft, files: &Path, made_at: String) -> anyhow::Result<usize> {
    let mut zip = ZipWriter::new(File::create_new(draft.zip())?);
    let mut entries = vec![add(&mut zip, DATABASE.to_owned(), &draft.database())?];
    for path in files_below(files)? {
        let name = path.strip_prefix(files)?.to_str().context("a file name that is not UTF-8")?;
        entries.push(add(&mut zip, format!("{FILES}/{name}"), &path)?);
    }
    let count = entries.len();
    let manifest = Manifest { version: env!("CARGO_PKG_VERSION").to_owned(), made_at, entries };
    zip.start_file(MANIFEST, SimpleFileOptions::default())?;
    zip.write_all(&serde_json::to_vec_pretty(&manifest)?)?;
    zip.finish()?.sync_all()?;
    Ok(count)
}

fn add(zip: &mut ZipWriter<File>, name: String, path: &Path) -> anyhow::Result<Entry> {
    zip.start_file(&name, SimpleFileOptions::default().large_file(true))?;
    let mut file = File::open(path).with_context(|| format!("{}", path.display()))?;
    let (bytes, sha256) = copy_hashed(&mut file, zip)?;
    Ok(Entry { path: name, bytes, sha256 })
}

/// Every file below a folder, in a fixed order; none if there is no such folder.
fn files_below(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut found = vec![];
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        if !folder.exists() {
            continue;
        }
        for entry in std::fs::read_dir(&folder).with_context(|| format!("{}", folder.display()))? {
            let path = entry?.path();
            if path.is_dir() { folders.push(path) } else { found.push(path) }
        }
    }
    found.sort();
    Ok(found)
}

/// A folder for what is not yet a backup; it goes whatever happens.
struct Draft(PathBuf);

impl Draft {
    fn beside(folder: &Path) -> anyhow::Result<Self> {
        let path = folder.join(format!(".liksa-backup-{}", crate::random::text::<6>()?));
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
