use std::fmt;
use std::str::FromStr;

use crate::Iban;
use crate::checks::compact;

/// The code of a bank (ISO 9362): four letters of the bank, two of the country, two letters or digits of the
/// place, and three more for a branch. Which codes exist is known to the register of SWIFT only.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bic(String);

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BicError {
    #[error("a BIC is six letters and two letters or digits, with three more for a branch")]
    WrongShape,
}

const LETTERS: usize = 6;
const LENGTHS: [usize; 2] = [8, 11];

/// Banks by the first three digits of Finnish accounts, both ends included. Numbers of banks that have left Finland,
/// such as Handelsbanken's 31x, are left out: their accounts have moved.
const FINNISH_BANKS: [(u16, u16, &str); 34] = [
    (100, 299, "NDEAFIHH"),
    (330, 339, "ESSEFIHX"),
    (340, 349, "DABAFIHH"),
    (360, 369, "SBANFIHH"),
    (370, 379, "DNBAFIHX"),
    (390, 399, "SBANFIHH"),
    (400, 400, "ITELFIHH"),
    (402, 403, "ITELFIHH"),
    (405, 405, "HELSFIHH"),
    (406, 408, "ITELFIHH"),
    (410, 412, "ITELFIHH"),
    (414, 421, "ITELFIHH"),
    (423, 432, "ITELFIHH"),
    (435, 452, "ITELFIHH"),
    (454, 464, "ITELFIHH"),
    (470, 479, "POPFFI22"),
    (483, 493, "ITELFIHH"),
    (495, 496, "ITELFIHH"),
    (497, 497, "HELSFIHH"),
    (500, 599, "OKOYFIHH"),
    (600, 699, "AABAFI22"),
    (713, 713, "CITIFIHX"),
    (714, 714, "EVSEFIHH"),
    (715, 715, "ITELFIHH"),
    (717, 717, "BIGKFIH1"),
    (718, 718, "UASNFIH2"),
    (792, 792, "IVPYFIH2"),
    (793, 793, "TRYEFIH3"),
    (794, 794, "PASXFIH2"),
    (795, 795, "WAMOFIH2"),
    (796, 796, "NARYFIH2"),
    (797, 797, "TRYEFIH2"),
    (799, 799, "HOLVFIHH"),
    (800, 899, "DABAFIHH"),
];

/// Places whose banks have codes of their own and account numbers of another country.
const ELSEWHERE: [(&str, &[&str]); 2] = [
    ("FR", &["BL", "GF", "GP", "MF", "MQ", "NC", "PF", "PM", "RE", "TF", "WF", "YT"]),
    ("GB", &["GG", "IM", "JE"]),
];

impl Bic {
    /// For machines: "NDEAFIHH".
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The bank of a Finnish account; None for other countries and for numbers of no bank.
    pub fn of_finnish_account(iban: &Iban) -> Option<Self> {
        let bank: u16 = iban.is_finnish().then(|| iban.account().get(..3)?.parse().ok()).flatten()?;
        let (_, _, code) = FINNISH_BANKS.iter().find(|(first, last, _)| (*first..=*last).contains(&bank))?;
        Some(Self((*code).to_owned()))
    }

    /// Whether a bank of this country can have the account.
    pub fn may_have(&self, iban: &Iban) -> bool {
        let (bank, account) = (self.country(), iban.country());
        bank == account
            || ELSEWHERE.iter().any(|(country, places)| *country == account && places.contains(&bank))
    }

    fn country(&self) -> &str {
        self.0.get(LETTERS - 2..LETTERS).unwrap_or_default()
    }
}

impl FromStr for Bic {
    type Err = BicError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let code = compact(text).ok_or(BicError::WrongShape)?;
        let starts_with_letters = code.bytes().take(LETTERS).all(|byte| byte.is_ascii_uppercase());
        if LENGTHS.contains(&code.len()) && starts_with_letters {
            Ok(Self(code))
        } else {
            Err(BicError::WrongShape)
        }
    }
}

impl fmt::Display for Bic {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}
