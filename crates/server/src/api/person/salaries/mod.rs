//! A worker's pay slips. The provider's payroll people read them too.

pub mod get;
pub mod list;
pub mod pdf;
mod wire;

pub use wire::SlipOnWire;

use liksa_domain::ids::{Id, PersonId, SalaryId};
use liksa_domain::person::{Person, Role};
use liksa_store::StoredSalary;
use uuid::Uuid;

use crate::app::App;
use crate::http::error::{ApiError, ApiResult};

/// One's own, or anybody's for the payroll people. Another person's things do not exist.
fn may_read(reader: &Person, person: PersonId) -> ApiResult<()> {
    if reader.id == person || reader.has_role(Role::Payroll) { Ok(()) } else { Err(ApiError::NotFound) }
}

/// A slip that is the worker's: not one of a run that is still being paid.
async fn slip_of(app: &App, reader: &Person, (person, salary): (Uuid, Uuid)) -> ApiResult<StoredSalary> {
    let person = PersonId::from_uuid(person);
    may_read(reader, person)?;
    let found = app.store.salary(SalaryId::from_uuid(salary)).await?;
    let published = |salary: &StoredSalary| salary.person == person && salary.published_at.is_some();
    found.filter(published).ok_or(ApiError::NotFound)
}
