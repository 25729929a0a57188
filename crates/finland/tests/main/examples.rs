//! Known values, how they are shown, and the cases where other programs differ and this one has chosen.

use std::fmt::Debug;
use std::str::FromStr;

use jiff::civil::{Date, date};
use liksa_finland::{
    BankBarcode, BarcodeError, Bic, BusinessId, BusinessIdError, EpcQr, EpcQrError, Iban, IbanError,
    PaymentReference, PersonalId, PersonalIdError, ReferenceNumber, ReferenceNumberError, RfReference,
    RfReferenceError, Sex, VatNumber, VatNumberError,
};
use liksa_money::Money;

fn parse<T: FromStr<Err: Debug>>(text: &str) -> T {
    text.parse().unwrap()
}

fn barcode(
    iban: &str,
    amount: &str,
    reference: &str,
    due: Option<Date>,
) -> Result<BankBarcode, BarcodeError> {
    BankBarcode::new(parse(iban), parse(amount), parse(reference), due)
}

#[test]
fn business_ids_keep_their_hyphen() {
    for text in ["2077474-0", "1234567-1", "2332748-7", " 2077474-0 "] {
        assert_eq!(parse::<BusinessId>(text).as_str(), text.trim());
    }
    let id: BusinessId = parse("2077474-0");
    assert_eq!(id.ovt(), "003720774740");
    assert_eq!(VatNumber::from(&id).as_str(), "FI20774740");

    // Without the hyphen, with it elsewhere or twice, with digits of other scripts: not one.
    for text in ["20774740", "207747-40", "2077474--0", "20774740-", "２077474-0", "207747-0", ""] {
        assert_eq!(text.parse::<BusinessId>(), Err(BusinessIdError::WrongShape), "{text}");
    }
    assert_eq!("2077474-1".parse::<BusinessId>(), Err(BusinessIdError::WrongCheckDigit));
    // 0000008 leaves the remainder 5; 0000006 leaves 1, for which there is no check digit.
    assert_eq!("0000008-6".parse::<BusinessId>().map(|id| id.digits()), Ok("00000086".to_owned()));
    for check in 0..10 {
        let never_issued = format!("0000006-{check}");
        assert_eq!(never_issued.parse::<BusinessId>(), Err(BusinessIdError::WrongCheckDigit));
    }
}

#[test]
fn vat_numbers_look_like_those_of_their_country() {
    let valid = [
        "FI20774740",
        "fi 2077 4740",
        "SE556012579001",
        "DE123456789",
        "EE100366327",
        "NL000099998B57",
        "ATU12345678",
        "IE1234567FA",
        "ESX1234567R",
        "EL123456789",
        "RO19",
        "XIGD123",
    ];
    for text in valid {
        assert!(text.parse::<VatNumber>().is_ok(), "{text}");
    }
    let number: VatNumber = parse("SE556012579001");
    assert_eq!((number.country(), number.is_finnish()), ("SE", false));

    for text in ["SE5560125790", "DE12345678", "ATX12345678", "NL000099998A57", "RO1", "ES123456789"] {
        assert_eq!(text.parse::<VatNumber>(), Err(VatNumberError::WrongShape), "{text}");
    }
    for text in ["GB123456789", "GR123456789", "20774740", "F", ""] {
        assert_eq!(text.parse::<VatNumber>(), Err(VatNumberError::UnknownCountry), "{text}");
    }
    let wrong = VatNumberError::WrongBusinessId(BusinessIdError::WrongCheckDigit);
    assert_eq!("FI20774741".parse::<VatNumber>(), Err(wrong));
}

#[test]
fn personal_ids_hold_birth_date_and_sex() {
    let cases = [
        ("131052-308T", date(1952, 10, 13), Sex::Female, false),
        ("010203+0023", date(1803, 2, 1), Sex::Female, false),
        ("290200A901C", date(2000, 2, 29), Sex::Male, true),
    ];
    for (text, birth_date, sex, temporary) in cases {
        let id = text.parse::<PersonalId>();
        let read = id.map(|id| (id.birth_date(), id.sex(), id.is_temporary()));
        assert_eq!(read, Ok((birth_date, sex, temporary)), "{text}");
    }
}

#[test]
fn the_century_signs_of_2023_mean_the_same_centuries() {
    for (signs, century) in [("-YXWVU", 1900), ("ABCDEF", 2000)] {
        for sign in signs.chars() {
            let id: PersonalId = parse(&format!("131052{sign}308T"));
            assert_eq!(id.birth_date().year(), century + 52, "{sign}");
        }
    }
    for sign in "GTZ0 *".chars() {
        assert_eq!(
            format!("131052{sign}308T").parse::<PersonalId>(),
            Err(PersonalIdError::WrongShape),
            "{sign}"
        );
    }
}

#[test]
fn personal_ids_in_doubt() {
    // Lower case is a habit of typing.
    assert_eq!(parse::<PersonalId>(" 131052a308t ").as_str(), "131052A308T");
    // 000 and 001 were never given, whatever the check character.
    assert_eq!("120594-0012".parse::<PersonalId>(), Err(PersonalIdError::NeverIssued));
    assert_eq!("200903A000X".parse::<PersonalId>(), Err(PersonalIdError::NeverIssued));
    // Dashes of typography and digits of other scripts are not what the register writes.
    for text in ["250321—960X", "190614–968X", "0111५7-912M", "010620F9２6H", "131052-308", ""] {
        assert_eq!(text.parse::<PersonalId>(), Err(PersonalIdError::WrongShape), "{text}");
    }
    assert_eq!("290201A901M".parse::<PersonalId>(), Err(PersonalIdError::NoSuchDate));
    assert_eq!("131052-308U".parse::<PersonalId>(), Err(PersonalIdError::WrongCheckCharacter));
}

#[test]
fn ibans_are_shown_in_fours() {
    let iban: Iban = parse("fi79 4405 2020\u{a0}0360 82");
    assert_eq!(iban.as_str(), "FI7944052020036082");
    assert_eq!(iban.to_string(), "FI79 4405 2020 0360 82");
    assert_eq!((iban.country(), iban.is_finnish(), iban.account()), ("FI", true, "44052020036082"));

    let cases = [
        ("FI7944052020036083", IbanError::WrongCheckDigits),
        ("FI794405202003608", IbanError::WrongCheckDigits),
        ("FI094405202003608", IbanError::WrongForCountry),
        ("ZZ4244052020036082", IbanError::UnknownCountry),
        ("FI79-4405-2020-0360-82", IbanError::WrongShape),
        ("FI\u{ff17}944052020036082", IbanError::WrongShape),
        ("", IbanError::WrongShape),
    ];
    for (text, error) in cases {
        assert_eq!(text.parse::<Iban>(), Err(error), "{text}");
    }
}

#[test]
fn accounts_within_sepa_are_known() {
    for text in
        ["FI2112345600000785", "EE382200221020145685", "GB29NWBK60161331926819", "CH9300762011623852957"]
    {
        assert!(parse::<Iban>(text).is_in_sepa(), "{text}");
    }
    for text in ["TR330006100519786457841326", "BR1800360305000010009795493C1"] {
        assert!(!parse::<Iban>(text).is_in_sepa(), "{text}");
    }
}

#[test]
fn finnish_accounts_show_their_bank() {
    let cases = [
        ("FI1410093000123458", Some("NDEAFIHH")),
        ("FI8333010001100775", Some("ESSEFIHX")),
        ("FI3840555010000012", Some("HELSFIHH")),
        ("FI7944052020036082", Some("ITELFIHH")),
        ("FI9650000120000012", Some("OKOYFIHH")),
        ("FI4879997790000012", Some("HOLVFIHH")),
        ("FI1680001400050267", Some("DABAFIHH")),
        // No bank has 404, none has 313 any more, and Germany has its own codes.
        ("FI6340411110000012", None),
        ("FI5631396345790153", None),
        ("DE89370400440532013000", None),
    ];
    for (iban, bank) in cases {
        let found = Bic::of_finnish_account(&parse(iban));
        assert_eq!(found.as_ref().map(Bic::as_str), bank, "{iban}");
    }
}

#[test]
fn a_bank_has_accounts_of_its_country() {
    let cases = [
        ("COBADEFFXXX", "DE89 3704 0044 0532 0130 00", true),
        ("NDEAFIHH", "DE89 3704 0044 0532 0130 00", false),
        ("NDEAFIHH", "FI21 1234 5600 0007 85", true),
        ("AGRIREMX", "FR14 2004 1010 0505 0001 3M02 606", true),
        ("NWBKJESX", "GB29 NWBK 6016 1331 9268 19", true),
        ("NWBKJESX", "FR14 2004 1010 0505 0001 3M02 606", false),
    ];
    for (bic, iban, may_have) in cases {
        assert_eq!(parse::<Bic>(bic).may_have(&parse(iban)), may_have, "{bic} {iban}");
    }
}

#[test]
fn reference_numbers_are_shown_in_fives_from_the_right() {
    let cases = [
        ("1232", "1232"),
        ("10016", "10016"),
        ("868516259619897", "86851 62596 19897"),
        ("78777679656628687", "78 77767 96566 28687"),
        ("00000868516259619897", "86851 62596 19897"),
        ("8 68516 25961 9897", "86851 62596 19897"),
    ];
    for (text, shown) in cases {
        assert_eq!(text.parse::<ReferenceNumber>().unwrap().to_string(), shown);
    }
    for text in ["", "123", "0000", "00000000", "868516259619897868511", "1232a", "-1232"] {
        assert_eq!(text.parse::<ReferenceNumber>(), Err(ReferenceNumberError::WrongShape), "{text}");
    }
    let endless = "0".repeat(1_000) + "1232";
    assert_eq!(endless.parse::<ReferenceNumber>(), Err(ReferenceNumberError::WrongShape));
    assert_eq!("1233".parse::<ReferenceNumber>(), Err(ReferenceNumberError::WrongCheckDigit));
}

#[test]
fn invoice_numbers_become_references() {
    assert_eq!(ReferenceNumber::with_base(123).unwrap().as_str(), "1232");
    assert_eq!(ReferenceNumber::with_base(1001).unwrap().as_str(), "10016");
    assert_eq!(ReferenceNumber::with_base(99), Err(ReferenceNumberError::WrongShape));
    assert_eq!(ReferenceNumber::with_base(u64::MAX), Err(ReferenceNumberError::WrongShape));
}

#[test]
fn rf_references_wrap_reference_numbers() {
    for (number, rf, shown) in [
        ("868516259619897", "RF09868516259619897", "RF09 8685 1625 9619 897"),
        ("10016", "RF0810016", "RF08 1001 6"),
    ] {
        let reference = RfReference::from(&parse::<ReferenceNumber>(number));
        assert_eq!(reference.as_str(), rf);
        assert_eq!(reference.to_string(), shown);
        assert_eq!(parse::<RfReference>(&shown.to_lowercase()), reference);
        assert_eq!(reference.reference_number(), Some(parse(number)));
    }
    assert_eq!(parse::<RfReference>("RF080000010016").as_str(), "RF0810016");
}

#[test]
fn foreign_rf_references_stay_as_written() {
    let foreign: RfReference = parse("RF18 5390 0754 7034");
    assert_eq!(foreign.reference_number(), None);
    assert_eq!(parse::<RfReference>("RF180539007547034").as_str(), "RF180539007547034");

    for text in
        ["RF", "RF18", "RF02000", "RFA8539007547034", "RF08000000000000000000010016", "FR18539007547034"]
    {
        assert_eq!(text.parse::<RfReference>(), Err(RfReferenceError::WrongShape), "{text}");
    }
    // 00, 01 and 99 satisfy the sum where 97, 98 and 02 do, yet are never issued.
    assert!(
        ["RF971818", "RF9810045", "RF021588"].into_iter().all(|text| text.parse::<RfReference>().is_ok())
    );
    for text in ["RF001818", "RF0110045", "RF991588", "RF0910016"] {
        assert_eq!(text.parse::<RfReference>(), Err(RfReferenceError::WrongCheckDigits), "{text}");
    }
}

#[test]
fn bank_barcodes_of_the_guide() {
    let cases = [
        (
            barcode("FI7944052020036082", "4883.15", "868516259619897", Some(date(2010, 6, 12))),
            "479440520200360820048831500000000868516259619897100612",
        ),
        (
            barcode("FI7944052020036082", "4883.15", "RF09868516259619897", Some(date(2010, 6, 12))),
            "579440520200360820048831509000000868516259619897100612",
        ),
        (
            barcode("FI1680001400050267", "935.85", "78777679656628687", None),
            "416800014000502670009358500000078777679656628687000000",
        ),
        (
            barcode("FI8333010001100775", "150000.20", "RF7192125374252539897737", Some(date(2016, 5, 25))),
            "583330100011007751500002071092125374252539897737160525",
        ),
    ];
    for (made, digits) in cases {
        let made = made.unwrap();
        assert_eq!(made.to_string(), digits);
        assert_eq!(digits.parse(), Ok(made));
    }
}

#[test]
fn bank_barcodes_have_their_limits() {
    let account = "FI7944052020036082";
    let largest = barcode(account, "999999.99", "1232", None).unwrap();
    assert_eq!(largest.amount(), Some(parse("999999.99")));
    let beyond = barcode(account, "1000000", "1232", None).unwrap();
    assert_eq!(beyond.amount(), None);
    assert_eq!(beyond.digits(), "479440520200360820000000000000000000000000001232000000");

    let refused = [
        (barcode("EE382200221020145685", "1", "1232", None), BarcodeError::ForeignAccount),
        (barcode(account, "-0.01", "1232", None), BarcodeError::WrongAmount),
        (barcode(account, "0.001", "1232", None), BarcodeError::WrongAmount),
        (barcode(account, "1", "RF18539007547034", None), BarcodeError::ForeignReference),
        (barcode(account, "1", "1232", Some(date(2100, 1, 1))), BarcodeError::DueDateOutOfRange),
    ];
    for (result, error) in refused {
        assert_eq!(result, Err(error));
    }
}

#[test]
fn bank_barcodes_say_what_is_wrong_with_them() {
    let cases = [
        ("", BarcodeError::WrongShape),
        ("379440520200360820048831500000000868516259619897100612", BarcodeError::WrongShape),
        ("479440520200360820048831500100000868516259619897100612", BarcodeError::WrongShape),
        ("479440520200360830048831500000000868516259619897100612", BarcodeError::WrongAccount),
        ("479440520200360820048831500000000868516259619898100612", BarcodeError::WrongReference),
        ("579440520200360820048831508000000868516259619897100612", BarcodeError::WrongReference),
        ("479440520200360820048831500000000868516259619897101312", BarcodeError::WrongDueDate),
    ];
    for (code, error) in cases {
        assert_eq!(code.parse::<BankBarcode>(), Err(error), "{code}");
    }
}

fn epc_qr() -> EpcQr {
    EpcQr {
        beneficiary: "Liksa Oy".to_owned(),
        iban: parse("FI7944052020036082"),
        bic: Some(parse("ITELFIHH")),
        amount: parse("4883.15"),
        reference: parse("RF09868516259619897"),
        due: Some(date(2026, 11, 29)),
    }
}

#[test]
fn epc_qr_has_its_fields_on_their_lines() {
    let text = "BCD\n002\n1\nSCT\nITELFIHH\nLiksa Oy\nFI7944052020036082\nEUR4883.15\n\nRF09868516259619897\n\n\
                ReqdExctnDt/2026-11-29";
    assert_eq!(epc_qr().text(), Ok(text.to_owned()));

    let plain = EpcQr { bic: None, due: None, reference: parse("1232"), amount: parse("7"), ..epc_qr() };
    let text = "BCD\n002\n1\nSCT\n\nLiksa Oy\nFI7944052020036082\nEUR7.00\n\n1232";
    assert_eq!(plain.text(), Ok(text.to_owned()));
}

#[test]
fn epc_qr_lets_no_name_break_its_lines() {
    let named = |name: &str| EpcQr { beneficiary: name.to_owned(), ..epc_qr() };
    let line = |name: &str| named(name).text().map(|text| text.lines().nth(5).unwrap().to_owned());
    assert_eq!(line(" Liksa\r\nOy\t \u{85}Ab\0 "), Ok("Liksa Oy Ab".to_owned()));
    assert_eq!(line(&"ä".repeat(100)), Ok("ä".repeat(70)));
    assert_eq!(line(" \n "), Err(EpcQrError::NoBeneficiary));
    // 70 characters of four bytes each.
    assert_eq!(line(&"🦀".repeat(70)), Err(EpcQrError::TooLong));
}

#[test]
fn epc_qr_needs_an_amount_that_can_be_paid() {
    let of = |amount: &str| EpcQr { amount: parse::<Money>(amount), ..epc_qr() }.text().map(|_| ());
    assert_eq!(of("0.01"), Ok(()));
    assert_eq!(of("999999999.99"), Ok(()));
    for amount in ["0", "-1", "0.001", "1000000000"] {
        assert_eq!(of(amount), Err(EpcQrError::WrongAmount), "{amount}");
    }
}

#[test]
fn kinds_of_payment_references_are_distinguished() {
    assert!(matches!(parse("RF0810016"), PaymentReference::Rf(_)));
    assert!(matches!(parse("1232"), PaymentReference::Finnish(_)));
    assert_eq!(parse::<PaymentReference>(" rf08 1001 6").as_str(), "RF0810016");
    assert_eq!(parse::<PaymentReference>("10016").to_string(), "10016");
    assert!("RF0910016".parse::<PaymentReference>().is_err());
    assert!("".parse::<PaymentReference>().is_err());
}

#[test]
fn debug_shows_no_person_and_no_account() {
    let id: PersonalId = parse("131052-308T");
    assert_eq!(format!("{id:?}"), "PersonalId(…)");
    let iban: Iban = parse("FI7944052020036082");
    assert_eq!(format!("{iban:?}"), "Iban(FI…)");
    let code = barcode("FI7944052020036082", "1", "1232", None).unwrap();
    assert!(!format!("{code:?}").contains("4405"));
    assert!(!format!("{:?}", epc_qr()).contains("4405"));
}
