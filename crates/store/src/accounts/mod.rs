//! Accounts: registrations, identifications, one-time links, and what people store in their account.

mod emails;
mod erasing;
mod identifications;
mod links;
mod own;
mod registrations;

pub use self::{emails::*, erasing::*, identifications::*, registrations::*};
pub(crate) use self::{links::*, own::*};
