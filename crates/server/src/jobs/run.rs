//! Which file does which job.

use liksa_domain::job::Job;

use super::{close_bill, send_mail};
use crate::app::AppState;

pub async fn run(app: AppState, job: Job) -> anyhow::Result<()> {
    match job {
        Job::SendMail { mail } => send_mail::run(&app, mail).await,
        Job::CloseBill { bill, version } => close_bill::run(&app, bill, version).await,
    }
}
