use jiff::civil::date;
use proptest::prelude::*;

use super::*;
use crate::ids::{BillId, Id, PersonId, SalaryId};
use crate::ledger::{Account, entries};
use uuid::Uuid;

fn cents(range: std::ops::RangeInclusive<i64>) -> impl Strategy<Value = Money> {
    range.prop_map(|cents| Money::from_cents(cents).unwrap())
}

fn rate_up_to(millionths: i64) -> impl Strategy<Value = Rate> {
    (0..=millionths).prop_map(Rate::from_millionths)
}

fn any_date(years: std::ops::RangeInclusive<i16>) -> impl Strategy<Value = Date> {
    (years, 1i8..=12, 1i8..=28).prop_map(|(year, month, day)| date(year, month, day))
}

fn any_age() -> impl Strategy<Value = Age> {
    prop_oneof![(0u8..=120).prop_map(Age::Years), any_date(1930..=2012).prop_map(Age::Born)]
}

fn any_tax() -> impl Strategy<Value = TaxBasis> {
    let card = (rate_up_to(600_000), rate_up_to(600_000), cents(0..=10_000_000), cents(0..=10_000_000));
    prop_oneof![
        Just(TaxBasis::NoCard),
        rate_up_to(1_000_000).prop_map(TaxBasis::Percent),
        card.prop_map(|(base_percent, additional_percent, ceiling, paid_this_year)| {
            TaxBasis::Card(TaxCard { base_percent, ceiling, additional_percent, paid_this_year })
        }),
    ]
}

fn any_distraint() -> impl Strategy<Value = Option<DistraintOrder>> {
    let order =
        (prop::option::of(cents(0..=500_000)), 0u8..=9, 1u16..=31, cents(0..=500_000), cents(0..=200_000));
    prop::option::of(order.prop_map(|(fixed, dependants, period_days, earlier_net, earlier_distraint)| {
        DistraintOrder { fixed, dependants, period_days, earlier_net, earlier_distraint }
    }))
}

prop_compose! {
    fn any_worker()(
        employee in any::<bool>(),
        age in any_age(),
        (yel_insured, pay_yel_through_service) in any::<(bool, bool)>(),
        service_percent in prop::option::of(rate_up_to(150_000)),
        service_fee_charged_this_month in cents(0..=60_000),
        (paid, insured) in (perhaps(9_000), any::<bool>()),
        employed_since in prop::option::of(any_date(2015..=2026)),
        tax in any_tax(),
        distraint in any_distraint(),
        reductions in prop_oneof![Just(Money::ZERO), cents(0..=1_000_000)],
    ) -> Worker {
        Worker {
            worker_type: if employee { WorkerType::Employee } else { WorkerType::Entrepreneur },
            age,
            yel_insured,
            pay_yel_through_service,
            service_percent,
            service_fee_charged_this_month,
            tyel_this_month: TyelWages { paid, insured: if insured { paid } else { Money::ZERO } },
            profession_code: None,
            employed_since,
            tax,
            distraint,
            reductions,
        }
    }
}

/// Nothing, or up to so many cents.
fn perhaps(most: i64) -> impl Strategy<Value = Money> {
    prop_oneof![Just(Money::ZERO), cents(0..=most)]
}

prop_compose! {
    /// Bills that pay for what is taken out of them, and credit notes that mirror such.
    fn any_billed()(
        beyond_the_costs in prop_oneof![cents(0..=1_000), cents(0..=2_000_000)],
        vat in perhaps(500_000),
        (kilometers, days, expenses) in (perhaps(20_000), perhaps(20_000), perhaps(20_000)),
        reimbursements_on_top in any::<bool>(),
        (shares, purchases, commission) in (perhaps(100_000), perhaps(50_000), perhaps(5_000)),
        received in perhaps(500_000),
        credit in prop::bool::weighted(0.2),
    ) -> Billed {
        let costs = sum([kilometers, days, expenses, shares, purchases, commission]);
        // Twice the costs cover them and the highest fee that is asked here.
        let rows = sum([costs, costs, beyond_the_costs]);
        let signed = |amount: Money| if credit { amount.negated().unwrap() } else { amount };
        Billed {
            rows: signed(rows),
            vat: signed(vat),
            reimbursements: Reimbursements {
                kilometers: signed(kilometers),
                days: signed(days),
                expenses: signed(expenses),
                ..Reimbursements::default()
            },
            reimbursements_on_top,
            contracting: Contracting {
                shares: signed(shares),
                purchases: signed(purchases),
                commission: signed(commission),
            },
            shares_received: signed(received),
        }
    }
}

fn sum<const N: usize>(amounts: [Money; N]) -> Money {
    Money::sum(amounts).unwrap()
}

/// Everything that has to hold, whatever was asked.
fn check(summary: &Summary, worker: &Worker) -> Result<(), TestCaseError> {
    let s = summary;
    prop_assert_eq!(
        s.total_billing_without_vat,
        sum([
            s.service_fee,
            s.contracting,
            s.total_reimbursements,
            s.gross_salary,
            s.employer_costs,
            s.rounding
        ])
    );
    prop_assert_eq!(
        s.gross_salary,
        sum([s.tax_amount, s.employee_cost, s.yel, s.distraint, s.reductions, s.net])
    );
    prop_assert_eq!(s.salary, sum([s.net, s.total_reimbursements]));
    prop_assert_eq!(s.employee_cost, sum([s.tyel, s.unemployment]));
    let costs =
        [s.employer_tyel, s.employer_unemployment, s.health_insurance, s.accident_insurance, s.group_life];
    prop_assert_eq!(s.employer_costs, sum(costs));
    prop_assert_eq!(s.health_insurance, s.gross_salary.share(s.health_insurance_rate).unwrap());
    // Five costs, the salary and the TyEL of earlier wages are each rounded by at most half a cent.
    prop_assert!(s.rounding.units().abs() <= 400, "rounding of {}", s.rounding);

    prop_assert_eq!(sum([s.reductions, s.reductions_left]), worker.reductions);
    prop_assert!(!s.reductions.is_negative() && !s.distraint.is_negative());
    prop_assert!(s.reductions.is_zero() || !s.net.is_negative(), "reductions never make a debt");
    let in_cents =
        [s.service_fee, s.gross_salary, s.tax_amount, s.tyel, s.yel, s.distraint, s.salary, s.rounding];
    prop_assert!(in_cents.iter().all(|amount| amount.cents().is_some()));
    check_booking(summary)
}

/// Every salary can be booked, and what is paid out is what the entry says.
fn check_booking(summary: &Summary) -> Result<(), TestCaseError> {
    let (person, payday) = (PersonId::from_uuid(Uuid::nil()), date(2026, 11, 20));
    let entry = entries::salary(SalaryId::from_uuid(Uuid::nil()), person, payday, summary).unwrap();
    let on = |account: Account| {
        let lines = entry.lines().iter().filter(|line| line.account == account);
        Money::sum(lines.map(|line| line.amount)).unwrap()
    };
    let paid = summary.salary.max(Money::ZERO);
    prop_assert_eq!(on(Account::SalariesPayable), paid.negated().unwrap());
    let own = summary.total_billing_without_vat.minus(summary.shares_received).unwrap();
    prop_assert_eq!(on(Account::AwaitingSalary), own);
    let others = sum([summary.contracting, summary.commission.negated().unwrap()]);
    prop_assert_eq!(on(Account::SubcontractingPayable), summary.shares_received.minus(others).unwrap());
    prop_assert_eq!(on(Account::Commissions), summary.commission.negated().unwrap());
    let owed = summary.salary.min(Money::ZERO).plus(summary.reductions).unwrap();
    prop_assert_eq!(on(Account::DueFromWorkers), owed.negated().unwrap());
    let reversed =
        entries::salary_reversed(SalaryId::from_uuid(Uuid::nil()), person, payday, summary).unwrap();
    for (line, undone) in entry.lines().iter().zip(reversed.lines()) {
        prop_assert_eq!((line.account, line.person), (undone.account, undone.person));
        prop_assert_eq!(line.amount.plus(undone.amount), Ok(Money::ZERO));
    }
    prop_assert_eq!(entry.lines().len(), reversed.lines().len());
    let back = entries::salary_taken_back(BillId::from_uuid(Uuid::nil()), ("bill", person), payday, summary)
        .unwrap();
    prop_assert!(back.lines().iter().all(|line| line.account != Account::SalariesPayable));
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100_000))]

    #[test]
    fn the_identities_hold_to_the_cent(
        billed in any_billed(),
        worker in any_worker(),
        payday in any_date(2018..=2026),
    ) {
        let settings = ProviderSettings::default();
        let summary = calculate(StatutoryFigures::shipped(), &billed, &worker, &settings, payday).unwrap();
        check(&summary, &worker)?;
        // The fee is charged once: what was received has borne it.
        let none_received = Billed { shares_received: Money::ZERO, ..billed };
        let alone = calculate(StatutoryFigures::shipped(), &none_received, &worker, &settings, payday).unwrap();
        prop_assert_eq!(summary.service_fee, alone.service_fee);
    }
}

proptest! {
    #[test]
    fn a_salary_with_other_debts_is_as_if_it_were_calculated_with_them(
        billed in any_billed(),
        worker in any_worker(),
        owed in perhaps(1_000_000),
    ) {
        let (law, settings) = (StatutoryFigures::shipped(), ProviderSettings::default());
        let of = |worker: &Worker| calculate(law, &billed, worker, &settings, date(2026, 11, 20)).unwrap();
        let anew = of(&Worker { reductions: owed, ..worker.clone() });
        prop_assert_eq!(of(&worker).with_debts(owed), Ok(anew));
    }
}

/// Numbers of every size: only small ones come far, only large ones overflow.
fn any_number() -> impl Strategy<Value = i64> {
    prop_oneof![any::<i64>(), -1_000_000i64..=1_000_000, (0u32..63).prop_map(|bit| 1 << bit), Just(i64::MIN)]
}

proptest! {
    /// Any integers at all: an answer or an error, never a panic.
    #[test]
    fn no_input_makes_it_panic(
        amounts in prop::array::uniform12(any_number()),
        rates in prop::array::uniform12(any_number()),
        (mut worker, payday) in (any_worker(), any_date(-9999..=9999)),
        flags in any::<(bool, bool)>(),
    ) {
        let money = amounts.map(Money::from_units);
        let rate = rates.map(Rate::from_millionths);
        let billed = Billed {
            rows: money[0],
            vat: money[1],
            reimbursements: Reimbursements {
                foreign: money[2],
                expenses: money[3],
                ..Reimbursements::default()
            },
            reimbursements_on_top: flags.0,
            contracting: Contracting { shares: money[4], purchases: money[6], commission: money[7] },
            shares_received: money[9],
        };
        worker.service_percent = Some(rate[0]);
        worker.service_fee_charged_this_month = money[5];
        worker.reductions = money[6];
        worker.tyel_this_month = TyelWages { paid: money[2], insured: money[3] };
        worker.tax = TaxBasis::Card(TaxCard {
            base_percent: rate[1], ceiling: money[7], additional_percent: rate[2], paid_this_year: money[8],
        });
        worker.distraint = Some(DistraintOrder {
            fixed: flags.1.then_some(money[9]),
            dependants: u8::MAX,
            period_days: u16::MAX,
            earlier_net: money[10],
            earlier_distraint: money[11],
        });
        let settings = ProviderSettings {
            accident_insurance: rate[3],
            group_life: rate[4],
            ..ProviderSettings::default()
        };
        let _ = calculate(StatutoryFigures::shipped(), &billed, &worker, &settings, payday);
        let contributions = Contributions {
            employer_tyel: rate[5], employer_unemployment: rate[6], health_insurance: rate[7],
            accident_insurance: rate[3], group_life: rate[4], employee_tyel: rate[8],
            employee_unemployment: rate[9], yel: rate[10], holiday_compensation: rate[11],
        };
        let law = StatutoryFigures::shipped().for_date(date(2026, 1, 1)).unwrap();
        let _ = with_contributions(&billed, &worker, &settings, &contributions, law);
    }
}
