//! Report of the trips and costs of a month or a year.

use jiff::SignedDuration;
use jiff::civil::Date;
use liksa_domain::bill::{BillLanguage, ExpenseKind, Extras, Row, Territory, Trailer};
use liksa_domain::dates::format_date;
use liksa_domain::salary::{ClaimKind, ClaimLine, Reimbursements, SalaryError, claims};
use liksa_domain::settings::Seller;
use liksa_domain::travel::{self, DayKind, TravelDay};
use liksa_money::{Money, MoneyError, Quantity};
use liksa_rates::{StatutoryFigures, Vehicle};
use serde_json::{Value, json};

use super::sheet::{address_lines, view};
use super::text::{Writer, period};
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
    /// How the amounts came about.
    pub claims: Vec<ClaimLine>,
    /// Of a trip abroad or of more than one day, those with a daily allowance.
    pub days: Vec<PaidDay>,
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
        if paid == Reimbursements::default() {
            return Ok(None);
        }
        let claims = claims(law, &row, today)?;
        let days = paid_days(law, &row);
        Ok(Some(Self { date, bill, customer, row, paid, claims, days }))
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

/// A day of travel with its daily allowance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PaidDay {
    /// The first is 1.
    pub number: usize,
    pub day: TravelDay,
    pub kind: DayKind,
    /// None of a foreign allowance where the claim is not what the table gives for all days abroad.
    pub amount: Option<Money>,
}

impl PaidDay {
    fn is_abroad(&self) -> bool {
        matches!(self.kind, DayKind::Foreign | DayKind::ForeignHalf)
    }
}

/// The days of a trip abroad or of more than one day that have an allowance; none while nobody can say which they are.
fn paid_days(law: &StatutoryFigures, row: &Row) -> Vec<PaidDay> {
    let days = travel::paid_days(law, row).unwrap_or_default();
    if days.len() < 2 && !row.journey.abroad {
        return vec![];
    }
    let country = row.journey.country.as_ref().map(Territory::as_str).unwrap_or_default();
    let by_table = travel::dealt(law, row).is_some_and(|one| one.most_abroad == Some(row.allowances.foreign));
    let amount = |day: &TravelDay, kind: DayKind| {
        let rates = law.for_date(day.date()).ok()?;
        let abroad = || rates.foreign_per_diem.of(country).filter(|_| by_table);
        match kind {
            DayKind::Nothing => None,
            DayKind::Partial => Some(rates.travel.partial_day),
            DayKind::Full => Some(rates.travel.full_day),
            DayKind::Foreign => abroad(),
            DayKind::ForeignHalf => abroad()?.fraction(1, 2).ok(),
        }
    };
    let days = (1..).zip(days).filter(|(_, (_, kind))| *kind != DayKind::Nothing);
    days.map(|(number, (day, kind))| PaidDay { number, day, kind, amount: amount(&day, kind) }).collect()
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
        let months = months(&trips, self.content, writer)?;
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
                ("period", period(self.from, self.until)),
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
        period(from, until)
    }
}

fn months(trips: &[Trip], content: Content, writer: Writer) -> Result<Vec<Value>, MoneyError> {
    let same_month = |left: &Trip, right: &Trip| left.date.first_of_month() == right.date.first_of_month();
    let mut months = Vec::new();
    for trips in trips.chunk_by(same_month) {
        let sums = trips.iter().map(|trip| trip.paid.total()).collect::<Result<Vec<_>, _>>()?;
        months.push(json!({
            "name": as_heading(&writer.month(trips[0].date)),
            "trips": trips.iter().map(|trip| trip_view(trip, content, writer)).collect::<Result<Vec<_>, _>>()?,
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

fn trip_view(trip: &Trip, content: Content, writer: Writer) -> Result<Value, MoneyError> {
    let paid = trip.paid;
    let shown = |amount: Money| if amount.is_zero() { String::new() } else { writer.amount(amount) };
    Ok(json!({
        "date": format_date(trip.date),
        "purpose": trip.row.destination,
        "details": details(trip, writer),
        "reasons": reasons(trip, content, writer)?,
        "kilometers": shown(paid.kilometers),
        "allowances": shown(Money::sum([paid.days, paid.meals, paid.foreign])?),
        "expenses": shown(paid.expenses),
        "sum": writer.amount(paid.total()?),
    }))
}

/// Details that the tax administration requires of a trip: customer, times, route and vehicle.
fn details(trip: &Trip, writer: Writer) -> Vec<String> {
    let journey = &trip.row.journey;
    let bill = trip.bill.map(|bill| format!("{} {bill}", writer.either("lasku", "invoice")));
    let for_whom = [Some(trip.customer.clone()).filter(|name| !name.is_empty()), bill];
    let times = journey.departure.known().zip(journey.homecoming.known()).map(|(departure, homecoming)| {
        let same_day = departure.date() == homecoming.date();
        let until = if same_day { writer.time(homecoming.time()) } else { writer.date_time(homecoming) };
        format!("{}–{until}", writer.date_time(departure))
    });
    let details = [
        for_whom.into_iter().flatten().collect::<Vec<_>>().join(", "),
        times.unwrap_or_default(),
        if journey.overnight {
            writer.either("yöpyminen matkalla", "overnight stay").to_owned()
        } else {
            String::new()
        },
        route(trip).join(" – "),
        vehicle(trip, writer),
    ];
    details.into_iter().filter(|detail| !detail.is_empty()).collect()
}

/// The vehicle with its register number, what it drew and whom it took; empty where none was driven.
fn vehicle(trip: &Trip, writer: Writer) -> String {
    let journey = &trip.row.journey;
    if journey.kilometers.is_zero() {
        return String::new();
    }
    let Extras { trailer, passengers } = journey.extras;
    let drawn = match trailer {
        Trailer::None => "",
        Trailer::Trailer => writer.either("peräkärry", "trailer"),
        Trailer::Caravan => writer.either("asuntovaunu", "caravan"),
        Trailer::HeavyLoad => writer.either("raskas kuorma", "heavy load"),
    };
    let taken = match passengers {
        0 => String::new(),
        1 => writer.either("1 matkustaja", "1 passenger").to_owned(),
        many => format!("{many} {}", writer.either("matkustajaa", "passengers")),
    };
    let named = format!("{} {}", vehicle_name(journey.vehicle, writer), journey.register_number);
    let parts = [named.trim_end(), drawn, &taken];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
}

/// How each amount came about: "118 km × 0,55 € = 64,90 €".
fn reasons(trip: &Trip, content: Content, writer: Writer) -> Result<Vec<String>, MoneyError> {
    let of_claims = |kinds: &[ClaimKind]| -> Vec<String> {
        let claims = trip.claims.iter().filter(|claim| kinds.contains(&claim.kind));
        claims.map(|claim| reason(trip, claim, writer)).collect()
    };
    let mut reasons = of_claims(&[ClaimKind::Kilometers]);
    reasons.extend(trip.days.iter().map(|day| paid_day(trip, day, writer)));
    if trip.days.is_empty() {
        reasons.extend(of_claims(&[ClaimKind::FullDays, ClaimKind::PartialDays]));
    }
    reasons.extend(of_claims(&[ClaimKind::Meals]));
    let is_told = |day: &PaidDay| day.is_abroad() && day.amount.is_some();
    if !trip.days.iter().any(is_told) {
        reasons.extend(of_claims(&[ClaimKind::Foreign]));
    }
    if content == Content::All {
        for kind in ExpenseKind::ALL {
            let of_kind = trip.row.expenses.entries().filter(|(one, ..)| *one == kind);
            let sum = Money::sum(of_kind.map(|(_, _, amount)| amount))?;
            if !sum.is_zero() {
                let name = match kind {
                    ExpenseKind::Hotel => writer.either("majoitus kuittien mukaan", "lodging by receipt"),
                    ExpenseKind::Travel => writer.either("matkaliput kuittien mukaan", "fares by receipt"),
                    ExpenseKind::Other => {
                        writer.either("muut kulut kuittien mukaan", "other expenses by receipt")
                    }
                };
                reasons.push(format!("{name} {}", writer.euros(sum)));
            }
        }
    }
    Ok(reasons)
}

fn reason(trip: &Trip, claim: &ClaimLine, writer: Writer) -> String {
    let name = match claim.kind {
        ClaimKind::Kilometers => "",
        ClaimKind::FullDays => writer.either("kokopäiväraha", "full daily allowance"),
        ClaimKind::PartialDays => writer.either("osapäiväraha", "partial daily allowance"),
        ClaimKind::Meals => writer.either("ateriakorvaus", "meal allowance"),
        ClaimKind::Foreign => return abroad(trip, claim.amount, writer),
    };
    let amount = writer.euros(claim.amount);
    match claim.counted {
        Some((count, rate)) if claim.kind == ClaimKind::Kilometers => {
            format!("{}\u{a0}km × {} = {amount}", writer.quantity(count), writer.euros(rate))
        }
        Some((count, rate)) if count != Quantity::ONE => {
            format!("{name} {} × {} = {amount}", writer.quantity(count), writer.euros(rate))
        }
        _ => format!("{name} {amount}"),
    }
}

/// "2. matkavuorokausi 10.11.2026 klo 7.00, 24 h, Ruotsi: ulkomaanpäiväraha 70,00 €"
fn paid_day(trip: &Trip, paid: &PaidDay, writer: Writer) -> String {
    let kind = match paid.kind {
        DayKind::Nothing => "",
        DayKind::Full => writer.either("kokopäiväraha", "full daily allowance"),
        DayKind::Partial => writer.either("osapäiväraha", "partial daily allowance"),
        DayKind::Foreign => writer.either("ulkomaanpäiväraha", "foreign daily allowance"),
        DayKind::ForeignHalf => {
            writer.either("puolikas ulkomaanpäiväraha", "half of a foreign daily allowance")
        }
    };
    let place = match paid.is_abroad() {
        true => country(trip, writer).unwrap_or_else(|| writer.either("ulkomaa", "abroad").to_owned()),
        false => writer.either("kotimaa", "Finland").to_owned(),
    };
    let number = paid.number;
    let which = writer.either(format!("{number}. matkavuorokausi"), format!("Travel day {number},"));
    let (from, hours) = (writer.date_time(paid.day.from), hours(paid.day.length));
    let amount = paid.amount.map(|amount| format!(" {}", writer.euros(amount))).unwrap_or_default();
    format!("{which} {from}, {hours}, {place}: {kind}{amount}")
}

/// "8 h 30 min"
fn hours(length: SignedDuration) -> String {
    match (length.as_hours(), length.as_mins() % 60) {
        (hours, 0) => format!("{hours}\u{a0}h"),
        (hours, minutes) => format!("{hours}\u{a0}h {minutes}\u{a0}min"),
    }
}

fn country(trip: &Trip, writer: Writer) -> Option<String> {
    trip.row.journey.country.as_ref().map(|place| writer.either(place.name_fi(), place.name_en()))
}

/// "ulkomaanpäiväraha, Brasilia 90,00 € (lähde: vero.fi)", where it is not told by the day.
fn abroad(trip: &Trip, amount: Money, writer: Writer) -> String {
    let name = writer.either("ulkomaanpäiväraha", "foreign daily allowance");
    let name = country(trip, writer).map_or_else(|| name.to_owned(), |country| format!("{name}, {country}"));
    let amount = writer.euros(amount);
    match trip.row.journey.foreign_source.trim() {
        "" => format!("{name} {amount}"),
        source => format!("{name} {amount} ({}: {source})", writer.either("lähde", "source")),
    }
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
