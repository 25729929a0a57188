//! Payroll runs: made, calculated, approved by another person, booked, paid. One file per verb.

pub mod approve;
pub mod calculate;
pub mod files;
pub mod get;
pub mod hold;
pub mod list;
pub mod make;
pub mod pay;
pub mod salaries;
pub mod salary;
mod wire;

#[cfg(test)]
mod tests;

use liksa_domain::ids::{Id, PayrollRunId, SalaryId};
use liksa_store::{PayrollRun, StoredSalary};
use uuid::Uuid;

use crate::app::App;
use crate::http::error::{ApiError, ApiResult};

async fn run_of(app: &App, id: Uuid) -> ApiResult<PayrollRun> {
    app.store.payroll_run(PayrollRunId::from_uuid(id)).await?.ok_or(ApiError::NotFound)
}

async fn salary_of(app: &App, (run, salary): (Uuid, Uuid)) -> ApiResult<StoredSalary> {
    let run = run_of(app, run).await?;
    let found = app.store.salary(SalaryId::from_uuid(salary)).await?;
    found.filter(|salary| salary.run == run.id).ok_or(ApiError::NotFound)
}

fn subject(run: PayrollRunId) -> String {
    format!("payroll:{run}")
}
