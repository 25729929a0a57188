//! Files that are refused, each with its reason.

use std::io::{self, BufReader, Read};

use liksa_documents::camt::{CamtError, CamtReader};
use proptest::prelude::*;

use crate::xml::statements::{Entry, VERSIONS, details, file, read};

fn whole() -> String {
    let own = details(VERSIONS[0], "A1", "125.50", "Erkki", "104812");
    file(
        VERSIONS[0],
        &Entry { details: format!("<NtryDtls>{own}</NtryDtls>"), ..Entry::default() }.xml(VERSIONS[0]),
    )
}

fn with_entry(entry: &Entry<'_>) -> CamtError {
    read(&file(VERSIONS[2], &entry.xml(VERSIONS[2]))).unwrap_err()
}

#[test]
fn a_file_that_ends_early_is_refused_wherever_it_ends() {
    let whole = whole();
    let end = whole.trim_end().len();
    for length in 0..end {
        if whole.is_char_boundary(length) {
            let error = read(&whole[..length]).unwrap_err();
            assert!(matches!(error, CamtError::Truncated), "{length}: {error:?}");
        }
    }
    assert!(read(&whole[..end]).is_ok());
}

#[test]
fn other_messages_are_refused_by_their_namespace() {
    for namespace in [
        "urn:iso:std:iso:20022:tech:xsd:pain.001.001.09",
        "urn:iso:std:iso:20022:tech:xsd:camt.053.001.99",
        "",
    ] {
        let other = whole().replace("urn:iso:std:iso:20022:tech:xsd:camt.053.001.02", namespace);
        assert_eq!(read(&other), Err(CamtError::NotCamt { namespace: namespace.to_owned() }));
    }
    assert_eq!(read("<html></html>"), Err(CamtError::NotCamt { namespace: String::new() }));
    assert_eq!(
        read(&whole().replace("Document", "Letter")).map_err(|error| error.to_string()),
        Err("the file is not a camt.053 or camt.054 of a known version \
         (its namespace is \"urn:iso:std:iso:20022:tech:xsd:camt.053.001.02\")"
            .to_owned())
    );
    let no_statement = whole().replace("Stmt>", "Other>");
    assert_eq!(read(&no_statement), Err(CamtError::NoStatement));
}

#[test]
fn entity_bombs_do_not_go_off() {
    let lol: String =
        (1..9).map(|n| format!("<!ENTITY l{n} \"{}\">", format!("&l{};", n - 1).repeat(10))).collect();
    let bomb = format!("<!DOCTYPE Document [<!ENTITY l0 \"lol\">{lol}]>");
    let with_bomb = whole().replacen("<Document", &format!("{bomb}<Document"), 1).replace("Erkki", "&l8;");
    assert_eq!(read(&with_bomb), Err(CamtError::DocumentType));
    let outside = whole().replacen("<Document", "<!DOCTYPE d SYSTEM \"file:///etc/passwd\"><Document", 1);
    assert_eq!(read(&outside), Err(CamtError::DocumentType));
    assert_eq!(read(&whole().replace("Erkki", "&l8;")), Err(CamtError::UnknownEntity));
    assert_eq!(read(&whole().replace("Erkki", "&#0;")), Err(CamtError::UnknownEntity));
}

#[test]
fn only_utf_8_is_read() {
    assert_eq!(read(&whole().replace("UTF-8", "ISO-8859-1")), Err(CamtError::NotUtf8));
    let mut bytes = whole().into_bytes();
    let name = bytes.windows(5).position(|window| window == b"Erkki").unwrap();
    bytes[name] = 0xe4;
    let error = CamtReader::new(bytes.as_slice()).collect::<Result<Vec<_>, _>>().unwrap_err();
    assert_eq!(error, CamtError::NotUtf8);
}

#[test]
fn malformed_files_are_refused() {
    for (from, to) in [
        ("</Ntry>", "</Entry>"),
        ("</Document>", "</Document><Document/>"),
        ("</Document>", "</Document>more"),
        ("<Ntry>", "<Ntry><!x>"),
    ] {
        let error = read(&whole().replacen(from, to, 1)).unwrap_err();
        assert!(matches!(error, CamtError::Malformed { .. } | CamtError::NotCamt { .. }), "{to}: {error:?}");
    }
}

#[test]
fn other_currencies_are_refused() {
    let foreign = Entry { amount: "<Amt Ccy=\"SEK\">125.50</Amt>", ..Entry::default() };
    let error = with_entry(&foreign);
    assert_eq!(error, CamtError::ForeignCurrency { entry: 1, currency: "SEK".to_owned() });
    assert_eq!(error.to_string(), "entry 1 is in SEK; only euros can be booked");
    let bare = "<NtryDtls><TxDtls/><TxDtls/></NtryDtls>".to_owned();
    assert_eq!(with_entry(&Entry { details: bare, ..foreign }), error);
    let own = details(VERSIONS[2], "A1", "125.50", "Erkki", "104812").replace("EUR", "USD");
    let batch = format!("<NtryDtls>{own}{own}</NtryDtls>");
    let error = with_entry(&Entry { details: batch, ..Entry::default() });
    assert_eq!(error, CamtError::ForeignCurrency { entry: 1, currency: "USD".to_owned() });
    // A payment sent in dollars is booked in euros: the entry says how many.
    let converted = Entry { details: format!("<NtryDtls>{own}</NtryDtls>"), ..Entry::default() };
    assert!(read(&file(VERSIONS[2], &converted.xml(VERSIONS[2]))).is_ok());
}

#[test]
fn incomplete_entries_are_refused() {
    let missing = |from: &str| read(&whole().replace(from, "")).unwrap_err().to_string();
    assert_eq!(
        missing("<BookgDt><Dt>2026-11-16</Dt></BookgDt>"),
        "entry 1: the booking date (BookgDt) is missing"
    );
    assert_eq!(
        missing("<CdtDbtInd>CRDT</CdtDbtInd>"),
        "entry 1: the way of the money (CdtDbtInd) is missing"
    );
    let amount = |amount| with_entry(&Entry { amount, ..Entry::default() });
    let not_understood = CamtError::NotUnderstood { entry: 1, what: "the amount" };
    for wrong in ["<Amt Ccy=\"EUR\">-1</Amt>", "<Amt Ccy=\"EUR\">1.001</Amt>", "<Amt Ccy=\"EUR\"/>"] {
        assert_eq!(amount(wrong), not_understood, "{wrong}");
    }
    assert_eq!(amount(""), CamtError::Missing { entry: 1, what: "the amount" });
    assert!(matches!(with_entry(&Entry { way: "UP", ..Entry::default() }), CamtError::NotUnderstood { .. }));
}

#[test]
fn files_longer_or_deeper_than_those_of_banks_are_refused() {
    assert_eq!(read(&whole().replace("Erkki", &"E".repeat(5_000))), Err(CamtError::PieceTooLong));
    assert_eq!(
        read(&whole().replace("<Ntry>", &format!("<!--{}--><Ntry>", "x".repeat(70_000)))),
        Err(CamtError::PieceTooLong)
    );
    let deep = format!("{}{}", "<a>".repeat(40), "</a>".repeat(40));
    assert_eq!(read(&whole().replace("<Ntry>", &format!("{deep}<Ntry>"))), Err(CamtError::NestedTooDeeply));
    let notes = format!("<RmtInf>{}", format!("<Ustrd>{}</Ustrd>", "x".repeat(1_000)).repeat(80));
    assert_eq!(read(&whole().replace("<RmtInf>", &notes)), Err(CamtError::TransactionTooLong { entry: 1 }));
}

#[test]
fn a_source_that_fails_is_not_taken_for_a_short_file() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::ErrorKind::ConnectionReset.into())
        }
    }
    let half = whole()[..600].to_owned();
    let source = BufReader::new(half.as_bytes().chain(Broken));
    let error = CamtReader::new(source).collect::<Result<Vec<_>, _>>().unwrap_err();
    assert_eq!(error, CamtError::Unreadable(io::ErrorKind::ConnectionReset));
}

proptest! {
    #[test]
    fn no_bytes_make_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..200), at in any::<prop::sample::Index>()) {
        let _ = CamtReader::new(bytes.as_slice()).count();
        let mut file = whole().into_bytes();
        let place = at.index(file.len());
        file.splice(place..place, bytes);
        let _ = CamtReader::new(file.as_slice()).count();
    }
}
