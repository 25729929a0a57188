//! Amounts, quantities and rates as JSON numbers, with every digit: they never go through a float.

use std::borrow::Cow;

use serde::{Serialize, Serializer};
use serde_json::value::RawValue;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, SchemaType, Type};
use utoipa::{PartialSchema, ToSchema};

use crate::{Money, Quantity, Rate};

/// A rate that is written in per cent. A bare [`Rate`] is written as a part of one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Percent(pub Rate);

/// Writes a type as the exact number that `$text` gives and describes it to API clients as `$name`.
macro_rules! json_number {
    ($type:ty, $text:expr, $name:literal, $description:literal) => {
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let text: fn(Self) -> String = $text;
                RawValue::from_string(text(*self)).map_err(serde::ser::Error::custom)?.serialize(serializer)
            }
        }

        impl PartialSchema for $type {
            fn schema() -> RefOr<Schema> {
                let number = ObjectBuilder::new().schema_type(SchemaType::Type(Type::Number));
                number.description(Some($description)).into()
            }
        }

        impl ToSchema for $type {
            fn name() -> Cow<'static, str> {
                $name.into()
            }
        }
    };
}

json_number!(Money, Money::plain, "Euros", "Euros.");
json_number!(Quantity, Quantity::plain, "Count", "A number of hours, pieces or kilometres.");
json_number!(Rate, Rate::plain_fraction, "Fraction", "A part of one: 0.255 is 25.5 %.");
json_number!(Percent, |percent| percent.0.plain_percent(), "Percent", "Per cent: 25.5 is 25.5 %.");

/// Writes a rate, or one that may be missing, in per cent: for `serde(serialize_with)`.
pub fn serialize_percent<S: Serializer>(
    rate: &(impl Copy + Into<Option<Rate>>),
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let percent: Option<Percent> = (*rate).into().map(Percent);
    percent.serialize(serializer)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_with_every_digit() {
        let money: Money = "99999999999999.99".parse().unwrap();
        assert_eq!(serde_json::to_string(&money).unwrap(), "99999999999999.99");
        let quantity: Quantity = "7.25".parse().unwrap();
        assert_eq!(serde_json::to_string(&quantity).unwrap(), "7.25");
        let rate = Rate::from_millionths(19_100);
        assert_eq!(serde_json::to_string(&(rate, Percent(rate))).unwrap(), "[0.0191,1.91]");
    }
}
