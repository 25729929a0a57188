//! The binary: configuration, HTTP, sessions, command line.
