//! Which file does which job.

use liksa_domain::job::Job;

use super::{
    book_bank_file, calculate_payroll, close_bill, deliver_bill, mail_email_link, mail_news,
    mail_password_reset, mail_registration, make_print_batch, post_payroll, send_mail, send_reminder,
    write_payroll_files,
};
use crate::app::AppState;

pub async fn run(app: AppState, job: Job) -> anyhow::Result<()> {
    match job {
        Job::SendMail { mail } => send_mail::run(&app, mail).await,
        Job::CloseBill { bill, version } => close_bill::run(&app, bill, version).await,
        Job::DeliverBill { delivery } => deliver_bill::run(&app, delivery).await,
        Job::MakePrintBatch { batch } => make_print_batch::run(&app, batch).await,
        Job::CalculatePayroll { run } => calculate_payroll::run(&app, run).await,
        Job::PostPayroll { run } => post_payroll::run(&app, run).await,
        Job::WritePayrollFiles { run } => write_payroll_files::run(&app, run).await,
        Job::BookBankFile { bank_file } => book_bank_file::run(&app, bank_file).await,
        Job::SendReminder { reminder } => send_reminder::run(&app, reminder).await,
        Job::MailRegistration { mail, registration } => {
            mail_registration::run(&app, mail, registration).await
        }
        Job::MailPasswordReset { request } => mail_password_reset::run(&app, request).await,
        Job::MailEmailLink { mail, link } => mail_email_link::run(&app, mail, link).await,
        Job::MailBillNews { mail, bill, news } => mail_news::of_bill(&app, mail, bill, news).await,
        Job::MailSalaries { run } => mail_news::of_run(&app, run).await,
        Job::MailSalary { mail, salary } => mail_news::of_salary(&app, mail, salary).await,
    }
}
