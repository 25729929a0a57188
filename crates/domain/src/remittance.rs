//! Remittances: money that salaries made the provider owe to others, paid on to its receivers.
//!
//! Each posting of salaries leaves what it booked on the accounts of the receivers ([`withheld_by`]). A remittance
//! takes all of a receiver that is open up to a day, and its payment debits the same accounts. So what is open and what
//! is under way are always the balance of the accounts.

use std::collections::BTreeMap;

use jiff::civil::Date;
use liksa_finland::PaymentReference;
use liksa_money::{Money, MoneyError};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::ids::{PayrollRunId, PersonId};
use crate::ledger::{Account, Entry};
use crate::named::named;
use crate::payout::bank_day;
use crate::problem::{ErrorKey, Problem};
use crate::reading::{NumberText, Reader, given};
use crate::settings::DueKind;

named! {
    RemittanceState {
        /// Waits for a second person.
        Made = "MADE",
        /// In a payment file.
        Approved = "APPROVED",
        /// The bank has paid it.
        Paid = "PAID",
        /// Taken back before it was approved.
        Withdrawn = "WITHDRAWN",
        /// The bank did not pay it.
        Refused = "REFUSED",
        /// It was paid, and the money came back.
        Returned = "RETURNED",
    }
}

impl DueKind {
    /// The accounts that hold what is owed to the receiver.
    pub fn accounts(self) -> &'static [Account] {
        match self {
            Self::TaxAndHealthInsurance => &[Account::WithheldTax, Account::HealthInsurance],
            Self::Tyel => &[Account::Tyel],
            Self::Unemployment => &[Account::UnemploymentInsurance],
            Self::Accident => &[Account::AccidentInsurance],
            Self::GroupLife => &[Account::GroupLife],
            Self::Yel => &[Account::Yel],
            Self::Distraint => &[Account::Distraint],
        }
    }

    /// None for accounts that hold nothing to be paid on.
    pub fn of_account(account: Account) -> Option<Self> {
        Self::ALL.iter().copied().find(|kind| kind.accounts().contains(&account))
    }
}

/// What entries of salaries book for others, by account. Distraint is of one person each, since every order has a
/// receiver of its own.
pub fn withheld_by(entries: &[Entry]) -> Result<BTreeMap<(Account, Option<PersonId>), Money>, MoneyError> {
    let mut sums: BTreeMap<(Account, Option<PersonId>), Money> = BTreeMap::new();
    for line in entries.iter().flat_map(Entry::lines) {
        if DueKind::of_account(line.account).is_some() {
            let person = line.person.filter(|_| line.account == Account::Distraint);
            let sum = sums.entry((line.account, person)).or_default();
            *sum = sum.minus(line.amount)?;
        }
    }
    Ok(sums)
}

/// What one posting left to be paid on, on one account; negative what lowers the next payment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Withheld {
    pub account: Account,
    /// When it was posted; of salaries their payday.
    pub day: Date,
    /// The payday of the salaries; None for money of an earlier remittance.
    pub payday: Option<Date>,
    pub amount: Money,
    pub run: Option<PayrollRunId>,
    /// Whose distraint it is.
    pub person: Option<PersonId>,
    pub person_name: Option<String>,
    /// False until the run is paid: nothing is paid on for salaries that may still be taken back as a whole.
    pub payable: bool,
}

/// What is owed to one receiver for one month.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenItem {
    pub kind: DueKind,
    pub person: Option<PersonId>,
    pub person_name: Option<String>,
    /// The last day of the month.
    pub until: Date,
    pub amount: Money,
    /// What a remittance until this day would pay: also what is open of the months before, less what must wait.
    pub to_pay: Money,
    /// What it is made of, in the order of the days.
    pub sources: Vec<Withheld>,
}

/// Groups what is open by receiver and month, the oldest month first. Months of nothing are left out.
pub fn open_items(open: Vec<Withheld>) -> Result<Vec<OpenItem>, MoneyError> {
    let mut groups: BTreeMap<(DueKind, Option<PersonId>, Date), Vec<Withheld>> = BTreeMap::new();
    for one in open {
        if let Some(kind) = DueKind::of_account(one.account) {
            groups.entry((kind, one.person, one.day.last_of_month())).or_default().push(one);
        }
    }
    let mut items = vec![];
    let mut payable: BTreeMap<(DueKind, Option<PersonId>), Money> = BTreeMap::new();
    for ((kind, person, until), sources) in groups {
        let amount = Money::sum(sources.iter().map(|one| one.amount))?;
        let now = Money::sum(sources.iter().filter(|one| one.payable).map(|one| one.amount))?;
        let to_pay = payable.entry((kind, person)).or_default();
        *to_pay = to_pay.plus(now)?;
        let person_name = sources.iter().find_map(|one| one.person_name.clone());
        if !amount.is_zero() {
            items.push(OpenItem { kind, person, person_name, until, amount, to_pay: *to_pay, sources });
        }
    }
    Ok(items)
}

/// A remittance as a client asks for it.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = NewRemittance)]
pub struct RemittanceBody {
    pub kind: Option<DueKind>,
    /// Whose distraint is paid on; null for all other kinds.
    pub person_id: Option<PersonId>,
    /// DD.MM.YYYY, the last day of which something is paid.
    pub until: Option<String>,
    /// `toPay` as it was shown. Nothing is made where another sum is open by now.
    pub amount: Option<NumberText>,
    /// DD.MM.YYYY, a bank day on which the money leaves the account.
    pub pay_on: Option<String>,
    /// As on the receiver's bill; if not given, the reference of the settings or of the payment order.
    pub reference: Option<String>,
}

/// What was asked for, complete and checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RemittanceOrder {
    pub kind: DueKind,
    pub person: Option<PersonId>,
    pub until: Date,
    pub amount: Money,
    pub pay_on: Date,
    pub reference: Option<PaymentReference>,
}

impl RemittanceBody {
    pub fn read(&self, today: Date) -> Result<RemittanceOrder, Vec<Problem>> {
        let mut reader = Reader::default();
        reader.refuse_if(self.kind.is_none(), "kind", ErrorKey::Required);
        let is_distraint = self.kind == Some(DueKind::Distraint);
        reader.refuse_if(is_distraint && self.person_id.is_none(), "personId", ErrorKey::Required);
        reader.refuse_if(!is_distraint && self.person_id.is_some(), "personId", ErrorKey::Invalid);
        let until = reader.date("until", self.until.as_deref());
        reader.require("until", self.until.as_deref());
        let amount = reader.money("amount", self.amount.as_deref());
        reader.require("amount", self.amount.as_deref());
        reader.refuse_if(amount.is_some_and(|sum| !sum.is_positive()), "amount", ErrorKey::OutOfRange);
        let pay_on = bank_day(&mut reader, "payOn", self.pay_on.as_deref(), today);
        let reference =
            reader.parsed("reference", given(self.reference.as_deref()), ErrorKey::InvalidReference);
        let read = self.kind.zip(until).zip(amount).zip(pay_on);
        let order = read.map(|(((kind, until), amount), pay_on)| RemittanceOrder {
            kind,
            person: self.person_id,
            until,
            amount,
            pay_on,
            reference,
        });
        reader.finish(order)
    }
}

/// What the Incomes Register is told of a month: the employer's health insurance contribution of its salaries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MonthsWages {
    pub health_insurance: Money,
    /// Whether any wage was paid.
    pub paid: bool,
}

/// The last day for the report of a month.
pub fn separate_report_by(month: Date) -> Result<Date, jiff::Error> {
    const DAY: i8 = 5;
    let next = month.last_of_month().tomorrow()?;
    Ok(liksa_finland::bank_days::bank_day_on_or_after(Date::new(next.year(), next.month(), DAY)?))
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;
    use crate::ids::Id;

    fn person(byte: u8) -> PersonId {
        PersonId::new(jiff::Timestamp::UNIX_EPOCH, [byte; 10])
    }

    fn withheld(account: Account, day: Date, euros: i32, payable: bool) -> Withheld {
        Withheld {
            account,
            day,
            payday: Some(day),
            amount: Money::euros(euros),
            run: None,
            person: None,
            person_name: None,
            payable,
        }
    }

    #[test]
    fn every_account_of_a_receiver_is_of_one_kind() {
        let numbers: Vec<i64> =
            DueKind::ALL.iter().flat_map(|kind| kind.accounts()).map(|one| one.number()).collect();
        assert_eq!(numbers, (2921..=2928).collect::<Vec<_>>());
        assert_eq!(DueKind::of_account(Account::HealthInsurance), Some(DueKind::TaxAndHealthInsurance));
        assert_eq!(DueKind::of_account(Account::SalariesPayable), None);
    }

    #[test]
    fn a_month_takes_along_what_is_open_before_it() {
        let (october, november, late) = (date(2026, 10, 20), date(2026, 11, 20), date(2026, 11, 27));
        let items = open_items(vec![
            withheld(Account::WithheldTax, october, 100, true),
            withheld(Account::HealthInsurance, october, 10, true),
            withheld(Account::WithheldTax, november, 50, true),
            withheld(Account::WithheldTax, november, -70, true),
            withheld(Account::WithheldTax, late, 40, false),
            withheld(Account::Tyel, november, 30, true),
            withheld(Account::Tyel, november, -30, true),
        ]);
        let items = items.unwrap();
        let found: Vec<_> = items.iter().map(|one| (one.kind, one.until, one.amount, one.to_pay)).collect();
        let tax = DueKind::TaxAndHealthInsurance;
        assert_eq!(
            found,
            [
                (tax, date(2026, 10, 31), Money::euros(110), Money::euros(110)),
                // The run of the 27th is not paid yet.
                (tax, date(2026, 11, 30), Money::euros(20), Money::euros(90)),
            ]
        );
    }

    #[test]
    fn distraint_is_open_person_by_person() {
        let of = |byte, euros| Withheld {
            person: Some(person(byte)),
            ..withheld(Account::Distraint, date(2026, 11, 20), euros, true)
        };
        let items = open_items(vec![of(1, 50), of(2, 70)]).unwrap();
        let found: Vec<_> = items.iter().map(|one| (one.person, one.to_pay)).collect();
        assert_eq!(found, [(Some(person(1)), Money::euros(50)), (Some(person(2)), Money::euros(70))]);
    }

    #[test]
    fn a_remittance_is_read_with_all_its_faults() {
        let today = date(2026, 11, 16);
        let good = RemittanceBody {
            kind: Some(DueKind::Tyel),
            until: Some("30.11.2026".into()),
            amount: Some("438.86".into()),
            pay_on: Some("31.12.2026".into()),
            reference: Some("1232".into()),
            ..RemittanceBody::default()
        };
        let order = good.read(today).unwrap();
        assert_eq!((order.until, order.pay_on), (date(2026, 11, 30), date(2026, 12, 31)));
        let faults = |body: RemittanceBody| -> Vec<(String, ErrorKey)> {
            body.read(today).unwrap_err().into_iter().map(|one| (one.field, one.key)).collect()
        };
        let fields: Vec<_> = faults(RemittanceBody::default()).into_iter().map(|(field, _)| field).collect();
        assert_eq!(fields, ["kind", "until", "amount", "payOn"]);
        let wrong = RemittanceBody {
            kind: Some(DueKind::Distraint),
            amount: Some("0".into()),
            pay_on: Some("15.11.2026".into()),
            reference: Some("1233".into()),
            ..good.clone()
        };
        let expected = [
            ("personId", ErrorKey::Required),
            ("amount", ErrorKey::OutOfRange),
            ("payOn", ErrorKey::DateInThePast),
            ("payOn", ErrorKey::NotABankDay),
            ("reference", ErrorKey::InvalidReference),
        ];
        assert_eq!(faults(wrong), expected.map(|(field, key)| (field.to_owned(), key)));
        let of_person = RemittanceBody { person_id: Some(person(1)), ..good };
        assert_eq!(faults(of_person), [("personId".to_owned(), ErrorKey::Invalid)]);
    }

    #[test]
    fn the_separate_report_is_due_on_the_fifth() {
        // The fifth of December is a Saturday, the sixth a holiday.
        assert_eq!(separate_report_by(date(2026, 11, 1)).unwrap(), date(2026, 12, 7));
        assert_eq!(separate_report_by(date(2026, 10, 31)).unwrap(), date(2026, 11, 5));
    }
}
