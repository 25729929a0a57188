//! A bill goes to its customer: closed in one transaction, delivered by the jobs that it leaves.

mod close;
mod documents;
mod mails;
mod recovery;

pub use close::{Closing, NotClosed, close, close_within, closing_job, closing_key};
pub use documents::make_documents;
pub use mails::follow_mail;
