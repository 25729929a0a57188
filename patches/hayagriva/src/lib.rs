//! The part of hayagriva that typst-library names, without bibliographies: no source of one can be read.
//!
//! What exists only after reading is an enum without variants, so the compiler proves that it is never used.

use std::borrow::Cow;
use std::marker::PhantomData;

pub mod archive;
pub mod citationberg;
pub mod io;

use citationberg::{IndependentStyle, Locale, LocaleCode, taxonomy};

pub enum Entry {}

impl Entry {
    pub fn key(&self) -> &str {
        match *self {}
    }

    pub fn title(&self) -> Option<&FormatString> {
        match *self {}
    }
}

pub struct FormatString {
    pub value: ChunkedString,
}

pub enum ChunkedString {}

impl ChunkedString {
    pub fn to_str(&self) -> Cow<'_, str> {
        match *self {}
    }
}

pub enum Library {}

impl Library {
    pub fn is_empty(&self) -> bool {
        match *self {}
    }
}

impl IntoIterator for Library {
    type Item = Entry;
    type IntoIter = std::iter::Empty<Entry>;

    fn into_iter(self) -> Self::IntoIter {
        match self {}
    }
}

/// Renders citations; since no entry can exist, it renders none.
#[derive(Default)]
pub struct BibliographyDriver<'a, T>(PhantomData<&'a T>);

impl<'a, T> BibliographyDriver<'a, T> {
    pub fn new() -> Self {
        Self(PhantomData)
    }

    pub fn with_citation_number_offset(self, _: usize) -> Self {
        self
    }

    pub fn citation(&mut self, _: CitationRequest<'a, T>) {}

    pub fn finish(self, _: BibliographyRequest<'_>) -> Rendered {
        Rendered { bibliography: None, citations: Vec::new() }
    }
}

pub struct BibliographyRequest<'a> {
    pub style: &'a IndependentStyle,
    pub locale: Option<LocaleCode>,
    pub locale_files: &'a [Locale],
}

pub struct CitationRequest<'a, T>(PhantomData<&'a T>);

impl<'a, T> CitationRequest<'a, T> {
    pub fn new(
        _: Vec<CitationItem<'a, T>>,
        _: &'a IndependentStyle,
        _: Option<LocaleCode>,
        _: &'a [Locale],
        _: Option<usize>,
    ) -> Self {
        Self(PhantomData)
    }
}

pub struct CitationItem<'a, T>(PhantomData<&'a T>);

impl<'a, T> CitationItem<'a, T> {
    pub fn new(
        _: &'a T,
        _: Option<SpecificLocator>,
        _: Option<LocaleCode>,
        _: bool,
        _: Option<CitePurpose>,
    ) -> Self {
        Self(PhantomData)
    }
}

pub struct SpecificLocator(pub taxonomy::Locator, pub LocatorPayload);

pub enum LocatorPayload {
    Transparent(TransparentLocator),
}

pub struct TransparentLocator;

impl TransparentLocator {
    pub fn new<T>(_: T) -> Self {
        Self
    }
}

pub enum CitePurpose {
    Author,
    Year,
    Full,
    Prose,
}

pub struct Rendered {
    pub bibliography: Option<RenderedBibliography>,
    pub citations: Vec<RenderedCitation>,
}

pub struct RenderedBibliography {
    pub items: Vec<BibliographyItem>,
    pub hanging_indent: bool,
}

pub struct BibliographyItem {
    pub key: String,
    pub first_field: Option<ElemChild>,
    pub content: ElemChildren,
}

pub struct RenderedCitation {
    pub citation: ElemChildren,
}

pub struct ElemChildren(pub Vec<ElemChild>);

impl ElemChildren {
    pub fn find_meta(&self, _: &ElemMeta) -> Option<&Elem> {
        None
    }
}

pub enum ElemChild {
    Text(Formatted),
    Elem(Elem),
    Markup(String),
    Link { text: Formatted, url: String },
    Transparent { cite_idx: usize, format: Formatting },
}

pub struct Elem {
    pub children: ElemChildren,
    pub display: Option<citationberg::Display>,
    pub meta: Option<ElemMeta>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum ElemMeta {
    CitationNumber,
    Entry(usize),
}

pub struct Formatted {
    pub text: String,
    pub formatting: Formatting,
}

pub struct Formatting {
    pub font_style: citationberg::FontStyle,
    pub font_variant: citationberg::FontVariant,
    pub font_weight: citationberg::FontWeight,
    pub text_decoration: citationberg::TextDecoration,
    pub vertical_align: citationberg::VerticalAlign,
}
