//! `/api/provider`: the provider's own people only.

pub mod bills;
pub mod check;
pub mod deliveries;
pub mod overdue;
pub mod payments;
pub mod print_batches;
