//! Accounts: registration, identification by a bank, sessions, passwords and e-mail addresses.

mod accept_terms;
mod change_email;
mod identification;
mod mail_links;
mod register;
mod reset_password;
mod sessions;

pub use self::{
    accept_terms::*, change_email::*, identification::*, mail_links::*, register::*, reset_password::*,
    sessions::*,
};
