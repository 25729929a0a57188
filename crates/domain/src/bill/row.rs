//! One line of work, with the trip and the costs it took.

use jiff::civil::{Date, DateTime, Time};
use liksa_money::{Money, MoneyError, Quantity, Rate};
use liksa_rates::Vehicle;

use super::expenses::Expenses;
use super::pricing::Pricing;
use super::territory::Territory;
use crate::ids::RowId;
use crate::named::named;

/// A day and an hour, either of which may not have been given yet.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Moment {
    pub date: Option<Date>,
    pub time: Option<Time>,
}

impl Moment {
    pub fn known(self) -> Option<DateTime> {
        Some(self.date?.to_datetime(self.time?))
    }
}

impl From<DateTime> for Moment {
    fn from(moment: DateTime) -> Self {
        Self { date: Some(moment.date()), time: Some(moment.time()) }
    }
}

/// When the work was done.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct WorkShift {
    pub start: Moment,
    pub end: Moment,
}

named! {
    /// What the car drew or carried, which raises the allowance of each kilometre.
    Trailer {
        None = "NONE",
        Trailer = "TRAILER",
        Caravan = "CARAVAN",
        HeavyLoad = "HEAVY_LOAD",
    }
}

/// What raises the allowance of each kilometre driven by car.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Extras {
    pub trailer: Trailer,
    pub passengers: u8,
}

impl Default for Extras {
    fn default() -> Self {
        Self { trailer: Trailer::None, passengers: 0 }
    }
}

/// The trip to the work and back.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Journey {
    pub departure: Moment,
    pub homecoming: Moment,
    /// Of the whole way, there and back, as they were typed: a round trip doubles nothing.
    pub kilometers: Quantity,
    pub vehicle: Vehicle,
    pub extras: Extras,
    pub register_number: String,
    pub address_start: String,
    pub way_points: Vec<String>,
    pub address_stop: String,
    pub round_trip: bool,
    pub overnight: bool,
    /// On the way, there and back.
    pub travel_minutes: u32,
    /// The work at the destination, without the way there.
    pub work_minutes: u32,
    pub abroad: bool,
    /// Where a foreign daily allowance is claimed for.
    pub country: Option<Territory>,
    /// Where its amount was read, if the table of the year does not have the country.
    pub foreign_source: String,
    /// Which of its days of travel ended abroad, from 0 on and in their order; None where nobody said it.
    pub days_abroad: Option<Vec<u16>>,
    /// The days of travel whose allowances at home are meant, full days first; None where they follow from their counts.
    /// Told of a credit note when it is sent, so that of several credit notes of one trip none takes a day that another
    /// has taken, and of a row of which credit notes have taken some.
    pub days_at_home: Option<Vec<u16>>,
}

/// Tax-free allowances that are claimed for the trip.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Allowances {
    pub full_days: u16,
    pub partial_days: u16,
    pub meals: u16,
    /// In euros: each country has its own.
    pub foreign: Money,
}

impl Allowances {
    pub fn any(self) -> bool {
        self.full_days > 0 || self.partial_days > 0 || self.meals > 0 || !self.foreign.is_zero()
    }

    pub(crate) fn plus(self, other: Self) -> Result<Self, MoneyError> {
        Ok(Self {
            full_days: self.full_days.saturating_add(other.full_days),
            partial_days: self.partial_days.saturating_add(other.partial_days),
            meals: self.meals.saturating_add(other.meals),
            foreign: self.foreign.plus(other.foreign)?,
        })
    }

    /// What is left of them; days and meals never less than none.
    pub(crate) fn less(self, taken: Self) -> Result<Self, MoneyError> {
        Ok(Self {
            full_days: self.full_days.saturating_sub(taken.full_days),
            partial_days: self.partial_days.saturating_sub(taken.partial_days),
            meals: self.meals.saturating_sub(taken.meals),
            foreign: self.foreign.minus(taken.foreign)?,
        })
    }
}

/// One line of a bill.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// None until the row is stored.
    pub id: Option<RowId>,
    /// Folded up on the screen, and so again next time.
    pub collapsed: bool,
    /// The shift that the row was made of.
    pub shift: Option<String>,
    pub date: Option<Date>,
    /// What was done or where; the text that the customer reads.
    pub destination: String,
    pub vat_rate: Rate,
    pub pricing: Pricing,
    pub work_shift: Option<WorkShift>,
    pub journey: Journey,
    pub allowances: Allowances,
    pub expenses: Expenses,
    /// How many receipts are attached.
    pub receipts: u16,
}

impl Row {
    /// The row with every amount turned: as a credit note stores what is written below zero. Kilometres, days and hours
    /// are counted and stay.
    pub fn mirrored(self) -> Result<Self, MoneyError> {
        let pricing = match self.pricing {
            Pricing::Contract { price } => {
                Pricing::Contract { price: price.map(Money::negated).transpose()? }
            }
            Pricing::Amount { unit_price, amount } => {
                Pricing::Amount { unit_price: unit_price.map(Money::negated).transpose()?, amount }
            }
        };
        let allowances = Allowances { foreign: self.allowances.foreign.negated()?, ..self.allowances };
        Ok(Self { pricing, allowances, expenses: self.expenses.negated()?, ..self })
    }

    /// An empty row for the day; its price is agreed as one sum until the worker says otherwise.
    pub fn empty(date: Date, vat_rate: Rate) -> Self {
        Self {
            id: None,
            collapsed: false,
            shift: None,
            date: Some(date),
            destination: String::new(),
            vat_rate,
            pricing: Pricing::Contract { price: None },
            work_shift: None,
            journey: Journey::default(),
            allowances: Allowances::default(),
            expenses: Expenses::default(),
            receipts: 0,
        }
    }

    /// The VAT-free total, to four decimals.
    pub fn total(&self) -> Result<Money, MoneyError> {
        self.pricing.total()
    }

    /// Whether anything is claimed for a trip.
    pub fn claims_travel(&self) -> bool {
        !self.journey.kilometers.is_zero() || self.allowances.any()
    }
}
