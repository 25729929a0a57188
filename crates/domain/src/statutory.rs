//! Additions to the statutory figures, as they come from outside, and what is missing of them.

use jiff::civil::Date;
use liksa_rates::{Addition, Fault, FaultKind, HalfYear, Missing, StatutoryFigures, YearFile};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::dates;
use crate::named::named;
use crate::problem::{ErrorKey, Problem};
use crate::reading::{NumberText, Reader, given};

/// A year's file is some six kilobytes.
pub const LONGEST_FILE: usize = 100_000;
const LONGEST_SOURCE: usize = 300;
/// Before the figures of a table run out, its users are told.
pub const DAYS_OF_WARNING: i32 = 60;

/// The file of a year, to look at what it changes and to take it.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FiguresOfYearBody {
    /// The file itself.
    file: Option<String>,
    /// DD.MM.YYYY; the earliest possible day of its year if not given.
    valid_from: Option<String>,
    /// Of the preview that is taken; not needed to look.
    pub seal: Option<String>,
}

/// The reference rate of a half-year, to look at what it changes and to take it.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct ReferenceRateBody {
    year: Option<NumberText>,
    /// 1 or 2.
    half: Option<NumberText>,
    percent: Option<NumberText>,
    /// Where it was published.
    source: Option<String>,
    /// Of the preview that is taken; not needed to look.
    pub seal: Option<String>,
}

/// A file that can be taken, from a day on or from the earliest that is possible.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FiguresOfYear {
    pub year: i16,
    pub file: String,
    pub valid_from: Option<Date>,
}

impl FiguresOfYearBody {
    pub fn read(&self, today: Date) -> Result<FiguresOfYear, Vec<Problem>> {
        let mut reader = Reader::default();
        let valid_from = reader.date("validFrom", self.valid_from.as_deref());
        reader.require("file", self.file.as_deref());
        let text = given(self.file.as_deref()).unwrap_or_default();
        if text.len() > LONGEST_FILE {
            reader.refuse_with(Problem::new("file", ErrorKey::TooLong).at_most(LONGEST_FILE));
        }
        let mut problems = reader.into_problems();
        if !problems.is_empty() {
            return Err(problems);
        }
        let file =
            YearFile::read(text).map_err(|faults| faults.iter().map(problem_of).collect::<Vec<Problem>>())?;
        if !is_near(file.year, today) {
            problems.push(Problem::new("file.year", ErrorKey::FigureImplausible));
        }
        if valid_from.is_some_and(|day| day.year() != file.year) {
            problems.push(Problem::new("validFrom", ErrorKey::OutOfRange));
        }
        if !problems.is_empty() {
            return Err(problems);
        }
        Ok(FiguresOfYear { year: file.year, file: text.to_owned(), valid_from })
    }
}

impl ReferenceRateBody {
    pub fn read(&self, today: Date) -> Result<Addition, Vec<Problem>> {
        let mut reader = Reader::default();
        let year: Option<i16> = reader.whole("year", self.year.as_deref());
        let half: Option<u8> = reader.whole("half", self.half.as_deref());
        let rate = reader.percent("percent", self.percent.as_deref());
        let source = reader.required("source", self.source.as_deref(), LONGEST_SOURCE);
        for (field, text) in [("year", &self.year), ("half", &self.half), ("percent", &self.percent)] {
            reader.require(field, text.as_deref());
        }
        reader.refuse_if(year.is_some_and(|year| !is_near(year, today)), "year", ErrorKey::OutOfRange);
        let half_year = year.zip(half).and_then(|(year, half)| HalfYear::new(year, half));
        reader.refuse_out_of_range(half.is_some_and(|half| !(1..=2).contains(&half)), "half", 1, 2);
        let implausible = rate.is_some_and(|rate| !HalfYear::is_plausible(rate));
        reader.refuse_if(implausible, "percent", ErrorKey::FigureImplausible);
        let addition =
            half_year.zip(rate).map(|(half_year, rate)| Addition::ReferenceRate { half_year, rate, source });
        reader.finish(addition)
    }
}

/// Figures are published a few weeks before their year begins.
fn is_near(year: i16, today: Date) -> bool {
    (2018..=today.year().saturating_add(1)).contains(&year)
}

/// A fault of a file as a problem of the request, with its place in the file as the field.
fn problem_of(fault: &Fault) -> Problem {
    let key = match fault.kind {
        FaultKind::NotToml(_) => ErrorKey::FiguresNotToml,
        FaultKind::Unknown => ErrorKey::FigureUnknown,
        FaultKind::Missing => ErrorKey::FigureMissing,
        FaultKind::Unreadable => ErrorKey::FigureUnreadable,
        FaultKind::WithoutSource => ErrorKey::FigureWithoutSource,
        FaultKind::Implausible { .. } => ErrorKey::FigureImplausible,
    };
    Problem::new(fault.place.as_str(), key).within("file")
}

named! {
    /// What is missing, or was added.
    FiguresKind { Year = "YEAR", ReferenceRate = "REFERENCE_RATE" }
}

/// Figures that are missing, today or soon.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct MissingFigures {
    pub kind: FiguresKind,
    pub year: i16,
    /// 1 or 2 of a reference rate; null of a whole year.
    #[schema(required)]
    pub half: Option<u8>,
    /// DD.MM.YYYY: the first day without them.
    #[serde(serialize_with = "dates::serialize")]
    #[schema(value_type = String)]
    pub from: Date,
}

/// What payroll and administrators are told to get.
pub fn missing_figures(law: &StatutoryFigures, today: Date) -> Vec<MissingFigures> {
    let told = |missing: Missing| match missing {
        Missing::Year { year, from } => MissingFigures { kind: FiguresKind::Year, year, half: None, from },
        Missing::ReferenceRate { half_year } => MissingFigures {
            kind: FiguresKind::ReferenceRate,
            year: half_year.year(),
            half: Some(half_year.half()),
            from: half_year.first_day(),
        },
    };
    law.missing_within(today, DAYS_OF_WARNING).into_iter().map(told).collect()
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    const TODAY: Date = date(2026, 11, 17);

    fn rate(year: &str, half: &str, percent: &str, source: Option<&str>) -> ReferenceRateBody {
        let number = |text: &str| Some(NumberText::from(text));
        ReferenceRateBody {
            year: number(year),
            half: number(half),
            percent: number(percent),
            source: source.map(str::to_owned),
            seal: None,
        }
    }

    #[test]
    fn a_reference_rate_is_read_with_all_its_faults() {
        let good = rate("2026", "2", "2,5", Some("Bank of Finland")).read(TODAY).unwrap();
        assert!(
            matches!(good, Addition::ReferenceRate { half_year, .. } if half_year.first_day() == date(2026, 7, 1))
        );
        let faults = rate("2029", "3", "45", None).read(TODAY).unwrap_err();
        let mut fields: Vec<&str> = faults.iter().map(|fault| fault.field.as_str()).collect();
        fields.sort_unstable();
        assert_eq!(fields, ["half", "percent", "source", "year"]);
    }

    #[test]
    fn a_broken_file_is_refused_with_the_place() {
        let read = |file: &str, valid_from: Option<&str>| {
            let body = FiguresOfYearBody {
                file: Some(file.to_owned()),
                valid_from: valid_from.map(str::to_owned),
                seal: None,
            };
            body.read(TODAY)
        };
        let good = StatutoryFigures::shipped().tables().last().unwrap().to_toml();
        assert_eq!(read(&good, None).unwrap().year, 2026);
        let km = "km_car = { value = \"0.55\"";
        for (broken, field, key) in [
            (
                good.replace(km, "km_car = { value = \"55\""),
                "file.travel.km_car",
                ErrorKey::FigureImplausible,
            ),
            (good.replace(km, "km_car = { value = 0.55"), "file.travel.km_car", ErrorKey::FigureUnreadable),
            (good.replace("km_moped", "km_scooter"), "file.travel.km_scooter", ErrorKey::FigureUnknown),
            (good.replace("km_moped", "km_scooter"), "file.travel.km_moped", ErrorKey::FigureMissing),
            (good.replace("[travel]", "[travel"), "file.3", ErrorKey::FiguresNotToml),
            (good.replace("year = 2026", "year = 2062"), "file.year", ErrorKey::FigureImplausible),
        ] {
            let faults = read(&broken, None).unwrap_err();
            assert!(faults.contains(&Problem::new(field, key)), "{field}: {faults:?}");
        }
        let other_year = read(&good, Some("01.01.2027")).unwrap_err();
        assert_eq!(other_year, [Problem::new("validFrom", ErrorKey::OutOfRange)]);
    }

    #[test]
    fn what_runs_out_is_told_sixty_days_before() {
        let told = |today| missing_figures(StatutoryFigures::shipped(), today);
        let rate = |year, half, from| MissingFigures {
            kind: FiguresKind::ReferenceRate,
            year,
            half: Some(half),
            from,
        };
        assert_eq!(told(date(2026, 5, 1)), []);
        let second = vec![rate(2026, 2, date(2026, 7, 1))];
        assert_eq!(told(date(2026, 5, 2)), second);
        assert_eq!(told(date(2026, 11, 1)), second);
        let next = MissingFigures { kind: FiguresKind::Year, year: 2027, half: None, from: date(2027, 1, 1) };
        let more = vec![next, rate(2027, 1, date(2027, 1, 1))];
        assert_eq!(told(date(2026, 11, 2)), [second, more].concat());
    }
}
