//! Numbers on the wire, never through a float: what was written is what is read, and what is
//! answered is what was reckoned.

use std::borrow::Cow;

use liksa_money::{Money, Quantity, Rate};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, OneOfBuilder, Schema, SchemaType, Type};
use utoipa::{PartialSchema, ToSchema};

/// A number as the client wrote it: a JSON number, or a text such as "12,50". Whether it is a good
/// one is for the rules to say, which name the field.
#[derive(Debug, PartialEq, Eq)]
pub struct NumberText(String);

impl NumberText {
    fn as_str(&self) -> &str {
        &self.0
    }
}

/// The text of a number that may not have been sent.
pub fn text(number: &Option<NumberText>) -> Option<&str> {
    number.as_ref().map(NumberText::as_str)
}

impl<'de> Deserialize<'de> for NumberText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let raw = Box::<RawValue>::deserialize(deserializer)?;
        let text = raw.get();
        let text = match text.starts_with('"') {
            true => serde_json::from_str::<Cow<'_, str>>(text).map_err(D::Error::custom)?,
            false => text.into(),
        };
        Ok(Self(text.into_owned()))
    }
}

impl PartialSchema for NumberText {
    fn schema() -> RefOr<Schema> {
        let number = ObjectBuilder::new().schema_type(SchemaType::Type(Type::Number));
        let text = ObjectBuilder::new().schema_type(SchemaType::Type(Type::String));
        let either = OneOfBuilder::new().item(number).item(text);
        let what = "A number, or the same as text; comma or dot before the decimals.";
        either.description(Some(what)).into()
    }
}

impl ToSchema for NumberText {}

/// Euros in an answer, as a JSON number.
#[derive(Debug, Clone, Copy)]
pub struct Euros(pub Money);

/// A rate in an answer, as a part of one.
#[derive(Debug, Clone, Copy)]
pub struct Fraction(pub Rate);

/// A rate in an answer, in per cent.
#[derive(Debug, Clone, Copy)]
pub struct Percent(pub Rate);

/// Hours, pieces or kilometres in an answer.
#[derive(Debug, Clone, Copy)]
pub struct Count(pub Quantity);

impl Serialize for Percent {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        exact_number(self.0.plain_percent(), serializer)
    }
}

impl Serialize for Count {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        exact_number(self.0.plain(), serializer)
    }
}

impl Serialize for Euros {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        exact_number(self.0.plain(), serializer)
    }
}

impl Serialize for Fraction {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        exact_number(self.0.plain_fraction(), serializer)
    }
}

fn exact_number<S: Serializer>(text: String, serializer: S) -> Result<S::Ok, S::Error> {
    RawValue::from_string(text).map_err(serde::ser::Error::custom)?.serialize(serializer)
}

fn number_schema(what: &str) -> RefOr<Schema> {
    ObjectBuilder::new().schema_type(SchemaType::Type(Type::Number)).description(Some(what)).into()
}

impl PartialSchema for Euros {
    fn schema() -> RefOr<Schema> {
        number_schema("Euros.")
    }
}

impl PartialSchema for Fraction {
    fn schema() -> RefOr<Schema> {
        number_schema("A part of one: 0.255 is 25.5 %.")
    }
}

impl PartialSchema for Percent {
    fn schema() -> RefOr<Schema> {
        number_schema("Per cent: 25.5 is 25.5 %.")
    }
}

impl PartialSchema for Count {
    fn schema() -> RefOr<Schema> {
        number_schema("A number of hours, pieces or kilometres.")
    }
}

impl ToSchema for Percent {}
impl ToSchema for Count {}
impl ToSchema for Euros {}
impl ToSchema for Fraction {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_keep_every_digit() {
        let read = |json: &str| serde_json::from_str::<NumberText>(json).unwrap().0;
        assert_eq!(read("99999999999999.9999"), "99999999999999.9999");
        assert_eq!(read("\"1 234,50\""), "1 234,50");
        assert_eq!(read("\"\\u0031\""), "1");
        assert_eq!(read("1e300"), "1e300");
    }

    #[test]
    fn what_was_reckoned_is_answered() {
        let money: Money = "99999999999999.99".parse().unwrap();
        assert_eq!(serde_json::to_string(&Euros(money)).unwrap(), "99999999999999.99");
        assert_eq!(serde_json::to_string(&Fraction(Rate::from_millionths(19_100))).unwrap(), "0.0191");
    }
}
