use jiff::civil::{Date, date};
use liksa_money::Quantity;
use liksa_rates::Vehicle;

use super::*;
use crate::bill::{Allowances, Bill, ExpenseClass, ExpenseKind, Pricing, Row};
use crate::problem::Problem;
use crate::purchase::{PurchaseCost, PurchaseState};
use crate::share::{Share, ShareState};

const PAYDAY: Date = date(2026, 3, 20);

/// Pellervo's guide for co-operatives: a wage of 100 € with holiday compensation, by the rates printed there.
#[test]
fn pellervo_cooperative_2020() {
    let contributions = Contributions {
        employer_tyel: percent("18.15"),
        health_insurance: percent("1.34"),
        accident_insurance: percent("1.5"),
        employee_tyel: percent("7.15"),
        employee_unemployment: percent("1.25"),
        holiday_compensation: percent("9"),
        ..Contributions::default()
    };
    let rates = StatutoryFigures::shipped().for_date(date(2020, 1, 1)).unwrap();
    let summary =
        with_contributions(&rows("131.88"), &employee(), &bare_settings("0"), &contributions, rates).unwrap();
    assert_eq!(summary.gross_salary, money("109.00"));
    assert_eq!(summary.holiday_compensation, money("9.00"));
    assert_eq!(summary.tax_amount, money("21.80"));
    assert_eq!((summary.tyel, summary.unemployment), (money("7.79"), money("1.36")));
    assert_eq!((summary.employer_tyel, summary.health_insurance), (money("19.78"), money("1.46")));
    assert_eq!(summary.accident_insurance, money("1.64"));
    assert_eq!(summary.rounding, Money::ZERO);
    assert_eq!(summary.salary, money("78.05"));
}

/// A public calculator of 2023: 1000 €, fee 4 %, a full day and 100 km, without the YEL duty.
#[test]
fn travel_costs_2023() {
    let payday = date(2023, 5, 20);
    let allowances = Allowances { full_days: 1, ..Allowances::default() };
    let reimbursements = Reimbursements::for_travel(
        StatutoryFigures::shipped(),
        Quantity::whole(100),
        Vehicle::Car,
        allowances,
        payday,
    )
    .unwrap();
    assert_eq!((reimbursements.kilometers, reimbursements.days), (money("53"), money("48")));
    let worker = Worker { yel_insured: false, ..entrepreneur() };
    let summary = calculate(
        StatutoryFigures::shipped(),
        &Billed { reimbursements, ..rows("1000") },
        &worker,
        &bare_settings("4"),
        payday,
    )
    .unwrap();
    assert_eq!(summary.service_fee, money("40"));
    assert_eq!(summary.gross_salary, money("859.00"));
    assert_eq!(summary.tax_amount, money("171.80"));
    assert_eq!(summary.salary, money("788.20"));
}

#[test]
fn light_entrepreneur_2026() {
    let summary =
        calculate(StatutoryFigures::shipped(), &rows("1000"), &entrepreneur(), &bare_settings("5"), PAYDAY)
            .unwrap();
    assert_eq!(summary.gross_salary, money("932.20"));
    assert_eq!(summary.health_insurance, money("17.81"));
    assert_eq!(summary.rounding, money("-0.01"));
    assert_eq!(summary.tax_amount, money("186.44"));
    assert_eq!(summary.net, money("745.76"));
    assert_eq!(summary.holiday_compensation, Money::ZERO);
    assert_eq!(summary.salary_percent, percent("74.576"));
}

#[test]
fn light_entrepreneur_with_travel_2026() {
    let reimbursements =
        Reimbursements { kilometers: money("55"), days: money("54"), ..Reimbursements::default() };
    let billed = Billed { reimbursements, ..rows("1000") };
    let summary =
        calculate(StatutoryFigures::shipped(), &billed, &entrepreneur(), &bare_settings("5"), PAYDAY)
            .unwrap();
    assert_eq!(summary.gross_salary, money("825.24"));
    assert_eq!(summary.health_insurance, money("15.76"));
    assert_eq!(summary.tax_amount, money("165.05"));
    assert_eq!(summary.salary, money("769.19"));
}

#[test]
fn employee_2026() {
    let settings = ProviderSettings {
        service_percent: percent("5"),
        accident_insurance: percent("0.57"),
        group_life: percent("0.06"),
        ..ProviderSettings::default()
    };
    let summary =
        calculate(StatutoryFigures::shipped(), &rows("1000"), &employee(), &settings, PAYDAY).unwrap();
    assert_eq!(summary.gross_salary, money("792.00"));
    assert_eq!(summary.employer_tyel, money("135.43"));
    assert_eq!(summary.employer_unemployment, money("2.46"));
    assert_eq!(summary.health_insurance, money("15.13"));
    assert_eq!((summary.accident_insurance, summary.group_life), (money("4.51"), money("0.48")));
    assert_eq!(summary.tax_amount, money("158.40"));
    assert_eq!((summary.tyel, summary.unemployment), (money("57.82"), money("7.05")));
    assert_eq!(summary.net, money("568.73"));
}

#[test]
fn distraint_takes_by_the_table_of_2026() {
    let law = &StatutoryFigures::shipped().for_date(date(2026, 1, 1)).unwrap().distraint;
    let taken =
        |net: &str, dependants: u8| DistraintOrder::monthly(dependants).taken_from(money(net), law).unwrap();
    assert_eq!(DistraintOrder::monthly(2).protected(law), Ok(money("1570.50")));
    for (net, dependants, expected) in [
        ("990.90", 0, "0"),
        ("1500", 0, "339.40"),
        ("2500", 0, "833.33"),
        ("5000", 0, "2150.32"),
        ("12000", 0, "6000.00"),
        ("2000", 2, "286.33"),
        ("-500", 0, "0"),
    ] {
        assert_eq!(taken(net, dependants), money(expected), "{net} with {dependants} dependants");
    }
}

#[test]
fn distraint_counts_the_protected_portion_once_in_a_period() {
    let law = &StatutoryFigures::shipped().for_date(date(2026, 1, 1)).unwrap().distraint;
    let whole = DistraintOrder::monthly(0).taken_from(money("2500"), law).unwrap();
    let first = DistraintOrder::monthly(0).taken_from(money("1500"), law).unwrap();
    let order =
        DistraintOrder { earlier_net: money("1500"), earlier_distraint: first, ..DistraintOrder::monthly(0) };
    let second = order.taken_from(money("1000"), law).unwrap();
    assert_eq!(first.plus(second), Ok(whole));
}

#[test]
fn a_fixed_distraint_leaves_the_protected_portion() {
    let law = &StatutoryFigures::shipped().for_date(date(2026, 1, 1)).unwrap().distraint;
    let order = DistraintOrder { fixed: Some(money("200")), ..DistraintOrder::monthly(0) };
    assert_eq!(order.taken_from(money("1500"), law), Ok(money("200")));
    assert_eq!(order.taken_from(money("1000"), law), Ok(money("9.10")));
    assert_eq!(order.taken_from(money("900"), law), Ok(Money::ZERO));
}

#[test]
fn the_tax_card_splits_the_salary_that_crosses_the_ceiling() {
    let card = TaxCard {
        base_percent: percent("20"),
        ceiling: money("15000"),
        additional_percent: percent("40"),
        paid_this_year: money("14500"),
    };
    let law = &StatutoryFigures::shipped().for_date(date(2026, 1, 1)).unwrap().withholding;
    let tax = |paid: &str, gross: &str| {
        let card = TaxCard { paid_this_year: money(paid), ..card };
        TaxBasis::Card(card).withheld_from(money(gross), law).unwrap()
    };
    assert_eq!(card.split(money("1000")), Ok((money("500"), money("500"))));
    assert_eq!(tax("14500", "1000"), money("300"));
    assert_eq!(tax("0", "1000"), money("200"));
    assert_eq!(tax("15000", "1000"), money("400"));
    assert_eq!(tax("15500", "-1000"), money("-300"), "taken back from the top");
    assert_eq!(TaxBasis::NoCard.withheld_from(money("1000"), law), Ok(money("600")));
}

#[test]
fn the_fee_stops_at_the_months_maximum() {
    let settings = ProviderSettings::default();
    let fee = |total: &str, charged: &str| {
        let worker = Worker { service_fee_charged_this_month: money(charged), ..entrepreneur() };
        deductions::service_fee(money(total), &worker, &settings).unwrap()
    };
    assert_eq!(fee("1000", "0"), money("69"));
    assert_eq!(fee("10000", "0"), money("500"));
    assert_eq!(fee("1000", "450"), money("50"));
    assert_eq!(fee("1000", "501"), Money::ZERO);
    assert_eq!(fee("-1000", "0"), money("-69"));
    assert_eq!(fee("-10000", "0"), money("-500"));
    let negotiated = Worker { service_percent: Some(percent("5")), ..entrepreneur() };
    assert_eq!(deductions::service_fee(money("1000"), &negotiated, &settings), Ok(money("50")));
}

#[test]
fn reductions_leave_the_rest_for_the_next_salary() {
    let worker = Worker { reductions: money("1000"), ..entrepreneur() };
    let summary =
        calculate(StatutoryFigures::shipped(), &rows("1000"), &worker, &bare_settings("5"), PAYDAY).unwrap();
    assert_eq!(summary.reductions, money("745.76"));
    assert_eq!(summary.reductions_left, money("254.24"));
    assert_eq!((summary.net, summary.salary), (Money::ZERO, Money::ZERO));
}

#[test]
fn age_decides_what_is_due() {
    let due = |worker: Worker, payday: Date| {
        let rates = StatutoryFigures::shipped().for_date(payday).unwrap();
        Contributions::due(&worker, &ProviderSettings::default(), rates, payday)
    };
    let young = due(Worker { age: Age::Years(16), ..employee() }, PAYDAY);
    assert_eq!((young.employee_tyel, young.employer_tyel, young.employee_unemployment), Default::default());
    assert_eq!(young.health_insurance, percent("1.91"));
    let old = due(Worker { age: Age::Born(date(1956, 1, 1)), ..employee() }, PAYDAY);
    assert_eq!((old.employer_tyel, old.employer_unemployment, old.health_insurance), Default::default());
    assert_eq!(old.accident_insurance, percent("0.60"), "the accident insurance knows no age");

    let yel = Worker { pay_yel_through_service: true, ..entrepreneur() };
    assert_eq!(due(yel.clone(), PAYDAY).yel, percent("24.4"));
    let dear = Worker { age: Age::Years(55), ..yel.clone() };
    assert_eq!(due(dear, date(2025, 3, 20)).yel, percent("25.6"));
    assert_eq!(due(Worker { age: Age::Years(17), ..yel }, PAYDAY).yel, Rate::ZERO);
    assert_eq!(due(Worker { yel_insured: false, ..entrepreneur() }, PAYDAY).health_insurance, Rate::ZERO);
    let below_the_yel_ages = due(Worker { age: Age::Years(17), ..entrepreneur() }, PAYDAY);
    assert_eq!(below_the_yel_ages.health_insurance, Rate::ZERO, "no duty, and none through it");
    assert_eq!(due(entrepreneur(), PAYDAY).group_life, Rate::ZERO);
}

#[test]
fn holiday_compensation_grows_after_a_year() {
    let holiday = |since: Option<Date>| {
        let worker = Worker { employed_since: since, ..employee() };
        let rates = StatutoryFigures::shipped().for_date(PAYDAY).unwrap();
        Contributions::due(&worker, &ProviderSettings::default(), rates, PAYDAY).holiday_compensation
    };
    assert_eq!(holiday(None), percent("9"));
    assert_eq!(holiday(Some(date(2025, 3, 21))), percent("9"));
    assert_eq!(holiday(Some(date(2025, 3, 20))), percent("11.5"));
}

#[test]
fn the_profession_may_have_its_own_accident_insurance() {
    let mut settings = ProviderSettings::default();
    settings.accident_insurance_by_profession.insert("71150".into(), percent("4.2"));
    let worker = Worker { profession_code: Some("71150".into()), ..entrepreneur() };
    let summary = calculate(StatutoryFigures::shipped(), &rows("1000"), &worker, &settings, PAYDAY).unwrap();
    assert_eq!(summary.accident_insurance_rate, percent("4.2"));
}

#[test]
fn reimbursements_beyond_the_billed_amount_are_refused() {
    let reimbursements = Reimbursements { expenses: money("950.01"), ..Reimbursements::default() };
    let too_much = Billed { reimbursements, ..rows("1000") };
    assert_eq!(
        calculate(StatutoryFigures::shipped(), &too_much, &entrepreneur(), &bare_settings("5"), PAYDAY),
        Err(SalaryError::NotEnough)
    );
    let reimbursements = Reimbursements { expenses: money("950"), ..Reimbursements::default() };
    let just = calculate(
        StatutoryFigures::shipped(),
        &Billed { reimbursements, ..rows("1000") },
        &entrepreneur(),
        &bare_settings("5"),
        PAYDAY,
    );
    assert_eq!(just.unwrap().gross_salary, Money::ZERO);
}

/// Two rows, travel by another vehicle, a receipt, a subcontractor and a purchase invoice paid at once.
fn bill() -> Bill {
    let mut bill = Bill::draft(percent("25.5"));
    let mut work = Row::empty(date(2025, 12, 30), percent("25.5"));
    work.pricing = Pricing::Amount { unit_price: Some(money("33.3333")), amount: Some(Quantity::whole(30)) };
    work.journey.kilometers = Quantity::whole(40);
    work.journey.vehicle = Vehicle::Motorcycle;
    let mut gig = Row::empty(date(2026, 1, 2), percent("10"));
    gig.pricing = Pricing::Contract { price: Some(money("500")) };
    gig.journey.kilometers = Quantity::whole(40);
    gig.journey.vehicle = Vehicle::Motorcycle;
    gig.expenses.set(ExpenseKind::Hotel, ExpenseClass::Vat13Half, money("113.50"));
    bill.rows = vec![work, gig];
    bill.shares = [(ShareState::Approved, "100"), (ShareState::Declined, "70")]
        .map(|(state, amount)| Share {
            id: None,
            percent: None,
            state,
            subcontractor: None,
            date: None,
            amount: Some(money(amount)),
            description: String::new(),
        })
        .to_vec();
    bill.purchases = [(PurchaseState::PayNow, true), (PurchaseState::WaitingForPayment, false)]
        .map(|(state, pay_now)| PurchaseCost {
            state,
            amount: money("40"),
            pay_now,
            commission: None,
            receipts: 1,
        })
        .to_vec();
    bill
}

#[test]
fn a_bill_gives_its_salary() {
    let salary_of = |bill: &Bill| {
        let settings = ProviderSettings::default();
        from_bill(StatutoryFigures::shipped(), bill, &entrepreneur(), &settings, PAYDAY).unwrap()
    };
    let summary = salary_of(&bill());
    assert_eq!(summary.total_billing_without_vat, money("1500.00"));
    assert_eq!(summary.total_billing, money("1805.00"), "255 and 50 € of VAT");
    assert_eq!(summary.contracting, money("183.00"), "100 + 40 + 40 and 3 € of commission");
    assert_eq!((summary.commission, summary.shares_received), (money("3.00"), Money::ZERO));
    let mut agreed = bill();
    agreed.purchases[0].commission = Some(money("2.50"));
    let agreed = salary_of(&agreed);
    assert_eq!((agreed.commission, agreed.contracting), (money("2.50"), money("182.50")), "as it was agreed");
    // 40 km at 0.45 € in 2025 and at 0.42 € in 2026.
    assert_eq!(summary.total_reimbursements, money("148.30"));
    assert_eq!(summary.service_fee, money("103.50"));
    assert_eq!(summary.billable_amount_to_be_paid, money("1065.20"));
}

#[test]
fn reimbursements_on_top_are_billed_with_the_vat_of_the_work() {
    let mut bill = bill();
    bill.bill_reimbursements = true;
    let totals = totals(StatutoryFigures::shipped(), &bill, PAYDAY).unwrap();
    let summary =
        from_bill(StatutoryFigures::shipped(), &bill, &entrepreneur(), &ProviderSettings::default(), PAYDAY)
            .unwrap();
    assert_eq!(summary.amount, money("1500.00"));
    assert_eq!(summary.total_billing_without_vat, money("1648.30"));
    // 25.5 % of 1017.999 and 10 % of 630.30.
    assert_eq!(totals.vat, money("322.62"));
    assert_eq!(summary.total_billing, totals.gross);
}

#[test]
fn reverse_vat_leaves_no_vat() {
    let mut bill = bill();
    bill.reverse_vat = true;
    bill.settle_choices();
    let summary =
        from_bill(StatutoryFigures::shipped(), &bill, &entrepreneur(), &ProviderSettings::default(), PAYDAY)
            .unwrap();
    assert_eq!(summary.total_billing, summary.total_billing_without_vat);
    assert!(!summary.has_vat);
}

#[test]
fn every_row_that_cannot_be_calculated_is_named() {
    let mut bill = bill();
    bill.rows[0].date = Some(date(2019, 5, 1));
    bill.rows[1].date = Some(date(2031, 5, 1));
    let problems =
        from_bill(StatutoryFigures::shipped(), &bill, &entrepreneur(), &ProviderSettings::default(), PAYDAY)
            .unwrap_err();
    let expected = [
        Problem::new("billableitems[0].vehicle", ErrorKey::UnknownRate),
        Problem::new("billableitems[1].date", ErrorKey::UnknownYear).of_year(2031),
    ];
    assert_eq!(problems, expected);
}

#[test]
fn a_credit_note_mirrors_its_bill() {
    let settings = ProviderSettings::default();
    let bill =
        calculate(StatutoryFigures::shipped(), &rows("1234.56"), &employee(), &settings, PAYDAY).unwrap();
    let credit =
        calculate(StatutoryFigures::shipped(), &rows("-1234.56"), &employee(), &settings, PAYDAY).unwrap();
    let mirrored = [
        (bill.service_fee, credit.service_fee),
        (bill.gross_salary, credit.gross_salary),
        (bill.employer_costs, credit.employer_costs),
        (bill.tax_amount, credit.tax_amount),
        (bill.employee_cost, credit.employee_cost),
        (bill.net, credit.net),
    ];
    for (amount, back) in mirrored {
        assert_eq!(amount.negated(), Ok(back));
    }
    assert_eq!(bill.salary_percent, credit.salary_percent);
    let indebted = Worker { reductions: money("50"), ..employee() };
    let credit =
        calculate(StatutoryFigures::shipped(), &rows("-1234.56"), &indebted, &settings, PAYDAY).unwrap();
    assert_eq!((credit.reductions, credit.reductions_left), (Money::ZERO, money("50")));
}

/// An employee who was paid so much in the month, of which TyEL was taken from a part.
fn paid_this_month(paid: &str, insured: &str) -> Worker {
    let tyel_this_month = TyelWages { paid: money(paid), insured: money(insured) };
    Worker { tyel_this_month, ..employee() }
}

fn salary_of(price: &str, worker: &Worker) -> Summary {
    calculate(StatutoryFigures::shipped(), &rows(price), worker, &bare_settings("0"), PAYDAY).unwrap()
}

#[test]
fn wages_below_the_monthly_floor_bear_no_tyel() {
    let small = salary_of("70", &employee());
    // 70 / 1.0222: unemployment 0.31 % and health insurance 1.91 % alone.
    assert_eq!(small.gross_salary, money("68.48"));
    assert_eq!((small.tyel, small.employer_tyel, small.tyel_base), Default::default());
    assert_eq!(small.tyel_wage, small.gross_salary);
    assert!(small.unemployment.is_positive() && small.health_insurance.is_positive());

    let larger = salary_of("100", &employee());
    // 100 / 1.1932, with 17.10 % of TyEL.
    assert_eq!(larger.gross_salary, money("83.81"));
    assert_eq!((larger.tyel, larger.employer_tyel), (money("6.12"), money("14.33")));
    assert_eq!(larger.tyel_base, larger.gross_salary);
    let entrepreneur = salary_of("100", &entrepreneur());
    assert_eq!((entrepreneur.tyel_wage, entrepreneur.tyel_base), Default::default());
}

/// Without TyEL the wage would reach the floor of 71.72, with it just not: it is insured.
#[test]
fn a_wage_that_would_reach_the_floor_is_insured() {
    assert_eq!(salary_of("73.30", &employee()).tyel_base, Money::ZERO, "71.71 without TyEL");
    let at_the_floor = salary_of("73.32", &employee());
    assert_eq!(at_the_floor.gross_salary, money("61.45"));
    assert_eq!(at_the_floor.tyel, money("4.49"));
}

#[test]
fn the_salary_that_lifts_the_month_over_the_floor_bears_the_tyel_of_all_of_it() {
    let second = salary_of("50", &paid_this_month("40", "0"));
    // (50 − 17.10 % of 40) / 1.1932
    assert_eq!(second.gross_salary, money("36.17"));
    assert_eq!(second.tyel_base, money("76.17"));
    assert_eq!((second.tyel, second.employer_tyel), (money("5.56"), money("13.03")));
    assert_eq!(second.tyel_wage, money("36.17"), "the first counted for the floor when it was paid");

    let third = salary_of("10", &paid_this_month("76.17", "76.17"));
    assert_eq!(third.tyel_base, third.gross_salary, "nothing is insured twice");
    let still_below = salary_of("20", &paid_this_month("40", "0"));
    assert_eq!(still_below.tyel_base, Money::ZERO);
    // 12 € would be due for the first salary alone.
    let too_small = salary_of("3", &paid_this_month("70", "0"));
    assert_eq!((too_small.tyel_base, too_small.net.is_negative()), (Money::ZERO, false));
}

#[test]
fn the_floor_of_a_credit_note_is_that_of_its_bill() {
    for price in ["70", "100"] {
        let (bill, credit) = (salary_of(price, &employee()), salary_of(&format!("-{price}"), &employee()));
        assert_eq!(credit.tyel, bill.tyel.negated().unwrap());
        assert_eq!(credit.gross_salary, bill.gross_salary.negated().unwrap());
    }
}
