//! `GET /api/calc`: what the calculator shows beside its fields.

use axum::extract::State;
use liksa_domain::calculator::Figures;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::settings_of_payday;
use crate::api::number::{Euros, Fraction};
use crate::app::AppState;
use crate::http::error::{ApiResult, Problem};
use crate::http::extract::{Json, Query};

/// The statutory figures of a payday and the provider's prices.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CalculatorFigures {
    pub car_per_km: Euros,
    pub full_day: Euros,
    pub partial_day: Euros,
    pub meal: Euros,
    /// From the highest down to zero, each a part of one.
    #[schema(required)]
    pub vat_rates: Vec<Fraction>,
    pub service_percent: Fraction,
    pub service_fee_maximum_per_month: Euros,
    pub highest_tax_percent: Fraction,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Day {
    /// DD.MM.YYYY; today if not given.
    payday: Option<String>,
}

/// The figures that the calculator reckons by.
#[utoipa::path(get, path = "/api/calc", tag = "calc", operation_id = "calculator_figures",
    params(Day),
    responses(
        (status = 200, description = "The figures of the payday", body = CalculatorFigures),
        (status = 422, description = "No such day, or no figures of its year", body = Problem)))]
pub async fn get(State(app): State<AppState>, Query(day): Query<Day>) -> ApiResult<Json<CalculatorFigures>> {
    let settings = settings_of_payday(&app, day.payday.as_deref()).await?;
    let figures = Figures::read(day.payday.as_deref(), &settings.prices, app.clock.today())?;
    Ok(Json(CalculatorFigures {
        car_per_km: Euros(figures.car_per_km),
        full_day: Euros(figures.full_day),
        partial_day: Euros(figures.partial_day),
        meal: Euros(figures.meal),
        vat_rates: figures.vat_rates.into_iter().map(Fraction).collect(),
        service_percent: Fraction(figures.service_percent),
        service_fee_maximum_per_month: Euros(figures.service_fee_maximum_per_month),
        highest_tax_percent: Fraction(figures.highest_tax_percent),
    }))
}

#[cfg(test)]
mod tests {
    use liksa_test_support::both_engines;
    use serde_json::json;

    use crate::testing::TestApp;

    both_engines!(the_figures_are_those_of_the_payday);

    async fn the_figures_are_those_of_the_payday(app: TestApp) {
        let answer = app.get("/api/calc").send().await;
        assert_eq!(answer.status, 200);
        assert_eq!(answer.json["carPerKm"], json!(0.55));
        assert_eq!(answer.json["vatRates"], json!([0.255, 0.135, 0.1, 0]));
        let answer = app.get("/api/calc?payday=20.08.2024").send().await;
        assert_eq!(answer.json["carPerKm"], json!(0.57));
        assert_eq!(answer.json["vatRates"], json!([0.24, 0.14, 0.1, 0]));
        for (day, key) in [("31.02.2026", "validation.invalidDate"), ("20.08.1999", "validation.unknownYear")]
        {
            let answer = app.get(&format!("/api/calc?payday={day}")).send().await;
            assert_eq!((answer.status, &answer.json["fields"][0]["key"]), (422, &json!(key)));
        }
        let answer = app.get("/api/calc?payday=1&payday=2").send().await;
        assert_eq!((answer.status, answer.key()), (400, "MALFORMED_REQUEST"));
    }
}
