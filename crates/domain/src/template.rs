//! Rows and texts that a worker keeps for later bills.

use jiff::Timestamp;
use liksa_money::Rate;

use crate::bill::Pricing;
use crate::ids::TemplateId;
use crate::named::named;
use crate::problem::{ErrorKey, Problem};
use crate::reading::{Reader, given};

/// How many one person may keep.
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

/// A template as it comes from outside: every field may be missing or empty.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct TemplateForm<'a> {
    pub kind: Option<&'a str>,
    pub name: Option<&'a str>,
    pub show_in_result: Option<bool>,
    pub text: Option<&'a str>,
    pub row: Option<TemplateRowForm<'a>>,
}

/// By the names that a row of a bill has on the wire.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct TemplateRowForm<'a> {
    pub destination: Option<&'a str>,
    /// CONTRACT, or AMOUNT.
    pub pricing: Option<&'a str>,
    /// In per cents.
    pub vat_percent: Option<&'a str>,
    pub price: Option<&'a str>,
    pub unit_price: Option<&'a str>,
    pub amount: Option<&'a str>,
}

impl TemplateForm<'_> {
    /// The template, or every fault.
    pub fn read(&self) -> Result<TemplateDetails, Vec<Problem>> {
        let mut reader = Reader::default();
        let mut row_reader = Reader::within("row".into());
        let kind = reader.choice("kind", self.kind, TemplateKind::from_name);
        if given(self.kind).is_none() {
            reader.refuse("kind", ErrorKey::Required);
        }
        if given(self.name).is_none() {
            reader.refuse("name", ErrorKey::Required);
        }
        let name = reader.text("name", self.name, LONGEST_NAME);
        let content = match (kind, &self.row) {
            (Some(TemplateKind::Row), Some(row)) => Some(TemplateContent::Row(row.read(&mut row_reader))),
            (Some(TemplateKind::Row), None) => {
                reader.refuse("row", ErrorKey::Required);
                None
            }
            (Some(TemplateKind::Text), _) => {
                if given(self.text).is_none() {
                    reader.refuse("text", ErrorKey::Required);
                }
                Some(TemplateContent::Text(reader.text("text", self.text, LONGEST_TEXT)))
            }
            (None, _) => None,
        };
        let problems = [reader.into_problems(), row_reader.into_problems()].concat();
        match content {
            Some(content) if problems.is_empty() => {
                let show_in_result = self.show_in_result.unwrap_or(true);
                Ok(TemplateDetails { name, show_in_result, content })
            }
            _ => Err(problems),
        }
    }
}

impl TemplateRowForm<'_> {
    fn read(&self, reader: &mut Reader) -> TemplateRow {
        let contract = Pricing::Contract { price: None };
        let by_amount = Pricing::Amount { unit_price: None, amount: None };
        let pricing = reader.choice("type", self.pricing, |name| match name {
            "CONTRACT" => Some(contract),
            "AMOUNT" => Some(by_amount),
            _ => None,
        });
        let pricing = match pricing.unwrap_or(contract) {
            Pricing::Contract { .. } => Pricing::Contract { price: reader.money("alvPrice", self.price) },
            Pricing::Amount { .. } => Pricing::Amount {
                unit_price: reader.money("hourlyprice", self.unit_price),
                amount: reader.quantity("billableWorkHours", self.amount),
            },
        };
        TemplateRow {
            destination: reader.text("destination", self.destination, LONGEST_DESTINATION),
            vat_rate: reader.percent("alv", self.vat_percent),
            pricing,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row() -> TemplateForm<'static> {
        let row = TemplateRowForm {
            destination: Some(" Keikka "),
            pricing: Some("AMOUNT"),
            vat_percent: Some("25,5"),
            price: None,
            unit_price: Some("45,00"),
            amount: Some("7.5"),
        };
        TemplateForm { kind: Some("ROW"), name: Some("Keikka"), row: Some(row), ..TemplateForm::default() }
    }

    fn problems(form: &TemplateForm<'_>) -> Vec<(String, ErrorKey)> {
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
        let form = TemplateForm { row: Some(TemplateRowForm::default()), ..row() };
        let empty = TemplateRow {
            destination: String::new(),
            vat_rate: None,
            pricing: Pricing::Contract { price: None },
        };
        assert_eq!(form.read().unwrap().content, TemplateContent::Row(empty));
    }

    #[test]
    fn every_fault_is_named() {
        let required = |field: &str| (field.to_owned(), ErrorKey::Required);
        assert_eq!(problems(&TemplateForm::default()), [required("kind"), required("name")]);
        assert_eq!(problems(&TemplateForm { row: None, ..row() }), [required("row")]);
        assert_eq!(problems(&TemplateForm { kind: Some("TEXT"), ..row() }), [required("text")]);
        let unknown = [("kind".to_owned(), ErrorKey::InvalidChoice)];
        assert_eq!(problems(&TemplateForm { kind: Some("BILL"), ..row() }), unknown);
        let long = "x".repeat(LONGEST_TEXT + 1);
        let bad_row = TemplateRowForm {
            destination: Some(&long),
            pricing: Some("GIFT"),
            vat_percent: Some("x"),
            price: Some("1,2,3"),
            ..TemplateRowForm::default()
        };
        let form = TemplateForm { name: Some(&long), row: Some(bad_row), ..row() };
        let expected = [
            ("name", ErrorKey::TooLong),
            ("row.type", ErrorKey::InvalidChoice),
            ("row.alvPrice", ErrorKey::InvalidNumber),
            ("row.destination", ErrorKey::TooLong),
            ("row.alv", ErrorKey::NotANumber),
        ];
        assert_eq!(problems(&form), expected.map(|(field, key)| (field.to_owned(), key)));
        let form = TemplateForm { kind: Some("TEXT"), text: Some(&long), ..row() };
        assert_eq!(problems(&form), [("text".to_owned(), ErrorKey::TooLong)]);
    }
}
