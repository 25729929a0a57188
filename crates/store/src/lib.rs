//! The one SQL implementation for SQLite and PostgreSQL.
//!
//! The same statement text runs on both engines, with the few rewrites that `sql.rs` names. A statement binds typed
//! values and reads typed rows; `columns.rs` says what each type is stored as. A method that runs one statement is
//! declared with it, see `tx_methods!`. No other crate names sqlx.

mod accounts;
mod advances;
mod api_keys;
mod audit;
mod audit_search;
mod bills;
mod check;
mod columns;
mod cursor;
mod customers;
mod dashboard;
mod db;
mod deliveries;
mod directory;
mod error;
mod files;
mod info;
mod jobs;
mod late_receipts;
mod ledger;
mod made_with_key;
mod mails;
mod monitoring;
mod own_places;
mod pay_facts;
mod payments;
mod payouts;
mod payroll;
mod people;
mod prelude;
mod probe;
mod progress;
mod promo_codes;
mod purchases;
mod receipts;
mod remittances;
mod schema;
mod sending;
mod separate_reports;
mod sessions;
mod settings;
mod shares;
mod shifts;
mod sql;
mod statutory_figures;
mod sums;
mod tax_cards;
mod tax_years;
mod templates;

pub use self::{
    accounts::*, advances::*, api_keys::*, audit::*, audit_search::*, bills::*, cursor::*, customers::*,
    dashboard::*, db::*, deliveries::*, directory::*, error::*, files::*, info::*, jobs::*, late_receipts::*,
    ledger::*, made_with_key::*, mails::*, monitoring::*, own_places::*, payments::*, payouts::*, payroll::*,
    people::*, progress::Progress, promo_codes::*, purchases::*, receipts::*, remittances::*, sending::*,
    separate_reports::*, sessions::*, settings::*, shares::*, shifts::*, statutory_figures::*, tax_cards::*,
    tax_years::*, templates::*,
};

/// Statements that lists are read by, for the tests of their query plans.
pub mod statements {
    use crate::{
        accounts, advances, audit_search, bills, customers, deliveries, directory, files, info, jobs,
        late_receipts, ledger, mails, monitoring, own_places, pay_facts, payments, payroll, receipts,
        remittances, separate_reports, sessions, shares, shifts, tax_cards, tax_years, templates,
    };

    pub const SAVED_CUSTOMERS: &str = customers::SAVED_CUSTOMERS;
    pub const BILLED_CUSTOMERS: &str = customers::BILLED_CUSTOMERS;
    /// Searches of customers by their words.
    pub const SEARCH_CUSTOMERS: [&str; 3] =
        [customers::SEARCH_CUSTOMERS, customers::COUNT_FOUND, customers::COMPANIES_FOUND];
    pub const COMPANIES: &str = customers::COMPANIES;
    pub const TEMPLATES: &str = templates::TEMPLATES;
    pub const PLACES: [&str; 2] = [own_places::OWN_PLACES, own_places::TRIP_ADDRESSES];
    pub const SHIFTS: &str = shifts::SHIFTS;

    /// Log-in and the lists of an account.
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
    pub const LOGS: [&str; 4] =
        [audit_search::EVENTS, audit_search::EVENTS_BY_ACTOR, audit_search::EVENTS_BY_SUBJECT, jobs::JOBS];

    /// What an operator watches.
    pub const MONITORED: [&str; 5] = monitoring::MONITORED;

    /// One bill, the pages of a list, and paid rows.
    pub const BILLS: [&str; 14] = [
        bills::SELECT_BILL,
        bills::SELECT_ROWS,
        bills::SELECT_EXPENSES,
        receipts::SELECT_RECEIPTS,
        receipts::REPEATED_RECEIPTS,
        bills::SELECT_LINKS,
        bills::OPEN_FIRST,
        bills::CLOSED_FIRST,
        bills::COUNT,
        bills::COUNT_FOUND,
        bills::SELECT_PAID_ROWS,
        bills::SELECT_PAID_EXPENSES,
        bills::CLAIMED_TRIPS,
        bills::DRIVEN_ROWS,
    ];

    /// Bills that salaries are made of.
    pub const BILLS_OF_SALARIES: [&str; 2] = [bills::SELECT_PAYABLE, bills::SELECT_TO_COME];

    /// A worker's dashboard and tax years.
    pub const INFO: [&str; 11] = [
        info::DRAFT_SUM,
        info::PAID_BY_CUSTOMERS,
        info::BILLED_BY_MONTH,
        info::AWAITED_BILLS,
        info::UNLISTED_BILLS,
        info::SLIP_SUMS,
        info::COMING_SALARIES,
        info::COMING_ADVANCES,
        shares::COMING_SHARES,
        bills::UNPAID_BILLS,
        tax_years::TAX_YEAR,
    ];

    /// The lists of late receipts.
    pub const LATE_RECEIPTS: [&str; 4] = [
        late_receipts::LATE_RECEIPTS_OF_PERSON,
        late_receipts::REPAID_LATE_RECEIPTS,
        late_receipts::LATE_RECEIPTS_IN_STATE,
        late_receipts::DECIDED_LATE_RECEIPTS,
    ];

    /// The lists of mails.
    pub const MAILS: [&str; 2] = [mails::ALL_MAILS, mails::MAILS_IN_STATE];
    /// The lists of deliveries.
    pub const DELIVERIES: [&str; 2] = [deliveries::ALL_DELIVERIES, deliveries::DELIVERIES_IN_STATE];
    /// Workers with payable bills, the salaries of a run, the runs, a worker's slips, and what was taken back.
    pub const PAYROLL: [&str; 8] = [
        payroll::PAYABLE_PEOPLE,
        payroll::WAITING,
        payroll::RUN_SALARIES,
        payroll::RUN_SALARIES_FOUND,
        payroll::SELECT_RUNS,
        payroll::SALARIES_OF_PERSON,
        payroll::SALARY_BEFORE,
        payroll::CORRECTIONS,
    ];

    /// The lists of advances.
    pub const ADVANCES: [&str; 2] = [advances::ADVANCES_IN_STATE, advances::ALL_ADVANCES];

    /// What is to be paid on, remittances, and separate reports.
    pub const REMITTANCES: [&str; 4] = [
        remittances::OPEN_WITHHELD,
        remittances::SELECT_REMITTANCES,
        remittances::MONTHS_WAGES,
        separate_reports::SEPARATE_REPORTS,
    ];

    /// The lines of an account, the VAT report, and whether something is booked.
    pub const LEDGER: [&str; 3] = [ledger::ACCOUNT_LINES, ledger::VAT_BY_RATE, ledger::ENTRY_OF];

    /// Payments, overdue bills, refunds and reminders.
    pub const PAYMENTS: [&str; 21] = [
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
        payments::KNOWN_PARTS,
        payments::PAYMENTS_OF_BATCH,
        payments::WAITING_PROPOSAL,
        payments::PROPOSED_PARTS,
    ];
}
