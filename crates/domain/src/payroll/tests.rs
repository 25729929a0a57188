use jiff::Timestamp;
use jiff::civil::date;
use liksa_money::{Money, Rate};
use liksa_rates::StatutoryFigures;
use proptest::prelude::*;

use super::*;
use crate::bill::{Allowances, Bill, Journey, Pricing, Row};
use crate::ids::{BillId, Id};
use crate::person::{Email, Language, Person, Role, WorkerType};
use crate::salary::{Billed, Reimbursements, billed, from_bill};
use crate::settings::{DueKind, ProviderForm, ProviderSettings};
use crate::tax_card::{AboveCeiling, CardTerms};
use crate::worker_facts::WorkerFacts;
use crate::worker_facts::{PayFacts, Profile};
use liksa_money::Quantity;

pub(super) const PAYDAY: Date = date(2026, 11, 20);
const STANDARD: Rate = Rate::from_millionths(255_000);

pub(super) fn money(text: &str) -> Money {
    text.parse().unwrap()
}

pub(super) fn id<T: Id>(byte: u8) -> T {
    T::new(Timestamp::UNIX_EPOCH, [byte; 10])
}

/// A light entrepreneur with complete details, with a flat tax of 20 %.
pub(super) fn worker() -> PayFacts {
    let card =
        CardTerms { base_rate: Rate::from_millionths(200_000), above: None, valid_from: date(2026, 2, 1) };
    PayFacts {
        person: Person {
            id: id(1),
            email: Email::parse("maija@liksa.example").unwrap(),
            first_name: "Maija".into(),
            last_name: "Meikäläinen".into(),
            language: Language::Finnish,
            worker_type: WorkerType::Entrepreneur,
            strong_identified: true,
            roles: vec![Role::User],
        },
        profile: Profile {
            iban: Some("FI2112345600000785".parse().unwrap()),
            personal_id: Some("010190-900P".parse().unwrap()),
            ..Profile::default()
        },
        facts: WorkerFacts { tax_card: Some(card), ..WorkerFacts::default() },
    }
}

pub(super) fn bill(price: &str) -> Bill {
    let row = Row {
        pricing: Pricing::Contract { price: Some(money(price)) },
        ..Row::empty(date(2026, 11, 2), STANDARD)
    };
    Bill { rows: vec![row], ..Bill::draft(STANDARD) }
}

pub(super) fn payable(bill: Bill) -> PayableBill {
    PayableBill { id: id(2), bill, credits: vec![], estimate: Some(Money::ZERO) }
}

fn run(bills: &[PayableBill], facts: &PayFacts, past: &PastSalaries) -> Calculated {
    calculate(StatutoryFigures::shipped(), bills, facts, past, &ProviderSettings::default(), PAYDAY)
}

#[test]
fn one_bill_gives_what_its_worker_was_shown() {
    let mut travelling = bill("900");
    travelling.bill_reimbursements = true;
    travelling.rows[0].journey = Journey { kilometers: Quantity::whole(122), ..Journey::default() };
    travelling.rows[0].allowances = Allowances { full_days: 1, ..Allowances::default() };
    let facts = worker();
    let settings = ProviderSettings::default();
    let mut as_shown = facts.facts.worker(facts.person.worker_type);
    as_shown.age = liksa_rates::Age::Born(date(1990, 1, 1));
    let shown = from_bill(StatutoryFigures::shipped(), &travelling, &as_shown, &settings, PAYDAY).unwrap();
    let one = PayableBill { estimate: Some(shown.salary), ..payable(travelling) };
    let calculated = run(&[one], &facts, &PastSalaries::default());
    assert_eq!(calculated.summary, Some(shown));
    let travelled = calculated.figures.unwrap().travelled;
    assert_eq!((travelled.kilometers, travelled.allowances.full_days), (Quantity::whole(122), 1));
    assert_eq!((calculated.problems, calculated.changes), (vec![], vec![Change::FirstSalary]));
}

#[test]
fn missing_facts_are_problems_of_one_salary_only() {
    let mut facts = worker();
    facts.person.worker_type = WorkerType::Employee;
    facts.profile = Profile::default();
    let calculated = run(&[payable(bill("900"))], &facts, &PastSalaries::default());
    assert_eq!(
        calculated.problems,
        [
            SalaryProblem::NoAccount,
            SalaryProblem::NoPersonalId,
            SalaryProblem::NoBirthDate,
            SalaryProblem::NoProfession
        ]
    );
    assert!(calculated.is_blocked());

    let mut costly = bill("10");
    costly.rows[0].allowances = Allowances { full_days: 1, ..Allowances::default() };
    let calculated = run(&[payable(costly)], &worker(), &PastSalaries::default());
    assert_eq!((calculated.summary, &calculated.problems[..]), (None, &[SalaryProblem::NotEnough][..]));
}

#[test]
fn what_a_payment_file_cannot_hold_is_a_problem_of_one_salary() {
    let mut facts = worker();
    facts.profile.iban = Some("TR330006100519786457841326".parse().unwrap());
    facts.person.last_name = " - ".into();
    let calculated = run(&[payable(bill("900"))], &facts, &PastSalaries::default());
    assert_eq!(calculated.problems, [SalaryProblem::NotSepa, SalaryProblem::NoName]);
    assert!(calculated.is_blocked() && calculated.summary.is_some());
}

#[test]
fn what_cannot_be_calculated_has_no_figures_instead_of_zeros() {
    let huge = || payable(bill("900000000000000"));
    let calculated = run(&[huge(), huge()], &worker(), &PastSalaries::default());
    assert_eq!((calculated.summary, &calculated.figures), (None, &None));
    assert_eq!(calculated.problems, [SalaryProblem::NotCalculated]);
    // Of a year whose figures are not known yet the estimate is still known.
    let shown = PayableBill { estimate: Some(Money::euros(500)), ..payable(bill("900")) };
    let past = PastSalaries::default();
    let unknown = calculate(
        StatutoryFigures::shipped(),
        &[shown],
        &worker(),
        &past,
        &ProviderSettings::default(),
        date(2099, 11, 20),
    );
    assert_eq!((unknown.summary, &unknown.problems[..]), (None, &[SalaryProblem::NotCalculated][..]));
    assert_eq!(unknown.figures.unwrap().estimate, Some(Money::euros(500)));
}

#[test]
fn a_negative_salary_is_a_problem_that_does_not_block() {
    let calculated = run(&[payable(bill("-100"))], &worker(), &PastSalaries::default());
    assert!(calculated.summary.unwrap().salary.is_negative());
    assert_eq!(calculated.problems, [SalaryProblem::Negative]);
    assert!(!calculated.is_blocked());
}

#[test]
fn what_was_paid_before_counts() {
    let mut facts = worker();
    let above = AboveCeiling { ceiling: Money::euros(1_000), rate: Rate::from_millionths(400_000) };
    facts.facts.tax_card.as_mut().unwrap().above = Some(above);
    let paid = |payday, gross| PastSalary {
        payday,
        gross_salary: Money::euros(gross),
        service_fee: Money::euros(490),
        distraint: Money::ZERO,
        net_before_distraint: Money::euros(gross),
        tyel_wage: Money::ZERO,
        tyel_base: Money::ZERO,
    };
    // The January salary was paid before the card began.
    let this_year = vec![paid(date(2026, 1, 20), 5_000), paid(date(2026, 11, 5), 1_000)];
    let past = PastSalaries { this_year, owed: Money::euros(50), ..PastSalaries::default() };
    let so_far = past.so_far(&facts, &[], PAYDAY).unwrap();
    assert_eq!(so_far.gross_this_year, Money::euros(1_000));
    assert_eq!(so_far.service_fee_this_month, Money::euros(490));
    let summary = run(&[payable(bill("1000"))], &facts, &past).summary.unwrap();
    assert_eq!(summary.service_fee, Money::euros(10), "the month's maximum is nearly reached");
    assert_eq!(summary.tax_amount, summary.gross_salary.share(above.rate).unwrap());
    assert_eq!(summary.reductions, Money::euros(50));
}

#[test]
fn changes_since_the_last_salary_are_listed() {
    let facts = worker();
    let first = run(&[payable(bill("900"))], &facts, &PastSalaries::default());
    let salary = first.summary.unwrap().salary;
    let before =
        PreviousSalary { salary, distraint: Money::ZERO, iban: facts.profile.iban, basis: first.basis };
    let past = PastSalaries { previous: Some(before), ..PastSalaries::default() };
    let as_shown = || vec![PayableBill { estimate: Some(salary), ..payable(bill("900")) }];
    assert_eq!(run(&as_shown(), &facts, &past).changes, []);

    let mut other = worker();
    other.profile.iban = Some("FI4250001510000023".parse().unwrap());
    other.facts.service_rate = Some(Rate::from_millionths(50_000));
    other.facts.tax_card = None;
    let changes = run(&as_shown(), &other, &past).changes;
    assert_eq!(changes, [Change::Account, Change::Tax, Change::ServiceFee, Change::Estimate]);
}

#[test]
fn a_salary_is_paid_on_the_payday_of_the_run_that_is_still_open() {
    let to_come = |runs: &[_]| payday_to_come(date(2026, 11, 17), runs).unwrap();
    let (november, december) = (PAYDAY, date(2026, 12, 18));
    assert_eq!(to_come(&[]), november);
    assert_eq!(to_come(&[(november, RunState::Calculated)]), november);
    assert_eq!(to_come(&[(november, RunState::Approved)]), december, "that one is fixed");
    let between = date(2026, 11, 25);
    assert_eq!(to_come(&[(november, RunState::Paid), (between, RunState::Draft)]), between);
}

#[test]
fn makers_of_a_run_cannot_approve_it() {
    let makers = RunMakers { made_by: id(1), calculated_by: Some(id(2)) };
    assert_eq!(makers.may_be_approved_by(id(1)), Err(ErrorKey::ApprovedBySamePerson));
    assert_eq!(makers.may_be_approved_by(id(2)), Err(ErrorKey::ApprovedBySamePerson));
    assert_eq!(makers.may_be_approved_by(id(3)), Ok(()));
}

#[test]
fn paydays_and_due_dates_are_bank_days() {
    assert_eq!(next_payday(date(2026, 11, 16)).unwrap(), PAYDAY);
    assert_eq!(next_payday(date(2026, 11, 21)).unwrap(), date(2026, 12, 18), "the 20th is a Sunday");
    assert_eq!(pay_period(PAYDAY).unwrap(), (date(2026, 10, 21), PAYDAY));
    assert_eq!(report_by(PAYDAY).unwrap(), date(2026, 11, 25));
    let totals = RunTotals {
        tax: Money::euros(100),
        health_insurance: Money::euros(10),
        tyel: Money::euros(30),
        group_life: Money::euros(1),
        ..RunTotals::default()
    };
    let receivers = ProviderForm::made_up().read().unwrap().receivers;
    let dues = dues(&totals, PAYDAY, &receivers).unwrap();
    let found: Vec<_> = dues.iter().map(|due| (due.kind, due.amount, due.by)).collect();
    assert_eq!(
        found,
        [
            // The 12th is a Saturday.
            (DueKind::TaxAndHealthInsurance, Money::euros(110), Some(date(2026, 12, 14))),
            (DueKind::Tyel, Money::euros(30), Some(date(2026, 12, 31))),
            (DueKind::GroupLife, Money::euros(1), None),
        ]
    );
    assert_eq!(dues[0].receiver.as_deref(), Some("Verohallinto"));
    let mut form = ProviderForm::made_up();
    form.receivers.group_life.due_day = "31".into();
    let receiver = form.read().unwrap().receivers;
    let named = due_day(DueKind::GroupLife, date(2026, 10, 20), receiver.of(DueKind::GroupLife)).unwrap();
    assert_eq!(named, (Some(date(2026, 11, 30)), true), "the last day of a shorter month");
}

prop_compose! {
    fn any_billed()(rows in 0i64..1_000_000, travel in 0i64..10_000, on_top in any::<bool>()) -> Billed {
        Billed {
            rows: Money::from_cents(rows).unwrap(),
            vat: Money::from_cents(rows / 4).unwrap(),
            reimbursements: Reimbursements {
                kilometers: Money::from_cents(travel).unwrap(),
                ..Reimbursements::default()
            },
            reimbursements_on_top: on_top,
            ..Billed::default()
        }
    }
}

proptest! {
    #[test]
    fn bills_together_are_what_they_are_apart(bills in prop::collection::vec(any_billed(), 1..6)) {
        let all = together(&bills).unwrap();
        let total = |billed: &Billed| {
            let on_top = if billed.reimbursements_on_top { billed.reimbursements.total().unwrap() } else { Money::ZERO };
            billed.rows.plus(on_top).unwrap()
        };
        prop_assert_eq!(total(&all), Money::sum(bills.iter().map(total)).unwrap());
        let travel = Money::sum(bills.iter().map(|billed| billed.reimbursements.total().unwrap())).unwrap();
        prop_assert_eq!(all.reimbursements.total().unwrap(), travel);
        if let [one] = &bills[..] {
            prop_assert_eq!(&all, one);
        }
    }
}

#[test]
fn the_bill_is_calculated_as_it_is() {
    let settings = ProviderSettings::default();
    let apart = [bill("100"), bill("250.55")]
        .map(|bill| billed(StatutoryFigures::shipped(), &bill, &settings, PAYDAY).unwrap());
    let calculated =
        run(&[payable(bill("100")), payable(bill("250.55"))], &worker(), &PastSalaries::default());
    assert_eq!(calculated.figures.unwrap().billed, together(&apart).unwrap());
    assert_eq!(calculated.summary.unwrap().total_billing_without_vat, money("350.55"));
    assert_eq!(payable(bill("1")).id, id::<BillId>(2));
}

#[test]
fn the_oldest_debt_is_paid_first() {
    let debts = [(id(1), Money::euros(30)), (id(2), Money::euros(50))];
    assert_eq!(settle(&debts, Money::euros(20)), Some(vec![(id(1), Money::euros(20))]));
    let both = vec![(id(1), Money::euros(30)), (id(2), Money::euros(10))];
    assert_eq!(settle(&debts, Money::euros(40)), Some(both));
    assert_eq!(settle(&debts, Money::euros(81)), None);
    assert_eq!(settle(&[], Money::ZERO), Some(vec![]));
}

fn trip(bill: &mut Bill, date: Date, kilometers: i32, allowances: Allowances) {
    let row = &mut bill.rows[0];
    row.date = Some(date);
    row.journey = Journey { kilometers: Quantity::whole(kilometers), ..Journey::default() };
    row.allowances = allowances;
}

#[test]
fn reimbursements_are_broken_down_by_kind_and_rate() {
    let days = |full_days, partial_days, meals| Allowances {
        full_days,
        partial_days,
        meals,
        foreign: Money::euros(70),
    };
    let [mut december, mut january, mut february] = ["900", "800", "700"].map(bill);
    trip(&mut december, date(2025, 12, 30), 100, days(1, 0, 0));
    trip(&mut january, date(2026, 1, 7), 40, days(1, 1, 0));
    trip(&mut february, date(2026, 1, 9), 60, days(2, 0, 1));
    february.rows[0].expenses.set(
        crate::bill::ExpenseKind::Hotel,
        crate::bill::ExpenseClass::Zero,
        money("90.25"),
    );
    let bills = [december, january, february].map(payable);
    let calculated = run(&bills, &worker(), &PastSalaries::default());
    let line = |kind, count: Option<i32>, rate: Option<&str>, amount: &str| ReimbursementLine {
        count: count.map(Quantity::whole),
        rate: rate.map(money),
        ..ReimbursementLine::amount(kind, money(amount))
    };
    let figures = calculated.figures.unwrap();
    assert_eq!(
        figures.breakdown,
        [
            line(ReimbursementKind::Kilometers, Some(100), Some("0.59"), "59"),
            line(ReimbursementKind::Kilometers, Some(100), Some("0.55"), "55"),
            line(ReimbursementKind::FullDays, Some(3), Some("54"), "162"),
            line(ReimbursementKind::FullDays, Some(1), Some("53"), "53"),
            line(ReimbursementKind::PartialDays, Some(1), Some("25"), "25"),
            line(ReimbursementKind::Meals, Some(1), Some("13.50"), "13.50"),
            line(ReimbursementKind::Foreign, None, None, "210"),
            line(ReimbursementKind::Expenses, None, None, "90.25"),
        ]
    );
    let sum = Money::sum(figures.breakdown.iter().map(|line| line.amount)).unwrap();
    assert_eq!(sum, calculated.summary.unwrap().total_reimbursements);
    let of_sums = breakdown_of_sums(&figures.billed.reimbursements, &figures.travelled);
    assert_eq!(Money::sum(of_sums.iter().map(|line| line.amount)).unwrap(), sum);
}

#[test]
fn a_second_salary_of_the_month_catches_up_with_the_tyel_of_the_first() {
    let mut facts = worker();
    facts.person.worker_type = WorkerType::Employee;
    facts.facts.profession_code = Some("2166".into());
    let first = run(&[payable(bill("60"))], &facts, &PastSalaries::default());
    let paid = first.summary.unwrap();
    assert_eq!((paid.tyel_base, first.basis.contributions.employer_tyel), (Money::ZERO, Rate::ZERO));
    let before = |payday| PastSalary {
        payday,
        gross_salary: paid.gross_salary,
        service_fee: paid.service_fee,
        distraint: Money::ZERO,
        net_before_distraint: paid.net,
        tyel_wage: paid.tyel_wage,
        tyel_base: paid.tyel_base,
    };
    let after = |payday| PastSalaries { this_year: vec![before(payday)], ..PastSalaries::default() };
    let second = run(&[payable(bill("60"))], &facts, &after(date(2026, 11, 6))).summary.unwrap();
    assert_eq!(second.tyel_base, second.gross_salary.plus(paid.gross_salary).unwrap());
    let next_month = run(&[payable(bill("60"))], &facts, &after(date(2026, 10, 20))).summary.unwrap();
    assert_eq!(next_month.tyel_base, Money::ZERO, "each month counts for itself");
}
