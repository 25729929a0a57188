//! What must hold for every value, checked on random ones.

use std::fmt::Debug;

use jiff::civil::Date;
use liksa_finland::{
    BankBarcode, Bic, BusinessId, EpcQr, Iban, PaymentReference, PersonalId, PostalCode, ReferenceNumber,
    RfReference, VatNumber,
};
use liksa_money::Money;
use proptest::prelude::*;

/// Any text at all, and texts made of what the identifiers are made of.
fn texts() -> impl Strategy<Value = String> {
    prop_oneof![
        ".*",
        "[0-9]{4}",
        "(FI|RF|DE|SE)[0-9A-Z ]{0,34}",
        "[0-9]{6}[-+A-Fa-fU-Y][0-9]{3}[0-9A-Y]",
        "[0-9]{7}-[0-9]",
        "[45][0-9]{53}",
        "[0-9 ]{0,40}",
    ]
}

fn business_ids() -> impl Strategy<Value = String> {
    (0_u32..10_000_000).prop_filter_map("no check digit", |number| {
        let digits = format!("{number:07}");
        let weighted = digits
            .bytes()
            .zip([7, 9, 10, 5, 8, 4, 2])
            .map(|(digit, weight)| u32::from(digit - b'0') * weight);
        match weighted.sum::<u32>() % 11 {
            0 => Some(format!("{digits}-0")),
            1 => None,
            remainder => Some(format!("{digits}-{}", 11 - remainder)),
        }
    })
}

fn personal_ids() -> impl Strategy<Value = String> {
    let signs = prop::sample::select(b"-YXWVUABCDEF+".to_vec());
    (signs, 0_u32..100, 1_u32..13, 1_u32..29, 2_u32..1_000).prop_map(|(sign, year, month, day, number)| {
        let date = format!("{day:02}{month:02}{year:02}");
        let digits: u32 =
            format!("{date}{number:03}").bytes().fold(0, |sum, digit| sum * 10 + u32::from(digit - b'0'));
        let check = b"0123456789ABCDEFHJKLMNPRSTUVWXY"[digits as usize % 31];
        format!("{date}{}{number:03}{}", char::from(sign), char::from(check))
    })
}

fn finnish_ibans() -> impl Strategy<Value = String> {
    (0_u64..100_000_000_000_000).prop_map(|account| {
        // FI00 at the end, as digits: F is 15 and I is 18.
        let check = 98 - (u128::from(account) * 1_000_000 + 151_800) % 97;
        format!("FI{check:02}{account:014}")
    })
}

fn reference_numbers() -> impl Strategy<Value = ReferenceNumber> {
    (100_u64..10_000_000_000_000_000_000)
        .prop_filter_map("too long", |base| ReferenceNumber::with_base(base).ok())
}

fn payment_references() -> impl Strategy<Value = PaymentReference> {
    (reference_numbers(), any::<bool>()).prop_map(|(number, as_rf)| match as_rf {
        true => PaymentReference::Rf(RfReference::from(&number)),
        false => PaymentReference::Finnish(number),
    })
}

fn due_dates() -> impl Strategy<Value = Option<Date>> {
    let dates =
        (2000_i16..2100, 1_i8..13, 1_i8..29).prop_map(|(year, month, day)| Date::new(year, month, day).ok());
    prop_oneof![Just(None), dates]
}

/// `text` with the digit at one place replaced by another.
fn corrupted(text: &str, place: usize, by: u8) -> String {
    let places: Vec<usize> =
        text.bytes().enumerate().filter(|(_, byte)| byte.is_ascii_digit()).map(|(at, _)| at).collect();
    let at = places[place % places.len()];
    let digit = (text.as_bytes()[at] - b'0' + 1 + by % 9) % 10;
    format!("{}{digit}{}", &text[..at], &text[at + 1..])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn no_text_makes_reading_panic(text in texts()) {
        let _ = text.parse::<BusinessId>();
        let _ = text.parse::<VatNumber>();
        let _ = text.parse::<PersonalId>();
        let _ = text.parse::<Iban>().map(|iban| Bic::of_finnish_account(&iban));
        let _ = text.parse::<Bic>();
        let _ = text.parse::<ReferenceNumber>();
        let _ = text.parse::<RfReference>().map(|rf| rf.reference_number());
        let _ = text.parse::<PaymentReference>();
        let _ = text.parse::<BankBarcode>().map(|code| code.digits());
        let _ = text.parse::<PostalCode>().map(|code| code.place());
    }

    #[test]
    fn business_ids_catch_every_wrong_digit(text in business_ids(), place in 0_usize..8, by in any::<u8>()) {
        let id: BusinessId = text.parse().unwrap();
        prop_assert_eq!(id.to_string(), text.as_str());
        let vat = VatNumber::from(&id);
        prop_assert_eq!(vat.as_str().parse(), Ok(vat));
        let wrong = corrupted(&text, place, by);
        prop_assert!(wrong.parse::<BusinessId>().is_err(), "{}", wrong);
    }

    #[test]
    fn personal_ids_catch_every_wrong_digit(text in personal_ids(), place in 0_usize..9, by in any::<u8>()) {
        let id: PersonalId = text.parse().unwrap();
        prop_assert_eq!(id.as_str(), text.as_str());
        prop_assert_eq!(id.birth_date().strftime("%d%m%y").to_string(), &text[..6]);
        let wrong = corrupted(&text[..10], place, by) + &text[10..];
        prop_assert!(wrong.parse::<PersonalId>().is_err(), "{}", wrong);
    }

    #[test]
    fn ibans_catch_every_wrong_digit(text in finnish_ibans(), place in 0_usize..16, by in any::<u8>()) {
        let iban: Iban = text.parse().unwrap();
        prop_assert_eq!(iban.as_str(), text.as_str());
        prop_assert_eq!(iban.to_string().parse(), Ok(iban));
        let wrong = corrupted(&text, place, by);
        prop_assert!(wrong.parse::<Iban>().is_err(), "{}", wrong);
    }

    #[test]
    fn references_catch_every_wrong_digit(number in reference_numbers(), place in 0_usize..20, by in any::<u8>()) {
        let rf = RfReference::from(&number);
        prop_assert_eq!(number.to_string().parse(), Ok(number.clone()));
        prop_assert_eq!(rf.to_string().parse(), Ok(rf.clone()));
        prop_assert_eq!(rf.reference_number(), Some(number.clone()));
        prop_assert!(corrupted(number.as_str(), place, by).parse::<ReferenceNumber>().is_err());
        prop_assert!(corrupted(rf.as_str(), place, by).parse::<RfReference>().is_err());
    }

    #[test]
    fn barcodes_read_back(
        iban in finnish_ibans(),
        cents in 0_i64..100_000_000,
        reference in payment_references(),
        due in due_dates(),
    ) {
        let iban: Iban = iban.parse().unwrap();
        let amount = Money::from_cents(cents).unwrap();
        let made = BankBarcode::new(iban, amount, reference.clone(), due).unwrap();
        let digits = made.digits();
        prop_assert_eq!(digits.len(), 54);
        let read: BankBarcode = digits.parse().unwrap();
        prop_assert_eq!(read.iban(), &iban);
        prop_assert_eq!(read.amount(), Some(amount).filter(|amount| !amount.is_zero()));
        prop_assert_eq!(read.reference(), &reference);
        prop_assert_eq!(read.due(), due);
    }

    #[test]
    fn epc_qr_texts_keep_their_lines(beneficiary in ".*", reference in payment_references(), due in due_dates()) {
        let iban: Iban = "FI7944052020036082".parse().unwrap();
        let qr = EpcQr { beneficiary, iban, bic: None, amount: Money::euros(1), reference, due };
        if let Ok(text) = qr.text() {
            prop_assert!(text.len() <= 331);
            prop_assert_eq!(text.split('\n').nth(6), Some(iban.as_str()));
            prop_assert_eq!(text.split('\n').count(), if due.is_some() { 12 } else { 10 });
        }
    }
}

/// Errors and hidden values end up in logs; what was typed must not.
#[test]
fn no_error_repeats_what_it_refused() {
    fn said<E: Debug + ToString>(error: Option<E>) -> String {
        error.map_or_else(String::new, |error| format!("{error:?} {}", error.to_string()))
    }
    assert!(!said("131052-308U".parse::<PersonalId>().err()).contains("131052"));
    assert!(!said("FI094405202003608".parse::<Iban>().err()).contains("4405"));
}
