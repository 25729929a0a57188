//! `/api/provider`: the provider's own staff only.

pub mod advances;
pub mod api_keys;
pub mod audit;
pub mod bank_files;
pub mod bills;
pub mod companies;
pub mod dashboard;
pub mod deletion_requests;
pub mod deliveries;
pub mod figures;
pub mod jobs;
pub mod late_receipts;
pub mod ledger;
pub mod mails;
pub mod payments;
pub mod payouts;
pub mod payroll;
pub mod people;
pub mod promo_codes;
pub mod reminders;
pub mod remittances;
pub mod settings;
pub mod shifts;
pub mod tax_cards;
pub mod workers;

#[cfg(test)]
pub mod money_path;

use liksa_domain::person::Role::{Admin, Clerk, Payroll};

use crate::api::describe::group;
use crate::api::prelude::*;

/// The routes of the staff, by the roles that may call them.
pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .merge(group("provider", &[Clerk], bills::routes()))
        .merge(group("provider", &[Clerk], companies::routes()))
        .merge(group("provider", &[Clerk], deliveries::routes()))
        .merge(group("provider", &[Clerk], late_receipts::routes()))
        .merge(group("provider", &[Clerk], shifts::routes()))
        .merge(group("provider", &[Clerk, Payroll, Admin], dashboard::routes()))
        .merge(group("provider", &[Clerk, Payroll, Admin], mails::routes()))
        .merge(group("provider", &[Payroll, Admin], figures::routes()))
        .merge(group("provider", &[Payroll, Admin], workers::routes()))
        .merge(group("provider", &[Payroll, Admin], tax_cards::routes()))
        .merge(group("provider", &[Admin], people::routes()))
        .merge(group("provider", &[Admin], deletion_requests::routes()))
        .merge(group("provider", &[Admin], promo_codes::routes()))
        .merge(group("provider", &[Admin], settings::routes()))
        .merge(group("provider", &[Admin], api_keys::routes()))
        .merge(group("provider", &[Admin], audit::routes()))
        .merge(group("provider", &[Admin], jobs::routes()))
        .merge(group("payments", &[Payroll], payments::routes()))
        .merge(group("payments", &[Payroll], bank_files::routes()))
        .merge(group("payments", &[Payroll], reminders::routes()))
        .merge(group("payroll", &[Payroll], payroll::routes()))
        .merge(group("payroll", &[Payroll], advances::routes()))
        .merge(group("payroll", &[Payroll], remittances::routes()))
        .merge(group("payroll", &[Payroll], payouts::routes()))
        .merge(group("ledger", &[Payroll], ledger::routes()))
}
