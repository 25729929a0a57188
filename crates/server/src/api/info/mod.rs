//! `/api/info`: what a worker sees at a glance, and a year as the tax return asks for it.

mod wire;

use liksa_actions::info;
use wire::{DashboardInfo, TaxInfoOnWire};

use crate::api::prelude::*;
use crate::session::WorkerSession;

const MOST_MONTHS: i64 = 24;

pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(dashboard)).routes(routes!(tax_info))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct InfoQuery {
    /// How many calendar months the sums by month go back, this one included: 1 to 24, 24 if not given.
    months: Option<String>,
}

/// What a worker sees at a glance: sums, what is on its way to the account, bills and shares that need attention.
#[utoipa::path(get, path = "/api/info/{personId}", operation_id = "info",
    params(InfoQuery),
    responses(
        (status = 200, description = "The dashboard", body = DashboardInfo),
        (status = 404, description = "Another person's"),
        (status = 422, description = "Not so many months")))]
async fn dashboard(
    app: Server,
    worker: WorkerSession,
    Path(person): Path<PersonId>,
    Query(query): Query<InfoQuery>,
) -> Reply<DashboardInfo> {
    worker.must_be(person)?;
    let mut reader = Reader::default();
    let months = reader.whole("months", query.months.as_deref()).unwrap_or(MOST_MONTHS);
    let is_out_of_range = !(1..=MOST_MONTHS).contains(&months);
    reader.refuse_out_of_range(is_out_of_range, "months", 1, MOST_MONTHS);
    accepted(reader)?;
    let months = i8::try_from(months).map_err(|error| ApiError::Internal(error.into()))?;
    Ok(Json(info::dashboard(&app, person, months).await?.into()))
}

/// A year as the tax return asks for it: what salaries with a payday in it paid, less what was taken back of them.
#[utoipa::path(get, path = "/api/info/{personId}/taxinfo/{year}", operation_id = "tax_info",
    params(("year" = i16, Path, description = "One of the last six, this one included")),
    responses(
        (status = 200, description = "The year", body = TaxInfoOnWire),
        (status = 404, description = "Another person's, or another year")))]
async fn tax_info(
    app: Server,
    worker: WorkerSession,
    Path((person, year)): Path<(PersonId, String)>,
) -> Reply<TaxInfoOnWire> {
    worker.must_be(person)?;
    let year = year.parse().map_err(|_| ApiError::NotFound)?;
    Ok(Json(info::tax_info(&app, person, year).await?.into()))
}
