//! Payment orders of the enforcement authority, as the provider stores them.

use jiff::civil::Date;
use liksa_finland::{Iban, PaymentReference};
use liksa_money::Money;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::problem::{ErrorKey, Problem};
use crate::reading::{NumberText, Reader};
use crate::salary::DistraintOrder;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Distraint {
    /// A sum for each month instead of the law's table.
    pub fixed: Option<Money>,
    /// Number of people that the debtor supports, as the order says.
    pub dependants: u8,
    pub from: Date,
    /// The last day, where the order names one.
    pub until: Option<Date>,
    /// Receiver of the money, with their account and the reference of the debt.
    pub receiver: String,
    pub iban: Iban,
    pub reference: PaymentReference,
}

impl Distraint {
    pub fn covers(&self, payday: Date) -> bool {
        self.from <= payday && self.until.is_none_or(|until| payday <= until)
    }

    /// The order as the salary engine follows it, after so much was paid and taken in the same month.
    pub fn order(&self, earlier_net: Money, earlier_distraint: Money) -> DistraintOrder {
        DistraintOrder {
            fixed: self.fixed,
            earlier_net,
            earlier_distraint,
            ..DistraintOrder::monthly(self.dependants)
        }
    }
}

/// A payment order as a client sends it.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DistraintBody {
    /// A sum for each month; null to follow the law's table.
    pub fixed: Option<NumberText>,
    pub dependants: Option<NumberText>,
    /// DD.MM.YYYY
    pub from: Option<String>,
    /// The last day, DD.MM.YYYY; null where the order names none.
    pub until: Option<String>,
    pub receiver: Option<String>,
    pub iban: Option<String>,
    pub reference: Option<String>,
}

const LONGEST_RECEIVER: usize = 70;
const MOST_DEPENDANTS: u8 = 99;
const HIGHEST_FIXED: Money = Money::euros(100_000);

impl DistraintBody {
    pub fn read(&self) -> Result<Distraint, Vec<Problem>> {
        let mut reader = Reader::default();
        let fixed = reader.money("fixed", self.fixed.as_deref());
        let is_odd = |sum: Money| !sum.is_positive() || sum > HIGHEST_FIXED;
        reader.refuse_out_of_range(fixed.is_some_and(is_odd), "fixed", "0.01", HIGHEST_FIXED.plain());
        let dependants = reader.whole::<u8>("dependants", self.dependants.as_deref());
        let too_many = dependants.is_some_and(|count| count > MOST_DEPENDANTS);
        reader.refuse_out_of_range(too_many, "dependants", 0, MOST_DEPENDANTS);
        let from = reader.date("from", self.from.as_deref());
        let until = reader.date("until", self.until.as_deref());
        let backwards = from.zip(until).is_some_and(|(from, until)| until < from);
        reader.refuse_if(backwards, "until", ErrorKey::OutOfRange);
        let receiver = reader.text("receiver", self.receiver.as_deref(), LONGEST_RECEIVER);
        let iban = reader.account("iban", self.iban.as_deref());
        let reference = reader.parsed("reference", self.reference.as_deref(), ErrorKey::Invalid);
        let needed = [&self.from, &self.receiver, &self.iban, &self.reference];
        for (field, text) in ["from", "receiver", "iban", "reference"].into_iter().zip(needed) {
            reader.require(field, text.as_deref());
        }
        let dependants = dependants.unwrap_or(0);
        let order = from.zip(iban).zip(reference).map(|((from, iban), reference)| Distraint {
            fixed,
            dependants,
            from,
            until,
            receiver,
            iban,
            reference,
        });
        reader.finish(order)
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    fn form() -> DistraintBody {
        DistraintBody {
            fixed: None,
            dependants: Some("2".into()),
            from: Some("01.03.2026".into()),
            until: None,
            receiver: Some("Ulosottolaitos".into()),
            iban: Some("FI21 1234 5600 0007 85".into()),
            reference: Some("1232".into()),
        }
    }

    #[test]
    fn an_order_is_read_with_all_its_fields() {
        let order = form().read().unwrap();
        assert_eq!((order.fixed, order.dependants, order.until), (None, 2, None));
        assert_eq!(order.iban.as_str(), "FI2112345600000785");
        let followed = order.order(Money::euros(900), Money::euros(30));
        assert_eq!((followed.dependants, followed.earlier_net), (2, Money::euros(900)));
        assert_eq!(followed.earlier_distraint, Money::euros(30));
        let fixed = DistraintBody { fixed: Some("150".into()), ..form() }.read().unwrap();
        assert_eq!(fixed.order(Money::ZERO, Money::ZERO).fixed, Some(Money::euros(150)));
    }

    #[test]
    fn money_goes_to_accounts_within_sepa_alone() {
        let abroad = DistraintBody { iban: Some("TR330006100519786457841326".into()), ..form() };
        let problems = abroad.read().unwrap_err();
        assert_eq!(problems, [Problem::new("iban", ErrorKey::IbanNotSepa)]);
    }

    #[test]
    fn every_fault_is_reported_at_once() {
        let keys = |form: DistraintBody| -> Vec<(String, ErrorKey)> {
            form.read().unwrap_err().into_iter().map(|problem| (problem.field, problem.key)).collect()
        };
        let required = |field: &str| (field.to_owned(), ErrorKey::Required);
        assert_eq!(
            keys(DistraintBody::default()),
            [required("from"), required("receiver"), required("iban"), required("reference")]
        );
        let wrong = DistraintBody {
            fixed: Some("0".into()),
            dependants: Some("100".into()),
            until: Some("28.02.2026".into()),
            iban: Some("FI2112345600000786".into()),
            reference: Some("1233".into()),
            ..form()
        };
        let at_fault: Vec<_> = keys(wrong).into_iter().map(|(field, _)| field).collect();
        assert_eq!(at_fault, ["fixed", "dependants", "until", "iban", "reference"]);
    }

    #[test]
    fn an_order_holds_from_its_first_to_its_last_day() {
        let order = DistraintBody { until: Some("30.06.2026".into()), ..form() }.read().unwrap();
        assert!(!order.covers(date(2026, 2, 28)));
        assert!(order.covers(date(2026, 3, 1)) && order.covers(date(2026, 6, 30)));
        assert!(!order.covers(date(2026, 7, 1)));
        assert!(form().read().unwrap().covers(date(2029, 1, 1)));
    }
}
