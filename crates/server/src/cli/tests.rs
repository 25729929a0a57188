use std::fs::File;
use std::io::{Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::ExitCode;

use liksa_domain::audit::Action;
use liksa_domain::delivery::HoldReason;
use liksa_domain::file::{FilePurpose, MediaType};
use liksa_domain::ids::{FileId, Id};
use liksa_domain::person::Role;
use liksa_store::{AuditFilter, Database, Files, NewFile, NewPerson, Store};
use liksa_test_support::{Engine, OnEngine, TestDb, fixed_now, person};
use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

use super::{backup, check, code_of, figures, make_admin, private_files, restore, resume};
use crate::config::Config;

fn config_in(folder: &Path) -> Config {
    Config::for_test(Database::Sqlite(folder.join("liksa.db")), folder)
}

fn receipt() -> FileId {
    FileId::new(fixed_now(), [0xab; 10])
}

/// The path of the receipt in a backup.
fn receipt_path() -> String {
    format!("files/ab/{}", receipt())
}

#[test]
fn wrong_settings_have_an_exit_code_of_their_own() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("liksa.toml");
    std::fs::write(&file, "listn = \"127.0.0.1:8080\"").unwrap();
    let error = Config::read(Some(&file)).unwrap_err();
    assert_eq!(code_of(&error.into()), 78);
    assert_eq!(code_of(&anyhow::anyhow!("the port is taken")), 1);
}

#[test]
fn a_file_of_figures_is_judged_without_a_database() {
    let newest = liksa_rates::StatutoryFigures::shipped().tables().last().unwrap().to_toml();
    let next = newest.replace("year = 2026", "year = 2027");
    let dear = next.replace("km_car = { value = \"0.55\"", "km_car = { value = \"0.60\"");
    let good = "Figures of 2027, compared with 2026:\n  travel.km_car: 0.55 -> 0.60\n";
    assert_eq!(figures::judged(&dear).unwrap(), (good.to_owned(), true));
    let (shipped, _) = figures::judged(&newest).unwrap();
    assert!(shipped.starts_with("Figures of 2026, compared with 2025:\n"), "{shipped}");
    let broken = next.replace("km_car = { value = \"0.55\"", "km_car = { value = \"55\"");
    let fault = "travel.km_car: not between 0 and 2 €\n";
    assert_eq!(figures::judged(&broken).unwrap(), (fault.to_owned(), false));

    let folder = tempfile::tempdir().unwrap();
    for (text, code) in [(dear, ExitCode::SUCCESS), (broken, ExitCode::FAILURE)] {
        let file = folder.path().join("2027.toml");
        std::fs::write(&file, text).unwrap();
        assert_eq!(figures::check(&file).unwrap(), code);
    }
}

/// A data directory with one person and one file.
async fn filled(folder: &Path) -> Config {
    let config = config_in(folder);
    let store = Store::open(&config.database).await.unwrap();
    store.migrate().await.unwrap();
    let files = Files::open(&config.files, store.clone()).unwrap();
    let content = files.put(receipt(), b"a receipt", fixed_now()).await.unwrap();
    let mut tx = store.begin().await.unwrap();
    let maija = person().build();
    tx.insert_person(&NewPerson { person: &maija, password_hash: "", created_at: fixed_now() })
        .await
        .unwrap();
    tx.insert_file(&NewFile {
        content: &content,
        purpose: FilePurpose::Receipt,
        owner: Some(maija.id),
        name: "kuitti.pdf",
        media_type: MediaType::Pdf,
        created_at: fixed_now(),
    })
    .await
    .unwrap();
    tx.commit().await.unwrap();
    store.close().await;
    config
}

#[tokio::test]
async fn an_account_becomes_an_administrator_once() {
    let folder = tempfile::tempdir().unwrap();
    let config = filled(folder.path()).await;
    let maija = person().build();
    make_admin(&config, maija.email.as_str()).await.unwrap();
    make_admin(&config, maija.email.as_str()).await.unwrap();
    for (email, refusal) in [
        ("tuntematon@liksa.example", "no account has this address; register it first"),
        ("tuntematon", "that is no e-mail address"),
    ] {
        assert_eq!(make_admin(&config, email).await.unwrap_err().to_string(), refusal);
    }

    let store = Store::open(&config.database).await.unwrap();
    let roles = store.credentials(&maija.email).await.unwrap().unwrap().person.roles;
    assert!(roles.contains(&Role::Admin) && roles.contains(&Role::User), "{roles:?}");
    let found = store.audit_search(&AuditFilter { limit: 10, ..AuditFilter::default() }).await.unwrap();
    let events: Vec<_> =
        found.events.iter().map(|event| (&event.past.event.action, event.past.event.actor)).collect();
    assert_eq!(events, [(&Action::RolesChanged, None)]);
}

#[tokio::test]
async fn what_was_saved_comes_back() {
    let (old, new, backups) =
        (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let zip = backups.path().join("backup.zip");
    backup::run(&filled(old.path()).await, &zip).await.unwrap();
    assert_eq!(std::fs::read_dir(backups.path()).unwrap().count(), 1, "no draft is left beside it");

    let config = config_in(new.path());
    restore::run(&config, &zip).await.unwrap();
    let store = Store::open(&config.database).await.unwrap();
    assert!(store.credentials(&person().build().email).await.unwrap().is_some());
    let file = store.file(receipt()).await.unwrap().unwrap();
    let files = Files::open(&config.files, store).unwrap();
    assert_eq!(files.read(&file.blob).await.unwrap(), b"a receipt");
}

#[tokio::test]
async fn a_restored_copy_is_silent_until_it_is_told_to_send() {
    let (old, new, backups) =
        (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let zip = backups.path().join("backup.zip");
    let original = filled(old.path()).await;
    backup::run(&original, &zip).await.unwrap();
    let config = config_in(new.path());
    restore::run(&config, &zip).await.unwrap();
    let held = async |config: &Config| {
        let store = Store::open(&config.database).await.unwrap();
        let held = store.held_sending().await.unwrap().map(|held| held.why);
        store.close().await;
        held
    };
    assert_eq!(held(&config).await, Some(HoldReason::Restored));
    assert_eq!(held(&original).await, None);
    resume(&config).await.unwrap();
    assert_eq!(held(&config).await, None);
    resume(&config).await.unwrap();
    let store = Store::open(&config.database).await.unwrap();
    let found = store.audit_search(&AuditFilter { limit: 10, ..AuditFilter::default() }).await.unwrap();
    let events: Vec<_> = found.events.iter().map(|event| event.past.event.action).collect();
    assert_eq!(events, [Action::SendingResumed, Action::SendingHeld], "each once, the newest first");
}

#[tokio::test]
async fn an_altered_file_of_the_same_length_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let config = filled(folder.path()).await;
    assert_eq!(check(&config, false).await.unwrap(), ExitCode::SUCCESS);
    std::fs::write(folder.path().join(receipt_path()), b"a forgery").unwrap();
    assert_eq!(check(&config, true).await.unwrap(), ExitCode::SUCCESS, "its length is right");
    assert_eq!(check(&config, false).await.unwrap(), ExitCode::FAILURE);
}

/// What others may do with everything below a folder, and with itself.
fn open_to_others(place: &Path) -> Vec<String> {
    let mode = std::fs::metadata(place).unwrap().permissions().mode();
    let mut open = vec![];
    if mode & 0o077 != 0 {
        open.push(format!("{} {mode:o}", place.display()));
    }
    if place.is_dir() {
        let inside = std::fs::read_dir(place).unwrap().map(|inside| inside.unwrap().path());
        open.extend(inside.flat_map(|inside| open_to_others(&inside)));
    }
    open
}

#[tokio::test]
async fn nobody_else_on_the_machine_reads_the_data() {
    private_files::make_new_files_private();
    let (place, backups) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let data = place.path().join("data");
    let config = filled(&data).await;
    backup::run(&config, &backups.path().join("backup.zip")).await.unwrap();
    let restored = backups.path().join("data");
    restore::run(&config_in(&restored), &backups.path().join("backup.zip")).await.unwrap();
    assert_eq!(open_to_others(&data), Vec::<String>::new());
    assert_eq!(open_to_others(backups.path()), Vec::<String>::new());
    assert!(data.join("files/ab").is_dir() && data.join("liksa.db").is_file());
}

#[tokio::test]
async fn data_of_an_earlier_version_is_closed_at_the_start() {
    let (place, elsewhere) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let data = place.path().join("data");
    let mut config = filled(&data).await;
    let set = |place: &Path, mode| {
        std::fs::set_permissions(place, std::fs::Permissions::from_mode(mode)).unwrap();
    };
    let outside = elsewhere.path().join("another.db");
    std::fs::write(&outside, b"").unwrap();
    std::os::unix::fs::symlink(elsewhere.path(), data.join("link")).unwrap();
    for (path, mode) in [("", 0o755), ("files", 0o775), ("files/ab", 0o755), ("liksa.db", 0o644)] {
        set(&data.join(path), mode);
    }
    set(&data.join(receipt_path()), 0o644);
    set(elsewhere.path(), 0o755);
    set(&outside, 0o644);
    config.database = Database::Sqlite(outside.clone());
    private_files::close_to_others(&config);
    std::fs::remove_file(data.join("link")).unwrap();
    assert_eq!(open_to_others(&data), Vec::<String>::new());
    let modes =
        [elsewhere.path(), &outside].map(|path| path.metadata().unwrap().permissions().mode() & 0o777);
    assert_eq!(modes, [0o755, 0o600], "a folder that is not ours stays, the database in it is closed");
    private_files::close_to_others(&config_in(&place.path().join("nothing-here")));
}

#[tokio::test]
async fn nothing_is_ever_overwritten() {
    let (old, backups) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let zip = backups.path().join("backup.zip");
    let config = filled(old.path()).await;
    backup::run(&config, &zip).await.unwrap();
    assert!(backup::run(&config, &zip).await.unwrap_err().to_string().contains("never overwritten"));
    assert!(restore::run(&config, &zip).await.unwrap_err().to_string().contains("nothing is overwritten"));
}

#[tokio::test]
async fn a_damaged_backup_leaves_nothing_behind() {
    let (old, new, backups) =
        (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let zip = backups.path().join("backup.zip");
    backup::run(&filled(old.path()).await, &zip).await.unwrap();
    let mut bytes = std::fs::read(&zip).unwrap();
    bytes[200] ^= 0xff;
    std::fs::write(&zip, bytes).unwrap();

    assert!(restore::run(&config_in(new.path()), &zip).await.is_err());
    assert_eq!(std::fs::read_dir(new.path()).unwrap().count(), 0);
    std::fs::write(&zip, b"not a zip").unwrap();
    assert!(
        restore::run(&config_in(new.path()), &zip).await.unwrap_err().to_string().contains("not a backup")
    );
}

/// Of a program that this one does not come after: what cannot be brought up to date cannot be told to be silent.
#[tokio::test]
async fn a_database_that_cannot_be_migrated_is_not_put_in_place() {
    let (old, new, backups) =
        (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (db, zip) = (TestDb::on(Engine::Sqlite).await, backups.path().join("backup.zip"));
    db.execute("UPDATE _sqlx_migrations SET checksum = x'00' WHERE version = 1").await.unwrap();
    backup::run(&Config::for_test(db.database.clone(), old.path()), &zip).await.unwrap();
    let error = format!("{:#}", restore::run(&config_in(new.path()), &zip).await.unwrap_err());
    assert!(error.contains("the database of the backup"), "{error}");
    assert_eq!(std::fs::read_dir(new.path()).unwrap().count(), 0);
}

/// Rewrites a backup with each entry changed by `change`.
fn rewritten(zip: &Path, change: impl Fn(&str, Vec<u8>) -> (String, Vec<u8>)) {
    let mut old = ZipArchive::new(File::open(zip).unwrap()).unwrap();
    let mut new = ZipWriter::new(std::io::Cursor::new(vec![]));
    for place in 0..old.len() {
        let mut entry = old.by_index(place).unwrap();
        let mut content = vec![];
        entry.read_to_end(&mut content).unwrap();
        let (name, content) = change(&entry.name().unwrap(), content);
        new.start_file(name, SimpleFileOptions::default()).unwrap();
        new.write_all(&content).unwrap();
    }
    std::fs::write(zip, new.finish().unwrap().into_inner()).unwrap();
}

/// A sound zip is not yet a sound backup: zip's own checksums would accept this one.
#[tokio::test]
async fn an_exchanged_file_is_found_out() {
    let (old, new, backups) =
        (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let zip = backups.path().join("backup.zip");
    backup::run(&filled(old.path()).await, &zip).await.unwrap();
    rewritten(&zip, |name, content| {
        let forged = name == receipt_path();
        (name.to_owned(), if forged { b"a forgery".to_vec() } else { content })
    });
    let error = format!("{:#}", restore::run(&config_in(new.path()), &zip).await.unwrap_err());
    assert!(error.contains(&receipt_path()) && error.contains("is damaged"), "{error}");
    assert_eq!(std::fs::read_dir(new.path()).unwrap().count(), 0);
}

#[tokio::test]
async fn a_backup_cannot_write_outside_the_data_folder() {
    let (old, place, backups) =
        (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let zip = backups.path().join("backup.zip");
    backup::run(&filled(old.path()).await, &zip).await.unwrap();
    let outside = "../../escaped.pdf";
    rewritten(&zip, |name, content| match name {
        name if name == receipt_path() => (outside.to_owned(), content),
        "manifest.json" => {
            let list = String::from_utf8(content).unwrap().replace(&receipt_path(), outside);
            (name.to_owned(), list.into_bytes())
        }
        _ => (name.to_owned(), content),
    });
    let data = place.path().join("data");
    let error = format!("{:#}", restore::run(&config_in(&data), &zip).await.unwrap_err());
    assert!(error.contains("outside itself"), "{error}");
    assert!(!place.path().join("escaped.pdf").exists());
}

#[tokio::test]
async fn postgres_names_its_own_tools() {
    let mut config = config_in(Path::new("/nowhere"));
    config.database = "postgres://liksa@localhost/liksa".parse().unwrap();
    let error = backup::run(&config, Path::new("/nowhere/backup.zip")).await.unwrap_err().to_string();
    assert!(error.contains("pg_dump"), "{error}");
    assert!(restore::run(&config, Path::new("x")).await.unwrap_err().to_string().contains("pg_restore"));
}
