//! `/api/provider/companies`: the shared register of companies, which clerks correct.

use liksa_actions::customers;
use liksa_domain::customer::CustomerBody;
use liksa_store::{CompanyFilter, RegisteredCompany};

use crate::api::paging::{cursor_of, paged};
use crate::api::prelude::*;

const COMPANIES_PER_PAGE: i64 = 50;

pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(companies)).routes(routes!(company)).routes(routes!(correct))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct CompaniesQuery {
    /// Starts of words of the name, the unit, the city, the business id or the VAT number. Under two characters list all.
    q: Option<String>,
    /// `next` of the page before.
    cursor: Option<String>,
}

/// What the register says of a company. How workers' bills reach it belongs to each worker and is not here.
#[derive(Serialize, ToSchema)]
#[schema(as = Company)]
pub struct CompanyOnWire {
    pub id: CustomerId,
    /// Goes back with a correction.
    pub version: i64,
    pub name: String,
    pub organization: String,
    pub businessid: String,
    pub vat: String,
    pub netbankaddress: String,
    pub operator: String,
    pub address: String,
    pub postalcode: String,
    pub city: String,
    /// Three letters.
    pub addresscountry: String,
    /// How many workers bill it.
    pub workers: i64,
}

#[derive(Serialize, ToSchema)]
pub struct CompaniesPage {
    /// By name.
    #[schema(required)]
    pub companies: Vec<CompanyOnWire>,
    /// What to send as `cursor` for the next part; null at the end.
    #[schema(required)]
    pub next: Option<String>,
}

impl From<RegisteredCompany> for CompanyOnWire {
    fn from(found: RegisteredCompany) -> Self {
        let RegisteredCompany { id, version, company, workers } = found;
        Self {
            id,
            version,
            name: company.name,
            organization: company.organization,
            businessid: company.business_id,
            vat: company.vat_number,
            netbankaddress: company.einvoice_address,
            operator: company.operator,
            address: company.address,
            postalcode: company.postal_code,
            city: company.city,
            addresscountry: company.country,
            workers,
        }
    }
}

/// Companies of the register by name, or those that a search finds.
#[utoipa::path(get, path = "/api/provider/companies", params(CompaniesQuery),
    responses(
        (status = 200, description = "A page", body = CompaniesPage),
        (status = 422, description = "The cursor was not accepted")))]
async fn companies(
    app: Server,
    _: ClerkSession,
    Query(query): Query<CompaniesQuery>,
) -> Reply<CompaniesPage> {
    let after = cursor_of(query.cursor.as_deref())?;
    let search = query.q.as_deref().unwrap_or_default();
    let filter = CompanyFilter { search, after: after.as_ref(), limit: COMPANIES_PER_PAGE + 1 };
    let found = app.store.companies(&filter).await?;
    let (companies, next) = paged(found, COMPANIES_PER_PAGE, RegisteredCompany::cursor);
    Ok(Json(CompaniesPage { companies: companies.into_iter().map(CompanyOnWire::from).collect(), next }))
}

/// One company of the register.
#[utoipa::path(get, path = "/api/provider/companies/{companyId}",
    responses(
        (status = 200, description = "The company", body = CompanyOnWire),
        (status = 404, description = "No such company")))]
async fn company(app: Server, _: ClerkSession, Path(id): Path<CustomerId>) -> Reply<CompanyOnWire> {
    let found = app.store.company(id).await?.ok_or(ApiError::NotFound)?;
    Ok(Json(found.into()))
}

/// Correct who a company is. The drafts of all workers follow, bills that were sent do not. Of the body only the version,
/// the name, the ids and the addresses of mail and e-invoices are read.
#[utoipa::path(put, path = "/api/provider/companies/{companyId}", operation_id = "correct_company",
    request_body = CustomerBody,
    responses(
        (status = 200, description = "The company as it now is", body = CompanyOnWire),
        (status = 404, description = "No such company"),
        (status = 409, description = "STALE_CUSTOMER: changed since it was read. customer_already_added_please_search: \
         another company of the register has the number"),
        (status = 422, description = "A field was not accepted")))]
async fn correct(
    app: Server,
    clerk: ClerkSession,
    Path(id): Path<CustomerId>,
    Json(body): Json<CustomerBody>,
) -> Reply<CompanyOnWire> {
    let (version, company) = body.read_company()?;
    Ok(Json(customers::correct(&app, clerk.person.id, id, version, &company).await?.into()))
}
