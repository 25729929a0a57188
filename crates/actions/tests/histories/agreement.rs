//! Compares what is stored with the model: every account line by line, every payment and bill, every person's year with
//! the slips and with what the Incomes Register was told.

use std::collections::BTreeMap;

use jiff::civil::date;
use liksa_domain::ids::{BillId, PersonId};
use liksa_domain::ledger::Account;
use liksa_domain::payroll::RunState;
use liksa_domain::salary::Summary;
use liksa_store::{AccountLine, RunFileKind};

use crate::model::{BillState, Model, Run, Salary, cents};
use crate::world::{Fault, History};

/// The accounts that one salary is booked on, with what it adds to each, debit positive. Written a second time here, and
/// by the figures that a slip shows.
fn booked_by(summary: &Summary) -> Vec<(Account, i64)> {
    let s = summary;
    vec![
        (Account::WithheldTax, -cents(s.tax_amount)),
        (Account::HealthInsurance, -cents(s.health_insurance)),
        (Account::Tyel, -cents(s.employer_tyel) - cents(s.tyel)),
        (Account::UnemploymentInsurance, -cents(s.employer_unemployment) - cents(s.unemployment)),
        (Account::AccidentInsurance, -cents(s.accident_insurance)),
        (Account::GroupLife, -cents(s.group_life)),
        (Account::Yel, -cents(s.yel)),
        (Account::Distraint, -cents(s.distraint)),
        (Account::SubcontractingPayable, -cents(s.contracting)),
        (Account::ServiceFees, -cents(s.service_fee)),
        (Account::Rounding, -cents(s.rounding)),
    ]
}

/// Sums by key; what is zero counts as absent.
type Sums<K> = BTreeMap<K, i64>;

fn add<K: Ord>(sums: &mut Sums<K>, key: K, amount: i64) {
    *sums.entry(key).or_default() += amount;
}

fn same<K: Ord + std::fmt::Debug + Clone>(
    what: &str,
    stored: Sums<K>,
    expected: Sums<K>,
) -> Result<(), Fault> {
    let mut differences = vec![];
    let keys = stored.keys().chain(expected.keys()).cloned();
    for key in keys.collect::<std::collections::BTreeSet<K>>() {
        let of = |sums: &Sums<K>| sums.get(&key).copied().unwrap_or_default();
        if of(&stored) != of(&expected) {
            differences.push(format!("{key:?}: stored {}, expected {}", of(&stored), of(&expected)));
        }
    }
    if differences.is_empty() { Ok(()) } else { Err(format!("{what}: {}", differences.join("; "))) }
}

impl History<'_> {
    /// Everything that holds at any moment.
    pub async fn agrees(&self) -> Result<(), Fault> {
        let all = (date(2025, 1, 1), date(2029, 12, 31));
        let lines = self.context.store.ledger_lines(all, (0, 0), 100_000).await.map_err(broken)?;
        self.entries_balance(&lines)?;
        self.receivables_are_owed(&lines)?;
        self.payments_are_where_they_are(&lines)?;
        self.people_are_even(&lines)?;
        self.salaries_are_payable(&lines)?;
        self.bank_has_what_moved(&lines)?;
        self.bills_and_payments_are_stored().await?;
        for finding in self.context.store.check(self.context.clock.now()).await.map_err(broken)? {
            if !finding.problems.is_empty() {
                return Err(format!("the data check: {:?}: {:?}", finding.question, finding.problems));
            }
        }
        Ok(())
    }

    fn entries_balance(&self, lines: &[AccountLine]) -> Result<(), Fault> {
        let mut sums = Sums::new();
        lines.iter().for_each(|line| add(&mut sums, line.entry, cents(line.amount)));
        same("entries", sums, Sums::new())
    }

    /// 1700: of each bill and each credit note what the customer owes for it.
    fn receivables_are_owed(&self, lines: &[AccountLine]) -> Result<(), Fault> {
        let (mut stored, mut expected) = (Sums::new(), Sums::new());
        for line in lines.iter().filter(|line| line.account == Account::Receivables) {
            let credited = |bill: &&crate::model::Bill| {
                bill.note.as_ref().is_some_and(|note| Some(note.id) == line.bill)
            };
            // A credit note and its bill are one matter.
            let bill = self.model.bills.iter().find(credited).map(|bill| bill.id).or(line.bill);
            add(&mut stored, bill, cents(line.amount));
        }
        for bill in &self.model.bills {
            add(&mut expected, Some(bill.id), bill.owed());
        }
        same("1700 by bill", stored, expected)
    }

    /// 2870 and 2871: of each payment what is unmatched and what goes back.
    fn payments_are_where_they_are(&self, lines: &[AccountLine]) -> Result<(), Fault> {
        let model = &self.model;
        let payment_of = |subject: &str| -> Option<usize> {
            let mut pieces = subject.split(':');
            let (kind, id) = (pieces.next()?, pieces.next()?);
            let found = match kind {
                "payment" => model.payments.iter().position(|payment| payment.id.to_string() == id)?,
                "refund" => model
                    .payments
                    .iter()
                    .position(|payment| payment.refunds.iter().any(|refund| refund.id.to_string() == id))?,
                _ => return None,
            };
            // What the bank took back and what it took are one matter.
            Some(model.payments[found].takes_back.unwrap_or(found))
        };
        let (mut stored, mut expected) = (Sums::new(), Sums::new());
        for line in lines {
            if matches!(line.account, Account::UnmatchedPayments | Account::Refundable) {
                add(&mut stored, (line.account, payment_of(&line.subject)), -cents(line.amount));
            }
        }
        for (place, payment) in model.payments.iter().enumerate() {
            let place = Some(payment.takes_back.unwrap_or(place));
            add(&mut expected, (Account::UnmatchedPayments, place), payment.unmatched());
            add(&mut expected, (Account::Refundable, place), payment.refundable());
        }
        same("2870 and 2871 by payment", stored, expected)
    }

    /// What each worker has on the accounts of salaries: billed and waiting, owed, withheld, charged.
    fn people_are_even(&self, lines: &[AccountLine]) -> Result<(), Fault> {
        let (mut stored, mut expected) = (Sums::new(), Sums::new());
        for line in lines.iter().filter(|line| line.account != Account::Receivables) {
            if let Some(person) = line.person {
                add(&mut stored, (person, line.account), cents(line.amount));
            }
        }
        for (place, worker) in self.world.workers.iter().enumerate() {
            let mut of = |account, amount| add(&mut expected, (worker.id, account), amount);
            for bill in self.model.bills.iter().filter(|bill| bill.worker == place) {
                if bill.state != BillState::Credited {
                    of(Account::VatPayable, bill.net - bill.gross);
                }
                of(Account::AwaitingSalary, -waiting_for_salary(&self.model, bill));
                if let Some(taken) = bill.note.as_ref().and_then(|note| note.taken_back.as_ref()) {
                    booked_by(taken).into_iter().for_each(|(account, amount)| of(account, amount));
                }
            }
            let mut debt = self.model.debts.get(&place).copied().unwrap_or_default();
            for (run, salary) in salaries(&self.model).filter(|(_, salary)| salary.worker == place) {
                if let (Some(summary), true) = (&salary.summary, salary.number.is_some()) {
                    if run.unapproving {
                        // Owed again at once; what was booked as repaid is reversed by a job.
                        debt -= cents(summary.reductions);
                    }
                    booked_by(summary).into_iter().for_each(|(account, amount)| of(account, amount));
                    of(Account::SalariesPayable, -cents(summary.salary).max(0));
                } else {
                    // Reserved by an approval, and not booked yet.
                    debt += salary.reserved;
                }
            }
            of(Account::DueFromWorkers, debt);
        }
        same("accounts by person", stored, expected)
    }

    /// 2950: what is booked and not paid out yet.
    fn salaries_are_payable(&self, lines: &[AccountLine]) -> Result<(), Fault> {
        let waits = |run: &Run| run.state != RunState::Paid;
        let booked = salaries(&self.model).filter(|(run, salary)| waits(run) && salary.number.is_some());
        let sum: i64 =
            booked.filter_map(|(_, salary)| salary.summary).map(|one| cents(one.salary).max(0)).sum();
        let expected = Sums::from([(Account::SalariesPayable, -sum)]);
        same("2950", sum_of(lines, Account::SalariesPayable), expected)
    }

    fn bank_has_what_moved(&self, lines: &[AccountLine]) -> Result<(), Fault> {
        let expected = Sums::from([(Account::Bank, self.model.bank)]);
        same("1910", sum_of(lines, Account::Bank), expected)
    }

    async fn bills_and_payments_are_stored(&self) -> Result<(), Fault> {
        let (model, store) = (&self.model, &self.context.store);
        let ids: Vec<BillId> = model.bills.iter().map(|bill| bill.id).collect();
        let mut tx = store.begin().await.map_err(broken)?;
        let receivables = tx.lock_receivables_by_id(&ids).await.map_err(broken)?;
        for bill in &model.bills {
            let found = receivables.iter().find(|one| one.owed.bill == bill.id).ok_or("a bill is gone")?;
            let state = match found.state {
                liksa_domain::bill::BillState::Closed => BillState::Sent,
                liksa_domain::bill::BillState::Paid => BillState::Paid,
                liksa_domain::bill::BillState::Credited => BillState::Credited,
                other => return Err(format!("a sent bill is {other:?}")),
            };
            if (state, cents(found.owed.own)) != (bill.state, bill.owed()) {
                return Err(format!("stored {found:?}, expected {bill:?}"));
            }
        }
        for payment in &model.payments {
            let parts = tx.parts_of(payment.id).await.map_err(broken)?;
            let parts: Sums<BillId> = parts.iter().map(|part| (part.bill, cents(part.amount))).collect();
            let expected = payment.parts.iter().map(|(bill, amount)| (model.bills[*bill].id, *amount));
            same("parts of a payment", parts, expected.collect())?;
        }
        drop(tx);
        for payment in &model.payments {
            let found = store.payment(payment.id).await.map_err(broken)?.ok_or("a payment is gone")?;
            if (found.state, cents(found.rest)) != (payment.state, payment.rest) {
                return Err(format!("stored {found:?}, expected {payment:?}"));
            }
        }
        for (place, worker) in self.world.workers.iter().enumerate() {
            let owed = cents(store.owed(worker.id).await.map_err(broken)?);
            let expected = model.debts.get(&place).copied().unwrap_or_default();
            if owed != expected {
                return Err(format!("worker {place} owes {owed}, expected {expected}"));
            }
        }
        Ok(())
    }

    /// What holds once the jobs are done: the year of each person is the sum of the slips, less what was taken back, and
    /// the Incomes Register knows the same. A salary whose bills are all credited leaves nothing but what was taken for
    /// others.
    pub async fn years_agree(&self) -> Result<(), Fault> {
        let store = &self.context.store;
        let people: Vec<PersonId> = self.world.workers.iter().map(|worker| worker.id).collect();
        for year in [2025, 2026] {
            let past = store.past_salaries(&people, date(year, 12, 31)).await.map_err(broken)?;
            for (place, person) in people.iter().enumerate() {
                let stored = past.get(person).map_or(&[][..], |past| &past.this_year);
                let stored: i64 = stored.iter().map(|salary| cents(salary.gross_salary)).sum();
                let of_year = salaries(&self.model)
                    .filter(|(run, salary)| run.payday.year() == year && salary.worker == place)
                    .filter_map(|(_, salary)| Some(standing(&self.model, salary)?.0));
                let expected: i64 = of_year.sum();
                if stored != expected {
                    return Err(format!("the year {year} of worker {place} has {stored}, slips {expected}"));
                }
            }
        }
        let told = self.told_to_register().await?;
        let (mut expected, mut wrong) = (BTreeMap::new(), vec![]);
        for (run, salary) in salaries(&self.model).filter(|(run, _)| run.written) {
            let Some((gross, tax)) = standing(&self.model, salary) else { continue };
            if gross > 0 {
                expected.insert(format!("liksa-{}", salary.number.unwrap_or_default()), (gross, tax));
            }
            if self.is_all_credited(salary) && (gross != 0 || tax != 0) {
                wrong.push(format!("of a salary of {} is left {gross} and {tax}", run.payday));
            }
        }
        if told != expected {
            return Err(format!("the register was told {told:?}, expected {expected:?}"));
        }
        if wrong.is_empty() { Ok(()) } else { Err(wrong.join("; ")) }
    }

    fn is_all_credited(&self, salary: &Salary) -> bool {
        let mut bills = self.model.bills.iter().filter(|bill| bill.salary == Some(salary.id));
        bills.all(|bill| bill.note.as_ref().is_some_and(|note| note.taken_back.is_some()))
    }

    /// Wage and tax by the reports' ids, as the register has them after all that it was sent.
    async fn told_to_register(&self) -> Result<BTreeMap<String, (i64, i64)>, Fault> {
        let store = &self.context.store;
        let mut files = vec![];
        for run in &self.model.runs {
            let of_run = store.payroll_files(run.id).await.map_err(broken)?;
            files.extend(
                of_run.into_iter().filter(|file| file.kind == RunFileKind::WageReport).map(|one| one.file),
            );
        }
        let (mut corrections, _) = store.corrections(None, 1000).await.map_err(broken)?;
        corrections.sort_by_key(|correction| (correction.salary, correction.place));
        if let Some(open) = corrections.iter().find(|correction| correction.report.is_none()) {
            return Err(format!("no correction was written: {open:?}"));
        }
        files.extend(corrections.into_iter().filter_map(|correction| correction.file));
        let mut told = BTreeMap::new();
        for file in files {
            let file = store.file(file).await.map_err(broken)?.ok_or("a file without its row")?;
            let xml = self.context.files.read(&file.blob).await.map_err(broken)?;
            let xml = String::from_utf8(xml).map_err(broken)?;
            for void in pieces(&xml, "ItemId") {
                told.remove(void);
            }
            for report in pieces(&xml, "Report") {
                let id = pieces(report, "ReportId").first().copied().unwrap_or_default();
                let codes = pieces(report, "TransactionCode").into_iter().zip(pieces(report, "Amount"));
                let amounts: BTreeMap<&str, i64> = codes
                    .map(|(code, amount)| (code, amount.parse().map(cents).unwrap_or(i64::MIN)))
                    .collect();
                let of = |code| amounts.get(code).copied().unwrap_or_default();
                if of("101") > 0 {
                    told.insert(id.to_owned(), (of("101"), of("402")));
                } else {
                    told.remove(id);
                }
            }
        }
        Ok(told)
    }
}

fn salaries(model: &Model) -> impl Iterator<Item = (&Run, &Salary)> {
    model.runs.iter().flat_map(|run| run.salaries.iter().map(move |salary| (run, salary)))
}

/// What a bill has on 2960: nothing once its money is a salary, or once it is credited.
fn waiting_for_salary(model: &Model, bill: &crate::model::Bill) -> i64 {
    let booked = bill.salary.and_then(|id| model.salary(id)).is_some_and(|(_, one)| one.number.is_some());
    let credited = bill.state == BillState::Credited;
    let taken_back = bill.note.as_ref().is_some_and(|note| note.taken_back.is_some());
    let (sent, back) = (bill.net, if credited { bill.net } else { 0 });
    sent - back + if taken_back { bill.net } else { 0 } - if booked { bill.net } else { 0 }
}

/// Wage and tax of a salary with a slip, after what was taken back of it.
fn standing(model: &Model, salary: &Salary) -> Option<(i64, i64)> {
    salary.number?;
    let summary = salary.summary?;
    let mut left = (cents(summary.gross_salary), cents(summary.tax_amount));
    for bill in model.bills.iter().filter(|bill| bill.salary == Some(salary.id)) {
        if let Some(taken) = bill.note.as_ref().and_then(|note| note.taken_back) {
            left = (left.0 + cents(taken.gross_salary), left.1 + cents(taken.tax_amount));
        }
    }
    Some(left)
}

fn sum_of(lines: &[AccountLine], account: Account) -> Sums<Account> {
    let of_account = lines.iter().filter(|line| line.account == account);
    Sums::from([(account, of_account.map(|line| cents(line.amount)).sum())])
}

/// The contents of all elements of this name.
fn pieces<'a>(xml: &'a str, element: &str) -> Vec<&'a str> {
    let (start, end) = (format!("<{element}>"), format!("</{element}>"));
    xml.split(start.as_str()).skip(1).filter_map(|piece| piece.split(end.as_str()).next()).collect()
}

fn broken(error: impl std::fmt::Debug) -> Fault {
    format!("{error:?}")
}
