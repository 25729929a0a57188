//! The elements of a camt file by their paths, and the refusal of all that is not one.

use std::io::BufRead;

use quick_xml::NsReader;
use quick_xml::escape::resolve_xml_entity;
use quick_xml::events::{BytesDecl, BytesRef, BytesStart, Event};
use quick_xml::name::{Namespace, ResolveResult};

use super::CamtError;
use super::bounded::Bounded;

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
    reader: NsReader<Bounded<R>>,
    buffer: Vec<u8>,
    /// The message that the root element said this is.
    message: Option<(&'static str, &'static str)>,
    /// The names of the open elements, with slashes between.
    path: String,
    /// How long the path was before each open element.
    levels: Vec<usize>,
    /// The element that has just ended still stands in the path.
    closed: bool,
    text: String,
    currency: Option<String>,
}

/// What an event of the parser does to the path.
enum Change {
    Open(String),
    Close,
    Nothing,
    End,
}

impl<R: BufRead> Elements<R> {
    pub fn new(source: R) -> Self {
        let mut reader = NsReader::from_reader(Bounded::new(source));
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
            match self.change()? {
                Change::Open(name) => return self.open(&name),
                Change::Close => {
                    self.closed = true;
                    return Ok(Step::Closed);
                }
                Change::Nothing => {}
                Change::End if self.message.is_some() && self.levels.is_empty() => return Ok(Step::End),
                Change::End => return Err(CamtError::Truncated),
            }
        }
    }

    fn open(&mut self, name: &str) -> Result<Step, CamtError> {
        if self.levels.len() == MOST_LEVELS {
            return Err(CamtError::NestedTooDeeply);
        }
        self.levels.push(self.path.len());
        if !self.path.is_empty() {
            self.path.push('/');
        }
        self.path.push_str(name);
        self.text.clear();
        Ok(Step::Opened)
    }

    /// One event of the parser, taken for what it means here.
    fn change(&mut self) -> Result<Change, CamtError> {
        self.buffer.clear();
        self.reader.get_mut().next_piece();
        let at = self.reader.buffer_position();
        let (namespace, event) = self
            .reader
            .read_resolved_event_into(&mut self.buffer)
            .map_err(|error| CamtError::from_parser(&error, at))?;
        let outside = self.levels.is_empty();
        let piece = match event {
            Event::Start(start) => {
                if outside {
                    let root = message_of(&namespace, &start)?;
                    if self.message.replace(root).is_some() {
                        return Err(CamtError::Malformed { at });
                    }
                }
                self.currency = currency_of(&start);
                return Ok(Change::Open(name_of(&namespace, &start, self.message)));
            }
            Event::End(_) => return Ok(Change::Close),
            Event::Eof => return Ok(Change::End),
            Event::DocType(_) => return Err(CamtError::DocumentType),
            Event::Decl(declaration) => {
                check_encoding(&declaration)?;
                return Ok(Change::Nothing);
            }
            Event::Text(text) => text.xml10_content().into_owned(),
            Event::CData(text) => text.xml10_content().into_owned(),
            Event::GeneralRef(reference) => resolve(&reference)?,
            Event::Empty(_) | Event::Comment(_) | Event::PI(_) => return Ok(Change::Nothing),
        };
        if outside && !piece.trim().is_empty() {
            return Err(CamtError::Malformed { at });
        }
        if self.text.len() + piece.len() > MOST_TEXT_BYTES {
            return Err(CamtError::PieceTooLong);
        }
        self.text.push_str(&piece);
        Ok(Change::Nothing)
    }
}

fn message_of(
    namespace: &ResolveResult<'_>,
    start: &BytesStart<'_>,
) -> Result<(&'static str, &'static str), CamtError> {
    let found = match namespace {
        ResolveResult::Bound(Namespace(name)) => *name,
        _ => "",
    };
    let known = MESSAGES.into_iter().find(|(name, _)| *name == found);
    known.filter(|_| start.local_name().as_ref() == "Document").ok_or_else(|| CamtError::NotCamt {
        // Enough to recognise it by, however long somebody made it.
        namespace: found.chars().take(100).collect(),
    })
}

/// The name of an element of the message; one from elsewhere gets a name that no path of ours has.
fn name_of(
    namespace: &ResolveResult<'_>,
    start: &BytesStart<'_>,
    message: Option<(&'static str, &'static str)>,
) -> String {
    let ours = match (namespace, message) {
        (ResolveResult::Bound(Namespace(found)), Some((expected, _))) => *found == expected,
        _ => false,
    };
    if ours { start.local_name().as_ref().to_owned() } else { "*".to_owned() }
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
