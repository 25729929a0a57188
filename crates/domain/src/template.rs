//! Templates: rows and texts that a worker saves for later bills.

use jiff::Timestamp;
use liksa_money::Rate;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::bill::Pricing;
use crate::ids::TemplateId;
use crate::named::named;
use crate::problem::{ErrorKey, Problem};
use crate::reading::{NumberText, Reader, given};

/// How many one person may have.
pub const MOST_TEMPLATES: usize = 500;

const LONGEST_NAME: usize = 200;
const LONGEST_DESTINATION: usize = 500;
const LONGEST_TEXT: usize = 4000;

named! {
    TemplateKind { Row = "ROW", Text = "TEXT" }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Template {
    pub id: TemplateId,
    pub details: TemplateDetails,
    pub saved_at: Timestamp,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TemplateDetails {
    pub name: String,
    /// `showInResult`: whether the picker of the editor offers it.
    pub show_in_result: bool,
    pub content: TemplateContent,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TemplateContent {
    Row(TemplateRow),
    /// What goes on the bill beside its rows.
    Text(String),
}

/// What a new row is filled with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TemplateRow {
    pub destination: String,
    /// `alv`; the bill's if not given.
    pub vat_rate: Option<Rate>,
    pub pricing: Pricing,
}

impl TemplateContent {
    pub fn kind(&self) -> TemplateKind {
        match self {
            Self::Row(_) => TemplateKind::Row,
            Self::Text(_) => TemplateKind::Text,
        }
    }
}

/// A row or a text to be saved.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TemplateBody {
    /// ROW or TEXT. If not given, what `row` or `text` makes it.
    pub kind: Option<String>,
    /// If not given, the beginning of `text`.
    pub name: Option<String>,
    /// Whether the editor offers it; true if not given.
    pub show_in_result: Option<bool>,
    /// Of a TEXT: what goes to the bill's `invoiceText`.
    pub text: Option<String>,
    /// Of a ROW.
    pub row: Option<TemplateRowBody>,
}

/// What a new row is filled with.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TemplateRowBody {
    pub destination: Option<String>,
    /// CONTRACT, or AMOUNT for so many at a unit price.
    #[serde(rename = "type")]
    pub pricing: Option<String>,
    /// VAT in per cent.
    #[serde(rename = "alv")]
    pub vat_percent: Option<NumberText>,
    /// The price without VAT of a CONTRACT row.
    #[serde(rename = "alvPrice")]
    pub price: Option<NumberText>,
    /// The unit price without VAT of an AMOUNT row.
    #[serde(rename = "hourlyprice")]
    pub unit_price: Option<NumberText>,
    /// How many, of an AMOUNT row.
    #[serde(rename = "billableWorkHours")]
    pub amount: Option<NumberText>,
}

impl TemplateBody {
    /// The template, or every fault.
    pub fn read(&self) -> Result<TemplateDetails, Vec<Problem>> {
        let mut reader = Reader::default();
        let mut row_reader = Reader::within("row".into());
        let text = given(self.text.as_deref());
        let kind = match (given(self.kind.as_deref()), &self.row, text) {
            (None, Some(_), _) => Some(TemplateKind::Row),
            (None, None, Some(_)) => Some(TemplateKind::Text),
            (named, ..) => {
                reader.require("kind", named);
                reader.choice("kind", named, TemplateKind::from_name)
            }
        };
        // A text may be known by how it begins.
        let beginning: Option<String> = text
            .map(|text| text.lines().next().unwrap_or(text))
            .map(|line| line.chars().take(LONGEST_NAME).collect());
        let name = given(self.name.as_deref()).or(beginning.as_deref());
        let name = reader.required("name", name, LONGEST_NAME);
        let content = match (kind, &self.row) {
            (Some(TemplateKind::Row), Some(row)) => Some(TemplateContent::Row(row.read(&mut row_reader))),
            (Some(TemplateKind::Row), None) => {
                reader.refuse("row", ErrorKey::Required);
                None
            }
            (Some(TemplateKind::Text), _) => {
                Some(TemplateContent::Text(reader.required("text", self.text.as_deref(), LONGEST_TEXT)))
            }
            (None, _) => None,
        };
        reader.append(row_reader);
        let show_in_result = self.show_in_result.unwrap_or(true);
        reader.finish(content.map(|content| TemplateDetails { name, show_in_result, content }))
    }
}

impl TemplateRowBody {
    fn read(&self, reader: &mut Reader) -> TemplateRow {
        let by_amount = reader.choice("type", self.pricing.as_deref(), |name| match name {
            "CONTRACT" => Some(false),
            "AMOUNT" => Some(true),
            _ => None,
        });
        let pricing = match by_amount {
            Some(true) => Pricing::Amount {
                unit_price: reader.price("hourlyprice", self.unit_price.as_deref()),
                amount: reader.quantity("billableWorkHours", self.amount.as_deref()),
            },
            _ => Pricing::Contract { price: reader.price("alvPrice", self.price.as_deref()) },
        };
        reader.refuse_if(pricing.is_too_large(), "hourlyprice", ErrorKey::AmountTooLarge);
        TemplateRow {
            destination: reader.text("destination", self.destination.as_deref(), LONGEST_DESTINATION),
            vat_rate: reader.percent("alv", self.vat_percent.as_deref()),
            pricing,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row() -> TemplateBody {
        let row = TemplateRowBody {
            destination: Some(" Keikka ".into()),
            pricing: Some("AMOUNT".into()),
            vat_percent: Some("25,5".into()),
            price: None,
            unit_price: Some("45,00".into()),
            amount: Some("7.5".into()),
        };
        TemplateBody {
            kind: Some("ROW".into()),
            name: Some("Keikka".into()),
            row: Some(row),
            ..TemplateBody::default()
        }
    }

    fn problems(form: &TemplateBody) -> Vec<(String, ErrorKey)> {
        let problems = form.read().err().unwrap_or_default();
        problems.into_iter().map(|problem| (problem.field, problem.key)).collect()
    }

    #[test]
    fn a_row_is_read_as_the_editor_reads_it() {
        let details = row().read().unwrap();
        assert!(details.show_in_result, "a new one is offered");
        let expected = TemplateRow {
            destination: "Keikka".into(),
            vat_rate: Some(Rate::from_millionths(255_000)),
            pricing: Pricing::Amount { unit_price: "45".parse().ok(), amount: "7.5".parse().ok() },
        };
        assert_eq!(details.content, TemplateContent::Row(expected));
    }

    #[test]
    fn a_row_may_be_half_filled() {
        let form = TemplateBody { row: Some(TemplateRowBody::default()), ..row() };
        let empty = TemplateRow {
            destination: String::new(),
            vat_rate: None,
            pricing: Pricing::Contract { price: None },
        };
        assert_eq!(form.read().unwrap().content, TemplateContent::Row(empty));
    }

    #[test]
    fn what_it_is_and_its_name_follow_from_its_content() {
        let text = TemplateBody { text: Some("Kiitos!\nMaija".into()), ..TemplateBody::default() };
        let read = text.read().unwrap();
        assert_eq!((read.name.as_str(), read.content.kind()), ("Kiitos!", TemplateKind::Text));
        let read = TemplateBody { kind: None, ..row() }.read().unwrap();
        assert_eq!((read.name.as_str(), read.content.kind()), ("Keikka", TemplateKind::Row));
    }

    #[test]
    fn every_fault_is_named() {
        let required = |field: &str| (field.to_owned(), ErrorKey::Required);
        assert_eq!(problems(&TemplateBody::default()), [required("kind"), required("name")]);
        assert_eq!(problems(&TemplateBody { row: None, ..row() }), [required("row")]);
        assert_eq!(problems(&TemplateBody { kind: Some("TEXT".into()), ..row() }), [required("text")]);
        let unknown = [("kind".to_owned(), ErrorKey::InvalidChoice)];
        assert_eq!(problems(&TemplateBody { kind: Some("BILL".into()), ..row() }), unknown);
        let long = "x".repeat(LONGEST_TEXT + 1);
        let bad_row = TemplateRowBody {
            destination: Some(long.clone()),
            pricing: Some("GIFT".into()),
            vat_percent: Some("x".into()),
            price: Some("1,2,3".into()),
            ..TemplateRowBody::default()
        };
        let form = TemplateBody { name: Some(long.clone()), row: Some(bad_row), ..row() };
        let expected = [
            ("name", ErrorKey::TooLong),
            ("row.type", ErrorKey::InvalidChoice),
            ("row.alvPrice", ErrorKey::InvalidNumber),
            ("row.destination", ErrorKey::TooLong),
            ("row.alv", ErrorKey::NotANumber),
        ];
        assert_eq!(problems(&form), expected.map(|(field, key)| (field.to_owned(), key)));
        let form = TemplateBody { kind: Some("TEXT".into()), text: Some(long.clone()), ..row() };
        assert_eq!(problems(&form), [("text".to_owned(), ErrorKey::TooLong)]);
    }
}
