//! The days on which Finnish banks are open.

use jiff::ToSpan;
use jiff::civil::{Date, Weekday};

pub const PAYDAY: i8 = 20;

/// Whether Finnish banks are open: not on weekends, public holidays, Midsummer Eve and Christmas Eve.
///
/// On Epiphany, Ascension Day, Midsummer Eve, Independence Day and Christmas Eve euro payments move between
/// banks elsewhere, but not into or out of accounts here.
pub fn is_bank_day(date: Date) -> bool {
    !matches!(date.weekday(), Weekday::Saturday | Weekday::Sunday)
        && !is_fixed_holiday(date)
        && !is_midsummer_eve(date)
        && !is_easter_holiday(date)
}

/// The day itself if banks are open, else the nearest one before.
pub fn bank_day_on_or_before(date: Date) -> Date {
    first_bank_day(date, Date::yesterday)
}

/// The day itself if banks are open, else the nearest one after.
pub fn bank_day_on_or_after(date: Date) -> Date {
    first_bank_day(date, Date::tomorrow)
}

/// The payday of a month: the 20th, or the bank day before it.
pub fn payday(year: i16, month: i8) -> Result<Date, jiff::Error> {
    Date::new(year, month, PAYDAY).map(bank_day_on_or_before)
}

/// A few steps at most, since holidays last days. At the ends of the calendar it returns the last day reached.
fn first_bank_day(from: Date, step: impl Fn(Date) -> Result<Date, jiff::Error>) -> Date {
    let mut date = from;
    while !is_bank_day(date) {
        match step(date) {
            Ok(next) => date = next,
            Err(_) => return date,
        }
    }
    date
}

fn is_fixed_holiday(date: Date) -> bool {
    matches!((date.month(), date.day()), (1, 1 | 6) | (5, 1) | (12, 6 | 24..=26))
}

/// The Friday between 19 and 25 June.
fn is_midsummer_eve(date: Date) -> bool {
    date.month() == 6 && (19..=25).contains(&date.day()) && date.weekday() == Weekday::Friday
}

/// Good Friday, Easter Monday and Ascension Day; the Sundays are closed anyway.
fn is_easter_holiday(date: Date) -> bool {
    easter_sunday(date.year()).is_some_and(|easter| {
        [-2, 1, 39].into_iter().any(|days| easter.checked_add(days.days()).is_ok_and(|day| day == date))
    })
}

/// Easter Sunday of the Gregorian calendar, by the rule of Meeus, Jones and Butcher. The names say
/// what each number counts: the place in the moon's 19-year cycle, centuries, leap days, the full moon.
fn easter_sunday(year: i16) -> Option<Date> {
    let year = i32::from(year);
    let moon_cycle = year.rem_euclid(19);
    let (century, year_of_century) = (year.div_euclid(100), year.rem_euclid(100));
    let moon_correction = (century - (century + 8).div_euclid(25) + 1).div_euclid(3);
    let full_moon = (19 * moon_cycle + century - century.div_euclid(4) - moon_correction + 15).rem_euclid(30);
    let to_sunday =
        (32 + 2 * century.rem_euclid(4) + 2 * (year_of_century / 4) - full_moon - year_of_century % 4)
            .rem_euclid(7);
    let late = (moon_cycle + 11 * full_moon + 22 * to_sunday) / 451;
    let days_after_start_of_march = full_moon + to_sunday - 7 * late + 21;
    let start_of_march = Date::new(i16::try_from(year).ok()?, 3, 1).ok()?;
    start_of_march.checked_add(days_after_start_of_march.days()).ok()
}
