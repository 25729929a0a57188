//! What an invoice says of its payment, read from a file or a code. Only proposed: a person confirms every field.

use jiff::civil::Date;
use liksa_finland::{BankBarcode, Iban, PaymentReference};
use liksa_money::{Money, Percent, Rate};
use serde::{Serialize, Serializer};
use utoipa::ToSchema;

use crate::named::named;

named! {
    /// Where a proposal comes from.
    ProposalSource as "PurchaseProposalSource" {
        Finvoice = "FINVOICE",
        Ubl = "UBL",
        /// The 54 digits of the Finnish bank barcode.
        Barcode = "BARCODE",
        /// The text of an EPC QR code.
        EpcQr = "EPC_QR",
    }
}

/// Fields of a purchase, as far as they were found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PurchaseProposal)]
pub struct Proposal {
    pub source: ProposalSource,
    #[schema(required)]
    pub name: Option<String>,
    /// DD.MM.YYYY
    #[schema(value_type = Option<String>, required)]
    #[serde(serialize_with = "as_date")]
    pub duedate: Option<Date>,
    /// Without VAT.
    #[schema(required)]
    pub amount: Option<Money>,
    /// VAT in per cent, where the invoice has one rate.
    #[schema(value_type = Option<Percent>, required)]
    #[serde(serialize_with = "as_percent")]
    pub alv: Option<Rate>,
    #[schema(required)]
    pub vat_amount: Option<Money>,
    /// What is to be paid.
    #[schema(required)]
    pub total: Option<Money>,
    #[schema(value_type = Option<String>, required)]
    #[serde(serialize_with = "as_text")]
    pub account_number: Option<Iban>,
    #[schema(value_type = Option<String>, required)]
    #[serde(serialize_with = "as_text")]
    pub reference_number: Option<PaymentReference>,
    #[schema(required)]
    pub message: Option<String>,
}

fn as_date<S: Serializer>(day: &Option<Date>, serializer: S) -> Result<S::Ok, S::Error> {
    day.map(crate::dates::format_date).serialize(serializer)
}

fn as_percent<S: Serializer>(rate: &Option<Rate>, serializer: S) -> Result<S::Ok, S::Error> {
    rate.map(Percent).serialize(serializer)
}

fn as_text<T: ToString, S: Serializer>(value: &Option<T>, serializer: S) -> Result<S::Ok, S::Error> {
    value.as_ref().map(ToString::to_string).serialize(serializer)
}

impl Proposal {
    pub fn empty(source: ProposalSource) -> Self {
        Self {
            source,
            name: None,
            duedate: None,
            amount: None,
            alv: None,
            vat_amount: None,
            total: None,
            account_number: None,
            reference_number: None,
            message: None,
        }
    }

    /// Reads the text of a bank barcode or of an EPC QR code; None where it is neither.
    pub fn of_code(text: &str) -> Option<Self> {
        of_barcode(text).or_else(|| of_epc(text))
    }
}

/// What the codes of one invoice say together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reading {
    Nothing,
    Found(Box<Proposal>),
    /// Codes of different payments: a person says which of them is meant.
    Several,
}

impl Reading {
    /// Texts that name no account are not those of a payment. A bank barcode wins; a QR code of the same payment fills in
    /// what it does not hold.
    pub fn of_codes<T: AsRef<str>>(texts: impl IntoIterator<Item = T>) -> Self {
        let read = texts.into_iter().filter_map(|text| Proposal::of_code(text.as_ref()));
        let mut payments: Vec<Proposal> = read.filter(|found| found.account_number.is_some()).collect();
        let is_one = |(place, one): (usize, &Proposal)| {
            payments.iter().skip(place).all(|other| one.is_same_payment(other))
        };
        if !payments.iter().enumerate().all(is_one) {
            return Self::Several;
        }
        payments.sort_by_key(|found| found.source != ProposalSource::Barcode);
        match payments.into_iter().reduce(Proposal::or) {
            Some(found) => Self::Found(Box::new(found)),
            None => Self::Nothing,
        }
    }
}

impl From<Option<Proposal>> for Reading {
    fn from(found: Option<Proposal>) -> Self {
        found.map_or(Self::Nothing, |found| Self::Found(Box::new(found)))
    }
}

impl Proposal {
    fn is_same_payment(&self, other: &Self) -> bool {
        fn agree<T: PartialEq>(one: Option<T>, other: Option<T>) -> bool {
            one.is_none() || other.is_none() || one == other
        }
        agree(self.account_number, other.account_number)
            && agree(self.total, other.total)
            && agree(self.duedate, other.duedate)
            && agree(self.reference_number.as_ref().map(plain), other.reference_number.as_ref().map(plain))
    }

    fn or(self, other: Self) -> Self {
        Self {
            name: self.name.or(other.name),
            duedate: self.duedate.or(other.duedate),
            total: self.total.or(other.total),
            reference_number: self.reference_number.or(other.reference_number),
            message: self.message.or(other.message),
            ..self
        }
    }
}

/// The Finnish reference number within an RF reference, where it has one: codes of one invoice name either.
fn plain(reference: &PaymentReference) -> String {
    let number = match reference {
        PaymentReference::Finnish(number) => Some(number.clone()),
        PaymentReference::Rf(rf) => rf.reference_number(),
    };
    number.map_or_else(|| reference.to_string(), |number| number.to_string())
}

fn of_barcode(text: &str) -> Option<Proposal> {
    let code: BankBarcode = text.trim().parse().ok()?;
    Some(Proposal {
        duedate: code.due(),
        total: code.amount(),
        account_number: Some(*code.iban()),
        reference_number: Some(code.reference().clone()),
        ..Proposal::empty(ProposalSource::Barcode)
    })
}

/// The lines by the guidelines of the European Payments Council: BCD, version, encoding, SCT, BIC, name, account, amount,
/// purpose, reference, message, information. In Finland the last one has the due date.
fn of_epc(text: &str) -> Option<Proposal> {
    let lines: Vec<&str> = text.trim().split('\n').map(str::trim).collect();
    if lines.first() != Some(&"BCD") || lines.get(3) != Some(&"SCT") {
        return None;
    }
    let line = |place: usize| lines.get(place).copied().filter(|line| !line.is_empty());
    let due = line(11).and_then(|line| line.strip_prefix("ReqdExctnDt/"));
    Some(Proposal {
        name: line(5).map(str::to_owned),
        duedate: due.and_then(|day| day.parse().ok()),
        total: line(7).and_then(|line| line.strip_prefix("EUR")).and_then(|sum| sum.parse().ok()),
        account_number: line(6).and_then(|account| account.parse().ok()),
        reference_number: line(9).and_then(|reference| reference.parse().ok()),
        message: line(10).map(str::to_owned),
        ..Proposal::empty(ProposalSource::EpcQr)
    })
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;
    use liksa_finland::EpcQr;

    use super::*;

    fn account() -> Iban {
        "FI2112345600000785".parse().unwrap()
    }

    #[test]
    fn a_barcode_of_either_version_is_read() {
        for reference in ["1232", "RF111232"] {
            let reference: PaymentReference = reference.parse().unwrap();
            let due = Some(date(2026, 11, 30));
            let code = BankBarcode::new(account(), Money::euros(251), reference.clone(), due).unwrap();
            let read = Proposal::of_code(&format!(" {} ", code.digits())).unwrap();
            assert_eq!((read.source, read.duedate), (ProposalSource::Barcode, due));
            assert_eq!((read.total, read.amount), (Some(Money::euros(251)), None));
            assert_eq!((read.account_number, read.reference_number), (Some(account()), Some(reference)));
        }
        let open = BankBarcode::new(account(), Money::ZERO, "1232".parse().unwrap(), None).unwrap();
        let read = Proposal::of_code(&open.digits()).unwrap();
        assert_eq!((read.total, read.duedate), (None, None), "the payer types it");
        let mut wrong = open.digits();
        wrong.replace_range(47..48, "3");
        for text in [wrong.as_str(), "", "12345", "hello"] {
            assert_eq!(Proposal::of_code(text), None, "{text}");
        }
    }

    #[test]
    fn an_epc_code_is_read() {
        let code = EpcQr {
            beneficiary: "Valovuokraus Oy".to_owned(),
            iban: account(),
            bic: None,
            amount: Money::euros(251),
            reference: "1232".parse().unwrap(),
            due: Some(date(2026, 11, 30)),
        };
        let read = Proposal::of_code(&code.text().unwrap()).unwrap();
        let expected = Proposal {
            name: Some("Valovuokraus Oy".to_owned()),
            duedate: Some(date(2026, 11, 30)),
            total: Some(Money::euros(251)),
            account_number: Some(account()),
            reference_number: Some("1232".parse().unwrap()),
            ..Proposal::empty(ProposalSource::EpcQr)
        };
        assert_eq!(read, expected);
        // Short codes of other countries: what is not there, or not understood, is left open.
        let short = Proposal::of_code("BCD\n002\n1\nSCT\n\nFirma\nnot an account\nEUR12.5").unwrap();
        assert_eq!((short.account_number, short.total), (None, Some("12.5".parse().unwrap())));
    }

    fn barcode(reference: &str, euros: i32) -> String {
        let due = Some(date(2026, 11, 30));
        BankBarcode::new(account(), Money::euros(euros), reference.parse().unwrap(), due).unwrap().digits()
    }

    fn epc(reference: &str, euros: i32) -> String {
        let code = EpcQr {
            beneficiary: "Valovuokraus Oy".to_owned(),
            iban: account(),
            bic: None,
            amount: Money::euros(euros),
            reference: reference.parse().unwrap(),
            due: None,
        };
        code.text().unwrap()
    }

    #[test]
    fn a_barcode_wins_and_the_qr_code_of_the_same_payment_fills_in() {
        for texts in [[epc("RF111232", 251), barcode("1232", 251)], [barcode("1232", 251), epc("1232", 251)]]
        {
            let Reading::Found(found) = Reading::of_codes(texts) else { panic!("one payment") };
            let expected = Proposal {
                name: Some("Valovuokraus Oy".to_owned()),
                ..Proposal::of_code(&barcode("1232", 251)).unwrap()
            };
            assert_eq!(*found, expected);
        }
        let again = [barcode("1232", 251), barcode("1232", 251), "parcel 7".to_owned()];
        assert!(matches!(Reading::of_codes(again), Reading::Found(_)));
    }

    #[test]
    fn codes_of_different_payments_propose_nothing() {
        for texts in [
            [barcode("1232", 251), barcode("1232", 252)],
            [barcode("1232", 251), barcode("1245", 251)],
            [barcode("1232", 251), epc("1232", 252)],
            [epc("1245", 251), barcode("1232", 251)],
        ] {
            assert_eq!(Reading::of_codes(&texts), Reading::Several, "{texts:?}");
        }
        let without_account = "BCD\n002\n1\nSCT\n\nFirma\nFI2112345600000786\nEUR12.50";
        assert_eq!(Reading::of_codes([without_account, "", "hello"]), Reading::Nothing);
    }
}
