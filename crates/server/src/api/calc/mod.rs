//! `/api/calc`: the salary engine, open to everybody.

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use liksa_actions::bills::own_bill;
use liksa_domain::calculator::{Figures, Question};
use liksa_domain::dates::parse_date;
use liksa_domain::ids::BillId;
use liksa_domain::person;
use liksa_domain::reading::NumberText;
use liksa_domain::salary::{self, Summary, Worker};
use liksa_domain::settings::Provider;
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api::bills::BillBody;
use crate::app::{App, AppState};
use crate::http::ClientAddress;
use crate::http::error::{ApiResult, Problem};
use crate::http::extract::{Json, Path, Query};
use crate::session::{Session, WorkerSession};

pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(figures, calculate))
        .routes(routes!(from_bill))
        .routes(routes!(from_part))
}

/// The provider's settings on a payday as it was written. A payday that cannot be read is refused later, with all
/// other problems.
async fn settings_of_payday(app: &App, payday: Option<&str>) -> ApiResult<Arc<Provider>> {
    Ok(app.settings_on(payday.and_then(parse_date).unwrap_or_else(|| app.clock.today())).await?)
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Day {
    /// DD.MM.YYYY; today if not given.
    payday: Option<String>,
}

/// The figures that the calculator uses.
#[utoipa::path(get, path = "/api/calc", tag = "calc", operation_id = "calculator_figures",
    params(Day),
    responses(
        (status = 200, description = "The figures of the payday", body = Figures),
        (status = 422, description = "No such day, or no figures of its year", body = Problem)))]
async fn figures(State(app): State<AppState>, Query(day): Query<Day>) -> ApiResult<Json<Figures>> {
    let settings = settings_of_payday(&app, day.payday.as_deref()).await?;
    Ok(Json(Figures::read(day.payday.as_deref(), &settings.prices, app.clock.today())?))
}

/// Salary that an invoice gives, or the invoice that a wanted salary needs. Indicative only.
#[utoipa::path(put, path = "/api/calc", tag = "calc", operation_id = "calculate",
    request_body = Question,
    responses(
        (status = 200, description = "Where every euro goes", body = Summary),
        (status = 422, description = "A field was not accepted", body = Problem),
        (status = 429, description = "Too many requests; see Retry-After", body = Problem)))]
async fn calculate(
    State(app): State<AppState>,
    client: ClientAddress,
    Json(question): Json<Question>,
) -> ApiResult<Json<Summary>> {
    app.limits.calculation.check(client)?;
    let settings = settings_of_payday(&app, question.payday.as_deref()).await?;
    Ok(Json(question.answer(&settings.prices, app.clock.today())?))
}

/// Whose salary the bill becomes, as far as it depends on that; the same as in `PUT /api/calc`. What is left
/// out is taken from the profile of the signed-in user.
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
        (status = 200, description = "Where every euro goes", body = Summary),
        (status = 422, description = "A field was not accepted", body = Problem),
        (status = 429, description = "Too many requests; see Retry-After", body = Problem)))]
async fn from_bill(
    State(app): State<AppState>,
    client: ClientAddress,
    headers: HeaderMap,
    Query(person): Query<Person>,
    Json(bill): Json<BillBody>,
) -> ApiResult<Json<Summary>> {
    app.limits.calculation.check(client)?;
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
        (status = 200, description = "Where every euro goes", body = Summary),
        (status = 404, description = "No such bill", body = Problem),
        (status = 422, description = "A field was not accepted", body = Problem),
        (status = 429, description = "Too many requests; see Retry-After", body = Problem)))]
async fn from_part(
    State(app): State<AppState>,
    client: ClientAddress,
    session: WorkerSession,
    Path(bill_id): Path<BillId>,
    Query(person): Query<Person>,
    Json(bill): Json<BillBody>,
) -> ApiResult<Json<Summary>> {
    app.limits.calculation.check(client)?;
    own_bill(&app, session.person.id, bill_id).await?;
    let worker = own_worker(&app, &session.person).await?;
    answer(&app, Some(worker), &person, bill).await
}

async fn own_worker(app: &App, person: &person::Person) -> ApiResult<Worker> {
    Ok(app.store.worker_facts(person.id, app.clock.today()).await?.worker(person.worker_type))
}

/// `own` is the signed-in worker; the query overrides what is stored of them.
async fn answer(app: &App, own: Option<Worker>, person: &Person, bill: BillBody) -> ApiResult<Json<Summary>> {
    let today = app.clock.today();
    let (bill, input) = match (bill.read(), person.question().read_without_price(today)) {
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
    Ok(Json(salary::from_bill(&bill, &worker, &settings.prices, payday)?))
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

    fn question(&self) -> Question {
        let number = |text: &Option<String>| text.as_deref().map(NumberText::from);
        Question {
            tax_percent: number(&self.tax_percent),
            age: number(&self.age),
            payday: self.payday.clone(),
            worker_type: self.worker_type.clone(),
            yel_insured: self.yel_insured,
            pay_yel_through_service: self.pay_yel_through_service,
            profession_code: self.profession_code.clone(),
            service_percent: number(&self.service_percent),
            ..Question::default()
        }
    }
}

#[cfg(test)]
mod tests;
