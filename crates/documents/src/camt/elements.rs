//! Elements of a camt file by their paths. Files that are no camt, or larger than any of a bank, are refused.

use std::io::{BufRead, Read, Take};

use quick_xml::NsReader;
use quick_xml::escape::resolve_xml_entity;
use quick_xml::events::{BytesDecl, BytesRef, BytesStart, Event};
use quick_xml::name::{Namespace, ResolveResult};

use super::CamtError;

/// About forty thousand payments: more than a day of any account of the provider.
pub(super) const MOST_FILE_BYTES: u64 = 50_000_000;
/// Of one tag, text or comment, which the parser holds in memory; banks need a few hundred bytes.
const MOST_PIECE_BYTES: u64 = 64 * 1024;
/// The deepest element of the schemas lies at half of this.
const MOST_LEVELS: usize = 32;
/// Longer than any text of the schemas.
const MOST_TEXT_BYTES: usize = 4 * 1024;

/// The versions that can be read, and the element that holds a statement in each.
const MESSAGES: [(&str, &str); 6] = [
    ("urn:iso:std:iso:20022:tech:xsd:camt.053.001.02", STATEMENT),
    ("urn:iso:std:iso:20022:tech:xsd:camt.053.001.04", STATEMENT),
    ("urn:iso:std:iso:20022:tech:xsd:camt.053.001.08", STATEMENT),
    ("urn:iso:std:iso:20022:tech:xsd:camt.054.001.02", NOTIFICATION),
    ("urn:iso:std:iso:20022:tech:xsd:camt.054.001.04", NOTIFICATION),
    ("urn:iso:std:iso:20022:tech:xsd:camt.054.001.08", NOTIFICATION),
];
const STATEMENT: &str = "Document/BkToCstmrStmt/Stmt";
const NOTIFICATION: &str = "Document/BkToCstmrDbtCdtNtfctn/Ntfctn";

/// Path, text and currency of an element; text and currency are known when it closes.
pub(super) type Element<'a> = (&'a str, &'a str, Option<&'a str>);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    /// An element begins.
    Opened,
    /// An element ends, and its text is known.
    Closed,
    /// The file has ended where it should.
    End,
}

pub(super) struct Elements<R> {
    /// Limited to the length of a file, and within it to that of a piece.
    reader: NsReader<Take<Take<R>>>,
    buffer: Vec<u8>,
    /// Which of the known messages the root element has opened.
    message: Option<(&'static str, &'static str)>,
    /// The names of the open elements, with slashes between.
    path: String,
    /// How long the path was before each open element.
    levels: Vec<usize>,
    /// Whether the element that has just ended is still in the path.
    closed: bool,
    text: String,
    currency: Option<String>,
}

impl<R: BufRead> Elements<R> {
    pub fn new(source: R) -> Self {
        let mut reader = NsReader::from_reader(source.take(MOST_FILE_BYTES + 1).take(0));
        reader.config_mut().expand_empty_elements = true;
        Self {
            reader,
            buffer: Vec::new(),
            message: None,
            path: String::new(),
            levels: Vec::new(),
            closed: false,
            text: String::new(),
            currency: None,
        }
    }

    /// The path below the statement of the element that opened or closed; empty for the statement itself.
    pub fn within_statement(&self) -> Option<&str> {
        let (_, statement) = self.message?;
        let below = self.path.strip_prefix(statement)?;
        if below.is_empty() { Some(below) } else { below.strip_prefix('/') }
    }

    /// The text of the element that closed.
    pub fn text(&self) -> &str {
        self.text.trim()
    }

    /// The currency of the amount that closed.
    pub fn currency(&self) -> Option<&str> {
        self.currency.as_deref()
    }

    pub fn next(&mut self) -> Result<Step, CamtError> {
        if self.closed {
            self.closed = false;
            self.text.clear();
            self.path.truncate(self.levels.pop().unwrap_or_default());
        }
        loop {
            if let Some(step) = self.read_event()? {
                return Ok(step);
            }
        }
    }

    /// Reads one event of the parser; None where no element begins or ends.
    fn read_event(&mut self) -> Result<Option<Step>, CamtError> {
        self.buffer.clear();
        self.reader.get_mut().set_limit(MOST_PIECE_BYTES + 1);
        let at = self.reader.buffer_position();
        let event = self.reader.read_event_into(&mut self.buffer);
        let piece = self.reader.get_ref();
        if piece.get_ref().limit() == 0 {
            return Err(CamtError::TooLarge);
        }
        if piece.limit() == 0 {
            return Err(CamtError::PieceTooLong);
        }
        let outside = self.levels.is_empty();
        let piece = match event.map_err(|error| CamtError::from_parser(&error, at))? {
            Event::Start(start) => {
                let namespace = match self.reader.resolver().resolve_element(start.name()) {
                    (ResolveResult::Bound(Namespace(name)), _) => name,
                    _ => "",
                };
                let name = start.local_name();
                if outside && self.message.replace(message_of(namespace, name.as_ref())?).is_some() {
                    return Err(CamtError::Malformed { at });
                }
                if self.levels.len() == MOST_LEVELS {
                    return Err(CamtError::NestedTooDeeply);
                }
                self.levels.push(self.path.len());
                if !outside {
                    self.path.push('/');
                }
                // An element of another namespace gets a name that no path has.
                let known = self.message.is_some_and(|(expected, _)| expected == namespace);
                self.path.push_str(if known { name.as_ref() } else { "*" });
                self.text.clear();
                self.currency = currency_of(&start);
                return Ok(Some(Step::Opened));
            }
            Event::End(_) => {
                self.closed = true;
                return Ok(Some(Step::Closed));
            }
            Event::Eof if self.message.is_some() && outside => return Ok(Some(Step::End)),
            Event::Eof => return Err(CamtError::Truncated),
            Event::DocType(_) => return Err(CamtError::DocumentType),
            Event::Decl(declaration) => return check_encoding(&declaration).map(|()| None),
            Event::Text(text) => text.xml10_content().into_owned(),
            Event::CData(text) => text.xml10_content().into_owned(),
            Event::GeneralRef(reference) => resolve(&reference)?,
            Event::Empty(_) | Event::Comment(_) | Event::PI(_) => return Ok(None),
        };
        if outside && !piece.trim().is_empty() {
            return Err(CamtError::Malformed { at });
        }
        if self.text.len() + piece.len() > MOST_TEXT_BYTES {
            return Err(CamtError::PieceTooLong);
        }
        self.text.push_str(&piece);
        Ok(None)
    }
}

/// The message that a root element opens.
fn message_of(namespace: &str, root: &str) -> Result<(&'static str, &'static str), CamtError> {
    let known = MESSAGES.into_iter().find(|(name, _)| *name == namespace && root == "Document");
    // The beginning of a long name is enough to recognise it.
    known.ok_or_else(|| CamtError::NotCamt { namespace: namespace.chars().take(100).collect() })
}

fn currency_of(start: &BytesStart<'_>) -> Option<String> {
    let attribute = start.try_get_attribute("Ccy").ok().flatten()?;
    Some(attribute.value.chars().take(3).collect())
}

fn check_encoding(declaration: &BytesDecl<'_>) -> Result<(), CamtError> {
    match declaration.encoding() {
        None => Ok(()),
        Some(Ok(name)) if name.eq_ignore_ascii_case("UTF-8") => Ok(()),
        Some(_) => Err(CamtError::NotUtf8),
    }
}

/// A character by its number, or one of the five that every XML file has.
fn resolve(reference: &BytesRef<'_>) -> Result<String, CamtError> {
    match reference.resolve_char_ref() {
        Ok(Some(character)) => Ok(character.to_string()),
        Ok(None) => resolve_xml_entity(reference).map(str::to_owned).ok_or(CamtError::UnknownEntity),
        Err(_) => Err(CamtError::UnknownEntity),
    }
}
