//! The price arithmetic that the web app repeats while the user types. `web/src/lib/price.test.ts` reads the same
//! numbers, which were computed apart from both with exact fractions.

use liksa_domain::bill::Pricing;
use liksa_money::{Money, Quantity, Rate};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Vectors {
    with_vat: Vec<Vat>,
    without_vat: Vec<Vat>,
    total: Vec<Amount>,
    unit_price: Vec<Amount>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Vat {
    alv: String,
    alv_price: String,
    price: String,
}

#[derive(Deserialize)]
struct Amount {
    hourlyprice: String,
    #[serde(rename = "billableWorkHours")]
    amount: String,
    #[serde(rename = "totalPrice")]
    total: String,
}

fn vectors() -> Vectors {
    serde_json::from_str(include_str!("../price_vectors.json")).unwrap()
}

fn money(text: &str) -> Money {
    text.parse().unwrap()
}

fn amount(text: &str) -> Option<Quantity> {
    Some(text.parse().unwrap())
}

#[test]
fn a_price_with_vat_follows_from_the_one_without() {
    for Vat { alv, alv_price, price } in vectors().with_vat {
        let pricing = Pricing::Contract { price: Some(money(&alv_price)) };
        let rate = Rate::from_percent_str(&alv).unwrap();
        assert_eq!(pricing.total_with_vat(rate), Ok(money(&price)), "{alv_price} with {alv} %");
    }
}

#[test]
fn a_price_without_vat_follows_from_the_one_with_it() {
    for Vat { alv, alv_price, price } in vectors().without_vat {
        let rate = Rate::from_percent_str(&alv).unwrap();
        let pricing =
            Pricing::Contract { price: None }.with_total_including_vat(money(&price), rate).unwrap();
        assert_eq!(pricing.total(), Ok(money(&alv_price)), "{price} without its {alv} %");
    }
}

#[test]
fn a_total_is_so_many_at_a_unit_price() {
    for row in vectors().total {
        let pricing =
            Pricing::Amount { unit_price: Some(money(&row.hourlyprice)), amount: amount(&row.amount) };
        assert_eq!(pricing.total(), Ok(money(&row.total)), "{} at {}", row.amount, row.hourlyprice);
    }
}

#[test]
fn a_unit_price_follows_from_the_total() {
    for row in vectors().unit_price {
        let before = Pricing::Amount { unit_price: None, amount: amount(&row.amount) };
        let Pricing::Amount { unit_price, .. } = before.with_total(money(&row.total)).unwrap() else {
            panic!("an amount stays an amount");
        };
        assert_eq!(unit_price, Some(money(&row.hourlyprice)), "{} for {}", row.total, row.amount);
    }
}
