//! Figures are written as texts in the data files: a TOML float would already have lost the exact value.

use std::borrow::Cow;

use liksa_money::{Money, Rate};
use serde::de::{Deserialize, Deserializer, Error};

pub(crate) fn percent<'de, D: Deserializer<'de>>(source: D) -> Result<Rate, D::Error> {
    let text = Cow::<'de, str>::deserialize(source)?;
    Rate::from_percent_str(&text).map_err(D::Error::custom)
}

pub(crate) fn optional_percent<'de, D: Deserializer<'de>>(source: D) -> Result<Option<Rate>, D::Error> {
    percent(source).map(Some)
}

pub(crate) fn euros<'de, D: Deserializer<'de>>(source: D) -> Result<Money, D::Error> {
    let text = Cow::<'de, str>::deserialize(source)?;
    text.parse().map_err(D::Error::custom)
}

pub(crate) fn optional_euros<'de, D: Deserializer<'de>>(source: D) -> Result<Option<Money>, D::Error> {
    euros(source).map(Some)
}
