//! The arrows of the house: which crate may know which. See docs/ARCHITECTURE.md.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeMap;
use std::path::Path;

/// Each crate and what it may depend on, of ours and of the outside world that is somebody's room.
const MAY_KNOW: &[(&str, &[&str])] = &[
    ("money", &[]),
    ("finland", &["money"]),
    ("rates", &["money", "finland"]),
    ("domain", &["money", "finland", "rates"]),
    ("documents", &["money", "finland", "rates", "domain"]),
    ("store", &["money", "finland", "rates", "domain"]),
    ("web-assets", &[]),
    ("server", &["money", "finland", "rates", "domain", "documents", "store", "web-assets"]),
    ("test-support", &["money", "finland", "rates", "domain", "store"]),
];

/// Libraries that are one room's business, and whose.
const ROOM_OF: &[(&str, &[&str])] = &[
    ("sqlx", &["store", "test-support"]),
    ("axum", &["server"]),
    ("tokio", &["server", "store", "test-support"]),
    ("typst", &["documents"]),
    ("rust-embed", &["web-assets"]),
];

fn dependencies() -> BTreeMap<String, Vec<String>> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let folders = std::fs::read_dir(crates).unwrap().map(|entry| entry.unwrap().path());
    folders
        .filter(|folder| folder.join("Cargo.toml").exists())
        .map(|folder| {
            let text = std::fs::read_to_string(folder.join("Cargo.toml")).unwrap();
            let manifest: toml::Table = text.parse().unwrap();
            let known = manifest.get("dependencies").and_then(toml::Value::as_table);
            let names = known.into_iter().flat_map(|table| table.keys().cloned()).collect();
            (folder.file_name().unwrap().to_str().unwrap().to_owned(), names)
        })
        .collect()
}

#[test]
fn arrows_point_one_way() {
    let dependencies = dependencies();
    assert_eq!(dependencies.len(), MAY_KNOW.len(), "a new crate: give it its place here");
    for (room, allowed) in MAY_KNOW {
        for name in &dependencies[*room] {
            let Some(ours) = name.strip_prefix("liksa-") else { continue };
            assert!(allowed.contains(&ours), "{room} may not know {ours}");
        }
    }
}

#[test]
fn each_library_stays_in_its_room() {
    for (room, names) in dependencies() {
        for (library, rooms) in ROOM_OF {
            let at_home = rooms.contains(&room.as_str());
            assert!(at_home || !names.iter().any(|name| name == library), "{room} may not name {library}");
        }
    }
}
