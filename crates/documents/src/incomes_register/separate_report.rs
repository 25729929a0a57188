//! The employer's separate report: what the employer's health insurance contributions of a month are together.

use jiff::Timestamp;
use jiff::civil::Date;
use liksa_domain::settings::Provider;
use liksa_money::Money;

use super::{IncomesRegisterError, check_contact, check_id, writing};
use crate::ensure;

/// A delivery with the report of one month.
#[derive(Debug, Clone)]
pub struct SeparateReportDelivery {
    /// As [`super::Delivery::id`].
    pub id: String,
    /// The id of the report, the same for every report of the month.
    pub report: String,
    pub created: Timestamp,
    /// The day on which it is made.
    pub today: Date,
    /// False in the register's test environment.
    pub production: bool,
    pub provider: Provider,
    /// Any day of the month.
    pub month: Date,
    /// None where no wages were paid.
    pub health_insurance: Option<Money>,
    /// A report of the month was sent before, which this one replaces.
    pub replaces: bool,
}

impl SeparateReportDelivery {
    pub fn to_xml(&self) -> Result<String, IncomesRegisterError> {
        check_id(&self.id)?;
        check_id(&self.report)?;
        check_contact(&self.provider)?;
        let negative = self.health_insurance.is_some_and(Money::is_negative);
        ensure(!negative, IncomesRegisterError::NegativePayment(self.report.clone()))?;
        Ok(writing::separate_report(self))
    }
}
