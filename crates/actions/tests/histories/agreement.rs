//! Compares what is stored with the model: every account line by line, every payment and bill, every person's year with
//! the slips and with what the Incomes Register was told.

use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::date;
use liksa_actions::bills::{MoneyBasis, money_of};
use liksa_domain::ids::{BillId, PersonId};
use liksa_domain::ledger::Account;
use liksa_domain::payroll::RunState;
use liksa_domain::remittance::RemittanceState;
use liksa_money::Money;
use liksa_store::{AccountLine, RunFileKind};

use crate::model::{
    Advance, Bill, BillState, Figures, Model, PurchaseState, Run, Salary, cents, owed_to_others,
};
use crate::world::{Fault, History, broken};

/// The accounts that one salary is booked on, with what it adds to each, debit positive. Written a second time here, and
/// by the figures that a slip shows.
fn booked_by(figures: &Figures) -> Vec<(Account, i64)> {
    let mut booked = vec![
        (Account::ServiceFees, -figures.fee),
        (Account::Rounding, -figures.rounding),
        (Account::SubcontractingPayable, figures.commission - figures.contracting + figures.received),
        (Account::Commissions, -figures.commission),
    ];
    booked.extend(owed_to_others(figures).map(|(account, amount)| (account, -amount)));
    booked
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
    for key in keys.collect::<BTreeSet<K>>() {
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
        self.receivers_are_owed(&lines)?;
        self.remittances_are_stored().await?;
        self.advances_are_stored().await?;
        self.bills_and_payments_are_stored().await?;
        self.purchases_are_stored().await?;
        self.payouts_are_stored().await?;
        self.shares_are_stored().await?;
        self.late_receipts_are_stored().await?;
        self.every_euro_goes_somewhere().await?;
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
            let credited = |bill: &&Bill| bill.notes.iter().any(|note| Some(note.id) == line.bill);
            // A bill and its credit notes are one matter.
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
                of(Account::VatPayable, -bill.stands().vat);
                of(Account::AwaitingSalary, -waiting_for_salary(&self.model, bill));
                for purchase in &bill.purchases {
                    if purchase.state == PurchaseState::Paid {
                        of(Account::SubcontractingPayable, purchase.net);
                        of(Account::DeductibleVat, purchase.vat);
                    }
                    if purchase.recovered {
                        of(Account::SubcontractingPayable, -purchase.net);
                        of(Account::Commissions, -purchase.commission);
                    }
                }
                for (_, taken, receipt_vat) in bill.taken_back() {
                    booked_by(taken).into_iter().for_each(|(account, amount)| of(account, amount));
                    of(Account::DeductibleVat, receipt_vat);
                    of(Account::DeductedVat, -receipt_vat);
                }
            }
            for line in self.model.shares_taken_back().filter(|line| line.worker == place) {
                booked_by(&line.figures).into_iter().for_each(|(account, amount)| of(account, amount));
            }
            for remittance in self.model.remittances.iter().filter(|one| one.worker == Some(place)) {
                if remittance.state == RemittanceState::Paid {
                    of(Account::Distraint, remittance.amount());
                }
            }
            let mut debt = self.model.debts.get(&place).copied().unwrap_or_default();
            let advances = self.model.advances.iter().filter(|one| one.worker == place);
            debt += advances.map(Advance::booked).sum::<i64>();
            for (run, salary) in self.model.salaries().filter(|(_, salary)| salary.worker == place) {
                if let (Some(figures), true) = (&salary.figures, salary.number.is_some()) {
                    if run.unapproving {
                        // Owed again at once; what was booked as repaid is reversed by a job.
                        debt -= figures.reductions;
                    }
                    booked_by(figures).into_iter().for_each(|(account, amount)| of(account, amount));
                    of(Account::SalariesPayable, -figures.salary.max(0));
                    for (bill, charge) in &salary.bills {
                        let bill = &self.model.bills[*bill];
                        let vat = bill.deducted_vat(bill.asked.receipts - charge.receipts);
                        of(Account::DeductibleVat, vat);
                        of(Account::DeductedVat, -vat);
                    }
                    // Without money of a customer the worker pays the receipts back.
                    let is_borne = self.model.standing(salary).is_some_and(|left| left.billed > 0);
                    for late in salary.late.iter().filter(|_| is_borne) {
                        of(Account::DeductibleVat, self.model.late[*late].vat);
                        of(Account::DeductedVat, -self.model.late[*late].vat);
                    }
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
        let booked = self.model.salaries().filter(|(run, salary)| waits(run) && salary.number.is_some());
        let sum: i64 = booked.filter_map(|(_, salary)| salary.figures).map(|one| one.salary.max(0)).sum();
        let expected = Sums::from([(Account::SalariesPayable, -sum)]);
        same("2950", sum_of(lines, Account::SalariesPayable), expected)
    }

    fn bank_has_what_moved(&self, lines: &[AccountLine]) -> Result<(), Fault> {
        let expected = Sums::from([(Account::Bank, self.model.bank)]);
        same("1910", sum_of(lines, Account::Bank), expected)
    }

    /// 2921 to 2928: what is open, and what is in remittances that the bank has not paid. Of each remittance what has left
    /// and not come back.
    fn receivers_are_owed(&self, lines: &[AccountLine]) -> Result<(), Fault> {
        let of_receivers = || lines.iter().filter(|line| (2921..=2928).contains(&line.account.number()));
        let (mut stored, mut expected) = (Sums::new(), Sums::new());
        of_receivers().for_each(|line| add(&mut stored, line.account, -cents(line.amount)));
        let is_owed = |state| matches!(state, RemittanceState::Made | RemittanceState::Approved);
        for one in &self.model.withheld {
            if one.remittance.is_none_or(|place| is_owed(self.model.remittances[place].state)) {
                add(&mut expected, one.account, one.amount);
            }
        }
        same("2921 to 2928", stored, expected)?;
        let (mut stored, mut expected) = (Sums::new(), Sums::new());
        for line in of_receivers() {
            if let Some(remittance) = line.subject.strip_prefix("remittance:") {
                add(&mut stored, (remittance.to_owned(), line.account), cents(line.amount));
            }
        }
        for remittance in self.model.remittances.iter().filter(|one| one.state == RemittanceState::Paid) {
            for (account, amount) in &remittance.parts {
                add(&mut expected, (remittance.id.to_string(), *account), *amount);
            }
        }
        same("2921 to 2928 by remittance", stored, expected)
    }

    /// The parts that a worker is shown of what the customer pays add up to it, before the salary and after it.
    async fn every_euro_goes_somewhere(&self) -> Result<(), Fault> {
        for bill in &self.model.bills {
            let stored = self.context.store.bill(bill.id).await.map_err(broken)?.ok_or("a bill is gone")?;
            let money = money_of(&self.context, &stored).await.map_err(broken)?;
            // Of a salary that cannot be calculated yet nothing is told.
            if money.basis == MoneyBasis::Nothing {
                continue;
            }
            let parts = Money::sum(money.parts.iter().map(|part| part.amount)).map_err(broken)?;
            let (parts, total) = (cents(parts), cents(money.total));
            if (parts, total) != (total, bill.stands().gross()) {
                return Err(format!("{parts} of {total} is told of {bill:?}: {money:?}"));
            }
        }
        Ok(())
    }

    async fn late_receipts_are_stored(&self) -> Result<(), Fault> {
        for late in &self.model.late {
            let found =
                self.context.store.late_receipt(late.id).await.map_err(broken)?.ok_or("it is gone")?;
            let salary = found.salary.map(|salary| salary.id);
            if (found.state, salary, cents(found.claim.amount)) != (late.state, late.salary, late.amount) {
                return Err(format!("a late receipt is {found:?}, should be {late:?}"));
            }
        }
        Ok(())
    }

    async fn remittances_are_stored(&self) -> Result<(), Fault> {
        let (model, store) = (&self.model, &self.context.store);
        for remittance in &model.remittances {
            let found = store.remittance(remittance.id).await.map_err(broken)?.ok_or("it is gone")?;
            if (found.state, cents(found.amount)) != (remittance.state, remittance.amount()) {
                return Err(format!("stored {found:?}, expected {remittance:?}"));
            }
        }
        let (mut stored, mut expected) = (Sums::new(), Sums::new());
        for open in store.open_withheld().await.map_err(broken)? {
            let run = open.run.and_then(|id| model.runs.iter().position(|run| run.id == id));
            let worker = open.person.and_then(|id| self.world.workers.iter().position(|one| one.id == id));
            add(&mut stored, (open.account, worker, open.day, run, open.payable), cents(open.amount));
        }
        for open in model.withheld.iter().filter(|one| one.remittance.is_none()) {
            let payable = open.run.is_none_or(|run| model.runs[run].state == RunState::Paid);
            add(&mut expected, (open.account, open.worker, open.day, open.run, payable), open.amount);
        }
        same("what is open for receivers", stored, expected)
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
            let expected = model.owed_in_all(place);
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
        let (mut stored, mut expected) = (Sums::new(), Sums::new());
        for year in [2025, 2026] {
            let past = store.past_salaries(&people, date(year, 12, 31)).await.map_err(broken)?;
            for (place, person) in people.iter().enumerate() {
                for salary in past.get(person).map_or(&[][..], |past| &past.this_year) {
                    add(&mut stored, (place, year, "gross"), cents(salary.gross_salary));
                    add(&mut stored, (place, year, "fee"), cents(salary.service_fee));
                    add(&mut stored, (place, year, "TyEL"), cents(salary.tyel_base));
                    add(&mut stored, (place, year, "distraint"), cents(salary.distraint));
                }
            }
        }
        let slips = || self.model.salaries().filter(|(_, salary)| salary.number.is_some());
        let standing = |(run, salary)| Some((run, salary, self.model.standing(salary)?));
        let slips: Vec<(&Run, &Salary, Figures)> = slips().filter_map(standing).collect();
        for (run, salary, figures) in &slips {
            let mut of = |what, amount| add(&mut expected, (salary.worker, run.payday.year(), what), amount);
            of("gross", figures.gross);
            of("fee", figures.fee);
            of("TyEL", figures.tyel_base);
            of("distraint", figures.distraint);
        }
        same("years by worker", stored, expected)?;
        let mut expected = BTreeMap::new();
        for (run, salary, figures) in slips.iter().filter(|(run, ..)| run.written) {
            if figures.gross > 0 {
                let report = format!("liksa-{}", salary.number.unwrap_or_default());
                expected.insert(report, (figures.gross, figures.tax));
            }
            if self.is_all_credited(salary) {
                // What was bought is not credited: its worker bears it.
                let of_bills = || salary.bills.iter().map(|(bill, _)| &self.model.bills[*bill].asked);
                let commission: i64 = of_bills().map(|asked| asked.commission).sum();
                let contracting = commission + of_bills().map(|asked| asked.bought).sum::<i64>();
                let for_others = Figures {
                    contracting,
                    commission,
                    reimbursements: -contracting,
                    distraint: figures.distraint,
                    reductions: figures.reductions,
                    net: -figures.distraint - figures.reductions,
                    salary: -figures.distraint - figures.reductions - contracting,
                    ..Figures::default()
                };
                if *figures != for_others {
                    return Err(format!("of a salary of {} is left {figures:?}", run.payday));
                }
            }
        }
        let told = self.told_to_register().await?;
        if told == expected {
            Ok(())
        } else {
            Err(format!("the register was told {told:?}, expected {expected:?}"))
        }
    }

    /// Whether nothing is left of any of its bills, all of it credited after the salary.
    fn is_all_credited(&self, salary: &Salary) -> bool {
        let credited = |bill: &usize| self.model.bills[*bill].state == BillState::Credited;
        let in_it = |bill: &usize| self.model.bills[*bill].salary == Some(salary.id);
        salary.bills.iter().all(|(bill, _)| credited(bill) && in_it(bill))
            && salary.shares.iter().all(|(bill, ..)| credited(bill))
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
        let (mut told, mut known) = (BTreeMap::new(), BTreeSet::new());
        for file in files {
            let file = store.file(file).await.map_err(broken)?.ok_or("a file without its row")?;
            let xml = self.context.files.read(&file.blob).await.map_err(broken)?;
            let xml = String::from_utf8(xml).map_err(broken)?;
            for void in pieces(&xml, "ItemId") {
                if !known.remove(void) {
                    return Err(format!("{void} was made void, which the register does not have"));
                }
                told.remove(void);
            }
            for report in pieces(&xml, "Report") {
                let id = pieces(report, "ReportId").first().copied().unwrap_or_default();
                known.insert(id.to_owned());
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

/// What a bill has on 2960: nothing once its money is a salary, or once it is credited.
fn waiting_for_salary(model: &Model, bill: &Bill) -> i64 {
    let booked = bill.salary.and_then(|id| model.salary(id)).filter(|(_, salary)| salary.number.is_some());
    let in_salary = |(_, salary): (&Run, &Salary)| {
        let mut bills = salary.bills.iter();
        bills.find(|(place, _)| model.bills[*place].id == bill.id).map(|(_, charge)| charge.net())
    };
    let taken_back: i64 = bill.taken_back().map(|(credited, ..)| credited.net()).sum();
    bill.stands().net() + taken_back - booked.and_then(in_salary).unwrap_or_default()
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
