//! Words from which the large data set is made, read from `words.toml`.

use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Words {
    pub first_names: Vec<String>,
    pub last_names: Vec<String>,
    pub streets: Vec<String>,
    pub company_starts: Vec<String>,
    pub company_ends: Vec<String>,
    /// Towns, each with a postal code of it.
    pub towns: Vec<(String, String)>,
    pub trades: Vec<Trade>,
}

/// A trade, with the texts and prices of its bills.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trade {
    pub profession_code: String,
    /// Texts of work by the hour or piece.
    pub by_amount: Vec<String>,
    /// The lowest and the highest price of one, in euros.
    pub unit_euros: (u32, u32),
    /// Texts of work at an agreed price.
    pub agreed: Vec<String>,
    /// The lowest and the highest agreed price, in tens of euros.
    pub agreed_tens: (u32, u32),
    /// Whether the customer pays the VAT, as among builders.
    #[serde(default)]
    pub reverse_vat: bool,
}

impl Words {
    pub fn read() -> anyhow::Result<Self> {
        Ok(toml::from_str(include_str!("words.toml"))?)
    }
}
