//! Work that follows from a deed and touches the world outside: written in the deed's transaction, done by a
//! runner soon afterwards. A server may die in the middle and another run it again, so every job is safe to
//! run twice.

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use crate::account::news::BillNews;
use crate::ids::{
    BankFileId, BillId, DeliveryId, EmailLinkId, MailId, PasswordRequestId, PayrollRunId, PrintBatchId,
    RegistrationId, ReminderId, SalaryId,
};
use crate::named::named;

/// What is to be done. Only ids travel: the runner reads the rest as it then is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Job {
    SendMail {
        mail: MailId,
    },
    /// Sends a bill whose day has come. A bill of another version has moved on since.
    CloseBill {
        bill: BillId,
        version: i64,
    },
    /// Takes a closed bill to its customer.
    DeliverBill {
        delivery: DeliveryId,
    },
    MakePrintBatch {
        batch: PrintBatchId,
    },
    CalculatePayroll {
        run: PayrollRunId,
    },
    PostPayroll {
        run: PayrollRunId,
    },
    WritePayrollFiles {
        run: PayrollRunId,
    },
    BookBankFile {
        bank_file: BankFileId,
    },
    SendReminder {
        reminder: ReminderId,
    },
    /// Writes to a newcomer's address. The mail has its id beforehand, so that there is only one.
    MailRegistration {
        mail: MailId,
        registration: RegistrationId,
    },
    /// Writes to who forgot a password, if there is such an account.
    MailPasswordReset {
        request: PasswordRequestId,
    },
    /// Writes to an address that somebody says is theirs. The mail has its id beforehand, so that there is only one.
    MailEmailLink {
        mail: MailId,
        link: EmailLinkId,
    },
    /// Tells a worker what became of a bill. The mail has its id beforehand, so that there is only one.
    MailBillNews {
        mail: MailId,
        bill: BillId,
        news: BillNews,
    },
    /// Tells the workers of a run that they are paid.
    MailSalaries {
        run: PayrollRunId,
    },
    MailSalary {
        mail: MailId,
        salary: SalaryId,
    },
}

named! {
    /// The jobs by name.
    JobKind {
        SendMail = "SEND_MAIL",
        CloseBill = "CLOSE_BILL",
        DeliverBill = "DELIVER_BILL",
        MakePrintBatch = "MAKE_PRINT_BATCH",
        CalculatePayroll = "CALCULATE_PAYROLL",
        PostPayroll = "POST_PAYROLL",
        WritePayrollFiles = "WRITE_PAYROLL_FILES",
        BookBankFile = "BOOK_BANK_FILE",
        SendReminder = "SEND_REMINDER",
        MailRegistration = "MAIL_REGISTRATION",
        MailPasswordReset = "MAIL_PASSWORD_RESET",
        MailEmailLink = "MAIL_EMAIL_LINK",
        MailBillNews = "MAIL_BILL_NEWS",
        MailSalaries = "MAIL_SALARIES",
        MailSalary = "MAIL_SALARY",
    }
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

impl Job {
    pub fn kind(&self) -> JobKind {
        match self {
            Self::SendMail { .. } => JobKind::SendMail,
            Self::CloseBill { .. } => JobKind::CloseBill,
            Self::DeliverBill { .. } => JobKind::DeliverBill,
            Self::MakePrintBatch { .. } => JobKind::MakePrintBatch,
            Self::CalculatePayroll { .. } => JobKind::CalculatePayroll,
            Self::PostPayroll { .. } => JobKind::PostPayroll,
            Self::WritePayrollFiles { .. } => JobKind::WritePayrollFiles,
            Self::BookBankFile { .. } => JobKind::BookBankFile,
            Self::SendReminder { .. } => JobKind::SendReminder,
            Self::MailRegistration { .. } => JobKind::MailRegistration,
            Self::MailPasswordReset { .. } => JobKind::MailPasswordReset,
            Self::MailEmailLink { .. } => JobKind::MailEmailLink,
            Self::MailBillNews { .. } => JobKind::MailBillNews,
            Self::MailSalaries { .. } => JobKind::MailSalaries,
            Self::MailSalary { .. } => JobKind::MailSalary,
        }
    }
}

/// Eight attempts take two hours: enough for a mail server to be restarted, not for a day to be lost.
pub const MOST_ATTEMPTS: u32 = 8;
const FIRST_WAIT: SignedDuration = SignedDuration::from_mins(1);

/// When a job that failed `attempts` times is tried again; not at all once that is often enough.
pub fn next_try(attempts: u32, failed_at: Timestamp) -> Option<Timestamp> {
    if attempts >= MOST_ATTEMPTS {
        return None;
    }
    let wait = FIRST_WAIT.checked_mul(1 << attempts.saturating_sub(1))?;
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
        assert_eq!(next_try(7, now), Some(now + 64.minutes()));
        assert_eq!(next_try(8, now), None);
        assert_eq!(next_try(u32::MAX, now), None);
    }

    #[test]
    fn a_stored_job_says_its_kind_as_the_table_does() {
        let run = PayrollRunId::from_uuid(Uuid::nil());
        let jobs = [
            Job::SendMail { mail: MailId::from_uuid(Uuid::nil()) },
            Job::CloseBill { bill: BillId::from_uuid(Uuid::nil()), version: 3 },
            Job::DeliverBill { delivery: DeliveryId::from_uuid(Uuid::nil()) },
            Job::MakePrintBatch { batch: PrintBatchId::from_uuid(Uuid::nil()) },
            Job::CalculatePayroll { run },
            Job::PostPayroll { run },
            Job::WritePayrollFiles { run },
            Job::BookBankFile { bank_file: BankFileId::from_uuid(Uuid::nil()) },
            Job::SendReminder { reminder: ReminderId::from_uuid(Uuid::nil()) },
            Job::MailRegistration {
                mail: MailId::from_uuid(Uuid::nil()),
                registration: RegistrationId::from_uuid(Uuid::nil()),
            },
            Job::MailPasswordReset { request: PasswordRequestId::from_uuid(Uuid::nil()) },
            Job::MailEmailLink {
                mail: MailId::from_uuid(Uuid::nil()),
                link: EmailLinkId::from_uuid(Uuid::nil()),
            },
            Job::MailBillNews {
                mail: MailId::from_uuid(Uuid::nil()),
                bill: BillId::from_uuid(Uuid::nil()),
                news: BillNews::Approved,
            },
            Job::MailSalaries { run },
            Job::MailSalary {
                mail: MailId::from_uuid(Uuid::nil()),
                salary: SalaryId::from_uuid(Uuid::nil()),
            },
        ];
        assert_eq!(jobs.len(), JobKind::ALL.len(), "each kind is listed here");
        for job in jobs {
            let json = serde_json::to_value(&job).unwrap();
            assert_eq!(json["kind"], job.kind().name());
            assert_eq!(serde_json::from_value::<Job>(json).unwrap(), job);
        }
    }
}
