//! Jobs: work that follows from an action and reaches outside the database. A job is written in the action's
//! transaction and done by a runner soon afterwards. A server may die in the middle and another run it again, so
//! every job is safe to run twice.

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use crate::account::BillNews;
use crate::advance::AdvanceNews;
use crate::ids::{
    AdvanceId, BankFileId, BillId, DeliveryId, EmailLinkId, LateReceiptId, MailId, PasswordRequestId,
    PayrollRunId, PersonId, PrintBatchId, PurchaseId, RegistrationId, ReminderId, SalaryId, ShareId,
};
use crate::named::named;
use crate::payroll::SalaryNeed;
use crate::purchase::PurchaseNews;
use crate::share::ShareNews;

/// Lists every job once: the [`Job`] with its fields, and the [`JobKind`] that it has in the table of jobs.
macro_rules! jobs {
    ($($(#[$doc:meta])* $kind:ident = $name:literal { $($field:ident: $type:ty),+ }),+ $(,)?) => {
        /// What is to be done. Only ids travel: the runner reads the rest as it then is.
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(tag = "kind")]
        pub enum Job {
            $($(#[$doc])* #[serde(rename = $name)] $kind { $($field: $type),+ }),+
        }

        named! {
            /// The jobs by name.
            JobKind { $($kind = $name),+ }
        }

        impl Job {
            pub fn kind(&self) -> JobKind {
                match self { $(Self::$kind { .. } => JobKind::$kind),+ }
            }
        }
    };
}

jobs! {
    SendMail = "SEND_MAIL" { mail: MailId },
    /// Sends a bill whose day has come. A bill of another version has moved on since.
    CloseBill = "CLOSE_BILL" { bill: BillId, version: i64 },
    /// Takes a closed bill to its customer.
    DeliverBill = "DELIVER_BILL" { delivery: DeliveryId },
    MakePrintBatch = "MAKE_PRINT_BATCH" { batch: PrintBatchId },
    CalculatePayroll = "CALCULATE_PAYROLL" { run: PayrollRunId },
    PostPayroll = "POST_PAYROLL" { run: PayrollRunId },
    WritePayrollFiles = "WRITE_PAYROLL_FILES" { run: PayrollRunId },
    /// Takes back what was booked of a run whose approval was undone.
    ReversePayroll = "REVERSE_PAYROLL" { run: PayrollRunId },
    /// Writes the correction for the Incomes Register after a credit note took back a part of a salary.
    /// Of the contractor's own salary where none is named.
    WriteCorrection = "WRITE_CORRECTION" { credit_note: BillId, salary: Option<SalaryId> },
    BookBankFile = "BOOK_BANK_FILE" { bank_file: BankFileId },
    SendReminder = "SEND_REMINDER" { reminder: ReminderId },
    /// Writes to a new user's address. The mail has its id beforehand, so that there is only one.
    MailRegistration = "MAIL_REGISTRATION" { mail: MailId, registration: RegistrationId },
    /// Writes to a user who forgot the password, if there is such an account.
    MailPasswordReset = "MAIL_PASSWORD_RESET" { request: PasswordRequestId },
    /// Writes to the new address of a user. The mail has its id beforehand, so that there is only one.
    MailEmailLink = "MAIL_EMAIL_LINK" { mail: MailId, link: EmailLinkId },
    /// Tells a worker what became of a bill. The mail has its id beforehand, so that there is only one.
    MailBillNews = "MAIL_BILL_NEWS" { mail: MailId, bill: BillId, news: BillNews },
    /// Tells a worker that a late receipt was refused. The mail has its id beforehand, so that there is only one.
    MailLateReceipt = "MAIL_LATE_RECEIPT" { mail: MailId, late_receipt: LateReceiptId },
    /// Tells one party what became of a share. The mail has its id beforehand, so that there is only one.
    MailShareNews = "MAIL_SHARE_NEWS" { mail: MailId, share: ShareId, news: ShareNews },
    /// Tells a worker what became of a purchase. The mail has its id beforehand, so that there is only one.
    MailPurchaseNews = "MAIL_PURCHASE_NEWS" { mail: MailId, purchase: PurchaseId, news: PurchaseNews },
    /// Grants by rule what is asked for on a bill that has gone to its customer.
    GrantAdvances = "GRANT_ADVANCES" { bill: BillId },
    /// Tells a worker what became of an advance. The mail has its id beforehand, so that there is only one.
    MailAdvanceNews = "MAIL_ADVANCE_NEWS" { mail: MailId, advance: AdvanceId, news: AdvanceNews },
    /// Tells the workers of a run that they are paid.
    MailSalaries = "MAIL_SALARIES" { run: PayrollRunId },
    MailSalary = "MAIL_SALARY" { mail: MailId, salary: SalaryId },
    /// Tells a worker what a salary of the run waits for. The mail has its id beforehand, so that there is only one.
    MailSalaryNeeds = "MAIL_SALARY_NEEDS" { mail: MailId, run: PayrollRunId, person: PersonId, needs: Vec<SalaryNeed> },
}

named! {
    JobState {
        Queued = "QUEUED",
        Running = "RUNNING",
        Done = "DONE",
        /// Given up. Staff may have it tried again.
        Failed = "FAILED",
    }
}

/// What a job waits for besides the database, and whether money waits for it. Each lane has runners of its own, so that a mail
/// server or a storage that does not answer holds up nothing else, and neither do the news of a payday.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobLane {
    /// Waits for the mail server.
    Mail,
    /// Reads or writes stored files.
    Files,
    /// Writes news into the database, on a payday thousands of them. They leave by the lane of mails.
    News,
    /// Needs the database alone, and somebody waits for it: closing, payroll, the mails of an account.
    Database,
}

impl JobLane {
    pub const ALL: [Self; 4] = [Self::Mail, Self::Files, Self::News, Self::Database];
}

impl JobKind {
    pub fn lane(self) -> JobLane {
        match self {
            Self::SendMail => JobLane::Mail,
            Self::DeliverBill
            | Self::MakePrintBatch
            | Self::WritePayrollFiles
            | Self::WriteCorrection
            | Self::BookBankFile
            | Self::SendReminder => JobLane::Files,
            Self::CloseBill
            | Self::CalculatePayroll
            | Self::PostPayroll
            | Self::ReversePayroll
            | Self::GrantAdvances
            // Somebody waits for these, one at a time.
            | Self::MailRegistration
            | Self::MailPasswordReset
            | Self::MailEmailLink => JobLane::Database,
            Self::MailBillNews
            | Self::MailLateReceipt
            | Self::MailShareNews
            | Self::MailPurchaseNews
            | Self::MailAdvanceNews
            | Self::MailSalaries
            | Self::MailSalary
            | Self::MailSalaryNeeds => JobLane::News,
        }
    }
}

impl JobKind {
    /// Whether it makes something leave the server: a mail, an e-invoice, or a file for a bank or an authority. A restored
    /// copy does none of these.
    pub fn leaves_the_server(self) -> bool {
        matches!(self, Self::SendMail | Self::DeliverBill | Self::WritePayrollFiles | Self::WriteCorrection)
    }
}

/// Twenty attempts take two days: a mail server that fails on a Friday night is repaired before its mails are given up.
pub const MOST_ATTEMPTS: u32 = 20;
const FIRST_WAIT: SignedDuration = SignedDuration::from_mins(1);
const LONGEST_WAIT: SignedDuration = SignedDuration::from_hours(4);

/// When a job that failed `attempts` times is tried again; None after the last attempt.
pub fn next_try(attempts: u32, failed_at: Timestamp) -> Option<Timestamp> {
    if attempts >= MOST_ATTEMPTS {
        return None;
    }
    let wait = FIRST_WAIT.checked_mul(1 << attempts.saturating_sub(1))?.min(LONGEST_WAIT);
    failed_at.checked_add(wait).ok()
}

#[cfg(test)]
mod tests {
    use jiff::ToSpan;
    use uuid::Uuid;

    use super::*;
    use crate::ids::Id;

    #[test]
    fn each_wait_is_twice_the_one_before() {
        let now = Timestamp::UNIX_EPOCH;
        assert_eq!(next_try(1, now), Some(now + 1.minute()));
        assert_eq!(next_try(2, now), Some(now + 2.minutes()));
        assert_eq!(next_try(8, now), Some(now + 128.minutes()));
        assert_eq!(next_try(9, now), Some(now + 4.hours()), "and none is longer than four hours");
        assert_eq!(next_try(19, now), Some(now + 4.hours()));
        assert_eq!(next_try(20, now), None);
        assert_eq!(next_try(u32::MAX, now), None);
    }

    #[test]
    fn a_job_is_given_up_after_two_days() {
        let mut now = Timestamp::UNIX_EPOCH;
        for attempt in 1.. {
            let Some(next) = next_try(attempt, now) else { break };
            now = next;
        }
        let took = now.duration_since(Timestamp::UNIX_EPOCH);
        assert!(took >= SignedDuration::from_hours(48) && took < SignedDuration::from_hours(52), "{took:?}");
    }

    #[test]
    fn a_stored_job_is_tagged_with_its_kind() {
        let id = "00000000-0000-0000-0000-000000000000";
        let bill = BillId::from_uuid(Uuid::nil());
        let jobs = [
            (
                Job::CloseBill { bill, version: 3 },
                format!(r#"{{"kind":"CLOSE_BILL","bill":"{id}","version":3}}"#),
            ),
            (
                Job::MailBillNews { mail: MailId::from_uuid(Uuid::nil()), bill, news: BillNews::Approved },
                format!(r#"{{"kind":"MAIL_BILL_NEWS","mail":"{id}","bill":"{id}","news":"APPROVED"}}"#),
            ),
        ];
        for (job, stored) in jobs {
            assert_eq!(serde_json::to_string(&job).unwrap(), stored);
            assert_eq!(serde_json::from_str::<Job>(&stored).unwrap(), job);
            assert!(stored.contains(job.kind().name()));
        }
    }
}
