use jiff::civil::Date;
use liksa_money::Money;

use crate::{Bic, Iban, PaymentReference};

/// A credit transfer as the text of a QR code, by the guidelines of the European Payments Council (version
/// 002) with the due date in the last line, as is usual in Finland. Draw it with error correction level M.
#[derive(Debug, Clone)]
pub struct EpcQr {
    pub beneficiary: String,
    pub iban: Iban,
    /// Not needed within the EEA, but some banks' readers still require it.
    pub bic: Option<Bic>,
    pub amount: Money,
    pub reference: PaymentReference,
    pub due: Option<Date>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum EpcQrError {
    #[error("the amount has to be 0.01 to 999 999 999.99 euros in whole cents")]
    WrongAmount,
    #[error("the payee has no name")]
    NoBeneficiary,
    #[error("the payment is too long for the QR code")]
    TooLong,
}

const LONGEST_NAME: usize = 70;
const MOST_CENTS: i64 = 99_999_999_999;
const MOST_BYTES: usize = 331;

impl EpcQr {
    /// The text to encode, in UTF-8. A name beyond 70 characters is cut, as the banks would.
    pub fn text(&self) -> Result<String, EpcQrError> {
        let amount_fits = self.amount.cents().is_some_and(|cents| (1..=MOST_CENTS).contains(&cents));
        if !amount_fits {
            return Err(EpcQrError::WrongAmount);
        }
        let name = one_line(&self.beneficiary);
        if name.is_empty() {
            return Err(EpcQrError::NoBeneficiary);
        }
        let lines = [
            "BCD",
            "002",
            "1",
            "SCT",
            self.bic.as_ref().map_or("", Bic::as_str),
            &name,
            self.iban.as_str(),
            &format!("EUR{}", self.amount.plain()),
            "",
            self.reference.as_str(),
            "",
            &self.due.map_or_else(String::new, |due| format!("ReqdExctnDt/{due}")),
        ];
        // Empty lines at the end may be left out.
        let text = lines.join("\n").trim_end().to_owned();
        if text.len() > MOST_BYTES { Err(EpcQrError::TooLong) } else { Ok(text) }
    }
}

/// A line break in a name would start the next field, so that every run of white space becomes one space.
fn one_line(name: &str) -> String {
    let breaks = |character: char| character.is_whitespace() || character.is_control();
    let words: Vec<&str> = name.split(breaks).filter(|word| !word.is_empty()).collect();
    words.join(" ").chars().take(LONGEST_NAME).collect::<String>().trim_end().to_owned()
}
