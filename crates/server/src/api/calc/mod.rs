//! `/api/calc`: the salary engine, open to everybody.

use axum::extract::State;
use axum::http::HeaderMap;
use jiff::civil::Date;
use liksa_actions::bills::{PaydayTerms, credit_effect, own_bill};
use liksa_actions::payroll::without_tax_card;
use liksa_domain::calculator::{Figures, Question, after_highest_advance};
use liksa_domain::dates::parse_date;
use liksa_domain::ids::{BillId, PersonId, RowId};
use liksa_domain::problem::ErrorKey;
use liksa_domain::reading::NumberText;
use liksa_domain::salary::{self, Summary, TaxBasis, WithoutTaxCard};
use liksa_store::StoredBill;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api::bills::BillBody;
use crate::app::{App, AppState};
use crate::http::ClientAddress;
use crate::http::error::{ApiError, ApiResult, Problem};
use crate::http::extract::{Json, Path, Query};
use crate::session::{Session, WorkerSession};

pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(figures, calculate))
        .routes(routes!(from_bill))
        .routes(routes!(from_part))
}

/// The payday, or today where none is written. One that cannot be read is refused later, with all other problems.
fn day_of(app: &App, payday: Option<&str>) -> Date {
    payday.and_then(parse_date).unwrap_or_else(|| app.clock.today())
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
    let settings = app.settings_on(day_of(&app, day.payday.as_deref())).await?;
    Ok(Json(Figures::read(&app.law().await?, day.payday.as_deref(), &settings.prices, app.clock.today())?))
}

/// Where every euro goes.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CalculatedSalary)]
pub struct Calculated {
    #[serde(flatten)]
    summary: Summary,
    /// How tax is withheld from the signed-in worker without a tax card. Null where there is one, where a percentage
    /// was given, and for visitors.
    #[schema(required)]
    without_tax_card: Option<WithoutTaxCard>,
}

impl Calculated {
    fn with_known_tax(summary: Summary) -> Json<Self> {
        Json(Self { summary, without_tax_card: None })
    }

    /// By the tax of the signed-in worker.
    async fn by_tax(app: &App, summary: Summary, tax: TaxBasis, payday: Date) -> ApiResult<Json<Self>> {
        let without_tax_card = without_tax_card(app, tax, &summary, payday).await?;
        Ok(Json(Self { summary, without_tax_card }))
    }
}

/// Salary that an invoice gives, or the invoice that a wanted salary needs. Indicative only.
#[utoipa::path(put, path = "/api/calc", tag = "calc", operation_id = "calculate",
    request_body = Question,
    responses(
        (status = 200, description = "Where every euro goes", body = Calculated),
        (status = 401, description = "`own` without being signed in", body = Problem),
        (status = 422, description = "A field was not accepted", body = Problem),
        (status = 429, description = "Too many requests; see Retry-After", body = Problem)))]
async fn calculate(
    State(app): State<AppState>,
    client: ClientAddress,
    headers: HeaderMap,
    Json(question): Json<Question>,
) -> ApiResult<Json<Calculated>> {
    app.limits.calculation.check(client)?;
    if question.own != Some(true) {
        let terms = app.terms_for_visitors(day_of(&app, question.payday.as_deref())).await?;
        let mut summary = question.answer(&terms.law, &terms.settings.prices, app.clock.today())?;
        if question.after_highest_advance == Some(true) {
            summary = after_highest_advance(&terms.settings.advances, &summary)?;
        }
        return Ok(Calculated::with_known_tax(summary));
    }
    let session = Session::find(&headers, &app).await?.ok_or(ApiError::Unauthenticated)?;
    let terms = own_terms(&app, session.person.id, question.payday.as_deref().and_then(parse_date)).await?;
    let (own, settings) = (terms.worker(None)?, &terms.settings().prices);
    let tax = own.tax;
    let summary = question.answer_for(terms.law(), Some(own), settings, terms.payday())?;
    if !question.has_own_tax() {
        return Ok(Calculated::with_known_tax(summary));
    }
    Calculated::by_tax(&app, summary, tax, terms.payday()).await
}

/// What the signed-in person's salary depends on, on a payday or on the next one.
async fn own_terms(app: &App, person: PersonId, payday: Option<Date>) -> ApiResult<PaydayTerms> {
    Ok(match payday {
        Some(payday) => PaydayTerms::on(app, person, payday).await?,
        None => PaydayTerms::next(app, person).await?,
    })
}

/// Whose salary the bill becomes, as far as it depends on that; the same as in `PUT /api/calc`. What is left
/// out is taken from the profile of the signed-in user, with what was paid and charged this year and what is owed.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct Person {
    /// A part of one.
    tax_percent: Option<String>,
    age: Option<String>,
    /// DD.MM.YYYY. If not given the next payday of the signed-in user, and today for a stranger.
    payday: Option<String>,
    worker_type: Option<String>,
    yel_insured: Option<bool>,
    pay_yel_through_service: Option<bool>,
    profession_code: Option<String>,
    service_percent: Option<String>,
}

/// The salary that a bill gives. For a signed-in worker's credit note it is what the note takes off a salary: of one
/// that was approved what closing the note takes back, else of the one to come.
#[utoipa::path(put, path = "/api/calc/frombill", tag = "calc", operation_id = "calculate_from_bill",
    params(Person),
    request_body = BillBody,
    responses(
        (status = 200, description = "Where every euro goes", body = Calculated),
        (status = 422, description = "A field was not accepted", body = Problem),
        (status = 429, description = "Too many requests; see Retry-After", body = Problem)))]
async fn from_bill(
    State(app): State<AppState>,
    client: ClientAddress,
    headers: HeaderMap,
    Query(person): Query<Person>,
    Json(bill): Json<BillBody>,
) -> ApiResult<Json<Calculated>> {
    app.limits.calculation.check(client)?;
    let own = Session::find(&headers, &app).await?.map(|session| session.person.id);
    answer(&app, own, &person, None, bill.shown_in_result()).await
}

/// The salary that some rows of a bill give: those with `ids`, or the body holds the bill with those rows alone. Of a credit note that was
/// closed it is what was taken back.
#[utoipa::path(put, path = "/api/calc/frombill/{billId}", tag = "calc", operation_id = "calculate_from_part",
    security(("session" = ["ROLE_USER"])),
    params(("billId" = Uuid, Path, description = "The bill that the rows are of"), Person),
    request_body = BillBody,
    responses(
        (status = 200, description = "Where every euro goes", body = Calculated),
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
) -> ApiResult<Json<Calculated>> {
    app.limits.calculation.check(client)?;
    let own = session.person.id;
    let stored = own_bill(&app, own, bill_id).await?;
    if let Some(ids) = &bill.ids {
        return of_rows(&app, own, &stored, ids).await;
    }
    answer(&app, Some(own), &person, Some(&stored), bill.shown_in_result()).await
}

/// What some rows of a stored bill give on the next payday, as the limit of an advance is found by: without the
/// advances that were paid on the bill.
async fn of_rows(
    app: &App,
    own: PersonId,
    stored: &StoredBill,
    ids: &[RowId],
) -> ApiResult<Json<Calculated>> {
    let mut bill = stored.bill.clone();
    let known = |id: &RowId| bill.rows.iter().any(|row| row.id == Some(*id));
    if ids.is_empty() || bill.is_credit_note {
        return Err(ApiError::invalid("ids", ErrorKey::NoRowsSelected));
    }
    if !ids.iter().all(known) {
        return Err(ApiError::invalid("ids", ErrorKey::Invalid));
    }
    bill.rows.retain(|row| row.id.is_some_and(|id| ids.contains(&id)));
    let terms = PaydayTerms::next(app, own).await?;
    let worker = terms.worker(None)?;
    let summary = salary::from_bill(terms.law(), &bill, &worker, &terms.settings().prices, terms.payday())?;
    Calculated::by_tax(app, summary, worker.tax, terms.payday()).await
}

/// `own` is the signed-in person; the query overrides what is known of them. What a credit note of theirs takes back
/// follows from the salary of its bill.
async fn answer(
    app: &App,
    own: Option<PersonId>,
    person: &Person,
    stored: Option<&StoredBill>,
    bill: BillBody,
) -> ApiResult<Json<Calculated>> {
    let (today, question, law) = (app.clock.today(), person.question(), app.law().await?);
    let (draft, input) = match (bill.read(), question.read_without_price(&law, today)) {
        (Ok(draft), Ok(input)) => (draft, input),
        (bill, input) => {
            return Err([bill.err().unwrap_or_default(), input.err().unwrap_or_default()].concat().into());
        }
    };
    let mut bill = draft.bill.clone();
    if let Some(stored) = stored {
        // They are not of the rows alone.
        bill.shares = stored.bill.shares.clone();
        // They cost what was agreed when they were sent for payment.
        bill.purchases.clone_from(&stored.bill.purchases);
    }
    let Some(own) = own else {
        let payday = input.payday.unwrap_or(today);
        let settings = app.settings_on(payday).await?;
        let summary = salary::from_bill(&law, &bill, &input.worker(), &settings.prices, payday)?;
        return Ok(Calculated::with_known_tax(summary));
    };
    let terms = own_terms(app, own, input.payday).await?;
    if let Some(effect) = credit_effect(app, own, stored, draft, &terms).await? {
        return Ok(Calculated::with_known_tax(effect));
    }
    let worker = question.over(terms.worker(stored.map(|bill| bill.id))?, input.worker());
    let summary = salary::from_bill(&law, &bill, &worker, &terms.settings().prices, terms.payday())?;
    Calculated::by_tax(app, summary, worker.tax, terms.payday()).await
}

impl Person {
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
