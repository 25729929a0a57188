//! How closed bills reach their customers.

mod deliver;
pub mod mails;
mod make_documents;
mod print_batch;

pub use self::{deliver::*, make_documents::*, print_batch::*};
