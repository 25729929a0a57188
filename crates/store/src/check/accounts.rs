//! The accounts of salaries, each explained by open items, person by person.

use std::collections::BTreeMap;

use liksa_domain::ledger::EntryKind;
use liksa_domain::settings::DueKind;

use super::*;

/// People of whom the ledger has something else on account `$1` than the items say, which are rows of a person and an
/// amount, debit positive.
macro_rules! by_person {
    ($items:literal) => {
        concat!(
            "SELECT p.first_name || ' ' || p.last_name, CAST(d.booked AS BIGINT), CAST(d.explained AS BIGINT) FROM \
             (SELECT person_id, SUM(booked) AS booked, SUM(explained) AS explained FROM \
             (SELECT person_id, amount AS booked, 0 AS explained FROM ledger_line WHERE account = $1 UNION ALL SELECT person_id, 0, amount FROM (",
            $items,
            ") i) m GROUP BY person_id HAVING SUM(booked) <> SUM(explained)) d \
             LEFT JOIN person p ON p.id = d.person_id ORDER BY 1 LIMIT $2"
        )
    };
}

/// Bills and credit notes wait for a salary until one is booked; what is taken back of it waits no more.
const AWAITING_SALARY: &str = by_person!(
    "SELECT person_id, -total AS amount FROM bill WHERE number IS NOT NULL \
     UNION ALL SELECT person_id, total_billing_without_vat - shares_received FROM salary WHERE number IS NOT NULL \
     UNION ALL SELECT person_id, total_billing_without_vat - shares_received FROM salary_taken_back"
);

/// What others get of the bills of a booked salary waits on the account until their own salaries are booked and
/// purchases are paid. What a worker owes of a purchase stands for a salary.
const SUBCONTRACTING: &str = by_person!(
    "SELECT person_id, shares_received - contracting + commission AS amount FROM salary WHERE number IS NOT NULL \
     UNION ALL SELECT person_id, shares_received - contracting + commission FROM salary_taken_back \
     UNION ALL SELECT b.person_id, u.amount FROM purchase u JOIN bill b ON b.id = u.bill_id WHERE u.state = 'PAID' \
     UNION ALL SELECT b.person_id, -u.amount FROM purchase u JOIN bill b ON b.id = u.bill_id WHERE u.recovered > 0"
);

/// What is left of each recovery, but for advances on their way to the bank: they are owed and not paid yet. Of one that
/// came back the worker is owed what salaries had taken. What an approved salary takes of it is booked with the salary; what a salary had taken
/// whose approval is being undone is booked until its booking is reversed.
const DUE_FROM_WORKERS: &str = by_person!(
    "SELECT person_id, remaining AS amount FROM recovery WHERE remaining > 0 \
     UNION ALL SELECT s.person_id, t.amount FROM recovery_part t JOIN salary s ON s.id = t.salary_id \
     WHERE s.number IS NULL \
     UNION ALL SELECT s.person_id, -s.reductions FROM salary s JOIN payroll_run r ON r.id = s.run_id \
     AND r.unapproving WHERE s.number IS NOT NULL AND s.reductions > 0 \
     UNION ALL SELECT a.person_id, -a.amount FROM advance a WHERE a.is_out AND a.state <> 'PAID' \
     UNION ALL SELECT a.person_id, -t.amount FROM advance a JOIN recovery v ON v.advance_id = a.id \
     JOIN recovery_part t ON t.recovery_id = v.id WHERE NOT a.is_out"
);

/// The columns of what is withheld, and of what the employer pays on top.
macro_rules! taken {
    ($from:literal) => {
        concat!(
            "SELECT person_id, tax_amount, health_insurance, employer_tyel + tyel AS pension, \
             employer_unemployment + unemployment AS unemployed, accident_insurance, group_life, yel, distraint FROM ",
            $from
        )
    };
}

/// What the entries that book salaries have on the accounts from `$1` to `$2`, person by person.
const WITHHELD_BOOKED: &str = "SELECT l.person_id, l.account, CAST(SUM(l.amount) AS BIGINT) FROM ledger_line l \
     JOIN ledger_entry e ON e.number = l.entry AND e.kind IN ($3, $4, $5) \
     WHERE l.account >= $1 AND l.account <= $2 GROUP BY l.person_id, l.account";

/// What slips and lines taken back say, in the order of [`WITHHELD`].
const WITHHELD_BY_SLIPS: &str = concat!(
    "SELECT person_id, ",
    "CAST(SUM(tax_amount) AS BIGINT), CAST(SUM(health_insurance) AS BIGINT), CAST(SUM(pension) AS BIGINT), \
     CAST(SUM(unemployed) AS BIGINT), CAST(SUM(accident_insurance) AS BIGINT), CAST(SUM(group_life) AS BIGINT), \
     CAST(SUM(yel) AS BIGINT), CAST(SUM(distraint) AS BIGINT) FROM (",
    taken!("salary WHERE number IS NOT NULL"),
    " UNION ALL ",
    taken!("salary_taken_back"),
    ") s GROUP BY person_id"
);

const WITHHELD: [Account; 8] = [
    Account::WithheldTax,
    Account::HealthInsurance,
    Account::Tyel,
    Account::UnemploymentInsurance,
    Account::AccidentInsurance,
    Account::GroupLife,
    Account::Yel,
    Account::Distraint,
];

/// What is to be paid on of account `$1`: what is open, and what is in remittances that the bank has not paid.
const TO_BE_PAID_ON: &str = concat!(
    "SELECT ",
    exact_sum!("-w.amount", "sum"),
    " FROM withheld w LEFT JOIN remittance r ON r.id = w.remittance_id \
     WHERE w.account = $1 AND (r.id IS NULL OR r.state IN ('MADE', 'APPROVED'))"
);

const UNLIKE_THEIR_PARTS: &str = "SELECT COUNT(*) FROM remittance r WHERE r.amount <> \
     (SELECT COALESCE(SUM(p.amount), 0) FROM remittance_part p WHERE p.remittance_id = r.id) \
     OR (r.state IN ('MADE', 'APPROVED') AND r.amount <> \
     (SELECT COALESCE(SUM(w.amount), 0) FROM withheld w WHERE w.remittance_id = r.id))";

const UNPAID_SALARIES: &str = concat!(
    "SELECT ",
    exact_sum!("-s.salary", "sum"),
    " FROM salary s JOIN payroll_run r ON r.id = s.run_id AND r.state <> 'PAID' \
     WHERE s.number IS NOT NULL AND s.salary > 0"
);

/// What was withheld of a person, in the order of [`WITHHELD`].
struct BySlips {
    person: PersonId,
    withheld: [Money; 8],
}

impl ReadRow for BySlips {
    fn read(row: &Row<'_>) -> StoreResult<Self> {
        let mut withheld = [Money::ZERO; 8];
        for (place, amount) in withheld.iter_mut().enumerate() {
            *amount = row.get(place + 1)?;
        }
        Ok(Self { person: row.get(0)?, withheld })
    }
}

/// A name, what is booked, what is explained. Nobody has no name.
type OfPerson = (Option<String>, Money, Money);

fn person_differs(account: Account, (name, booked, explained): OfPerson) -> Fault {
    Fault {
        account: Some(account.number()),
        name: name.or_else(|| Some("–".to_owned())),
        ..Fault::amounts(FaultKey::PersonDiffers, booked, explained)
    }
}

impl Snapshot {
    pub(super) async fn check_awaiting_salary(&mut self) -> StoreResult<Vec<Fault>> {
        let account = Account::AwaitingSalary;
        let odd: Vec<OfPerson> = self.fetch_all(sql!(AWAITING_SALARY => account, MOST)).await?;
        Ok(odd.into_iter().map(|of_person| person_differs(account, of_person)).collect())
    }

    pub(super) async fn check_subcontracting(&mut self) -> StoreResult<Vec<Fault>> {
        let account = Account::SubcontractingPayable;
        let odd: Vec<OfPerson> = self.fetch_all(sql!(SUBCONTRACTING => account, MOST)).await?;
        Ok(odd.into_iter().map(|of_person| person_differs(account, of_person)).collect())
    }

    pub(super) async fn check_due_from_workers(&mut self) -> StoreResult<Vec<Fault>> {
        let account = Account::DueFromWorkers;
        let odd: Vec<OfPerson> = self.fetch_all(sql!(DUE_FROM_WORKERS => account, MOST)).await?;
        Ok(odd.into_iter().map(|of_person| person_differs(account, of_person)).collect())
    }

    /// Two readings of everything, compared here: one for each account would take eight times as long.
    pub(super) async fn check_withheld(&mut self) -> StoreResult<Vec<Fault>> {
        let booked = sql!(
            WITHHELD_BOOKED => Account::WithheldTax, Account::Distraint, EntryKind::Salary,
                EntryKind::SalaryReversed, EntryKind::SalaryTakenBack
        );
        let booked: Vec<(Option<PersonId>, Account, Money)> = self.fetch_all(booked).await?;
        let mut differences: BTreeMap<(Option<PersonId>, Account), (Money, Money)> = BTreeMap::new();
        for (person, account, amount) in booked {
            differences.entry((person, account)).or_default().0 = amount;
        }
        for BySlips { person, withheld } in self.fetch_all(sql!(WITHHELD_BY_SLIPS)).await? {
            for (account, amount) in WITHHELD.into_iter().zip(withheld) {
                let amount = amount.negated().map_err(|_| StoreError::Corrupt("salary"))?;
                differences.entry((Some(person), account)).or_default().1 = amount;
            }
        }
        differences.retain(|_, (booked, explained)| booked != explained);
        let mut faults = vec![];
        for ((person, account), (booked, explained)) in differences.into_iter().take(MOST_SHOWN) {
            let name = match person {
                Some(person) => self.name_of(person).await?,
                None => None,
            };
            faults.push(person_differs(account, (name, booked, explained)));
        }
        Ok(faults)
    }

    async fn name_of(&mut self, person: PersonId) -> StoreResult<Option<String>> {
        let select = sql!("SELECT first_name || ' ' || last_name FROM person WHERE id = $1" => person);
        self.find_value(select).await
    }

    /// What is still to be paid on is on the accounts of the receivers, and a remittance holds what it pays.
    pub(super) async fn check_paid_on(&mut self) -> StoreResult<Vec<Fault>> {
        let mut faults = self.count(sql!(UNLIKE_THEIR_PARTS), FaultKey::RemittancesUnlikeParts).await?;
        for account in DueKind::ALL.iter().flat_map(|kind| kind.accounts()) {
            let Summed(owed) = self.fetch_one(sql!(TO_BE_PAID_ON => account)).await?;
            faults.extend(account_differs(*account, (self.booked_on(*account).await?, owed)));
        }
        Ok(faults)
    }

    /// What is booked as salaries is paid when its run is.
    pub(super) async fn check_salaries_payable(&mut self) -> StoreResult<Vec<Fault>> {
        let account = Account::SalariesPayable;
        let Summed(unpaid) = self.fetch_one(sql!(UNPAID_SALARIES)).await?;
        Ok(account_differs(account, (self.booked_on(account).await?, unpaid)))
    }
}
