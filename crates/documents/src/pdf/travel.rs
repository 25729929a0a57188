//! The report of trips and costs of a month or a year.

mod view;

use jiff::civil::{Date, DateTime};
use liksa_domain::bill::{BillLanguage, Row};
use liksa_domain::salary::{Reimbursements, SalaryError};
use liksa_money::Quantity;
use liksa_rates::Vehicle;

use crate::invoice::{Address, Seller};

#[derive(Debug, Clone)]
pub struct TravelReport {
    pub language: BillLanguage,
    pub content: Content,
    pub from: Date,
    pub until: Date,
    pub payer: Seller,
    pub worker: String,
    pub address: Address,
    /// In the order of their dates.
    pub trips: Vec<Trip>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Content {
    /// Allowances and receipts.
    All,
    /// Only what was paid without tax by the yearly decision of the tax administration.
    TaxFree,
}

/// One row of a bill for which something was claimed.
#[derive(Debug, Clone)]
pub struct Trip {
    pub date: Date,
    pub bill: Option<u64>,
    pub customer: String,
    /// What the trip was for.
    pub purpose: String,
    pub departure: Option<DateTime>,
    pub homecoming: Option<DateTime>,
    /// From the first address to the last.
    pub route: Vec<String>,
    pub kilometers: Quantity,
    pub vehicle: Vehicle,
    pub register_number: String,
    pub full_days: u16,
    pub partial_days: u16,
    pub meals: u16,
    pub paid: Reimbursements,
}

impl Trip {
    /// What was claimed for a row, or nothing. `today` dates a row that has no date yet.
    pub fn of_row(
        row: &Row,
        bill: Option<u64>,
        customer: &str,
        today: Date,
    ) -> Result<Option<Self>, SalaryError> {
        let paid = Reimbursements::for_row(row, today)?;
        if paid == Reimbursements::default() {
            return Ok(None);
        }
        let journey = &row.journey;
        let mut route = vec![journey.address_start.clone()];
        route.extend(journey.way_points.iter().cloned());
        route.push(journey.address_stop.clone());
        if journey.round_trip {
            route.push(journey.address_start.clone());
        }
        route.retain(|place| !place.trim().is_empty());
        Ok(Some(Self {
            date: row.date.unwrap_or(today),
            bill,
            customer: customer.to_owned(),
            purpose: row.destination.clone(),
            departure: journey.departure.known(),
            homecoming: journey.homecoming.known(),
            route,
            kilometers: journey.kilometers,
            vehicle: journey.vehicle,
            register_number: journey.register_number.clone(),
            full_days: row.allowances.full_days,
            partial_days: row.allowances.partial_days,
            meals: row.allowances.meals,
            paid,
        }))
    }
}
