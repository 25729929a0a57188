use super::*;
use crate::customer::tests::company as kept_company;

/// A company as somebody types it.
fn company() -> CustomerForm<'static> {
    CustomerForm {
        name: Some(" Kulttuuritalo Oy "),
        business_id: Some("2077474-0"),
        einvoice_address: Some("0037 2077 4740"),
        operator: Some("003723327487"),
        payment_days: Some("14"),
        address: Some("Sturenkatu 4"),
        postal_code: Some("00510"),
        city: Some("Helsinki"),
        phone: Some("0401234567"),
        email: Some("Laskut@Kulttuuritalo.example"),
        ..CustomerForm::default()
    }
}

fn individual() -> CustomerForm<'static> {
    CustomerForm {
        role: Some("CUSTOMER"),
        send_method: Some("EMAIL"),
        business_id: None,
        einvoice_address: None,
        operator: None,
        ..company()
    }
}

fn problems(form: &CustomerForm<'_>) -> Vec<(String, ErrorKey)> {
    let problems = form.read().err().unwrap_or_default();
    problems.into_iter().map(|problem| (problem.field, problem.key)).collect()
}

fn only(form: &CustomerForm<'_>, field: &str, key: ErrorKey) {
    assert_eq!(problems(form), [(field.to_owned(), key)], "{form:?}");
}

fn details(form: &CustomerForm<'_>) -> CustomerDetails {
    form.read().unwrap().details
}

#[test]
fn a_customer_is_put_into_the_form_it_is_kept_in() {
    let entry = company().read().unwrap();
    assert_eq!(entry.details, kept_company());
    assert_eq!(entry.personal_id, PersonalIdChange::Remove);
    let abroad = CustomerForm { vat_number: Some("se 5560125790 01"), country: Some("swe"), ..company() };
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
    assert_eq!(problems(&CustomerForm::default()), expected);
}

#[test]
fn the_term_of_payment_is_one_to_thirty_one_days() {
    for (typed, days) in [("1", 1), ("31", 31), ("14.0", 14)] {
        let form = CustomerForm { payment_days: Some(typed), ..company() };
        assert_eq!(details(&form).payment_days, days);
    }
    for bad in ["0", "32", "-1", "256", "100000"] {
        let form = CustomerForm { payment_days: Some(bad), ..company() };
        only(&form, "termofpayment", ErrorKey::InvalidTermOfPayment);
    }
    let form = CustomerForm { payment_days: Some("two weeks"), ..company() };
    only(&form, "termofpayment", ErrorKey::NotANumber);
    let form = CustomerForm { payment_days: Some("1,5"), ..company() };
    only(&form, "termofpayment", ErrorKey::InvalidNumber);
}

#[test]
fn a_business_id_has_its_check_digit() {
    for bad in ["2077474-1", "20774740", "HRB 1"] {
        let form = CustomerForm { business_id: Some(bad), ..company() };
        only(&form, "businessid", ErrorKey::InvalidBusinessId);
    }
}

#[test]
fn a_vat_number_stands_for_the_business_id() {
    let form = CustomerForm { business_id: None, vat_number: Some("FI20774740"), ..company() };
    assert_eq!((details(&form).business_id, details(&form).vat_number), ("".into(), "FI20774740".into()));
    let form = CustomerForm { business_id: Some("HRB 1"), vat_number: Some("DE123456789"), ..company() };
    assert_eq!(details(&form).business_id, "HRB 1");
    for bad in ["FI20774741", "US123456789", "DE1", "20774740"] {
        let form = CustomerForm { vat_number: Some(bad), ..company() };
        only(&form, "vat", ErrorKey::InvalidVatNumber);
    }
}

#[test]
fn a_company_with_a_vat_number_alone_must_be_within_reach() {
    let form = CustomerForm { business_id: None, vat_number: Some("DE123456789"), phone: None, ..company() };
    let expected = [
        ("businessid".to_owned(), ErrorKey::BusinessIdOrPhone),
        ("phonenumber".to_owned(), ErrorKey::Required),
    ];
    assert_eq!(problems(&form), expected);
    assert_eq!(problems(&CustomerForm { phone: Some("+49 30 1234"), ..form }), []);
}

#[test]
fn an_e_invoice_needs_an_address_and_an_operator() {
    let form = CustomerForm { einvoice_address: None, ..company() };
    only(&form, "netbankaddress", ErrorKey::Required);
    let form = CustomerForm { operator: Some(" "), ..company() };
    only(&form, "operator", ErrorKey::Required);
    let form = CustomerForm { operator: Some("NOBODY"), ..company() };
    only(&form, "operator", ErrorKey::InvalidChoice);
    let form = CustomerForm { einvoice_address: Some("003720774741"), ..company() };
    only(&form, "netbankaddress", ErrorKey::InvalidEInvoiceAddress);
    for other_way in ["EMAIL", "PAPERBILL"] {
        let form = CustomerForm {
            send_method: Some(other_way),
            einvoice_address: None,
            operator: None,
            ..company()
        };
        assert_eq!(problems(&form), []);
    }
}

#[test]
fn a_private_person_has_no_company_numbers() {
    let form = CustomerForm { business_id: Some("x"), vat_number: Some("y"), ..individual() };
    assert_eq!((details(&form).business_id, details(&form).vat_number), (String::new(), String::new()));
}

#[test]
fn a_personal_id_is_valid_if_given() {
    let id = "131052-308T";
    let form = CustomerForm { personal_id: Some(id), ..individual() };
    assert_eq!(form.read().unwrap().personal_id, PersonalIdChange::Set(id.parse().unwrap()));
    assert_eq!(individual().read().unwrap().personal_id, PersonalIdChange::Keep);
    let form = CustomerForm { personal_id: Some("131052-308U"), ..individual() };
    only(&form, "sotu", ErrorKey::InvalidPersonalId);
    let form = CustomerForm { personal_id: Some("131052-308U"), ..company() };
    assert_eq!(form.read().unwrap().personal_id, PersonalIdChange::Remove, "a company's is not even read");
}

#[test]
fn addresses_and_codes_are_checked() {
    for field in ["laskut", "laskut@", "a b@c.fi"] {
        let form = CustomerForm { email: Some(field), ..company() };
        only(&form, "email", ErrorKey::InvalidEmail);
    }
    let form = CustomerForm { email2: Some("laskut"), ..company() };
    only(&form, "email2", ErrorKey::InvalidEmail);
    let form = CustomerForm { postal_code: Some("0051"), ..company() };
    only(&form, "postalcode", ErrorKey::InvalidPostalCode);
    let form = CustomerForm { postal_code: Some("SW1A 1AA"), country: Some("GBR"), ..company() };
    assert_eq!(details(&form).postal_code, "SW1A 1AA");
    let form = CustomerForm { country: Some("Suomi"), ..company() };
    only(&form, "addresscountry", ErrorKey::InvalidChoice);
}

#[test]
fn choices_are_of_their_lists() {
    let form = CustomerForm { role: Some("PERSON"), ..company() };
    only(&form, "partyRole", ErrorKey::InvalidChoice);
    let form = CustomerForm { send_method: Some("FAX"), ..company() };
    only(&form, "sendBillMethod", ErrorKey::InvalidChoice);
}

#[test]
fn texts_have_a_length() {
    let long = "x".repeat(LONGEST_NAME + 1);
    let long = Some(long.as_str());
    let form = CustomerForm {
        name: long,
        organization: long,
        business_id: long,
        reference: long,
        address: long,
        city: long,
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
    let pekka = ContactPersonForm { name: Some("Pekka"), email: Some("pekka@x.fi"), phone: Some("1") };
    let form = CustomerForm {
        people: vec![ContactPersonForm::default(), pekka],
        cost_units: vec![" ", "Näyttämö 1"],
        ..company()
    };
    assert_eq!(details(&form).people.len(), 1, "an empty line is nobody");
    assert_eq!(details(&form).people[0].name, "Pekka");
    assert_eq!(details(&form).cost_units, ["Näyttämö 1"]);

    let nameless = ContactPersonForm { email: Some("x"), ..ContactPersonForm::default() };
    let expected = [
        ("people[1].name".to_owned(), ErrorKey::Required),
        ("people[1].email".to_owned(), ErrorKey::InvalidEmail),
    ];
    assert_eq!(problems(&CustomerForm { people: vec![pekka, nameless], ..company() }), expected);
    let form = CustomerForm { people: vec![pekka; MOST_PEOPLE + 1], ..company() };
    only(&form, "people", ErrorKey::TooMany);
    let form = CustomerForm { cost_units: vec!["1"; MOST_COST_UNITS + 1], ..company() };
    only(&form, "costUnits", ErrorKey::TooMany);
}
