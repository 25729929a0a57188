//! Payment orders of the enforcement authority, as the provider keeps them.

use jiff::civil::Date;
use liksa_finland::{Iban, PaymentReference};
use liksa_money::Money;

use crate::problem::{ErrorKey, Problem};
use crate::reading::{Reader, given};
use crate::salary::DistraintOrder;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Distraint {
    /// A sum for each month instead of the law's table.
    pub fixed: Option<Money>,
    /// People whom the debtor supports, as the order says.
    pub dependants: u8,
    pub from: Date,
    /// The last day, where the order names one.
    pub until: Option<Date>,
    /// Whom the money is paid to, with their account and the reference of the debt.
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

/// An order as somebody typed it.
#[derive(Debug, Clone, Copy, Default)]
pub struct DistraintForm<'a> {
    pub fixed: Option<&'a str>,
    pub dependants: Option<&'a str>,
    pub from: Option<&'a str>,
    pub until: Option<&'a str>,
    pub receiver: Option<&'a str>,
    pub iban: Option<&'a str>,
    pub reference: Option<&'a str>,
}

const LONGEST_RECEIVER: usize = 70;
const MOST_DEPENDANTS: u8 = 99;
const HIGHEST_FIXED: Money = Money::euros(100_000);

impl DistraintForm<'_> {
    pub fn read(&self) -> Result<Distraint, Vec<Problem>> {
        let mut reader = Reader::default();
        let fixed = reader.money("fixed", self.fixed);
        if fixed.is_some_and(|sum| !sum.is_positive() || sum > HIGHEST_FIXED) {
            reader.refuse("fixed", ErrorKey::OutOfRange);
        }
        let dependants = reader.whole::<u8>("dependants", self.dependants);
        if dependants.is_some_and(|count| count > MOST_DEPENDANTS) {
            reader.refuse("dependants", ErrorKey::OutOfRange);
        }
        let from = reader.date("from", self.from);
        let until = reader.date("until", self.until);
        if from.zip(until).is_some_and(|(from, until)| until < from) {
            reader.refuse("until", ErrorKey::OutOfRange);
        }
        let receiver = reader.text("receiver", self.receiver, LONGEST_RECEIVER);
        let iban = given(self.iban).map(str::parse::<Iban>);
        if matches!(iban, Some(Err(_))) {
            reader.refuse("iban", ErrorKey::InvalidIban);
        }
        let reference = given(self.reference).map(str::parse::<PaymentReference>);
        if matches!(reference, Some(Err(_))) {
            reader.refuse("reference", ErrorKey::Invalid);
        }
        for (field, missing) in [
            ("from", given(self.from).is_none()),
            ("receiver", receiver.is_empty()),
            ("iban", iban.is_none()),
            ("reference", reference.is_none()),
        ] {
            if missing {
                reader.refuse(field, ErrorKey::Required);
            }
        }
        let problems = reader.into_problems();
        match (from, iban, reference) {
            (Some(from), Some(Ok(iban)), Some(Ok(reference))) if problems.is_empty() => Ok(Distraint {
                fixed,
                dependants: dependants.unwrap_or(0),
                from,
                until,
                receiver,
                iban,
                reference,
            }),
            _ => Err(problems),
        }
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    fn form() -> DistraintForm<'static> {
        DistraintForm {
            fixed: None,
            dependants: Some("2"),
            from: Some("01.03.2026"),
            until: None,
            receiver: Some("Ulosottolaitos"),
            iban: Some("FI21 1234 5600 0007 85"),
            reference: Some("1232"),
        }
    }

    #[test]
    fn an_order_is_read_as_it_stands() {
        let order = form().read().unwrap();
        assert_eq!((order.fixed, order.dependants, order.until), (None, 2, None));
        assert_eq!(order.iban.as_str(), "FI2112345600000785");
        let followed = order.order(Money::euros(900), Money::euros(30));
        assert_eq!((followed.dependants, followed.earlier_net), (2, Money::euros(900)));
        assert_eq!(followed.earlier_distraint, Money::euros(30));
        let fixed = DistraintForm { fixed: Some("150"), ..form() }.read().unwrap();
        assert_eq!(fixed.order(Money::ZERO, Money::ZERO).fixed, Some(Money::euros(150)));
    }

    #[test]
    fn every_fault_is_told_at_once() {
        let keys = |form: DistraintForm<'_>| -> Vec<(String, ErrorKey)> {
            form.read().unwrap_err().into_iter().map(|problem| (problem.field, problem.key)).collect()
        };
        let required = |field: &str| (field.to_owned(), ErrorKey::Required);
        assert_eq!(
            keys(DistraintForm::default()),
            [required("from"), required("receiver"), required("iban"), required("reference")]
        );
        let wrong = DistraintForm {
            fixed: Some("0"),
            dependants: Some("100"),
            until: Some("28.02.2026"),
            iban: Some("FI2112345600000786"),
            reference: Some("1233"),
            ..form()
        };
        let at_fault: Vec<_> = keys(wrong).into_iter().map(|(field, _)| field).collect();
        assert_eq!(at_fault, ["fixed", "dependants", "until", "iban", "reference"]);
    }

    #[test]
    fn an_order_holds_from_its_first_to_its_last_day() {
        let order = DistraintForm { until: Some("30.06.2026"), ..form() }.read().unwrap();
        assert!(!order.covers(date(2026, 2, 28)));
        assert!(order.covers(date(2026, 3, 1)) && order.covers(date(2026, 6, 30)));
        assert!(!order.covers(date(2026, 7, 1)));
        assert!(form().read().unwrap().covers(date(2029, 1, 1)));
    }
}
