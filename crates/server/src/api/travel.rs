//! Trips while they are filled in: what they entitle to, the daily allowances abroad, and earlier trips to copy.

use std::collections::HashMap;

use axum::extract::State;
use liksa_actions::bills::clashes_of_trip;
use liksa_domain::bill::{Territory, TripBody};
use liksa_domain::dates::parse_date;
use liksa_domain::ids::{BillId, PersonId};
use liksa_domain::problem::{ErrorKey, Problem as Fault};
use liksa_domain::reading::Reader;
use liksa_domain::salary::SalaryError;
use liksa_domain::travel::{ClaimedLine, Proposal, claimed, proposal};
use liksa_money::Money;
use liksa_rates::{Certainty, ForeignAllowance};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api::bills::RowOnWire;
use crate::app::AppState;
use crate::http::error::{ApiError, ApiResult, Problem};
use crate::http::extract::{Json, Path, Query};
use crate::session::WorkerSession;

pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(allowances)).routes(routes!(places)).routes(routes!(trips))
}

/// What may be claimed for a trip at most, with the reason of every day. What is missing or cannot be read is named
/// among the problems, and the rest is proposed without it. With `billId` they also name another bill whose trip or
/// allowance excludes this one.
#[utoipa::path(post, path = "/api/travel/allowances", tag = "bills", operation_id = "propose_allowances",
    request_body = TripBody,
    responses(
        (status = 200, description = "The proposal", body = TripAnswer),
        (status = 401, description = "Not signed in", body = Problem),
        (status = 403, description = "Not a worker", body = Problem)))]
async fn allowances(
    State(app): State<AppState>,
    session: WorkerSession,
    Json(body): Json<TripBody>,
) -> ApiResult<Json<TripAnswer>> {
    let mut reader = Reader::default();
    let (journey, allowances) = body.read(&mut reader);
    let law = app.law().await?;
    let mut proposal = proposal(&law, &journey);
    proposal.problems.extend(reader.into_problems());
    let claimed = claimed(&law, &journey, allowances);
    if let Some(bill) = body.bill_id {
        let clashes = clashes_of_trip(&app, session.person.id, bill, (journey, allowances)).await?;
        proposal.problems.extend(clashes);
    }
    Ok(Json(TripAnswer { proposal, claimed }))
}

#[derive(Serialize, ToSchema)]
pub struct TripAnswer {
    #[serde(flatten)]
    proposal: Proposal,
    /// What is claimed so far, as it would be paid; empty while it cannot be calculated.
    #[schema(required)]
    claimed: Vec<ClaimedLine>,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Day {
    /// DD.MM.YYYY of the departure; today if not given.
    date: Option<String>,
}

/// The daily allowances abroad of a year.
#[derive(Serialize, ToSchema)]
pub struct TravelPlaces {
    pub year: i16,
    #[schema(required)]
    pub places: Vec<TravelPlace>,
}

/// A country, or a place within one that has an allowance of its own.
#[derive(Serialize, ToSchema)]
pub struct TravelPlace {
    pub code: String,
    pub name_fi: String,
    pub name_en: String,
    #[serde(rename = "fullDay")]
    pub full_day: Money,
    pub certainty: Certainty,
}

impl TravelPlace {
    /// None for a code that names no country.
    fn new(allowance: ForeignAllowance) -> Option<Self> {
        let ForeignAllowance { code, full_day, certainty } = allowance;
        let territory = Territory::parse(&code)?;
        Some(Self { name_fi: territory.name_fi(), name_en: territory.name_en(), code, full_day, certainty })
    }
}

/// The countries and places that the table of a day has, by their codes.
#[utoipa::path(get, path = "/api/travel/places", tag = "bills", operation_id = "travel_places",
    params(Day),
    responses(
        (status = 200, description = "The table", body = TravelPlaces),
        (status = 401, description = "Not signed in", body = Problem),
        (status = 403, description = "Not a worker", body = Problem),
        (status = 422, description = "No such day, or no figures of its year", body = Problem)))]
async fn places(
    State(app): State<AppState>,
    _: WorkerSession,
    Query(day): Query<Day>,
) -> ApiResult<Json<TravelPlaces>> {
    let day = match day.date.as_deref().filter(|text| !text.is_empty()) {
        None => app.clock.today(),
        Some(text) => {
            let wrong = || vec![Fault::new("date", ErrorKey::InvalidDateFormat)];
            parse_date(text).ok_or_else(|| ApiError::from(wrong()))?
        }
    };
    let known = app.law().await?.foreign_allowances(day);
    let known = known.map_err(|error| vec![SalaryError::from(error).at("date")])?;
    Ok(Json(TravelPlaces {
        year: day.year(),
        places: known.into_iter().filter_map(TravelPlace::new).collect(),
    }))
}

const DEFAULT_TRIPS: u8 = 20;
const MOST_TRIPS: u8 = 50;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Count {
    /// How many at most, 1 to 50; 20 if not given.
    limit: Option<u8>,
}

#[derive(Serialize, ToSchema)]
pub struct EarlierTrips {
    #[schema(required)]
    pub trips: Vec<EarlierTrip>,
}

/// A row with a trip that can be made again.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EarlierTrip {
    pub bill_id: BillId,
    /// Null until it goes to the customer.
    #[schema(required)]
    pub bill_number: Option<i64>,
    pub row: RowOnWire,
}

/// One's own trips to copy, the newest first, and of those the same way by the same vehicle one.
#[utoipa::path(get, path = "/api/person/{personId}/trips", tag = "bills", operation_id = "earlier_trips",
    params(("personId" = Uuid, Path, description = "One's own id"), Count),
    responses(
        (status = 200, description = "The trips", body = EarlierTrips),
        (status = 401, description = "Not signed in", body = Problem),
        (status = 403, description = "Not a worker", body = Problem),
        (status = 404, description = "Another person's", body = Problem),
        (status = 422, description = "Not a count", body = Problem)))]
async fn trips(
    State(app): State<AppState>,
    session: WorkerSession,
    Path(person): Path<PersonId>,
    Query(count): Query<Count>,
) -> ApiResult<Json<EarlierTrips>> {
    session.must_be(person)?;
    let limit = count.limit.unwrap_or(DEFAULT_TRIPS);
    if !(1..=MOST_TRIPS).contains(&limit) {
        let wrong = Fault::new("limit", ErrorKey::OutOfRange).at_least(1).at_most(MOST_TRIPS);
        return Err(vec![wrong].into());
    }
    let ways = app.store.latest_ways(person, limit.into()).await?;
    let bills: Vec<BillId> = ways.iter().map(|way| way.bill).collect();
    let bills = app.store.bills(&bills).await?.into_iter().map(|bill| (bill.id, bill));
    let bills: HashMap<BillId, _> = bills.collect();
    let trip = |way: liksa_store::Way| {
        let bill = bills.get(&way.bill)?;
        let row = bill.bill.rows.iter().find(|row| row.id == Some(way.row))?;
        Some(EarlierTrip { bill_id: way.bill, bill_number: bill.number, row: RowOnWire::new(bill, row)? })
    };
    Ok(Json(EarlierTrips { trips: ways.into_iter().filter_map(trip).collect() }))
}

#[cfg(test)]
mod tests;
