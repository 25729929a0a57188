//! Dates and times as people write them in Finland.

use jiff::civil::{Date, Time};
use serde::Serializer;

/// Strictly DD.MM.YYYY, with the zeros.
pub fn parse_date(text: &str) -> Option<Date> {
    let bytes = text.as_bytes();
    if bytes.len() != 10 || bytes[2] != b'.' || bytes[5] != b'.' {
        return None;
    }
    let day = i8::try_from(digits(text, 0, 2)?).ok()?;
    let month = i8::try_from(digits(text, 3, 5)?).ok()?;
    Date::new(digits(text, 6, 10)?, month, day).ok()
}

pub fn format_date(date: Date) -> String {
    format!("{:02}.{:02}.{:04}", date.day(), date.month(), date.year())
}

/// Writes a date, or one that may be missing, as DD.MM.YYYY: for `serde(serialize_with)`.
pub fn serialize<S: Serializer>(
    date: &(impl Copy + Into<Option<Date>>),
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match (*date).into() {
        Some(date) => serializer.serialize_str(&format_date(date)),
        None => serializer.serialize_none(),
    }
}

/// Strictly HH:MM, with the zeros.
pub fn parse_time(text: &str) -> Option<Time> {
    if text.len() != 5 || text.as_bytes()[2] != b':' {
        return None;
    }
    let hour = i8::try_from(digits(text, 0, 2)?).ok()?;
    let minute = i8::try_from(digits(text, 3, 5)?).ok()?;
    Time::new(hour, minute, 0, 0).ok()
}

pub fn format_time(time: Time) -> String {
    format!("{:02}:{:02}", time.hour(), time.minute())
}

fn digits(text: &str, from: usize, to: usize) -> Option<i16> {
    let part = text.get(from..to)?;
    part.bytes().all(|byte| byte.is_ascii_digit()).then(|| part.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use jiff::civil::{date, time};
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn only_the_strict_form_is_a_date() {
        assert_eq!(parse_date("29.02.2024"), Some(date(2024, 2, 29)));
        for bad in
            ["", "1.2.2026", "29.02.2026", "2026-02-01", "01.02.26", "+1.02.2026", "01.02.2026 ", "ä1.02.202"]
        {
            assert_eq!(parse_date(bad), None, "{bad}");
        }
        assert_eq!(format_date(date(2026, 3, 5)), "05.03.2026");
    }

    #[test]
    fn only_the_strict_form_is_a_time() {
        assert_eq!(parse_time("09:05"), Some(time(9, 5, 0, 0)));
        for bad in ["", "9:05", "24:00", "12:60", "-1:00", "ää:a"] {
            assert_eq!(parse_time(bad), None, "{bad}");
        }
    }

    proptest! {
        #[test]
        fn no_text_makes_reading_panic(text in "\\PC{0,12}") {
            let _ = (parse_date(&text), parse_time(&text));
        }

        #[test]
        fn every_date_comes_back(year in 1900i16..2200, day in 1i16..=365) {
            let date = date(year, 1, 1).saturating_add(jiff::Span::new().days(i64::from(day) - 1));
            prop_assert_eq!(parse_date(&format_date(date)), Some(date));
        }
    }
}
