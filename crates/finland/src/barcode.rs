use std::fmt;
use std::str::FromStr;

use jiff::civil::Date;
use liksa_money::Money;

use crate::checks::{all_digits, compact};
use crate::{Iban, PaymentReference, ReferenceNumber, RfReference};

/// The barcode of a Finnish invoice (pankkiviivakoodi) as 54 digits: version 4 for a Finnish reference
/// number, version 5 for an RF reference. People type or paste the digits, scanners read them as Code 128 C.
///
/// `Debug` shows no account.
#[derive(Clone, PartialEq, Eq)]
pub struct BankBarcode {
    iban: Iban,
    cents: i64,
    reference: PaymentReference,
    due: Option<Date>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BarcodeError {
    #[error("the barcode is for Finnish accounts only")]
    ForeignAccount,
    #[error("the amount of a barcode is in whole cents and not negative")]
    WrongAmount,
    #[error("the barcode has room for RF references with a Finnish reference number only")]
    ForeignReference,
    #[error("the barcode holds due dates of the years 2000 to 2099 only")]
    DueDateOutOfRange,
    #[error("a bank barcode is 54 digits that start with 4 or 5")]
    WrongShape,
    #[error("the account in the barcode is not valid")]
    WrongAccount,
    #[error("the reference in the barcode is not valid")]
    WrongReference,
    #[error("the due date in the barcode is not a date")]
    WrongDueDate,
}

const LENGTH: usize = 54;
/// The most that six digits of euros hold. By the guide, the payer types a larger amount.
const MOST_CENTS: i64 = 99_999_999;
const CENTURY: i16 = 2000;
const NO_DUE_DATE: &str = "000000";

impl BankBarcode {
    /// For an invoice. An amount beyond 999 999.99 is left open in the code.
    pub fn new(
        iban: Iban,
        amount: Money,
        reference: PaymentReference,
        due: Option<Date>,
    ) -> Result<Self, BarcodeError> {
        if !iban.is_finnish() {
            return Err(BarcodeError::ForeignAccount);
        }
        let cents = amount.cents().filter(|cents| *cents >= 0).ok_or(BarcodeError::WrongAmount)?;
        if matches!(&reference, PaymentReference::Rf(rf) if rf.reference_number().is_none()) {
            return Err(BarcodeError::ForeignReference);
        }
        if due.is_some_and(|due| !(CENTURY..CENTURY + 100).contains(&due.year())) {
            return Err(BarcodeError::DueDateOutOfRange);
        }
        Ok(Self { iban, cents: if cents > MOST_CENTS { 0 } else { cents }, reference, due })
    }

    pub fn iban(&self) -> &Iban {
        &self.iban
    }

    /// The amount; None if the payer types it.
    pub fn amount(&self) -> Option<Money> {
        Money::from_cents(self.cents).ok().filter(|amount| !amount.is_zero())
    }

    pub fn reference(&self) -> &PaymentReference {
        &self.reference
    }

    pub fn due(&self) -> Option<Date> {
        self.due
    }

    /// The 54 digits.
    pub fn digits(&self) -> String {
        let account = &self.iban.as_str()[2..];
        let cents = self.cents;
        let due = self.due.map_or_else(|| NO_DUE_DATE.to_owned(), |due| due.strftime("%y%m%d").to_string());
        match &self.reference {
            PaymentReference::Finnish(number) => {
                format!("4{account}{cents:08}000{:0>20}{due}", number.as_str())
            }
            PaymentReference::Rf(rf) => {
                format!("5{account}{cents:08}{}{:0>21}{due}", rf.check_digits(), rf.body())
            }
        }
    }
}

impl FromStr for BankBarcode {
    type Err = BarcodeError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let code = compact(text).filter(|code| code.len() == LENGTH && all_digits(code));
        let code = code.ok_or(BarcodeError::WrongShape)?;
        let reference = match (&code[..1], &code[25..28]) {
            ("4", "000") => code[28..48].parse::<ReferenceNumber>().ok().map(PaymentReference::Finnish),
            ("5", _) => finnish_rf(&code[25..27], &code[27..48]).map(PaymentReference::Rf),
            _ => return Err(BarcodeError::WrongShape),
        };
        Ok(Self {
            iban: format!("FI{}", &code[1..17]).parse().map_err(|_| BarcodeError::WrongAccount)?,
            cents: code[17..25].parse().map_err(|_| BarcodeError::WrongShape)?,
            reference: reference.ok_or(BarcodeError::WrongReference)?,
            due: due_date(&code[48..])?,
        })
    }
}

fn finnish_rf(check: &str, body: &str) -> Option<RfReference> {
    let rf: RfReference = format!("RF{check}{body}").parse().ok()?;
    rf.reference_number().is_some().then_some(rf)
}

fn due_date(yymmdd: &str) -> Result<Option<Date>, BarcodeError> {
    if yymmdd == NO_DUE_DATE {
        return Ok(None);
    }
    Date::strptime("%Y%m%d", format!("{}{yymmdd}", CENTURY / 100))
        .map(Some)
        .map_err(|_| BarcodeError::WrongDueDate)
}

/// The 54 digits as invoices print them beside the bars (virtuaaliviivakoodi).
impl fmt::Display for BankBarcode {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.digits())
    }
}

impl fmt::Debug for BankBarcode {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "BankBarcode({})", self.reference)
    }
}
