//! Accounts: how people come to have one, the links and identifications on the way, and what they keep in it.

mod browsers;
mod emails;
mod erasing;
mod identifications;
mod own;
mod registrations;
mod tokens;

pub(crate) use browsers::KNOWN_BROWSER;
pub use emails::EmailLink;
pub use erasing::Unsettled;
pub use identifications::{Identification, NewIdentification, Purpose};
pub(crate) use own::{DELETION_REQUESTS, PERSON_WITH_PERSONAL_ID};
pub use registrations::{NewRegistration, StoredRegistration};
