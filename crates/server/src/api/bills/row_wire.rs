//! One row of a bill as it is answered.

use liksa_domain::bill::{ExpenseClass, ExpenseKind, Moment, Pricing, Row};
use liksa_domain::dates::{format_date, format_time};
use liksa_domain::ids::Id;
use liksa_domain::travel;
use liksa_money::{Money, Quantity};
use liksa_store::StoredBill;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::receipts::ReceiptOnWire;
use super::wire::StateOnWire;
use crate::api::number::{Count, Euros, Percent};

/// How the price of a row is made.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum RowType {
    Contract,
    Amount,
}

/// A row. Dates are DD.MM.YYYY, times HH:MM, amounts euros; what has not been given is null. The amounts of a
/// credit note are negative.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Row)]
pub struct RowOnWire {
    pub id: Uuid,
    /// The bill's.
    pub state: StateOnWire,
    pub r#type: RowType,
    pub collapsed: bool,
    #[schema(required)]
    pub date: Option<String>,
    pub destination: String,
    /// VAT in per cent.
    pub alv: Percent,
    /// Without VAT.
    #[schema(required)]
    pub alv_price: Option<Euros>,
    /// With VAT.
    #[schema(required)]
    pub price: Option<Euros>,
    /// The same as `alvPrice`, and zero where that is null.
    pub price_without_alv: Euros,
    /// The VAT-free total; zero while the price is missing.
    pub total_price: Euros,
    /// The VAT-free unit price of an AMOUNT row.
    #[schema(required)]
    pub hourlyprice: Option<Euros>,
    /// How many, of an AMOUNT row; 1 of a CONTRACT row.
    #[schema(required)]
    pub billable_work_hours: Option<Count>,
    /// Hours between start and end of the work.
    #[schema(required)]
    pub workhours: Option<Count>,
    #[schema(required)]
    pub work_shift_started: Option<String>,
    #[schema(required)]
    pub work_shift_started_time: Option<String>,
    #[schema(required)]
    pub work_shift_ended: Option<String>,
    #[schema(required)]
    pub work_shift_ended_time: Option<String>,
    #[schema(required)]
    pub startdate: Option<String>,
    #[schema(required)]
    pub time: Option<String>,
    #[schema(required)]
    pub returndate: Option<String>,
    #[schema(required)]
    pub returntime: Option<String>,
    pub kilometers: Count,
    /// 0 to 7, see the request.
    pub vehicle: u8,
    pub vehicle_register_number: String,
    pub address_start: String,
    #[schema(required)]
    pub way_point: Vec<String>,
    pub address_stop: String,
    pub roundtrip: bool,
    pub stay_over_night: bool,
    pub working_abroad: bool,
    pub travel_time_in_minutes: u32,
    pub work_time_in_minutes: u32,
    /// Travel and work together, in minutes.
    pub total_time: u32,
    pub fulldaycompensation: u16,
    pub partialdaycompensation: u16,
    pub lunchcompensation: u16,
    pub foreign_allowance: Euros,
    #[schema(required)]
    pub receipts: Vec<ReceiptOnWire>,
    pub hotelcost: Euros,
    #[serde(rename = "hotelcost_alv10")]
    pub hotelcost_alv10: Euros,
    #[serde(rename = "hotelcost_alv135")]
    pub hotelcost_alv135: Euros,
    #[serde(rename = "hotelcost_alv14")]
    pub hotelcost_alv14: Euros,
    #[serde(rename = "hotelcost_alv24")]
    pub hotelcost_alv24: Euros,
    #[serde(rename = "hotelcost_alv255")]
    pub hotelcost_alv255: Euros,
    pub travelcost: Euros,
    #[serde(rename = "travelcost_alv10")]
    pub travelcost_alv10: Euros,
    #[serde(rename = "travelcost_alv135")]
    pub travelcost_alv135: Euros,
    #[serde(rename = "travelcost_alv14")]
    pub travelcost_alv14: Euros,
    #[serde(rename = "travelcost_alv24")]
    pub travelcost_alv24: Euros,
    #[serde(rename = "travelcost_alv255")]
    pub travelcost_alv255: Euros,
    pub othercost: Euros,
    #[serde(rename = "othercost_alv10")]
    pub othercost_alv10: Euros,
    #[serde(rename = "othercost_alv135")]
    pub othercost_alv135: Euros,
    #[serde(rename = "othercost_alv14")]
    pub othercost_alv14: Euros,
    #[serde(rename = "othercost_alv24")]
    pub othercost_alv24: Euros,
    #[serde(rename = "othercost_alv255")]
    pub othercost_alv255: Euros,
}

impl RowOnWire {
    /// None for a row that is not stored.
    pub fn new(stored: &StoredBill, row: &Row) -> Option<Self> {
        let bill = &stored.bill;
        let receipts = stored.receipts.iter().filter(|receipt| Some(receipt.row) == row.id);
        let signed =
            |amount: Money| if bill.is_credit_note { amount.negated().unwrap_or(amount) } else { amount };
        let euros = |amount: Option<Money>| amount.map(signed).map(Euros);
        let total = row.total().ok();
        let (kind, hourlyprice, amount) = match row.pricing {
            Pricing::Contract { .. } => (RowType::Contract, None, Some(Quantity::ONE)),
            Pricing::Amount { unit_price, amount } => (RowType::Amount, unit_price, amount),
        };
        let written = total.filter(|_| row.pricing.is_written());
        let with_vat = row.pricing.total_with_vat(bill.vat_rate_of(row)).ok().filter(|_| written.is_some());
        let expense = |kind, class| Euros(signed(row.expenses.get(kind, class)));
        let (journey, shift) = (&row.journey, row.work_shift.unwrap_or_default());
        let date = |moment: &Moment| moment.date.map(format_date);
        let time = |moment: &Moment| moment.time.map(format_time);
        use ExpenseClass::{Vat10, Vat13Half, Vat14, Vat24, Vat25Half, Zero};
        use ExpenseKind::{Hotel, Other, Travel};
        Some(Self {
            id: row.id?.uuid(),
            state: StateOnWire(bill.state),
            r#type: kind,
            collapsed: row.collapsed,
            date: row.date.map(format_date),
            destination: row.destination.clone(),
            alv: Percent(row.vat_rate),
            alv_price: euros(written),
            price: euros(with_vat),
            price_without_alv: Euros(signed(written.unwrap_or_default())),
            total_price: Euros(signed(total.unwrap_or_default())),
            hourlyprice: euros(hourlyprice),
            billable_work_hours: amount.map(Count),
            workhours: row.work_shift.as_ref().and_then(|shift| travel::work_hours(shift).ok()).map(Count),
            work_shift_started: date(&shift.start),
            work_shift_started_time: time(&shift.start),
            work_shift_ended: date(&shift.end),
            work_shift_ended_time: time(&shift.end),
            startdate: date(&journey.departure),
            time: time(&journey.departure),
            returndate: date(&journey.homecoming),
            returntime: time(&journey.homecoming),
            kilometers: Count(journey.kilometers),
            vehicle: journey.vehicle.code(),
            vehicle_register_number: journey.register_number.clone(),
            address_start: journey.address_start.clone(),
            way_point: journey.way_points.clone(),
            address_stop: journey.address_stop.clone(),
            roundtrip: journey.round_trip,
            stay_over_night: journey.overnight,
            working_abroad: journey.abroad,
            travel_time_in_minutes: journey.travel_minutes,
            work_time_in_minutes: journey.work_minutes,
            total_time: journey.travel_minutes.saturating_add(journey.work_minutes),
            fulldaycompensation: row.allowances.full_days,
            partialdaycompensation: row.allowances.partial_days,
            lunchcompensation: row.allowances.meals,
            foreign_allowance: Euros(signed(row.allowances.foreign)),
            receipts: receipts.map(ReceiptOnWire::from).collect(),
            hotelcost: expense(Hotel, Zero),
            hotelcost_alv10: expense(Hotel, Vat10),
            hotelcost_alv135: expense(Hotel, Vat13Half),
            hotelcost_alv14: expense(Hotel, Vat14),
            hotelcost_alv24: expense(Hotel, Vat24),
            hotelcost_alv255: expense(Hotel, Vat25Half),
            travelcost: expense(Travel, Zero),
            travelcost_alv10: expense(Travel, Vat10),
            travelcost_alv135: expense(Travel, Vat13Half),
            travelcost_alv14: expense(Travel, Vat14),
            travelcost_alv24: expense(Travel, Vat24),
            travelcost_alv255: expense(Travel, Vat25Half),
            othercost: expense(Other, Zero),
            othercost_alv10: expense(Other, Vat10),
            othercost_alv135: expense(Other, Vat13Half),
            othercost_alv14: expense(Other, Vat14),
            othercost_alv24: expense(Other, Vat24),
            othercost_alv255: expense(Other, Vat25Half),
        })
    }
}
