//! A pay slip as it is answered, by the names of the specification.

use liksa_domain::dates::format_date;
use liksa_domain::ids::{Id, PersonId};
use liksa_store::SlipLine;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::api::number::Euros;

#[derive(Serialize, ToSchema)]
#[schema(as = SalarySlip)]
pub struct SlipOnWire {
    pub id: Uuid,
    pub number: i64,
    /// DD.MM.YYYY
    pub payday: String,
    /// Paid to the account.
    pub salary: Euros,
    /// What customers paid, VAT included.
    pub alvtotal: Euros,
    /// The service fee.
    pub costs: Euros,
    /// The employer's costs.
    pub othercosts: Euros,
    /// The slip as a PDF.
    pub salaryurl: String,
    #[serde(rename = "bruttoSalary")]
    pub gross_salary: Euros,
    /// What was billed, VAT-free.
    #[serde(rename = "totalBillingWithoutAlv")]
    pub total_billing_without_vat: Euros,
}

impl SlipOnWire {
    pub fn new(person: PersonId, slip: SlipLine) -> Self {
        Self {
            id: slip.id.uuid(),
            number: slip.number,
            payday: format_date(slip.payday),
            salary: Euros(slip.salary),
            alvtotal: Euros(slip.total_billing),
            costs: Euros(slip.service_fee),
            othercosts: Euros(slip.employer_costs),
            salaryurl: format!("/api/person/{person}/salaries/{}/pdf", slip.id),
            gross_salary: Euros(slip.gross_salary),
            total_billing_without_vat: Euros(slip.total_billing_without_vat),
        }
    }
}
