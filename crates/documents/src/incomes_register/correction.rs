//! Corrections of a report after a part of its salary was taken back.

use jiff::Timestamp;
use liksa_domain::settings::Provider;

use super::{DISTRAINT, Income, IncomesRegisterError, WageReport, check_id, writing};

/// What the register has to be told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Correction {
    /// The report as it should have been.
    Replacement,
    /// That the report is void.
    Invalidation,
}

impl Correction {
    /// None where the salary was never reported, or nothing that is reported has changed.
    pub fn of(reported: &WageReport, now: &WageReport) -> Result<Option<Self>, IncomesRegisterError> {
        let (before, after) = (reported.payments()?, now.payments()?);
        Ok(if before.is_empty() || (before == after && reported.trips() == now.trips()) {
            None
        } else if after.is_empty() {
            Some(Self::Invalidation)
        } else {
            Some(Self::Replacement)
        })
    }
}

impl WageReport {
    /// The incomes that make a report; none where there is nothing to report. What distraint took of a wage is no
    /// payment of its own.
    fn payments(&self) -> Result<Vec<Income>, IncomesRegisterError> {
        match self.incomes() {
            Ok(incomes) if incomes.iter().any(|(code, _)| *code != DISTRAINT) => Ok(incomes),
            Ok(_) | Err(IncomesRegisterError::NothingPaid(_) | IncomesRegisterError::NegativePayment(_)) => {
                Ok(vec![])
            }
            Err(error) => Err(error),
        }
    }

    fn trips(&self) -> (i64, Vec<u16>) {
        (self.whole_kilometers(), self.allowance_kinds())
    }
}

/// A delivery that makes a report void.
#[derive(Debug, Clone)]
pub struct Invalidation {
    /// As [`super::Delivery::id`].
    pub id: String,
    /// The id of the report.
    pub report: String,
    pub created: Timestamp,
    /// False in the register's test environment.
    pub production: bool,
    pub provider: Provider,
}

impl Invalidation {
    pub fn to_xml(&self) -> Result<String, IncomesRegisterError> {
        check_id(&self.id)?;
        check_id(&self.report)?;
        Ok(writing::invalidation(self))
    }
}
