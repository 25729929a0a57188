//! `/api/calc`: the salary engine, open to everybody.

pub mod calculate;
pub mod figures;
pub mod from_bill;
pub mod summary;

use std::sync::Arc;

use liksa_domain::dates::parse_date;
use liksa_domain::settings::Provider;

use crate::app::App;
use crate::http::error::ApiResult;

/// What the provider's service costs on a payday as it was written. One that cannot be read is refused later,
/// with all the other faults.
async fn settings_of_payday(app: &App, payday: Option<&str>) -> ApiResult<Arc<Provider>> {
    app.settings_on(payday.and_then(parse_date).unwrap_or_else(|| app.clock.today())).await
}
