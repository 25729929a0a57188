//! The part of citationberg that hayagriva passes on to typst-library.

pub enum Style {
    Independent(IndependentStyle),
    Dependent,
}

#[derive(Debug, Default)]
pub struct IndependentStyle {
    pub settings: StyleSettings,
}

impl IndependentStyle {
    pub fn from_xml(_: &str) -> Result<Self, &'static str> {
        Err("this program is built without bibliographies")
    }
}

#[derive(Debug, Default)]
pub struct StyleSettings {
    pub class: StyleClass,
}

#[derive(Debug, Default, PartialEq, Eq)]
pub enum StyleClass {
    #[default]
    InText,
    Note,
}

pub struct Locale;

#[derive(Clone)]
pub struct LocaleCode(pub String);

pub mod taxonomy {
    pub enum Locator {
        Custom,
    }
}

#[derive(Clone, Copy)]
pub enum Display {
    Block,
    LeftMargin,
    Indent,
}

pub enum FontStyle {
    Normal,
    Italic,
}

pub enum FontVariant {
    Normal,
    SmallCaps,
}

pub enum FontWeight {
    Normal,
    Bold,
    Light,
}

pub enum TextDecoration {
    None,
    Underline,
}

pub enum VerticalAlign {
    None,
    Baseline,
    Sup,
    Sub,
}
