//! The days of a trip, and how what a row claims is dealt out among them.
//!
//! A day of travel is 24 hours from departure, whatever the calendar and the clock say, and has one allowance at most. At home the
//! first day gives a partial one after six hours and a full one after ten; what is left over after whole days gives a
//! partial one from two hours and a full one after six. Abroad a trip of ten hours gives the allowance of the country,
//! and what is left over after a day abroad gives half of it after two hours and all of it after ten.

use jiff::civil::{Date, DateTime};
use jiff::{SignedDuration, ToSpan};
use liksa_money::Money;
use liksa_rates::StatutoryFigures;

use crate::bill::{Allowances, Journey, limits};
use crate::finnish_time::{elapsed, later};

const DAY: SignedDuration = SignedDuration::from_hours(24);
const PARTIAL_DAY_AFTER: SignedDuration = SignedDuration::from_hours(6);
const FULL_DAY_AFTER: SignedDuration = SignedDuration::from_hours(10);
const LAST_PARTIAL_DAY_FROM: SignedDuration = SignedDuration::from_hours(2);
const LAST_FULL_DAY_AFTER: SignedDuration = SignedDuration::from_hours(6);
pub(super) const ABROAD_FROM: SignedDuration = SignedDuration::from_hours(10);
const LAST_HALF_DAY_ABROAD_AFTER: SignedDuration = SignedDuration::from_hours(2);
const LAST_DAY_ABROAD_AFTER: SignedDuration = SignedDuration::from_hours(10);

pub const MOST_DAYS: i64 = limits::TRAVEL_DAYS as i64;

/// The most that a day gives at home.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum AtHome {
    Nothing,
    Partial,
    Full,
}

/// The most that a day gives abroad.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Abroad {
    Nothing,
    Half,
    Full,
}

/// One day of a trip. All but the last have 24 hours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TravelDay {
    pub from: DateTime,
    pub until: DateTime,
    /// The clock can show an hour more or less.
    pub length: SignedDuration,
    pub at_home: AtHome,
    /// What is left over after whole days gives it only after a day abroad.
    pub abroad: Abroad,
}

impl TravelDay {
    /// The day whose figures count, and by which it is compared with other trips.
    pub fn date(&self) -> Date {
        self.from.date()
    }

    pub fn is_whole(&self) -> bool {
        self.length == DAY
    }

    /// Whether any allowance could be claimed for it.
    pub fn gives_anything(&self) -> bool {
        self.at_home != AtHome::Nothing || self.abroad != Abroad::Nothing
    }

    /// The most that it gives abroad after the day before it: what is left over after whole days gives something only
    /// after a day abroad.
    pub(super) fn abroad_after(&self, before: Option<DayKind>) -> Abroad {
        match before {
            Some(before) if !self.is_whole() && before != DayKind::Foreign => Abroad::Nothing,
            _ => self.abroad,
        }
    }

    fn new((from, until): (DateTime, DateTime), length: SignedDuration, is_first: bool) -> Self {
        let (partial, full) = match is_first {
            true => (length > PARTIAL_DAY_AFTER, length > FULL_DAY_AFTER),
            false => (length >= LAST_PARTIAL_DAY_FROM, length > LAST_FULL_DAY_AFTER),
        };
        let (half_abroad, full_abroad) = match is_first {
            true => (false, length >= ABROAD_FROM),
            false => (length > LAST_HALF_DAY_ABROAD_AFTER, length > LAST_DAY_ABROAD_AFTER),
        };
        Self {
            from,
            until,
            length,
            at_home: if full {
                AtHome::Full
            } else if partial {
                AtHome::Partial
            } else {
                AtHome::Nothing
            },
            abroad: if full_abroad {
                Abroad::Full
            } else if half_abroad {
                Abroad::Half
            } else {
                Abroad::Nothing
            },
        }
    }
}

/// The days of a trip in their order; none of one that ends before it begins, or is longer than any.
pub fn days_of(departure: DateTime, homecoming: DateTime) -> Vec<TravelDay> {
    if homecoming > departure.saturating_add(MOST_DAYS.days()) {
        return vec![];
    }
    let mut left = elapsed(departure, homecoming);
    let (mut days, mut from, mut day) = (vec![], departure, 0);
    while left.is_positive() {
        let length = left.min(DAY);
        left -= length;
        day += 1;
        let until = if left.is_positive() { later(departure, DAY * day) } else { homecoming };
        days.push(TravelDay::new((from, until), length, days.is_empty()));
        from = until;
    }
    days
}

/// What one day of a trip is paid as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DayKind {
    Nothing,
    Partial,
    Full,
    Foreign,
    /// What is left over after a day abroad.
    ForeignHalf,
}

/// The days of a trip with what each is paid as.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dealt {
    pub days: Vec<(TravelDay, DayKind)>,
    /// The highest foreign allowance of these days by the tables; None where they lack the country.
    pub most_abroad: Option<Money>,
}

/// Why the claims of a row are not those of its trip.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Misfit {
    /// More daily allowances than there are days for.
    TooMany,
    /// No day is left for the foreign allowance.
    NoDayAbroad,
    /// The foreign allowance is above the tables, which give so much at most.
    AboveTable(Money),
}

/// The foreign allowance of the country on each day; None where the table of that day does not have it. Without a country
/// it is the lowest of the table, which no country is below.
pub(super) fn foreign_rates(
    law: &StatutoryFigures,
    journey: &Journey,
    days: &[TravelDay],
) -> Vec<Option<Money>> {
    let rate = |day: &TravelDay| {
        let table = &law.for_date(day.date()).ok()?.foreign_per_diem;
        journey.country.as_ref().map_or_else(|| table.lowest(), |country| table.of(country.as_str()))
    };
    days.iter().map(rate).collect()
}

/// Deals out the claims: from the first day on full days, then partial ones, then those abroad, and what is left over
/// after whole days takes what they have no room for. Days of which it was said that they ended abroad are abroad, as far
/// as the claims leave them. Where it was not said and a trip goes on into another year, those are taken whose tables
/// add up to the claim, if there are such.
pub(super) fn deal(
    days: &[TravelDay],
    told_abroad: Option<&[u16]>,
    claimed: Allowances,
    foreign_rates: &[Option<Money>],
) -> Result<Dealt, Misfit> {
    let dealt = |kinds: &[DayKind]| {
        let most_abroad = most_abroad(kinds, foreign_rates);
        Dealt { days: days.iter().copied().zip(kinds.iter().copied()).collect(), most_abroad }
    };
    if let Some(told) = told_abroad.and_then(|told| as_told(days, claimed, told)).map(|kinds| dealt(&kinds)) {
        return match told.most_abroad.filter(|most| claimed.foreign > *most) {
            Some(most) => Err(Misfit::AboveTable(most)),
            None => Ok(told),
        };
    }
    let candidates = candidates(days, claimed);
    let Some(first) = candidates.first() else { return Err(Misfit::TooMany) };
    if !claimed.foreign.is_positive() {
        return Ok(dealt(first));
    }
    let abroad: Vec<Dealt> =
        candidates.iter().filter(|kinds| is_abroad(kinds)).map(|kinds| dealt(kinds)).collect();
    let exact = abroad.iter().find(|one| one.most_abroad == Some(claimed.foreign));
    let enough = || abroad.iter().find(|one| one.most_abroad.is_none_or(|most| claimed.foreign <= most));
    match (exact.or_else(enough), abroad.iter().filter_map(|one| one.most_abroad).max()) {
        (Some(found), _) => Ok(found.clone()),
        (None, Some(most)) => Err(Misfit::AboveTable(most)),
        (None, None) => Err(Misfit::NoDayAbroad),
    }
}

/// These days have allowances at home, the first of them full ones.
pub(super) fn deal_told(days: &[TravelDay], at_home: &[u16], full_days: u16) -> Vec<(TravelDay, DayKind)> {
    let kind = |place: usize| match at_home.iter().position(|day| usize::from(*day) == place) {
        Some(before) if before < usize::from(full_days) => DayKind::Full,
        Some(_) => DayKind::Partial,
        None => DayKind::Nothing,
    };
    days.iter().enumerate().map(|(place, day)| (*day, kind(place))).collect()
}

/// The days of which it was said are abroad, and the others have the claims; None where they have no room for them.
pub(super) fn as_told(days: &[TravelDay], claimed: Allowances, told: &[u16]) -> Option<Vec<DayKind>> {
    let (mut full, mut partial) = (claimed.full_days, claimed.partial_days);
    let mut kinds = vec![];
    for (place, day) in days.iter().enumerate() {
        let ended_abroad = told.iter().any(|one| usize::from(*one) == place);
        let kind = match day.abroad_after(kinds.last().copied()) {
            Abroad::Full if ended_abroad => DayKind::Foreign,
            Abroad::Half if ended_abroad => DayKind::ForeignHalf,
            _ if full > 0 && day.at_home == AtHome::Full => {
                full -= 1;
                DayKind::Full
            }
            _ if partial > 0 && day.at_home >= AtHome::Partial => {
                partial -= 1;
                DayKind::Partial
            }
            _ => DayKind::Nothing,
        };
        kinds.push(kind);
    }
    let room = full == 0 && partial == 0 && (is_abroad(&kinds) || !claimed.foreign.is_positive());
    room.then_some(kinds)
}

fn is_abroad(kinds: &[DayKind]) -> bool {
    kinds.iter().any(|kind| matches!(kind, DayKind::Foreign | DayKind::ForeignHalf))
}

/// None where nothing is abroad, or a table lacks the country.
fn most_abroad(kinds: &[DayKind], rates: &[Option<Money>]) -> Option<Money> {
    let of_day = |(kind, rate): (&DayKind, &Option<Money>)| match kind {
        DayKind::Foreign => Some(*rate),
        DayKind::ForeignHalf => Some(rate.and_then(half)),
        DayKind::Nothing | DayKind::Partial | DayKind::Full => None,
    };
    let amounts: Vec<Option<Money>> = kinds.iter().zip(rates).filter_map(of_day).collect();
    let amounts: Option<Vec<Money>> = amounts.into_iter().collect();
    amounts.filter(|amounts| !amounts.is_empty()).and_then(|amounts| Money::sum(amounts).ok())
}

pub(super) fn half(rate: Money) -> Option<Money> {
    rate.fraction(1, 2).ok()
}

/// The ways to deal out the claims, in the order of preference. Days without an allowance at home are abroad if a
/// foreign allowance is claimed.
fn candidates(days: &[TravelDay], claimed: Allowances) -> Vec<Vec<DayKind>> {
    let (full, partial) = (usize::from(claimed.full_days), usize::from(claimed.partial_days));
    let is_foreign = claimed.foreign.is_positive();
    let whole = days.iter().filter(|day| day.is_whole()).count();
    let rest = days.get(whole);
    let at_home = rest.map_or(AtHome::Nothing, |day| day.at_home);
    let abroad = match rest.map_or(Abroad::Nothing, |day| day.abroad) {
        Abroad::Nothing => None,
        Abroad::Half => Some(DayKind::ForeignHalf),
        Abroad::Full => Some(DayKind::Foreign),
    };
    let uses_of_rest = [
        Some(DayKind::Nothing),
        Some(DayKind::Partial).filter(|_| partial > 0 && at_home >= AtHome::Partial),
        Some(DayKind::Full).filter(|_| full > 0 && at_home == AtHome::Full),
        abroad.filter(|_| is_foreign),
    ];
    let mut found = vec![];
    for rest_kind in uses_of_rest.into_iter().flatten() {
        let full = full - usize::from(rest_kind == DayKind::Full);
        let partial = partial - usize::from(rest_kind == DayKind::Partial);
        let Some(left) = whole.checked_sub(full.saturating_add(partial)) else { continue };
        let rest_is_abroad = is_abroad(&[rest_kind]);
        let abroad = if is_foreign { left } else { 0 };
        // So many of the days abroad come before those at home, and the others after them.
        for before in 0..=abroad {
            let after = abroad - before;
            if rest_is_abroad && whole > 0 && after == 0 {
                continue;
            }
            let mut kinds = vec![DayKind::Foreign; before];
            kinds.resize(before + full, DayKind::Full);
            kinds.resize(before + full + partial, DayKind::Partial);
            kinds.resize(whole - after, DayKind::Nothing);
            kinds.resize(whole, DayKind::Foreign);
            kinds.extend(rest.map(|_| rest_kind));
            found.push(kinds);
        }
    }
    found
}
