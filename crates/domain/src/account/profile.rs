//! What a person may say about themselves.

use jiff::Timestamp;
use liksa_finland::{Bic, Iban, PostalCode};

use super::news::Notices;
use super::professions::Profession;
use super::registration::{LONGEST_ADDRESS, LONGEST_PHONE};
use crate::customer::Country;
use crate::ids::FileId;
use crate::pay_facts::Profile;
use crate::person::{Language, Person};
use crate::problem::{ErrorKey, Problem};
use crate::reading::{Reader, given};

const LONGEST_NAME: usize = 100;
const LONGEST_WORK: usize = 100;
const LONGEST_POSTAL_CODE: usize = 10;

/// A person with what only they and the provider see.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnAccount {
    pub person: Person,
    /// Of the profile; a save names the one it was made on.
    pub version: i64,
    pub profile: Profile,
    pub postal_code: String,
    pub profession_code: Option<String>,
    pub primary_work: String,
    pub disable_address_search: bool,
    pub notices: Notices,
    pub picture: Option<FileId>,
    pub deletion_requested_at: Option<Timestamp>,
    /// Whether the mail to the address is known to be read by the person.
    pub email_confirmed: bool,
}

/// What is to be changed. What is not given stays.
#[derive(Clone, Copy, Debug, Default)]
pub struct ProfileForm<'a> {
    pub first_name: Option<&'a str>,
    pub last_name: Option<&'a str>,
    pub phone: Option<&'a str>,
    pub address: Option<&'a str>,
    pub postal_code: Option<&'a str>,
    pub city: Option<&'a str>,
    pub country: Option<&'a str>,
    pub marketing_name: Option<&'a str>,
    pub profession_code: Option<&'a str>,
    pub iban: Option<&'a str>,
    pub bic: Option<&'a str>,
    pub primary_work: Option<&'a str>,
    pub disable_address_search: Option<bool>,
    pub language: Option<Language>,
    pub bill_approved: Option<bool>,
    pub bill_returned: Option<bool>,
    pub bill_paid: Option<bool>,
    pub salary_paid: Option<bool>,
}

impl ProfileForm<'_> {
    /// The account as it is to be, or every fault.
    pub fn apply(&self, before: &OwnAccount) -> Result<OwnAccount, Vec<Problem>> {
        let mut reader = Reader::default();
        let mut after = before.clone();
        self.names(&mut reader, &mut after.person);
        self.home(&mut reader, &mut after);
        self.bank_account(&mut reader, &mut after.profile);
        set(&mut after.profile.phone, self.phone, |text| reader.text("phone", Some(text), LONGEST_PHONE));
        set(&mut after.profile.marketing_name, self.marketing_name, |text| {
            reader.text("marketingname", Some(text), LONGEST_NAME)
        });
        set(&mut after.primary_work, self.primary_work, |text| {
            reader.text("personSettings.primaryWork", Some(text), LONGEST_WORK)
        });
        set(&mut after.profession_code, self.profession_code, |text| {
            let profession = reader.choice("professionCode", Some(text), Profession::with_code);
            profession.map(|profession| profession.code.to_owned())
        });
        after.disable_address_search = self.disable_address_search.unwrap_or(before.disable_address_search);
        after.person.language = self.language.unwrap_or(before.person.language);
        let notices = before.notices;
        after.notices = Notices {
            bill_approved: self.bill_approved.unwrap_or(notices.bill_approved),
            bill_returned: self.bill_returned.unwrap_or(notices.bill_returned),
            bill_paid: self.bill_paid.unwrap_or(notices.bill_paid),
            salary_paid: self.salary_paid.unwrap_or(notices.salary_paid),
        };
        let problems = reader.into_problems();
        if problems.is_empty() { Ok(after) } else { Err(problems) }
    }

    /// The name that a bank has told is not for changing here: pay slips and reports go by it.
    fn names(&self, reader: &mut Reader, person: &mut Person) {
        let fixed = person.strong_identified;
        let names = [
            ("firstName", self.first_name, &mut person.first_name),
            ("lastName", self.last_name, &mut person.last_name),
        ];
        for (field, typed, name) in names {
            let Some(typed) = typed else { continue };
            let typed = reader.required(field, Some(typed), LONGEST_NAME);
            if fixed && typed != *name {
                reader.refuse(field, ErrorKey::NameFromBank);
            }
            *name = typed;
        }
    }

    fn home(&self, reader: &mut Reader, after: &mut OwnAccount) {
        let home = &mut after.profile;
        set(&mut home.address, self.address, |text| reader.text("address", Some(text), LONGEST_ADDRESS));
        set(&mut home.city, self.city, |text| reader.text("city", Some(text), LONGEST_ADDRESS));
        if given(self.country).is_some() {
            let country = reader.choice("country", self.country, Country::with_alpha3);
            home.country = country.map(|country| country.alpha3.to_owned()).unwrap_or_default();
        }
        set(&mut after.postal_code, self.postal_code, |text| {
            reader.text("postalcode", Some(text), LONGEST_POSTAL_CODE)
        });
        let finnish = Country::with_alpha3(&home.country).is_some_and(Country::has_finnish_postal_codes);
        let changed = self.postal_code.is_some() || self.country.is_some();
        let wrong = !after.postal_code.is_empty() && after.postal_code.parse::<PostalCode>().is_err();
        if changed && finnish && wrong {
            reader.refuse("postalcode", ErrorKey::InvalidPostalCode);
        }
    }

    /// The bank of a Finnish account follows from its number. That of another is kept if it is told: payments find
    /// their way by the number alone.
    fn bank_account(&self, reader: &mut Reader, profile: &mut Profile) {
        if let Some(typed) = self.iban {
            let iban = given(Some(typed)).map(str::parse::<Iban>);
            if matches!(iban, Some(Err(_))) {
                reader.refuse("iban", ErrorKey::InvalidIban);
            }
            profile.iban = iban.and_then(Result::ok);
        }
        if let Some(typed) = self.bic {
            let bic = given(Some(typed)).map(str::parse::<Bic>);
            if matches!(bic, Some(Err(_))) {
                reader.refuse("bic", ErrorKey::InvalidBic);
            }
            profile.bic = bic.and_then(Result::ok);
        } else if self.iban.is_some() {
            profile.bic = None;
        }
        match (&profile.iban, &profile.bic) {
            (None, _) => profile.bic = None,
            (Some(iban), None) => profile.bic = Bic::of_finnish_account(iban),
            (Some(iban), Some(bic)) if self.bic.is_some() && !bic.may_have(iban) => {
                reader.refuse("bic", ErrorKey::InvalidBic);
            }
            (Some(_), Some(_)) => {}
        }
    }
}

/// Puts in what was sent, if anything was.
fn set<T>(value: &mut T, typed: Option<&str>, read: impl FnOnce(&str) -> T) {
    if let Some(typed) = typed {
        *value = read(typed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::{Id, PersonId};
    use crate::person::{Email, Role, WorkerType};

    fn maija() -> OwnAccount {
        OwnAccount {
            person: Person {
                id: PersonId::new(Timestamp::UNIX_EPOCH, [7; 10]),
                email: Email::parse("maija@liksa.example").unwrap(),
                first_name: "Maija".into(),
                last_name: "Meikäläinen".into(),
                language: Language::Finnish,
                worker_type: WorkerType::Entrepreneur,
                strong_identified: true,
                roles: vec![Role::User],
            },
            version: 1,
            profile: Profile { country: "FIN".into(), ..Profile::default() },
            postal_code: "00100".into(),
            profession_code: None,
            primary_work: String::new(),
            disable_address_search: false,
            notices: Notices::default(),
            picture: None,
            deletion_requested_at: None,
            email_confirmed: true,
        }
    }

    #[test]
    fn what_is_not_sent_stays() {
        assert_eq!(ProfileForm::default().apply(&maija()), Ok(maija()));
        let form = ProfileForm {
            iban: Some("fi21 1234 5600 0007 85"),
            profession_code: Some("2651"),
            bill_paid: Some(false),
            first_name: Some("Maija"),
            ..ProfileForm::default()
        };
        let after = form.apply(&maija()).unwrap();
        assert_eq!(after.profile.iban.map(|iban| iban.to_string()), Some("FI21 1234 5600 0007 85".into()));
        assert_eq!(after.profile.bic.as_ref().map(Bic::as_str), Some("NDEAFIHH"), "follows from the account");
        assert_eq!(after.profession_code.as_deref(), Some("2651"));
        assert!(!after.notices.bill_paid && after.notices.bill_approved);
        let gone = ProfileForm { iban: Some(""), profession_code: Some(" "), ..ProfileForm::default() };
        let gone = gone.apply(&after).unwrap();
        assert_eq!((gone.profile.iban, gone.profile.bic, gone.profession_code), (None, None, None));
    }

    #[test]
    fn a_bank_belongs_to_its_account() {
        let finnish = ProfileForm { iban: Some("FI2112345600000785"), ..ProfileForm::default() };
        let before = finnish.apply(&maija()).unwrap();
        let moved =
            |iban, bic| ProfileForm { iban: Some(iban), bic, ..ProfileForm::default() }.apply(&before);
        let bank = |after: Result<OwnAccount, _>| after.unwrap().profile.bic.map(|bic| bic.to_string());
        let german = "DE89370400440532013000";
        assert_eq!(moved(german, Some("NDEAFIHH")).unwrap_err()[0].key, ErrorKey::InvalidBic);
        assert_eq!(
            bank(moved(german, None)),
            None,
            "the bank of the account before is not the bank of this one"
        );
        assert_eq!(bank(moved(german, Some("COBADEFFXXX"))).as_deref(), Some("COBADEFFXXX"));
        assert_eq!(bank(moved("", Some("NDEAFIHH"))), None, "no account, no bank");
    }

    #[test]
    fn every_fault_is_told_at_once() {
        let form = ProfileForm {
            first_name: Some(" "),
            last_name: Some("Muu"),
            postal_code: Some("1"),
            country: Some("ZZZ"),
            profession_code: Some("99999"),
            iban: Some("FI00"),
            bic: Some("X"),
            ..ProfileForm::default()
        };
        let problems = form.apply(&maija()).unwrap_err();
        let faults: Vec<_> = problems.iter().map(|problem| (problem.field.as_str(), problem.key)).collect();
        let expected = [
            ("firstName", ErrorKey::Required),
            ("firstName", ErrorKey::NameFromBank),
            ("lastName", ErrorKey::NameFromBank),
            ("country", ErrorKey::InvalidChoice),
            ("iban", ErrorKey::InvalidIban),
            ("bic", ErrorKey::InvalidBic),
            ("professionCode", ErrorKey::InvalidChoice),
        ];
        assert_eq!(faults, expected);
        let moved = ProfileForm { postal_code: Some("1"), ..ProfileForm::default() };
        assert_eq!(moved.apply(&maija()).unwrap_err()[0].key, ErrorKey::InvalidPostalCode);
        let abroad = ProfileForm { country: Some("SWE"), ..moved };
        assert_eq!(abroad.apply(&maija()).unwrap().profile.country, "SWE");
    }

    #[test]
    fn nobody_else_has_told_the_name_of_who_was_never_identified() {
        let mut before = maija();
        before.person.strong_identified = false;
        let form = ProfileForm { last_name: Some("Muu"), ..ProfileForm::default() };
        assert_eq!(form.apply(&before).unwrap().person.last_name, "Muu");
    }
}
