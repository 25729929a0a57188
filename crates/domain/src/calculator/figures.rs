//! What the calculator shows beside its fields.

use jiff::civil::Date;
use liksa_money::{Money, Rate};
use liksa_rates::{RatesError, StatutoryFigures, Vehicle};
use serde::Serialize;
use utoipa::ToSchema;

use crate::problem::Problem;
use crate::reading::Reader;
use crate::salary::SalaryError;
use crate::settings::ProviderSettings;

/// The statutory figures of a payday and the provider's prices, which the calculator shows before anything is typed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CalculatorFigures)]
pub struct Figures {
    pub car_per_km: Money,
    pub full_day: Money,
    pub partial_day: Money,
    pub meal: Money,
    /// From the highest down to zero, each a part of one.
    #[schema(required)]
    pub vat_rates: Vec<Rate>,
    pub service_percent: Rate,
    pub service_fee_maximum_per_month: Money,
    pub highest_tax_percent: Rate,
}

impl Figures {
    /// The figures of a payday as it was written, or of today where none was.
    pub fn read(
        law: &StatutoryFigures,
        payday: Option<&str>,
        settings: &ProviderSettings,
        today: Date,
    ) -> Result<Self, Vec<Problem>> {
        let mut reader = Reader::default();
        let payday = reader.date("payday", payday);
        let unreadable = reader.into_problems();
        if !unreadable.is_empty() {
            return Err(unreadable);
        }
        let figures = Self::on(law, payday.unwrap_or(today), settings).map_err(SalaryError::from);
        figures.map_err(|error| vec![Problem::new("payday", error.key())])
    }

    pub fn on(law: &StatutoryFigures, payday: Date, settings: &ProviderSettings) -> Result<Self, RatesError> {
        let rates = law.for_date(payday)?;
        Ok(Self {
            car_per_km: rates.travel.per_km(Vehicle::Car)?,
            full_day: rates.travel.full_day,
            partial_day: rates.travel.partial_day,
            meal: rates.travel.meal,
            vat_rates: rates.vat.legal(payday).to_vec(),
            service_percent: settings.service_percent,
            service_fee_maximum_per_month: settings.service_fee_maximum_per_month,
            highest_tax_percent: rates.withholding.highest,
        })
    }
}
