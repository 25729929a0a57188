//! Mails to customers and users. A mail is written in the transaction of the action that it is about, and sent by a job.
//!
//! No mail is ever sent twice by itself. It becomes SENDING once the mail server has agreed to take it and before it gets the
//! content, and one that is found in that state after a crash is UNSURE until a clerk decides. In the folder there is no such
//! doubt: the same mail makes the same file.

pub mod account;
pub mod advance_news;
pub mod invoice;
pub mod late_receipt;
pub mod layout;
pub mod news;
pub mod notice;
pub mod salary_needs;
pub mod send;
pub mod shares;
mod to_worker;

pub use liksa_store::Outgoing;

use crate::prelude::*;

impl Context {
    /// Leaves a mail to be sent once the transaction is through.
    pub async fn post_mail(&self, tx: &mut Tx, mail: &Outgoing) -> anyhow::Result<MailId> {
        let id = self.new_id()?;
        self.post_mail_as(id, tx, mail).await?;
        Ok(id)
    }

    /// The same, for a mail that has its id beforehand.
    pub async fn post_mail_as(&self, id: MailId, tx: &mut Tx, mail: &Outgoing) -> anyhow::Result<()> {
        tx.insert_mail(id, mail, self.clock.now()).await?;
        tx.enqueue(&self.job(Job::SendMail { mail: id })?).await?;
        Ok(())
    }
}
