//! `liksa restore FILE`: brings back what `backup` saved, where no data is yet.

use std::fs::File;
use std::path::{Component, Path};

use anyhow::{Context, bail, ensure};
use liksa_actions::context::{Clock, random};
use liksa_actions::sending;
use liksa_domain::delivery::HoldReason;
use liksa_store::{Database, Files, FilesAddress, Store};
use zip::ZipArchive;

use super::backup::{DATABASE, Entry, FILES, MANIFEST, Manifest, copy_hashed};
use super::say;
use crate::config::Config;

pub async fn run(config: &Config, file: &Path) -> anyhow::Result<()> {
    let Database::Sqlite(database) = &config.database else {
        bail!(
            "PostgreSQL is brought back with its own tools: `pg_restore --exit-on-error --create --dbname=postgres FILE`"
        );
    };
    let folder = if let FilesAddress::Folder(folder) = &config.files { Some(folder.as_path()) } else { None };
    for taken in [Some(database.as_path()), folder].into_iter().flatten() {
        if taken.exists() {
            bail!("{} exists; move it away first, nothing is overwritten", taken.display());
        }
    }
    let mut zip = ZipArchive::new(File::open(file).with_context(|| format!("{}", file.display()))?)
        .with_context(|| format!("{} is not a backup", file.display()))?;
    let manifest: Manifest =
        serde_json::from_reader(zip.by_name(MANIFEST).context("a backup has a manifest")?)?;
    if !manifest.entries.iter().any(|entry| entry.path == DATABASE) {
        bail!("{} holds no database", file.display());
    }
    // Unpacked and checked aside first, so that a damaged backup leaves nothing behind.
    let aside = config.data_dir.join(format!(".liksa-restore-{}", random::text::<6>()?));
    let restored = match unpack(&mut zip, &manifest, &aside) {
        Ok(()) => put_in_place(config, &manifest, &aside, database).await,
        Err(error) => Err(error),
    };
    let _ = std::fs::remove_dir_all(&aside);
    let store = restored?;
    let files = Files::open(&config.files, store.clone())?;
    let mut findings = store.check_soundness().await?;
    findings.push(files.check().await?);
    store.close().await;
    let problems = findings.iter().flat_map(|finding| &finding.problems);
    let problems: Vec<String> = problems.map(ToString::to_string).collect();
    if !problems.is_empty() {
        bail!("restored, but the check found: {}", problems.join("; "));
    }
    let (files, made_at) = (manifest.entries.len(), manifest.made_at);
    say(&format!(
        "Restored {files} files, saved {made_at}.\nNo mail, e-invoice or payment file leaves until `liksa resume` is run.\n"
    ))
}

fn unpack(zip: &mut ZipArchive<File>, manifest: &Manifest, aside: &Path) -> anyhow::Result<()> {
    for entry in &manifest.entries {
        let inside = Path::new(&entry.path);
        if !inside.components().all(|part| matches!(part, Component::Normal(_))) {
            bail!("the backup names a path outside itself: {}", entry.path);
        }
        let target = aside.join(inside);
        std::fs::create_dir_all(target.parent().unwrap_or(aside))?;
        unpack_one(zip, entry, &target).with_context(|| entry.path.clone())?;
    }
    Ok(())
}

fn unpack_one(zip: &mut ZipArchive<File>, entry: &Entry, target: &Path) -> anyhow::Result<()> {
    let mut file = File::create_new(target)?;
    let (bytes, sha256) = copy_hashed(&mut zip.by_name(&entry.path)?, &mut file)?;
    file.sync_all()?;
    if (bytes, &sha256) != (entry.bytes, &entry.sha256) {
        bail!("is damaged: its content is not what was saved");
    }
    Ok(())
}

/// Brings the copy up to date and has it send nothing, while it is aside still: whatever goes wrong, no database is ever in
/// place that sends what its original has sent.
async fn make_silent(copy: &Path) -> anyhow::Result<()> {
    let store = Store::open(&Database::Sqlite(copy.to_owned())).await?;
    let held = async {
        store.migrate().await?;
        sending::hold(&store, HoldReason::Restored, Clock::system(None)?.now()).await?;
        anyhow::Ok(())
    };
    let held = held.await;
    // SQLite moves its log into the file when the last connection closes. The file alone is moved.
    store.close().await;
    held?;
    let log = copy.with_extension("db-wal");
    ensure!(!log.exists(), "{} stayed behind", log.display());
    Ok(())
}

/// Moves the database to its place, and then the files, so that `check` detects a restore that was cut off.
async fn put_in_place(
    config: &Config,
    manifest: &Manifest,
    aside: &Path,
    database: &Path,
) -> anyhow::Result<Store> {
    let copy = aside.join(DATABASE);
    make_silent(&copy).await.context("the database of the backup")?;
    if let Some(folder) = database.parent() {
        std::fs::create_dir_all(folder)?;
    }
    std::fs::rename(copy, database)?;
    let store = Store::open(&config.database).await?;
    let files = Files::open(&config.files, store.clone())?;
    let prefix = format!("{FILES}/");
    for entry in &manifest.entries {
        if let Some(blob) = entry.path.strip_prefix(&prefix) {
            let mut content = File::open(aside.join(&entry.path))?;
            files.put_back(blob, &mut content).await.with_context(|| entry.path.clone())?;
        }
    }
    Ok(store)
}
