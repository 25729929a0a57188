//! How long the salary engine takes. See `bench/README.md` for how to run and read it.

use std::hint::black_box;

use divan::{AllocProfiler, Bencher};
use jiff::civil::{Date, date};
use liksa_domain::bill::{Allowances, Bill, ExpenseClass, ExpenseKind, Pricing, Row};
use liksa_domain::calculator::{Input, Question, price_for_salary};
use liksa_domain::person::WorkerType;
use liksa_domain::salary::{
    self, Billed, DistraintOrder, Reimbursements, TaxBasis, TaxCard, TyelWages, Worker, from_bill,
};
use liksa_domain::settings::ProviderSettings;
use liksa_money::{Money, Quantity, Rate};
use liksa_rates::{Age, StatutoryFigures};

#[global_allocator]
static ALLOC: AllocProfiler = AllocProfiler::system();

const PAYDAY: Date = date(2026, 3, 20);
const VAT: Rate = Rate::from_millionths(255_000);

fn main() {
    divan::main();
}

/// An employee with a tax card whose ceiling is crossed, distraint and an advance to take back: every branch
/// there is.
fn worker() -> Worker {
    Worker {
        worker_type: WorkerType::Employee,
        age: Age::Born(date(1980, 6, 15)),
        yel_insured: true,
        pay_yel_through_service: false,
        service_percent: None,
        service_fee_charged_this_month: Money::euros(120),
        tyel_this_month: TyelWages::default(),
        profession_code: Some("26531".to_owned()),
        employed_since: Some(date(2024, 1, 1)),
        tax: TaxBasis::Card(TaxCard {
            base_percent: Rate::from_millionths(205_000),
            ceiling: Money::euros(15_000),
            additional_percent: Rate::from_millionths(410_000),
            paid_this_year: Money::euros(14_000),
        }),
        distraint: Some(DistraintOrder::monthly(2)),
        reductions: Money::euros(100),
    }
}

fn row(day: i8) -> Row {
    let mut row = Row::empty(date(2026, 3, day), VAT);
    row.pricing = Pricing::Amount { unit_price: Some(Money::euros(45)), amount: Some(Quantity::whole(8)) };
    row.journey.kilometers = Quantity::whole(60);
    row.allowances = Allowances { full_days: 1, ..Allowances::default() };
    row.expenses.set(ExpenseKind::Hotel, ExpenseClass::Vat13Half, Money::euros(90));
    row
}

#[divan::bench]
fn salary(bencher: Bencher<'_, '_>) {
    let (worker, settings) = (worker(), ProviderSettings::default());
    let reimbursements = Reimbursements { kilometers: Money::euros(33), ..Reimbursements::default() };
    let billed = Billed { rows: Money::euros(4_000), reimbursements, ..Billed::default() };
    bencher.bench_local(|| {
        salary::calculate(StatutoryFigures::shipped(), black_box(&billed), &worker, &settings, PAYDAY)
    });
}

#[divan::bench]
fn calculator_from_texts(bencher: Bencher<'_, '_>) {
    let settings = ProviderSettings::default();
    let form = Question {
        price: Some("2000,50".into()),
        vat_percent: Some("25.5".into()),
        tax_percent: Some("0.205".into()),
        age: Some("35".into()),
        kilometers: Some("120".into()),
        full_days: Some("1".into()),
        payday: Some("20.03.2026".into()),
        worker_type: Some("WORKER".into()),
        ..Question::default()
    };
    bencher.bench_local(|| black_box(&form).answer(StatutoryFigures::shipped(), &settings, PAYDAY));
}

#[divan::bench]
fn price_for_a_wanted_salary(bencher: Bencher<'_, '_>) {
    let settings = ProviderSettings::default();
    let input = Input {
        tax_percent: Some(Rate::from_millionths(205_000)),
        worker_type: WorkerType::Employee,
        ..Input::default()
    };
    bencher.bench_local(|| {
        price_for_salary(
            StatutoryFigures::shipped(),
            black_box(&input),
            Money::euros(1_500),
            &settings,
            PAYDAY,
        )
    });
}

#[divan::bench(args = [1, 10, 100])]
fn bill_with_rows(bencher: Bencher<'_, '_>, rows: usize) {
    let (worker, settings) = (worker(), ProviderSettings::default());
    let mut bill = Bill::draft(VAT);
    bill.rows = (1..=28).cycle().take(rows).map(row).collect();
    bencher
        .bench_local(|| from_bill(StatutoryFigures::shipped(), black_box(&bill), &worker, &settings, PAYDAY));
}
