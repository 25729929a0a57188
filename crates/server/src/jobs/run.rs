//! Which file does which job.

use liksa_domain::job::Job;

use super::{close_bill, deliver_bill, make_print_batch, send_mail};
use crate::app::AppState;

pub async fn run(app: AppState, job: Job) -> anyhow::Result<()> {
    match job {
        Job::SendMail { mail } => send_mail::run(&app, mail).await,
        Job::CloseBill { bill, version } => close_bill::run(&app, bill, version).await,
        Job::DeliverBill { delivery } => deliver_bill::run(&app, delivery).await,
        Job::MakePrintBatch { batch } => make_print_batch::run(&app, batch).await,
    }
}
