//! Payment files for the bank.

use jiff::civil::date;
use liksa_documents::pain001::{Kind, Message, Payment, PaymentFile, PaymentFileError};
use liksa_domain::settings::{PaymentFileVersion, Provider, ProviderForm};
use liksa_finland::PaymentReference;
use liksa_money::Money;
use proptest::prelude::*;

use crate::xml::reading::Document;
use crate::xml::samples::money;

fn provider() -> Provider {
    let mut provider = ProviderForm::made_up().read().unwrap();
    provider.seller.name = "Laskutuspalvelu & Palkat Oy".to_owned();
    provider.seller.iban = "FI7944052020036082".parse().unwrap();
    provider.seller.bic = "ITELFIHH".parse().unwrap();
    provider.bank_agreement = "20774740".to_owned();
    Provider { payment_file_version: PaymentFileVersion::V09, ..provider }
}

fn payment(kind: Kind, id: &str, amount: &str, message: Message) -> Payment {
    Payment {
        kind,
        date: date(2026, 11, 20),
        end_to_end_id: id.to_owned(),
        amount: money(amount),
        receiver: "Łukasz Mäkelä".to_owned(),
        account: "FI5810171000000122".parse().unwrap(),
        message,
    }
}

fn text(text: &str) -> Message {
    Message::Text(text.to_owned())
}

fn reference(text: &str) -> Message {
    Message::Reference(text.parse::<PaymentReference>().unwrap())
}

/// Every kind, and one salary of another day.
fn file() -> PaymentFile {
    let mut later = payment(Kind::Salary, "SAL-3", "100.05", text(""));
    later.date = date(2026, 11, 23);
    PaymentFile {
        id: "LIKSA-20261120-1".to_owned(),
        created: date(2026, 11, 18).at(9, 30, 0, 0),
        provider: provider(),
        payments: vec![
            payment(Kind::PurchaseInvoice, "EXT-1", "310.00", reference("10016")),
            payment(Kind::Salary, "SAL-1", "769.40", text("Palkka 11/2026")),
            payment(Kind::PurchaseInvoice, "EXT-2", "12.34", reference("RF0810016")),
            payment(Kind::Advance, "ADV-1", "250.00", text("Ennakko; lasku \"10481\"")),
            payment(Kind::Salary, "SAL-2", "1245.10", text("Palkka 11/2026")),
            later,
        ],
    }
}

#[test]
fn version_9() {
    insta::assert_snapshot!(file().to_xml().unwrap());
}

#[test]
fn version_3_has_the_older_names() {
    let mut file = file();
    file.provider.payment_file_version = PaymentFileVersion::V03;
    let sent = Document::parse(&file.to_xml().unwrap());
    let batch = "CstmrCdtTrfInitn/PmtInf";
    assert_eq!(sent.texts(&format!("{batch}/ReqdExctnDt"))[0], "2026-11-20");
    assert_eq!(sent.texts(&format!("{batch}/DbtrAgt/FinInstnId/BIC")), ["ITELFIHH"; 4]);
    assert!(!sent.has(&format!("{batch}/DbtrAgt/FinInstnId/BICFI")));
}

#[test]
fn salaries_are_batches_of_their_own() {
    let sent = Document::parse(&file().to_xml().unwrap());
    let texts = |name: &str| sent.texts(&format!("CstmrCdtTrfInitn/PmtInf/{name}"));
    assert_eq!(texts("PmtInfId").len(), 4);
    assert_eq!(texts("NbOfTxs"), ["2", "1", "1", "2"]);
    assert_eq!(texts("CtrlSum"), ["2014.50", "100.05", "250.00", "322.34"]);
    assert_eq!(texts("PmtTpInf/CtgyPurp/Cd"), ["SALA"; 2]);
    let mut without_salaries = file();
    without_salaries.payments.retain(|payment| payment.kind != Kind::Salary);
    assert!(!without_salaries.to_xml().unwrap().contains("SALA"));
    assert_eq!(texts("BtchBookg"), ["true", "true", "false", "false"]);
    assert_eq!(texts("CdtTrfTxInf/Cdtr/Nm"), ["Lukasz Mäkelä"; 6]);
}

#[test]
fn invalid_payment_files_are_refused_with_a_reason() {
    type Change = fn(&mut PaymentFile);
    let cases: [(Change, PaymentFileError); 11] = [
        (|file| file.payments.clear(), PaymentFileError::NoPayments),
        (|file| file.id = "ä".to_owned(), PaymentFileError::WrongFileId),
        (|file| file.id = "a".repeat(31), PaymentFileError::WrongFileId),
        (|file| file.provider.bank_agreement.clear(), PaymentFileError::WrongBankAgreement),
        (|file| file.provider.seller.name = "—".to_owned(), PaymentFileError::PayerWithoutName),
        (|file| file.payments[0].end_to_end_id.clear(), PaymentFileError::WrongPaymentId(String::new())),
        (
            |file| file.payments[1].end_to_end_id = "EXT-1".to_owned(),
            PaymentFileError::SameIdTwice("EXT-1".to_owned()),
        ),
        (|file| file.payments[0].amount = Money::ZERO, PaymentFileError::WrongAmount("EXT-1".to_owned())),
        (|file| file.payments[0].amount = money("0.001"), PaymentFileError::WrongAmount("EXT-1".to_owned())),
        (
            |file| file.payments[0].amount = Money::euros(1_000_000_000),
            PaymentFileError::WrongAmount("EXT-1".to_owned()),
        ),
        (
            |file| file.payments[0].receiver = " ".to_owned(),
            PaymentFileError::ReceiverWithoutName("EXT-1".to_owned()),
        ),
    ];
    for (change, expected) in cases {
        let mut file = file();
        change(&mut file);
        assert_eq!(file.to_xml(), Err(expected));
    }
}

#[test]
fn accounts_outside_sepa_are_refused() {
    let mut file = file();
    file.payments[0].account = "TR330006100519786457841326".parse().unwrap();
    assert_eq!(file.to_xml(), Err(PaymentFileError::AccountOutsideSepa("EXT-1".to_owned())));
    file.payments[0].account = "SE4550000000058398257466".parse().unwrap();
    assert!(file.to_xml().is_ok());
}

proptest! {
    #[test]
    fn control_sums_are_the_sums_of_what_is_paid(
        payments in prop::collection::vec((0usize..3, 0i8..3, 1i64..1_000_000_000), 1..40)
    ) {
        let kinds = [Kind::Salary, Kind::Advance, Kind::PurchaseInvoice];
        let mut file = file();
        file.payments = payments.iter().enumerate().map(|(place, &(kind, day, cents))| Payment {
            date: date(2026, 11, 18 + day),
            amount: Money::from_cents(cents).unwrap(),
            ..payment(kinds[kind], &format!("P-{place}"), "1", text("Palkka"))
        }).collect();
        let sent = Document::parse(&file.to_xml().unwrap());

        let paid = sent.amounts("CstmrCdtTrfInitn/PmtInf/CdtTrfTxInf/Amt/InstdAmt");
        let total = Money::sum(file.payments.iter().map(|payment| payment.amount)).unwrap();
        prop_assert_eq!(Money::sum(paid).unwrap(), total);
        prop_assert_eq!(sent.amount("CstmrCdtTrfInitn/GrpHdr/CtrlSum"), total);
        prop_assert_eq!(sent.text("CstmrCdtTrfInitn/GrpHdr/NbOfTxs"), file.payments.len().to_string());
        prop_assert_eq!(Money::sum(sent.amounts("CstmrCdtTrfInitn/PmtInf/CtrlSum")).unwrap(), total);
        let mut batches: Vec<_> = payments.iter().map(|&(kind, day, _)| (kind, day)).collect();
        batches.sort_unstable();
        batches.dedup();
        prop_assert_eq!(sent.all("CstmrCdtTrfInitn/PmtInf").len(), batches.len());
    }
}
