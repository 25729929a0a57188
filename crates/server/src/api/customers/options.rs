//! `GET /api/customers/options`: what the fields of a customer are chosen from.

use liksa_domain::customer;
use liksa_finland::operators;
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::extract::Json;

#[derive(Debug, Serialize, ToSchema)]
pub struct CustomerOptions {
    #[schema(required)]
    operators: Vec<OperatorOption>,
    #[schema(required)]
    countries: Vec<CountryOption>,
}

/// One that carries electronic invoices.
#[derive(Debug, Serialize, ToSchema)]
pub struct OperatorOption {
    id: &'static str,
    name: &'static str,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct CountryOption {
    alpha3: &'static str,
    alpha2: &'static str,
    name_fi: &'static str,
    name_en: &'static str,
}

/// The operators and countries to choose from. They change only with the program.
#[utoipa::path(get, path = "/api/customers/options", tag = "customers", operation_id = "customer_options",
    responses((status = 200, description = "The lists", body = CustomerOptions)))]
pub async fn get() -> Json<CustomerOptions> {
    let operators = operators().iter();
    let countries = customer::Country::all().iter();
    Json(CustomerOptions {
        operators: operators.map(|one| OperatorOption { id: one.id, name: one.name }).collect(),
        countries: countries
            .map(|one| CountryOption {
                alpha3: one.alpha3,
                alpha2: one.alpha2,
                name_fi: one.name_fi,
                name_en: one.name_en,
            })
            .collect(),
    })
}

#[cfg(test)]
mod tests {
    use liksa_test_support::{Engine, OnEngine};
    use serde_json::json;

    use crate::api::customers::test_calls::{company, made, with};
    use crate::testing::TestApp;

    #[tokio::test]
    async fn every_choice_is_one_that_is_taken() {
        let app = TestApp::on(Engine::Sqlite).await;
        let options = app.get("/api/customers/options").send().await;
        assert_eq!(options.status, 200);
        let finland = json!({"alpha3": "FIN", "alpha2": "FI", "name_fi": "Suomi", "name_en": "Finland"});
        assert!(options.json["countries"].as_array().unwrap().contains(&finland));

        let maija = app.worker().await;
        let operator = options.json["operators"].as_array().unwrap().last().unwrap();
        let country = options.json["countries"].as_array().unwrap().last().unwrap();
        let body = with(company(), "operator", operator["id"].clone());
        let customer = made(&app, &maija, &with(body, "addresscountry", country["alpha3"].clone())).await;
        assert_eq!(customer["operator"], operator["id"]);
        assert_eq!(customer["addresscountry"], country["alpha3"]);
    }
}
