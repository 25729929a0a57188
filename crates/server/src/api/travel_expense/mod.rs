//! `/api/travel-expense`: what a worker was reimbursed for, as a report.

pub mod pdf;
