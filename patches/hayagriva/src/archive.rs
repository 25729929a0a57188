//! The built-in styles: the one that Typst takes for its default, and it is empty.

use crate::citationberg::{IndependentStyle, Locale, Style};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ArchivedStyle {
    InstituteOfElectricalAndElectronicsEngineers,
}

impl ArchivedStyle {
    pub fn all() -> &'static [Self] {
        &[Self::InstituteOfElectricalAndElectronicsEngineers]
    }

    pub fn by_name(name: &str) -> Option<Self> {
        Self::all().iter().copied().find(|style| style.names().contains(&name))
    }

    pub fn names(&self) -> &'static [&'static str] {
        &["institute-of-electrical-and-electronics-engineers", "ieee"]
    }

    pub fn display_name(&self) -> &'static str {
        "IEEE"
    }

    pub fn get(&self) -> Style {
        Style::Independent(IndependentStyle::default())
    }
}

pub fn locales() -> Vec<Locale> {
    Vec::new()
}
