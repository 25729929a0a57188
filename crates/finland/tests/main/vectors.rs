//! A sample of values judged by other people's programs (python-stdnum and the finnish-* packages of npm):
//! what they agree on must hold here.

use std::str::FromStr;

use jiff::civil::Date;
use liksa_finland::{
    BankBarcode, Bic, BusinessId, Iban, PaymentReference, PersonalId, ReferenceNumber, RfReference, VatNumber,
};
use liksa_money::Money;
use serde_json::Value;

fn values(file: &str, key: &str) -> Vec<Value> {
    let file: Value = serde_json::from_str(file).unwrap();
    let values = file[key].as_array().unwrap().clone();
    assert_eq!(values.len(), 150);
    values
}

fn independent_checkers_agree<T: FromStr>(file: &str) {
    for (key, expected) in [("valid", true), ("invalid", false)] {
        for value in values(file, key) {
            let text = value.as_str().unwrap();
            assert_eq!(text.parse::<T>().is_ok(), expected, "{text:?} is {key}");
        }
    }
}

#[test]
fn business_ids() {
    independent_checkers_agree::<BusinessId>(include_str!("vectors/business-ids.json"));
}

#[test]
fn vat_numbers() {
    independent_checkers_agree::<VatNumber>(include_str!("vectors/vat-numbers.json"));
}

#[test]
fn personal_ids() {
    independent_checkers_agree::<PersonalId>(include_str!("vectors/personal-ids.json"));
}

#[test]
fn ibans() {
    independent_checkers_agree::<Iban>(include_str!("vectors/ibans.json"));
}

#[test]
fn bics() {
    independent_checkers_agree::<Bic>(include_str!("vectors/bics.json"));
}

#[test]
fn reference_numbers() {
    independent_checkers_agree::<ReferenceNumber>(include_str!("vectors/reference-numbers.json"));
}

#[test]
fn rf_references() {
    independent_checkers_agree::<RfReference>(include_str!("vectors/rf-references.json"));
}

/// The valid ones come as account, cents, reference, due date and the code that these make.
#[test]
fn bank_barcodes() {
    let file = include_str!("vectors/bank-barcodes.json");
    for row in values(file, "valid") {
        let iban: Iban = row[0].as_str().unwrap().parse().unwrap();
        let amount = Money::from_cents(row[1].as_i64().unwrap()).unwrap();
        let reference: PaymentReference = row[2].as_str().unwrap().parse().unwrap();
        let due: Option<Date> = row[3].as_str().map(|due| due.parse().unwrap());
        let barcode = BankBarcode::new(iban, amount, reference, due).unwrap();
        assert_eq!(barcode.digits(), row[4]);
        assert_eq!(row[4].as_str().unwrap().parse(), Ok(barcode));
    }
    for code in values(file, "invalid") {
        assert!(code.as_str().unwrap().parse::<BankBarcode>().is_err(), "{code}");
    }
}
