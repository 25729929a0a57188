//! A small scan of the `use crate::…` and `use super::…` lines of a crate.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// A source file without its tests and comments.
pub struct Source {
    /// Below the `src` folder, such as `bills/close.rs`.
    pub path: String,
    pub code: String,
}

impl Source {
    /// All files of a crate that are not tests, sorted by path.
    pub fn all_of(name: &str) -> Vec<Self> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name).join("src");
        let mut paths = vec![];
        collect(&root, &mut paths);
        paths.sort();
        let texts: Vec<String> = paths.iter().map(|path| std::fs::read_to_string(path).unwrap()).collect();
        let test_modules: BTreeSet<&str> = texts.iter().flat_map(|text| test_modules(text)).collect();
        let sources = paths.iter().zip(&texts).map(|(path, text)| Self {
            path: path.strip_prefix(&root).unwrap().to_str().unwrap().to_owned(),
            code: without_tests(text),
        });
        let is_test = |part: &str| test_modules.contains(part.trim_end_matches(".rs"));
        sources.filter(|source| !source.path.split('/').any(is_test)).collect()
    }

    /// The path of the module that the file holds: `["bills", "close"]`.
    fn module(&self) -> Vec<String> {
        let path = self.path.trim_end_matches(".rs").trim_end_matches("/mod");
        match path {
            "lib" | "main" => vec![],
            path => path.split('/').map(str::to_owned).collect(),
        }
    }
}

fn collect(folder: &Path, paths: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, paths);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            paths.push(path);
        }
    }
}

/// The modules that a file declares for tests only.
fn test_modules(code: &str) -> impl Iterator<Item = &str> {
    let declarations = code.split("#[cfg(test)]\n").skip(1);
    declarations.filter_map(|rest| {
        let (name, _) = rest.trim_start_matches("pub ").strip_prefix("mod ")?.split_once(';')?;
        (!name.contains(' ')).then_some(name)
    })
}

/// Tests stand at the end of a file.
fn without_tests(code: &str) -> String {
    let code = match code.find("#[cfg(test)]\nmod tests") {
        Some(start) => &code[..start],
        None => code,
    };
    let is_code = |line: &&str| !line.trim_start().starts_with("//");
    code.lines().filter(is_code).collect::<Vec<_>>().join("\n")
}

/// Paths within the crate that a file imports or names, each from the root of the crate: `["bills", "close"]`.
pub fn imported_modules(source: &Source) -> BTreeSet<Vec<String>> {
    let own = source.module();
    let parent = own.split_last().map_or(&[][..], |(_, parent)| parent);
    let mut found = BTreeSet::new();
    for (start, base) in [("crate::", &[][..]), ("super::", parent)] {
        for (at, _) in source.code.match_indices(start) {
            let before = source.code[..at].chars().next_back();
            if before.is_some_and(|letter| letter.is_alphanumeric() || letter == '_' || letter == ':') {
                continue;
            }
            for path in paths(&source.code[at + start.len()..]) {
                found.insert([base, &path].concat());
            }
        }
    }
    found
}

/// The paths of a tree such as `a::{b, c::{d, e}}`, read up to its end.
fn paths(text: &str) -> Vec<Vec<String>> {
    let end = text.find(|letter: char| !(letter.is_alphanumeric() || letter == '_' || letter == '#'));
    let (name, rest) = text.split_at(end.unwrap_or(text.len()));
    let tails = match rest.strip_prefix("::") {
        Some(rest) if rest.starts_with('{') => {
            branches(rest).iter().flat_map(|branch| paths(branch)).collect()
        }
        Some(rest) => paths(rest),
        None if name.is_empty() && rest.starts_with('{') => {
            return branches(rest).iter().flat_map(|branch| paths(branch)).collect();
        }
        None => vec![vec![]],
    };
    let name = name.trim_start_matches("r#").to_owned();
    if name.is_empty() || name == "self" {
        return vec![vec![]];
    }
    tails.into_iter().map(|tail| [vec![name.clone()], tail].concat()).collect()
}

/// The parts between the commas of `{a, b::{c, d}}`.
fn branches(text: &str) -> Vec<String> {
    let (mut depth, mut parts) = (0, vec![String::new()]);
    for letter in text.chars() {
        match letter {
            '{' if depth == 0 => depth = 1,
            '}' if depth == 1 => break,
            ',' if depth == 1 => parts.push(String::new()),
            _ => {
                depth += i32::from(letter == '{') - i32::from(letter == '}');
                if !(letter.is_whitespace()) {
                    parts.last_mut().unwrap().push(letter);
                }
            }
        }
    }
    parts.into_iter().filter(|part| !part.is_empty()).collect()
}

/// The circles of imports among groups of files: sets of at least two groups that all reach each other. The paths by
/// which a module names its own children are not followed: every parent would be in a circle with its children.
pub fn circles(sources: &[Source], group: impl Fn(&str) -> String) -> Vec<Vec<String>> {
    let files: BTreeMap<Vec<String>, &Source> =
        sources.iter().map(|source| (source.module(), source)).collect();
    let mut imports: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for source in sources.iter().filter(|source| !source.module().is_empty()) {
        let from = group(&source.path);
        for path in imported_modules(source) {
            // The longest part of the path that is a file; the rest is an item in it.
            let target = (1..=path.len()).rev().find_map(|length| files.get(&path[..length]));
            if let Some(target) = target {
                imports.entry(from.clone()).or_default().insert(group(&target.path));
            }
        }
        imports.entry(from).or_default();
    }
    let reach: BTreeMap<&String, BTreeSet<&String>> =
        imports.keys().map(|name| (name, reached(name, &imports))).collect();
    let mut found: BTreeSet<Vec<String>> = BTreeSet::new();
    for name in imports.keys() {
        let circle: Vec<String> = imports
            .keys()
            .filter(|other| *other == name || reach[name].contains(other) && reach[other].contains(name))
            .cloned()
            .collect();
        if circle.len() > 1 {
            found.insert(circle);
        }
    }
    found.into_iter().collect()
}

fn reached<'a>(from: &'a String, imports: &'a BTreeMap<String, BTreeSet<String>>) -> BTreeSet<&'a String> {
    let (mut found, mut waiting) = (BTreeSet::new(), vec![from]);
    while let Some(name) = waiting.pop() {
        for next in imports.get(name).into_iter().flatten() {
            if found.insert(next) {
                waiting.push(next);
            }
        }
    }
    found
}

#[test]
fn trees_of_imports_are_read() {
    let code = "use crate::a::{self, b::{C, D}, e};\nuse super::f;\nlet x = crate::g::h();".to_owned();
    let source = Source { path: "m/n.rs".into(), code };
    let joined: BTreeSet<String> = imported_modules(&source).iter().map(|path| path.join("::")).collect();
    assert_eq!(joined, ["a", "a::b::C", "a::b::D", "a::e", "g::h", "m::f"].map(str::to_owned).into());
}
