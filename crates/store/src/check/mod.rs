//! The data check: whether the database is sound, and what an auditor would ask.
//!
//! Each question has its statements in the file of its subject. They read whole tables, so that they are asked on demand,
//! and all of the same moment, since many compare what two statements find. A question tells at most [`MOST`] faults of
//! one kind.

mod accounts;
mod database;
mod ledger;
mod payments;
mod runs;
mod salaries;

use liksa_domain::data_check::{Fault, FaultKey, Finding, Question};
use liksa_domain::ledger::Account;

use crate::db::Snapshot;
use crate::prelude::*;
use crate::sql::Statement;
use crate::sums::{Summed, exact_sum};

/// Who has more faults than this of one kind has another problem than the details of each.
const MOST: i64 = 20;
const MOST_SHOWN: usize = 20;

const BOOKED_ON: &str =
    concat!("SELECT ", exact_sum!("amount", "sum"), " FROM ledger_line WHERE account = $1");

impl Store {
    /// All questions, of one moment. `now` tells what has waited too long.
    pub async fn check(&self, now: Timestamp) -> StoreResult<Vec<Finding>> {
        self.snapshot().await?.check(now).await
    }

    /// See [`Snapshot::check_soundness`].
    pub async fn check_soundness(&self) -> StoreResult<Vec<Finding>> {
        self.snapshot().await?.check_soundness().await
    }
}

impl Snapshot {
    /// All questions. `now` tells what has waited too long.
    pub async fn check(&mut self, now: Timestamp) -> StoreResult<Vec<Finding>> {
        let mut findings = self.check_soundness().await?;
        findings.extend(answered([
            (Question::BankAccount, self.check_bank_account().await?),
            (Question::Receivables, self.check_receivables().await?),
            (Question::DueBills, self.check_due_bills().await?),
            (Question::AwaitingSalary, self.check_awaiting_salary().await?),
            (Question::Subcontracting, self.check_subcontracting().await?),
            (Question::SalariesPayable, self.check_salaries_payable().await?),
            (Question::DueFromWorkers, self.check_due_from_workers().await?),
            (Question::Withheld, self.check_withheld().await?),
            (Question::PaidOn, self.check_paid_on().await?),
            (Question::Reports, self.check_reports(now).await?),
            (Question::Runs, self.check_runs(now).await?),
            (Question::Jobs, self.check_jobs().await?),
        ]));
        Ok(findings)
    }

    /// Whether what is stored fits together, as a backup that was brought back must. What waits to be done is no fault
    /// of it.
    pub async fn check_soundness(&mut self) -> StoreResult<Vec<Finding>> {
        Ok(answered([
            (Question::Schema, self.check_schema().await?),
            (Question::DatabaseFile, self.check_file().await?),
            (Question::References, self.check_references().await?),
            (Question::Roles, self.check_roles().await?),
            (Question::AuditLog, self.check_audit_chain().await?),
            (Question::BillNumbers, self.check_numbers().await?),
            (Question::SentBills, self.check_sent_bills().await?),
            (Question::EntriesBalance, self.check_balances().await?),
            (Question::EntryNumbers, self.check_entries().await?),
            (Question::ClosedBooks, self.check_closed_books().await?),
            (Question::AmountSizes, self.check_sizes().await?),
            (Question::BillPayments, self.check_paid().await?),
            (Question::CreditNotes, self.check_credit_notes().await?),
            (Question::PaymentRests, self.check_rests().await?),
            (Question::Slips, self.check_slips().await?),
            (Question::SalaryBills, self.check_salary_bills().await?),
            (Question::TakenBack, self.check_taken_back().await?),
            (Question::LateReceipts, self.check_late_receipts().await?),
        ]))
    }

    /// What a statement counts is a fault, unless it counts none.
    async fn count(&mut self, statement: Statement, key: FaultKey) -> StoreResult<Vec<Fault>> {
        let count: i64 = self.fetch_value(statement).await?;
        Ok(fault_unless(count == 0, Fault::counted(key, count)))
    }

    /// What the ledger has on an account, debit positive.
    async fn booked_on(&mut self, account: Account) -> StoreResult<Money> {
        let Summed(booked) = self.fetch_one(sql!(BOOKED_ON => account)).await?;
        Ok(booked)
    }
}

fn answered<const N: usize>(answers: [(Question, Vec<Fault>); N]) -> Vec<Finding> {
    answers.into_iter().map(|(question, problems)| Finding { question, problems }).collect()
}

fn fault_unless(sound: bool, fault: Fault) -> Vec<Fault> {
    if sound { vec![] } else { vec![fault] }
}

/// An account that open items should explain.
fn account_differs(account: Account, (booked, explained): (Money, Money)) -> Vec<Fault> {
    let fault = Fault::amounts(FaultKey::AccountDiffers, booked, explained);
    fault_unless(booked == explained, Fault { account: Some(account.number()), ..fault })
}
