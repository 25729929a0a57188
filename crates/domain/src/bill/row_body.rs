//! One row of a bill as a client sends it, and how it is read.

use liksa_money::{Quantity, Rate};
use liksa_rates::Vehicle;
use serde::{Deserialize, Deserializer};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::Schema;
use utoipa::{PartialSchema, ToSchema};

use super::expenses::ExpenseTexts;
use super::{Allowances, Journey, Moment, Pricing, Row, WorkShift, limits};
use crate::ids::RowId;
use crate::problem::ErrorKey;
use crate::reading::{NumberText, Reader, given};

/// A row as a client sends it: its own fields and, beside them, the amounts of its receipts.
#[derive(Debug, Clone, Default)]
pub struct RowBody {
    fields: RowFields,
    expenses: ExpenseTexts,
}

impl RowBody {
    /// The row, with the bill's VAT unless it has one of its own. `reader` takes the fields that cannot be read.
    pub fn read(&self, vat_rate_of_bill: Rate, reader: &mut Reader) -> Row {
        self.fields.read(&self.expenses, vat_rate_of_bill, reader)
    }
}

impl<'de> Deserialize<'de> for RowBody {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (fields, expenses) = ExpenseTexts::deserialize_with(deserializer)?;
        Ok(Self { fields, expenses })
    }
}

impl PartialSchema for RowBody {
    fn schema() -> RefOr<Schema> {
        ExpenseTexts::describe_in(RowFields::schema())
    }
}

impl ToSchema for RowBody {
    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        RowFields::schemas(schemas);
    }
}

/// A row. Dates are DD.MM.YYYY, times HH:MM, amounts euros.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct RowFields {
    /// Of a row that is known, or chosen for a new one, so that sending it twice makes one row.
    id: Option<RowId>,
    collapsed: Option<bool>,
    /// CONTRACT, or AMOUNT for so many at a unit price.
    r#type: Option<String>,
    date: Option<String>,
    destination: Option<String>,
    /// VAT in per cent; the bill's if not given.
    alv: Option<NumberText>,
    /// The price without VAT of a CONTRACT row.
    alv_price: Option<NumberText>,
    /// The unit price without VAT of an AMOUNT row.
    hourlyprice: Option<NumberText>,
    /// How many, of an AMOUNT row.
    billable_work_hours: Option<NumberText>,
    work_shift_started: Option<String>,
    work_shift_started_time: Option<String>,
    work_shift_ended: Option<String>,
    work_shift_ended_time: Option<String>,
    startdate: Option<String>,
    time: Option<String>,
    returndate: Option<String>,
    returntime: Option<String>,
    kilometers: Option<NumberText>,
    /// 0 to 7: car, motorboat up to 50 hp, over 50 hp, snowmobile, quad bike, motorbike, moped, other.
    vehicle: Option<NumberText>,
    vehicle_register_number: Option<String>,
    address_start: Option<String>,
    way_point: Option<Vec<String>>,
    address_stop: Option<String>,
    roundtrip: Option<bool>,
    stay_over_night: Option<bool>,
    travel_time_in_minutes: Option<NumberText>,
    working_abroad: Option<bool>,
    work_time_in_minutes: Option<NumberText>,
    fulldaycompensation: Option<NumberText>,
    partialdaycompensation: Option<NumberText>,
    lunchcompensation: Option<NumberText>,
    foreign_allowance: Option<NumberText>,
}

impl RowFields {
    fn read(&self, expenses: &ExpenseTexts, vat_rate_of_bill: Rate, reader: &mut Reader) -> Row {
        Row {
            id: self.id,
            collapsed: self.collapsed.unwrap_or_default(),
            date: reader.date("date", self.date.as_deref()),
            vat_rate: reader.percent("alv", self.alv.as_deref()).unwrap_or(vat_rate_of_bill),
            pricing: self.pricing(reader),
            work_shift: self.work_shift(reader),
            allowances: self.allowances(reader),
            expenses: expenses.read(reader),
            receipts: 0,
            journey: self.journey(reader),
            destination: reader.text("destination", self.destination.as_deref(), limits::DESTINATION),
        }
    }

    fn pricing(&self, reader: &mut Reader) -> Pricing {
        let kind = given(self.r#type.as_deref()).unwrap_or("CONTRACT");
        if kind == "AMOUNT" {
            let pricing = Pricing::Amount {
                unit_price: reader.money("hourlyprice", self.hourlyprice.as_deref()),
                amount: reader.quantity("billableWorkHours", self.billable_work_hours.as_deref()),
            };
            reader.refuse_if(pricing.is_too_large(), "hourlyprice", ErrorKey::AmountTooLarge);
            return pricing;
        }
        reader.refuse_if(kind != "CONTRACT", "type", ErrorKey::InvalidChoice);
        Pricing::Contract { price: reader.money("alvPrice", self.alv_price.as_deref()) }
    }

    fn work_shift(&self, reader: &mut Reader) -> Option<WorkShift> {
        let start = Moment {
            date: reader.date("workShiftStarted", self.work_shift_started.as_deref()),
            time: reader.time("workShiftStartedTime", self.work_shift_started_time.as_deref()),
        };
        let end = Moment {
            date: reader.date("workShiftEnded", self.work_shift_ended.as_deref()),
            time: reader.time("workShiftEndedTime", self.work_shift_ended_time.as_deref()),
        };
        let shift = WorkShift { start, end };
        (shift != WorkShift::default()).then_some(shift)
    }

    fn allowances(&self, reader: &mut Reader) -> Allowances {
        Allowances {
            full_days: reader.count("fulldaycompensation", self.fulldaycompensation.as_deref()),
            partial_days: reader.count("partialdaycompensation", self.partialdaycompensation.as_deref()),
            meals: reader.count("lunchcompensation", self.lunchcompensation.as_deref()),
            foreign: reader.money("foreignAllowance", self.foreign_allowance.as_deref()).unwrap_or_default(),
        }
    }

    fn journey(&self, reader: &mut Reader) -> Journey {
        let by_code = |code: &str| code.parse().ok().and_then(Vehicle::from_code);
        let way_points = self.way_point.as_deref().unwrap_or_default();
        reader.refuse_if(way_points.len() > limits::WAY_POINTS, "wayPoint", ErrorKey::TooMany);
        let mut address =
            |field: &str, sent: Option<&str>| one_line(&reader.text(field, sent, limits::ADDRESS));
        let address_start = address("addressStart", self.address_start.as_deref());
        let address_stop = address("addressStop", self.address_stop.as_deref());
        let way_points = way_points.iter().map(|point| address("wayPoint", Some(point)));
        let way_points = way_points.filter(|point| !point.is_empty()).collect();
        Journey {
            departure: Moment {
                date: reader.date("startdate", self.startdate.as_deref()),
                time: reader.time("time", self.time.as_deref()),
            },
            homecoming: Moment {
                date: reader.date("returndate", self.returndate.as_deref()),
                time: reader.time("returntime", self.returntime.as_deref()),
            },
            kilometers: reader.quantity("kilometers", self.kilometers.as_deref()).unwrap_or(Quantity::ZERO),
            vehicle: reader.choice("vehicle", self.vehicle.as_deref(), by_code).unwrap_or(Vehicle::Car),
            register_number: reader.text(
                "vehicleRegisterNumber",
                self.vehicle_register_number.as_deref(),
                limits::REGISTER_NUMBER,
            ),
            address_start,
            way_points,
            address_stop,
            round_trip: self.roundtrip.unwrap_or_default(),
            overnight: self.stay_over_night.unwrap_or_default(),
            travel_minutes: reader.count("travelTimeInMinutes", self.travel_time_in_minutes.as_deref()),
            work_minutes: reader.count("workTimeInMinutes", self.work_time_in_minutes.as_deref()),
            abroad: self.working_abroad.unwrap_or_default(),
        }
    }
}

/// An address is one line: way points are stored one a line.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
