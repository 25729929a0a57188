//! One row of a bill as a client sends it, and how it is read.

mod trip_body;

pub use self::trip_body::TripBody;

use std::collections::BTreeSet;

use liksa_money::{Money, Quantity, Rate};
use liksa_rates::Vehicle;
use serde::{Deserialize, Deserializer};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::Schema;
use utoipa::{PartialSchema, ToSchema};

use super::expenses::ExpenseTexts;
use super::{Allowances, Bill, Extras, Journey, Moment, Pricing, Row, Territory, Trailer, WorkShift, limits};
use crate::ids::RowId;
use crate::problem::ErrorKey;
use crate::reading::{NumberText, Reader, given};
use crate::shift::LONGEST_ID as LONGEST_SHIFT_ID;

/// A row as a client sends it: its own fields and, beside them, the amounts of its receipts.
#[derive(Debug, Clone, Default)]
pub struct RowBody {
    fields: RowFields,
    expenses: ExpenseTexts,
}

impl RowBody {
    /// The row, with the bill's VAT unless it has one of its own. `reader` takes the fields that cannot be read.
    pub fn read(&self, bill: &Bill, reader: &mut Reader) -> Row {
        self.fields.read(&self.expenses, bill, reader)
    }

    /// Whether a calculation from the bill counts it.
    pub fn is_shown_in_result(&self) -> bool {
        self.fields.show_in_result != Some(false)
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
    /// False leaves the row out of a calculation from the bill. It is not stored.
    show_in_result: Option<bool>,
    /// The shift of one's own that the row was made of.
    shift_id: Option<String>,
    /// CONTRACT, or AMOUNT for so many at a unit price.
    r#type: Option<String>,
    date: Option<String>,
    destination: Option<String>,
    /// VAT in per cent; the bill's if not given.
    alv: Option<NumberText>,
    /// The price without VAT of a CONTRACT row. Of an AMOUNT row the total without VAT, of which its unit price is made
    /// where that is not given. Further decimals than four are rounded.
    alv_price: Option<NumberText>,
    /// The same with VAT. `alvPrice` is made of it where that is not given; where both are, they must agree to the cent.
    price: Option<NumberText>,
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
    /// Of the whole way, there and back: nothing is doubled for a round trip.
    kilometers: Option<NumberText>,
    /// 0 to 7: car, motorboat up to 50 hp, over 50 hp, snowmobile, quad bike, motorbike, moped, other.
    vehicle: Option<NumberText>,
    vehicle_register_number: Option<String>,
    /// What the car drew or carried: NONE, TRAILER, CARAVAN or HEAVY_LOAD.
    trailer: Option<String>,
    /// In the car beside its driver, 0 to 8.
    passengers: Option<NumberText>,
    address_start: Option<String>,
    way_point: Option<Vec<String>>,
    address_stop: Option<String>,
    roundtrip: Option<bool>,
    stay_over_night: Option<bool>,
    travel_time_in_minutes: Option<NumberText>,
    working_abroad: Option<bool>,
    /// Where the foreign allowance is for: two letters of a country, or a place of the table of the year.
    foreign_country: Option<String>,
    /// Where the amount was read, if the table does not have the country.
    foreign_source: Option<String>,
    /// Which of the days of travel ended abroad, counted from 0. Of a trip abroad all may have, if it is not said.
    foreign_days: Option<Vec<u16>>,
    work_time_in_minutes: Option<NumberText>,
    fulldaycompensation: Option<NumberText>,
    partialdaycompensation: Option<NumberText>,
    lunchcompensation: Option<NumberText>,
    foreign_allowance: Option<NumberText>,
}

impl RowFields {
    fn read(&self, expenses: &ExpenseTexts, bill: &Bill, reader: &mut Reader) -> Row {
        let vat_rate = reader.percent("alv", self.alv.as_deref()).unwrap_or(bill.vat_rate);
        Row {
            id: self.id,
            collapsed: self.collapsed.unwrap_or_default(),
            shift: Some(reader.text("shiftId", self.shift_id.as_deref(), LONGEST_SHIFT_ID))
                .filter(|shift| !shift.is_empty()),
            date: reader.date("date", self.date.as_deref()),
            vat_rate,
            pricing: self.pricing(if bill.reverse_vat { Rate::ZERO } else { vat_rate }, reader),
            work_shift: self.work_shift(reader),
            allowances: self.allowances(reader),
            expenses: expenses.read(reader),
            receipts: 0,
            journey: self.journey(reader),
            destination: reader.text("destination", self.destination.as_deref(), limits::DESTINATION),
        }
    }

    /// The price of the row, made of what was sent of it. `vat_rate` is the one that the row really bears.
    fn pricing(&self, vat_rate: Rate, reader: &mut Reader) -> Pricing {
        let kind = given(self.r#type.as_deref()).unwrap_or("CONTRACT");
        reader.refuse_if(!matches!(kind, "CONTRACT" | "AMOUNT"), "type", ErrorKey::InvalidChoice);
        let without_vat = reader.price("alvPrice", self.alv_price.as_deref());
        let with_vat = reader.price("price", self.price.as_deref());
        let sent = match kind {
            "AMOUNT" => Pricing::Amount {
                unit_price: reader.price("hourlyprice", self.hourlyprice.as_deref()),
                amount: reader.quantity("billableWorkHours", self.billable_work_hours.as_deref()),
            },
            _ => Pricing::Contract { price: without_vat },
        };
        let completed = match (sent, without_vat, with_vat) {
            (Pricing::Amount { unit_price: None, .. }, Some(total), _) => sent.with_total(total),
            (
                Pricing::Amount { unit_price: None, .. } | Pricing::Contract { price: None },
                None,
                Some(total),
            ) => sent.with_total_including_vat(total, vat_rate),
            _ => Ok(sent),
        };
        let pricing = completed.unwrap_or(sent);
        let too_large = completed.is_err() || pricing.is_too_large();
        let field = if kind == "AMOUNT" { "hourlyprice" } else { "alvPrice" };
        reader.refuse_if(too_large, field, ErrorKey::AmountTooLarge);
        if pricing.is_written() && !too_large {
            let differs = |sent: Option<Money>, total: Result<Money, _>| {
                sent.zip(total.ok()).is_some_and(|(sent, total)| !pricing.is_about(sent, total))
            };
            let wrong = differs(without_vat, pricing.total());
            reader.refuse_if(wrong, "alvPrice", ErrorKey::PricesDisagree);
            let wrong = differs(with_vat, pricing.total_with_vat(vat_rate));
            reader.refuse_if(wrong, "price", ErrorKey::PricesDisagree);
        }
        pricing
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

    fn extras(&self, reader: &mut Reader) -> Extras {
        let trailer = reader.choice("trailer", self.trailer.as_deref(), Trailer::from_name);
        let passengers: u8 = reader.count("passengers", self.passengers.as_deref());
        let too_many = passengers > limits::PASSENGERS;
        reader.refuse_out_of_range(too_many, "passengers", 0, limits::PASSENGERS);
        Extras { trailer: trailer.unwrap_or(Trailer::None), passengers }
    }

    fn journey(&self, reader: &mut Reader) -> Journey {
        let by_code = |code: &str| code.parse().ok().and_then(Vehicle::from_code);
        let way_points = self.way_point.as_deref().unwrap_or_default();
        reader.refuse_more(way_points.len(), "wayPoint", limits::WAY_POINTS);
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
            extras: self.extras(reader),
            country: reader.choice("foreignCountry", self.foreign_country.as_deref(), Territory::parse),
            foreign_source: reader.text(
                "foreignSource",
                self.foreign_source.as_deref(),
                limits::FOREIGN_SOURCE,
            ),
            days_abroad: self.days_abroad(reader),
            days_at_home: None,
        }
    }

    fn days_abroad(&self, reader: &mut Reader) -> Option<Vec<u16>> {
        let days = BTreeSet::from_iter(self.foreign_days.as_deref()?.iter().copied());
        let last = limits::TRAVEL_DAYS - 1;
        let beyond = days.last().is_some_and(|day| *day > last);
        reader.refuse_out_of_range(beyond, "foreignDays", 0, last);
        Some(days.into_iter().filter(|day| *day <= last).collect())
    }
}

/// An address is one line: way points are stored one a line.
pub(crate) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::Problem;

    fn read(json: &str, bill: &Bill) -> Result<Row, Vec<Problem>> {
        let body: RowBody = serde_json::from_str(json).unwrap();
        let mut reader = Reader::default();
        let row = body.read(bill, &mut reader);
        reader.finish(Some(row))
    }

    fn bill() -> Bill {
        Bill::draft(Rate::from_millionths(255_000))
    }

    fn total(json: &str) -> String {
        read(json, &bill()).unwrap().total().unwrap().plain()
    }

    #[test]
    fn one_price_is_enough() {
        assert_eq!(total(r#"{"price": 1255}"#), "1000.00");
        assert_eq!(total(r#"{"alvPrice": 1000}"#), "1000.00");
        assert_eq!(total(r#"{"price": 100}"#), "79.6813");
        assert_eq!(total(r#"{"price": 114, "alv": 14}"#), "100.00", "by the VAT of the row");
        assert_eq!(total(r#"{"alvPrice": 33.33333}"#), "33.3333");
        assert_eq!(total(r#"{"alvPrice": 1E+3}"#), "1000.00");
        assert_eq!(total(r#"{"type": "AMOUNT", "hourlyprice": 20, "billableWorkHours": 3}"#), "60.00");
        assert_eq!(total(r#"{"type": "AMOUNT", "price": 125.5, "billableWorkHours": 4}"#), "100.00");
        assert_eq!(total(r#"{"type": "AMOUNT", "alvPrice": 100, "billableWorkHours": 7.5}"#), "99.9975");
        let reverse = Bill { reverse_vat: true, ..bill() };
        assert_eq!(read(r#"{"price": 1255}"#, &reverse).unwrap().total(), Ok(Money::euros(1255)));
        assert_eq!(total("{}"), "0.00");
    }

    #[test]
    fn two_prices_agree_to_the_cent() {
        for good in [
            r#"{"alvPrice": 1000, "price": 1255}"#,
            r#"{"alvPrice": 79.68, "price": 100}"#,
            r#"{"alvPrice": 1000, "price": null}"#,
            r#"{"alvPrice": -100, "price": -125.5}"#,
            r#"{"type": "AMOUNT", "hourlyprice": 13.333, "billableWorkHours": 7.5, "alvPrice": 100, "price": 125.5}"#,
        ] {
            assert!(read(good, &bill()).is_ok(), "{good}");
        }
        let disagree = |field| [Problem::new(field, ErrorKey::PricesDisagree)];
        for (bad, field) in [
            (r#"{"alvPrice": 1000, "price": 2000}"#, "price"),
            (r#"{"alvPrice": 1000, "price": 1000}"#, "price"),
            (r#"{"type": "AMOUNT", "hourlyprice": 20, "billableWorkHours": 3, "alvPrice": 61}"#, "alvPrice"),
        ] {
            assert_eq!(read(bad, &bill()).unwrap_err(), disagree(field), "{bad}");
        }
        let reverse = Bill { reverse_vat: true, ..bill() };
        assert!(read(r#"{"alv": 25.5, "alvPrice": 1000, "price": 1000}"#, &reverse).is_ok());
    }

    #[test]
    fn a_trip_is_read_as_it_was_typed() {
        let sent = r#"{"kilometers": 120.5, "roundtrip": true, "vehicle": "7", "wayPoint": [" Lahti ", "", "Heinola"]}"#;
        let journey = read(sent, &bill()).unwrap().journey;
        assert_eq!(journey.kilometers, "120.5".parse().unwrap(), "a round trip doubles nothing");
        assert_eq!((journey.vehicle, journey.round_trip), (Vehicle::Other, true));
        assert_eq!(journey.way_points, ["Lahti", "Heinola"]);
        let too_many = format!(r#"{{"wayPoint": {:?}}}"#, ["Lahti"; 21]);
        for (wrong, field, key) in [
            (r#"{"vehicle": 8}"#, "vehicle", ErrorKey::InvalidChoice),
            (r#"{"passengers": 9}"#, "passengers", ErrorKey::OutOfRange),
            (too_many.as_str(), "wayPoint", ErrorKey::TooMany),
        ] {
            let problems = read(wrong, &bill()).unwrap_err();
            let found: Vec<_> = problems.iter().map(|one| (one.field.as_str(), one.key)).collect();
            assert_eq!(found, [(field, key)], "{wrong}");
        }
    }

    #[test]
    fn a_price_that_is_too_large_is_refused_by_its_own_field() {
        let too_large = |json| read(json, &bill()).unwrap_err();
        assert_eq!(too_large(r#"{"alvPrice": 1e9}"#), [Problem::new("alvPrice", ErrorKey::AmountTooLarge)]);
        let many = r#"{"type": "AMOUNT", "hourlyprice": 1000, "billableWorkHours": 1000000}"#;
        assert_eq!(too_large(many), [Problem::new("hourlyprice", ErrorKey::AmountTooLarge)]);
    }
}
