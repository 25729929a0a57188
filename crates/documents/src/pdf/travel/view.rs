//! What the template of a travel report shows.

use liksa_domain::salary::Reimbursements;
use liksa_money::{Money, MoneyError, Quantity};
use liksa_rates::Vehicle;
use serde::Serialize;

use super::{Content, TravelReport, Trip};
use crate::pdf::sheet::{Sheet, envelope_lines};
use crate::pdf::text::Writer;
use crate::pdf::typesetter::{PdfError, sealed::View};

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct TravelView {
    #[serde(flatten)]
    sheet: Sheet,
    facts: Vec<(&'static str, String)>,
    months: Vec<MonthView>,
    /// A year tells each month's sum; a single month is its own sum.
    by_month: bool,
    sums: Vec<(&'static str, String)>,
    total: String,
    tax_free: bool,
}

#[derive(Serialize)]
struct MonthView {
    name: String,
    trips: Vec<TripView>,
    sum: String,
}

#[derive(Serialize)]
struct TripView {
    date: String,
    purpose: String,
    details: Vec<String>,
    kilometers: String,
    allowances: String,
    expenses: String,
    sum: String,
}

impl View for TravelReport {
    const TEMPLATE: &'static str = "travel.typ";

    fn view(&self) -> Result<impl Serialize, PdfError> {
        self.build().map_err(|error| PdfError::Template(error.to_string()))
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

    fn build(&self) -> Result<TravelView, MoneyError> {
        let writer = Writer::new(self.language);
        let tax_free = self.content == Content::TaxFree;
        let title = match self.content {
            Content::All => writer.either("Matkalasku", "Travel expense report"),
            Content::TaxFree => writer.either("Verovapaat matkakorvaukset", "Tax-free travel allowances"),
        };
        let trips: Vec<Trip> = self.trips.iter().filter_map(|trip| self.content.of(trip)).collect();
        let mut sum = Reimbursements::default();
        let mut kilometers = 0_i64;
        for trip in &trips {
            sum = sum.plus(trip.paid)?;
            kilometers = kilometers.checked_add(trip.kilometers.parts()).ok_or(MoneyError::Overflow)?;
        }
        let months = months(&trips, writer)?;
        Ok(TravelView {
            sheet: Sheet::new(
                writer,
                format!("{title}, {}", self.period(writer)),
                &self.payer,
                envelope_lines(&[&self.worker], &self.address),
            )
            .headed(title),
            facts: vec![
                ("period", writer.period(self.from, self.until)),
                ("payer", self.payer.name.clone()),
                ("trips", trips.len().to_string()),
                ("kilometers", format!("{}\u{a0}km", writer.quantity(Quantity::from_parts(kilometers)))),
            ],
            by_month: months.len() > 1,
            months,
            sums: [
                ("by-road", sum.kilometers),
                ("days", sum.days),
                ("meals", sum.meals),
                ("foreign", sum.foreign),
                ("expenses", sum.expenses),
            ]
            .into_iter()
            .filter(|(_, amount)| !amount.is_zero())
            .map(|(key, amount)| (key, writer.euros(amount)))
            .collect(),
            total: writer.euros(sum.total()?),
            tax_free,
        })
    }
}

impl Content {
    /// The trip as this report tells it, if it has anything to tell.
    fn of(self, trip: &Trip) -> Option<Trip> {
        let mut trip = trip.clone();
        if self == Self::TaxFree {
            trip.paid.expenses = Money::ZERO;
        }
        (trip.paid != Reimbursements::default()).then_some(trip)
    }
}

fn months(trips: &[Trip], writer: Writer) -> Result<Vec<MonthView>, MoneyError> {
    let same_month = |left: &Trip, right: &Trip| left.date.first_of_month() == right.date.first_of_month();
    let month = |trips: &[Trip]| {
        let sums = trips.iter().map(|trip| trip.paid.total()).collect::<Result<Vec<_>, _>>()?;
        Ok(MonthView {
            name: trips.first().map(|trip| as_heading(&writer.month(trip.date))).unwrap_or_default(),
            trips: trips.iter().map(|trip| trip_view(trip, writer)).collect::<Result<_, _>>()?,
            sum: writer.euros(Money::sum(sums)?),
        })
    };
    trips.chunk_by(same_month).map(month).collect()
}

/// Months have no capital in Finnish, but a heading has.
fn as_heading(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn trip_view(trip: &Trip, writer: Writer) -> Result<TripView, MoneyError> {
    let paid = trip.paid;
    let allowances = Money::sum([paid.days, paid.meals, paid.foreign])?;
    let shown = |amount: Money| if amount.is_zero() { String::new() } else { writer.amount(amount) };
    Ok(TripView {
        date: writer.date(trip.date),
        purpose: trip.purpose.clone(),
        details: details(trip, writer),
        kilometers: shown(paid.kilometers),
        allowances: shown(allowances),
        expenses: shown(paid.expenses),
        sum: writer.amount(paid.total()?),
    })
}

/// What the tax administration wants to know of a trip: for whom, when, which way, by what.
fn details(trip: &Trip, writer: Writer) -> Vec<String> {
    let bill = trip.bill.map(|bill| format!("{} {bill}", writer.either("lasku", "invoice")));
    let for_whom = [Some(trip.customer.clone()).filter(|name| !name.is_empty()), bill];
    let times = trip.departure.zip(trip.homecoming).map(|(departure, homecoming)| {
        let same_day = departure.date() == homecoming.date();
        let until = if same_day { writer.time(homecoming.time()) } else { writer.date_time(homecoming) };
        format!("{}–{until}", writer.date_time(departure))
    });
    let by_road = (!trip.kilometers.is_zero()).then(|| {
        let vehicle = writer.either(vehicle_in_finnish(trip.vehicle), vehicle_in_english(trip.vehicle));
        let plate = &trip.register_number;
        let vehicle = if plate.is_empty() { vehicle.to_owned() } else { format!("{vehicle} {plate}") };
        format!("{}\u{a0}km, {vehicle}", writer.quantity(trip.kilometers))
    });
    let counted = [
        (trip.full_days, writer.either("kokopäiväraha", "full daily allowance")),
        (trip.partial_days, writer.either("osapäiväraha", "partial daily allowance")),
        (trip.meals, writer.either("ateriakorvaus", "meal allowance")),
    ];
    let counted = counted.iter().filter(|(count, _)| *count > 0);
    let claims = by_road.into_iter().chain(counted.map(|(count, name)| format!("{count} × {name}")));
    let details = [
        for_whom.into_iter().flatten().collect::<Vec<_>>().join(", "),
        times.unwrap_or_default(),
        trip.route.join(" – "),
        claims.collect::<Vec<_>>().join(" · "),
    ];
    details.into_iter().filter(|detail| !detail.is_empty()).collect()
}

fn vehicle_in_finnish(vehicle: Vehicle) -> &'static str {
    match vehicle {
        Vehicle::Car => "auto",
        Vehicle::MotorboatUpTo50Hp => "moottorivene, enintään 50 hv",
        Vehicle::MotorboatOver50Hp => "moottorivene, yli 50 hv",
        Vehicle::Snowmobile => "moottorikelkka",
        Vehicle::QuadBike => "mönkijä",
        Vehicle::Motorcycle => "moottoripyörä",
        Vehicle::Moped => "mopo",
        Vehicle::Other => "muu kulkuneuvo",
    }
}

fn vehicle_in_english(vehicle: Vehicle) -> &'static str {
    match vehicle {
        Vehicle::Car => "car",
        Vehicle::MotorboatUpTo50Hp => "motorboat, up to 50 hp",
        Vehicle::MotorboatOver50Hp => "motorboat, over 50 hp",
        Vehicle::Snowmobile => "snowmobile",
        Vehicle::QuadBike => "quad bike",
        Vehicle::Motorcycle => "motorcycle",
        Vehicle::Moped => "moped",
        Vehicle::Other => "other vehicle",
    }
}
