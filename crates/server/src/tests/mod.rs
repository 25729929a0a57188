//! Tests of actions through the running server: jobs, mails and payments.

mod demo_content;
mod held_sending;
mod job_runner;
mod news_mails;
pub mod payment_fixtures;
mod provider_settings;
mod sending_mails;
pub mod statement_counts;
