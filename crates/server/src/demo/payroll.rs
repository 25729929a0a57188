//! The salaries of the payday before: made, approved and paid by the verbs of the server, at their own moments.

use anyhow::{Context, anyhow};
use jiff::civil::Date;
use liksa_domain::ids::PersonId;
use liksa_domain::payroll::last_payday;

use crate::api::provider::payroll::{approve, calculate, make, pay};
use crate::app::App;
use crate::clock::Clock;
use crate::http::error::ApiError;
use crate::jobs::{calculate_payroll, post_payroll, write_payroll_files};
use crate::seed::calendar::{Calendar, When};

/// Who pays salaries: one makes the run, the other lets it go.
pub struct Hands {
    pub first: PersonId,
    pub second: PersonId,
}

pub struct Payday {
    day: Date,
    /// When the run is made. What is paid later waits for the next one.
    pub begins: When,
    ends: When,
}

impl Payday {
    /// The one before today, as the calendar tells of it.
    pub fn last(calendar: &Calendar) -> anyhow::Result<Self> {
        let day = last_payday(calendar.today())?;
        let ago = (1..).find(|ago| calendar.day(*ago) <= day).context("a payday that was not")?;
        Ok(Self { day, begins: calendar.at(ago + 2, (9, 20))?, ends: calendar.at(ago + 1, (13, 5))? })
    }

    pub async fn pay(&self, app: &App, hands: &Hands) -> anyhow::Result<()> {
        let at = |when: &When| -> anyhow::Result<App> {
            App::new(app.store.clone(), Clock::stopped(when.at, when.day)?, app.config.clone())
        };
        let (before, later) = (at(&self.begins)?, at(&self.ends)?);
        let (run, _) = make::make(&before, hands.first, self.day).await.map_err(refused)?;
        calculate::begin(&before, hands.first, run).await.map_err(refused)?;
        calculate_payroll::run(&before, run).await?;
        let refunds = app.store.refunds_to_approve(hands.second).await?;
        let seen = refunds.iter().map(|refund| refund.id).collect();
        approve::approve(&later, hands.second, run, &seen).await.map_err(refused)?;
        post_payroll::run(&later, run).await?;
        write_payroll_files::run(&later, run).await?;
        let booked = app.store.payroll_run(run).await?.context("there is no such payroll run")?;
        pay::pay(&later, hands.second, &booked).await.map_err(refused)
    }
}

fn refused(error: ApiError) -> anyhow::Error {
    anyhow!("the demo's payroll was refused: {error:?}")
}
