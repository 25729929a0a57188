//! The account of a user, and the changes that the user may make to it.

use jiff::Timestamp;
use liksa_finland::{Bic, PostalCode};
use serde::Deserialize;
use utoipa::ToSchema;

use super::Notices;
use super::professions::Profession;
use super::registration::{LONGEST_ADDRESS, LONGEST_PHONE};
use crate::customer::Country;
use crate::ids::FileId;
use crate::person::{Language, Person, Role};
use crate::problem::{ErrorKey, Problem};
use crate::reading::{Reader, given};
use crate::worker_facts::Profile;

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

/// What a user changes of the own account. What is not sent stays.
#[derive(Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PersonChange {
    /// The version that was read. Without it the change is made on the newest version.
    pub version: Option<i64>,
    #[schema(max_length = 100)]
    pub first_name: Option<String>,
    #[schema(max_length = 100)]
    pub last_name: Option<String>,
    #[schema(max_length = 40)]
    pub phone: Option<String>,
    #[schema(max_length = 100)]
    #[serde(rename = "marketingname")]
    pub marketing_name: Option<String>,
    #[schema(max_length = 200)]
    pub address: Option<String>,
    #[schema(max_length = 10)]
    #[serde(rename = "postalcode")]
    pub postal_code: Option<String>,
    #[schema(max_length = 200)]
    pub city: Option<String>,
    /// Three letters.
    pub country: Option<String>,
    /// One of `GET /api/professions`. It may be empty only as long as none was chosen.
    pub profession_code: Option<String>,
    /// Empty for none. Where there is a number already, another one or none takes `currentPassword`.
    pub iban: Option<String>,
    /// May be left out for a Finnish account. Changing it takes `currentPassword` as `iban` does.
    pub bic: Option<String>,
    /// The language of screens and mails.
    pub language: Option<Language>,
    pub notifications: Option<NotificationChange>,
    pub person_settings: Option<SettingsChange>,
    /// A new password, beside the current one. Other devices are signed out.
    #[schema(min_length = 6, max_length = 256)]
    pub password: Option<String>,
    /// Needed for another password, and for another account number.
    #[schema(max_length = 256)]
    pub current_password: Option<String>,
}

#[derive(Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NotificationChange {
    pub bill_approved: Option<bool>,
    pub bill_returned: Option<bool>,
    pub bill_paid: Option<bool>,
    pub salary_paid: Option<bool>,
}

#[derive(Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SettingsChange {
    #[schema(max_length = 100)]
    pub primary_work: Option<String>,
    pub disable_address_search: Option<bool>,
}

impl PersonChange {
    /// The account as it is to be, or every fault.
    pub fn apply(&self, before: &OwnAccount) -> Result<OwnAccount, Vec<Problem>> {
        let mut reader = Reader::default();
        let mut after = before.clone();
        self.names(&mut reader, &mut after.person);
        self.home(&mut reader, &mut after);
        self.bank_account(&mut reader, &mut after.profile);
        set(&mut after.profile.phone, self.phone.as_deref(), |text| {
            reader.text("phone", Some(text), LONGEST_PHONE)
        });
        set(&mut after.profile.marketing_name, self.marketing_name.as_deref(), |text| {
            reader.text("marketingname", Some(text), LONGEST_NAME)
        });
        let settings = self.person_settings.as_ref();
        let primary_work = settings.and_then(|settings| settings.primary_work.as_deref());
        set(&mut after.primary_work, primary_work, |text| {
            reader.text("personSettings.primaryWork", Some(text), LONGEST_WORK)
        });
        set(&mut after.profession_code, self.profession_code.as_deref(), |text| {
            // A newcomer has none yet; one that was chosen can only be exchanged for another.
            let taken_away = before.profession_code.is_some() && given(Some(text)).is_none();
            reader.refuse_if(taken_away, "professionCode", ErrorKey::Required);
            let profession = reader.choice("professionCode", Some(text), Profession::with_code);
            profession.map(|profession| profession.code.to_owned())
        });
        let disable_address_search = settings.and_then(|settings| settings.disable_address_search);
        after.disable_address_search = disable_address_search.unwrap_or(before.disable_address_search);
        after.person.language = self.language.unwrap_or(before.person.language);
        if let Some(sent) = self.notifications {
            let notices = before.notices;
            after.notices = Notices {
                bill_approved: sent.bill_approved.unwrap_or(notices.bill_approved),
                bill_returned: sent.bill_returned.unwrap_or(notices.bill_returned),
                bill_paid: sent.bill_paid.unwrap_or(notices.bill_paid),
                salary_paid: sent.salary_paid.unwrap_or(notices.salary_paid),
            };
        }
        reader.finish(Some(after))
    }

    /// The name that a bank has confirmed cannot be changed here: pay slips and reports use it.
    fn names(&self, reader: &mut Reader, person: &mut Person) {
        let fixed = person.strong_identified;
        let names = [
            ("firstName", self.first_name.as_deref(), &mut person.first_name),
            ("lastName", self.last_name.as_deref(), &mut person.last_name),
        ];
        for (field, typed, name) in names {
            let Some(typed) = typed else { continue };
            let typed = reader.required(field, Some(typed), LONGEST_NAME);
            reader.refuse_if(fixed && typed != *name, field, ErrorKey::NameFromBank);
            *name = typed;
        }
    }

    fn home(&self, reader: &mut Reader, after: &mut OwnAccount) {
        // Trips begin at a worker's home, and pay slips go there. Staff have no need to give one.
        let is_worker = after.person.has_role(Role::User);
        if is_worker {
            for (field, typed) in [("address", &self.address), ("postalcode", &self.postal_code)] {
                let emptied = typed.is_some() && given(typed.as_deref()).is_none();
                reader.refuse_if(emptied, field, ErrorKey::Required);
            }
        }
        let home = &mut after.profile;
        set(&mut home.address, self.address.as_deref(), |text| {
            reader.text("address", Some(text), LONGEST_ADDRESS)
        });
        set(&mut home.city, self.city.as_deref(), |text| reader.text("city", Some(text), LONGEST_ADDRESS));
        if given(self.country.as_deref()).is_some() {
            let country = reader.choice("country", self.country.as_deref(), Country::with_alpha3);
            home.country = country.map(|country| country.alpha3.to_owned()).unwrap_or_default();
        }
        set(&mut after.postal_code, self.postal_code.as_deref(), |text| {
            reader.text("postalcode", Some(text), LONGEST_POSTAL_CODE)
        });
        let finnish = Country::with_alpha3(&home.country).is_some_and(Country::has_finnish_postal_codes);
        let changed = self.postal_code.is_some() || self.country.is_some();
        let wrong = !after.postal_code.is_empty() && after.postal_code.parse::<PostalCode>().is_err();
        reader.refuse_if(changed && finnish && wrong, "postalcode", ErrorKey::InvalidPostalCode);
    }

    /// The bank of a Finnish account follows from its number. That of another account is optional: payments
    /// need only the number.
    fn bank_account(&self, reader: &mut Reader, profile: &mut Profile) {
        if self.iban.is_some() {
            profile.iban = reader.account("iban", self.iban.as_deref());
        }
        if self.bic.is_some() {
            profile.bic = reader.parsed("bic", self.bic.as_deref(), ErrorKey::InvalidBic);
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
        assert_eq!(PersonChange::default().apply(&maija()), Ok(maija()));
        let form = PersonChange {
            iban: Some("fi21 1234 5600 0007 85".into()),
            profession_code: Some("2651".into()),
            notifications: Some(NotificationChange {
                bill_paid: Some(false),
                ..NotificationChange::default()
            }),
            first_name: Some("Maija".into()),
            ..PersonChange::default()
        };
        let after = form.apply(&maija()).unwrap();
        assert_eq!(after.profile.iban.map(|iban| iban.to_string()), Some("FI21 1234 5600 0007 85".into()));
        assert_eq!(after.profile.bic.as_ref().map(Bic::as_str), Some("NDEAFIHH"), "follows from the account");
        assert_eq!(after.profession_code.as_deref(), Some("2651"));
        assert!(!after.notices.bill_paid && after.notices.bill_approved);
        let gone = PersonChange { iban: Some("".into()), ..PersonChange::default() };
        let gone = gone.apply(&after).unwrap();
        assert_eq!((gone.profile.iban, gone.profile.bic), (None, None));
    }

    #[test]
    fn an_occupation_that_was_chosen_cannot_be_taken_away() {
        let empty = PersonChange { profession_code: Some(" ".into()), ..PersonChange::default() };
        assert_eq!(empty.apply(&maija()), Ok(maija()), "a newcomer has none yet");
        let chosen = OwnAccount { profession_code: Some("2651".into()), ..maija() };
        let refused = empty.apply(&chosen).unwrap_err();
        assert_eq!(refused, [Problem::new("professionCode", ErrorKey::Required)]);
        let other = PersonChange { profession_code: Some("2652".into()), ..PersonChange::default() };
        assert_eq!(other.apply(&chosen).unwrap().profession_code.as_deref(), Some("2652"));
    }

    #[test]
    fn a_bank_belongs_to_its_account() {
        let finnish = PersonChange { iban: Some("FI2112345600000785".into()), ..PersonChange::default() };
        let before = finnish.apply(&maija()).unwrap();
        let moved = |iban: &str, bic: Option<&str>| {
            let (iban, bic) = (Some(iban.into()), bic.map(Into::into));
            PersonChange { iban, bic, ..PersonChange::default() }.apply(&before)
        };
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
    fn every_fault_is_reported_at_once() {
        let form = PersonChange {
            first_name: Some(" ".into()),
            last_name: Some("Muu".into()),
            postal_code: Some("1".into()),
            country: Some("ZZZ".into()),
            profession_code: Some("99999".into()),
            iban: Some("FI00".into()),
            bic: Some("X".into()),
            ..PersonChange::default()
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
        let moved = PersonChange { postal_code: Some("1".into()), ..PersonChange::default() };
        assert_eq!(moved.apply(&maija()).unwrap_err()[0].key, ErrorKey::InvalidPostalCode);
        let abroad = PersonChange { country: Some("SWE".into()), ..moved };
        assert_eq!(abroad.apply(&maija()).unwrap().profile.country, "SWE");
    }

    #[test]
    fn a_worker_has_a_home() {
        let emptied = PersonChange {
            address: Some(" ".into()),
            postal_code: Some(String::new()),
            ..PersonChange::default()
        };
        let problems = emptied.apply(&maija()).unwrap_err();
        assert_eq!(problems, ["address", "postalcode"].map(|field| Problem::new(field, ErrorKey::Required)));
        let mut clerk = maija();
        clerk.person.roles = vec![Role::Clerk];
        assert!(emptied.apply(&clerk).is_ok());
        assert!(PersonChange::default().apply(&maija()).is_ok(), "what is not sent stays");
    }

    #[test]
    fn salaries_go_to_accounts_within_sepa_alone() {
        let abroad = |iban: &str| PersonChange { iban: Some(iban.into()), ..PersonChange::default() };
        let problems = abroad("TR33 0006 1005 1978 6457 8413 26").apply(&maija()).unwrap_err();
        assert_eq!(problems, [Problem::new("iban", ErrorKey::IbanNotSepa)]);
        assert!(abroad("EE38 2200 2210 2014 5685").apply(&maija()).is_ok());
    }

    #[test]
    fn users_who_were_never_identified_may_change_their_name() {
        let mut before = maija();
        before.person.strong_identified = false;
        let form = PersonChange { last_name: Some("Muu".into()), ..PersonChange::default() };
        assert_eq!(form.apply(&before).unwrap().person.last_name, "Muu");
    }
}
