use jiff::civil::date;
use liksa_money::Quantity;
use proptest::prelude::*;

use super::*;
use crate::bill::{Allowances, Journey, Pricing, Row};
use crate::crediting::Creditable;
use crate::distraint::Distraint;
use crate::ids::{BillId, Id, PersonId, SalaryId};
use crate::ledger::{Account, Entry, entries};
use crate::payroll::tests::{bill, id, money, payable, worker};
use crate::payroll::{Calculated, PastSalaries, PastSalary, PayableBill, PayableShare, Payables, calculate};
use crate::person::WorkerType;
use crate::salary::totals;
use crate::tax_card::AboveCeiling;
use crate::worker_facts::PayFacts;

const PAYDAY: Date = date(2026, 11, 20);

fn paid(bills: &[Bill], facts: &PayFacts, past: &PastSalaries, settings: &ProviderSettings) -> Calculated {
    let bills: Vec<_> = bills.iter().cloned().map(payable).collect();
    calculate(StatutoryFigures::shipped(), &bills, facts, past, settings, PAYDAY)
}

fn usual(bills: &[Bill], facts: &PayFacts) -> Calculated {
    paid(bills, facts, &PastSalaries::default(), &ProviderSettings::default())
}

fn standing(salary: &Calculated) -> StandingSalary {
    let figures = salary.figures.as_ref().unwrap();
    let reimbursements = figures.billed.reimbursements;
    StandingSalary::as_paid(salary.summary.unwrap(), reimbursements, figures.travelled).unwrap()
}

fn credit(bill: &Bill) -> Bill {
    bill.credit_note(PAYDAY)
}

/// Takes the bills back one after the other.
fn take_all(salary: &Calculated, bills: &[Bill]) -> (StandingSalary, Vec<TakenBack>) {
    take(salary, &bills.iter().map(credit).collect::<Vec<_>>())
}

fn take(salary: &Calculated, notes: &[Bill]) -> (StandingSalary, Vec<TakenBack>) {
    let (mut left, mut taken) = (standing(salary), vec![]);
    for note in notes {
        let fee = salary.basis.fee.unwrap();
        let back = take_back(StatutoryFigures::shipped(), note, &left, &salary.basis, &fee, PAYDAY).unwrap();
        left = left.after(&back).unwrap();
        taken.push(back);
        let Summary { gross_salary, net, distraint, reductions, .. } = left.summary;
        assert!(!gross_salary.is_negative(), "{gross_salary:?}");
        let own = Money::sum([net, distraint, reductions]).unwrap();
        assert!(!own.is_negative(), "never more is owed than was paid: {own:?}");
    }
    (left, taken)
}

fn owed(taken: &[TakenBack]) -> Money {
    Money::sum(taken.iter().map(|back| back.summary.salary)).unwrap().negated().unwrap()
}

fn with_ceiling(mut facts: PayFacts, ceiling: i32) -> PayFacts {
    let above = AboveCeiling { ceiling: Money::euros(ceiling), rate: Rate::from_millionths(400_000) };
    facts.facts.tax_card.as_mut().unwrap().above = Some(above);
    facts
}

#[test]
fn no_more_fee_comes_back_than_was_charged() {
    let bills = [bill("10000"), bill("10000"), bill("10000")];
    let salary = usual(&bills, &worker());
    assert_eq!(salary.summary.unwrap().service_fee, Money::euros(500));
    let (left, taken) = take_all(&salary, &bills);
    assert_eq!(left.summary.service_fee, Money::ZERO);
    assert_eq!(owed(&taken), salary.summary.unwrap().salary);
    let fees: Vec<_> = taken.iter().map(|back| back.summary.service_fee).collect();
    // Two of them are still worth the maximum, and so is one.
    assert_eq!(fees, [Money::ZERO, Money::ZERO, Money::euros(-500)]);
}

#[test]
fn no_more_tax_comes_back_than_was_withheld() {
    let facts = with_ceiling(worker(), 2_000);
    let bills = [bill("2000"), bill("2000")];
    let salary = usual(&bills, &facts);
    assert_eq!(salary.summary.unwrap().tax_amount, money("1053.13"));
    let (left, taken) = take_all(&salary, &bills);
    assert_eq!(left.summary.tax_amount, Money::ZERO);
    assert_eq!(owed(&taken), money("2579.69"));
    // What was above the ceiling comes back first.
    assert!(taken[0].summary.tax_amount < taken[1].summary.tax_amount);
}

#[test]
fn what_was_taken_back_counts_as_never_paid() {
    let facts = with_ceiling(worker(), 5_000);
    let bills = [bill("5000")];
    let salary = usual(&bills, &facts);
    let (_, taken) = take_all(&salary, &bills);
    let line = |summary: &Summary| PastSalary {
        payday: date(2026, 11, 5),
        gross_salary: summary.gross_salary,
        service_fee: summary.service_fee,
        distraint: summary.distraint,
        net_before_distraint: summary.net,
        tyel_wage: summary.tyel_wage,
        tyel_base: summary.tyel_base,
    };
    let this_year = vec![line(&salary.summary.unwrap()), line(&taken[0].summary)];
    let past = PastSalaries { this_year, ..PastSalaries::default() };
    let again = paid(&bills, &facts, &past, &ProviderSettings::default()).summary.unwrap();
    assert_eq!(again.tax_amount, salary.summary.unwrap().tax_amount);
    assert_eq!(again.service_fee, salary.summary.unwrap().service_fee);
}

#[test]
fn the_terms_of_then_decide() {
    let settings = ProviderSettings {
        service_percent: Rate::from_millionths(50_000),
        service_fee_maximum_per_month: Money::euros(80),
        ..ProviderSettings::default()
    };
    let charged = PastSalary {
        payday: date(2026, 11, 5),
        gross_salary: Money::euros(1_000),
        service_fee: Money::euros(30),
        distraint: Money::ZERO,
        net_before_distraint: Money::euros(800),
        tyel_wage: Money::ZERO,
        tyel_base: Money::ZERO,
    };
    let past = PastSalaries { this_year: vec![charged], ..PastSalaries::default() };
    // What is left of the maximum is more than the fee of the rest, or less.
    for rest in ["600", "2000"] {
        let bills = [bill("1000"), bill(rest)];
        let salary = paid(&bills, &worker(), &past, &settings);
        assert_eq!(salary.summary.unwrap().service_fee, Money::euros(50));
        assert_eq!(salary.basis.fee, Some(FeeTerms::new(&settings, Money::euros(30))));
        let (left, _) = take_all(&salary, &bills[..1]);
        assert_eq!(left.summary, usual_of_then(&bills[1..], &past, &settings));
    }
}

fn usual_of_then(bills: &[Bill], past: &PastSalaries, settings: &ProviderSettings) -> Summary {
    paid(bills, &worker(), past, settings).summary.unwrap()
}

#[test]
fn what_went_to_others_is_owed_too() {
    let mut facts = worker();
    facts.facts.distraint = Some(some_distraint());
    let past = PastSalaries { owed: Money::euros(100), ..PastSalaries::default() };
    let bills = [bill("3000")];
    let salary = paid(&bills, &facts, &past, &ProviderSettings::default());
    let summary = salary.summary.unwrap();
    assert!(summary.distraint.is_positive());
    assert_eq!(summary.reductions, Money::euros(100));
    let (left, taken) = take_all(&salary, &bills);
    let back = taken[0].summary;
    assert_eq!((back.distraint, back.reductions), (Money::ZERO, Money::ZERO));
    let before_both = Money::sum([summary.salary, summary.distraint, summary.reductions]).unwrap();
    assert_eq!(owed(&taken), before_both);
    assert_eq!((left.summary.distraint, left.summary.reductions), (summary.distraint, summary.reductions));
}

fn some_distraint() -> Distraint {
    Distraint {
        fixed: None,
        dependants: 0,
        from: date(2026, 1, 1),
        until: None,
        receiver: "Ulosottolaitos".into(),
        iban: "FI2112345600000785".parse().unwrap(),
        reference: liksa_finland::PaymentReference::Finnish("1232".parse().unwrap()),
    }
}

/// A salary that caught up with the TyEL of an earlier wage, and of which too little is left to carry that.
#[test]
fn a_small_rest_leaves_the_tyel_of_earlier_wages_to_the_next_salary() {
    let mut facts = worker();
    facts.person.worker_type = WorkerType::Employee;
    facts.facts.profession_code = Some("2654".into());
    let earlier = PastSalary {
        payday: date(2026, 11, 5),
        gross_salary: Money::euros(40),
        service_fee: Money::ZERO,
        distraint: Money::ZERO,
        net_before_distraint: Money::euros(30),
        tyel_wage: Money::euros(40),
        tyel_base: Money::ZERO,
    };
    let past = PastSalaries { this_year: vec![earlier], ..PastSalaries::default() };
    let bills = [bill("50"), bill("5")];
    let salary = paid(&bills, &facts, &past, &ProviderSettings::default());
    let given = salary.summary.unwrap();
    assert_eq!(given.tyel_base, given.gross_salary.plus(Money::euros(40)).unwrap());
    let (left, taken) = take_all(&salary, &bills[..1]);
    assert_eq!((left.summary.tyel_base, left.summary.tyel), (Money::ZERO, Money::ZERO));
    assert!(left.summary.gross_salary.is_positive() && owed(&taken) < given.salary);
    let (left, taken) = take_all(&salary, &bills);
    assert_eq!((left.summary.salary, owed(&taken)), (Money::ZERO, given.salary));
}

#[test]
fn what_is_left_may_not_cover_the_receipts() {
    let mut travelling = bill("100");
    travelling.rows[0].allowances = Allowances { full_days: 4, ..Allowances::default() };
    let bills = [bill("1000"), travelling];
    let salary = usual(&bills, &worker());
    let (left, taken) = take_all(&salary, &bills[..1]);
    assert_eq!((left.summary.gross_salary, left.summary.tax_amount), (Money::ZERO, Money::ZERO));
    // All that the customer of the other bill pays, less the fee.
    assert_eq!(left.summary.salary, money("93.10"));
    assert_eq!(left.travelled.allowances.full_days, 4);
    assert!(owed(&taken) > Money::ZERO);
    let (nothing, _) = take_all(&salary, &[bills[1].clone(), bills[0].clone()]);
    let (same, taken) = take_all(&salary, &bills);
    assert_eq!((same.summary.salary, nothing.summary.salary), (Money::ZERO, Money::ZERO));
    assert_eq!(owed(&taken), salary.summary.unwrap().salary);
    assert_eq!(same.travelled, Travelled::default());
}

prop_compose! {
    fn any_bill()(
        cents in prop_oneof![1_000i64..20_000, 10_000i64..2_000_000],
        vat in prop::sample::select(vec![0i64, 135_000, 255_000]),
        (kilometers, days) in (0i32..300, 0u16..3),
        on_top in any::<bool>(),
    ) -> Bill {
        let row = Row {
            pricing: Pricing::Contract { price: Some(Money::from_cents(cents).unwrap()) },
            journey: Journey { kilometers: Quantity::whole(kilometers), ..Journey::default() },
            allowances: Allowances { full_days: days, ..Allowances::default() },
            ..Row::empty(date(2026, 11, 2), Rate::from_millionths(vat))
        };
        Bill { rows: vec![row], bill_reimbursements: on_top, ..Bill::draft(Rate::from_millionths(vat)) }
    }
}

prop_compose! {
    fn any_facts()(
        employee in any::<bool>(),
        base in 0i64..500_000,
        ceiling in prop::option::of(0i32..30_000),
        garnished in any::<bool>(),
        yel in any::<bool>(),
    ) -> PayFacts {
        let mut facts = worker();
        if employee {
            facts.person.worker_type = WorkerType::Employee;
            facts.facts.profession_code = Some("2654".into());
        }
        facts.facts.pay_yel_through_service = yel;
        facts.facts.tax_card.as_mut().unwrap().base_rate = Rate::from_millionths(base);
        facts.facts.distraint = garnished.then(some_distraint);
        match ceiling {
            Some(ceiling) => with_ceiling(facts, ceiling),
            None => facts,
        }
    }
}

prop_compose! {
    fn any_past()(
        (gross, fee, owed) in (0i32..20_000, 0i32..500, 0i32..3_000),
        // Below the floor of TyEL, which the next salary of the month catches up with.
        uninsured in prop::option::of(0i32..71),
    ) -> PastSalaries {
        let gross = uninsured.unwrap_or(gross);
        let earlier = PastSalary {
            payday: date(2026, 11, 5),
            gross_salary: Money::euros(gross),
            service_fee: Money::euros(fee),
            distraint: Money::ZERO,
            net_before_distraint: Money::euros(gross / 2),
            tyel_wage: Money::euros(gross),
            tyel_base: if uninsured.is_some() { Money::ZERO } else { Money::euros(gross) },
        };
        PastSalaries { this_year: vec![earlier], owed: Money::euros(owed), ..PastSalaries::default() }
    }
}

fn booked(entries: &[Entry], account: Account) -> Money {
    let lines = entries.iter().flat_map(Entry::lines).filter(|line| line.account == account);
    Money::sum(lines.map(|line| line.amount)).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    /// Whatever the bills, the terms and the order of crediting.
    #[test]
    fn a_salary_taken_back_whole_is_as_if_never_paid(
        bills in prop::collection::vec(any_bill(), 1..5),
        facts in any_facts(),
        past in any_past(),
        maximum in 0i32..2_000,
        order in any::<prop::sample::Index>(),
    ) {
        let settings = ProviderSettings {
            service_fee_maximum_per_month: Money::euros(maximum),
            ..ProviderSettings::default()
        };
        let salary = paid(&bills, &facts, &past, &settings);
        let Some(given) = salary.summary else { return Ok(()) };
        let mut shuffled = bills.clone();
        shuffled.rotate_left(order.index(bills.len()));
        let (left, taken) = take_all(&salary, &shuffled);

        let person = PersonId::from_uuid(uuid::Uuid::nil());
        let of_salary = SalaryId::from_uuid(uuid::Uuid::nil());
        let mut all = vec![entries::salary(of_salary, person, PAYDAY, &given).unwrap()];
        let mut stands = standing(&salary);
        for (place, back) in taken.iter().enumerate() {
            let note: BillId = id(u8::try_from(place).unwrap());
            all.push(entries::salary_taken_back(note, (&note.to_string(), person), PAYDAY, &back.summary).unwrap());
            stands = stands.after(back).unwrap();
            prop_assert!(!stands.summary.tax_amount.is_negative());
            prop_assert!(!stands.summary.service_fee.is_negative());
            prop_assert_eq!((back.summary.distraint, back.summary.reductions), (Money::ZERO, Money::ZERO));
        }
        let stays = [Account::SalariesPayable, Account::DueFromWorkers, Account::Distraint];
        for account in Account::ALL.iter().filter(|account| !stays.contains(account)) {
            prop_assert_eq!(booked(&all, *account), Money::ZERO, "{:?}", account);
        }
        let before_both = Money::sum([given.salary, given.distraint, given.reductions]).unwrap();
        prop_assert_eq!(owed(&taken), before_both);
        prop_assert_eq!(left.summary.total_billing, Money::ZERO);
        prop_assert_eq!(left.reimbursements.total().unwrap(), Money::ZERO);
        prop_assert_eq!(left.travelled, Travelled::default());
    }
}

/// So many hundredths of the bill and the rest of it, as credit notes; none for a part of nothing.
fn in_two(bill: &Bill, hundredths: i64) -> Vec<Bill> {
    let whole = credit(bill);
    let of = |all: i64| all * hundredths / 100;
    let (mut part, mut rest) = (whole.clone(), whole);
    for (part, rest) in part.rows.iter_mut().zip(&mut rest.rows) {
        let cents = part.total().unwrap().units() / 100;
        let kilometers = part.journey.kilometers.parts() / 10_000;
        let days = of(part.allowances.full_days.into());
        let priced = |cents| Pricing::Contract { price: Some(Money::from_cents(cents).unwrap()) };
        let driven = |kilometers: i64| Quantity::whole(i32::try_from(kilometers).unwrap());
        rest.pricing = priced(cents - of(cents));
        rest.journey.kilometers = driven(kilometers - of(kilometers));
        rest.allowances.full_days -= u16::try_from(days).unwrap();
        part.pricing = priced(of(cents));
        part.journey.kilometers = driven(of(kilometers));
        part.allowances.full_days = u16::try_from(days).unwrap();
    }
    let mut left = Creditable::of(StatutoryFigures::shipped(), bill, &[], PAYDAY).unwrap();
    let mut notes = vec![part, rest];
    notes.retain(|note| note.rows.iter().any(|row| !row.total().unwrap().is_zero()));
    for note in &mut notes {
        left = left.credit(StatutoryFigures::shipped(), note, PAYDAY).unwrap();
    }
    notes
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    /// A salary of which a bill was taken back is the salary of the other bills, by the fee, the card and the month of
    /// then. What distraint and a debt took stays as it was.
    #[test]
    fn what_stays_is_the_salary_of_the_other_bills(
        bills in prop::collection::vec(any_bill(), 2..5),
        facts in any_facts(),
        past in any_past(),
        maximum in 0i32..2_000,
    ) {
        let settings = ProviderSettings {
            service_fee_maximum_per_month: Money::euros(maximum),
            ..ProviderSettings::default()
        };
        let salary = paid(&bills, &facts, &past, &settings);
        let others = paid(&bills[1..], &facts, &past, &settings);
        // Where the others do not cover their costs, or are below the floor of TyEL, other rules decide.
        let same_contributions = salary.basis.contributions == others.basis.contributions;
        let (Some(_), Some(others), true) = (salary.summary, others.summary, same_contributions) else {
            return Ok(());
        };
        let (left, _) = take_all(&salary, &bills[..1]);
        let before_both = |one: &Summary| Money::sum([one.net, one.distraint, one.reductions]).unwrap();
        prop_assert_eq!(before_both(&left.summary), before_both(&others));
        let of_others = Summary {
            amount: left.summary.amount,
            distraint: left.summary.distraint,
            reductions: left.summary.reductions,
            reductions_left: left.summary.reductions_left,
            net: left.summary.net,
            salary: left.summary.salary,
            salary_percent: left.summary.salary_percent,
            ..others
        };
        prop_assert_eq!(left.summary, of_others);
    }

    /// Two parts of a bill take back of a paid salary what the whole bill takes back, to the cent.
    #[test]
    fn parts_take_back_what_the_whole_takes_back(
        bills in prop::collection::vec(any_bill(), 1..4),
        facts in any_facts(),
        past in any_past(),
        hundredths in 0i64..=100,
    ) {
        let salary = paid(&bills, &facts, &past, &ProviderSettings::default());
        if salary.summary.is_none() {
            return Ok(());
        }
        let (as_whole, whole) = take(&salary, &[credit(&bills[0])]);
        let (in_parts, parts) = take(&salary, &in_two(&bills[0], hundredths));
        prop_assert_eq!(owed(&parts), owed(&whole));
        prop_assert_eq!(in_parts, as_whole);
    }

    /// What was credited before the salary is not in it, and what is credited after leaves nothing of it.
    #[test]
    fn a_part_before_the_salary_and_the_rest_after_leave_nothing(
        original in any_bill(),
        facts in any_facts(),
        hundredths in 1i64..=99,
    ) {
        let notes = in_two(&original, hundredths);
        let (before, after) = notes.split_at(1);
        let rest = PayableBill { credits: before.to_vec(), ..payable(original.clone()) };
        let salary = calculate(StatutoryFigures::shipped(), &[rest], &facts, &PastSalaries::default(), &ProviderSettings::default(), PAYDAY);
        let given = salary.summary.unwrap();
        let billed = totals(StatutoryFigures::shipped(), &original, PAYDAY).unwrap().net.plus(totals(StatutoryFigures::shipped(), &before[0], PAYDAY).unwrap().net).unwrap();
        prop_assert_eq!(given.total_billing_without_vat, billed);
        let (left, taken) = take(&salary, after);
        prop_assert_eq!(left.summary.total_billing, Money::ZERO);
        prop_assert_eq!(left.reimbursements.total().unwrap(), Money::ZERO);
        prop_assert_eq!(left.travelled, Travelled::default());
        let before_distraint = given.salary.plus(given.distraint).unwrap();
        prop_assert_eq!(owed(&taken), before_distraint);
    }
}

/// What is left of a salary of shares and bills whose shares are credited in parts, and the salary of the bills alone.
/// None where the bills alone do not cover their costs.
fn taken_of_shares(
    amount: Money,
    bills: &[Bill],
    facts: &PayFacts,
    parts: &[i64],
) -> Option<(Summary, Summary)> {
    let bills: Vec<_> = bills.iter().cloned().map(payable).collect();
    let shares = [PayableShare { id: id(7), amount, estimate: None }];
    let law = StatutoryFigures::shipped();
    let (past, settings) = (PastSalaries::default(), ProviderSettings::default());
    let payables = Payables { bills: &bills, shares: &shares, late: &[] };
    let salary = calculate(law, payables, facts, &past, &settings, PAYDAY);
    let without = calculate(law, &bills, facts, &past, &settings, PAYDAY).summary?;
    let mut left = standing(&salary);
    let whole = Money::from_cents(parts.iter().sum()).unwrap();
    let mut rows = whole;
    for part in parts {
        let after = rows.minus(Money::from_cents(*part).unwrap()).unwrap();
        let taken = crate::share::credited(amount, whole, rows, after).unwrap();
        rows = after;
        let fee = salary.basis.fee.unwrap();
        let back = take_back_shares(law, taken, &left, &salary.basis, &fee, PAYDAY).unwrap();
        assert_eq!(back.summary.service_fee, Money::ZERO, "it has borne none");
        left = left.after(&back).unwrap();
    }
    Some((left.summary, without))
}

proptest! {
    #[test]
    fn credited_shares_leave_the_salary_of_the_bills_alone(
        cents in 1i64..=500_000,
        original in any_bill(),
        employee in any::<bool>(),
        parts in prop::collection::vec(1i64..=100_000, 1..5),
    ) {
        let mut facts = worker();
        facts.person.worker_type = if employee { WorkerType::Employee } else { WorkerType::Entrepreneur };
        let amount = Money::from_cents(cents).unwrap();
        if let Some((left, without)) = taken_of_shares(amount, std::slice::from_ref(&original), &facts, &parts) {
            prop_assert_eq!(left.shares_received, Money::ZERO);
            prop_assert_eq!(left.total_billing, without.total_billing);
            prop_assert_eq!(left.service_fee, without.service_fee);
        }
        let (alone, _) = taken_of_shares(amount, &[], &facts, &parts).unwrap();
        prop_assert_eq!((alone.gross_salary, alone.salary, alone.tax_amount), (Money::ZERO, Money::ZERO, Money::ZERO));
    }
}
