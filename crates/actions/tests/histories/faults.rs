//! The questions of the data check: a sound history is tampered with, and the check complains. Files, the audit log,
//! damaged databases and huge amounts have such tests in the store.

use jiff::ToSpan;
use liksa_domain::data_check::{FaultKey, Question};
use liksa_test_support::{Engine, OnEngine as _};

use crate::steps::{Content, PurchaseFate, Share, Step};
use crate::world::{Done, History, World};

/// What is done to the stored data, what is asked about it, and what is found.
const FAULTS: &[(&str, Question, FaultKey)] = &[
    ("UPDATE _sqlx_migrations SET version = version + 1000", Question::Schema, FaultKey::SchemaVersion),
    ("DELETE FROM person_role", Question::Roles, FaultKey::WithoutRole),
    ("UPDATE bill_counter SET last_number = last_number + 1", Question::BillNumbers, FaultKey::NumberGap),
    (
        "UPDATE bill SET state = 'APPROVED' WHERE number = 1003",
        Question::SentBills,
        FaultKey::WronglyNumbered,
    ),
    (
        "INSERT INTO ledger_line (entry, place, account, date, amount) \
         SELECT entry, 99, account, date, 100 FROM ledger_line WHERE entry = 1 AND place = 1",
        Question::EntriesBalance,
        FaultKey::EntryOff,
    ),
    (
        "INSERT INTO ledger_line (entry, place, account, date, amount) \
         SELECT entry, 99, account, '2030-01-01', 100 FROM ledger_line WHERE entry = 1 AND place = 1",
        Question::EntryNumbers,
        FaultKey::LinesMisdated,
    ),
    ("UPDATE ledger_counter SET last_number = last_number + 1", Question::EntryNumbers, FaultKey::NumberGap),
    (
        "INSERT INTO books_closing (until, last_entry, closed_by, closed_at) \
         SELECT '2026-12-31', 1, id, 0 FROM person LIMIT 1",
        Question::ClosedBooks,
        FaultKey::BookedAfterClosing,
    ),
    (
        "UPDATE bill SET paid_amount = paid_amount - 100 WHERE number = 1001",
        Question::BillPayments,
        FaultKey::BillUnlikePayments,
    ),
    (
        "UPDATE bill SET credited_amount = credited_amount + 100 WHERE number = 1001",
        Question::CreditNotes,
        FaultKey::BillsUnlikeCreditNotes,
    ),
    (
        "UPDATE payment SET rest = rest + 100 WHERE rest > 0",
        Question::PaymentRests,
        FaultKey::PaymentsUnlikeParts,
    ),
    ("UPDATE payment SET rest = rest + 100 WHERE rest > 0", Question::PaymentRests, FaultKey::AccountDiffers),
    ("UPDATE salary_counter SET last_number = last_number + 1", Question::Slips, FaultKey::NumberGap),
    (
        "UPDATE salary SET total_billing_without_vat = total_billing_without_vat + 100 WHERE number = 1",
        Question::Slips,
        FaultKey::SlipsUnlikeLedger,
    ),
    (
        "UPDATE bill SET salary_id = NULL WHERE number = 1001",
        Question::SalaryBills,
        FaultKey::SalariesUnlikeBills,
    ),
    (
        "UPDATE salary_taken_back SET total_billing_without_vat = total_billing_without_vat - 100",
        Question::TakenBack,
        FaultKey::TakenBackUnlikeLedger,
    ),
    (
        "UPDATE late_receipt SET salary_id = NULL",
        Question::LateReceipts,
        FaultKey::SalariesUnlikeLateReceipts,
    ),
    ("UPDATE receipt SET late_receipt_id = NULL", Question::LateReceipts, FaultKey::LateReceiptsAstray),
    (
        "UPDATE bank_file SET closing_balance = closing_balance + 100 WHERE closing_balance <> 0",
        Question::BankAccount,
        FaultKey::BankDiffers,
    ),
    (
        "UPDATE bill SET total_with_vat = total_with_vat + 100 WHERE number = 1003",
        Question::Receivables,
        FaultKey::ReceivableDiffers,
    ),
    (
        "INSERT INTO ledger_line (entry, place, account, date, amount) \
         SELECT entry, 99, 1700, date, 100 FROM ledger_line WHERE entry = 1 AND place = 1",
        Question::Receivables,
        FaultKey::AccountDiffers,
    ),
    ("UPDATE bill SET due_date = NULL WHERE number = 1003", Question::DueBills, FaultKey::NothingDue),
    (
        "UPDATE bill SET total = total + 100 WHERE number = 1003",
        Question::AwaitingSalary,
        FaultKey::PersonDiffers,
    ),
    ("UPDATE purchase SET amount = amount + 100", Question::Subcontracting, FaultKey::PersonDiffers),
    (
        "UPDATE salary SET contracting = contracting + 100 WHERE number = 1",
        Question::Subcontracting,
        FaultKey::PersonDiffers,
    ),
    (
        "UPDATE payroll_run SET state = 'POSTED' WHERE state = 'PAID'",
        Question::SalariesPayable,
        FaultKey::AccountDiffers,
    ),
    ("UPDATE recovery SET remaining = remaining - 100", Question::DueFromWorkers, FaultKey::PersonDiffers),
    (
        "UPDATE salary SET tax_amount = tax_amount + 100 WHERE number = 1",
        Question::Withheld,
        FaultKey::PersonDiffers,
    ),
    ("UPDATE withheld SET amount = amount + 100", Question::PaidOn, FaultKey::AccountDiffers),
    ("UPDATE remittance SET amount = amount + 100", Question::PaidOn, FaultKey::RemittancesUnlikeParts),
    ("DELETE FROM payroll_file WHERE kind = 'WAGE_REPORT'", Question::Reports, FaultKey::ReportMissing),
    (
        "UPDATE salary_taken_back SET report = NULL, file_id = NULL, made_at = 0",
        Question::Reports,
        FaultKey::CorrectionMissing,
    ),
    (
        "UPDATE payroll_run SET state = 'POSTED', files_written_at = NULL, approved_at = 0",
        Question::Runs,
        FaultKey::RunNotWritten,
    ),
    (
        "UPDATE payroll_run SET state = 'APPROVED', unapproving = TRUE, unapproved_at = 0",
        Question::Runs,
        FaultKey::RunNotReversed,
    ),
    (
        "UPDATE job SET state = 'FAILED', finished_at = 1 WHERE kind = 'WRITE_PAYROLL_FILES'",
        Question::Runs,
        FaultKey::RunJobGivenUp,
    ),
    (
        "UPDATE job SET state = 'FAILED', finished_at = 1 WHERE kind = 'DELIVER_BILL'",
        Question::Jobs,
        FaultKey::JobsGivenUp,
    ),
];

/// A bank statement after a salary, a bill that is not paid, one that was credited after its salary, withheld tax that
/// was paid on, a purchase that was paid at once, and money that nobody knows.
async fn ordinary(history: &mut History<'_>) {
    let yesterday = history.today().saturating_sub(1.day());
    history.receive_statement(yesterday).await.expect("a statement of an empty account");
    let bill = |worker, paid| Step::Bill { worker, cents: 100_000, content: Content::Price, paid };
    for step in [
        bill(1, true),
        bill(1, true),
        Step::ClaimLate { bill: 0, cents: 5_000 },
        Step::ApproveLate { late: 0, vat: true },
        Step::RunUntil { days: 0, steps: 5 },
        bill(0, false),
        Step::Pay { bill: 4, share: Share::Part(500) },
        Step::Credit { bill: 9, sent: false },
        Step::SendCreditNote { note: 0 },
        Step::WriteCorrections,
        Step::Remit { kind: 0, clerk: 0, days: 0, more: 0, refused: false, steps: 3 },
        Step::Buy { worker: 0, cents: 100_000, bought: (200, true), more: None, paid: false },
        Step::PayOut { clerk: 0, fate: PurchaseFate::Paid },
        Step::Stray { cents: 12_345 },
    ] {
        assert_eq!(history.step(step).await, Ok(Done::Yes), "{step:?}");
    }
    history.receive_statement(history.today()).await.expect("a statement");
}

async fn every_fault_is_found(engine: Engine) {
    let mut world = World::on(engine).await;
    let mut history = world.begin().await;
    ordinary(&mut history).await;
    let now = history.context.clock.now();
    world.keep().await;
    let history = world.begin().await;
    for finding in history.context.store.check(now).await.expect("the check") {
        assert_eq!(finding.problems, [], "{:?} of sound data", finding.question);
    }
    for (statement, question, key) in FAULTS {
        let history = world.begin().await;
        history.world.tamper(statement).await;
        let findings = history.context.store.check(now).await.expect("the check");
        let found = findings.iter().find(|finding| finding.question == *question).expect("the question");
        assert!(found.problems.iter().any(|fault| fault.key == *key), "{statement}: {findings:#?}");
    }
}

/// The data check sees only what contradicts itself; the model also sees what merely should not be.
async fn the_model_sees_more_than_the_check(engine: Engine) {
    let mut world = World::on(engine).await;
    let mut history = world.begin().await;
    ordinary(&mut history).await;
    history.agrees().await.expect("a sound history");
    history.world.tamper("UPDATE payment SET state = 'SET_ASIDE' WHERE state = 'UNMATCHED'").await;
    for finding in history.context.store.check(history.context.clock.now()).await.expect("the check") {
        assert_eq!(finding.problems, [], "{:?}", finding.question);
    }
    let fault = history.agrees().await.expect_err("the payment is not set aside");
    assert!(fault.contains("SetAside"), "{fault}");
}

mod the_model_sees_more_than_the_check {
    use super::Engine;

    #[tokio::test]
    async fn sqlite() {
        super::the_model_sees_more_than_the_check(Engine::Sqlite).await;
    }
}

mod every_fault_is_found {
    use super::Engine;

    #[tokio::test]
    async fn sqlite() {
        super::every_fault_is_found(Engine::Sqlite).await;
    }

    #[tokio::test]
    async fn postgres() {
        super::every_fault_is_found(Engine::Postgres).await;
    }
}
