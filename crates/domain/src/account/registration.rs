//! Registration of a new user.

use liksa_finland::PostalCode;
use serde::Deserialize;
use utoipa::ToSchema;

use super::password;
use crate::named::named;
use crate::person::{Email, Language};
use crate::problem::{ErrorKey, Problem};
use crate::promo_code::normal;
use crate::reading::{Reader, given};

named! {
    /// How far a registration has come.
    RegistrationState {
        Started = "STARTED",
        /// A bank has identified the person.
        Identified = "IDENTIFIED",
        /// The terms are accepted and the account is there.
        Done = "DONE",
    }
}

pub const LONGEST_PHONE: usize = 40;
pub const LONGEST_ADDRESS: usize = 200;
const LONGEST_POSTAL_CODE: usize = 10;
const LONGEST_PROMO_CODE: usize = 30;

/// The form of a new user as a client sends it.
#[derive(Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Registration {
    #[schema(max_length = 254)]
    pub email: Option<String>,
    #[schema(max_length = 40)]
    pub phone: Option<String>,
    #[schema(max_length = 200)]
    pub address: Option<String>,
    #[schema(max_length = 10)]
    #[serde(rename = "postalcode")]
    pub postal_code: Option<String>,
    #[schema(min_length = 6, max_length = 256)]
    pub password: Option<String>,
    #[schema(max_length = 30)]
    pub promo_code: Option<String>,
    /// Finnish if not given.
    pub language: Option<Language>,
}

/// A new user without the password, of which only the hash is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Newcomer {
    pub email: Email,
    pub phone: String,
    pub address: String,
    pub postal_code: String,
    pub promo_code: Option<String>,
    pub language: Language,
}

impl Newcomer {
    /// The town of a Finnish postal code.
    pub fn city(&self) -> &'static str {
        let code: Option<PostalCode> = self.postal_code.parse().ok();
        code.and_then(|code| code.place()).map_or("", |place| place.name)
    }
}

impl Registration {
    pub fn read(&self) -> Result<Newcomer, Vec<Problem>> {
        let mut reader = Reader::default();
        let email = email(&mut reader, self.email.as_deref());
        let phone = reader.required("phone", self.phone.as_deref(), LONGEST_PHONE);
        let address = reader.required("address", self.address.as_deref(), LONGEST_ADDRESS);
        let postal_code = reader.required("postalcode", self.postal_code.as_deref(), LONGEST_POSTAL_CODE);
        let owner = password::Owner::new(email.as_ref());
        if let Some(fault) = password::fault(self.password.as_deref().unwrap_or_default(), &owner) {
            reader.refuse_with(fault);
        }
        let promo_code = reader.text("promoCode", self.promo_code.as_deref(), LONGEST_PROMO_CODE);
        reader.finish(email.map(|email| Newcomer {
            email,
            phone,
            address,
            postal_code,
            promo_code: given(Some(&promo_code)).map(normal),
            language: self.language.unwrap_or_default(),
        }))
    }
}

/// An e-mail address that has to be there.
pub fn email(reader: &mut Reader, text: Option<&str>) -> Option<Email> {
    reader.require("email", text);
    reader.read("email", text, |text| Email::parse_new(text).ok_or(ErrorKey::NotAnEmail))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form() -> Registration {
        Registration {
            email: Some(" Uusi@Liksa.example".into()),
            phone: Some("040 123 4567".into()),
            address: Some("Kotikatu 1".into()),
            postal_code: Some("33100".into()),
            password: Some("oma-salasana".into()),
            promo_code: Some(" kesä ".into()),
            language: Some(Language::English),
        }
    }

    #[test]
    fn a_newcomer_is_read() {
        let newcomer = form().read().unwrap();
        assert_eq!(newcomer.email.as_str(), "uusi@liksa.example");
        assert_eq!(newcomer.promo_code.as_deref(), Some("KESÄ"));
        assert_eq!(newcomer.city(), "Tampere");
        let abroad =
            Registration { postal_code: Some("SE-111 22".into()), promo_code: Some(" ".into()), ..form() };
        let abroad = abroad.read().unwrap();
        assert_eq!((abroad.city(), abroad.promo_code), ("", None));
    }

    #[test]
    fn every_fault_is_reported_at_once() {
        let faults = |form: Registration| -> Vec<_> {
            form.read().unwrap_err().into_iter().map(|problem| (problem.field, problem.key)).collect()
        };
        let required = ["email", "phone", "address", "postalcode", "password"];
        let required = required.map(|field| (field.to_owned(), ErrorKey::Required));
        assert_eq!(faults(Registration::default()), required);
        let wrong = Registration {
            email: Some("uusi".into()),
            password: Some("short".into()),
            promo_code: Some("x".repeat(31)),
            ..form()
        };
        let expected = [
            ("email", ErrorKey::NotAnEmail),
            ("password", ErrorKey::PasswordTooShort),
            ("promoCode", ErrorKey::TooLong),
        ];
        assert_eq!(faults(wrong), expected.map(|(field, key)| (field.to_owned(), key)));
    }
}
