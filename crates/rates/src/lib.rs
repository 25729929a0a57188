//! Statutory figures by date.
//!
//! One data file per calendar year is in `data/`, with the source of each figure. A provider adds to them without a new
//! release: the file of a year, or the reference rate of a half-year. A missing year or figure is an error that names
//! it: no figure is taken from another year, because a salary by last year's rates is wrong.
//!
//! ```
//! use jiff::civil::date;
//! use liksa_rates::{StatutoryFigures, Vehicle};
//!
//! let law = StatutoryFigures::shipped();
//! let rates = law.for_date(date(2026, 3, 20))?;
//! assert_eq!(rates.travel.per_km(Vehicle::Car)?.plain(), "0.55");
//! let unknown = law.for_date(date(1999, 1, 1)).unwrap_err();
//! assert_eq!(unknown.to_string(), "no statutory figures for the year 1999");
//! # Ok::<(), liksa_rates::RatesError>(())
//! ```

mod age;
mod billing;
mod expected;
mod figures;
mod salary;
mod statutory;
mod travel;
mod year_file;

use serde::Deserialize;

pub use age::{Age, AgeLimits, PensionEnd};
pub use billing::{LateInterest, Reminder, Vat};
pub use expected::Unit;
pub use salary::{
    Distraint, HealthInsurance, HolidayCompensation, Tyel, Unemployment, UnemploymentTier, Withholding, Yel,
};
pub use statutory::{Addition, Difference, ForeignAllowance, HalfYear, Missing, StatutoryFigures, Table};
pub use travel::{ForeignPerDiem, KmAddition, Travel, Vehicle};
pub use year_file::{Certainty, Fault, FaultKind, Figure, Step, YearFile};

/// Why there is no figure.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RatesError {
    #[error("no statutory figures for the year {year}")]
    UnknownYear { year: i16 },
    #[error("the statutory figure {figure} of the year {year} is not known")]
    UnknownFigure { figure: &'static str, year: i16 },
    #[error("the statutory figures of the year {year} cannot be read: {reason}")]
    Unreadable { year: i16, reason: String },
}

/// The figures of one calendar year.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rates {
    pub travel: Travel,
    #[serde(default)]
    pub foreign_per_diem: ForeignPerDiem,
    pub tyel: Tyel,
    pub unemployment: Unemployment,
    pub health_insurance: HealthInsurance,
    pub yel: Yel,
    pub pension_end: PensionEnd,
    pub holiday_compensation: HolidayCompensation,
    pub vat: Vat,
    pub withholding: Withholding,
    pub distraint: Distraint,
    pub late_interest: LateInterest,
    pub reminder: Reminder,
}

impl Rates {
    /// Names the year in the errors of figures that it lacks.
    fn of_year(mut self, year: i16) -> Self {
        self.travel.year = year;
        self.late_interest.year = year;
        self.reminder.year = year;
        self
    }
}

#[cfg(test)]
mod tests;
