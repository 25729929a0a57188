//! Tax-free travel allowances.

use std::collections::BTreeMap;

use liksa_money::Money;
use serde::Deserialize;

use crate::RatesError;
use crate::figures::{euros, optional_euros};

/// Vehicle of the worker, in the order of their codes; each has its own allowance.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Vehicle {
    #[default]
    Car,
    MotorboatUpTo50Hp,
    MotorboatOver50Hp,
    Snowmobile,
    QuadBike,
    Motorcycle,
    Moped,
    Other,
}

impl Vehicle {
    pub const ALL: [Self; 8] = [
        Self::Car,
        Self::MotorboatUpTo50Hp,
        Self::MotorboatOver50Hp,
        Self::Snowmobile,
        Self::QuadBike,
        Self::Motorcycle,
        Self::Moped,
        Self::Other,
    ];

    pub fn from_code(code: u8) -> Option<Self> {
        Self::ALL.get(usize::from(code)).copied()
    }

    pub fn code(self) -> u8 {
        self as u8
    }
}

/// What the allowance of a kilometre by car is raised by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KmAddition {
    Trailer,
    Caravan,
    HeavyLoad,
    /// For each of them.
    Passenger,
}

/// The highest allowances that may be paid without tax.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Travel {
    #[serde(skip)]
    pub(crate) year: i16,
    #[serde(deserialize_with = "euros")]
    km_car: Money,
    #[serde(default, deserialize_with = "optional_euros")]
    km_motorboat_up_to_50_hp: Option<Money>,
    #[serde(default, deserialize_with = "optional_euros")]
    km_motorboat_over_50_hp: Option<Money>,
    #[serde(default, deserialize_with = "optional_euros")]
    km_snowmobile: Option<Money>,
    #[serde(default, deserialize_with = "optional_euros")]
    km_quad_bike: Option<Money>,
    #[serde(default, deserialize_with = "optional_euros")]
    km_motorcycle: Option<Money>,
    #[serde(default, deserialize_with = "optional_euros")]
    km_moped: Option<Money>,
    #[serde(default, deserialize_with = "optional_euros")]
    km_other: Option<Money>,
    #[serde(default, deserialize_with = "optional_euros")]
    km_add_trailer: Option<Money>,
    #[serde(default, deserialize_with = "optional_euros")]
    km_add_caravan: Option<Money>,
    #[serde(default, deserialize_with = "optional_euros")]
    km_add_heavy_load: Option<Money>,
    #[serde(default, deserialize_with = "optional_euros")]
    km_add_per_passenger: Option<Money>,
    /// Per diem of a trip of over ten hours.
    #[serde(deserialize_with = "euros")]
    pub full_day: Money,
    /// Per diem of a trip of over six hours.
    #[serde(deserialize_with = "euros")]
    pub partial_day: Money,
    #[serde(deserialize_with = "euros")]
    pub meal: Money,
}

impl Travel {
    pub fn per_km(&self, vehicle: Vehicle) -> Result<Money, RatesError> {
        let (figure, amount) = match vehicle {
            Vehicle::Car => ("km_car", Some(self.km_car)),
            Vehicle::MotorboatUpTo50Hp => ("km_motorboat_up_to_50_hp", self.km_motorboat_up_to_50_hp),
            Vehicle::MotorboatOver50Hp => ("km_motorboat_over_50_hp", self.km_motorboat_over_50_hp),
            Vehicle::Snowmobile => ("km_snowmobile", self.km_snowmobile),
            Vehicle::QuadBike => ("km_quad_bike", self.km_quad_bike),
            Vehicle::Motorcycle => ("km_motorcycle", self.km_motorcycle),
            Vehicle::Moped => ("km_moped", self.km_moped),
            Vehicle::Other => ("km_other", self.km_other),
        };
        amount.ok_or(RatesError::UnknownFigure { figure, year: self.year })
    }
    pub fn per_km_addition(&self, addition: KmAddition) -> Result<Money, RatesError> {
        let (figure, amount) = match addition {
            KmAddition::Trailer => ("km_add_trailer", self.km_add_trailer),
            KmAddition::Caravan => ("km_add_caravan", self.km_add_caravan),
            KmAddition::HeavyLoad => ("km_add_heavy_load", self.km_add_heavy_load),
            KmAddition::Passenger => ("km_add_per_passenger", self.km_add_per_passenger),
        };
        amount.ok_or(RatesError::UnknownFigure { figure, year: self.year })
    }
}

/// The highest daily allowances abroad, by the code of a country or of a place of its own.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct ForeignPerDiem(BTreeMap<String, Euros>);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
struct Euros(#[serde(deserialize_with = "euros")] Money);

impl ForeignPerDiem {
    /// None where the table does not have the place.
    pub fn of(&self, place: &str) -> Option<Money> {
        self.0.get(place).map(|euros| euros.0)
    }

    /// What every place of the table gives at least; None where it has no place.
    pub fn lowest(&self) -> Option<Money> {
        self.0.values().map(|euros| euros.0).min()
    }
}
