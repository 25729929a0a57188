//! The statutory figures as they are valid by date: what ships with the program, and what a provider has added.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use jiff::ToSpan;
use jiff::civil::{Date, date};
use liksa_money::{Money, Rate};
use serde::Serialize;
use utoipa::ToSchema;

use crate::expected::{FOREIGN, Unit, is_plausible_reference};
use crate::year_file::{Certainty, Figure, Step, YearFile};
use crate::{Rates, RatesError};

const FILES: [&str; 9] = [
    include_str!("../data/2018.toml"),
    include_str!("../data/2019.toml"),
    include_str!("../data/2020.toml"),
    include_str!("../data/2021.toml"),
    include_str!("../data/2022.toml"),
    include_str!("../data/2023.toml"),
    include_str!("../data/2024.toml"),
    include_str!("../data/2025.toml"),
    include_str!("../data/2026.toml"),
];

/// Read on first use. The tests read every file; one that could not be read would be a missing year.
static SHIPPED: LazyLock<StatutoryFigures> = LazyLock::new(|| {
    let read = FILES.iter().filter_map(|text| YearFile::read_shipped(text).ok());
    let tables = read.map(|file| Table::new(file, None)).collect();
    StatutoryFigures { version: 0, tables: Arc::new(tables), entered: Arc::default() }
});

/// Half of a calendar year, for which a reference rate is published.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HalfYear {
    year: i16,
    second: bool,
}

impl HalfYear {
    pub fn of(day: Date) -> Self {
        Self { year: day.year(), second: day.month() > 6 }
    }

    /// The first or the second half of a year that the calendar has.
    pub fn new(year: i16, half: u8) -> Option<Self> {
        let is_known = (1..=2).contains(&half) && (1900..=2199).contains(&year);
        is_known.then_some(Self { year, second: half == 2 })
    }

    pub fn year(self) -> i16 {
        self.year
    }

    /// 1 or 2.
    pub fn half(self) -> u8 {
        if self.second { 2 } else { 1 }
    }

    pub fn first_day(self) -> Date {
        if self.second { date(self.year, 7, 1) } else { date(self.year, 1, 1) }
    }

    /// Whether it can be a reference rate.
    pub fn is_plausible(rate: Rate) -> bool {
        is_plausible_reference(rate)
    }

    fn next(self) -> Self {
        match self.second {
            false => Self { second: true, ..self },
            true => Self { year: self.year + 1, second: false },
        }
    }

    fn other(self) -> Self {
        Self { second: !self.second, ..self }
    }

    fn figure(self) -> &'static str {
        if self.second { "late_interest.reference_second_half" } else { "late_interest.reference_first_half" }
    }
}

/// What a provider adds to the figures that ship with the program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Addition {
    /// The file of a year, valid from a day of that year on.
    Year { valid_from: Date, file: String },
    /// The reference rate of a half-year, with where it was read.
    ReferenceRate { half_year: HalfYear, rate: Rate, source: String },
}

/// The figures from a day until the next table or the end of its year.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    pub year: i16,
    pub valid_from: Date,
    /// Not shipped with the program.
    pub is_added: bool,
    pub figures: Vec<Figure>,
    rates: Rates,
}

impl Table {
    /// A file that is added is valid from a day of its year on.
    fn new(file: YearFile, added_from: Option<Date>) -> Self {
        Self {
            year: file.year,
            valid_from: added_from.unwrap_or(date(file.year, 1, 1)),
            is_added: added_from.is_some(),
            figures: file.figures,
            rates: file.rates,
        }
    }

    /// The table as a file, from which the one of the next year is written.
    pub fn to_toml(&self) -> String {
        let mut text = format!("year = {}\n", self.year);
        let mut section = "";
        for figure in &self.figures {
            let (of, key) = figure.name.split_once('.').unwrap_or(("", &figure.name));
            if of != section {
                text.push_str(&format!("\n[{of}]\n"));
                section = of;
            }
            text.push_str(&format!("{key} = {}\n", figure.to_toml()));
        }
        text
    }

    fn has(&self, half_year: HalfYear) -> bool {
        self.figures.iter().any(|figure| figure.name == half_year.figure())
    }

    /// Puts a reference rate in the place of the one that the file may have.
    fn set_reference(&mut self, half_year: HalfYear, rate: Rate, figure: &Figure) {
        self.rates.late_interest.set_reference(half_year.second, rate);
        match self.figures.iter_mut().find(|known| known.name == figure.name) {
            Some(known) => *known = figure.clone(),
            None => {
                // With the other figures of late interest, before the margins.
                let is_of_section = |known: &Figure| known.name.starts_with("late_interest.");
                let place = self.figures.iter().position(is_of_section).unwrap_or(self.figures.len());
                let after_first = usize::from(half_year.second && self.has(half_year.other()));
                self.figures.insert(place + after_first, figure.clone());
            }
        }
    }
}

/// The highest daily allowance in a place abroad.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ForeignAllowance {
    /// Of a country, or of a place of its own.
    pub code: String,
    pub full_day: Money,
    pub certainty: Certainty,
}

/// Figures that are missing, and from when on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Missing {
    Year { year: i16, from: Date },
    ReferenceRate { half_year: HalfYear },
}

/// One figure before and after an addition.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = FigureDifference)]
pub struct Difference {
    pub name: String,
    pub unit: Unit,
    #[schema(required)]
    pub before: Option<Figure>,
    #[schema(required)]
    pub after: Option<Figure>,
    /// Whether the value or its certainty is another one.
    pub changed: bool,
}

/// All statutory figures by date. Cheap to clone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatutoryFigures {
    version: i64,
    /// By their first days.
    tables: Arc<Vec<Table>>,
    /// Reference rates that were added, which go before those of the files.
    entered: Arc<BTreeMap<HalfYear, (Rate, Figure)>>,
}

impl StatutoryFigures {
    /// The figures that ship with the program.
    pub fn shipped() -> &'static Self {
        &SHIPPED
    }

    /// The tables that had begun by a day.
    pub fn until(&self, day: Date) -> Self {
        let begun = self.tables.iter().filter(|table| table.valid_from <= day).cloned().collect();
        Self { tables: Arc::new(begun), ..self.clone() }
    }

    /// How many additions are in it.
    pub fn version(&self) -> i64 {
        self.version
    }

    /// Every table, by its first day.
    pub fn tables(&self) -> &[Table] {
        &self.tables
    }

    /// The figures that are valid on a day. One that changes within the year takes the date again.
    pub fn for_date(&self, date: Date) -> Result<&Rates, RatesError> {
        let table = self.table_on(date).ok_or(RatesError::UnknownYear { year: date.year() })?;
        Ok(&table.rates)
    }

    /// The daily allowances abroad that are known on a day, by their codes.
    pub fn foreign_allowances(&self, day: Date) -> Result<Vec<ForeignAllowance>, RatesError> {
        let table = self.table_on(day).ok_or(RatesError::UnknownYear { year: day.year() })?;
        let known = table.figures.iter().filter_map(|figure| {
            let code = figure.name.strip_prefix(FOREIGN)?.strip_prefix('.')?;
            let full_day = table.rates.foreign_per_diem.of(code)?;
            Some(ForeignAllowance {
                code: code.to_owned(),
                full_day,
                certainty: figure.steps.first()?.certainty,
            })
        });
        Ok(known.collect())
    }

    fn table_on(&self, day: Date) -> Option<&Table> {
        self.newest_until(day).filter(|table| table.year == day.year())
    }

    /// The newest table of this day or an earlier one, of whatever year.
    fn newest_until(&self, day: Date) -> Option<&Table> {
        let begun = self.tables.partition_point(|table| table.valid_from <= day);
        self.tables.get(..begun)?.last()
    }

    /// The figures with one more addition. A file is valid from its day to the end of its year, whatever was known of
    /// those days before; what was valid on earlier days stays.
    pub fn with(&self, addition: &Addition) -> Result<Self, RatesError> {
        let (mut tables, mut entered) = (self.tables.as_ref().clone(), self.entered.as_ref().clone());
        match addition {
            Addition::Year { valid_from, file } => {
                let year = valid_from.year();
                let unreadable = |reason: String| RatesError::Unreadable { year, reason };
                let file = YearFile::read(file).map_err(|faults| {
                    unreadable(faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))
                })?;
                if file.year != year {
                    return Err(unreadable(format!("its figures are of {}", file.year)));
                }
                tables.retain(|table| table.year != year || table.valid_from < *valid_from);
                let place = tables.partition_point(|table| table.valid_from < *valid_from);
                tables.insert(place, Table::new(file, Some(*valid_from)));
            }
            Addition::ReferenceRate { half_year, rate, source } => {
                let step = Step {
                    from: None,
                    value: rate.plain_percent(),
                    certainty: Certainty::Sure,
                    source: source.clone(),
                };
                let (name, unit) = (half_year.figure().to_owned(), Unit::Percent);
                entered.insert(*half_year, (*rate, Figure { name, unit, steps: vec![step] }));
            }
        }
        for (half_year, (rate, figure)) in &entered {
            for table in tables.iter_mut().filter(|table| table.year == half_year.year) {
                table.set_reference(*half_year, *rate, figure);
            }
        }
        Ok(Self { version: self.version + 1, tables: Arc::new(tables), entered: Arc::new(entered) })
    }

    /// What an addition changes: a file against what is valid on its first day, or else against the last year before.
    pub fn difference(&self, addition: &Addition) -> Result<Vec<Difference>, RatesError> {
        let after = self.with(addition)?;
        match addition {
            Addition::Year { valid_from, .. } => {
                let before = self.newest_until(*valid_from).map(|table| table.figures.as_slice());
                let after = after.table_on(*valid_from).map(|table| table.figures.as_slice());
                Ok(differences(before.unwrap_or_default(), after.unwrap_or_default()))
            }
            Addition::ReferenceRate { half_year, .. } => {
                let (before, after) = (self.reference(*half_year), after.reference(*half_year));
                Ok(differences(before.as_slice(), after.as_slice()))
            }
        }
    }

    /// The year whose figures a file of this day is compared with.
    pub fn compared_year(&self, valid_from: Date) -> Option<i16> {
        self.newest_until(valid_from).map(|table| table.year)
    }

    fn reference(&self, half_year: HalfYear) -> Option<Figure> {
        let entered = self.entered.get(&half_year).map(|(_, figure)| figure);
        let in_file = || {
            let table = self.table_on(half_year.first_day())?;
            table.figures.iter().find(|figure| figure.name == half_year.figure())
        };
        entered.or_else(in_file).cloned()
    }

    /// What is missing today, and what will be within so many days.
    pub fn missing_within(&self, today: Date, days: i32) -> Vec<Missing> {
        let until = today.saturating_add(days.days());
        let mut missing = vec![];
        let mut half_year = HalfYear::of(today);
        while half_year.first_day() <= until {
            let from = half_year.first_day();
            let begins = !half_year.second || half_year == HalfYear::of(today);
            if begins && self.table_on(from.max(today)).is_none() {
                missing.push(Missing::Year { year: half_year.year, from: date(half_year.year, 1, 1) });
            }
            if self.reference(half_year).is_none() {
                missing.push(Missing::ReferenceRate { half_year });
            }
            half_year = half_year.next();
        }
        missing
    }
}

/// In the order of the file, with what it no longer has at the end.
fn differences(before: &[Figure], after: &[Figure]) -> Vec<Difference> {
    let find = |figures: &[Figure], name: &str| figures.iter().find(|figure| figure.name == name).cloned();
    let gone = before.iter().filter(|figure| find(after, &figure.name).is_none());
    after
        .iter()
        .chain(gone)
        .map(|figure| {
            let (before, after) = (find(before, &figure.name), find(after, &figure.name));
            let changed =
                !before.as_ref().zip(after.as_ref()).is_some_and(|(before, after)| is_same(before, after));
            Difference { name: figure.name.clone(), unit: figure.unit, before, after, changed }
        })
        .collect()
}

/// Whether values, certainties and the days on which they change within the year are the same.
fn is_same(before: &Figure, after: &Figure) -> bool {
    let day = |step: &Step| step.from.map(|from| (from.month(), from.day())).filter(|day| *day != (1, 1));
    let mut steps = before.steps.iter().zip(&after.steps);
    before.steps.len() == after.steps.len()
        && steps.all(|(a, b)| day(a) == day(b) && a.value == b.value && a.certainty == b.certainty)
}

#[cfg(test)]
mod tests;
