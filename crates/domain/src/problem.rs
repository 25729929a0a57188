//! What can be wrong with a request.
//!
//! A rule never stops at the first fault: it returns all of them, each with a key and the path of its field in the
//! request (`billableitems[2].kilometers`). The web app has the text of each key.

mod keys;

pub use self::keys::ErrorKey;

use std::fmt::Display;

use jiff::civil::Date;
use serde::Serialize;
use utoipa::ToSchema;

use crate::ids::BillId;

/// One fault: where it is and what it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = FieldProblem)]
pub struct Problem {
    /// The path of the field in the request, such as `billableitems[2].price`. Empty for the whole.
    pub field: String,
    pub key: ErrorKey,
    /// The bill that stands in the way, where it is another one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other: Option<OtherBill>,
    /// The least that is accepted: a number, or a date as DD.MM.YYYY.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub least: Option<String>,
    /// The most that is accepted: a number, of a text its characters, of a list its length, or a date as DD.MM.YYYY.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub most: Option<String>,
    /// The year whose statutory figures are not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub year: Option<i16>,
    /// The characters that cannot be printed, the first of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub characters: Option<String>,
}

/// Another bill of the same worker, as a problem names it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct OtherBill {
    pub id: BillId,
    /// Null until it goes to the customer.
    #[schema(required)]
    pub number: Option<i64>,
    /// DD.MM.YYYY, the day on which its trip began.
    #[schema(value_type = String)]
    #[serde(serialize_with = "crate::dates::serialize")]
    pub day: Date,
}

impl Problem {
    pub fn new(field: impl Into<String>, key: ErrorKey) -> Self {
        Self { field: field.into(), key, other: None, least: None, most: None, year: None, characters: None }
    }

    /// A list is longer than `most`.
    pub fn too_many(field: impl Into<String>, most: impl Display) -> Self {
        Self::new(field, ErrorKey::TooMany).at_most(most)
    }

    #[must_use]
    pub fn at_least(self, least: impl Display) -> Self {
        Self { least: Some(least.to_string()), ..self }
    }

    #[must_use]
    pub fn at_most(self, most: impl Display) -> Self {
        Self { most: Some(most.to_string()), ..self }
    }

    #[must_use]
    pub fn of_year(self, year: i16) -> Self {
        Self { year: Some(year), ..self }
    }

    /// The same fault seen from the thing that holds this one: `kilometers` in `billableitems[2]`.
    #[must_use]
    pub fn within(self, holder: &str) -> Self {
        let field =
            if self.field.is_empty() { holder.to_owned() } else { format!("{holder}.{}", self.field) };
        Self { field, ..self }
    }
}

/// Gathers the faults of one thing.
#[derive(Debug, Default)]
pub(crate) struct Problems(Vec<Problem>);

impl Problems {
    pub(crate) fn add(&mut self, field: impl Into<String>, key: ErrorKey) {
        self.0.push(Problem::new(field, key));
    }

    pub(crate) fn push(&mut self, problem: Problem) {
        self.0.push(problem);
    }

    /// Notes a value below `least` or above `most`, if it is.
    pub(crate) fn add_out_of_range(
        &mut self,
        wrong: bool,
        field: &str,
        least: impl Display,
        most: impl Display,
    ) {
        if wrong {
            self.push(Problem::new(field, ErrorKey::OutOfRange).at_least(least).at_most(most));
        }
    }

    /// Notes a value below zero, if it is.
    pub(crate) fn add_negative(&mut self, wrong: bool, field: &str) {
        if wrong {
            self.push(Problem::new(field, ErrorKey::OutOfRange).at_least(0));
        }
    }

    pub(crate) fn add_if(&mut self, wrong: bool, field: &str, key: ErrorKey) {
        if wrong {
            self.add(field, key);
        }
    }

    pub(crate) fn append(&mut self, others: Vec<Problem>) {
        self.0.extend(others);
    }

    pub(crate) fn append_within(&mut self, holder: &str, inner: Vec<Problem>) {
        self.0.extend(inner.into_iter().map(|problem| problem.within(holder)));
    }

    pub(crate) fn into_vec(self) -> Vec<Problem> {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_grows_outwards() {
        let inner = Problem::new("kilometers", ErrorKey::Required).within("billableitems[2]");
        assert_eq!(inner.field, "billableitems[2].kilometers");
        assert_eq!(Problem::new("", ErrorKey::Required).within("billableitems").field, "billableitems");
    }
}
