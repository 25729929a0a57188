//! Transactions read from statements.

use jiff::civil::date;
use liksa_documents::camt::{CamtError, CamtReader, Transaction};
use liksa_money::Money;
use proptest::prelude::*;

use crate::xml::samples::money;
use crate::xml::statements::{Entry, VERSIONS, details, file, read};

fn references(transaction: &Transaction) -> Vec<(&str, Option<Money>)> {
    transaction.references.iter().map(|paid| (paid.reference.as_str(), paid.amount)).collect()
}

fn one(version: &str, entry: &Entry<'_>) -> Transaction {
    let mut all = read(&file(version, &entry.xml(version))).unwrap();
    assert_eq!(all.len(), 1);
    all.remove(0)
}

#[test]
fn a_payment_with_a_reference_is_the_same_in_all_versions() {
    for version in VERSIONS {
        let own = details(version, "2026111659ABC02", "125.50", "Erkki &amp; Pojat Oy", "0000104812");
        let details = format!("<NtryDtls>{own}</NtryDtls>");
        let paid = one(version, &Entry { details, ..Entry::default() });
        assert_eq!(paid.id, "2026111659ABC02", "{version}");
        assert_eq!(paid.account, Some("FI7944052020036082".parse().unwrap()));
        assert_eq!(paid.amount, money("125.50"));
        assert_eq!((paid.booking_date, paid.value_date), (date(2026, 11, 16), Some(date(2026, 11, 16))));
        assert_eq!(references(&paid), [("104812", None)]);
        assert_eq!(paid.end_to_end_id.as_deref(), Some("E2E-2026111659ABC02"));
        assert_eq!(paid.debtor_name.as_deref(), Some("Erkki & Pojat Oy"));
        assert_eq!(paid.debtor_account, Some("FI5810171000000122".parse().unwrap()));
        assert!(!paid.in_batch && !paid.reversal);
    }
}

#[test]
fn an_entry_without_details_is_a_transaction() {
    let paid = one(VERSIONS[0], &Entry::default());
    assert_eq!((paid.id.as_str(), paid.amount), ("2026111659ABC01", money("125.50")));
    assert_eq!((paid.references.len(), paid.debtor_name), (0, None));
    let unnamed = one(VERSIONS[0], &Entry { archive_id: "", ..Entry::default() });
    assert_eq!(unnamed.id, "STMT-1/1");
}

#[test]
fn money_that_leaves_is_negative() {
    let paid = one(VERSIONS[2], &Entry { way: "DBIT", ..Entry::default() });
    assert_eq!((paid.amount, paid.reversal), (money("-125.50"), false));
}

#[test]
fn a_reversal_has_the_opposite_sign() {
    let entry = Entry { way: "DBIT", reversal: "<RvslInd>true</RvslInd>", ..Entry::default() };
    let taken_back = one(VERSIONS[1], &entry);
    assert_eq!((taken_back.amount, taken_back.reversal), (money("-125.50"), true));
}

#[test]
fn announced_entries_are_skipped() {
    for version in VERSIONS {
        let entries =
            ["PDNG", "BOOK", "INFO"].map(|status| Entry { status, ..Entry::default() }.xml(version));
        assert_eq!(read(&file(version, &entries.concat())).unwrap().len(), 1, "{version}");
    }
}

#[test]
fn a_batch_is_its_transactions() {
    for version in VERSIONS {
        let first = details(version, "A1", "100.00", "Yksi", "RF0810016");
        let second = details(version, "A2", "25.50", "Kaksi", "104812");
        let details = format!("<NtryDtls>{first}{second}</NtryDtls>");
        let paid = read(&file(version, &Entry { details, ..Entry::default() }.xml(version))).unwrap();
        let found: Vec<_> = paid.iter().map(|paid| (paid.id.as_str(), paid.amount, paid.in_batch)).collect();
        assert_eq!(found, [("A1", money("100.00"), true), ("A2", money("25.50"), true)], "{version}");
        assert_eq!(references(&paid[0]), [("RF0810016", None)]);
        assert_eq!(paid[1].debtor_name.as_deref(), Some("Kaksi"));
    }
}

/// Transactions of a batch stay apart even if the bank repeats the id of the batch in each of them.
#[test]
fn transactions_of_a_batch_never_share_an_id() {
    let version = VERSIONS[3];
    let same = |amount| details(version, "2026111659ABC01", amount, "Sama", "104812");
    let details = format!("<NtryDtls>{}{}</NtryDtls>", same("100.00"), same("25.50"));
    let paid = read(&file(version, &Entry { details, ..Entry::default() }.xml(version))).unwrap();
    assert_eq!([&paid[0].id, &paid[1].id], ["2026111659ABC01/1", "2026111659ABC01/2"]);
}

#[test]
fn the_difference_of_details_to_their_entry_is_a_transaction() {
    let version = VERSIONS[4];
    let (first, second) =
        (details(version, "A1", "100", "Yksi", "104812"), details(version, "A2", "25", "Kaksi", "1232"));
    let details = format!("<NtryDtls>{first}</NtryDtls><NtryDtls>{second}</NtryDtls>");
    let paid = read(&file(version, &Entry { details, ..Entry::default() }.xml(version))).unwrap();
    let last = paid.last().unwrap();
    assert_eq!((paid.len(), last.amount, last.id.as_str()), (3, money("0.50"), "2026111659ABC01/0"));
    assert!(last.references.is_empty());
}

#[test]
fn details_without_an_amount_are_part_of_the_difference() {
    let version = VERSIONS[3];
    let complete = details(version, "A1", "100", "Yksi", "104812");
    let details =
        format!("<NtryDtls>{complete}<TxDtls><Refs><AcctSvcrRef>A2</AcctSvcrRef></Refs></TxDtls></NtryDtls>");
    let paid = read(&file(version, &Entry { details, ..Entry::default() }.xml(version))).unwrap();
    let found: Vec<_> = paid.iter().map(|paid| (paid.id.as_str(), paid.amount)).collect();
    assert_eq!(found, [("A1", money("100")), ("2026111659ABC01/0", money("25.50"))]);
}

#[test]
fn one_payment_may_settle_several_invoices() {
    let part = |reference: &str, amount: &str| {
        format!(
            "<Strd><RfrdDocAmt>{amount}</RfrdDocAmt><CdtrRefInf><Ref>{reference}</Ref></CdtrRefInf></Strd>"
        )
    };
    let parts = [
        part("104812", "<RmtdAmt Ccy=\"EUR\">150.00</RmtdAmt>"),
        part("1232", "<CdtNoteAmt Ccy=\"EUR\">24.50</CdtNoteAmt>"),
        part("tilaus 5", "<RmtdAmt Ccy=\"EUR\">0</RmtdAmt>"),
    ];
    let details = format!(
        "<NtryDtls><TxDtls><RmtInf><Ustrd>Kiitos</Ustrd>{}</RmtInf></TxDtls></NtryDtls>",
        parts.concat()
    );
    let paid = one(VERSIONS[3], &Entry { details, ..Entry::default() });
    assert_eq!(references(&paid), [("104812", Some(money("150"))), ("1232", Some(money("-24.50")))]);
    assert_eq!(paid.message, "Kiitos\ntilaus 5");
}

#[test]
fn missing_details_are_none() {
    let details = "<NtryDtls><TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs>\
                   <RltdPties><Dbtr><Nm></Nm></Dbtr><UltmtDbtr><Nm>Maksaja</Nm></UltmtDbtr></RltdPties>\
                   <RmtInf><Strd><CdtrRefInf><Ref/></CdtrRefInf></Strd></RmtInf></TxDtls></NtryDtls>";
    let paid = one(VERSIONS[0], &Entry { details: details.to_owned(), ..Entry::default() });
    assert_eq!(paid.end_to_end_id, None);
    assert_eq!(paid.debtor_name.as_deref(), Some("Maksaja"));
    assert!(paid.references.is_empty() && paid.message.is_empty());
}

/// Another prefix, comments, character data, references to characters and elements of other people.
#[test]
fn the_same_file_may_be_written_otherwise() {
    let plain = file(VERSIONS[0], &Entry::default().xml(VERSIONS[0]));
    let expected = read(&plain).unwrap();
    let prefixed = plain
        .replace("xmlns=", "xmlns:c=")
        .replace("</", "</c:")
        .replace('<', "<c:")
        .replace("<c:/c:", "</c:")
        .replace("<c:?", "<?");
    assert_eq!(read(&prefixed).unwrap(), expected);
    let decorated = plain
        .replace("<Ntry>", "<!-- <Ntry> --><?bank x?>\n  <Ntry>")
        .replace(">125.50<", "><![CDATA[125]]>&#46;<!-- , -->5&#x30;<")
        .replace("</Ntry>", "<Amt xmlns=\"urn:other\" Ccy=\"SEK\">1</Amt></Ntry>");
    assert_eq!(read(&decorated).unwrap(), expected);
    assert_eq!(read(&format!("\u{feff}{plain}")).unwrap(), expected);
}

proptest! {
    #[test]
    fn transactions_add_up_to_the_entries(
        batches in prop::collection::vec((1i64..10_000_000, prop::collection::vec(1i64..1_000_000, 0..6)), 0..12),
        version in 0usize..6,
    ) {
        let version = VERSIONS[version];
        let mut entries = String::new();
        for (place, (cents, parts)) in batches.iter().enumerate() {
            let amount = |cents: i64| Money::from_cents(cents).unwrap().plain();
            let part = |(number, cents): (usize, &i64)| {
                details(version, &format!("T{place}-{number}"), &amount(*cents), "Maksaja", "104812")
            };
            let details: String = parts.iter().enumerate().map(part).collect();
            let details = if details.is_empty() { details } else { format!("<NtryDtls>{details}</NtryDtls>") };
            let own = format!("<Amt Ccy=\"EUR\">{}</Amt>", amount(*cents));
            let archive_id = format!("E{place}");
            entries += &Entry { amount: &own, archive_id: &archive_id, details, ..Entry::default() }.xml(version);
        }
        let paid = read(&file(version, &entries)).unwrap();
        let booked = Money::from_cents(batches.iter().map(|(cents, _)| cents).sum()).unwrap();
        prop_assert_eq!(Money::sum(paid.iter().map(|paid| paid.amount)).unwrap(), booked);
        let mut ids: Vec<_> = paid.iter().map(|paid| &paid.id).collect();
        ids.sort_unstable();
        ids.dedup();
        prop_assert_eq!(ids.len(), paid.len());
    }
}

/// The id of a batch, what the bank booked as it, and whether its transactions are told apart by place alone.
type BatchNames<'a> = (&'a str, Option<Money>, bool);

fn names(transaction: &Transaction) -> (&str, Option<BatchNames<'_>>) {
    let batch = transaction.batch.as_ref().map(|batch| (batch.id.as_str(), batch.sum, batch.by_place));
    (transaction.id.as_str(), batch)
}

#[test]
fn a_payment_names_its_batch() {
    let version = VERSIONS[3];
    let batch = "2026111659ABC01";
    let of = |details: String| {
        let details = format!("<NtryDtls>{details}</NtryDtls>");
        read(&file(version, &Entry { details, ..Entry::default() }.xml(version))).unwrap()
    };
    let sum = Some(money("125.50"));
    let own =
        [details(version, "T1", "100", "Yksi", "104812"), details(version, "T2", "25.50", "Kaksi", "1232")];
    let named = of(own.concat());
    assert_eq!(names(&named[0]), ("T1", Some((batch, sum, false))));
    let same =
        [details(version, batch, "100", "Yksi", "104812"), details(version, batch, "25.50", "Kaksi", "1232")];
    let by_place = of(same.concat());
    assert_eq!(names(&by_place[1]), ("2026111659ABC01/2", Some((batch, sum, true))));
    let alone = of(details(version, "T1", "125.50", "Yksi", "104812"));
    assert_eq!(names(&alone[0]), ("T1", Some((batch, sum, false))), "a batch of one");
    assert_eq!(names(&one(version, &Entry::default())), (batch, None), "the batch itself");
}

#[test]
fn a_single_entry_may_refer_to_its_batch() {
    for (element, named) in [
        ("<NtryRef>2026111659BATCH</NtryRef>", Some(("2026111659BATCH", None, false))),
        ("<NtryRef>7</NtryRef>", None),
        ("<NtryRef>2026111659ABC01</NtryRef>", None),
    ] {
        let xml = file(VERSIONS[3], &Entry::default().xml(VERSIONS[3]))
            .replace("<Ntry>", &format!("<Ntry>{element}"));
        assert_eq!(names(&read(&xml).unwrap()[0]), ("2026111659ABC01", named), "{element}");
    }
    let details =
        "<NtryDtls><Btch><PmtInfId>2026111659BATCH</PmtInfId><NbOfTxs>3</NbOfTxs></Btch></NtryDtls>";
    let paid = one(VERSIONS[3], &Entry { details: details.to_owned(), ..Entry::default() });
    assert_eq!(names(&paid).1, Some(("2026111659BATCH", None, false)));
    assert_eq!(paid.ordered_as.as_deref(), Some("2026111659BATCH"));
}

/// By the name of its payments in the file where the bank gives it, else by that of the file.
#[test]
fn a_payment_names_the_payment_file_that_asked_for_it() {
    let batch = |content: &str| format!("<NtryDtls><Btch>{content}</Btch></NtryDtls>");
    let of =
        |details: String| one(VERSIONS[0], &Entry { way: "DBIT", details, ..Entry::default() }).ordered_as;
    assert_eq!(of(String::new()), None);
    assert_eq!(of(batch("<MsgId>FILE</MsgId>")).as_deref(), Some("FILE"));
    assert_eq!(of(batch("<MsgId>FILE</MsgId><PmtInfId>FILE-1</PmtInfId>")).as_deref(), Some("FILE-1"));
    let own = "<NtryDtls><TxDtls><Refs><PmtInfId>FILE-2</PmtInfId></Refs></TxDtls></NtryDtls>";
    assert_eq!(of(own.to_owned()).as_deref(), Some("FILE-2"));
}

#[test]
fn what_is_taken_back_has_an_id_of_its_own() {
    let reversal = "<RvslInd>true</RvslInd>";
    let version = VERSIONS[3];
    let own =
        [details(version, "T1", "100", "Yksi", "104812"), details(version, "T2", "25.50", "Kaksi", "1232")];
    let details = format!("<NtryDtls>{}</NtryDtls>", own.concat()).replace("CRDT", "DBIT");
    let entry = Entry { way: "DBIT", reversal, details, ..Entry::default() };
    let back = read(&file(version, &entry.xml(version))).unwrap();
    let batch = Some(("2026111659ABC01/reversal", Some(money("-125.50")), false));
    assert_eq!(names(&back[0]), ("T1/reversal", batch));
    let whole = one(version, &Entry { way: "DBIT", reversal, ..Entry::default() });
    assert_eq!(names(&whole), ("2026111659ABC01/reversal", None));
}

#[test]
fn the_closing_balance_is_that_of_the_last_day() {
    let balance = |code: &str, amount: &str, way: &str, day: &str| {
        format!(
            "<Bal><Tp><CdOrPrtry><Cd>{code}</Cd></CdOrPrtry></Tp><Amt Ccy=\"EUR\">{amount}</Amt>\
             <CdtDbtInd>{way}</CdtDbtInd><Dt><Dt>{day}</Dt></Dt></Bal>"
        )
    };
    let version = VERSIONS[0];
    let closing = |balances: String| {
        let xml = file(version, &format!("{balances}{}", Entry::default().xml(version)));
        let mut reader = CamtReader::new(xml.as_bytes());
        assert_eq!(reader.by_ref().count(), 1);
        reader.closing_balance().map(|closing| (closing.amount, closing.date, closing.account))
    };
    let account = Some("FI7944052020036082".parse().unwrap());
    let of_days = [
        balance("OPBD", "7", "CRDT", "2026-11-17"),
        balance("CLBD", "1800.00", "CRDT", "2026-11-16"),
        balance("CLBD", "12.50", "DBIT", "2026-11-17"),
        balance("CLBD", "1", "CRDT", "2026-11-15"),
        balance("CLAV", "9", "CRDT", "2026-11-18"),
    ];
    assert_eq!(closing(of_days.concat()), Some((money("-12.50"), date(2026, 11, 17), account)));
    assert_eq!(closing(balance("OPBD", "7", "CRDT", "2026-11-17")), None);
    let foreign = balance("CLBD", "7", "CRDT", "2026-11-17").replace("EUR", "SEK");
    assert_eq!(closing(foreign), None);
}

/// Of two statements of a day in one file, the bank's number tells which is the newer one, or else its time.
#[test]
fn the_closing_balance_is_that_of_the_newest_statement() {
    let statement = |about: &str, amount: &str| {
        format!(
            "<Stmt><Id>S</Id>{about}<Acct><Id><IBAN>FI7944052020036082</IBAN></Id></Acct>\
             <Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy=\"EUR\">{amount}</Amt>\
             <CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-16</Dt></Dt></Bal></Stmt>"
        )
    };
    let closing = |first: &str, second: &str| {
        let xml = format!(
            "<?xml version=\"1.0\"?><Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.053.001.02\">\
             <BkToCstmrStmt>{}{}</BkToCstmrStmt></Document>",
            statement(first, "1"),
            statement(second, "2")
        );
        let mut reader = CamtReader::new(xml.as_bytes());
        assert_eq!(reader.by_ref().count(), 0);
        reader.closing_balance().unwrap().amount
    };
    let number = |number: u8| format!("<ElctrncSeqNb>{number}</ElctrncSeqNb>");
    let time = |time: &str| format!("<CreDtTm>2026-11-16T{time}</CreDtTm>");
    assert_eq!(closing(&number(8), &number(7)), money("1"));
    assert_eq!(closing(&number(7), &number(8)), money("2"));
    assert_eq!(closing(&time("20:00:00"), &time("12:00:00+02:00")), money("1"));
    assert_eq!(closing(&time("12:00:00"), &time("20:00:00")), money("2"));
    assert_eq!(closing("", ""), money("2"), "the last one");
}

#[test]
fn huge_amounts_are_refused_with_their_entry() {
    let version = VERSIONS[0];
    let entry = |amount: &str| {
        let amount = format!("<Amt Ccy=\"EUR\">{amount}</Amt>");
        Entry { amount: &amount, ..Entry::default() }.xml(version)
    };
    let of = |amounts: &[&str]| {
        let entries: String = amounts.iter().map(|amount| entry(amount)).collect();
        read(&file(version, &entries)).map(|all| all.len())
    };
    assert_eq!(of(&["100000000.00"]), Ok(1));
    assert_eq!(of(&["1", "922337203685477.00"]), Err(CamtError::AmountTooLarge { entry: 2 }));
    assert_eq!(of(&["100000000.01"]), Err(CamtError::AmountTooLarge { entry: 1 }));
    let hundred = vec!["100000000.00"; 101];
    assert_eq!(of(&hundred[..100]), Ok(100));
    assert_eq!(of(&hundred), Err(CamtError::SumTooLarge));
    let balance = |amount: &str| {
        let closing = format!(
            "<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy=\"EUR\">{amount}</Amt>\
             <CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-17</Dt></Dt></Bal>"
        );
        read(&file(version, &closing)).map(|all| all.len())
    };
    assert_eq!(balance("10000000000.00"), Ok(0));
    assert_eq!(balance("10000000000.01"), Err(CamtError::SumTooLarge));
    let message = CamtError::AmountTooLarge { entry: 2 }.to_string();
    assert_eq!(message, "entry 2: an amount is above 100000000.00");
}
