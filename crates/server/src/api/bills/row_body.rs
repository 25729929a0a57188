//! One row of a bill as a client sends it.

use liksa_domain::bill::{
    Allowances, ExpenseClass, ExpenseKind, Expenses, Journey, Moment, Pricing, Row, WorkShift, limits,
};
use liksa_domain::ids::RowId;
use liksa_domain::problem::ErrorKey;
use liksa_domain::reading::{Reader, given};
use liksa_money::{Quantity, Rate};
use liksa_rates::Vehicle;
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::api::number::{NumberText, text};

/// A row. Dates are DD.MM.YYYY, times HH:MM, amounts euros.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RowBody {
    /// Of a row that is known, or chosen for a new one, so that sending it twice makes one row.
    id: Option<Uuid>,
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
    hotelcost: Option<NumberText>,
    #[serde(rename = "hotelcost_alv10")]
    hotelcost_alv10: Option<NumberText>,
    #[serde(rename = "hotelcost_alv135")]
    hotelcost_alv135: Option<NumberText>,
    #[serde(rename = "hotelcost_alv14")]
    hotelcost_alv14: Option<NumberText>,
    #[serde(rename = "hotelcost_alv24")]
    hotelcost_alv24: Option<NumberText>,
    #[serde(rename = "hotelcost_alv255")]
    hotelcost_alv255: Option<NumberText>,
    travelcost: Option<NumberText>,
    #[serde(rename = "travelcost_alv10")]
    travelcost_alv10: Option<NumberText>,
    #[serde(rename = "travelcost_alv135")]
    travelcost_alv135: Option<NumberText>,
    #[serde(rename = "travelcost_alv14")]
    travelcost_alv14: Option<NumberText>,
    #[serde(rename = "travelcost_alv24")]
    travelcost_alv24: Option<NumberText>,
    #[serde(rename = "travelcost_alv255")]
    travelcost_alv255: Option<NumberText>,
    othercost: Option<NumberText>,
    #[serde(rename = "othercost_alv10")]
    othercost_alv10: Option<NumberText>,
    #[serde(rename = "othercost_alv135")]
    othercost_alv135: Option<NumberText>,
    #[serde(rename = "othercost_alv14")]
    othercost_alv14: Option<NumberText>,
    #[serde(rename = "othercost_alv24")]
    othercost_alv24: Option<NumberText>,
    #[serde(rename = "othercost_alv255")]
    othercost_alv255: Option<NumberText>,
}

impl RowBody {
    pub fn read(self, vat_rate_of_bill: Rate, reader: &mut Reader) -> Row {
        Row {
            id: self.id.map(RowId::from),
            collapsed: self.collapsed.unwrap_or_default(),
            date: reader.date("date", self.date.as_deref()),
            vat_rate: reader.percent("alv", text(&self.alv)).unwrap_or(vat_rate_of_bill),
            pricing: self.pricing(reader),
            work_shift: self.work_shift(reader),
            allowances: self.allowances(reader),
            expenses: self.expenses(reader),
            receipts: 0,
            journey: self.journey(reader),
            destination: reader.text("destination", self.destination.as_deref(), limits::DESTINATION),
        }
    }

    fn pricing(&self, reader: &mut Reader) -> Pricing {
        let kind = given(self.r#type.as_deref()).unwrap_or("CONTRACT");
        if kind == "AMOUNT" {
            return Pricing::Amount {
                unit_price: reader.money("hourlyprice", text(&self.hourlyprice)),
                amount: reader.quantity("billableWorkHours", text(&self.billable_work_hours)),
            };
        }
        if kind != "CONTRACT" {
            reader.refuse("type", ErrorKey::InvalidChoice);
        }
        Pricing::Contract { price: reader.money("alvPrice", text(&self.alv_price)) }
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
            full_days: reader
                .whole("fulldaycompensation", text(&self.fulldaycompensation))
                .unwrap_or_default(),
            partial_days: reader
                .whole("partialdaycompensation", text(&self.partialdaycompensation))
                .unwrap_or_default(),
            meals: reader.whole("lunchcompensation", text(&self.lunchcompensation)).unwrap_or_default(),
            foreign: reader.money("foreignAllowance", text(&self.foreign_allowance)).unwrap_or_default(),
        }
    }

    fn journey(&self, reader: &mut Reader) -> Journey {
        let by_code = |code: &str| code.parse().ok().and_then(Vehicle::from_code);
        let way_points = self.way_point.as_deref().unwrap_or_default();
        if way_points.len() > limits::WAY_POINTS {
            reader.refuse("wayPoint", ErrorKey::TooMany);
        }
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
            kilometers: reader.quantity("kilometers", text(&self.kilometers)).unwrap_or(Quantity::ZERO),
            vehicle: reader.choice("vehicle", text(&self.vehicle), by_code).unwrap_or(Vehicle::Car),
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
            travel_minutes: reader
                .whole("travelTimeInMinutes", text(&self.travel_time_in_minutes))
                .unwrap_or_default(),
            work_minutes: reader
                .whole("workTimeInMinutes", text(&self.work_time_in_minutes))
                .unwrap_or_default(),
            abroad: self.working_abroad.unwrap_or_default(),
        }
    }

    fn expenses(&self, reader: &mut Reader) -> Expenses {
        use ExpenseClass::{Vat10, Vat13Half, Vat14, Vat24, Vat25Half, Zero};
        use ExpenseKind::{Hotel, Other, Travel};
        let sent = [
            (Hotel, Zero, &self.hotelcost),
            (Hotel, Vat10, &self.hotelcost_alv10),
            (Hotel, Vat13Half, &self.hotelcost_alv135),
            (Hotel, Vat14, &self.hotelcost_alv14),
            (Hotel, Vat24, &self.hotelcost_alv24),
            (Hotel, Vat25Half, &self.hotelcost_alv255),
            (Travel, Zero, &self.travelcost),
            (Travel, Vat10, &self.travelcost_alv10),
            (Travel, Vat13Half, &self.travelcost_alv135),
            (Travel, Vat14, &self.travelcost_alv14),
            (Travel, Vat24, &self.travelcost_alv24),
            (Travel, Vat25Half, &self.travelcost_alv255),
            (Other, Zero, &self.othercost),
            (Other, Vat10, &self.othercost_alv10),
            (Other, Vat13Half, &self.othercost_alv135),
            (Other, Vat14, &self.othercost_alv14),
            (Other, Vat24, &self.othercost_alv24),
            (Other, Vat25Half, &self.othercost_alv255),
        ];
        let mut expenses = Expenses::default();
        for (kind, class, amount) in sent {
            if let Some(amount) = reader.money(&kind.field(class), text(amount)) {
                expenses.set(kind, class, amount);
            }
        }
        expenses
    }
}

/// An address is one line, and way points are kept one a line.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
