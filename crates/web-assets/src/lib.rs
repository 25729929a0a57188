//! The web app, embedded.
