//! Which crate may depend on which, and which module on which. See docs/ARCHITECTURE.md.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod docs;
mod imports;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use imports::{Source, circles, imported_modules};

/// Each crate and those of ours that it may depend on.
const MAY_KNOW: &[(&str, &[&str])] = &[
    ("money", &[]),
    ("finland", &["money"]),
    ("rates", &["money", "finland"]),
    ("domain", &["money", "finland", "rates"]),
    ("documents", &["money", "finland", "rates", "domain"]),
    ("store", &["money", "finland", "rates", "domain"]),
    ("actions", &["money", "finland", "rates", "domain", "documents", "store"]),
    ("demo", &["money", "finland", "rates", "domain", "documents", "store", "actions"]),
    ("web-assets", &[]),
    (
        "server",
        &["money", "finland", "rates", "domain", "documents", "store", "actions", "demo", "web-assets"],
    ),
    ("test-support", &["money", "finland", "rates", "domain", "store"]),
];

/// Libraries that only certain crates may depend on.
const USERS_OF: &[(&str, &[&str])] = &[
    ("sqlx", &["store", "test-support"]),
    ("axum", &["server"]),
    ("utoipa-axum", &["server"]),
    ("tokio", &["server", "actions", "store", "test-support"]),
    ("typst", &["documents"]),
    ("rust-embed", &["web-assets"]),
];

/// Files of the server that still open a transaction. The list shrinks to nothing.
const STILL_OPEN_TRANSACTIONS: &[&str] = &[];

/// How many files the largest circle of imports in the server may have.
const LARGEST_SERVER_CIRCLE: usize = 3;

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
fn crates_depend_only_on_those_below() {
    let dependencies = dependencies();
    assert_eq!(dependencies.len(), MAY_KNOW.len(), "a new crate: add it to MAY_KNOW");
    for (name, allowed) in MAY_KNOW {
        for dependency in &dependencies[*name] {
            let Some(ours) = dependency.strip_prefix("liksa-") else { continue };
            assert!(allowed.contains(&ours), "{name} may not depend on {ours}");
        }
    }
}

#[test]
fn libraries_are_used_only_where_they_belong() {
    for (name, libraries) in dependencies() {
        for (library, users) in USERS_OF {
            let allowed = users.contains(&name.as_str());
            assert!(allowed || !libraries.iter().any(|used| used == library), "{name} may not use {library}");
        }
    }
}

#[test]
fn actions_and_demo_name_no_axum() {
    for name in ["actions", "demo"] {
        for source in Source::all_of(name) {
            assert!(!source.code.contains("axum"), "crates/{name}/src/{} names axum", source.path);
        }
    }
}

#[test]
fn the_server_opens_no_transaction() {
    let sources = Source::all_of("server");
    let opening: Vec<&str> = sources
        .iter()
        .filter(|source| source.code.contains(".begin()"))
        .map(|source| source.path.as_str())
        .collect();
    assert_eq!(
        opening, STILL_OPEN_TRANSACTIONS,
        "move the transaction to an action, or the file off the list"
    );
}

#[test]
fn the_context_imports_no_action() {
    for source in Source::all_of("actions").iter().filter(|source| source.path.starts_with("context/")) {
        let outside: BTreeSet<String> = imported_modules(source)
            .into_iter()
            .filter_map(|path| path.first().cloned())
            .filter(|first| !["context", "error", "Error", "Result"].contains(&first.as_str()))
            .collect();
        assert!(outside.is_empty(), "{} imports {outside:?}", source.path);
    }
}

#[test]
fn modules_of_actions_import_each_other_in_no_circle() {
    let found = circles(&Source::all_of("actions"), |path| {
        path.split('/').next().unwrap().trim_end_matches(".rs").to_owned()
    });
    assert!(found.is_empty(), "circles among the modules of actions: {found:?}");
}

#[test]
fn circles_of_files_in_the_server_stay_small() {
    let found = circles(&Source::all_of("server"), str::to_owned);
    let largest = found.iter().max_by_key(|circle| circle.len()).cloned().unwrap_or_default();
    assert!(
        largest.len() <= LARGEST_SERVER_CIRCLE,
        "{} files import each other in a circle: {largest:#?}",
        largest.len()
    );
}
