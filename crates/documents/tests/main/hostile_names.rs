//! Names that try to be something else, in every format that holds names. A name is a text there and nothing more: the
//! file has the same parts as with an ordinary name.

use jiff::civil::date;
use liksa_documents::ledger_export::{BookedLine, Sie, csv_lines};
use liksa_documents::pain001::{Kind, Message, Payment, PaymentFile};
use liksa_documents::{finvoice, ubl};
use liksa_domain::bill::BillLanguage;
use liksa_domain::ledger::Account;
use liksa_domain::settings::ProviderForm;

use crate::samples as printed;
use crate::xml::reading::Document;
use crate::xml::samples::{bill, contract, invoice, money, row};
use crate::xml::statements::{Entry, VERSIONS, details, file, read};

const ORDINARY: &str = "Asiakas Oy";
const NAMES: &[&str] = &[
    "</Nm><Amt>1000000</Amt><Nm>",
    "]]><!-- ",
    "<![CDATA[x]]>",
    "<!DOCTYPE a [<!ENTITY b SYSTEM \"file:///etc/passwd\">]>&b;",
    "&lt;&#0;&amp;quot;",
    "<?xml version=\"1.0\"?>",
    "\"; DROP TABLE person; --'",
    "=HYPERLINK(\"http://evil.example\";\"x\")",
    "@SUM(1+1)*cmd|' /C calc'!A0",
    "-2+3;9;9",
    "+\t=1",
    "a\r\n#TRANS 1910 {} 1000000.00\r\n}",
    "#eval(\"1\") #set page(width: 1pt) $x$ *a* _b_ @ref \\",
    "#read(\"/etc/passwd\")",
    "Aino\r\nBcc: all@evil.example",
    "\u{202e}yO sakaisA\u{202c}",
    "\u{200b}\u{feff}A\u{0}\u{7f}\u{85}\u{2028}B",
    "🎻𝒜\u{10ffff}\u{e000}\u{fffe}",
];

/// The paths of all elements, which a name must not change. A long text is continued in another element of its name.
fn shape(xml: &str) -> Vec<String> {
    let mut paths = Document::parse(xml).paths();
    paths.dedup();
    paths
}

#[test]
fn e_invoices_hold_any_name_as_text() {
    let with = |name: &str| {
        let mut invoice = invoice(&bill(vec![row(2, name, crate::xml::samples::RATES[0], contract("100"))]));
        invoice.customer.name = name.to_owned();
        invoice.customer.organization = name.to_owned();
        invoice.worker = name.to_owned();
        invoice
    };
    let shapes = |name: &str| {
        let invoice = with(name);
        [shape(&finvoice::to_xml(&invoice, None).unwrap()), shape(&ubl::to_xml(&invoice).unwrap())]
    };
    for name in NAMES {
        assert_eq!(shapes(name), shapes(&"A".repeat(name.chars().count())), "{name:?}");
    }
}

#[test]
fn payment_files_pay_the_same_whatever_the_name() {
    let with = |name: &str| {
        let mut provider = ProviderForm::made_up().read().unwrap();
        provider.bank_agreement = "20774740".to_owned();
        let payment = Payment {
            kind: Kind::Salary,
            date: date(2026, 11, 20),
            end_to_end_id: "SAL-1".to_owned(),
            amount: money("769.40"),
            receiver: format!("A {name}"),
            account: "FI5810171000000122".parse().unwrap(),
            message: Message::Text(format!("Palkka {name}")),
        };
        let created = date(2026, 11, 18).at(9, 30, 0, 0);
        let file = PaymentFile { id: "LIKSA-1".to_owned(), created, provider, payments: vec![payment] };
        file.to_xml().unwrap()
    };
    let expected = Document::parse(&with(ORDINARY));
    let allowed = |c: char| c.is_ascii_alphanumeric() || "/-?:().,'+ åäöÅÄÖ".contains(c);
    for name in NAMES {
        let sent = Document::parse(&with(name));
        assert_eq!(sent.paths(), expected.paths(), "{name:?}");
        for (element, ordinary) in sent.elements().iter().zip(expected.elements()) {
            let free = element.path.ends_with("/Cdtr/Nm") || element.path.ends_with("/RmtInf/Ustrd");
            match free {
                true => assert!(element.text.chars().all(allowed) && element.text.len() <= 140, "{name:?}"),
                false => assert_eq!(element.text, ordinary.text, "{} with {name:?}", element.path),
            }
        }
    }
}

#[test]
fn bank_files_give_names_as_they_are_written() {
    for name in NAMES.iter().filter(|name| name.chars().all(|c| (' '..'\u{fffe}').contains(&c))) {
        let written = quick_xml::escape::escape(*name);
        let version = VERSIONS[0];
        let own = details(version, "2026111659ABC02", "125.50", &written, "0000104812");
        let entry = Entry { details: format!("<NtryDtls>{own}</NtryDtls>"), ..Entry::default() };
        let read = read(&file(version, &entry.xml(version))).unwrap();
        assert_eq!(read.len(), 1, "{name:?}");
        assert_eq!(read[0].amount, money("125.50"), "{name:?}");
        assert_eq!(read[0].debtor_name.as_deref().map(str::trim), Some(name.trim()), "{name:?}");
    }
}

/// The fields of each line, as a spreadsheet reads them.
fn fields_of_csv(text: &str) -> Vec<Vec<String>> {
    let mut lines = vec![vec![String::new()]];
    let (mut quoted, mut signs) = (false, text.chars().peekable());
    while let Some(sign) = signs.next() {
        let line = lines.last_mut().unwrap();
        match sign {
            '"' if quoted && signs.peek() == Some(&'"') => {
                signs.next();
                line.last_mut().unwrap().push('"');
            }
            '"' => quoted = !quoted,
            ';' if !quoted => line.push(String::new()),
            '\r' if !quoted && signs.peek() == Some(&'\n') => {
                signs.next();
                lines.push(vec![String::new()]);
            }
            other => line.last_mut().unwrap().push(other),
        }
    }
    lines
}

#[test]
fn the_ledger_is_no_program_for_spreadsheets() {
    let line = |name: &str| BookedLine {
        entry: 7,
        date: date(2026, 11, 20),
        happened_on: None,
        kind: "SALARY".into(),
        account: Account::Bank,
        amount: money("10"),
        person: name.into(),
        bill: Some(1001),
    };
    for name in NAMES {
        let read = fields_of_csv(&String::from_utf8(csv_lines(&[line(name)])).unwrap());
        assert_eq!((read.len(), read[0].len()), (2, 10), "{name:?}: {read:?}");
        assert!(read[0][7].ends_with(name), "{name:?}: {read:?}");
        assert!(!read[0][7].starts_with(['=', '+', '-', '@', '\t', '\r', '\n']), "{name:?}");
        let (mut sie, _) = Sie::begin(name, date(2026, 11, 21));
        let mut text = sie.lines(&[line(name)]);
        text.extend(sie.end());
        let lines = text.split(|byte| *byte == b'\n').filter(|line| line.starts_with(b"#TRANS"));
        assert_eq!(lines.count(), 1, "{name:?}: {}", String::from_utf8_lossy(&text));
    }
}

#[test]
fn printed_names_are_letters_and_not_commands() {
    let mut bill = printed::bill(NAMES.len(), BillLanguage::Finnish);
    for (row, name) in bill.rows.iter_mut().zip(NAMES) {
        row.destination = (*name).to_owned();
    }
    bill.text = NAMES.join("\n");
    let mut invoice = printed::invoice(&bill, Some(10_481));
    invoice.customer.name = NAMES[12].to_owned();
    invoice.worker = NAMES[13].to_owned();
    let paper = crate::pdf::print(&invoice);
    paper.assert_sound();
    let text = paper.text();
    for shown in ["#eval(\"1\")", "#set page(width: 1pt)", "#read(\"/etc/passwd\")", "*a*", "</Nm>"] {
        assert!(text.contains(shown), "{shown} in {text}");
    }
    assert!(!text.contains("root:"), "no file of this machine");
}
