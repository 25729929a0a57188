//! What the documents say of files: each one named exists, and the journeys go through the crates in one direction.

mod deploy;

use std::path::{Path, PathBuf};

use super::imports::Source;

/// The first folders of paths that documents name.
const FOLDERS: &[&str] = &["crates/", "web/", "e2e/", "bench/", "docs/", "scripts/", "patches/", "deploy/"];

/// Made by a build, so that a fresh checkout does not have them.
const BUILT: &[&str] = &["web/dist"];

/// The order in which a step of a journey may enter crates.
const ORDER: &[&[&str]] = &[
    &["web/src"],
    &["crates/server"],
    &["crates/actions"],
    &["crates/domain", "crates/documents"],
    &["crates/store"],
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The documents, with the names by which they are shown.
fn documents() -> Vec<(String, String)> {
    let in_docs = std::fs::read_dir(root().join("docs")).unwrap().map(|entry| entry.unwrap().path());
    let in_root = ["README.md", "CONTRIBUTING.md"].map(|name| root().join(name));
    let paths = in_docs.chain(in_root).filter(|path| path.extension().is_some_and(|end| end == "md"));
    paths.map(|path| (path.display().to_string(), std::fs::read_to_string(&path).unwrap())).collect()
}

/// The paths in code quotes of a text, such as `crates/store`. Patterns like `crates/{a,b}` are left out.
fn named_paths(text: &str) -> impl Iterator<Item = &str> {
    let quoted = text.split('`').skip(1).step_by(2);
    quoted.filter(|quote| {
        let is_path = quote.chars().all(|sign| sign.is_ascii_alphanumeric() || "/._-".contains(sign));
        is_path && FOLDERS.iter().any(|folder| quote.starts_with(folder))
    })
}

#[test]
fn documents_name_files_that_exist() {
    let missing: Vec<String> = documents()
        .iter()
        .flat_map(|(document, text)| {
            let missing =
                named_paths(text).filter(|path| !BUILT.contains(path) && !root().join(path).exists());
            missing.map(move |path| format!("{document}: {path}"))
        })
        .collect();
    assert!(missing.is_empty(), "{missing:#?}");
}

#[test]
fn documents_link_to_files_that_exist() {
    let missing: Vec<String> = documents()
        .iter()
        .flat_map(|(document, text)| {
            let folder = Path::new(document).parent().unwrap();
            let targets = text.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next());
            let files = targets.filter(|target| !target.is_empty() && !target.contains(':'));
            files.filter(|file| !folder.join(file).exists()).map(move |file| format!("{document}: {file}"))
        })
        .collect();
    assert!(missing.is_empty(), "{missing:#?}");
}

#[test]
fn the_steps_of_the_journeys_go_one_way() {
    let text = std::fs::read_to_string(root().join("docs/ARCHITECTURE.md")).unwrap();
    let section = text.split("\n## ").find(|section| section.starts_with("Three journeys")).unwrap();
    let journeys: Vec<&str> = section.split("\n### ").skip(1).collect();
    assert_eq!(journeys.len(), 3);
    for journey in journeys {
        let mut place_before = 0;
        for line in journey.lines() {
            match named_paths(line).next() {
                None => place_before = 0,
                Some(file) => {
                    let place =
                        ORDER.iter().position(|names| names.iter().any(|name| file.starts_with(name)));
                    let place =
                        place.unwrap_or_else(|| panic!("{file} is of no crate that a journey passes"));
                    assert!(place >= place_before, "a step turns back at {file}");
                    place_before = place;
                }
            }
        }
    }
}

/// The API's description and the sources, in which the words of the glossary must occur.
#[test]
fn the_words_of_the_glossary_are_in_use() {
    let glossary = std::fs::read_to_string(root().join("docs/GLOSSARY.md")).unwrap();
    let api = std::fs::read_to_string(root().join("openapi.json")).unwrap();
    let crates = ["domain", "documents", "store", "actions", "server"];
    let code: String = crates.into_iter().flat_map(Source::all_of).map(|source| source.code).collect();
    let mut unknown = vec![];
    for line in glossary.lines().filter(|line| line.starts_with("| ") && line.matches('|').count() == 6) {
        let cells: Vec<&str> = line.split('|').collect();
        for (cell, text) in [(cells[3], &code), (cells[4], &api)] {
            let words = cell.split('`').skip(1).step_by(2).map(|word| word.rsplit("::").next().unwrap());
            unknown.extend(words.filter(|word| !text.contains(word)).map(str::to_owned));
        }
    }
    assert!(unknown.is_empty(), "{unknown:?}");
}
