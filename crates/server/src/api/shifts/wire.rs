//! Shifts as they are answered.

use jiff::civil::DateTime;
use liksa_actions::shifts::{self, ShiftOnBill};
use liksa_domain::bill::{Allowances, BillState, Journey, Territory};
use liksa_domain::dates::format_time;
use liksa_domain::shift::{Difference, Entitlement, ShiftOrigin, ShiftUse};
use liksa_money::Quantity;
use liksa_rates::Vehicle;

use crate::api::bills::RowOnWire;
use crate::api::prelude::*;

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShiftPage {
    #[schema(required)]
    pub content: Vec<ShiftOnWire>,
    /// The most that a page holds.
    pub size: i64,
    /// How many are on this one.
    pub number_of_elements: i64,
    pub total_pages: i64,
    pub total_elements: i64,
}

impl ShiftPage {
    pub fn new(shifts: Vec<ShiftOnBill>, size: i64, total: i64) -> Self {
        let content: Vec<ShiftOnWire> = shifts.into_iter().map(Into::into).collect();
        Self {
            size,
            number_of_elements: i64::try_from(content.len()).unwrap_or(i64::MAX),
            total_pages: (total + size - 1) / size,
            total_elements: total,
            content,
        }
    }
}

/// A shift. Times are 2026-11-16T08:00, in Finnish time.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Shift)]
pub struct ShiftOnWire {
    pub shift_id: String,
    /// To be sent back with a change.
    pub version: i64,
    pub origin: ShiftOrigin,
    pub start_date_time: String,
    pub end_date_time: String,
    pub department_name: String,
    pub department_key: String,
    #[schema(required)]
    pub entitled: Vec<Entitlement>,
    pub journey: JourneyOnWire,
    /// What the worker claims; null until chosen, and then `proposal` is claimed.
    #[schema(required)]
    pub reimbursements: Option<ClaimsOnWire>,
    /// The most that may be claimed, of all but foreign daily allowances.
    pub proposal: ClaimsOnWire,
    /// The bill that the shift is on.
    #[schema(required)]
    pub bill: Option<BillOfShift>,
    /// What the bill says otherwise than planning does by now.
    #[schema(required)]
    pub difference: Option<DifferenceOnWire>,
    /// What the worker claimed and planning allows no more. It comes on no bill.
    #[schema(required)]
    pub withdrawn: Vec<Entitlement>,
}

/// The trip to the shift and back. Dates are DD.MM.YYYY, times HH:MM; what has not been given is null.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ShiftJourney)]
pub struct JourneyOnWire {
    pub kilometers: Quantity,
    pub address_start: String,
    pub address_stop: String,
    pub vehicle_register_number: String,
    pub vehicle_type: VehicleType,
    #[schema(required)]
    pub departure_date: Option<String>,
    #[schema(required)]
    pub departure_time: Option<String>,
    #[schema(required)]
    pub arrival_date: Option<String>,
    #[schema(required)]
    pub arrival_time: Option<String>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum VehicleType {
    Car,
    Other,
}

/// By the names that rows of bills have.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ShiftReimbursements)]
pub struct ClaimsOnWire {
    pub lunchcompensation: u16,
    pub fulldaycompensation: u16,
    pub partialdaycompensation: u16,
    /// In euros.
    pub foreign_allowance: Money,
    /// The country, or the part of it, that the foreign daily allowance is for.
    #[schema(required)]
    pub foreign_country: Option<String>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BillOfShift {
    pub id: BillId,
    #[schema(required)]
    pub bill_number: Option<i64>,
    pub state: BillState,
}

/// The times and the department on the bill where planning has others.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ShiftDifference)]
pub struct DifferenceOnWire {
    #[schema(required)]
    pub start_date_time: Option<String>,
    #[schema(required)]
    pub end_date_time: Option<String>,
    #[schema(required)]
    pub department: Option<String>,
    /// What the bill claims that the shift does not allow.
    #[schema(required)]
    pub not_entitled: Vec<Entitlement>,
    /// Planning has given the shift to another worker.
    pub given_away: bool,
}

fn wire_time(time: DateTime) -> String {
    time.strftime("%Y-%m-%dT%H:%M").to_string()
}

impl From<ShiftOnBill> for ShiftOnWire {
    fn from(found: ShiftOnBill) -> Self {
        let ShiftOnBill { stored, bill, difference } = found;
        let given_away = stored.given_away;
        let mut shift = stored.shift;
        let (proposal, withdrawn) = (shift.proposal().into(), shift.withdrawn());
        let claims = shift.allowed_claims();
        shift.journey.kilometers = shift.allowed_kilometers();
        Self {
            version: stored.version,
            origin: shift.origin,
            start_date_time: wire_time(shift.plan.starts),
            end_date_time: wire_time(shift.plan.ends),
            reimbursements: claims.map(|claims| ClaimsOnWire {
                foreign_country: shift.journey.country.as_ref().map(Territory::as_str).map(str::to_owned),
                ..claims.into()
            }),
            journey: shift.journey.into(),
            proposal,
            bill: bill.map(Into::into),
            difference: (given_away || difference.is_some())
                .then(|| DifferenceOnWire::new(difference.unwrap_or_default(), given_away)),
            withdrawn,
            shift_id: shift.id,
            department_name: shift.plan.department_name,
            department_key: shift.plan.department_key,
            entitled: shift.plan.entitled,
        }
    }
}

impl From<Journey> for JourneyOnWire {
    fn from(journey: Journey) -> Self {
        Self {
            kilometers: journey.kilometers,
            vehicle_type: match journey.vehicle {
                Vehicle::Car => VehicleType::Car,
                _ => VehicleType::Other,
            },
            departure_date: journey.departure.date.map(format_date),
            departure_time: journey.departure.time.map(format_time),
            arrival_date: journey.homecoming.date.map(format_date),
            arrival_time: journey.homecoming.time.map(format_time),
            vehicle_register_number: journey.register_number,
            address_start: journey.address_start,
            address_stop: journey.address_stop,
        }
    }
}

impl From<Allowances> for ClaimsOnWire {
    fn from(claims: Allowances) -> Self {
        Self {
            foreign_country: None,
            lunchcompensation: claims.meals,
            fulldaycompensation: claims.full_days,
            partialdaycompensation: claims.partial_days,
            foreign_allowance: claims.foreign,
        }
    }
}

impl From<ShiftUse> for BillOfShift {
    fn from(used: ShiftUse) -> Self {
        Self { id: used.bill, bill_number: used.number, state: used.state }
    }
}

impl DifferenceOnWire {
    fn new(difference: Difference, given_away: bool) -> Self {
        Self {
            start_date_time: difference.starts.map(wire_time),
            end_date_time: difference.ends.map(wire_time),
            department: difference.department,
            not_entitled: difference.not_entitled,
            given_away,
        }
    }
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RowsOfShifts {
    #[schema(required)]
    pub rows: Vec<RowOnWire>,
    /// The customer that work of these departments was last billed to.
    #[schema(required)]
    pub shared_customer: Option<CustomerId>,
}

impl From<shifts::RowsOfShifts> for RowsOfShifts {
    fn from(made: shifts::RowsOfShifts) -> Self {
        Self {
            rows: made.rows.iter().filter_map(RowOnWire::to_be_added).collect(),
            shared_customer: made.customer,
        }
    }
}
