//! The days on which Finnish banks are closed.

use jiff::civil::{Date, Weekday, date};
use liksa_finland::bank_days::{bank_day_on_or_after, bank_day_on_or_before, is_bank_day, payday};

fn closed_weekdays(year: i16) -> Vec<(i8, i8)> {
    let weekend = [Weekday::Saturday, Weekday::Sunday];
    let days = date(year, 1, 1).series(jiff::ToSpan::day(1)).take_while(|day| day.year() == year);
    days.filter(|day| !is_bank_day(*day) && !weekend.contains(&day.weekday()))
        .map(|day| (day.day(), day.month()))
        .collect()
}

#[test]
fn closed_weekdays_by_year() {
    assert_eq!(closed_weekdays(2027), [(1, 1), (6, 1), (26, 3), (29, 3), (6, 5), (25, 6), (6, 12), (24, 12)]);
    assert_eq!(
        closed_weekdays(2026),
        [(1, 1), (6, 1), (3, 4), (6, 4), (1, 5), (14, 5), (19, 6), (24, 12), (25, 12)]
    );
    // Ascension Day fell on May Day in 2008.
    assert_eq!(
        closed_weekdays(2008),
        [(1, 1), (21, 3), (24, 3), (1, 5), (20, 6), (24, 12), (25, 12), (26, 12)]
    );
}

#[test]
fn easter_at_its_extremes() {
    // Easter Sunday on 22 March 1818 and 2285, on 25 April 1943 and 2038; 1954, 2049 and 2076
    // are years of the exceptions to the plain rule.
    let easter_mondays = [
        (1818, 3, 23),
        (2285, 3, 23),
        (1943, 4, 26),
        (2038, 4, 26),
        (1954, 4, 19),
        (2049, 4, 19),
        (2076, 4, 20),
        (2000, 4, 24),
    ];
    for (year, month, day) in easter_mondays {
        let monday = date(year, month, day);
        assert!(!is_bank_day(monday), "{monday}");
        assert!(is_bank_day(bank_day_on_or_after(monday)), "{monday}");
        assert_eq!(bank_day_on_or_before(monday).weekday(), Weekday::Thursday, "{monday}");
    }
}

#[test]
fn moving_to_a_bank_day() {
    assert_eq!(bank_day_on_or_before(date(2026, 11, 16)), date(2026, 11, 16));
    assert_eq!(bank_day_on_or_before(date(2026, 11, 15)), date(2026, 11, 13));
    assert_eq!(bank_day_on_or_after(date(2026, 12, 24)), date(2026, 12, 28));
    assert_eq!(bank_day_on_or_before(date(2026, 4, 6)), date(2026, 4, 2));
    // No bank day lies beyond the calendar.
    assert_eq!(bank_day_on_or_before(Date::MIN).year(), -9999);
    assert_eq!(bank_day_on_or_after(Date::MAX).year(), 9999);
}

#[test]
fn paydays() {
    assert_eq!(payday(2026, 11).unwrap(), date(2026, 11, 20));
    assert_eq!(payday(2026, 12).unwrap(), date(2026, 12, 18));
    // Easter Sunday, and Midsummer Eve, of 2025.
    assert_eq!(payday(2025, 4).unwrap(), date(2025, 4, 17));
    assert_eq!(payday(2025, 6).unwrap(), date(2025, 6, 19));
    assert!(payday(2026, 13).is_err());
}
