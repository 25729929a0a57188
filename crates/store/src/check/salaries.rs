//! Salaries: their slips, their bills, what was taken back of them, what the register is told.

use jiff::SignedDuration;
use liksa_domain::ledger::EntryKind;

use super::*;
use crate::payroll::{salary_differs_from_bills, salary_differs_from_late_receipts};
use crate::shares::contracting_of_bill;

/// Nothing of a bill is lost on its way into a salary, and nothing is paid twice. A salary whose booking is being reversed
/// is none any more.
const UNLIKE_THEIR_BILLS: &str = concat!(
    "SELECT COUNT(*) FROM salary s JOIN payroll_run r ON r.id = s.run_id AND NOT r.unapproving \
     WHERE s.number IS NOT NULL AND (",
    salary_differs_from_bills!(),
    " OR s.contracting - s.commission <> (SELECT COALESCE(SUM(",
    contracting_of_bill!(),
    "), 0) FROM bill b WHERE b.salary_id = s.id))"
);

/// A salary pays the late receipts that it was calculated with.
const UNLIKE_THEIR_RECEIPTS: &str = concat!(
    "SELECT COUNT(*) FROM salary s JOIN payroll_run r ON r.id = s.run_id AND NOT r.unapproving \
     WHERE s.number IS NOT NULL AND ",
    salary_differs_from_late_receipts!()
);

/// Late receipts that were sent without a file, or whose bill, row or salary is another's.
const ASTRAY: &str = "SELECT COUNT(*) FROM late_receipt l JOIN bill b ON b.id = l.bill_id \
     JOIN bill_row w ON w.id = l.row_id LEFT JOIN salary s ON s.id = l.salary_id \
     WHERE b.person_id <> l.person_id OR w.bill_id <> l.bill_id OR s.person_id <> l.person_id \
     OR EXISTS (SELECT 1 FROM receipt f WHERE f.late_receipt_id = l.id AND f.row_id <> l.row_id) \
     OR (l.state <> 'DRAFT' AND NOT EXISTS (SELECT 1 FROM receipt f WHERE f.late_receipt_id = l.id))";

/// What a credit note took back of a salary is booked as it is stored.
const UNLIKE_THE_LEDGER: &str = "SELECT COUNT(*) FROM salary_taken_back t \
     WHERE t.total_billing_without_vat - t.contracting + t.commission <> \
     COALESCE((SELECT SUM(l.amount) FROM ledger_line l JOIN ledger_entry e ON e.number = l.entry AND e.kind = $1 \
     WHERE l.bill_id = t.credit_note_id AND l.person_id = t.person_id AND l.account IN ($2, $3)), 0)";

/// Runs whose files are written, with wages of which no report was written.
const WITHOUT_REPORT: &str = "SELECT r.payday, COUNT(*) FROM payroll_run r JOIN salary s ON s.run_id = r.id \
     AND s.number IS NOT NULL AND s.gross_salary > 0 AND s.salary >= 0 WHERE r.files_written_at IS NOT NULL \
     AND NOT EXISTS (SELECT 1 FROM payroll_file f WHERE f.run_id = r.id AND f.kind = 'WAGE_REPORT') \
     GROUP BY r.id, r.payday ORDER BY r.payday LIMIT $1";

/// What was taken back before `$1`, and of which the register was told nothing, or something without a file.
const WITHOUT_CORRECTION: &str = "SELECT n.number, p.first_name || ' ' || p.last_name FROM salary_taken_back t \
     JOIN bill n ON n.id = t.credit_note_id JOIN person p ON p.id = t.person_id \
     WHERE (t.report IS NULL AND t.made_at < $1) OR (t.report <> 'NONE' AND t.file_id IS NULL) \
     ORDER BY n.number LIMIT $2";

/// How long after the credit note its correction may take.
const TIME_FOR_CORRECTIONS: SignedDuration = SignedDuration::from_hours(24);

impl Snapshot {
    /// Slips have no gaps in their numbers but for those that were voided, and the ledger has each of them with its
    /// sum.
    pub(super) async fn check_slips(&mut self) -> StoreResult<Vec<Fault>> {
        let select = sql!(
            "SELECT last_number, (SELECT COUNT(number) FROM salary), (SELECT COUNT(*) FROM voided_slip), \
             (SELECT COALESCE(MAX(number), 0) FROM (SELECT number FROM salary UNION ALL \
             SELECT number FROM voided_slip) given), \
             (SELECT CAST(COALESCE(SUM(total_billing_without_vat - shares_received), 0) AS BIGINT) FROM salary \
             WHERE number IS NOT NULL) FROM salary_counter"
        );
        let (given, numbered, voided, highest, sum): (i64, i64, i64, i64, Money) =
            self.fetch_one(select).await?;
        let select = sql!(
            "SELECT COUNT(DISTINCT CASE WHEN e.kind = $1 THEN e.number END), \
             COUNT(DISTINCT CASE WHEN e.kind = $2 THEN e.number END), \
             CAST(COALESCE(SUM(l.amount), 0) AS BIGINT) \
             FROM ledger_entry e LEFT JOIN ledger_line l ON l.entry = e.number AND l.account = $3 \
             WHERE e.kind IN ($1, $2)"
            => EntryKind::Salary, EntryKind::SalaryReversed, Account::AwaitingSalary
        );
        let (entries, reversed, booked): (i64, i64, Money) = self.fetch_one(select).await?;
        let gap = Fault { number: Some(given), ..Fault::counted(FaultKey::NumberGap, numbered + voided) };
        let mut faults = fault_unless(given == numbered + voided && given == highest, gap);
        let sound = entries == numbered + voided && reversed == voided && booked == sum;
        let differ = Fault::amounts(FaultKey::SlipsUnlikeLedger, booked, sum);
        faults.extend(fault_unless(sound, Fault { count: Some(numbered), ..differ }));
        Ok(faults)
    }

    pub(super) async fn check_salary_bills(&mut self) -> StoreResult<Vec<Fault>> {
        self.count(sql!(UNLIKE_THEIR_BILLS), FaultKey::SalariesUnlikeBills).await
    }

    pub(super) async fn check_taken_back(&mut self) -> StoreResult<Vec<Fault>> {
        let (own, of_others) = (Account::AwaitingSalary, Account::SubcontractingPayable);
        let select = sql!(UNLIKE_THE_LEDGER => EntryKind::SalaryTakenBack, own, of_others);
        self.count(select, FaultKey::TakenBackUnlikeLedger).await
    }

    pub(super) async fn check_late_receipts(&mut self) -> StoreResult<Vec<Fault>> {
        let mut faults =
            self.count(sql!(UNLIKE_THEIR_RECEIPTS), FaultKey::SalariesUnlikeLateReceipts).await?;
        faults.extend(self.count(sql!(ASTRAY), FaultKey::LateReceiptsAstray).await?);
        Ok(faults)
    }

    /// Every wage is in a report, and every change of one in a correction.
    pub(super) async fn check_reports(&mut self, now: Timestamp) -> StoreResult<Vec<Fault>> {
        let missing: Vec<(Date, i64)> = self.fetch_all(sql!(WITHOUT_REPORT => MOST)).await?;
        let without =
            |(day, count)| Fault { day: Some(day), ..Fault::counted(FaultKey::ReportMissing, count) };
        let mut faults: Vec<Fault> = missing.into_iter().map(without).collect();
        let before = now.saturating_sub(TIME_FOR_CORRECTIONS).unwrap_or(Timestamp::MIN);
        let open: Vec<(i64, String)> = self.fetch_all(sql!(WITHOUT_CORRECTION => before, MOST)).await?;
        faults.extend(open.into_iter().map(|(number, name)| Fault {
            number: Some(number),
            name: Some(name),
            ..Fault::new(FaultKey::CorrectionMissing)
        }));
        Ok(faults)
    }
}
