//! Reading the fields of a request. They come as texts: numbers never go through a float, so that the number
//! that was written is the one that is calculated with.

use std::borrow::Cow;
use std::ops::Deref;
use std::str::FromStr;

use jiff::civil::{Date, Time};
use liksa_finland::Iban;
use liksa_money::{DecimalError, Money, Quantity, Rate};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, OneOfBuilder, Schema, SchemaType, Type};
use utoipa::{PartialSchema, ToSchema};

use crate::amount_limits::{LARGEST_AMOUNT, LARGEST_QUANTITY, is_within};
use crate::dates::{parse_date, parse_time};
use crate::problem::{ErrorKey, Problem};

/// A number as the client wrote it: a JSON number, or a text such as "12,50". Whether it is a good one is for
/// [`Reader`] to say, which names the field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NumberText(String);

impl Deref for NumberText {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl From<&str> for NumberText {
    fn from(text: &str) -> Self {
        Self(text.to_owned())
    }
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
        either.description(Some("A number, or the same as text; comma or dot before the decimals.")).into()
    }
}

impl ToSchema for NumberText {}

/// Reads the fields of one thing and gathers what cannot be read. A field that is missing or empty is not at
/// fault: whether it may be is for the rules to say.
#[derive(Debug, Default)]
pub struct Reader {
    /// Path of the thing in the request: `billableitems[2]`. Empty for the whole.
    holder: String,
    problems: Vec<Problem>,
}

impl Reader {
    pub fn within(holder: String) -> Self {
        Self { holder, problems: Vec::new() }
    }

    /// An amount of at most [`LARGEST_AMOUNT`] in either direction.
    pub fn money(&mut self, field: &str, text: Option<&str>) -> Option<Money> {
        self.number(field, text, |text| match text.parse() {
            Ok(amount) if is_within(amount, LARGEST_AMOUNT) => Ok(amount),
            Ok(_) | Err(DecimalError::OutOfRange) => Err(ErrorKey::AmountTooLarge),
            Err(_) => Err(ErrorKey::InvalidNumber),
        })
    }

    /// A number of at most [`LARGEST_QUANTITY`] in either direction.
    pub fn quantity(&mut self, field: &str, text: Option<&str>) -> Option<Quantity> {
        self.number(field, text, |text| {
            let quantity: Quantity = text.parse().map_err(|_| ErrorKey::InvalidNumber)?;
            let within = quantity.parts().unsigned_abs() <= LARGEST_QUANTITY.parts().unsigned_abs();
            if within { Ok(quantity) } else { Err(ErrorKey::OutOfRange) }
        })
    }

    /// A rate in per cents: "25.5".
    pub fn percent(&mut self, field: &str, text: Option<&str>) -> Option<Rate> {
        self.number(field, text, |text| Rate::from_percent_str(text).map_err(|_| ErrorKey::InvalidNumber))
    }

    /// A rate as a part of one: "0.255".
    pub fn fraction(&mut self, field: &str, text: Option<&str>) -> Option<Rate> {
        self.number(field, text, |text| Rate::from_fraction_str(text).map_err(|_| ErrorKey::InvalidNumber))
    }

    /// A count, also when written as "5.0".
    pub fn whole<T: TryFrom<i64>>(&mut self, field: &str, text: Option<&str>) -> Option<T> {
        let parts = self.quantity(field, text)?.parts();
        let one = Quantity::ONE.parts();
        if parts % one != 0 {
            self.refuse(field, ErrorKey::InvalidNumber);
            return None;
        }
        let count = T::try_from(parts / one).ok();
        self.refuse_if(count.is_none(), field, ErrorKey::OutOfRange);
        count
    }

    /// A count that is zero where none is written.
    pub fn count<T: TryFrom<i64> + Default>(&mut self, field: &str, text: Option<&str>) -> T {
        self.whole(field, text).unwrap_or_default()
    }

    /// DD.MM.YYYY
    pub fn date(&mut self, field: &str, text: Option<&str>) -> Option<Date> {
        self.read(field, text, |text| parse_date(text).ok_or(ErrorKey::InvalidDateFormat))
    }

    /// HH:MM
    pub fn time(&mut self, field: &str, text: Option<&str>) -> Option<Time> {
        self.read(field, text, |text| parse_time(text).ok_or(ErrorKey::InvalidTimeFormat))
    }

    /// One of a fixed set, by its name or code.
    pub fn choice<T>(
        &mut self,
        field: &str,
        text: Option<&str>,
        parse: impl Fn(&str) -> Option<T>,
    ) -> Option<T> {
        self.read(field, text, |text| parse(text).ok_or(ErrorKey::InvalidChoice))
    }

    /// A text of at most `longest` characters, without the spaces around it. Line breaks and tabs are text;
    /// other control characters are not, and not every database could store them.
    pub fn text(&mut self, field: &str, text: Option<&str>, longest: usize) -> String {
        let text = given(text).unwrap_or_default();
        if text.chars().any(|c| c.is_control() && !matches!(c, '\n' | '\r' | '\t')) {
            self.refuse(field, ErrorKey::Invalid);
        } else if text.chars().count() > longest {
            self.refuse(field, ErrorKey::TooLong);
        }
        text.to_owned()
    }

    /// A text that has to be there.
    pub fn required(&mut self, field: &str, text: Option<&str>, longest: usize) -> String {
        self.require(field, text);
        self.text(field, text, longest)
    }

    /// A value that has a form of its own, such as an IBAN; `wrong` where the text is none.
    pub fn parsed<T: FromStr>(&mut self, field: &str, text: Option<&str>, wrong: ErrorKey) -> Option<T> {
        self.read(field, text, |text| text.parse().map_err(|_| wrong))
    }

    /// An account that money is paid to: banks take payments within SEPA alone.
    pub fn account(&mut self, field: &str, text: Option<&str>) -> Option<Iban> {
        let iban: Iban = self.parsed(field, text, ErrorKey::InvalidIban)?;
        self.refuse_if(!iban.is_in_sepa(), field, ErrorKey::IbanNotSepa);
        Some(iban)
    }

    /// Notes that a field is missing or empty, if it is.
    pub fn require(&mut self, field: &str, text: Option<&str>) {
        self.refuse_if(given(text).is_none(), field, ErrorKey::Required);
    }

    pub fn refuse_if(&mut self, wrong: bool, field: &str, key: ErrorKey) {
        if wrong {
            self.refuse(field, key);
        }
    }

    /// Notes a fault that the caller found.
    pub fn refuse(&mut self, field: &str, key: ErrorKey) {
        let problem = Problem::new(field, key);
        self.problems.push(if self.holder.is_empty() { problem } else { problem.within(&self.holder) });
    }

    /// Takes over the faults of a part.
    pub fn append(&mut self, part: Self) {
        self.problems.extend(part.problems);
    }

    /// The value, or every fault. A value is missing only where a field of it is at fault.
    pub fn finish<T>(self, value: Option<T>) -> Result<T, Vec<Problem>> {
        value.filter(|_| self.problems.is_empty()).ok_or(self.problems)
    }

    pub fn into_problems(self) -> Vec<Problem> {
        self.problems
    }

    /// Reads a number of digits, spaces, a sign, comma or dot. Other characters make it no number at all; the
    /// right ones in the wrong order, or too many of them, an invalid one.
    fn number<T>(
        &mut self,
        field: &str,
        text: Option<&str>,
        parse: impl Fn(&str) -> Result<T, ErrorKey>,
    ) -> Option<T> {
        let belongs = |c: char| {
            c.is_ascii_digit() || c.is_whitespace() || matches!(c, ',' | '.' | '+' | '-' | '\u{2212}')
        };
        self.read(field, text, |text| match text.chars().all(belongs) {
            true => parse(text),
            false => Err(ErrorKey::NotANumber),
        })
    }

    /// A value by the caller's own rule.
    pub fn read<T>(
        &mut self,
        field: &str,
        text: Option<&str>,
        parse: impl Fn(&str) -> Result<T, ErrorKey>,
    ) -> Option<T> {
        let value = parse(given(text)?);
        value.map_err(|key| self.refuse(field, key)).ok()
    }
}

/// The text without the spaces around it, if there is any. What shows nothing is no text.
pub fn given(text: Option<&str>) -> Option<&str> {
    text.map(str::trim).filter(|text| !text.chars().all(shows_nothing))
}

/// Spaces, line breaks, and characters that only say how their neighbours are written.
fn shows_nothing(c: char) -> bool {
    c.is_whitespace()
        || matches!(
            c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
                | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
                | '\u{ffa0}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}'
        )
}

#[cfg(test)]
mod tests {
    use jiff::civil::{date, time};

    use super::*;

    fn fault<T>(read: impl Fn(&mut Reader) -> Option<T>) -> ErrorKey {
        let mut reader = Reader::default();
        assert!(read(&mut reader).is_none());
        assert_eq!(reader.problems.len(), 1);
        reader.problems[0].key
    }

    #[test]
    fn what_shows_nothing_is_not_given() {
        for nothing in
            ["", " ", "\n\r\n", "\u{200b}", " \u{200b}\n\u{feff} ", "\u{202e}\u{2060}", "\u{ad}", "\u{3164}"]
        {
            assert_eq!(given(Some(nothing)), None, "{nothing:?}");
            let mut reader = Reader::default();
            reader.required("name", Some(nothing), 10);
            assert_eq!(reader.problems, [Problem::new("name", ErrorKey::Required)], "{nothing:?}");
        }
        assert_eq!(given(Some(" Ai\u{ad}no \n")), Some("Ai\u{ad}no"));
    }

    #[test]
    fn a_number_keeps_every_digit_that_was_written() {
        let read = |json: &str| serde_json::from_str::<NumberText>(json).unwrap().0;
        assert_eq!(read("99999999999999.9999"), "99999999999999.9999");
        assert_eq!(read("\"1 234,50\""), "1 234,50");
        assert_eq!(read("\"\\u0031\""), "1");
        assert_eq!(read("1e300"), "1e300");
    }

    #[test]
    fn what_people_write_is_read() {
        let mut reader = Reader::default();
        assert_eq!(reader.money("price", Some(" 1 200,50 ")), "1200.50".parse().ok());
        assert_eq!(reader.money("price", Some("-5")), "-5".parse().ok());
        assert_eq!(reader.quantity("hours", Some("7,5")), "7.5".parse().ok());
        assert_eq!(reader.percent("alv", Some("25.5")), Some(Rate::from_millionths(255_000)));
        assert_eq!(reader.fraction("taxPercent", Some("0,195")), Some(Rate::from_millionths(195_000)));
        assert_eq!(reader.whole("age", Some("35.0")), Some(35_u8));
        assert_eq!(reader.date("date", Some("02.03.2026")), Some(date(2026, 3, 2)));
        assert_eq!(reader.time("time", Some("09:30")), Some(time(9, 30, 0, 0)));
        assert_eq!(reader.money("price", None), None);
        assert_eq!(reader.money("price", Some(" ")), None);
        assert_eq!(reader.into_problems(), []);
    }

    #[test]
    fn each_fault_has_its_key() {
        assert_eq!(fault(|r| r.money("price", Some("NaN"))), ErrorKey::NotANumber);
        assert_eq!(fault(|r| r.money("price", Some("1e300"))), ErrorKey::NotANumber);
        assert_eq!(fault(|r| r.money("price", Some("1,2,3"))), ErrorKey::InvalidNumber);
        for huge in ["100000000.01", "-100000000.01", "922337203685477.00", "99999999999999999999"] {
            assert_eq!(fault(|r| r.money("price", Some(huge))), ErrorKey::AmountTooLarge, "{huge}");
        }
        assert_eq!(fault(|r| r.quantity("hours", Some("1000000.01"))), ErrorKey::OutOfRange);
        assert_eq!(fault(|r| r.whole::<u8>("age", Some("35.5"))), ErrorKey::InvalidNumber);
        assert_eq!(fault(|r| r.whole::<u8>("age", Some("999"))), ErrorKey::OutOfRange);
        assert_eq!(fault(|r| r.date("date", Some("31.02.2026"))), ErrorKey::InvalidDateFormat);
        assert_eq!(fault(|r| r.time("time", Some("25:00"))), ErrorKey::InvalidTimeFormat);
        assert_eq!(fault(|r| r.choice("vehicle", Some("9"), |_| None::<()>)), ErrorKey::InvalidChoice);
    }

    #[test]
    fn a_text_keeps_its_lines_and_its_length() {
        let mut reader = Reader::default();
        assert_eq!(reader.text("text", Some(" Ensi-ilta\n\tpe "), 20), "Ensi-ilta\n\tpe");
        assert_eq!(reader.text("text", None, 20), "");
        assert_eq!(reader.text("text", Some("äö"), 2), "äö");
        assert_eq!(reader.into_problems(), []);
        let fault = |text: &str| {
            let mut reader = Reader::default();
            reader.text("text", Some(text), 2);
            reader.into_problems().pop().map(|problem| problem.key)
        };
        assert_eq!(fault("äöå"), Some(ErrorKey::TooLong));
        assert_eq!(fault("a\0"), Some(ErrorKey::Invalid));
    }

    #[test]
    fn a_fault_is_named_by_its_full_path() {
        let mut reader = Reader::within("billableitems[2]".into());
        reader.money("alvPrice", Some("x"));
        assert_eq!(reader.into_problems()[0].field, "billableitems[2].alvPrice");
    }
}
