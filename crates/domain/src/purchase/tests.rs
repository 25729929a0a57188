use jiff::civil::date;

use super::*;

fn body() -> PurchaseBody {
    PurchaseBody {
        name: Some("Rakennustarvike Oy".to_owned()),
        duedate: Some("30.11.2026".to_owned()),
        amount: Some("200".into()),
        alv: Some("25.5".into()),
        account_number: Some("FI21 1234 5600 0007 85".to_owned()),
        reference_number: Some("1232".to_owned()),
        ..PurchaseBody::default()
    }
}

fn read(body: &PurchaseBody) -> Result<PurchaseInvoice, Vec<(String, ErrorKey)>> {
    let read = body.read(StatutoryFigures::shipped(), date(2026, 11, 16), |name| name != "!!!");
    read.map_err(|problems| problems.into_iter().map(|one| (one.field, one.key)).collect())
}

fn fault(change: impl Fn(&mut PurchaseBody)) -> Vec<(String, ErrorKey)> {
    let mut body = body();
    change(&mut body);
    read(&body).unwrap_err()
}

/// The table as it was agreed, written the other way round: every case that is not here is refused.
const LEGAL: &[(PurchaseStep, PurchaseState, PurchaseState)] = &[
    (PurchaseStep::Edit, PurchaseState::Open, PurchaseState::Open),
    (PurchaseStep::Delete, PurchaseState::Open, PurchaseState::Open),
    (PurchaseStep::Wait, PurchaseState::Open, PurchaseState::WaitingForPayment),
    (PurchaseStep::PayNow, PurchaseState::Open, PurchaseState::PayNow),
    (PurchaseStep::Open, PurchaseState::WaitingForPayment, PurchaseState::Open),
    (PurchaseStep::Open, PurchaseState::PayNow, PurchaseState::Open),
    (PurchaseStep::Pay, PurchaseState::WaitingForPayment, PurchaseState::Paid),
    (PurchaseStep::Pay, PurchaseState::PayNow, PurchaseState::Paid),
    (PurchaseStep::Return, PurchaseState::Paid, PurchaseState::WaitingForPayment),
];

#[test]
fn only_the_agreed_steps_are_made() {
    for bill in BillState::ALL {
        for step in PurchaseStep::ALL {
            for state in PurchaseState::ALL {
                let agreed = LEGAL.iter().find(|(of, from, _)| (*of, from) == (step, state));
                let of_bill = match step.is_of_worker() {
                    true => *bill == BillState::Open,
                    false => [BillState::Closed, BillState::Paid, BillState::Credited].contains(bill),
                };
                let otherwise = match step.is_of_worker() && *bill != BillState::Open {
                    true => ErrorKey::InvoiceDisabled,
                    false => ErrorKey::PurchaseNotInState,
                };
                let expected = agreed.filter(|_| of_bill).map(|(_, _, to)| *to).ok_or(otherwise);
                assert_eq!(after(step, (*state, false), *bill), expected, "{step:?} {state:?} {bill:?}");
            }
        }
    }
    let back = after(PurchaseStep::Return, (PurchaseState::Paid, true), BillState::Closed);
    assert_eq!(back, Ok(PurchaseState::PayNow));
}

#[test]
fn nothing_is_paid_before_the_bill_has_gone_to_its_customer() {
    let paid: Vec<(PurchaseState, BillState)> = PurchaseState::ALL
        .iter()
        .flat_map(|state| BillState::ALL.iter().map(|bill| (*state, *bill)))
        .filter(|(state, bill)| pays_at(*state, *bill))
        .collect();
    let expected = [
        (PurchaseState::WaitingForPayment, BillState::Paid),
        (PurchaseState::PayNow, BillState::Closed),
        (PurchaseState::PayNow, BillState::Paid),
    ];
    assert_eq!(paid.len(), expected.len());
    assert!(expected.iter().all(|one| paid.contains(one)), "{paid:?}");
}

#[test]
fn an_invoice_is_read_with_its_vat() {
    let invoice = read(&body()).unwrap();
    assert_eq!((invoice.vat_amount, invoice.total().unwrap()), (Money::euros(51), Money::euros(251)));
    // A cent as it is printed is taken, more is not.
    let printed = |text: &str| PurchaseBody { vat_amount: Some(text.into()), ..body() };
    assert_eq!(read(&printed("51.01")).unwrap().total().unwrap().plain(), "251.01");
    assert_eq!(read(&printed("50.99")).unwrap().total().unwrap().plain(), "250.99");
    for wrong in ["51.02", "50.98", "0", "-51"] {
        let expected = vec![("vatAmount".to_owned(), ErrorKey::OutOfRange)];
        assert_eq!(read(&printed(wrong)).unwrap_err(), expected, "{wrong}");
    }
    let without = PurchaseBody { alv: None, ..printed("0.01") };
    assert_eq!(read(&without).unwrap_err(), [("vatAmount".to_owned(), ErrorKey::OutOfRange)]);
    let no_vat = PurchaseBody { alv: None, ..body() };
    assert_eq!(read(&no_vat).unwrap().total().unwrap(), Money::euros(200));
}

#[test]
fn an_invoice_bears_the_rate_of_its_own_day() {
    let at_rate = |rate: &str, today: Date| {
        let due = crate::dates::format_date(today);
        let body = PurchaseBody { alv: Some(rate.into()), duedate: Some(due), ..body() };
        body.read(StatutoryFigures::shipped(), today, |_| true).map(|invoice| invoice.vat_amount.plain())
    };
    // 14 % until the end of 2025, 13.5 % from then on.
    let refused = Err(vec![Problem::new("alv", ErrorKey::InvalidChoice)]);
    assert_eq!(at_rate("14", date(2026, 1, 2)), Ok("28.00".to_owned()));
    assert_eq!(at_rate("13.5", date(2026, 1, 2)), Ok("27.00".to_owned()));
    assert_eq!(at_rate("14", date(2027, 1, 1)), Ok("28.00".to_owned()), "366 days later");
    assert_eq!(at_rate("14", date(2027, 1, 2)), refused);
    assert_eq!(at_rate("13.5", date(2025, 12, 31)), refused, "nothing is known of what is to come");
}

#[test]
fn an_invoice_is_checked_as_a_bank_would() {
    let one = |field: &str, key| vec![(field.to_owned(), key)];
    let account = |text: &str| fault(|body| body.account_number = Some(text.to_owned()));
    assert_eq!(account("FI21 1234 5600 0007 86"), one("accountNumber", ErrorKey::InvalidIban));
    assert_eq!(account("BR1500000000000010932840814P2"), one("accountNumber", ErrorKey::IbanNotSepa));
    let reference = |text: &str| fault(|body| body.reference_number = Some(text.to_owned()));
    assert_eq!(reference("1233"), one("referenceNumber", ErrorKey::InvalidReference));
    assert_eq!(reference("RF19539007547034"), one("referenceNumber", ErrorKey::InvalidReference));
    assert_eq!(reference(" "), one("referenceNumber", ErrorKey::Required));
    let messaged =
        PurchaseBody { reference_number: None, message: Some("Lasku 55, materiaalit".to_owned()), ..body() };
    assert_eq!(read(&messaged).unwrap().message, "Lasku 55, materiaalit");
    let both = PurchaseBody { message: Some("Lasku 55".to_owned()), ..body() };
    assert_eq!(read(&both).unwrap().message, "", "a reference says all");
    assert_eq!(fault(|body| body.name = Some("!!!".to_owned())), one("name", ErrorKey::Invalid));
    for amount in ["0", "-1", "1.005"] {
        let wrong = fault(|body| body.amount = Some(amount.into()));
        assert!(wrong.contains(&("amount".to_owned(), ErrorKey::OutOfRange)), "{amount}: {wrong:?}");
    }
    assert_eq!(fault(|body| body.alv = Some("7".into())), one("alv", ErrorKey::InvalidChoice));
    for day in ["14.11.2025", "18.11.2027"] {
        let wrong = fault(|body| body.duedate = Some(day.to_owned()));
        assert_eq!(wrong, one("duedate", ErrorKey::OutOfRange), "{day}");
    }
    let fields: Vec<_> =
        read(&PurchaseBody::default()).unwrap_err().into_iter().map(|(field, _)| field).collect();
    assert_eq!(fields, ["name", "duedate", "amount", "accountNumber", "referenceNumber"]);
}

#[test]
fn the_same_invoice_is_known_in_either_form_of_its_reference() {
    let first = read(&body()).unwrap();
    let with = |change: &dyn Fn(&mut PurchaseInvoice)| {
        let mut other = first.clone();
        change(&mut other);
        first.is_same_as(&other)
    };
    let rf: PaymentReference = "RF111232".parse().unwrap();
    assert!(with(&|other| {
        other.reference = Some(rf.clone());
        other.amount = Money::euros(1);
    }));
    let other_reference = || Some("1245".parse().unwrap());
    assert!(with(&|other| other.reference = other_reference()), "sum and due date are the same");
    assert!(with(&|other| other.reference = None));
    assert!(!with(&|other| {
        other.reference = other_reference();
        other.due_date = date(2026, 12, 1);
    }));
    assert!(!with(&|other| {
        other.reference = other_reference();
        other.vat_amount = Money::ZERO;
    }));
    assert!(!with(&|other| other.account = "FI5810171000000122".parse().unwrap()), "another seller");
}
