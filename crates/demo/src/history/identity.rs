//! Account numbers, personal ids and tax cards of made-up people: valid, but of no real person.

use anyhow::Context;
use jiff::civil::{Date, date};
use liksa_domain::tax_card::{AboveCeiling, CardTerms};
use liksa_domain::worker_facts::Profile;
use liksa_finland::{Bic, Iban, PersonalId};
use liksa_money::{Money, Rate};

/// Personal ids with individual numbers from 900 on are temporary ones or for tests.
const FIRST_TEMPORARY: u32 = 900;
const TEMPORARY_NUMBERS: u32 = 100;
/// The first digits of accounts at three banks.
const BANKS: [&str; 3] = ["120", "405", "571"];

/// An account number made from this number, and its bank.
pub fn account(number: u32) -> anyhow::Result<(Iban, Bic)> {
    let bank = BANKS[number as usize % BANKS.len()];
    let with_check = |check: u32| format!("FI{check:02}{bank}0000{number:07}").parse::<Iban>().ok();
    let iban = (2..=98).find_map(with_check).context("no check digits fit the account")?;
    let bic = Bic::of_finnish_account(&iban).context("no bank has the account")?;
    Ok((iban, bic))
}

/// A personal id with this date of birth.
pub fn personal_id(born: Date, number: u32) -> anyhow::Result<PersonalId> {
    let sign = if born.year() < 2000 { '-' } else { 'A' };
    let number = FIRST_TEMPORARY + number % TEMPORARY_NUMBERS;
    let day = format!("{:02}{:02}{:02}", born.day(), born.month(), born.year() % 100);
    let with_check = |check: char| format!("{day}{sign}{number}{check}").parse().ok();
    let found = ('0'..='9').chain('A'..='Z').find_map(with_check);
    found.context("no check character fits the personal id")
}

/// A profile with everything that payroll needs.
pub fn profile(born: Date, number: u32, address: &str, city: &str) -> anyhow::Result<Profile> {
    let (iban, bic) = account(number)?;
    Ok(Profile {
        address: address.to_owned(),
        city: city.to_owned(),
        country: "FIN".into(),
        phone: format!("040 555 {:04}", number % 10_000),
        marketing_name: String::new(),
        iban: Some(iban),
        bic: Some(bic),
        personal_id: Some(personal_id(born, number)?),
    })
}

/// A tax card of a year, with a ceiling that few exceed.
pub fn tax_card(year: i16, percent: u32) -> CardTerms {
    let rate = |percent: u32| Rate::from_millionths(i64::from(percent) * 10_000);
    let above = AboveCeiling { ceiling: Money::euros(45_000), rate: rate(percent + 20) };
    CardTerms { base_rate: rate(percent), above: Some(above), valid_from: date(year, 1, 1) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_valid_and_of_no_real_person() {
        for number in 0..200 {
            let born = date(1950 + i16::try_from(number / 3).unwrap(), 2, 28);
            let profile = profile(born, number, "Kotikatu 1", "Turku").unwrap();
            let id = profile.personal_id.unwrap();
            assert!(id.is_temporary());
            assert_eq!(id.birth_date(), born);
            assert!(profile.iban.unwrap().is_finnish());
        }
    }
}
