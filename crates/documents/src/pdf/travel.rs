//! Report of the trips and costs of a month or a year.

use jiff::civil::Date;
use liksa_domain::bill::{BillLanguage, Row};
use liksa_domain::salary::{Reimbursements, SalaryError};
use liksa_domain::settings::Seller;
use liksa_money::{Money, MoneyError, Quantity};
use liksa_rates::{StatutoryFigures, Vehicle};
use serde_json::{Value, json};

use super::sheet::{address_lines, view};
use super::text::Writer;
use super::typesetter::{PdfError, Printed};
use crate::invoice::Address;

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
    /// Allowances that are tax-free by the yearly decision of the tax administration.
    TaxFree,
}

/// One row of a bill for which something was claimed.
#[derive(Debug, Clone)]
pub struct Trip {
    pub date: Date,
    pub bill: Option<u64>,
    pub customer: String,
    pub row: Row,
    pub paid: Reimbursements,
}

impl Trip {
    /// The claims of a row; None if it has none. `today` dates a row that has no date yet.
    pub fn of_row(
        law: &StatutoryFigures,
        row: Row,
        bill: Option<u64>,
        customer: String,
        today: Date,
    ) -> Result<Option<Self>, SalaryError> {
        let (paid, date) = (Reimbursements::for_row(law, &row, today)?, row.date.unwrap_or(today));
        let claimed = paid != Reimbursements::default();
        Ok(claimed.then_some(Self { date, bill, customer, row, paid }))
    }

    /// The trip as the report shows it; None if it shows nothing of it.
    fn shown_in(&self, content: Content) -> Option<Self> {
        let mut trip = self.clone();
        if content == Content::TaxFree {
            trip.paid.expenses = Money::ZERO;
        }
        (trip.paid != Reimbursements::default()).then_some(trip)
    }
}

impl Printed for TravelReport {
    const TEMPLATE: &'static str = "travel.typ";

    fn view(&self) -> Result<Value, PdfError> {
        let writer = Writer::new(self.language);
        let heading = match self.content {
            Content::All => writer.either("Matkalasku", "Travel expense report"),
            Content::TaxFree => writer.either("Verovapaat matkakorvaukset", "Tax-free travel allowances"),
        };
        let title = format!("{heading}, {}", self.period(writer));
        let trips: Vec<Trip> = self.trips.iter().filter_map(|trip| trip.shown_in(self.content)).collect();
        let (mut sum, mut kilometers) = (Reimbursements::default(), Quantity::default());
        for trip in &trips {
            sum = sum.plus(trip.paid)?;
            kilometers = kilometers.plus(trip.row.journey.kilometers)?;
        }
        let months = months(&trips, writer)?;
        let sums = [
            ("by-road", sum.kilometers),
            ("days", sum.days),
            ("meals", sum.meals),
            ("foreign", sum.foreign),
            ("expenses", sum.expenses),
        ];
        let sums = sums.into_iter().filter(|(_, amount)| !amount.is_zero());
        let own = json!({
            "heading": heading,
            "facts": [
                ("period", writer.period(self.from, self.until)),
                ("payer", self.payer.name.clone()),
                ("trips", trips.len().to_string()),
                ("kilometers", format!("{}\u{a0}km", writer.quantity(kilometers))),
            ],
            // A year shows the sum of each month; a single month is its own sum.
            "by-month": months.len() > 1,
            "months": months,
            "sums": sums.map(|(key, amount)| (key, writer.euros(amount))).collect::<Vec<_>>(),
            "total": writer.euros(sum.total()?),
            "tax-free": self.content == Content::TaxFree,
        });
        Ok(view(writer, &title, &self.payer, &address_lines(&[&self.worker], &self.address), own))
    }
}

impl TravelReport {
    /// "2026", "marraskuu 2026", or from day to day.
    fn period(&self, writer: Writer) -> String {
        let (from, until) = (self.from, self.until);
        if from == from.first_of_year() && until == from.last_of_year() {
            return from.year().to_string();
        }
        if from == from.first_of_month() && until == from.last_of_month() {
            return writer.month(from);
        }
        writer.period(from, until)
    }
}

fn months(trips: &[Trip], writer: Writer) -> Result<Vec<Value>, MoneyError> {
    let same_month = |left: &Trip, right: &Trip| left.date.first_of_month() == right.date.first_of_month();
    let mut months = Vec::new();
    for trips in trips.chunk_by(same_month) {
        let sums = trips.iter().map(|trip| trip.paid.total()).collect::<Result<Vec<_>, _>>()?;
        months.push(json!({
            "name": as_heading(&writer.month(trips[0].date)),
            "trips": trips.iter().map(|trip| trip_view(trip, writer)).collect::<Result<Vec<_>, _>>()?,
            "sum": writer.euros(Money::sum(sums)?),
        }));
    }
    Ok(months)
}

/// With a capital, which Finnish names of months have in headings only.
fn as_heading(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn trip_view(trip: &Trip, writer: Writer) -> Result<Value, MoneyError> {
    let paid = trip.paid;
    let shown = |amount: Money| if amount.is_zero() { String::new() } else { writer.amount(amount) };
    Ok(json!({
        "date": writer.date(trip.date),
        "purpose": trip.row.destination,
        "details": details(trip, writer),
        "kilometers": shown(paid.kilometers),
        "allowances": shown(Money::sum([paid.days, paid.meals, paid.foreign])?),
        "expenses": shown(paid.expenses),
        "sum": writer.amount(paid.total()?),
    }))
}

/// Details that the tax administration requires of a trip: customer, times, route and vehicle.
fn details(trip: &Trip, writer: Writer) -> Vec<String> {
    let (journey, claimed) = (&trip.row.journey, trip.row.allowances);
    let bill = trip.bill.map(|bill| format!("{} {bill}", writer.either("lasku", "invoice")));
    let for_whom = [Some(trip.customer.clone()).filter(|name| !name.is_empty()), bill];
    let times = journey.departure.known().zip(journey.homecoming.known()).map(|(departure, homecoming)| {
        let same_day = departure.date() == homecoming.date();
        let until = if same_day { writer.time(homecoming.time()) } else { writer.date_time(homecoming) };
        format!("{}–{until}", writer.date_time(departure))
    });
    let by_road = (!journey.kilometers.is_zero()).then(|| {
        let vehicle = format!("{} {}", vehicle_name(journey.vehicle, writer), journey.register_number);
        format!("{}\u{a0}km, {}", writer.quantity(journey.kilometers), vehicle.trim_end())
    });
    let counted = [
        (claimed.full_days, writer.either("kokopäiväraha", "full daily allowance")),
        (claimed.partial_days, writer.either("osapäiväraha", "partial daily allowance")),
        (claimed.meals, writer.either("ateriakorvaus", "meal allowance")),
    ];
    let counted = counted.iter().filter(|(count, _)| *count > 0);
    let claims = by_road.into_iter().chain(counted.map(|(count, name)| format!("{count} × {name}")));
    let details = [
        for_whom.into_iter().flatten().collect::<Vec<_>>().join(", "),
        times.unwrap_or_default(),
        route(trip).join(" – "),
        claims.collect::<Vec<_>>().join(" · "),
    ];
    details.into_iter().filter(|detail| !detail.is_empty()).collect()
}

/// Addresses from the first to the last; a round trip ends where it began.
fn route(trip: &Trip) -> Vec<&str> {
    let journey = &trip.row.journey;
    let back = journey.round_trip.then_some(&journey.address_start);
    let places = [&journey.address_start].into_iter().chain(&journey.way_points);
    let places = places.chain([&journey.address_stop]).chain(back);
    places.map(String::as_str).filter(|place| !place.trim().is_empty()).collect()
}

fn vehicle_name(vehicle: Vehicle, writer: Writer) -> &'static str {
    match vehicle {
        Vehicle::Car => writer.either("auto", "car"),
        Vehicle::MotorboatUpTo50Hp => writer.either("moottorivene, enintään 50 hv", "motorboat, up to 50 hp"),
        Vehicle::MotorboatOver50Hp => writer.either("moottorivene, yli 50 hv", "motorboat, over 50 hp"),
        Vehicle::Snowmobile => writer.either("moottorikelkka", "snowmobile"),
        Vehicle::QuadBike => writer.either("mönkijä", "quad bike"),
        Vehicle::Motorcycle => writer.either("moottoripyörä", "motorcycle"),
        Vehicle::Moped => writer.either("mopo", "moped"),
        Vehicle::Other => writer.either("muu kulkuneuvo", "other vehicle"),
    }
}
