//! Worked examples: what the arithmetic gives, and how amounts are read and printed.

use liksa_money::{DecimalError, Money, MoneyError, Quantity, Rate, allocate};

fn money(text: &str) -> Money {
    text.parse().unwrap()
}

fn percent(text: &str) -> Rate {
    Rate::from_percent_str(text).unwrap()
}

#[test]
fn arithmetic_is_exact_and_checked() {
    assert_eq!(money("0.1").plus(money("0.2")), Ok(money("0.3")));
    assert_eq!(money("1").minus(money("2.0001")), Ok(money("-1.0001")));
    assert_eq!(money("19.99").times(3), Ok(money("59.97")));
    assert_eq!(money("5").negated(), Ok(money("-5")));

    let largest = Money::from_units(i64::MAX);
    let least = Money::from_units(i64::MIN);
    assert_eq!(largest.plus(Money::from_units(1)), Err(MoneyError::Overflow));
    assert_eq!(least.minus(Money::from_units(1)), Err(MoneyError::Overflow));
    assert_eq!(least.negated(), Err(MoneyError::Overflow));
    assert_eq!(largest.times(2), Err(MoneyError::Overflow));
    assert_eq!(largest.rounded_to_cents(), Ok(Money::from_units(i64::MAX - 7)));
    assert_eq!(Money::from_cents(i64::MAX), Err(MoneyError::Overflow));
}

#[test]
fn a_sum_needs_only_its_result_to_fit() {
    let largest = Money::from_units(i64::MAX);
    let amounts = [largest, largest, largest.negated().unwrap()];
    assert_eq!(Money::sum(amounts), Ok(largest));
    assert_eq!(Money::sum([largest, largest]), Err(MoneyError::Overflow));
    assert_eq!(Money::sum([]), Ok(Money::ZERO));
}

#[test]
fn rounding_to_cents_goes_half_away_from_zero() {
    let cases = [("0.0049", "0"), ("0.005", "0.01"), ("-0.005", "-0.01"), ("-0.0049", "0"), ("1.9951", "2")];
    for (exact, rounded) in cases {
        assert_eq!(money(exact).rounded_to_cents(), Ok(money(rounded)), "{exact}");
    }
}

#[test]
fn shares_round_once() {
    assert_eq!(money("100").share(percent("25.5")), Ok(money("25.50")));
    assert_eq!(money("0.0998").share(percent("10")), Ok(money("0.01")));
    // Rounding to 0.0100 × 50 % first and to cents afterwards would give another cent.
    assert_eq!(money("0.0099").share(percent("50")), Ok(Money::ZERO));
    assert_eq!(money("-33.33").share(percent("7.5")), Ok(money("-2.50")));
    assert_eq!(money("1000").share(percent("0.31")), Ok(money("3.10")));
}

#[test]
fn shares_of_several_amounts_round_once_together() {
    let quarter = (money("0.50"), percent("25"));
    assert_eq!(Money::sum_of_shares(&[quarter, quarter]), Ok(money("0.25")));
    assert_eq!(Money::sum_of_shares(&[]), Ok(Money::ZERO));
    let most = (Money::from_units(i64::MAX), Rate::from_millionths(i64::MAX));
    assert_eq!(Money::sum_of_shares(&[most, most, most]), Err(MoneyError::Overflow));
}

#[test]
fn adding_a_rate_and_taking_it_away_agree() {
    assert_eq!(money("125.50").divided_by_one_plus(percent("25.5")), Ok(money("100")));
    assert_eq!(money("125.50").share_included(percent("25.5")), Ok(money("25.50")));
    assert_eq!(money("1090").share_included(percent("9")), Ok(money("90")));
    assert_eq!(money("1").divided_by_one_plus(percent("-100")), Err(MoneyError::DivisionByZero));
}

#[test]
fn fractions_of_money() {
    assert_eq!(money("509.10").fraction(2, 3), Ok(money("339.40")));
    assert_eq!(money("2500").fraction(1, 3), Ok(money("833.33")));
    assert_eq!(money("0.05").fraction(1, 2), Ok(money("0.03")));
    assert_eq!(money("1").fraction(1, 0), Err(MoneyError::DivisionByZero));
}

#[test]
fn unit_prices_keep_four_decimals() {
    let hours: Quantity = "12,75".parse().unwrap();
    assert_eq!(money("45.1234").times_quantity(hours), Ok(money("575.3234")));
    assert_eq!(money("45.1234").times_quantity(Quantity::whole(-2)), Ok(money("-90.2468")));
}

#[test]
fn prices_of_one_have_three_decimals() {
    let hours = |text: &str| text.parse::<Quantity>().unwrap();
    assert_eq!(money("100").per(hours("3")), Ok(money("33.333")));
    assert_eq!(money("-100").per(hours("1.5")), Ok(money("-66.667")));
    assert_eq!(money("100").per(Quantity::ZERO), Err(MoneyError::DivisionByZero));
}

#[test]
fn row_prices_with_and_without_vat_have_four_decimals() {
    assert_eq!(money("79.6813").price_with(percent("25.5")), Ok(money("100")));
    assert_eq!(money("100").price_without(percent("25.5")), Ok(money("79.6813")));
    assert_eq!(money("-100").price_without(percent("25.5")), Ok(money("-79.6813")));
    assert_eq!(money("1").price_without(percent("-100")), Err(MoneyError::DivisionByZero));
}

#[test]
fn a_ratio_is_a_rate() {
    assert_eq!(money("1").ratio_to(money("3")), Ok(Rate::from_millionths(333_333)));
    assert_eq!(money("2").ratio_to(money("-3")), Ok(Rate::from_millionths(-666_667)));
    assert_eq!(money("2").ratio_to(Money::ZERO), Err(MoneyError::DivisionByZero));
}

#[test]
fn allocation_gives_left_over_cents_in_order() {
    let thirds = allocate(money("100"), &[1, 1, 1]).unwrap();
    assert_eq!(thirds, [money("33.34"), money("33.33"), money("33.33")]);
    let refund = allocate(money("-0.05"), &[3, 0, 7]).unwrap();
    assert_eq!(refund, [money("-0.02"), Money::ZERO, money("-0.03")]);
    // The first share is exact, so the odd cent belongs to one of the others.
    let uneven = allocate(money("0.04"), &[2, 1, 1, 4]).unwrap();
    assert_eq!(uneven, [money("0.01"), money("0.01"), Money::ZERO, money("0.02")]);
}

#[test]
fn allocation_refuses_what_has_no_answer() {
    assert_eq!(allocate(money("1"), &[]), Err(MoneyError::DivisionByZero));
    assert_eq!(allocate(money("1"), &[0, 0]), Err(MoneyError::DivisionByZero));
    assert_eq!(allocate(money("0.001"), &[1]), Err(MoneyError::NotWholeCents));
}

#[test]
fn reads_what_people_write() {
    let cases = [
        ("1234,5", "1234.50"),
        ("1234.50", "1234.50"),
        ("1 234,50 €", "1234.50"),
        ("1\u{a0}234\u{202f}567,00€", "1234567.00"),
        ("  -7 ", "-7.00"),
        ("−7,25\u{a0}€", "-7.25"),
        ("€ 12", "12.00"),
        ("+3,5", "3.50"),
        ("-€12", "-12.00"),
        ("0,1234", "0.1234"),
        ("1.234", "1.234"),
        ("-0", "0.00"),
        ("007", "7.00"),
    ];
    for (text, plain) in cases {
        assert_eq!(text.parse::<Money>().map(Money::plain), Ok(plain.to_owned()), "{text}");
    }
}

#[test]
fn further_decimals_are_rounded_where_that_is_asked_for() {
    for (text, plain) in [
        ("33,33333", "33.3333"),
        ("1.23455", "1.2346"),
        ("-1.23455 €", "-1.2346"),
        ("0.99995", "1.00"),
        ("0,000049999", "0.00"),
        ("12,5", "12.50"),
    ] {
        assert_eq!(Money::parse_rounded(text).map(Money::plain), Ok(plain.to_owned()), "{text}");
    }
    assert_eq!(Money::parse_rounded("1.2.3"), Err(DecimalError::NotANumber));
}

#[test]
fn refuses_what_is_not_an_amount() {
    use DecimalError::{Empty, NotANumber, OutOfRange, TooLong, TooManyDecimals};
    let cases = [
        ("", Empty),
        (" \u{a0} ", Empty),
        ("€", NotANumber),
        ("-", NotANumber),
        ("--1", NotANumber),
        ("+-1", NotANumber),
        ("1e3", NotANumber),
        ("NaN", NotANumber),
        ("inf", NotANumber),
        ("1.234,50", NotANumber),
        ("1,234.50", NotANumber),
        ("12 50", NotANumber),
        ("1234 567", NotANumber),
        ("1  234", NotANumber),
        ("1,5 0", NotANumber),
        (",5", NotANumber),
        ("5,", NotANumber),
        ("€5€", NotANumber),
        ("5 %", NotANumber),
        ("１２", NotANumber),
        ("0,00000", TooManyDecimals(4)),
        ("922337203685477,5808", OutOfRange),
        ("99999999999999999999999999999999999999999999999999999999999", OutOfRange),
        ("00000000000000000000000000000000000000000000000000000000000000001", TooLong),
    ];
    for (text, error) in cases {
        assert_eq!(text.parse::<Money>(), Err(error), "{text}");
    }
}

#[test]
fn prints_for_people_and_for_programs() {
    let cases = [
        ("0", "0,00 €", "0.00"),
        ("1234.5", "1\u{a0}234,50 €", "1234.50"),
        ("-1234567.1", "−1\u{a0}234\u{a0}567,10 €", "-1234567.10"),
        ("0.123", "0,123 €", "0.123"),
        ("-0.0001", "−0,0001 €", "-0.0001"),
        ("-922337203685477.5808", "−922\u{a0}337\u{a0}203\u{a0}685\u{a0}477,5808 €", "-922337203685477.5808"),
    ];
    for (text, finnish, plain) in cases {
        assert_eq!(money(text).to_string(), finnish.replace(" €", "\u{a0}€"));
        assert_eq!(money(text).plain(), plain);
    }
    assert_eq!("1200,50".parse::<Quantity>().unwrap().to_string(), "1\u{a0}200,5");
}

#[test]
fn rates_are_exact() {
    assert_eq!(percent("24.85").millionths(), 248_500);
    assert_eq!(percent("0,31 %").millionths(), 3_100);
    assert_eq!(Rate::from_fraction_str("0.195").unwrap(), percent("19.5"));
    assert_eq!(Rate::from_percent_str("0.00001"), Err(DecimalError::TooManyDecimals(4)));
    assert_eq!(Rate::from_fraction_str("0.1234567"), Err(DecimalError::TooManyDecimals(6)));
    assert_eq!(percent("17.4").plus(percent("7.45")), Ok(percent("24.85")));
    assert_eq!(percent("25.5").to_string(), "25,5\u{a0}%");
    assert_eq!(percent("10").to_string(), "10\u{a0}%");
    assert_eq!(percent("25.5").plain_fraction(), "0.255");
    assert_eq!(percent("25.5").plain_percent(), "25.5");
    assert_eq!(Rate::ZERO.plain_fraction(), "0");
}

#[test]
fn an_average_has_two_decimals() {
    let kilometers = |text: &str| text.parse::<Quantity>().unwrap();
    assert_eq!(kilometers("352").average(1), Ok(kilometers("352")));
    assert_eq!(kilometers("100").average(3), Ok(kilometers("33.33")));
    assert_eq!(kilometers("200").average(3), Ok(kilometers("66.67")));
    assert_eq!(kilometers("0.01").average(2), Ok(kilometers("0.01")), "half away from zero");
    assert_eq!(kilometers("352").average(0), Err(MoneyError::DivisionByZero));
}
