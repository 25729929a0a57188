//! The server: configuration, HTTP, sessions and the command line.
//!
//! Handlers hold no business rule and no SQL: rules are in `liksa-domain`, statements in
//! `liksa-store`. One file per verb under [`api`].

mod api;
mod app;
pub mod cli;
mod clock;
mod collecting;
mod config;
mod demo;
mod demo_bank;
mod http;
mod identification;
mod jobs;
mod mail;
mod outbox;
mod printing;
mod provider;
mod random;
mod seed;
mod sending;
mod session;
#[cfg(test)]
mod testing;
