//! Shares of bills, and what credit notes take of them.

use std::collections::HashMap;

use liksa_domain::bill::BillState;
use liksa_domain::payroll::{Estimate, PayableShare};
use liksa_domain::person::Person;
use liksa_domain::share::{Share, ShareState};

use crate::people::person_columns;
use crate::prelude::*;
use crate::sql::Owned;

/// How much of a share `h` is in its salary, or would be: what was credited before is not; what was credited after is
/// taken back.
macro_rules! share_in_salary {
    () => {
        "h.amount - COALESCE((SELECT SUM(k.amount) FROM share_credit k WHERE k.share_id = h.id AND NOT EXISTS \
         (SELECT 1 FROM salary_taken_back t WHERE t.credit_note_id = k.credit_note_id AND t.salary_id = h.salary_id)), 0)"
    };
}
/// Whether the customer has paid the share `h` of the bill `b`, and something of it is left.
macro_rules! share_is_paid_in {
    () => {
        "h.state = 'APPROVED' AND b.state = 'PAID' AND b.credit_of IS NULL AND h.amount > \
         COALESCE((SELECT SUM(k.amount) FROM share_credit k WHERE k.share_id = h.id), 0)"
    };
}
/// Whether the share `h` of the bill `b` can be paid and is in no salary.
macro_rules! share_is_payable {
    () => {
        concat!("h.salary_id IS NULL AND ", $crate::shares::share_is_paid_in!())
    };
}
/// What the bill `b` takes of its salary for others: its purchases, and its shares without what was credited before the
/// salary.
macro_rules! contracting_of_bill {
    () => {
        "COALESCE((SELECT SUM(u.amount) FROM purchase u WHERE u.bill_id = b.id), 0) \
         + COALESCE((SELECT SUM(h.amount) FROM share h WHERE h.bill_id = b.id AND h.state = 'APPROVED'), 0) \
         - COALESCE((SELECT SUM(k.amount) FROM share_credit k JOIN share h ON h.id = k.share_id WHERE h.bill_id = b.id \
         AND NOT EXISTS (SELECT 1 FROM salary_taken_back t WHERE t.credit_note_id = k.credit_note_id \
         AND t.salary_id = b.salary_id)), 0)"
    };
}
pub(crate) use {contracting_of_bill, share_in_salary, share_is_paid_in, share_is_payable};

/// A share with all that is stored of it and of its bill.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredShare {
    pub id: ShareId,
    pub version: i64,
    pub share: Share,
    /// Why it was declined.
    pub reason: String,
    /// What the subcontractor was shown when approving it.
    pub estimate: Option<Money>,
    pub bill: BillId,
    pub bill_state: BillState,
    pub bill_number: Option<i64>,
    pub contractor: PersonId,
    pub contractor_name: String,
    pub subcontractor: PersonId,
    pub subcontractor_name: String,
    pub subcontractor_email: String,
    /// What credit notes have taken of it.
    pub credited: Money,
    /// The payday of the salary that it was paid in, once its slip is published.
    pub paid_on: Option<Date>,
}

impl StoredShare {
    /// What credit notes have left of it; None if that is nothing, and of one that was declined.
    pub fn left(&self) -> Option<Money> {
        let left =
            self.share.amount.filter(|_| self.share.state != ShareState::Declined)?.minus(self.credited);
        left.ok().filter(|left| left.is_positive())
    }

    /// Whether its bill's customer has paid.
    pub fn is_paid_by_customer(&self) -> bool {
        self.bill_state == BillState::Paid
    }
}

/// A share that its subcontractor has not been paid, with what its payday depends on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ComingShare {
    pub share: StoredShare,
    pub billing_date: Option<Date>,
    pub due_date: Option<Date>,
    /// In a salary that is to be paid.
    pub in_run: bool,
}

/// A share as its contractor writes it.
#[derive(Debug, Clone, Copy)]
pub struct NewShare<'a> {
    pub id: ShareId,
    pub bill: BillId,
    pub subcontractor: PersonId,
    pub date: Date,
    pub amount: Option<Money>,
    pub percent: Option<Rate>,
    pub description: &'a str,
    pub at: Timestamp,
}

/// What a move makes of a share.
#[derive(Debug, Clone, Copy)]
pub struct ShareChange<'a> {
    pub state: ShareState,
    pub amount: Option<Money>,
    pub reason: &'a str,
    pub shown: Option<&'a Estimate>,
    pub at: Timestamp,
}

/// A share that a salary is made of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShareOfSalary {
    pub id: ShareId,
    pub contractor: String,
    pub description: String,
    pub bill_number: i64,
    /// Without what was credited before the salary.
    pub total: Money,
    pub shown: Option<Estimate>,
}

macro_rules! select_shares {
    ($end:literal) => {
        select_shares!("", $end)
    };
    ($more:literal, $end:literal) => {
        concat!(
            "SELECT h.id, h.version, h.state, h.person_id, h.date, h.amount, h.percent, h.description, h.reason, \
             h.estimate, h.bill_id, b.state AS bill_state, b.number AS bill_number, b.person_id AS contractor, \
             c.first_name || ' ' || c.last_name AS contractor_name, \
             p.first_name || ' ' || p.last_name AS subcontractor_name, p.email AS subcontractor_email, \
             CAST(COALESCE((SELECT SUM(k.amount) FROM share_credit k WHERE k.share_id = h.id), 0) AS BIGINT) AS credited, \
             s.payday AS paid_on",
            $more,
            " FROM share h JOIN bill b ON b.id = h.bill_id JOIN person c ON c.id = b.person_id \
             JOIN person p ON p.id = h.person_id \
             LEFT JOIN salary s ON s.id = h.salary_id AND s.published_at IS NOT NULL ",
            $end
        )
    };
}

const SELECT_SHARE: &str = select_shares!("WHERE h.id = $1");
pub(crate) const SHARES_OF_BILL: &str = select_shares!("WHERE h.bill_id = $1 ORDER BY h.id");
/// Of the subcontractor `$1` in state `$2`, or in any but OPEN: until they are asked, it is the contractor's own matter.
pub(crate) const SHARES_OF_PERSON: &str = select_shares!(
    "WHERE h.person_id = $1 AND h.state <> 'OPEN' AND ($2 = '' OR h.state = $2) ORDER BY h.id DESC LIMIT $3 OFFSET $4"
);
/// Of the subcontractor `$1`: those that wait for an answer, and those that were approved and are in no published slip.
pub(crate) const COMING_SHARES: &str = select_shares!(
    ", b.billing_date, b.due_date, \
     EXISTS (SELECT 1 FROM salary x WHERE x.id = h.salary_id AND NOT x.held) AS in_run",
    "WHERE h.person_id = $1 AND s.id IS NULL AND (h.state = 'WAITING_SUBCONTRACTOR' \
     OR (h.state = 'APPROVED' AND b.state <> 'HYVITETTY')) ORDER BY h.id DESC"
);
const SHARES_GIVEN: &str = select_shares!("WHERE b.person_id = $1 ORDER BY h.id");

/// The shares of bills as their salaries count them: of a credit note what it takes of each.
const SHARES_OF_BILLS: &str = "SELECT bill_id AS owner, id, state, person_id, date, amount, percent, description \
     FROM share WHERE bill_id = ANY($1) UNION ALL SELECT k.credit_note_id, h.id, h.state, h.person_id, h.date, \
     k.amount, NULL, h.description FROM share_credit k JOIN share h ON h.id = k.share_id \
     WHERE k.credit_note_id = ANY($1) ORDER BY 1, 2";

const SHARES_OF_ONE: &str = "SELECT id, state, person_id, date, amount, percent, description FROM share \
     WHERE bill_id = $1 UNION ALL SELECT h.id, h.state, h.person_id, h.date, k.amount, NULL, h.description \
     FROM share_credit k JOIN share h ON h.id = k.share_id WHERE k.credit_note_id = $1 ORDER BY 1";

const PAYABLE_SHARES: &str = concat!(
    "SELECT h.person_id AS owner, h.id, CAST(",
    share_in_salary!(),
    " AS BIGINT) AS amount, h.estimate FROM share h JOIN bill b ON b.id = h.bill_id WHERE h.person_id = ANY($1) AND ",
    share_is_payable!(),
    " ORDER BY h.id"
);

/// Of the subcontractor `$1` those that the next salary may pay, those in a run that is not approved included.
const SHARES_TO_COME: &str = concat!(
    "SELECT h.id, CAST(",
    share_in_salary!(),
    " AS BIGINT) AS amount, h.estimate FROM share h JOIN bill b ON b.id = h.bill_id WHERE h.person_id = $1 AND ",
    share_is_paid_in!(),
    " AND NOT EXISTS (SELECT 1 FROM salary x JOIN payroll_run o ON o.id = x.run_id \
     AND o.state IN ('APPROVED', 'POSTED', 'PAID') WHERE x.id = h.salary_id AND NOT x.held) ORDER BY h.id"
);

/// People whom a worker has shared bills with, either way round.
const SHARED_WITH: &str = concat!(
    "SELECT ",
    person_columns!(),
    " FROM person p WHERE p.erased_at IS NULL AND p.id <> $1 AND p.id IN (SELECT h.person_id FROM share h JOIN bill b \
     ON b.id = h.bill_id WHERE b.person_id = $1 UNION SELECT b.person_id FROM share h JOIN bill b ON b.id = h.bill_id \
     WHERE h.person_id = $1 AND h.state <> 'OPEN') ORDER BY p.folded_name, p.id LIMIT $2"
);

read_row! { Share { id, state, subcontractor = "person_id", date, amount, percent, description } }
read_row! {
    StoredShare {
        id, version, reason, estimate, bill = "bill_id", bill_state, bill_number, contractor, contractor_name,
        subcontractor = "person_id", subcontractor_name, subcontractor_email, credited, paid_on
    }
    flat { share }
}
read_row! { ComingShare { billing_date, due_date, in_run } flat { share } }
read_row! { PayableShare { id, amount, estimate } }
read_row! { ShareOfSalary { id, contractor, description, bill_number, total, shown = "shown_estimate" } }

store_methods! {
    pub async fn share(id: ShareId) -> Option<StoredShare> = fetch_optional SELECT_SHARE;

    /// The shares of a bill as its salary counts them.
    pub async fn shares_of_one(bill: BillId) -> Vec<Share> = fetch_all SHARES_OF_ONE;

    /// In the order in which they were made.
    pub async fn shares_of_bill(bill: BillId) -> Vec<StoredShare> = fetch_all SHARES_OF_BILL;

    /// The shares that wait for the subcontractor's answer, or for their money. The newest first.
    pub async fn coming_shares(person: PersonId) -> Vec<ComingShare> = fetch_all COMING_SHARES;

    /// The shares that the next salary of the worker may pay, the oldest first.
    pub async fn shares_to_come(person: PersonId) -> Vec<PayableShare> = fetch_all SHARES_TO_COME;

    /// What the worker has given of their bills, in the order in which it was.
    pub async fn shares_given(person: PersonId) -> Vec<StoredShare> = fetch_all SHARES_GIVEN;

    /// People whom the worker has shared bills with, either way round.
    pub async fn shared_with(person: PersonId, limit: i64) -> Vec<Person> = fetch_all SHARED_WITH;

    /// Whether the worker has shared a bill with another, either way round.
    pub async fn has_shared_with(person: PersonId, other: PersonId) -> bool = fetch_value
        "SELECT EXISTS (SELECT 1 FROM share h JOIN bill b ON b.id = h.bill_id WHERE (b.person_id = $1 \
         AND h.person_id = $2) OR (b.person_id = $2 AND h.person_id = $1 AND h.state <> 'OPEN'))";

    /// The shares that a salary is made of.
    pub async fn shares_of_salary(salary: SalaryId) -> Vec<ShareOfSalary> = fetch_all concat!(
        "SELECT h.id, c.first_name || ' ' || c.last_name AS contractor, h.description, \
         COALESCE(b.number, 0) AS bill_number, CAST(",
        share_in_salary!(),
        " AS BIGINT) AS total, h.shown_estimate FROM share h JOIN bill b ON b.id = h.bill_id \
         JOIN person c ON c.id = b.person_id WHERE h.salary_id = $1 ORDER BY h.id"
    );
}

impl Store {
    /// A page of the shares of a subcontractor, the newest first, and how many there are.
    pub async fn shares_received(
        &self,
        person: PersonId,
        state: Option<ShareState>,
        (page, size): (i64, i64),
    ) -> StoreResult<(Vec<StoredShare>, i64)> {
        let state = state.map_or("", ShareState::name);
        let select = sql!(SHARES_OF_PERSON => person, state, size, page.saturating_mul(size));
        let shares = self.fetch_all(select).await?;
        let count = sql!(
            "SELECT COUNT(*) FROM share h WHERE h.person_id = $1 AND h.state <> 'OPEN' AND ($2 = '' OR h.state = $2)"
            => person, state
        );
        Ok((shares, self.fetch_value(count).await?))
    }

    /// The shares of bills, and what credit notes take of them.
    pub(crate) async fn shares_of_bills(&self, bills: &[BillId]) -> StoreResult<HashMap<BillId, Vec<Share>>> {
        Ok(by_owner(self.fetch_all(sql!(SHARES_OF_BILLS => bills)).await?))
    }

    /// Their shares that wait for a salary, the oldest first.
    pub async fn payable_shares(&self, of: &[PersonId]) -> StoreResult<HashMap<PersonId, Vec<PayableShare>>> {
        Ok(by_owner(self.fetch_all(sql!(PAYABLE_SHARES => of)).await?))
    }
}

fn by_owner<K: std::hash::Hash + Eq, T>(found: Vec<Owned<K, T>>) -> HashMap<K, Vec<T>> {
    let mut by_owner: HashMap<K, Vec<T>> = HashMap::new();
    for Owned { owner, item } in found {
        by_owner.entry(owner).or_default().push(item);
    }
    by_owner
}

tx_methods! {
    pub async fn insert_share(new: &NewShare<'_>) = change_one
        "INSERT INTO share (id, bill_id, person_id, version, state, date, amount, percent, description, reason, \
         created_at, changed_at) VALUES ($1, $2, $3, 1, 'OPEN', $4, $5, $6, $7, '', $8, $8)"
        => new.id, new.bill, new.subcontractor, new.date, new.amount, new.percent, new.description, new.at;

    /// Writes an open share anew. False if it is of another version or not open any more.
    pub async fn rewrite_share(version: i64, new: &NewShare<'_>) -> bool = try_change
        "UPDATE share SET version = version + 1, person_id = $3, date = $4, amount = $5, percent = $6, \
         description = $7, changed_at = $8 WHERE id = $1 AND version = $2 AND state = 'OPEN'"
        => new.id, version, new.subcontractor, new.date, new.amount, new.percent, new.description, new.at;

    /// False if it is of another version or not open any more.
    pub async fn delete_share(id: ShareId, version: i64) -> bool = try_change
        "DELETE FROM share WHERE id = $1 AND version = $2 AND state = 'OPEN'";

    /// Moves a share on. False if it has moved since it was read.
    pub async fn move_share(before: &StoredShare, to: &ShareChange<'_>) -> bool = try_change
        "UPDATE share SET version = version + 1, state = $4, amount = $5, reason = $6, estimate = $7, \
         shown_estimate = $8, changed_at = $9 WHERE id = $1 AND version = $2 AND state = $3"
        => before.id, before.version, before.share.state, to.state, to.amount, to.reason,
           to.shown.map(|shown| shown.summary.salary), to.shown.map(Column::to_raw), to.at;

    /// The state and version of a bill, which stay until this transaction ends.
    pub async fn lock_bill_state(bill: BillId) -> Option<(BillState, i64)> = fetch_optional
        "UPDATE bill SET version = version WHERE id = $1 RETURNING state, version";

    /// The shares of a bill or, of a credit note, what it takes of each.
    pub async fn shares_of_one(bill: BillId) -> Vec<Share> = fetch_all SHARES_OF_ONE;

    /// The shares of a bill and the salaries that they are in, locked until this transaction ends.
    pub async fn lock_shares(bill: BillId) -> Vec<(ShareId, Option<SalaryId>)> = fetch_all
        "SELECT id, salary_id FROM share WHERE bill_id = $1 ORDER BY id FOR UPDATE";

    /// The shares of a bill and the salaries that they are in.
    pub async fn salaries_of_shares(bill: BillId) -> Vec<(ShareId, Option<SalaryId>)> = fetch_all
        "SELECT id, salary_id FROM share WHERE bill_id = $1 ORDER BY id";

    /// Locks a worker's drafts and the bills with shares of theirs until this transaction ends: none of them is sent
    /// meanwhile, and none of the shares moves.
    pub async fn lock_drafts_and_shared_bills(person: PersonId) = run
        "SELECT id FROM bill WHERE id IN (SELECT bill_id FROM share WHERE person_id = $1 \
         UNION SELECT id FROM bill WHERE person_id = $1 AND state = 'OPEN') ORDER BY id FOR UPDATE";

    /// The shares that end with the account of their subcontractor: those that were not asked for yet, and those of
    /// others' drafts that were not declined. Their bills must be locked.
    pub async fn shares_of_drafts(subcontractor: PersonId) -> Vec<(ShareId, BillId, ShareState)> = fetch_all
        "SELECT h.id, h.bill_id, h.state FROM share h JOIN bill b ON b.id = h.bill_id WHERE h.person_id = $1 \
         AND (h.state = 'OPEN' OR (h.state IN ('WAITING_SUBCONTRACTOR', 'APPROVED') AND b.state = 'OPEN')) ORDER BY h.id";

    /// What a worker has given of their bills, in the order in which it was.
    pub async fn shares_given(person: PersonId) -> Vec<StoredShare> = fetch_all SHARES_GIVEN;

    /// The approved shares of a bill, which is locked, that no approved salary pays.
    pub async fn shares_in_no_standing_salary(bill: BillId) -> Vec<ShareId> = fetch_values
        "SELECT h.id FROM share h WHERE h.bill_id = $1 AND h.state = 'APPROVED' AND NOT EXISTS (SELECT 1 FROM salary x \
         JOIN payroll_run o ON o.id = x.run_id AND NOT o.unapproving AND o.state IN ('APPROVED', 'POSTED', 'PAID') \
         WHERE x.id = h.salary_id AND NOT x.held) ORDER BY h.id";
}

impl Tx {
    /// Stores what a credit note takes of the shares.
    pub async fn add_share_credits(&mut self, credit_note: BillId, taken: &[Share]) -> StoreResult<()> {
        let rows = taken.iter().map(|share| values![credit_note, share.id, share.amount]).collect();
        self.insert_rows("INSERT INTO share_credit (credit_note_id, share_id, amount)", rows).await
    }
}
