//! The server: configuration, HTTP, sessions and the command line.
//!
//! Handlers hold no business rule and no SQL: rules are in `liksa-domain`, statements in
//! `liksa-store`. One file per verb under [`api`].

mod api;
mod app;
pub mod cli;
mod config;
mod http;
mod identification;
mod jobs;
mod landing;
mod outside;
mod router;
mod session;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
