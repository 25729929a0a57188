//! `GET /api/calc`: what the calculator shows beside its fields.

use axum::extract::State;
use liksa_domain::calculator::Figures;
use liksa_domain::settings::ProviderSettings;
use serde::Serialize;
use utoipa::ToSchema;

use crate::api::number::{Euros, Fraction};
use crate::app::AppState;
use crate::http::error::{ApiError, ApiResult};
use crate::http::extract::Json;

/// The statutory figures of today and the provider's prices.
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

/// Today's figures for the calculator.
#[utoipa::path(get, path = "/api/calc", tag = "calc", operation_id = "calculator_figures",
    responses((status = 200, description = "Today's figures", body = CalculatorFigures)))]
pub async fn get(State(app): State<AppState>) -> ApiResult<Json<CalculatorFigures>> {
    let figures = Figures::on(app.clock.today(), &ProviderSettings::default())
        .map_err(|error| ApiError::Internal(error.into()))?;
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

    both_engines!(the_figures_are_todays);

    async fn the_figures_are_todays(app: TestApp) {
        let answer = app.get("/api/calc").send().await;
        assert_eq!(answer.status, 200);
        assert_eq!(answer.json["carPerKm"], json!(0.55));
        assert_eq!(answer.json["vatRates"], json!([0.255, 0.135, 0.1, 0]));
    }
}
