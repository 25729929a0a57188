use super::*;

fn candidate(place: u8, number: i64, customer: &str, owed: &str) -> Candidate {
    let (bill, customer, owed) = (bill(place), customer.into(), money(owed));
    Candidate { bill, number, customer, due_date: None, billed: owed, owed: (owed, owed) }
}

#[test]
fn the_likeliest_bill_comes_first_with_its_reasons() {
    let payment = UnmatchedPayment {
        amount: money("125.50"),
        payer: "KULTTUURITALO ÄÄNIKE".into(),
        message: "Lasku nro 1007, kiitos".into(),
    };
    let candidates = vec![
        candidate(1, 1001, "Kulttuuritalo Äänikerta Oy", "80"),
        candidate(2, 1002, "Muu Oy", "125.50"),
        candidate(3, 1007, "Kulttuuritalo Äänikerta Oy", "125.50"),
        candidate(4, 1004, "Aivan Muu Oy", "9"),
    ];
    let found = suggestions(&payment, candidates);
    let bills: Vec<BillId> = found.iter().map(|suggestion| suggestion.bill.bill).collect();
    assert_eq!(bills, [bill(3), bill(2), bill(1)]);
    assert_eq!(found[0].reasons, [Reason::Number, Reason::Amount, Reason::Name]);
    assert_eq!((&*found[1].reasons, &*found[2].reasons), (&[Reason::Amount][..], &[Reason::Name][..]));
}

#[test]
fn references_are_read_however_they_are_written() {
    let reference = reference_of(123_456).unwrap();
    let grouped = reference.to_string();
    assert!(grouped.contains(' '));
    for message in [
        format!("viite {grouped}"),
        format!("Viite:{}.", reference.as_str()),
        liksa_finland::RfReference::from(&reference).to_string(),
    ] {
        assert!(Mentioned::in_text(&message).references.contains(&123_456), "{message}");
    }
    assert_eq!(Mentioned::in_text(""), Mentioned::default());
    assert!(Mentioned::in_text("lasku-1005/1006").numbers.is_superset(&[1005, 1006].into()));
    let many = "1 ".repeat(100_000);
    assert_eq!(Mentioned::in_text(&many).numbers, [1].into());
}

#[test]
fn forms_of_companies_make_no_likeness() {
    let payment = UnmatchedPayment { amount: money("1"), payer: "Toinen Oy".into(), message: String::new() };
    assert_eq!(suggestions(&payment, vec![candidate(1, 1001, "Eräs Oy", "2")]), []);
    let empty = UnmatchedPayment { amount: money("1"), payer: String::new(), message: String::new() };
    assert_eq!(suggestions(&empty, vec![candidate(1, 1001, "", "2")]), []);
}
