//! The texts of bank files as values.

use jiff::Timestamp;
use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;
use liksa_money::Money;

/// An amount as XML writes it: digits, a point, no more cents than there are.
pub(super) fn amount(text: &str) -> Option<Money> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let shortened = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { text };
    let amount: Money = shortened.parse().ok().filter(|_| plain)?;
    amount.cents().map(|_| amount)
}

/// A day, or the Finnish day of a moment.
pub(super) fn date(text: &str) -> Option<Date> {
    if !text.contains('T') {
        // A zone may follow the day of an xs:date; the day is the bank's own.
        return text.get(..10)?.parse().ok();
    }
    match text.parse::<Timestamp>() {
        Ok(moment) => Some(moment.to_zoned(TimeZone::get("Europe/Helsinki").ok()?).date()),
        Err(_) => text.parse::<DateTime>().ok().map(DateTime::date),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_whole_cents() {
        for (text, cents) in
            [("0.01", 1), ("100", 10_000), ("12.5", 1_250), ("7.10000", 710), ("10.00", 1_000)]
        {
            assert_eq!(amount(text).and_then(Money::cents), Some(cents), "{text}");
        }
        for bad in ["", ".", "-1", "+1", "1,50", "1 000", "1.001", "1e3", "€5", "99999999999999999999"] {
            assert_eq!(amount(bad), None, "{bad}");
        }
    }

    #[test]
    fn days_are_finnish() {
        let expected = Some(jiff::civil::date(2026, 11, 16));
        for text in [
            "2026-11-16",
            "2026-11-16+02:00",
            "2026-11-16Z",
            "2026-11-16T00:30:00",
            "2026-11-15T22:30:00Z",
            "2026-11-16T00:30:00.123+02:00",
        ] {
            assert_eq!(date(text), expected, "{text}");
        }
        for bad in ["", "16.11.2026", "2026-13-01", "2026-1-1", "T", "2026-11-16T99:00:00"] {
            assert_eq!(date(bad), None, "{bad}");
        }
    }
}
