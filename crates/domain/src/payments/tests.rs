mod batches;
mod late;
mod matching;
mod suggestions;

use liksa_money::Money;

use super::*;
use crate::ids::Id;

fn bill(place: u8) -> BillId {
    BillId::new(jiff::Timestamp::UNIX_EPOCH, [place; 10])
}

fn money(text: &str) -> Money {
    text.parse().unwrap()
}

#[test]
fn a_reference_leads_to_its_bill() {
    let reference = reference_of(1234).unwrap();
    let as_rf = liksa_finland::RfReference::from(&reference);
    assert_eq!(bill_number_of(&PaymentReference::Finnish(reference)), Some(1234));
    assert_eq!(bill_number_of(&PaymentReference::Rf(as_rf)), Some(1234));
    // A reference from abroad holds no Finnish one.
    assert_eq!(bill_number_of(&"RF18539007547034".parse().unwrap()), None);
    assert_eq!(reference_of(-1), None);
}
