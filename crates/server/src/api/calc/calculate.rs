//! `PUT /api/calc`: what an invoice leaves in hand, or what to invoice for a wanted salary.

use axum::extract::State;
use liksa_domain::calculator::Form;
use serde::Deserialize;
use utoipa::ToSchema;

use super::settings_of_payday;
use super::summary::SummaryOnWire;
use crate::api::number::{NumberText, text};
use crate::app::AppState;
use crate::http::ClientAddress;
use crate::http::error::{ApiResult, Problem};
use crate::http::extract::Json;

/// A question to the calculator. Everything is optional but the price, which is `price`, or
/// `hours` times `hourlyRate`, or is itself sought when `salary` is given.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Question {
    /// Without VAT.
    price: Option<NumberText>,
    hours: Option<NumberText>,
    /// Without VAT.
    hourly_rate: Option<NumberText>,
    /// What is to be paid to the account, instead of a price: the answer's `amount` is then the
    /// smallest price that gives it.
    salary: Option<NumberText>,
    /// VAT in per cent; 0 if not given.
    alv: Option<NumberText>,
    /// A part of one. Without it, as without a tax card, 60 % is withheld.
    tax_percent: Option<NumberText>,
    age: Option<NumberText>,
    /// By car.
    kilometers: Option<NumberText>,
    fulldaycompensation: Option<NumberText>,
    partialdaycompensation: Option<NumberText>,
    lunchcompensation: Option<NumberText>,
    /// DD.MM.YYYY; today if not given. Its year says the statutory figures.
    payday: Option<String>,
    /// WORKER for employment; anything else is a light entrepreneur.
    worker_type: Option<String>,
    /// Under the duty to insure as an entrepreneur; true if not given.
    yel_insured: Option<bool>,
    pay_yel_through_service: Option<bool>,
    profession_code: Option<String>,
    /// The service fee as a part of one, if another than the usual was agreed.
    service_percent: Option<NumberText>,
}

/// What an invoice leaves in hand, or what to invoice for a wanted salary. Indicative only.
#[utoipa::path(put, path = "/api/calc", tag = "calc", operation_id = "calculate",
    request_body = Question,
    responses(
        (status = 200, description = "Where every euro goes", body = SummaryOnWire),
        (status = 422, description = "A field was not accepted", body = Problem),
        (status = 429, description = "Too many requests; see Retry-After", body = Problem)))]
pub async fn put(
    State(app): State<AppState>,
    client: ClientAddress,
    Json(question): Json<Question>,
) -> ApiResult<Json<SummaryOnWire>> {
    app.limits.calculation(client)?;
    let settings = settings_of_payday(&app, question.payday.as_deref()).await?;
    let summary = question.form().answer(&settings.prices, app.clock.today())?;
    Ok(Json(summary.into()))
}

impl Question {
    fn form(&self) -> Form<'_> {
        Form {
            price: text(&self.price),
            hours: text(&self.hours),
            hourly_rate: text(&self.hourly_rate),
            salary: text(&self.salary),
            vat_percent: text(&self.alv),
            tax_percent: text(&self.tax_percent),
            age: text(&self.age),
            kilometers: text(&self.kilometers),
            full_days: text(&self.fulldaycompensation),
            partial_days: text(&self.partialdaycompensation),
            meals: text(&self.lunchcompensation),
            payday: self.payday.as_deref(),
            worker_type: self.worker_type.as_deref(),
            yel_insured: self.yel_insured,
            pay_yel_through_service: self.pay_yel_through_service,
            profession_code: self.profession_code.as_deref(),
            service_percent: text(&self.service_percent),
        }
    }
}

#[cfg(test)]
mod tests {
    use liksa_test_support::both_engines;
    use serde_json::json;

    use crate::testing::TestApp;

    both_engines! {
        an_invoice_becomes_a_salary,
        a_wanted_salary_becomes_an_invoice,
        bad_numbers_are_named_by_field,
        haste_is_slowed_down,
    }

    /// The worked example of 2026: 5 % fee, 20 % tax, and the provider's accident cover.
    async fn an_invoice_becomes_a_salary(app: TestApp) {
        let question = json!({"price": 1000, "servicePercent": 0.05, "taxPercent": 0.2, "alv": 25.5});
        let answer = app.put("/api/calc").json(&question).send().await;
        assert_eq!(answer.status, 200);
        let text = String::from_utf8(answer.body).unwrap();
        let expected = [
            "\"totalBilling\":1255.00",
            "\"serviceFee\":50.00",
            "\"bruttoSalary\":926.74",
            "\"sotu\":0.0191",
            "\"sotu_total\":17.70",
            "\"accidentInsurance_total\":5.56",
            "\"taxamount\":185.35",
            "\"salary\":741.39",
        ];
        for part in expected {
            assert!(text.contains(part), "{part} in {text}");
        }
    }

    async fn a_wanted_salary_becomes_an_invoice(app: TestApp) {
        let wanted = json!({"salary": "1 500,00", "taxPercent": "0,2", "workerType": "WORKER"});
        let answer = app.put("/api/calc").json(&wanted).send().await;
        assert_eq!((answer.status, &answer.json["salary"]), (200, &json!(1500.00)));
        let price = &answer.json["amount"];
        let back = json!({"price": price, "taxPercent": 0.2, "workerType": "WORKER"});
        assert_eq!(app.put("/api/calc").json(&back).send().await.json, answer.json);
    }

    async fn bad_numbers_are_named_by_field(app: TestApp) {
        let bad = r#"{"price": 1e300, "hours": -4, "age": 200, "taxPercent": "NaN", "kilometers": {},
            "lunchcompensation": 1.5, "payday": "1.1.1999", "alv": 17}"#;
        let answer = app.put("/api/calc").body("application/json", bad).send().await;
        assert_eq!((answer.status, answer.key()), (422, "INVALID_FIELDS"));
        let fields: Vec<_> = answer.json["fields"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| one["field"].as_str().unwrap())
            .collect();
        for field in ["price", "age", "taxPercent", "kilometers", "lunchcompensation", "payday"] {
            assert!(fields.contains(&field), "{field} in {fields:?}");
        }
    }

    async fn haste_is_slowed_down(app: TestApp) {
        let mut last = 0;
        for _ in 0..1000 {
            last = app.put("/api/calc").json(&json!({"price": 1})).send().await.status;
            if last == 429 {
                break;
            }
        }
        assert_eq!(last, 429);
    }
}
