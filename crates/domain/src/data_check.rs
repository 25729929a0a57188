//! What the data check asks, and what it finds. Clients get keys and values, and have the texts; the command line prints
//! the English words of this file.

use std::fmt;

use jiff::civil::Date;
use liksa_money::Money;
use serde::Serialize;
use utoipa::ToSchema;

use crate::named::named;

named! {
    /// A question about the stored data.
    Question as "CheckQuestion" {
        Schema = "SCHEMA",
        DatabaseFile = "DATABASE_FILE",
        References = "REFERENCES",
        Roles = "ROLES",
        AuditLog = "AUDIT_LOG",
        BillNumbers = "BILL_NUMBERS",
        SentBills = "SENT_BILLS",
        EntriesBalance = "ENTRIES_BALANCE",
        EntryNumbers = "ENTRY_NUMBERS",
        ClosedBooks = "CLOSED_BOOKS",
        AmountSizes = "AMOUNT_SIZES",
        BillPayments = "BILL_PAYMENTS",
        CreditNotes = "CREDIT_NOTES",
        PaymentRests = "PAYMENT_RESTS",
        Slips = "SLIPS",
        SalaryBills = "SALARY_BILLS",
        TakenBack = "TAKEN_BACK",
        LateReceipts = "LATE_RECEIPTS",
        /// Every file has its content.
        Files = "FILES",
        /// From here on what an auditor asks; what is before shows whether the data are sound.
        BankAccount = "BANK_ACCOUNT",
        Receivables = "RECEIVABLES",
        DueBills = "DUE_BILLS",
        AwaitingSalary = "AWAITING_SALARY",
        /// Account 2965.
        Subcontracting = "SUBCONTRACTING",
        SalariesPayable = "SALARIES_PAYABLE",
        DueFromWorkers = "DUE_FROM_WORKERS",
        Withheld = "WITHHELD",
        PaidOn = "PAID_ON",
        Reports = "REPORTS",
        Runs = "RUNS",
        Jobs = "JOBS",
    }
}

impl Question {
    /// The sentence that holds when all is well.
    pub fn words(self) -> &'static str {
        match self {
            Self::Schema => "the schema is this program's",
            Self::DatabaseFile => "the database file is sound",
            Self::References => "every reference leads somewhere",
            Self::Roles => "every person has a role",
            Self::AuditLog => "the audit log is unbroken",
            Self::BillNumbers => "bill numbers have no gaps",
            Self::SentBills => "sent bills have numbers",
            Self::EntriesBalance => "every ledger entry balances",
            Self::EntryNumbers => "ledger entries have no gaps",
            Self::ClosedBooks => "closed books are as they were",
            Self::AmountSizes => "no amount is too large to be summed",
            Self::BillPayments => "bills have what their payments say",
            Self::CreditNotes => "bills are credited as their credit notes say",
            Self::PaymentRests => "payments are where the ledger says",
            Self::Slips => "salaries are numbered and booked",
            Self::SalaryBills => "a salary is what its bills were",
            Self::TakenBack => "salaries taken back are in the ledger",
            Self::LateReceipts => "late receipts are in the salaries that pay them",
            Self::Files => "every file has its content",
            Self::BankAccount => "the bank account has what the newest statement says",
            Self::Receivables => "every receivable is owed by a customer",
            Self::DueBills => "every sent bill has something to be paid by some day",
            Self::AwaitingSalary => "what awaits a salary is billed and not paid out",
            Self::Subcontracting => {
                "what others are owed is in booked salaries and not paid to them, person by person"
            }
            Self::SalariesPayable => "unpaid salaries are those of runs that are not paid",
            Self::DueFromWorkers => "what workers owe is what is to be taken from their salaries",
            Self::Withheld => "what is withheld is what the slips say, person by person",
            Self::PaidOn => "what is to be paid on to receivers is what the ledger owes",
            Self::Reports => "the Incomes Register is told of every wage and every correction",
            Self::Runs => "approved payroll runs have their files",
            Self::Jobs => "no job was given up",
        }
    }
}

named! {
    /// What is wrong. Which of the values a fault has depends on it.
    FaultKey as "CheckFaultKey" {
        /// `count` is the version found, `number` the one expected.
        SchemaVersion = "SCHEMA_VERSION",
        /// `text` says where.
        Damaged = "DAMAGED",
        /// `count` people.
        WithoutRole = "WITHOUT_ROLE",
        /// `count` have numbers, `number` was given last.
        NumberGap = "NUMBER_GAP",
        /// `count` bills.
        WronglyNumbered = "WRONGLY_NUMBERED",
        /// Entry `number` by `amount`.
        EntryOff = "ENTRY_OFF",
        /// `count` lines.
        LinesMisdated = "LINES_MISDATED",
        /// `count` entries.
        BookedAfterClosing = "BOOKED_AFTER_CLOSING",
        /// `count` lines above `amount`.
        LinesTooLarge = "LINES_TOO_LARGE",
        /// Bill `number`.
        BillUnlikePayments = "BILL_UNLIKE_PAYMENTS",
        /// `count` bills.
        BillsUnlikeCreditNotes = "BILLS_UNLIKE_CREDIT_NOTES",
        /// `count` payments.
        PaymentsUnlikeParts = "PAYMENTS_UNLIKE_PARTS",
        /// The ledger has `amount` on `account`, open items explain `expected`.
        AccountDiffers = "ACCOUNT_DIFFERS",
        /// `count` slips of `expected` in sum, of which the ledger has `amount`.
        SlipsUnlikeLedger = "SLIPS_UNLIKE_LEDGER",
        /// `count` salaries.
        SalariesUnlikeBills = "SALARIES_UNLIKE_BILLS",
        /// `count` credit notes.
        TakenBackUnlikeLedger = "TAKEN_BACK_UNLIKE_LEDGER",
        /// `count` salaries.
        SalariesUnlikeLateReceipts = "SALARIES_UNLIKE_LATE_RECEIPTS",
        /// `count` late receipts.
        LateReceiptsAstray = "LATE_RECEIPTS_ASTRAY",
        /// File `text`.
        FileWrong = "FILE_WRONG",
        /// The statement of `day` says `amount`, the ledger and what went out otherwise make `expected`.
        BankDiffers = "BANK_DIFFERS",
        /// The ledger has `amount` for bill `number`, of which `expected` is owed.
        ReceivableDiffers = "RECEIVABLE_DIFFERS",
        /// Bill `number` of `amount`.
        NothingDue = "NOTHING_DUE",
        /// Of `name` the ledger has `amount` on `account`, open items explain `expected`.
        PersonDiffers = "PERSON_DIFFERS",
        /// `count` payments to receivers.
        RemittancesUnlikeParts = "REMITTANCES_UNLIKE_PARTS",
        /// The run of `day` has `count` wages and no report.
        ReportMissing = "REPORT_MISSING",
        /// Of credit note `number`, for `name`.
        CorrectionMissing = "CORRECTION_MISSING",
        /// The run of `day`.
        RunNotWritten = "RUN_NOT_WRITTEN",
        /// The run of `day`.
        RunNotReversed = "RUN_NOT_REVERSED",
        /// The run of `day`; job `text`.
        RunJobGivenUp = "RUN_JOB_GIVEN_UP",
        /// `count` jobs `text`.
        JobsGivenUp = "JOBS_GIVEN_UP",
    }
}

/// One question and its answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Finding {
    pub question: Question,
    /// Empty when all is well.
    #[schema(required)]
    pub problems: Vec<Fault>,
}

/// Something that is not as it should be.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = CheckFault)]
pub struct Fault {
    pub key: FaultKey,
    #[schema(required)]
    pub count: Option<i64>,
    /// Of a bill, a ledger entry or whatever the key names.
    #[schema(required)]
    pub number: Option<i64>,
    /// Of the ledger.
    #[schema(required)]
    pub account: Option<i64>,
    /// Of a person.
    #[schema(required)]
    pub name: Option<String>,
    /// DD.MM.YYYY
    #[schema(required)]
    #[serde(serialize_with = "crate::dates::serialize")]
    pub day: Option<Date>,
    /// What is stored.
    #[schema(required)]
    pub amount: Option<Money>,
    /// What should be.
    #[schema(required)]
    pub expected: Option<Money>,
    /// For those who run the program.
    #[schema(required)]
    pub text: Option<String>,
}

impl Fault {
    pub fn new(key: FaultKey) -> Self {
        Self {
            key,
            count: None,
            number: None,
            account: None,
            name: None,
            day: None,
            amount: None,
            expected: None,
            text: None,
        }
    }

    pub fn counted(key: FaultKey, count: i64) -> Self {
        Self { count: Some(count), ..Self::new(key) }
    }

    pub fn text(key: FaultKey, text: impl Into<String>) -> Self {
        Self { text: Some(text.into()), ..Self::new(key) }
    }

    /// Two amounts that should be the same.
    pub fn amounts(key: FaultKey, amount: Money, expected: Money) -> Self {
        Self { amount: Some(amount), expected: Some(expected), ..Self::new(key) }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (count, number) = (self.count.unwrap_or_default(), self.number.unwrap_or_default());
        let (amount, expected) = (self.amount.unwrap_or_default(), self.expected.unwrap_or_default());
        let account = self.account.unwrap_or_default();
        let (name, text) =
            (self.name.as_deref().unwrap_or_default(), self.text.as_deref().unwrap_or_default());
        let day = self.day.map(crate::dates::format_date).unwrap_or_default();
        match self.key {
            FaultKey::SchemaVersion => {
                write!(f, "schema version {count}, expected {number}: run `liksa migrate`")
            }
            FaultKey::Damaged | FaultKey::FileWrong => f.write_str(text),
            FaultKey::WithoutRole => write!(f, "{count} without any role"),
            FaultKey::NumberGap => write!(f, "{count} have numbers, and {number} was given last"),
            FaultKey::WronglyNumbered => write!(f, "{count} bills are numbered too early or not at all"),
            FaultKey::EntryOff => write!(f, "entry {number} is off by {amount}"),
            FaultKey::LinesMisdated => write!(f, "{count} lines are of another day than their entry"),
            FaultKey::BookedAfterClosing => write!(f, "{count} ledger entries are in books closed before"),
            FaultKey::LinesTooLarge => {
                write!(f, "{count} ledger lines are above {amount}; sums that hold them are cut off")
            }
            FaultKey::BillUnlikePayments => write!(f, "bill {number} and its payments differ"),
            FaultKey::BillsUnlikeCreditNotes => write!(f, "{count} bills differ from their credit notes"),
            FaultKey::PaymentsUnlikeParts => write!(f, "{count} payments and their parts differ"),
            FaultKey::AccountDiffers => {
                write!(f, "account {account} has {amount}, but open items explain {expected}")
            }
            FaultKey::SlipsUnlikeLedger => {
                write!(f, "{count} slips of {expected}, but the ledger has {amount} of salaries")
            }
            FaultKey::SalariesUnlikeBills => write!(f, "{count} salaries differ from the sum of their bills"),
            FaultKey::SalariesUnlikeLateReceipts => {
                write!(f, "{count} salaries differ from the sum of their late receipts")
            }
            FaultKey::LateReceiptsAstray => {
                write!(f, "{count} late receipts have no file, or belong to another's bill or salary")
            }
            FaultKey::TakenBackUnlikeLedger => {
                write!(f, "{count} credit notes are booked otherwise than what they took back")
            }
            FaultKey::BankDiffers => {
                write!(f, "the statement of {day} says {amount}, the ledger makes {expected}")
            }
            FaultKey::ReceivableDiffers => {
                write!(f, "of bill {number} {expected} is owed, but the ledger has {amount}")
            }
            FaultKey::NothingDue => write!(f, "bill {number} of {amount} was sent with nothing to be paid"),
            FaultKey::PersonDiffers => {
                write!(f, "{name}: account {account} has {amount}, but open items explain {expected}")
            }
            FaultKey::RemittancesUnlikeParts => write!(f, "{count} remittances differ from what they pay"),
            FaultKey::ReportMissing => write!(f, "the run of {day} has {count} wages and no wage report"),
            FaultKey::CorrectionMissing => {
                write!(f, "the register was not told what credit note {number} took back of {name}'s salary")
            }
            FaultKey::RunNotWritten => {
                write!(f, "the run of {day} is approved, and its files are not written")
            }
            FaultKey::RunNotReversed => {
                write!(f, "the approval of the run of {day} was undone, and its booking is not reversed")
            }
            FaultKey::RunJobGivenUp => write!(f, "the run of {day} is stuck: its job {text} was given up"),
            FaultKey::JobsGivenUp => write!(f, "{count} jobs {text} were given up"),
        }
    }
}
