//! What the lists show of a bill without reading its rows.

use jiff::civil::Date;
use liksa_money::{Money, Rate};

use super::Bill;
use crate::salary::{self, Worker};
use crate::settings::ProviderSettings;

/// Reckoned at each save.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct BillFigures {
    /// VAT-free, `totalprice`.
    pub total: Money,
    /// `totalpriceWithAlv`
    pub total_with_vat: Money,
    /// `salaryPercent`: what the worker gets in hand of the VAT-free billing.
    pub salary_rate: Rate,
    /// What the worker gets in hand by what is known at the save: the payroll run tells where it differs.
    pub estimate: Money,
}

impl BillFigures {
    /// A draft may hold what cannot be reckoned yet; its figures are then zero, and sending tells why.
    pub fn of(bill: &Bill, worker: &Worker, settings: &ProviderSettings, today: Date) -> Self {
        let totals = salary::totals(bill, today).unwrap_or_default();
        let salary = salary::from_bill(bill, worker, settings, today).ok();
        Self {
            total: totals.net,
            total_with_vat: totals.gross,
            salary_rate: salary.map(|summary| summary.salary_percent).unwrap_or_default(),
            estimate: salary.map(|summary| summary.salary).unwrap_or_default(),
        }
    }
}
