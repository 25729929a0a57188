//! Settings as they were given, each with its origin, so that an error names the line to correct.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};

use toml::de::{DeTable, DeValue};

/// Variables and the keys of the file are the same names: `LIKSA_DATA_DIR` is `data_dir`.
const PREFIX: &str = "LIKSA_";
/// The path of the file itself, which the command line has read already.
const CONFIG_FILE: &str = "LIKSA_CONFIG";

#[derive(Clone, Debug)]
pub enum Origin {
    Variable(String),
    Line { file: PathBuf, line: usize },
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Variable(name) => write!(f, "environment variable {name}"),
            Self::Line { file, line } => write!(f, "{} line {line}", file.display()),
        }
    }
}

#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    #[error("{}: cannot be read: {cause}", file.display())]
    Unreadable { file: PathBuf, cause: std::io::Error },
    #[error("{}: {cause}", file.display())]
    NotToml { file: PathBuf, cause: toml::de::Error },
    #[error("{origin}: there is no setting `{key}`{hint}")]
    Unknown { origin: Origin, key: String, hint: String },
    #[error("{origin}: {key}: {problem}")]
    Wrong { origin: Origin, key: &'static str, problem: String },
    #[error("{0}")]
    Conflict(String),
}

/// The error of settings that contradict each other.
pub fn conflict<T>(why: impl Into<String>) -> Result<T, ConfigError> {
    Err(ConfigError::Conflict(why.into()))
}

struct Given {
    text: String,
    origin: Origin,
}

/// All settings given, by key. The environment wins over the file.
#[derive(Default)]
pub struct Source(BTreeMap<String, Given>);

impl Source {
    /// `known` are the keys that exist; any other is refused, because a misspelt
    /// `LIKSA_DATABASE_URL` must not quietly become an empty SQLite file.
    pub fn read(
        file: Option<&Path>,
        variables: impl Iterator<Item = (String, String)>,
        known: Vec<&str>,
    ) -> Result<Self, ConfigError> {
        let mut source = Self::default();
        if let Some(file) = file {
            source.read_file(file)?;
        }
        for (name, text) in variables.filter(|(name, _)| name != CONFIG_FILE) {
            if let Some(key) = name.strip_prefix(PREFIX) {
                let given = Given { text, origin: Origin::Variable(name.clone()) };
                source.0.insert(key.to_lowercase(), given);
            }
        }
        for (key, given) in &source.0 {
            if !known.contains(&key.as_str()) {
                let hint =
                    nearest(key, &known).map(|near| format!("; is `{near}` meant?")).unwrap_or_default();
                return Err(ConfigError::Unknown { origin: given.origin.clone(), key: key.clone(), hint });
            }
        }
        Ok(source)
    }

    fn read_file(&mut self, file: &Path) -> Result<(), ConfigError> {
        let text = std::fs::read_to_string(file)
            .map_err(|cause| ConfigError::Unreadable { file: file.to_owned(), cause })?;
        let table =
            DeTable::parse(&text).map_err(|cause| ConfigError::NotToml { file: file.to_owned(), cause })?;
        for (key, value) in table.get_ref() {
            let line = text[..key.span().start].matches('\n').count() + 1;
            let origin = Origin::Line { file: file.to_owned(), line };
            self.0.insert(key.get_ref().to_string(), Given { text: plain(value.get_ref()), origin });
        }
        Ok(())
    }

    /// A setting of which any text is accepted.
    pub fn text(&self, key: &str) -> Option<&str> {
        self.0.get(key).map(|given| given.text.trim())
    }

    /// The setting read by `parse`, or `default` when it was not given.
    pub fn get<T>(
        &self,
        key: &'static str,
        default: T,
        parse: impl Fn(&str) -> Result<T, String>,
    ) -> Result<T, ConfigError> {
        let Some(given) = self.0.get(key) else { return Ok(default) };
        let wrong = |problem| ConfigError::Wrong { origin: given.origin.clone(), key, problem };
        parse(given.text.trim()).map_err(wrong)
    }

    /// The origin of a setting, for rules about two of them.
    pub fn origin(&self, key: &str) -> Option<&Origin> {
        self.0.get(key).map(|given| &given.origin)
    }
}

/// The value as one would write it in a variable: lists with commas, everything else as it is.
fn plain(value: &DeValue<'_>) -> String {
    match value {
        DeValue::String(text) => text.to_string(),
        DeValue::Integer(number) => number.as_str().to_owned(),
        DeValue::Float(number) => number.as_str().to_owned(),
        DeValue::Boolean(flag) => flag.to_string(),
        DeValue::Datetime(date) => date.to_string(),
        DeValue::Array(list) => list.iter().map(|one| plain(one.get_ref())).collect::<Vec<_>>().join(","),
        DeValue::Table(_) => String::new(),
    }
}

/// The known key that is most similar to a misspelt one, if any is.
fn nearest<'a>(key: &str, known: &[&'a str]) -> Option<&'a str> {
    let shared = |other: &str| {
        let front = key.bytes().zip(other.bytes()).take_while(|(a, b)| a == b).count();
        let back = key.bytes().rev().zip(other.bytes().rev()).take_while(|(a, b)| a == b).count();
        front + back
    };
    known.iter().copied().max_by_key(|other| shared(other)).filter(|other| shared(other) * 2 > key.len())
}
