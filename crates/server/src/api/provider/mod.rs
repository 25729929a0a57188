//! `/api/provider`: the provider's own people only.

pub mod api_keys;
pub mod audit;
pub mod bank_files;
pub mod bills;
pub mod check;
pub mod dashboard;
pub mod deletion_requests;
pub mod deliveries;
pub mod jobs;
pub mod ledger;
pub mod open_bills;
pub mod overdue;
pub mod payments;
pub mod payroll;
pub mod people;
pub mod print_batches;
pub mod promo_codes;
pub mod reminders;
pub mod settings;
pub mod shifts;
pub mod tax_cards;
pub mod workers;

#[cfg(test)]
mod money_path;
