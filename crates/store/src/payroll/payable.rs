//! What a calculation reads: bills that wait for a salary, and what their workers were paid before.

use std::collections::HashMap;

use jiff::civil::date;
use liksa_domain::bill::BillState;
use liksa_domain::payroll::{
    HeldSalary, PastSalaries, PastSalary, PayableBill, PreviousSalary, RunState, SalaryNeed,
};

use crate::advances::advance_is_free;
use crate::bills::StoredBill;
use crate::prelude::*;
use crate::shares::{share_is_paid_in, share_is_payable};
use crate::sql::Owned;

/// A bill of which a salary is to come.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BillToCome {
    pub number: Option<i64>,
    pub customer: Option<String>,
    pub payable: PayableBill,
}

/// Workers with bills or shares that wait for a salary.
macro_rules! people_to_pay {
    () => {
        concat!(
            "SELECT person_id FROM bill WHERE state = 'PAID' AND salary_id IS NULL AND credit_of IS NULL \
             UNION SELECT h.person_id FROM share h JOIN bill b ON b.id = h.bill_id WHERE ",
            $crate::shares::share_is_payable!()
        )
    };
}
pub(crate) use people_to_pay;

/// Workers after `$1` with bills or shares that wait for a salary.
pub(crate) const PAYABLE_PEOPLE: &str = concat!(
    "SELECT person_id FROM bill WHERE state = 'PAID' AND salary_id IS NULL AND credit_of IS NULL AND person_id > $1 \
     UNION SELECT h.person_id FROM share h JOIN bill b ON b.id = h.bill_id WHERE h.person_id > $1 AND ",
    share_is_payable!(),
    " ORDER BY person_id LIMIT $2"
);

/// Salaries that count: approved and not held. Those of an open run may still change, and so may those of a run whose
/// approval is being undone.
macro_rules! that_count {
    () => {
        " FROM salary s JOIN payroll_run r ON r.id = s.run_id AND r.state IN ('APPROVED', 'POSTED', 'PAID') \
         AND NOT r.unapproving WHERE NOT s.held AND s.person_id = ANY($1) "
    };
}

/// With what was taken back of them, by the same paydays.
const SALARIES_OF_YEAR: &str = concat!(
    "SELECT s.person_id AS owner, s.payday, s.gross_salary, s.service_fee, s.distraint, \
     s.net + s.distraint + s.reductions AS net_before_distraint, s.tyel_wage, s.tyel_base",
    that_count!(),
    "AND s.payday >= $2 AND s.payday <= $3 \
     UNION ALL SELECT t.person_id, t.payday, t.gross_salary, t.service_fee, t.distraint, t.net, \
     t.tyel_wage, t.tyel_base FROM salary_taken_back t WHERE t.person_id = ANY($1) AND t.payday >= $2 AND t.payday <= $3"
);

const LAST_SALARIES: &str = concat!(
    "SELECT s.person_id AS owner, s.salary, s.distraint, s.iban, s.basis",
    that_count!(),
    "AND s.number = (SELECT MAX(x.number) FROM salary x WHERE x.person_id = s.person_id)"
);

read_row! { PastSalary { payday, gross_salary, service_fee, distraint, net_before_distraint, tyel_wage, tyel_base } }
read_row! { HeldSalary { problems, left_out } }
read_row! { PreviousSalary { salary, distraint, iban, basis } }

store_methods! {
    /// The next workers with bills or shares that wait for a salary, in the order of their ids.
    pub async fn payable_people(after: Option<PersonId>, limit: i64) -> Vec<PersonId> = fetch_values
        PAYABLE_PEOPLE => after_id(after), limit;

    /// Whether a customer has paid a bill of the worker, or one with a share of theirs, that no approved salary holds.
    pub async fn waits_for_salary(person: PersonId) -> bool = fetch_value concat!(
        "SELECT EXISTS (SELECT 1 FROM bill b LEFT JOIN salary s ON s.id = b.salary_id \
         LEFT JOIN payroll_run r ON r.id = s.run_id WHERE b.person_id = $1 AND b.section = 3 AND b.state = 'PAID' \
         AND b.credit_of IS NULL AND (s.id IS NULL OR s.held OR r.state IN ('DRAFT', 'CALCULATING', 'CALCULATED'))) \
         OR EXISTS (SELECT 1 FROM share h JOIN bill b ON b.id = h.bill_id \
         LEFT JOIN salary s ON s.id = h.salary_id LEFT JOIN payroll_run r ON r.id = s.run_id WHERE h.person_id = $1 AND ",
        share_is_paid_in!(),
        " AND (s.id IS NULL OR s.held OR r.state IN ('DRAFT', 'CALCULATING', 'CALCULATED')))"
    );

    /// The worker's newest salary, if its run holds it back.
    pub async fn held_salary(person: PersonId) -> Option<HeldSalary> = fetch_optional
        "SELECT s.problems, h.run_id IS NOT NULL AS left_out FROM salary s \
         LEFT JOIN payroll_hold h ON h.run_id = s.run_id AND h.person_id = s.person_id WHERE s.held \
         AND s.id = (SELECT x.id FROM salary x WHERE x.person_id = $1 ORDER BY x.id DESC LIMIT 1)";

    /// The runs from a day on, by their paydays.
    pub async fn paydays_from(day: Date) -> Vec<(Date, RunState)> = fetch_all
        "SELECT payday, state FROM payroll_run WHERE payday >= $1 ORDER BY payday, id";

    /// The people whose salary in the run is held.
    pub async fn held_people(run: PayrollRunId) -> Vec<PersonId> = fetch_values
        "SELECT person_id FROM payroll_hold WHERE run_id = $1";
}

tx_methods! {
    /// Notes that the worker is told of something that is missing; false if that was done before in this run.
    pub async fn note_need(run: PayrollRunId, person: PersonId, need: SalaryNeed, at: Timestamp) -> bool = try_change
        "INSERT INTO salary_need (run_id, person_id, need, told_at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING";
}

impl Store {
    /// Their bills that wait, the oldest first.
    pub async fn payable_bills(&self, of: &[PersonId]) -> StoreResult<HashMap<PersonId, Vec<PayableBill>>> {
        let mut of_people: HashMap<PersonId, Vec<PayableBill>> = HashMap::with_capacity(of.len());
        for (person, payable) in self.payable(self.bills_waiting_for_salary(of).await?).await? {
            of_people.entry(person).or_default().push(payable);
        }
        Ok(of_people)
    }

    /// The worker's bills in this state that the next salary may be made of, the oldest first.
    pub async fn bills_of_next_salary(
        &self,
        person: PersonId,
        state: BillState,
    ) -> StoreResult<Vec<PayableBill>> {
        let bills = self.payable(self.bills_to_come(person, state).await?).await?;
        Ok(bills.into_iter().map(|(_, payable)| payable).collect())
    }

    /// Bills of which a salary is to come, in no order.
    pub async fn bills_to_estimate(&self, ids: &[BillId]) -> StoreResult<Vec<BillToCome>> {
        if ids.is_empty() {
            return Ok(vec![]);
        }
        let bills = self.bills_with_rows(ids).await?;
        let names: Vec<_> = bills
            .iter()
            .map(|bill| (bill.number, bill.customer.as_ref().map(|one| one.name.clone())))
            .collect();
        let named = |((number, customer), (_, payable))| BillToCome { number, customer, payable };
        Ok(names.into_iter().zip(self.payable(bills).await?).map(named).collect())
    }

    /// The bills that a salary is made of, with what was credited of them before it.
    pub async fn bills_in_salary(&self, salary: SalaryId) -> StoreResult<Vec<PayableBill>> {
        let bills = self.payable(self.stored_bills_of_salary(salary).await?).await?;
        Ok(bills.into_iter().map(|(_, payable)| payable).collect())
    }

    /// The bills with what was credited of them, each with its worker.
    async fn payable(&self, waiting: Vec<StoredBill>) -> StoreResult<Vec<(PersonId, PayableBill)>> {
        let ids: Vec<BillId> =
            waiting.iter().filter(|bill| !bill.credited_amount.is_zero()).map(|bill| bill.id).collect();
        let mut credits = if ids.is_empty() { HashMap::new() } else { self.credits_of(&ids).await? };
        let payable = |bill: StoredBill| {
            let credits = credits.remove(&bill.id).unwrap_or_default();
            let estimate = bill.figures.estimate;
            (bill.person, PayableBill { id: bill.id, credits, bill: bill.bill, estimate })
        };
        Ok(waiting.into_iter().map(payable).collect())
    }

    /// What they were paid before, as far as a salary of this payday depends on it.
    pub async fn past_salaries(
        &self,
        people: &[PersonId],
        payday: Date,
    ) -> StoreResult<HashMap<PersonId, PastSalaries>> {
        let mut past: HashMap<PersonId, PastSalaries> = HashMap::with_capacity(people.len());
        let (first, last) = (date(payday.year(), 1, 1), date(payday.year(), 12, 31));
        let of_year = self.fetch_all(sql!(SALARIES_OF_YEAR => people, first, last)).await?;
        for Owned::<_, PastSalary> { owner, item } in of_year {
            past.entry(owner).or_default().this_year.push(item);
        }
        let latest = self.fetch_all(sql!(LAST_SALARIES => people)).await?;
        for Owned::<_, PreviousSalary> { owner, item } in latest {
            past.entry(owner).or_default().previous = Some(item);
        }
        let select = sql!(concat!(
            "SELECT v.person_id, CAST(SUM(v.remaining) AS BIGINT) FROM recovery v \
             LEFT JOIN advance a ON a.id = v.advance_id WHERE v.remaining > 0 AND v.person_id = ANY($1) \
             AND (a.id IS NULL OR ",
            advance_is_free!(),
            ") GROUP BY v.person_id"
        ) => people);
        let owed: Vec<(PersonId, Money)> = self.fetch_all(select).await?;
        for (person, owed) in owed {
            past.entry(person).or_default().owed = owed;
        }
        for (person, tied) in self.tied_debts(people).await? {
            past.entry(person).or_default().tied = tied;
        }
        Ok(past)
    }
}
