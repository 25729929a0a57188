//! The last payday of the demo, paid by the payroll actions at moments of the past.

use anyhow::Context as _;
use jiff::civil::Date;
use liksa_actions::{Context, payroll};
use liksa_domain::ids::PersonId;
use liksa_domain::payroll::last_payday;

use super::context_at;
use crate::history::calendar::{Calendar, When};

pub struct Payday {
    day: Date,
    /// When the run is made. Bills that are paid later belong to the next run.
    pub made: When,
    /// When the run is approved and paid.
    paid: When,
}

impl Payday {
    /// The payday before today.
    pub fn last(calendar: &Calendar) -> anyhow::Result<Self> {
        let day = last_payday(calendar.today())?;
        let ago = (1..).find(|ago| calendar.day(*ago) <= day).context("no payday in the past")?;
        Ok(Self { day, made: calendar.at(ago + 2, (9, 20))?, paid: calendar.at(ago + 1, (13, 5))? })
    }

    /// Pays the salaries: one clerk makes the run, another approves it.
    pub async fn pay(
        &self,
        context: &Context,
        (maker, approver): (PersonId, PersonId),
    ) -> anyhow::Result<()> {
        let (made, paid) = (context_at(context, self.made)?, context_at(context, self.paid)?);
        let (run, _) = payroll::make(&made, maker, Some(self.day)).await?;
        payroll::start_calculation(&made, maker, run).await?;
        payroll::calculate(&made, run).await?;
        let refunds = context.store.refunds_to_approve(approver).await?;
        let refunds = refunds.iter().map(|refund| refund.id).collect();
        payroll::approve(&paid, approver, run, &refunds).await?;
        payroll::book(&paid, run).await?;
        payroll::write_files(&paid, run).await?;
        Ok(payroll::pay(&paid, approver, run).await?)
    }
}
