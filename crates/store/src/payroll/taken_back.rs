//! What credit notes took back of salaries: lines of negative figures, one for each credit note.

use liksa_domain::bill::Allowances;
use liksa_domain::payroll::{CorrectionKind, RunState, StandingSalary, TakenBack, Travelled};
use liksa_money::Quantity;
use uuid::Uuid;

use super::StoredSalary;
use super::figures::{SUMMARY_COLUMNS, TRAVEL_COLUMNS, read_summary, summary_values};
use super::salaries::{SALARY_OF_BILL, SALARY_OF_SHARE};
use crate::cursor::Cursor;
use crate::prelude::*;
use crate::sql::Value;

/// The salary that a bill is in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SalaryOfBill {
    pub salary: StoredSalary,
    pub state: RunState,
    /// The approval is being undone.
    pub unapproving: bool,
}

impl SalaryOfBill {
    /// Whether it was approved, so that it is paid whatever happens to the bill.
    pub fn stands(&self) -> bool {
        !self.salary.held && !self.unapproving && !self.state.is_open()
    }
}

impl ReadRow for SalaryOfBill {
    fn read(row: &Row<'_>) -> StoreResult<Self> {
        Ok(Self { salary: row.read()?, state: row.get("run_state")?, unapproving: row.get("unapproving")? })
    }
}

/// What a credit note takes back of a salary.
#[derive(Debug, Clone, Copy)]
pub struct NewTakenBack<'a> {
    pub credit_note: BillId,
    pub salary: &'a StoredSalary,
    /// The first of a salary is 1.
    pub place: i64,
    pub taken: &'a TakenBack,
    /// The last slip that has a number.
    pub after_number: i64,
    pub made_at: Timestamp,
}

/// What a credit note took back of a salary.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SalaryTakenBack {
    pub credit_note: BillId,
    pub credit_note_number: i64,
    /// The number of the bill that was credited.
    pub bill_number: i64,
    pub salary: SalaryId,
    /// Of the slip, once the salary is booked.
    pub salary_number: Option<i64>,
    pub person: PersonId,
    pub person_name: String,
    pub payday: Date,
    pub place: i64,
    pub made_at: Timestamp,
    pub taken: TakenBack,
    /// None until it is decided what the Incomes Register is told.
    pub report: Option<CorrectionKind>,
    pub file: Option<FileId>,
}

macro_rules! select_taken_back {
    ($end:literal) => {
        concat!(
            "SELECT t.*, c.number AS credit_note_number, o.number AS bill_number, s.number AS salary_number, \
             s.basis AS basis, p.first_name || ' ' || p.last_name AS person_name FROM salary_taken_back t \
             JOIN bill c ON c.id = t.credit_note_id JOIN bill o ON o.id = c.credit_of \
             JOIN salary s ON s.id = t.salary_id JOIN person p ON p.id = t.person_id ",
            $end
        )
    };
}

const OF_SALARY: &str = select_taken_back!("WHERE t.salary_id = $1 ORDER BY t.place");
/// Of the contractor's own salary, or of the salary `$2`.
const OF_CREDIT_NOTE: &str = select_taken_back!(
    "WHERE t.credit_note_id = $1 AND (t.salary_id = $2 OR ($2 IS NULL AND t.person_id = c.person_id))"
);
const OF_PERSON: &str = select_taken_back!("WHERE t.person_id = $1 ORDER BY t.payday, t.made_at, t.place");
/// The newest first, after the line of `$1` and `$2`.
pub(crate) const CORRECTIONS: &str = select_taken_back!(
    "WHERE (t.made_at, t.salary_id) < ($1, $2) ORDER BY t.made_at DESC, t.salary_id DESC LIMIT $3"
);

impl ReadRow for SalaryTakenBack {
    fn read(row: &Row<'_>) -> StoreResult<Self> {
        let basis = row.get("basis")?;
        Ok(Self {
            credit_note: row.get("credit_note_id")?,
            credit_note_number: row.get("credit_note_number")?,
            bill_number: row.get("bill_number")?,
            salary: row.get("salary_id")?,
            salary_number: row.get("salary_number")?,
            person: row.get("person_id")?,
            person_name: row.get("person_name")?,
            payday: row.get("payday")?,
            place: row.get("place")?,
            made_at: row.get("made_at")?,
            taken: TakenBack {
                summary: read_summary(row, &basis)?,
                reimbursements: row.read()?,
                travelled: credited_trips(row)?,
            },
            report: row.get("report")?,
            file: row.get("file_id")?,
        })
    }
}

/// Trips are counted, never negative; the columns are.
fn credited_trips(row: &Row<'_>) -> StoreResult<Travelled> {
    let corrupt = || StoreError::Corrupt("salary_taken_back");
    let days = |column: &str| -> StoreResult<u16> {
        let negative: i64 = row.get(column)?;
        negative.checked_neg().and_then(|days| days.try_into().ok()).ok_or_else(corrupt)
    };
    let (kilometers, foreign): (Quantity, Money) = (row.get("kilometers")?, row.get("paid_foreign")?);
    Ok(Travelled {
        kilometers: kilometers.negated().map_err(|_| corrupt())?,
        allowances: Allowances {
            full_days: days("full_days")?,
            partial_days: days("partial_days")?,
            meals: days("meals")?,
            foreign: foreign.negated().map_err(|_| corrupt())?,
        },
    })
}

/// In the order of the columns.
fn negative_travel_values(taken: &TakenBack) -> StoreResult<Vec<Value>> {
    let (paid, trips) = (taken.reimbursements, taken.travelled);
    let Allowances { full_days, partial_days, meals, .. } = trips.allowances;
    Ok(values![
        paid.kilometers,
        paid.days,
        paid.meals,
        paid.foreign,
        paid.expenses,
        trips.kilometers.negated().map_err(|_| StoreError::Corrupt("salary_taken_back"))?,
        -i64::from(full_days),
        -i64::from(partial_days),
        -i64::from(meals)
    ])
}

/// The fees of earlier salaries of the same worker and calendar month.
const FEES_BEFORE: &str = "SELECT CAST(COALESCE(SUM(service_fee), 0) AS BIGINT) FROM salary \
     WHERE person_id = $1 AND payday >= $2 AND payday <= $3 AND number < $4";

tx_methods! {
    /// The fees of earlier salaries of the same worker and calendar month.
    pub async fn fees_before(salary: &StoredSalary) -> Money = fetch_value FEES_BEFORE
        => salary.person, salary.payday.first_of_month(), salary.payday.last_of_month(), salary.number;

    /// What was taken back of the salary, in the order in which it was. The salary's run must be locked.
    pub async fn taken_back_of_salary(salary: SalaryId) -> Vec<SalaryTakenBack> = fetch_all OF_SALARY;

    /// The number of the last slip, which stays the last until this transaction ends.
    pub async fn lock_last_slip() -> i64 = fetch_value
        "UPDATE salary_counter SET last_number = last_number WHERE id = 1 RETURNING last_number";

    /// Stores what the Incomes Register is told of a line, with the file for it. False if that is known already.
    pub async fn set_correction(taken: &SalaryTakenBack, kind: CorrectionKind, file: Option<FileId>) -> bool = try_change
        "UPDATE salary_taken_back SET report = $3, file_id = $4 \
         WHERE credit_note_id = $1 AND salary_id = $2 AND report IS NULL"
        => taken.credit_note, taken.salary, kind, file;
}

impl Tx {
    /// The salary that the bill is in, if any. The runs of the bill must be locked.
    pub async fn salary_of_bill(&mut self, bill: BillId) -> StoreResult<Option<SalaryOfBill>> {
        self.fetch_optional(sql!(SALARY_OF_BILL => bill)).await
    }

    /// The salary that a share is in, if any. The runs of its bill must be locked.
    pub async fn salary_of_share(&mut self, share: ShareId) -> StoreResult<Option<SalaryOfBill>> {
        self.fetch_optional(sql!(SALARY_OF_SHARE => share)).await
    }

    /// Which salary the bill is in at this moment, without locking anything.
    pub async fn salary_id_of_bill(&mut self, bill: BillId) -> StoreResult<Option<SalaryId>> {
        self.fetch_value(sql!("SELECT salary_id FROM bill WHERE id = $1" => bill)).await
    }

    pub async fn add_taken_back(&mut self, new: &NewTakenBack<'_>) -> StoreResult<()> {
        let mut values = values![
            new.credit_note,
            new.salary.id,
            new.place,
            new.salary.person,
            new.salary.payday,
            new.made_at,
            new.after_number
        ];
        values.extend(summary_values(Some(&new.taken.summary)));
        values.extend(negative_travel_values(new.taken)?);
        let start = format!(
            "INSERT INTO salary_taken_back (credit_note_id, salary_id, place, person_id, payday, made_at, \
             after_number, {SUMMARY_COLUMNS}, {TRAVEL_COLUMNS})"
        );
        self.insert_rows(&start, vec![values]).await
    }
}

store_methods! {
    /// The salary that the bill is in, if any.
    pub async fn salary_of_bill(bill: BillId) -> Option<SalaryOfBill> = fetch_optional SALARY_OF_BILL;

    /// The fees of earlier salaries of the same worker and calendar month.
    pub async fn fees_before(salary: &StoredSalary) -> Money = fetch_value FEES_BEFORE
        => salary.person, salary.payday.first_of_month(), salary.payday.last_of_month(), salary.number;

    /// What was taken back of the salary, in the order in which it was.
    pub async fn taken_back_of_salary(salary: SalaryId) -> Vec<SalaryTakenBack> = fetch_all OF_SALARY;

    /// What was taken back of the worker's salaries, by their paydays.
    pub async fn taken_back_of_person(person: PersonId) -> Vec<SalaryTakenBack> = fetch_all OF_PERSON;

    /// What a credit note took back of a salary; of its own worker's where none is named.
    pub async fn taken_back_by(credit_note: BillId, salary: Option<SalaryId>) -> Option<SalaryTakenBack> = fetch_optional
        OF_CREDIT_NOTE;

    /// The payday of the salary that a bill is in.
    pub async fn payday_of_bill(bill: BillId) -> Option<Date> = find_value
        "SELECT s.payday FROM bill b JOIN salary s ON s.id = b.salary_id WHERE b.id = $1";
}

impl Store {
    /// What was taken back of salaries, the newest first, and where the next page starts.
    pub async fn corrections(
        &self,
        after: Option<Cursor<i64>>,
        limit: i64,
    ) -> StoreResult<(Vec<SalaryTakenBack>, Option<Cursor<i64>>)> {
        let after = after.unwrap_or(Cursor { key: i64::MAX, id: Uuid::max() });
        let select = sql!(CORRECTIONS => after.key, after.id, limit.saturating_add(1));
        let (lines, more) = cut_page(self.fetch_all::<SalaryTakenBack>(select).await?, limit);
        let last = lines.last().filter(|_| more);
        let next = last.map(|line| Cursor { key: line.made_at.as_microsecond(), id: line.salary.uuid() });
        Ok((lines, next))
    }
}

impl StoredSalary {
    /// As it was paid; None where it was not calculated.
    pub fn as_paid(&self) -> Option<StandingSalary> {
        StandingSalary::as_paid(self.summary?, self.reimbursements, self.travelled).ok()
    }
}
