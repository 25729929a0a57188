//! Names that try to be something else, in every format that holds names. A name is a text there and nothing more: the
//! file has the same parts as with an ordinary name.

use jiff::civil::date;
use liksa_documents::incomes_register::SeparateReportDelivery;
use liksa_documents::invoice::Invoice;
use liksa_documents::ledger_export::{BookedLine, Sie, csv_lines};
use liksa_documents::pain001::{Kind, Message, Payment, PaymentFile};
use liksa_documents::{finvoice, ubl};
use liksa_domain::bill::BillLanguage;
use liksa_domain::ledger::Account;
use liksa_domain::person::WorkerType;
use liksa_domain::settings::ProviderForm;
use proptest::prelude::*;

use crate::samples as printed;
use crate::xml::incomes_register::{delivery, provider, report};
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
    "\n=1+1",
    " \u{200b}=1+1",
    "＝cmd|' /C calc'!A0",
];

/// The paths of all elements, which a name must not change. A long text is continued in another element of its name.
fn shape(xml: &str) -> Vec<String> {
    let mut paths = Document::parse(xml).paths();
    paths.dedup();
    paths
}

/// What of a text XML can hold, as a reader gets it back.
fn in_xml(text: &str) -> String {
    let held = |c: &char| matches!(c, '\t' | '\n') || *c >= ' ' && !matches!(c, '\u{fffe}' | '\u{ffff}');
    text.replace("\r\n", "\n").chars().filter(held).collect()
}

fn invoice_with(name: &str) -> Invoice {
    let mut invoice = invoice(&bill(vec![row(2, name, crate::xml::samples::RATES[0], contract("100"))]));
    invoice.customer.name = name.to_owned();
    invoice.customer.organization = name.to_owned();
    invoice.worker = name.to_owned();
    invoice
}

#[test]
fn e_invoices_hold_any_name_as_text() {
    let shapes = |name: &str| {
        let invoice = invoice_with(name);
        [shape(&finvoice::to_xml(&invoice, None).unwrap()), shape(&ubl::to_xml(&invoice).unwrap())]
    };
    for name in NAMES {
        assert_eq!(shapes(name), shapes(&"A".repeat(name.chars().count())), "{name:?}");
    }
}

fn payment_file(name: &str) -> String {
    let mut provider = ProviderForm::made_up().read().unwrap();
    provider.bank_agreement = "20774740".to_owned();
    provider.seller.name = format!("P {name}");
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
}

/// The name changes the names and the message alone, which have the characters and the length that banks take.
fn assert_pays_the_same(name: &str) {
    let (sent, expected) = (Document::parse(&payment_file(name)), Document::parse(&payment_file(ORDINARY)));
    let allowed = |c: char| c.is_ascii_alphanumeric() || "/-?:().,'+ åäöÅÄÖ".contains(c);
    assert_eq!(sent.paths(), expected.paths(), "{name:?}");
    for (element, ordinary) in sent.elements().iter().zip(expected.elements()) {
        let longest = match element.path.rsplit('/').next().unwrap() {
            "Nm" => 70,
            "Ustrd" => 140,
            _ => {
                assert_eq!(element.text, ordinary.text, "{} with {name:?}", element.path);
                continue;
            }
        };
        let text = &element.text;
        assert!(text.chars().all(allowed) && text.chars().count() <= longest, "{text:?} of {name:?}");
    }
}

#[test]
fn payment_files_pay_the_same_whatever_the_name() {
    NAMES.iter().copied().chain(["//", "/ /", &"Ä".repeat(500)]).for_each(assert_pays_the_same);
}

/// Every text of a wage report and of a separate report.
fn register_reports(name: &str) -> [Document; 2] {
    let mut provider = provider();
    provider.seller.name = name.to_owned();
    provider.contact.name = format!("P{name}");
    let mut earner = report("R-1", WorkerType::Employee, false, 40);
    earner.first_name = format!("A{name}");
    earner.last_name = format!("E{name}");
    let mut wages = delivery(vec![earner]);
    wages.provider = provider.clone();
    let separate = SeparateReportDelivery {
        id: "LIKSA-E-202611-1".to_owned(),
        report: "liksa-e-202611".to_owned(),
        created: "2026-12-01T07:30:00Z".parse().unwrap(),
        today: date(2026, 12, 1),
        production: false,
        provider,
        month: date(2026, 11, 1),
        health_insurance: Some(money("34.35")),
        replaces: false,
    };
    [wages.to_xml().unwrap(), separate.to_xml().unwrap()].map(|xml| Document::parse(&xml))
}

#[test]
fn reports_to_the_register_hold_any_name_as_text() {
    for name in NAMES.iter().filter(|name| !in_xml(name).trim().is_empty()) {
        for (sent, ordinary) in register_reports(name).iter().zip(register_reports(ORDINARY)) {
            assert_eq!(sent.paths(), ordinary.paths(), "{name:?}");
            assert!(sent.empty_elements().is_empty(), "{name:?}");
            assert_eq!(
                sent.text("DeliveryData/ContactPersons/ContactPerson/Name"),
                format!("P{}", in_xml(name)).trim()
            );
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_name_is_the_same_after_the_way_through_xml(name in "\\PC{1,40}|[\\s\\S]{1,40}") {
        let name = format!("A{name}");
        let sent = Document::parse(&ubl::to_xml(&invoice_with(&name)).unwrap());
        let path = "AccountingCustomerParty/Party/PartyLegalEntity/RegistrationName";
        let expected = in_xml(&name);
        prop_assert_eq!(sent.text(path).trim(), expected.trim());
    }

    #[test]
    fn any_name_can_be_paid(name in "[\\s\\S]{0,200}") {
        assert_pays_the_same(&name);
    }

    #[test]
    fn no_name_is_a_formula_or_another_column(name in "[ =+@\\-;\"'\r\n\t＝\u{200b}a1|!]{0,12}") {
        assert_is_one_field(&name);
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

fn assert_is_one_field(name: &str) {
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
    let read = fields_of_csv(&String::from_utf8(csv_lines(&[line(name)]).unwrap()).unwrap());
    assert_eq!((read.len(), read[0].len()), (2, 10), "{name:?}: {read:?}");
    let field = &read[0][7];
    assert!(field.ends_with(name), "{name:?}: {read:?}");
    let seen = field.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{200b}');
    assert!(!seen.starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠']), "{name:?}");
    assert!(!field.starts_with(['\t', '\r', '\n']), "{name:?}");
    let (mut sie, _) = Sie::begin(name, date(2026, 11, 21));
    let mut text = sie.lines(&[line(name)]);
    text.extend(sie.end());
    let lines = text.split(|byte| *byte == b'\n').filter(|line| line.starts_with(b"#TRANS"));
    assert_eq!(lines.count(), 1, "{name:?}: {}", String::from_utf8_lossy(&text));
}

#[test]
fn the_ledger_is_no_program_for_spreadsheets() {
    NAMES.iter().for_each(|name| assert_is_one_field(name));
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
