//! Compares what workers see at a glance with the model and with their slips.

use jiff::civil::Date;
use liksa_actions::info::{dashboard, tax_info};
use liksa_domain::payroll::RunState;

use crate::model::cents;
use crate::world::{Fault, History, broken};

/// More slips than a history can have.
const ALL_SLIPS: i64 = 1_000;

fn equal(what: &str, worker: usize, shown: i64, expected: i64) -> Result<(), Fault> {
    if shown == expected {
        Ok(())
    } else {
        Err(format!("{what} of {worker}: shown {shown}, expected {expected}"))
    }
}

impl History<'_> {
    pub async fn dashboards_agree(&self) -> Result<(), Fault> {
        let today = self.context.clock.today();
        for (place, worker) in self.world.workers.iter().enumerate() {
            let shown = dashboard(&self.context, worker.id, 24).await.map_err(broken)?;
            let own = || self.model.bills.iter().filter(|bill| bill.worker == place);
            equal("owed by customers", place, cents(shown.sent_amount), own().map(|bill| bill.owed()).sum())?;
            let (slips, _) = self.context.store.slips(worker.id, 0, ALL_SLIPS).await.map_err(broken)?;
            let paid = |which: &dyn Fn(Date) -> bool| -> i64 {
                let slips = slips.iter().filter(|slip| which(slip.payday));
                slips.map(|slip| cents(slip.salary).max(0)).sum()
            };
            let of_year = paid(&|payday| payday.year() == today.year());
            equal("paid this year", place, cents(shown.year.paid), of_year)?;
            let by_month = shown.salaries.iter().map(|month| cents(month.amount)).sum();
            // A run may be paid before the month of its payday.
            equal("paid in all months", place, by_month, paid(&|payday| payday <= today.last_of_month()))?;
            for year in [2025, 2026].into_iter().filter(|year| *year <= today.year()) {
                let tax = tax_info(&self.context, worker.id, year).await.map_err(broken)?;
                let paid_out = self.model.salaries().filter(|(run, salary)| {
                    let is_paid = run.state == RunState::Paid && salary.number.is_some();
                    is_paid && run.payday.year() == year && salary.worker == place
                });
                let standing: Vec<_> =
                    paid_out.filter_map(|(_, salary)| self.model.standing(salary)).collect();
                let gross = standing.iter().map(|figures| figures.gross).sum();
                equal("wages", place, cents(tax.sums.gross_salary), gross)?;
                equal("tax", place, cents(tax.sums.tax), standing.iter().map(|figures| figures.tax).sum())?;
                let fees = standing.iter().map(|figures| figures.fee).sum();
                if year == today.year() {
                    equal("wages at a glance", place, cents(shown.year.gross_salary), gross)?;
                    equal("fees", place, cents(shown.year.service_fee), fees)?;
                }
            }
        }
        Ok(())
    }
}
