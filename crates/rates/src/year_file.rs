//! Reading the file of a year, with every fault of it named at once.

use std::fmt;

use jiff::civil::{Date, date};
use serde::{Serialize, Serializer};
use toml::{Table as Toml, Value};
use utoipa::ToSchema;

use crate::Rates;
use crate::expected::{EXPECTED, Expected, FOREIGN, Needed, Unit, foreign};

/// How certain a figure is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[schema(as = FigureCertainty)]
pub enum Certainty {
    Sure,
    Likely,
    Unsure,
}

impl Certainty {
    /// As it is written in files.
    fn name(self) -> &'static str {
        match self {
            Self::Sure => "sure",
            Self::Likely => "likely",
            Self::Unsure => "unsure",
        }
    }

    fn from_name(name: &str) -> Option<Self> {
        [Self::Sure, Self::Likely, Self::Unsure].into_iter().find(|certainty| certainty.name() == name)
    }
}

/// A value from a day on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = FigureStep)]
pub struct Step {
    /// DD.MM.YYYY; null where it is valid from the first day on.
    #[serde(serialize_with = "finnish_date")]
    #[schema(required, value_type = Option<String>)]
    pub from: Option<Date>,
    /// With a decimal point.
    pub value: String,
    pub certainty: Certainty,
    /// Where it was read.
    pub source: String,
}

/// One figure of a year.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = StatutoryFigure)]
pub struct Figure {
    /// Section and key in the file of the year, such as `travel.km_car`.
    pub name: String,
    pub unit: Unit,
    /// One for the whole year, or several, each from its own day on.
    #[schema(required)]
    pub steps: Vec<Step>,
}

impl Figure {
    /// As its file has it.
    pub(crate) fn to_toml(&self) -> String {
        let steps: Vec<String> = self.steps.iter().map(|step| step.to_toml(self.unit)).collect();
        match steps.as_slice() {
            [one] if self.steps[0].from.is_none() => one.clone(),
            several => format!("[\n  {},\n]", several.join(",\n  ")),
        }
    }
}

impl Step {
    fn to_toml(&self, unit: Unit) -> String {
        let quoted = |text: &str| Value::String(text.to_owned()).to_string();
        let value = match unit {
            Unit::Percent | Unit::Euros => quoted(&self.value),
            Unit::Years | Unit::Days => self.value.clone(),
        };
        let from = self.from.map(|from| format!("from = \"{from}\", ")).unwrap_or_default();
        let (certainty, source) = (self.certainty.name(), quoted(&self.source));
        format!("{{ {from}value = {value}, certainty = \"{certainty}\", source = {source} }}")
    }
}

/// The figures of a year as its file has them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct YearFile {
    pub year: i16,
    pub figures: Vec<Figure>,
    pub(crate) rates: Rates,
}

/// What is wrong with a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FaultKind {
    NotToml(String),
    Unknown,
    Missing,
    /// Not a value of its kind, or not written as one.
    Unreadable,
    /// Without a source, or without saying how certain it is.
    WithoutSource,
    Implausible {
        unit: Unit,
        between: (i32, i32),
    },
}

/// One fault of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// Section and key, or the line of a file that is no TOML.
    pub place: String,
    pub kind: FaultKind,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = &self.place;
        match &self.kind {
            FaultKind::NotToml(reason) => write!(f, "line {place}: {reason}"),
            FaultKind::Unknown => write!(f, "{place}: no such figure"),
            FaultKind::Missing => write!(f, "{place}: missing"),
            FaultKind::Unreadable => write!(f, "{place}: cannot be read"),
            FaultKind::WithoutSource => {
                write!(f, "{place}: needs a source and a certainty (sure, likely or unsure)")
            }
            FaultKind::Implausible { unit, between: (low, high) } => {
                let unit = match unit {
                    Unit::Percent => "%",
                    Unit::Euros => "€",
                    Unit::Years => "years",
                    Unit::Days => "days",
                };
                write!(f, "{place}: not between {low} and {high} {unit}")
            }
        }
    }
}

impl YearFile {
    /// The file of a year that is added. All of its faults come at once.
    pub fn read(text: &str) -> Result<Self, Vec<Fault>> {
        Self::read_with(text, Needed::InNewFiles)
    }

    /// One that ships with the program, of a year in which not everything could be found out.
    pub(crate) fn read_shipped(text: &str) -> Result<Self, Vec<Fault>> {
        Self::read_with(text, Needed::Always)
    }

    fn read_with(text: &str, strictness: Needed) -> Result<Self, Vec<Fault>> {
        let written: Toml = text.parse().map_err(|error| vec![not_toml(text, &error)])?;
        let mut reading = Reading::default();
        let year = reading.year(&written);
        reading.find_unknown(&written);
        for expected in EXPECTED {
            let found = written.get(expected.section).and_then(|section| section.get(expected.key));
            match found {
                Some(found) => reading.figure(expected, found, year),
                None if expected.needed == Needed::Always || expected.needed == strictness => {
                    reading.fault(&expected.name(), FaultKind::Missing);
                }
                None => {}
            }
        }
        for (key, written) in written.get(FOREIGN).and_then(Value::as_table).into_iter().flatten() {
            if let Some(expected) = foreign(key) {
                reading.figure(&expected, written, year);
            }
        }
        if !reading.faults.is_empty() {
            return Err(reading.faults);
        }
        let unreadable = |error: toml::de::Error| {
            vec![Fault { place: String::new(), kind: FaultKind::NotToml(error.message().to_owned()) }]
        };
        let rates: Rates = reading.plain.try_into().map_err(unreadable)?;
        Ok(Self { year, figures: reading.figures, rates: rates.of_year(year) })
    }
}

/// The place of a syntax fault is its line.
fn not_toml(text: &str, error: &toml::de::Error) -> Fault {
    let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or_default();
    let line = before.matches('\n').count() + 1;
    Fault { place: line.to_string(), kind: FaultKind::NotToml(error.message().to_owned()) }
}

#[derive(Default)]
struct Reading {
    faults: Vec<Fault>,
    figures: Vec<Figure>,
    /// The values alone, from which the tables are made.
    plain: Toml,
}

impl Reading {
    fn fault(&mut self, place: &str, kind: FaultKind) {
        self.faults.push(Fault { place: place.to_owned(), kind });
    }

    fn year(&mut self, written: &Toml) -> i16 {
        let year = match written.get("year") {
            Some(Value::Integer(year)) => {
                i16::try_from(*year).ok().filter(|year| (2018..=2199).contains(year))
            }
            Some(_) => None,
            None => {
                self.fault("year", FaultKind::Missing);
                return 0;
            }
        };
        year.unwrap_or_else(|| {
            self.fault("year", FaultKind::Unreadable);
            0
        })
    }

    fn find_unknown(&mut self, written: &Toml) {
        for (section, content) in written.iter().filter(|(section, _)| *section != "year") {
            let known = || EXPECTED.iter().filter(|expected| expected.section == section);
            let is_foreign = section == FOREIGN;
            let Some(figures) = content.as_table().filter(|_| is_foreign || known().next().is_some()) else {
                self.fault(section, FaultKind::Unknown);
                continue;
            };
            let is_known = |key: &str| {
                known().any(|expected| expected.key == key) || (is_foreign && foreign(key).is_some())
            };
            for key in figures.keys().filter(|key| !is_known(key)) {
                self.fault(&format!("{section}.{key}"), FaultKind::Unknown);
            }
        }
    }

    fn figure(&mut self, expected: &Expected<'_>, written: &Value, year: i16) {
        let faults = self.faults.len();
        let (steps, plain) = match written {
            Value::Table(one) if !one.contains_key("from") => {
                let Some((step, value)) = self.step(expected, one) else { return };
                (vec![step], value)
            }
            Value::Array(several) if expected.may_change && !several.is_empty() => {
                let read = several.iter().map(|one| match one.as_table() {
                    Some(one) => self.dated_step(expected, one, year),
                    None => {
                        self.fault(&expected.name(), FaultKind::Unreadable);
                        None
                    }
                });
                let (steps, values): (Vec<Step>, Vec<Value>) = read.flatten().unzip();
                (steps, Value::Array(values))
            }
            _ => {
                self.fault(&expected.name(), FaultKind::Unreadable);
                return;
            }
        };
        let first_day =
            steps.first().is_none_or(|step| step.from.is_none_or(|from| from == date(year, 1, 1)));
        if self.faults.len() == faults && !(first_day && steps.is_sorted_by(|a, b| a.from < b.from)) {
            self.fault(&expected.name(), FaultKind::Unreadable);
        }
        self.figures.push(Figure { name: expected.name(), unit: expected.unit, steps });
        let section = self.plain.entry(expected.section).or_insert_with(|| Value::Table(Toml::new()));
        if let Value::Table(section) = section {
            section.insert(expected.key.to_owned(), plain);
        }
    }

    fn dated_step(&mut self, expected: &Expected<'_>, one: &Toml, year: i16) -> Option<(Step, Value)> {
        let written = one.get("from").and_then(Value::as_str);
        let from: Option<Date> = written.and_then(|from| from.parse().ok());
        let Some(from) = from.filter(|from| from.year() == year) else {
            self.fault(&expected.name(), FaultKind::Unreadable);
            return None;
        };
        let (step, value) = self.step(expected, one)?;
        let mut plain = Toml::new();
        plain.insert("from".to_owned(), Value::String(from.to_string()));
        plain.insert("value".to_owned(), value);
        Some((Step { from: Some(from), ..step }, Value::Table(plain)))
    }

    /// A value with its source, and the value alone.
    fn step(&mut self, expected: &Expected<'_>, one: &Toml) -> Option<(Step, Value)> {
        let name = expected.name();
        if let Some(key) =
            one.keys().find(|key| !["from", "value", "certainty", "source"].contains(&key.as_str()))
        {
            self.fault(&format!("{name}.{key}"), FaultKind::Unknown);
        }
        let text = |key| one.get(key).and_then(Value::as_str).map(str::trim).filter(|text| !text.is_empty());
        let source = text("source").zip(text("certainty").and_then(Certainty::from_name));
        if source.is_none() {
            self.fault(&name, FaultKind::WithoutSource);
        }
        let Some((value, read)) = one.get("value").and_then(|value| Some((value, expected.read(value)?)))
        else {
            self.fault(&name, FaultKind::Unreadable);
            return None;
        };
        if !read.is_plausible {
            let kind = FaultKind::Implausible { unit: expected.unit, between: expected.between };
            self.fault(&name, kind);
        }
        let (source, certainty) = source?;
        let step = Step { from: None, value: read.plain, certainty, source: source.to_owned() };
        Some((step, value.clone()))
    }
}

fn finnish_date<S: Serializer>(date: &Option<Date>, serializer: S) -> Result<S::Ok, S::Error> {
    match date {
        Some(date) => serializer.collect_str(&date.strftime("%d.%m.%Y")),
        None => serializer.serialize_none(),
    }
}
