//! What tells of shares: their name in the audit log, and the mails to both parties.

use liksa_domain::share::ShareNews;

use crate::context::random;
use crate::prelude::*;

/// The name of a share in the audit log.
pub(crate) fn subject(id: ShareId) -> String {
    format!("share:{id}")
}

/// The job that tells one party what became of a share.
pub(crate) fn news_job(at: Timestamp, share: ShareId, news: ShareNews) -> Result<NewJob> {
    let job = Job::MailShareNews { mail: random::id(at)?, share, news };
    Ok(NewJob { id: random::id(at)?, job, run_at: at, unique_key: None, created_at: at })
}
