//! What an operator wants to know of the queue, the mails, the payroll runs and the connections, in a few short
//! statements: they are asked every few seconds.

use liksa_domain::delivery::{MailReason, MailState};
use liksa_domain::job::JobState;
use liksa_domain::payroll::RunState;

use crate::prelude::*;

/// The jobs of one kind and state that are not done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WaitingJobs {
    /// A name and not a type: a newer program may have made a kind that this one does not know.
    pub kind: String,
    pub state: JobState,
    pub count: i64,
    /// When the oldest was made; of those that are queued, when it is or was due.
    pub oldest: Timestamp,
}

read_row! { WaitingJobs { kind, state, count, oldest } }

/// The mails of one state that were not sent, but for those that need nothing more.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnsentMails {
    pub state: MailState,
    pub count: i64,
    pub oldest: Timestamp,
}

read_row! { UnsentMails { state, count, oldest } }

/// The mails that wait or are being sent, by what their last attempt met.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WaitingMails {
    /// None before the first attempt.
    pub reason: Option<MailReason>,
    pub oldest: Timestamp,
}

read_row! { WaitingMails { reason, oldest } }

/// The payroll runs of one state that are not paid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnpaidRuns {
    pub state: RunState,
    pub count: i64,
    pub oldest: Timestamp,
}

read_row! { UnpaidRuns { state, count, oldest } }

/// Connections to the database that this server has open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Connections {
    pub open: u32,
    pub idle: usize,
    pub most: u32,
}

/// The states are literals, as in the partial indexes that answer these.
pub(crate) const MONITORED: [&str; 5] = [
    "SELECT kind, state, COUNT(*) AS count, \
     MIN(CASE WHEN state = 'QUEUED' THEN run_at ELSE created_at END) AS oldest FROM job \
     WHERE state IN ('QUEUED', 'RUNNING', 'FAILED') GROUP BY kind, state ORDER BY kind, state",
    "SELECT state, COUNT(*) AS count, MIN(created_at) AS oldest FROM mail \
     WHERE state IN ('QUEUED', 'SENDING', 'UNSURE', 'FAILED') AND settled_at IS NULL GROUP BY state ORDER BY state",
    "SELECT state, COUNT(*) AS count, MIN(CASE state WHEN 'CALCULATING' THEN calculated_at \
     WHEN 'APPROVED' THEN approved_at WHEN 'POSTED' THEN posted_at ELSE created_at END) AS oldest FROM payroll_run \
     WHERE state <> 'PAID' GROUP BY state ORDER BY state",
    "SELECT MAX(uploaded_at) FROM bank_file",
    "SELECT reason, MIN(created_at) AS oldest FROM mail \
     WHERE state IN ('QUEUED', 'SENDING', 'UNSURE', 'FAILED') AND settled_at IS NULL AND state IN ('QUEUED', 'SENDING') \
     GROUP BY reason ORDER BY reason",
];

store_methods! {
    pub async fn waiting_jobs() -> Vec<WaitingJobs> = fetch_all MONITORED[0];

    pub async fn unsent_mails() -> Vec<UnsentMails> = fetch_all MONITORED[1];

    pub async fn waiting_mails() -> Vec<WaitingMails> = fetch_all MONITORED[4];

    pub async fn unpaid_runs() -> Vec<UnpaidRuns> = fetch_all MONITORED[2];

    /// When the last bank file came, if any has.
    pub async fn last_bank_file() -> Option<Timestamp> = fetch_value MONITORED[3];
}
