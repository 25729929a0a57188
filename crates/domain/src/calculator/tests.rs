use jiff::civil::date;
use proptest::prelude::*;

use super::*;
use crate::reading::NumberText;

const TODAY: Date = date(2026, 11, 15);

fn money(text: &str) -> Money {
    text.parse().unwrap()
}

fn percent(text: &str) -> Rate {
    Rate::from_percent_str(text).unwrap()
}

fn asked(price: &str) -> Input {
    Input { price: Some(money(price)), tax_percent: Some(percent("20")), ..Input::default() }
}

fn summary(input: &Input) -> Summary {
    calculate(StatutoryFigures::shipped(), input, &ProviderSettings::default(), TODAY).unwrap()
}

fn problems(input: &Input) -> Vec<(String, ErrorKey)> {
    listed(calculate(StatutoryFigures::shipped(), input, &ProviderSettings::default(), TODAY).unwrap_err())
}

fn listed(problems: Vec<Problem>) -> Vec<(String, ErrorKey)> {
    problems.into_iter().map(|problem| (problem.field, problem.key)).collect()
}

fn pair(field: &str, key: ErrorKey) -> (String, ErrorKey) {
    (field.to_owned(), key)
}

#[test]
fn an_invoice_of_2000_euros() {
    let result = summary(&Input { vat_rate: percent("25.5"), ..asked("2000") });
    assert_eq!(result.total_billing, money("2510"));
    assert_eq!(result.service_fee, money("138"));
    // 1862 / 1.0251: health insurance 1.91 % and the provider's accident cover 0.60 %.
    assert_eq!(result.gross_salary, money("1816.41"));
    assert_eq!(result.tax_amount, money("363.28"));
    assert_eq!(result.salary, money("1453.13"));
}

#[test]
fn hours_and_their_price_make_the_invoice() {
    let hourly =
        Input { price: None, hours: Some(Quantity::whole(40)), hourly_rate: Some(money("50")), ..asked("0") };
    assert_eq!(summary(&hourly), summary(&asked("2000")));
}

#[test]
fn nothing_but_a_price_is_needed() {
    let result = summary(&Input { tax_percent: None, ..asked("1000") });
    assert_eq!(result.tax_amount, result.gross_salary.share(percent("60")).unwrap(), "no card, 60 %");
    assert_eq!(result.health_insurance_rate, percent("1.91"));
}

#[test]
fn the_year_of_the_payday_says_the_rates() {
    let in_2020 = |month| {
        summary(&Input {
            worker_type: WorkerType::Employee,
            payday: Some(date(2020, month, 20)),
            ..asked("1000")
        })
    };
    assert!(in_2020(4).gross_salary < in_2020(5).gross_salary, "TyEL was cut in May");
}

#[test]
fn all_faults_come_at_once() {
    let wrong = Input {
        price: Some(money("-1")),
        vat_rate: percent("24"),
        tax_percent: Some(percent("61")),
        age: Some(121),
        kilometers: Quantity::whole(-1),
        full_days: 367,
        partial_days: 367,
        meals: 367,
        profession_code: Some("71 150".into()),
        service_percent: Some(percent("31")),
        ..Input::default()
    };
    let fields: Vec<String> = problems(&wrong).into_iter().map(|(field, _)| field).collect();
    let expected = [
        "kilometers",
        "age",
        "fulldaycompensation",
        "partialdaycompensation",
        "lunchcompensation",
        "servicePercent",
        "professionCode",
        "taxPercent",
        "alv",
        "price",
    ];
    assert_eq!(fields, expected);
}

#[test]
fn the_price_may_be_missing_in_several_ways() {
    let none = Input::default();
    assert_eq!(problems(&none), [pair("price", ErrorKey::Required)]);
    let no_rate = Input { hours: Some(Quantity::whole(-1)), ..Input::default() };
    assert_eq!(
        problems(&no_rate),
        [pair("hours", ErrorKey::OutOfRange), pair("hourlyRate", ErrorKey::Required)]
    );
    let too_much =
        Input { hours: Some(MOST_HOURS), hourly_rate: Some(HIGHEST_HOURLY_RATE), ..Input::default() };
    assert_eq!(problems(&too_much), [pair("hourlyRate", ErrorKey::OutOfRange)]);
    let dear = Input { price: Some(money("10000000.01")), ..Input::default() };
    assert_eq!(problems(&dear), [pair("price", ErrorKey::OutOfRange)]);
    let far = Input { kilometers: Quantity::whole(100), ..asked("50") };
    assert_eq!(problems(&far), [pair("price", ErrorKey::BilledAmountNotEnough)]);
}

#[test]
fn an_unknown_year_is_a_fault_of_the_payday() {
    for year in [2017, 2027] {
        let input = Input { payday: Some(date(year, 1, 20)), ..asked("1000") };
        assert_eq!(problems(&input), [pair("payday", ErrorKey::UnknownYear)]);
    }
}

#[test]
fn a_form_is_read_as_it_was_written() {
    let form = Question {
        price: Some("2 000,50".into()),
        vat_percent: Some("25.5".into()),
        tax_percent: Some("0.205".into()),
        age: Some("35.0".into()),
        kilometers: Some("12,5".into()),
        full_days: Some("".into()),
        payday: Some("20.03.2026".into()),
        worker_type: Some("WORKER".into()),
        service_percent: Some("0.069".into()),
        ..Question::default()
    };
    let expected = Input {
        price: Some(money("2000.50")),
        vat_rate: percent("25.5"),
        tax_percent: Some(percent("20.5")),
        age: Some(35),
        kilometers: "12.5".parse().unwrap(),
        payday: Some(date(2026, 3, 20)),
        worker_type: WorkerType::Employee,
        service_percent: Some(percent("6.9")),
        ..Input::default()
    };
    assert_eq!(form.read(StatutoryFigures::shipped(), TODAY), Ok(expected));
}

#[test]
fn bad_texts_and_bad_values_are_reported_together() {
    let form = Question {
        price: Some("NaN".into()),
        hours: Some("1e300".into()),
        age: Some("200".into()),
        kilometers: Some("-5".into()),
        full_days: Some("1.5".into()),
        meals: Some("-1".into()),
        payday: Some("1.1.2026".into()),
        ..Question::default()
    };
    let expected = [
        pair("price", ErrorKey::NotANumber),
        pair("hours", ErrorKey::NotANumber),
        pair("fulldaycompensation", ErrorKey::InvalidNumber),
        pair("lunchcompensation", ErrorKey::OutOfRange),
        pair("payday", ErrorKey::InvalidDateFormat),
        pair("kilometers", ErrorKey::OutOfRange),
        pair("age", ErrorKey::OutOfRange),
    ];
    assert_eq!(listed(form.read(StatutoryFigures::shipped(), TODAY).unwrap_err()), expected);
    assert_eq!(listed(form.read_without_price(StatutoryFigures::shipped(), TODAY).unwrap_err()), expected);
}

#[test]
fn a_wanted_salary_has_its_price() {
    let input = Input { tax_percent: Some(percent("20")), ..Input::default() };
    let solution = price_for_salary(
        StatutoryFigures::shipped(),
        &input,
        money("1453.13"),
        &ProviderSettings::default(),
        TODAY,
    )
    .unwrap();
    assert_eq!(solution.summary.salary, money("1453.13"));
    assert!(solution.price <= money("2000"));
    let nothing = price_for_salary(
        StatutoryFigures::shipped(),
        &input,
        Money::ZERO,
        &ProviderSettings::default(),
        TODAY,
    )
    .unwrap();
    assert_eq!(nothing.price, Money::ZERO);
}

#[test]
fn an_unreachable_salary_is_reported() {
    let reach = |wanted: &str| {
        let answer = price_for_salary(
            StatutoryFigures::shipped(),
            &Input::default(),
            money(wanted),
            &ProviderSettings::default(),
            TODAY,
        );
        listed(answer.unwrap_err())
    };
    assert_eq!(reach("9000000"), [pair("salary", ErrorKey::SalaryNotReachable)]);
    assert_eq!(reach("-1"), [pair("salary", ErrorKey::OutOfRange)]);
}

prop_compose! {
    fn any_input()(
        tax in 0i64..=600_000,
        age in 0u8..=120,
        kilometers in 0i32..=500,
        (full_days, meals) in (0u16..=5, 0u16..=5),
        employee in any::<bool>(),
        (yel_insured, pay_yel_through_service) in any::<(bool, bool)>(),
        service in 0i64..=300_000,
        (year, month) in (2018i16..=2026, 1i8..=12),
    ) -> Input {
        Input {
            tax_percent: Some(Rate::from_millionths(tax)),
            age: Some(age),
            kilometers: Quantity::whole(kilometers),
            full_days,
            meals,
            worker_type: if employee { WorkerType::Employee } else { WorkerType::Entrepreneur },
            yel_insured,
            pay_yel_through_service,
            service_percent: Some(Rate::from_millionths(service)),
            payday: Some(date(year, month, 20)),
            ..Input::default()
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    /// Two euros below the answer are searched cent by cent: none of them is enough.
    #[test]
    fn the_price_found_is_the_smallest_that_is_enough(input in any_input(), wanted in 0i64..=1_000_000) {
        let settings = ProviderSettings::default();
        let wanted = Money::from_cents(wanted).unwrap();
        let solution = price_for_salary(StatutoryFigures::shipped(), &input, wanted, &settings, TODAY).unwrap();
        prop_assert!(solution.summary.salary >= wanted);
        let price = solution.price.cents().unwrap();
        let at = |cents| {
            let price = Some(Money::from_cents(cents).unwrap());
            calculate(StatutoryFigures::shipped(), &Input { price, ..input.clone() }, &settings, TODAY)
        };
        prop_assert_eq!(at(price), Ok(solution.summary));
        for cents in (price - 200).max(0)..price {
            let reached = at(cents).is_ok_and(|summary| summary.salary >= wanted);
            prop_assert!(!reached, "{} cents are enough, {} were found", cents, price);
        }
    }

    /// What was invoiced is found again from what it left, or something smaller that leaves as much.
    #[test]
    fn there_and_back(input in any_input(), price in 100_000i64..=1_000_000) {
        let settings = ProviderSettings::default();
        let price = Money::from_cents(price).unwrap();
        let Ok(summary) = calculate(StatutoryFigures::shipped(), &Input { price: Some(price), ..input.clone() }, &settings, TODAY) else {
            return Ok(());
        };
        let solution = price_for_salary(StatutoryFigures::shipped(), &input, summary.salary, &settings, TODAY).unwrap();
        prop_assert!(solution.price <= price);
        prop_assert!(solution.summary.salary >= summary.salary);
    }

    #[test]
    fn no_form_makes_it_panic(
        texts in prop::collection::vec(prop::option::of("[-+0-9., eENa€%]{0,12}|\\PC{0,8}"), 14),
    ) {
        let text = |place: usize| texts[place].clone();
        let number = |place: usize| texts[place].as_deref().map(NumberText::from);
        let form = Question {
            price: number(0), hours: number(1), hourly_rate: number(2), vat_percent: number(3), tax_percent: number(4),
            age: number(5), kilometers: number(6), full_days: number(7), partial_days: number(8), meals: number(9),
            payday: text(10), worker_type: text(11), profession_code: text(12), service_percent: number(13),
            ..Question::default()
        };
        if let Ok(input) = form.read(StatutoryFigures::shipped(), TODAY) {
            let _ = calculate(StatutoryFigures::shipped(), &input, &ProviderSettings::default(), TODAY);
        }
        if let Ok(input) = form.read_without_price(StatutoryFigures::shipped(), TODAY) {
            let _ = price_for_salary(StatutoryFigures::shipped(), &input, Money::euros(1000), &ProviderSettings::default(), TODAY);
        }
    }
}

#[test]
fn a_form_asks_one_way_or_the_other() {
    let settings = ProviderSettings::default();
    let price =
        Question { price: Some("2000".into()), tax_percent: Some("0.2".into()), ..Question::default() };
    let there = price.answer(StatutoryFigures::shipped(), &settings, TODAY).unwrap();
    let wanted = there.salary.plain();
    let back = Question { salary: Some(wanted.as_str().into()), ..price }
        .answer(StatutoryFigures::shipped(), &settings, TODAY)
        .unwrap();
    assert_eq!(back.salary, there.salary);
    assert!(back.amount <= there.amount, "the smallest price that is enough");
}

#[test]
fn a_wanted_salary_is_checked_like_the_rest() {
    let settings = ProviderSettings::default();
    let form = Question { salary: Some("a lot".into()), age: Some("200".into()), ..Question::default() };
    let expected = vec![pair("salary", ErrorKey::NotANumber), pair("age", ErrorKey::OutOfRange)];
    assert_eq!(listed(form.answer(StatutoryFigures::shipped(), &settings, TODAY).unwrap_err()), expected);
    let beyond =
        Question { salary: Some("9 999 999".into()), tax_percent: Some("0.5".into()), ..Question::default() };
    let expected = vec![pair("salary", ErrorKey::SalaryNotReachable)];
    assert_eq!(listed(beyond.answer(StatutoryFigures::shipped(), &settings, TODAY).unwrap_err()), expected);
}

#[test]
fn the_figures_are_those_of_the_payday() {
    let figures = |day| Figures::on(StatutoryFigures::shipped(), day, &ProviderSettings::default());
    let now = figures(TODAY).unwrap();
    assert_eq!((now.car_per_km, now.full_day), (money("0.55"), money("54")));
    assert_eq!(now.vat_rates, [percent("25.5"), percent("13.5"), percent("10"), Rate::ZERO]);
    assert_eq!(figures(date(2018, 5, 1)).unwrap().car_per_km, money("0.42"));
    assert!(figures(date(1999, 5, 1)).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// About the floor of TyEL, where more invoiced may leave less.
    #[test]
    fn small_salaries_have_their_smallest_price(tax in 0i64..=600_000, wanted in 0i64..=9_000) {
        let (settings, wanted) = (ProviderSettings::default(), Money::from_cents(wanted).unwrap());
        let input = Input {
            tax_percent: Some(Rate::from_millionths(tax)),
            worker_type: WorkerType::Employee,
            ..Input::default()
        };
        let solution = price_for_salary(StatutoryFigures::shipped(), &input, wanted, &settings, TODAY).unwrap();
        prop_assert!(solution.summary.salary >= wanted);
        let price = solution.price.cents().unwrap();
        // Fifty euros below the answer, more than the fall at the floor.
        for cents in ((price - 5_000).max(0)..price).rev().step_by(17) {
            let price = Some(Money::from_cents(cents).unwrap());
            let reached = calculate(StatutoryFigures::shipped(), &Input { price, ..input.clone() }, &settings, TODAY);
            prop_assert!(!reached.is_ok_and(|summary| summary.salary >= wanted), "{cents} cents are enough");
        }
    }
}
