//! HTTP around the handlers: connections, extractors, errors, limits, headers, files.

pub mod assets;
pub mod connections;
pub mod csrf;
pub mod download;
pub mod error;
pub mod extract;
mod gauges;
pub mod limits;
pub mod monitoring;
pub mod peer;
pub mod request_log;
pub mod security_headers;
pub mod upload;

pub use peer::ClientAddress;
