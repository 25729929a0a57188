use super::*;
use crate::customer::tests::company as kept_company;

/// A company as a client sends it.
fn company() -> CustomerBody {
    CustomerBody {
        name: Some(" Kulttuuritalo Oy ".into()),
        business_id: Some("2077474-0".into()),
        einvoice_address: Some("0037 2077 4740".into()),
        operator: Some("003723327487".into()),
        payment_days: Some("14".into()),
        address: Some("Sturenkatu 4".into()),
        postal_code: Some("00510".into()),
        city: Some("Helsinki".into()),
        phone: Some("0401234567".into()),
        email: Some("Laskut@Kulttuuritalo.example".into()),
        ..CustomerBody::default()
    }
}

fn individual() -> CustomerBody {
    CustomerBody {
        role: Some("CUSTOMER".into()),
        send_method: Some("EMAIL".into()),
        business_id: None,
        einvoice_address: None,
        operator: None,
        ..company()
    }
}

fn problems(form: &CustomerBody) -> Vec<(String, ErrorKey)> {
    let problems = form.read().err().unwrap_or_default();
    problems.into_iter().map(|problem| (problem.field, problem.key)).collect()
}

fn single(form: &CustomerBody, field: &str, key: ErrorKey) {
    assert_eq!(problems(form), [(field.to_owned(), key)], "{form:?}");
}

fn details(form: &CustomerBody) -> CustomerDetails {
    form.read().unwrap().details
}

#[test]
fn a_customer_is_normalised_for_storage() {
    let entry = company().read().unwrap();
    assert_eq!(entry.details, kept_company());
    assert_eq!(entry.personal_id, PersonalIdChange::Remove);
    let abroad = CustomerBody {
        vat_number: Some("se 5560125790 01".into()),
        country: Some("swe".into()),
        ..company()
    };
    assert_eq!(details(&abroad).vat_number, "SE556012579001");
    assert_eq!(details(&abroad).country, "SWE");
}

#[test]
fn an_empty_form_names_every_field_it_needs() {
    let required = |field: &str| (field.to_owned(), ErrorKey::Required);
    let expected = [
        ("businessid".to_owned(), ErrorKey::BusinessIdOrVat),
        required("name"),
        required("netbankaddress"),
        required("operator"),
        required("termofpayment"),
        required("address"),
        required("postalcode"),
        required("city"),
        required("phonenumber"),
        required("email"),
    ];
    assert_eq!(problems(&CustomerBody::default()), expected);
}

#[test]
fn the_term_of_payment_is_one_to_thirty_one_days() {
    for (typed, days) in [("1", 1), ("31", 31), ("14.0", 14)] {
        let form = CustomerBody { payment_days: Some(typed.into()), ..company() };
        assert_eq!(details(&form).payment_days, days);
    }
    for bad in ["0", "32", "-1", "256", "100000"] {
        let form = CustomerBody { payment_days: Some(bad.into()), ..company() };
        single(&form, "termofpayment", ErrorKey::InvalidTermOfPayment);
    }
    let form = CustomerBody { payment_days: Some("two weeks".into()), ..company() };
    single(&form, "termofpayment", ErrorKey::NotANumber);
    let form = CustomerBody { payment_days: Some("1,5".into()), ..company() };
    single(&form, "termofpayment", ErrorKey::InvalidNumber);
}

#[test]
fn a_business_id_has_its_check_digit() {
    for bad in ["2077474-1", "20774740", "HRB 1"] {
        let form = CustomerBody { business_id: Some(bad.into()), ..company() };
        single(&form, "businessid", ErrorKey::InvalidBusinessId);
    }
}

#[test]
fn a_vat_number_replaces_the_business_id() {
    let form = CustomerBody { business_id: None, vat_number: Some("FI20774740".into()), ..company() };
    assert_eq!((details(&form).business_id, details(&form).vat_number), ("".into(), "FI20774740".into()));
    let form = CustomerBody {
        business_id: Some("HRB 1".into()),
        vat_number: Some("DE123456789".into()),
        ..company()
    };
    assert_eq!(details(&form).business_id, "HRB 1");
    for bad in ["FI20774741", "US123456789", "DE1", "20774740"] {
        let form = CustomerBody { vat_number: Some(bad.into()), ..company() };
        single(&form, "vat", ErrorKey::InvalidVatNumber);
    }
}

#[test]
fn a_company_with_a_vat_number_alone_must_be_within_reach() {
    let form =
        CustomerBody { business_id: None, vat_number: Some("DE123456789".into()), phone: None, ..company() };
    let expected = [
        ("businessid".to_owned(), ErrorKey::BusinessIdOrPhone),
        ("phonenumber".to_owned(), ErrorKey::Required),
    ];
    assert_eq!(problems(&form), expected);
    assert_eq!(problems(&CustomerBody { phone: Some("+49 30 1234".into()), ..form }), []);
}

#[test]
fn an_e_invoice_needs_an_address_and_an_operator() {
    let form = CustomerBody { einvoice_address: None, ..company() };
    single(&form, "netbankaddress", ErrorKey::Required);
    let form = CustomerBody { operator: Some(" ".into()), ..company() };
    single(&form, "operator", ErrorKey::Required);
    let form = CustomerBody { operator: Some("UNKNOWN".into()), ..company() };
    single(&form, "operator", ErrorKey::InvalidChoice);
    let form = CustomerBody { einvoice_address: Some("003720774741".into()), ..company() };
    single(&form, "netbankaddress", ErrorKey::InvalidEInvoiceAddress);
    for other_way in ["EMAIL", "PAPERBILL"] {
        let form = CustomerBody {
            send_method: Some(other_way.into()),
            einvoice_address: None,
            operator: None,
            ..company()
        };
        assert_eq!(problems(&form), []);
    }
}

#[test]
fn a_private_person_has_no_company_numbers() {
    let form = CustomerBody { business_id: Some("x".into()), vat_number: Some("y".into()), ..individual() };
    assert_eq!((details(&form).business_id, details(&form).vat_number), (String::new(), String::new()));
}

#[test]
fn a_personal_id_is_valid_if_given() {
    let id = "131052-308T";
    let form = CustomerBody { personal_id: Some(id.into()), ..individual() };
    assert_eq!(form.read().unwrap().personal_id, PersonalIdChange::Set(id.parse().unwrap()));
    assert_eq!(individual().read().unwrap().personal_id, PersonalIdChange::Keep);
    let form = CustomerBody { personal_id: Some("131052-308U".into()), ..individual() };
    single(&form, "sotu", ErrorKey::InvalidPersonalId);
    let by_another_name = |id: &str| CustomerBody { personal_id_of_person: Some(id.into()), ..individual() };
    assert_eq!(by_another_name(id).read().unwrap().personal_id, PersonalIdChange::Set(id.parse().unwrap()));
    single(&by_another_name("bad"), "personSotu", ErrorKey::InvalidPersonalId);
    let form = CustomerBody { personal_id: Some("131052-308U".into()), ..company() };
    assert_eq!(form.read().unwrap().personal_id, PersonalIdChange::Remove, "a company's is not even read");
}

#[test]
fn addresses_and_codes_are_checked() {
    for field in ["laskut", "laskut@", "a b@c.fi", "a,b@c.fi", "<a@b.fi>", "a..b@c.fi", "Aino <a@b.fi>"] {
        let form = CustomerBody { email: Some(field.into()), ..company() };
        single(&form, "email", ErrorKey::InvalidEmail);
    }
    let form = CustomerBody { email2: Some("laskut".into()), ..company() };
    single(&form, "email2", ErrorKey::InvalidEmail);
    let form = CustomerBody { postal_code: Some("0051".into()), ..company() };
    single(&form, "postalcode", ErrorKey::InvalidPostalCode);
    let form =
        CustomerBody { postal_code: Some("SW1A 1AA".into()), country: Some("GBR".into()), ..company() };
    assert_eq!(details(&form).postal_code, "SW1A 1AA");
    let form = CustomerBody { country: Some("Suomi".into()), ..company() };
    single(&form, "addresscountry", ErrorKey::InvalidChoice);
}

#[test]
fn who_a_company_is_is_not_judged_where_the_worker_cannot_change_it() {
    let old = CustomerDetails { postal_code: "99999".into(), ..kept_company() };
    let sent = CustomerBody {
        version: Some("1".into()),
        name: Some(old.name.clone()),
        postal_code: Some("99999".into()),
        ..company()
    };
    let faults = |sent: &CustomerBody, stored: &CustomerDetails, may_change| -> Vec<(String, ErrorKey)> {
        let faults = sent.read_change(stored, may_change).err().unwrap_or_default();
        faults.into_iter().map(|fault| (fault.field, fault.key)).collect()
    };
    let of = |field: &str, key| [(field.to_owned(), key)];
    assert_eq!(faults(&sent, &old, false), []);
    assert_eq!(sent.read_change(&old, false).unwrap().1.details.company(), old.company());
    assert_eq!(faults(&sent, &old, true), [], "a code that stays is not judged again");
    let wrong_code = of("postalcode", ErrorKey::InvalidPostalCode);
    let moved = CustomerBody { postal_code: Some("00000".into()), ..sent.clone() };
    for may_change in [true, false] {
        assert_eq!(faults(&moved, &old, may_change), wrong_code, "another one is");
    }
    let from_abroad = CustomerDetails { country: "SWE".into(), ..old.clone() };
    assert_eq!(faults(&sent, &from_abroad, true), wrong_code, "so it was no Finnish one");
    // A company that the worker may not change is judged if it is not what is stored.
    let unnamed = CustomerBody { business_id: Some("1".into()), ..sent.clone() };
    assert_eq!(faults(&unnamed, &old, false), of("businessid", ErrorKey::InvalidBusinessId));
    let old_id = CustomerDetails { business_id: "1".into(), ..old.clone() };
    assert_eq!(faults(&unnamed, &old_id, false), []);
    assert_eq!(faults(&unnamed, &old_id, true), of("businessid", ErrorKey::InvalidBusinessId));
    // How bills reach it is the worker's own, and so is an e-invoice address that the register lacks.
    let no_mail = CustomerBody { email: Some("laskut".into()), ..sent.clone() };
    assert_eq!(faults(&no_mail, &old, false), of("email", ErrorKey::InvalidEmail));
    let no_address = CustomerBody { einvoice_address: None, ..sent };
    let without = CustomerDetails { einvoice_address: String::new(), ..old };
    assert_eq!(faults(&no_address, &without, false), of("netbankaddress", ErrorKey::Required));
}

#[test]
fn choices_are_of_their_lists() {
    let form = CustomerBody { role: Some("PERSON".into()), ..company() };
    single(&form, "partyRole", ErrorKey::InvalidChoice);
    let form = CustomerBody { send_method: Some("FAX".into()), ..company() };
    single(&form, "sendBillMethod", ErrorKey::InvalidChoice);
}

#[test]
fn texts_have_a_length() {
    let long = "x".repeat(LONGEST_NAME + 1);
    let long = Some(long);
    let form = CustomerBody {
        name: long.clone(),
        organization: long.clone(),
        business_id: long.clone(),
        reference: long.clone(),
        address: long.clone(),
        city: long.clone(),
        phone: long,
        ..company()
    };
    let too_long = problems(&form).into_iter().filter(|(_, key)| *key == ErrorKey::TooLong);
    let fields: Vec<String> = too_long.map(|(field, _)| field).collect();
    let expected =
        ["businessid", "name", "organization", "referenceNumber", "address", "city", "phonenumber"];
    assert_eq!(fields, expected);
}

#[test]
fn people_and_cost_units_are_read_one_by_one() {
    let pekka = ContactPersonBody {
        name: Some("Pekka".into()),
        email: Some("pekka@x.fi".into()),
        phone: Some("1".into()),
    };
    let form = CustomerBody {
        people: Some(vec![ContactPersonBody::default(), pekka.clone()]),
        cost_units: Some(vec![" ".into(), "Näyttämö 1".into()]),
        ..company()
    };
    assert_eq!(details(&form).people.len(), 1, "an empty line is no person");
    assert_eq!(details(&form).people[0].name, "Pekka");
    assert_eq!(details(&form).cost_units, ["Näyttämö 1"]);

    let nameless = ContactPersonBody { email: Some("x".into()), ..ContactPersonBody::default() };
    let expected = [
        ("people[1].name".to_owned(), ErrorKey::Required),
        ("people[1].email".to_owned(), ErrorKey::InvalidEmail),
    ];
    assert_eq!(
        problems(&CustomerBody { people: Some(vec![pekka.clone(), nameless]), ..company() }),
        expected
    );
    let form = CustomerBody { people: Some(vec![pekka; MOST_PEOPLE + 1]), ..company() };
    single(&form, "people", ErrorKey::TooMany);
    let form = CustomerBody { cost_units: Some(vec!["1".into(); MOST_COST_UNITS + 1]), ..company() };
    single(&form, "costUnits", ErrorKey::TooMany);
}
