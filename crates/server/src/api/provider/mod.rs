//! `/api/provider`: the provider's own people only.

pub mod bank_files;
pub mod bills;
pub mod check;
pub mod deliveries;
pub mod ledger;
pub mod overdue;
pub mod payments;
pub mod payroll;
pub mod print_batches;
pub mod reminders;
