//! `PUT /api/calc/frombill` and `PUT /api/calc/frombill/{billId}`: the salary that a bill gives.

use axum::extract::State;
use axum::http::HeaderMap;
use liksa_domain::calculator::Form;
use liksa_domain::ids::BillId;
use liksa_domain::person as domain;
use liksa_domain::salary::{self, Worker};
use serde::Deserialize;
use utoipa::IntoParams;
use uuid::Uuid;

use super::summary::SummaryOnWire;
use crate::api::bills::body::BillBody;
use crate::api::bills::own_bill;
use crate::app::{App, AppState};
use crate::http::ClientAddress;
use crate::http::error::{ApiResult, Problem};
use crate::http::extract::{Json, Path, Query};
use crate::session::{Session, WorkerSession};

/// Whose salary the bill becomes, as far as it depends on that; the same as in `PUT /api/calc`. What is left
/// out is taken from the profile of whoever is signed in.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct Person {
    /// A part of one.
    tax_percent: Option<String>,
    age: Option<String>,
    /// DD.MM.YYYY; today if not given.
    payday: Option<String>,
    worker_type: Option<String>,
    yel_insured: Option<bool>,
    pay_yel_through_service: Option<bool>,
    profession_code: Option<String>,
    service_percent: Option<String>,
}

/// The salary that a bill gives.
#[utoipa::path(put, path = "/api/calc/frombill", tag = "calc", operation_id = "calculate_from_bill",
    params(Person),
    request_body = BillBody,
    responses(
        (status = 200, description = "Where every euro goes", body = SummaryOnWire),
        (status = 422, description = "A field was not accepted", body = Problem),
        (status = 429, description = "Too many requests; see Retry-After", body = Problem)))]
pub async fn put(
    State(app): State<AppState>,
    client: ClientAddress,
    headers: HeaderMap,
    Query(person): Query<Person>,
    Json(bill): Json<BillBody>,
) -> ApiResult<Json<SummaryOnWire>> {
    app.limits.calculation(client)?;
    let worker = match Session::find(&headers, &app).await? {
        Some(session) => Some(own_worker(&app, &session.person).await?),
        None => None,
    };
    answer(&app, worker, &person, bill).await
}

/// The salary that some rows of a bill give: the body holds the bill with those rows alone.
#[utoipa::path(put, path = "/api/calc/frombill/{billId}", tag = "calc", operation_id = "calculate_from_part",
    security(("session" = ["ROLE_USER"])),
    params(("billId" = Uuid, Path, description = "The bill that the rows are of"), Person),
    request_body = BillBody,
    responses(
        (status = 200, description = "Where every euro goes", body = SummaryOnWire),
        (status = 404, description = "No such bill", body = Problem),
        (status = 422, description = "A field was not accepted", body = Problem),
        (status = 429, description = "Too many requests; see Retry-After", body = Problem)))]
pub async fn put_part(
    State(app): State<AppState>,
    client: ClientAddress,
    session: WorkerSession,
    Path(bill_id): Path<Uuid>,
    Query(person): Query<Person>,
    Json(bill): Json<BillBody>,
) -> ApiResult<Json<SummaryOnWire>> {
    app.limits.calculation(client)?;
    own_bill(&app, session.person.id, BillId::from(bill_id)).await?;
    let worker = own_worker(&app, &session.person).await?;
    answer(&app, Some(worker), &person, bill).await
}

async fn own_worker(app: &App, person: &domain::Person) -> ApiResult<Worker> {
    Ok(app.store.worker_facts(person.id, app.clock.today()).await?.worker(person.worker_type))
}

/// `own` is who is signed in; what the query tells goes before what is known of them.
async fn answer(
    app: &App,
    own: Option<Worker>,
    person: &Person,
    bill: BillBody,
) -> ApiResult<Json<SummaryOnWire>> {
    let today = app.clock.today();
    let (bill, input) = match (bill.read(), person.form().read_without_price(today)) {
        (Ok(bill), Ok(input)) => (bill, input),
        (bill, input) => {
            return Err([bill.err().unwrap_or_default(), input.err().unwrap_or_default()].concat().into());
        }
    };
    let payday = input.payday.unwrap_or(today);
    let worker = match own {
        Some(own) => person.over(own, input.worker()),
        None => input.worker(),
    };
    let settings = app.settings_on(payday).await?;
    let summary = salary::from_bill(&bill, &worker, &settings.prices, payday)?;
    Ok(Json(summary.into()))
}

impl Person {
    /// What was asked for, and for the rest what is known.
    fn over(&self, known: Worker, asked: Worker) -> Worker {
        Worker {
            tax: if self.tax_percent.is_some() { asked.tax } else { known.tax },
            age: if self.age.is_some() { asked.age } else { known.age },
            worker_type: if self.worker_type.is_some() { asked.worker_type } else { known.worker_type },
            yel_insured: self.yel_insured.unwrap_or(known.yel_insured),
            pay_yel_through_service: self.pay_yel_through_service.unwrap_or(known.pay_yel_through_service),
            profession_code: asked.profession_code.or(known.profession_code),
            service_percent: asked.service_percent.or(known.service_percent),
            ..known
        }
    }

    fn form(&self) -> Form<'_> {
        Form {
            tax_percent: self.tax_percent.as_deref(),
            age: self.age.as_deref(),
            payday: self.payday.as_deref(),
            worker_type: self.worker_type.as_deref(),
            yel_insured: self.yel_insured,
            pay_yel_through_service: self.pay_yel_through_service,
            profession_code: self.profession_code.as_deref(),
            service_percent: self.service_percent.as_deref(),
            ..Form::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use liksa_test_support::both_engines;
    use serde_json::{Value, json};

    use crate::testing::{Answer, TestApp};

    both_engines! {
        a_bill_gives_what_the_calculator_says,
        travel_and_expenses_come_untaxed,
        a_part_is_of_a_bill_that_is_there,
        every_unreadable_field_is_named,
    }

    async fn ask(app: &TestApp, bill: &Value) -> Answer {
        app.put("/api/calc/frombill?taxPercent=0.2").json(bill).send().await
    }

    async fn a_bill_gives_what_the_calculator_says(app: TestApp) {
        let rows = json!([{"type": "CONTRACT", "alvPrice": 500, "date": "16.11.2026"},
                          {"type": "AMOUNT", "hourlyprice": "50,00", "billableWorkHours": 30}]);
        let answer = ask(&app, &json!({"alv": 25.5, "billableitems": rows})).await;
        assert_eq!(answer.status, 200, "{}", answer.json);
        let price = json!({"price": 2000, "alv": 25.5, "taxPercent": "0.2"});
        assert_eq!(answer.json, app.put("/api/calc").json(&price).send().await.json);
    }

    async fn travel_and_expenses_come_untaxed(app: TestApp) {
        let row = json!({"alvPrice": 1000, "date": "16.11.2026", "kilometers": 100, "fulldaycompensation": 1,
                         "hotelcost_alv135": "90.80", "vehicle": "0"});
        let answer = ask(&app, &json!({"alv": 0, "billableitems": [row]})).await;
        // 100 km at 0.55 €, a full day at 54 € and the hotel.
        assert_eq!(answer.json["total_reimbursements"], json!(199.80), "{}", answer.json);
        assert_eq!(answer.json["billableAmountToBePaid"], json!(731.20));
    }

    async fn a_part_is_of_a_bill_that_is_there(app: TestApp) {
        let maija = app.worker().await;
        for nothing in ["01900000-0000-7000-8000-000000000000", "7"] {
            let call = app.put(&format!("/api/calc/frombill/{nothing}")).token(&maija.token);
            let answer = call.json(&json!({"billableitems": []})).send().await;
            assert_eq!((answer.status, answer.key()), (404, "NOT_FOUND"), "{nothing}");
        }
    }

    async fn every_unreadable_field_is_named(app: TestApp) {
        let bill = json!({"billingdate": "2026-11-16", "vatZeroReasonCode": 11, "billableitems": [
            {"alvPrice": 1}, {"alvPrice": "x", "vehicle": 9, "time": "9", "othercost_alv14": "1,,2"}]});
        let answer = app.put("/api/calc/frombill?age=200").json(&bill).send().await;
        assert_eq!(answer.status, 422);
        let fields = answer.json["fields"].as_array().unwrap();
        let found: Vec<_> = fields.iter().map(|one| one["field"].as_str().unwrap()).collect();
        let expected = [
            "billingdate",
            "vatZeroReasonCode",
            "billableitems[1].alvPrice",
            "billableitems[1].othercost_alv14",
            "billableitems[1].time",
            "billableitems[1].vehicle",
            "age",
        ];
        assert_eq!(found, expected);
    }
}
