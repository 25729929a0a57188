//! The dated statutory tables and how to ask them.
