//! `GET /api/provider/open-bills`: bills on which something is owed, looked for by hand.

use axum::extract::State;
use liksa_domain::dates::format_date;
use liksa_domain::ids::Id;
use liksa_domain::payments::BillSearch;
use liksa_store::CandidateBill;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::api::number::Euros;
use crate::app::AppState;
use crate::http::error::ApiResult;
use crate::http::extract::{Json, Query};
use crate::session::PayrollSession;

/// More than this nobody reads; a longer search finds less.
const MOST_BILLS: usize = 20;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct OpenBillQuery {
    /// The number or the reference of a bill, what is owed of it, or the start of its customer's name.
    search: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub struct OpenBills {
    /// First those found by number, then those of the amount, then those by name; of each the newest first.
    #[schema(required)]
    pub bills: Vec<OpenBill>,
}

/// A bill that its customer has not paid, or not all of it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OpenBill {
    pub bill_id: Uuid,
    pub bill_number: i64,
    pub customer: String,
    #[schema(required)]
    pub due_date: Option<String>,
    pub billed: Euros,
    /// Of the bill itself.
    pub open: Euros,
    /// With the interest and fees of its reminders.
    pub open_with_charges: Euros,
}

impl From<&CandidateBill> for OpenBill {
    fn from(bill: &CandidateBill) -> Self {
        Self {
            bill_id: bill.bill.uuid(),
            bill_number: bill.number,
            customer: bill.customer.clone(),
            due_date: bill.due_date.map(format_date),
            billed: Euros(bill.billed),
            open: Euros(bill.owed.0),
            open_with_charges: Euros(bill.owed.1),
        }
    }
}

/// Find a bill that a payment may be for.
#[utoipa::path(get, path = "/api/provider/open-bills", tag = "payments", operation_id = "open_bills",
    security(("session" = ["ROLE_PAYROLL"])),
    params(OpenBillQuery),
    responses((status = 200, description = "At most 20 bills", body = OpenBills)))]
pub async fn get(
    State(app): State<AppState>,
    _session: PayrollSession,
    Query(query): Query<OpenBillQuery>,
) -> ApiResult<Json<OpenBills>> {
    let search = BillSearch::read(&query.search.unwrap_or_default());
    let found = app.store.search_open_bills(&search).await?;
    Ok(Json(OpenBills { bills: found.iter().take(MOST_BILLS).map(OpenBill::from).collect() }))
}

#[cfg(test)]
mod tests {
    use liksa_domain::payments::reference_of;
    use liksa_test_support::both_engines;
    use serde_json::{Value, json};

    use crate::collecting::testing::{House, paid};
    use crate::testing::TestApp;

    both_engines! { an_open_bill_is_found_by_what_somebody_knows_of_it }

    async fn an_open_bill_is_found_by_what_somebody_knows_of_it(app: TestApp) {
        let house = House::of(app).await;
        let (bill, number) = house.sent("100").await;
        let (_, settled) = house.sent("100").await;
        house.receive(&[paid("1", settled, "100"), paid("2", number, "40")]).await;
        let reference = reference_of(number).unwrap();
        let found = json!([bill.to_string()]);
        for search in
            [&number.to_string(), reference.as_str(), "60", "60,00", "kulttuuri", "KULTTUURITALO%20oy"]
        {
            let answer = house.get(&format!("/api/provider/open-bills?search={search}")).await;
            let ids: Vec<Value> =
                answer["bills"].as_array().unwrap().iter().map(|bill| bill["billId"].clone()).collect();
            assert_eq!(json!(ids), found, "{search}");
            assert_eq!(answer["bills"][0]["open"], json!(60.00));
        }
        for search in ["", "?search=", "?search=k", "?search=nobody", "?search=100", "?search=%00%25"] {
            let answer = house.get(&format!("/api/provider/open-bills{search}")).await;
            assert_eq!(answer["bills"], json!([]), "{search}");
        }
    }
}
