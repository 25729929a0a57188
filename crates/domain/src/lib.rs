//! The rules of Liksa as pure functions over values.
//!
//! Nothing here reads a clock, a file, a database or the network: time and randomness come in as
//! arguments, and what goes out is a value or a list of problems.

pub mod account;
pub mod address;
pub mod advance;
pub mod amount_limits;
pub mod audit;
pub mod bill;
pub mod calculator;
pub mod crediting;
pub mod customer;
pub mod data_check;
pub mod dates;
pub mod delivery;
pub mod distraint;
pub mod file;
pub mod finnish_time;
pub mod ids;
pub mod job;
pub mod late_receipt;
pub mod ledger;
mod named;
pub mod payments;
pub mod payout;
pub mod payroll;
pub mod person;
pub mod printable;
pub mod problem;
pub mod promo_code;
pub mod purchase;
pub mod reading;
pub mod remittance;
pub mod review;
pub mod salary;
pub mod settings;
pub mod share;
pub mod shift;
pub mod statutory;
pub mod tax_card;
pub mod template;
pub mod travel;
pub mod validation;
pub mod vat;
pub mod worker_facts;
pub mod worker_terms;
