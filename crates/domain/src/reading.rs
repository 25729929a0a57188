//! Reading the fields of a request. They come as texts: numbers never go through a float, so that the number
//! that was written is the one that is calculated with.

use std::borrow::Cow;
use std::fmt::Display;
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
            false => without_exponent(text),
        };
        Ok(Self(text.into_owned()))
    }
}

/// More places than any number here has on either side of its decimal point.
const MOST_PLACES: i32 = 30;

/// A JSON number written out: some programs send a hundred as `1E+2`. What is not a number stays as it is.
fn without_exponent(number: &str) -> Cow<'_, str> {
    let Some((mantissa, exponent)) = number.split_once(['e', 'E']) else { return number.into() };
    let (sign, mantissa) = match mantissa.strip_prefix('-') {
        Some(rest) => ("-", rest),
        None => ("", mantissa),
    };
    let (whole, part) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{whole}{part}");
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return number.into();
    }
    // An exponent that does not fit is beyond all places too.
    let below = exponent.starts_with('-');
    let exponent = exponent.parse().unwrap_or(if below { -MOST_PLACES } else { MOST_PLACES });
    let exponent =
        usize::try_from(exponent.clamp(-MOST_PLACES, MOST_PLACES).unsigned_abs()).unwrap_or_default();
    let (padded, point) = match below {
        true => (format!("{}{digits}", "0".repeat(exponent)), whole.len()),
        false => {
            let zeros = exponent.saturating_sub(part.len());
            (format!("{digits}{}", "0".repeat(zeros)), whole.len() + exponent)
        }
    };
    let (whole, part) = padded.split_at(point);
    let whole = whole.trim_start_matches('0');
    let whole = if whole.is_empty() { "0" } else { whole };
    format!("{sign}{whole}{}{part}", if part.is_empty() { "" } else { "." }).into()
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
        self.amount(field, text, str::parse)
    }

    /// The price of a row: an amount whose further decimals are rounded to four.
    pub fn price(&mut self, field: &str, text: Option<&str>) -> Option<Money> {
        self.amount(field, text, Money::parse_rounded)
    }

    fn amount(
        &mut self,
        field: &str,
        text: Option<&str>,
        parse: impl Fn(&str) -> Result<Money, DecimalError>,
    ) -> Option<Money> {
        self.number(field, text, |text| match parse(text) {
            Ok(amount) if is_within(amount, LARGEST_AMOUNT) => Ok(amount),
            Ok(_) | Err(DecimalError::OutOfRange) => Err(ErrorKey::AmountTooLarge),
            Err(_) => Err(ErrorKey::InvalidNumber),
        })
    }

    /// A number of at most [`LARGEST_QUANTITY`] in either direction.
    pub fn quantity(&mut self, field: &str, text: Option<&str>) -> Option<Quantity> {
        let quantity: Quantity =
            self.number(field, text, |text| text.parse().map_err(|_| ErrorKey::InvalidNumber))?;
        if quantity.parts().unsigned_abs() > LARGEST_QUANTITY.parts().unsigned_abs() {
            let most = LARGEST_QUANTITY.plain();
            self.refuse_with(
                Problem::new(field, ErrorKey::OutOfRange).at_least(format!("-{most}")).at_most(most),
            );
            return None;
        }
        Some(quantity)
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
        if count.is_none() {
            let (least, most) = range_of::<T>();
            self.refuse_with(Problem::new(field, ErrorKey::OutOfRange).at_least(least).at_most(most));
        }
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
            self.refuse_with(Problem::new(field, ErrorKey::TooLong).at_most(longest));
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

    /// An account that money is paid to: banks take payments within SEPA alone. People write its number in groups,
    /// with spaces, hyphens or dots between them.
    pub fn account(&mut self, field: &str, text: Option<&str>) -> Option<Iban> {
        let written = given(text)?;
        let number: String = written.chars().filter(|c| c.is_alphanumeric()).collect();
        let number = if number.is_empty() { written } else { &number };
        let iban: Iban = self.parsed(field, Some(number), ErrorKey::InvalidIban)?;
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

    /// Notes a list that is too long, if it is.
    pub fn refuse_more(&mut self, length: usize, field: &str, most: usize) {
        if length > most {
            self.refuse_with(Problem::too_many(field, most));
        }
    }

    /// Notes a value outside its range, if it is.
    pub fn refuse_out_of_range(&mut self, wrong: bool, field: &str, least: impl Display, most: impl Display) {
        if wrong {
            self.refuse_with(Problem::new(field, ErrorKey::OutOfRange).at_least(least).at_most(most));
        }
    }

    /// Notes a fault that the caller found.
    pub fn refuse(&mut self, field: &str, key: ErrorKey) {
        self.refuse_with(Problem::new(field, key));
    }

    /// The same of a problem that says more than its key.
    pub fn refuse_with(&mut self, problem: Problem) {
        self.problems.push(if self.holder.is_empty() { problem } else { problem.within(&self.holder) });
    }

    /// Takes back the faults of a field that is not to be judged after all.
    pub fn accept(&mut self, field: &str) {
        self.problems.retain(|problem| problem.field != field);
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

/// The numbers that fit into a type of count.
fn range_of<T: TryFrom<i64>>() -> (i64, i64) {
    let fits = |number: &i64| T::try_from(*number).is_ok();
    let least = if fits(&-1) { i64::MIN } else { 0 };
    let most = [u32::MAX.into(), u16::MAX.into(), u8::MAX.into()].into_iter().find(fits);
    (least, if fits(&i64::MAX) { i64::MAX } else { most.unwrap_or(i64::MAX) })
}

/// The text without the spaces around it, if there is any. What shows nothing is no text.
pub fn given(text: Option<&str>) -> Option<&str> {
    text.map(str::trim).filter(|text| !text.chars().all(shows_nothing))
}

/// Spaces, line breaks, and characters that only say how their neighbours are written.
fn shows_nothing(c: char) -> bool {
    c.is_whitespace()
        || c.is_control()
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
        for nothing in [
            "",
            " ",
            "\n\r\n",
            "\u{1}\u{7f}",
            "\u{200b}",
            " \u{200b}\n\u{feff} ",
            "\u{202e}\u{2060}",
            "\u{ad}",
            "\u{3164}",
        ] {
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
        assert_eq!(read("\"1E+2\""), "1E+2", "only programs write so");
    }

    #[test]
    fn an_exponent_is_written_out() {
        let read = |json: &str| serde_json::from_str::<NumberText>(json).unwrap().0;
        for (written, expected) in [
            ("1E+2", "100"),
            ("1e2", "100"),
            ("-1.25e1", "-12.5"),
            ("1.25E0", "1.25"),
            ("125e-2", "1.25"),
            ("5e-3", "0.005"),
            ("1.5e-1", "0.15"),
            ("0e0", "0"),
        ] {
            assert_eq!(read(written), expected, "{written}");
        }
        for (huge, key) in [("1e300", ErrorKey::AmountTooLarge), ("-1e99999999999", ErrorKey::AmountTooLarge)]
        {
            assert_eq!(fault(|r| r.money("price", Some(&read(huge)))), key, "{huge}");
        }
        let mut reader = Reader::default();
        assert_eq!(reader.price("price", Some(&read("1e-300"))), Some(Money::ZERO));
    }

    #[test]
    fn a_price_is_rounded_to_four_decimals() {
        let mut reader = Reader::default();
        for (written, expected) in
            [("33,33333", "33.3333"), ("1.23455", "1.2346"), ("-0.00005", "-0.0001"), ("0.00004", "0")]
        {
            assert_eq!(reader.price("alvPrice", Some(written)), expected.parse().ok(), "{written}");
        }
        assert_eq!(reader.into_problems(), []);
        assert_eq!(fault(|r| r.money("amount", Some("1.23455"))), ErrorKey::InvalidNumber);
    }

    #[test]
    fn an_account_is_read_however_it_is_grouped() {
        let mut reader = Reader::default();
        let plain = reader.account("iban", Some("FI2112345600000785"));
        assert!(plain.is_some());
        for written in ["fi21 1234 5600 0007 85", "FI21-1234.5600/0007 85"] {
            assert_eq!(reader.account("iban", Some(written)), plain, "{written}");
        }
        assert_eq!(Reader::default().account("iban", None), None);
        assert_eq!(fault(|r| r.account("iban", Some("--"))), ErrorKey::InvalidIban);
        assert_eq!(fault(|r| r.account("iban", Some("FI21 1234 5600 0007 8٥"))), ErrorKey::InvalidIban);
    }

    #[test]
    fn a_bound_that_is_exceeded_is_named() {
        let bounds = |read: &dyn Fn(&mut Reader)| {
            let mut reader = Reader::default();
            read(&mut reader);
            let problem = reader.into_problems().pop().unwrap();
            (problem.least, problem.most)
        };
        let text = |bound: &str| Some(bound.to_owned());
        assert_eq!(
            bounds(&|r| {
                r.text("text", Some("äöå"), 2);
            }),
            (None, text("2"))
        );
        assert_eq!(
            bounds(&|r| {
                r.whole::<u8>("age", Some("999"));
            }),
            (text("0"), text("255"))
        );
        assert_eq!(
            bounds(&|r| {
                r.quantity("hours", Some("1000001"));
            }),
            (text("-1000000"), text("1000000"))
        );
        assert_eq!(bounds(&|r| r.refuse_more(3, "rows", 2)), (None, text("2")));
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
