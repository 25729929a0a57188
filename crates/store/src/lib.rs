//! The one SQL implementation for SQLite and PostgreSQL.
//!
//! The same statement text runs on both engines: [`on!`] expands a body once per driver, so each
//! arm is type-checked with native types. Where the dialects differ there is one named function
//! with a `match`, and nothing else. Nobody outside this crate names sqlx.

mod accounts;
mod audit;
mod audit_search;
mod bills;
mod check;
mod customers;
mod dashboard;
mod db;
mod deliveries;
mod directory;
mod distraints;
mod error;
mod files;
mod job_list;
mod jobs;
mod ledger;
mod made_with_key;
mod mails;
mod migrate;
mod pay_facts;
mod payments;
mod payroll;
mod people;
mod promo_codes;
mod receipts;
mod sessions;
mod settings;
mod shifts;
mod snapshot;
mod tax_cards;
mod templates;
mod time;

pub use accounts::{
    EmailLink, Identification, NewIdentification, NewRegistration, Purpose, StoredRegistration, Unsettled,
};
pub use audit::PastEvent;
pub use audit_search::{AuditFilter, AuditPage, NumberedEvent};
pub use bills::{
    BillCard, BillFilter, BillLink, BillLinks, BillPage, Cursor, CustomerOfBill, ListOrder, NewBill, PaidIn,
    PaidRow, Queue, QueueCounts, QueueCursor, QueuedBill, ReviewFacts, StoredBill, Waiting, WrittenBill,
};
pub use check::Finding;
pub use customers::{CustomerCard, CustomerSeen, LockedCustomer, NewCustomer};
pub use dashboard::{Dashboard, MonthOfMoney};
pub use db::{Database, Engine, Store, Tx};
pub use deliveries::{
    Delivery, DeliveryCard, DeliveryFilter, DeliveryOfBill, NewDelivery, NewPrintBatch, PrintBatch, SentFiles,
};
pub use directory::{PeopleFilter, PersonCard, PersonCursor};
pub use error::{StoreError, StoreResult};
pub use files::{ContentStream, Files, FilesAddress, NewFile, S3Address, StoredContent, StoredFile, Upload};
pub use job_list::ListedJob;
pub use jobs::{ClaimedJob, JobLease, NewJob};
pub use ledger::{AccountLine, Balance, LinePlace, Posted, PostedEntry, VatSales};
pub use made_with_key::MadeKind;
pub use mails::{MailOutcome, NewMail, StoredMail};
pub use payments::{
    BankFile, BillPaid, CandidateBill, CandidateQuery, ListedReminder, NewBankFile, NewPayment, NewRefund,
    NewReminder, OverdueBill, OverdueCursor, OverduePage, PartOfPayment, PaymentOfBill, PaymentPage,
    Receivable, Refund, ReminderPage, StoredPayment, StoredReminder,
};
pub use payroll::{
    Approval, BillOfSalary, Hand, NewRecovery, NewSalary, Only, PayrollRun, RunCounts, RunFile, RunFileKind,
    RunSum, SalaryOfBill, SlipLine, StoredSalary, WaitingForSalary, YearSums,
};
pub use people::{Credentials, NewPerson};
pub use promo_codes::StoredPromoCode;
pub use receipts::{NewReceipt, Receipt, ReceiptOfBill};
pub use sessions::{ListedSession, NewSession, SessionOfPerson, TokenHash};
pub use settings::MadeSettings;
pub use shifts::{ApiKey, NewApiKey};
pub use tax_cards::{Handled, NewTaxCard, NewestTaxCard, SentTaxCard, StoredTaxCard, TaxCardOfPerson};
pub use templates::NewTemplate;

/// Statements that lists are read by, for the tests that ask the engines how they would go about it.
pub mod statements {
    pub use crate::customers::{SAVED_CUSTOMERS, SEARCH_CUSTOMERS};
    pub use crate::templates::TEMPLATES;
    use crate::{
        accounts, audit_search, bills, deliveries, directory, files, job_list, ledger, pay_facts, payments,
        payroll, receipts, sessions, tax_cards,
    };

    /// What is asked at log-in, and the lists of an account.
    pub const ACCOUNTS: [&str; 5] = [
        accounts::KNOWN_BROWSER,
        accounts::PERSON_WITH_PERSONAL_ID,
        accounts::DELETION_REQUESTS,
        sessions::SESSIONS_OF_PERSON,
        files::FILES_OF_PERSON,
    ];

    /// The queues of the clerks.
    pub const QUEUES: [&str; 5] =
        [bills::PENDING, bills::MINE, bills::OPEN_REQUESTS, bills::APPROVED, bills::COUNTS];

    pub const PEOPLE: [&str; 6] = [
        pay_facts::WORKER_FACTS,
        tax_cards::TAX_CARDS_OF,
        tax_cards::TAX_CARDS,
        tax_cards::NEWEST_TAX_CARD,
        directory::PEOPLE,
        directory::PEOPLE_FOUND,
    ];

    /// Pages of the audit log and of jobs.
    pub const LOGS: [&str; 4] = [
        audit_search::EVENTS,
        audit_search::EVENTS_BY_ACTOR,
        audit_search::EVENTS_BY_SUBJECT,
        job_list::JOBS,
    ];

    /// One bill, the pages of a list, and what was paid for.
    pub const BILLS: [&str; 11] = [
        bills::SELECT_BILL,
        bills::SELECT_ROWS,
        bills::SELECT_EXPENSES,
        receipts::SELECT_RECEIPTS,
        bills::SELECT_LINKS,
        bills::OPEN_FIRST,
        bills::CLOSED_FIRST,
        bills::COUNT,
        bills::COUNT_FOUND,
        bills::SELECT_PAID_ROWS,
        bills::SELECT_PAID_EXPENSES,
    ];

    /// The lists of staff who see bills out.
    pub const DELIVERIES: [&str; 2] = [deliveries::ALL_DELIVERIES, deliveries::DELIVERIES_IN_STATE];
    /// The workers whom something waits for, the salaries of a run, the runs, and a worker's slips.
    pub const PAYROLL: [&str; 7] = [
        payroll::PAYABLE_PEOPLE,
        payroll::WAITING,
        payroll::RUN_SALARIES,
        payroll::RUN_SALARIES_FOUND,
        payroll::SELECT_RUNS,
        payroll::SALARIES_OF_PERSON,
        payroll::SALARY_BEFORE,
    ];

    /// The lines of an account, the VAT report, and whether a deed is booked.
    pub const LEDGER: [&str; 3] = [ledger::ACCOUNT_LINES, ledger::VAT_BY_RATE, ledger::ENTRY_OF];

    /// Payments, what is late, and what waits.
    pub const PAYMENTS: [&str; 17] = [
        payments::SELECT_PAYMENTS,
        payments::SEARCH_PAYMENTS,
        payments::SELECT_PAYMENT,
        payments::SELECT_PARTS,
        payments::SELECT_PARTS_OF_BILL,
        payments::SELECT_BANK_FILES,
        payments::REFUNDS_TO_APPROVE,
        payments::APPROVED_REFUNDS,
        payments::SELECT_OVERDUE,
        payments::COUNT_OVERDUE,
        payments::SELECT_REMINDER_PAGE,
        payments::COUNT_REMINDERS,
        payments::CANDIDATES_BY_AMOUNT,
        payments::CANDIDATES_BY_NUMBER,
        payments::CANDIDATES_BY_NAME,
        payments::SEARCH_BY_NUMBER,
        payments::SEARCH_BY_NAME,
    ];
}
