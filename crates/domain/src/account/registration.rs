//! The form of a newcomer.

use liksa_finland::PostalCode;

use super::password;
use crate::named::named;
use crate::person::{Email, Language};
use crate::problem::{ErrorKey, Problem};
use crate::promo_code::normal;
use crate::reading::{Reader, given};

named! {
    /// How far somebody has come.
    RegistrationState {
        Started = "STARTED",
        /// A bank has told who it is.
        Identified = "IDENTIFIED",
        /// The terms are accepted and the account is there.
        Done = "DONE",
    }
}

pub const LONGEST_PHONE: usize = 40;
pub const LONGEST_ADDRESS: usize = 200;
const LONGEST_POSTAL_CODE: usize = 10;
const LONGEST_PROMO_CODE: usize = 30;

/// The form as it comes.
#[derive(Clone, Copy, Default)]
pub struct RegistrationForm<'a> {
    pub email: Option<&'a str>,
    pub phone: Option<&'a str>,
    pub address: Option<&'a str>,
    pub postal_code: Option<&'a str>,
    pub password: Option<&'a str>,
    pub promo_code: Option<&'a str>,
    pub language: Language,
}

/// A newcomer, but for the password, which is known by its hash alone.
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

impl RegistrationForm<'_> {
    pub fn read(&self) -> Result<Newcomer, Vec<Problem>> {
        let mut reader = Reader::default();
        let email = email(&mut reader, self.email);
        let phone = reader.required("phone", self.phone, LONGEST_PHONE);
        let address = reader.required("address", self.address, LONGEST_ADDRESS);
        let postal_code = reader.required("postalcode", self.postal_code, LONGEST_POSTAL_CODE);
        if let Some(key) = password::fault(self.password.unwrap_or_default()) {
            reader.refuse("password", key);
        }
        let promo_code = reader.text("promoCode", self.promo_code, LONGEST_PROMO_CODE);
        let problems = reader.into_problems();
        match email {
            Some(email) if problems.is_empty() => Ok(Newcomer {
                email,
                phone,
                address,
                postal_code,
                promo_code: given(Some(&promo_code)).map(normal),
                language: self.language,
            }),
            _ => Err(problems),
        }
    }
}

/// An e-mail address that has to be there.
pub fn email(reader: &mut Reader, text: Option<&str>) -> Option<Email> {
    let Some(typed) = given(text) else {
        reader.refuse("email", ErrorKey::Required);
        return None;
    };
    let email = Email::parse(typed);
    if email.is_none() {
        reader.refuse("email", ErrorKey::NotAnEmail);
    }
    email
}

#[cfg(test)]
mod tests {
    use super::*;

    const FORM: RegistrationForm<'_> = RegistrationForm {
        email: Some(" Uusi@Liksa.example"),
        phone: Some("040 123 4567"),
        address: Some("Kotikatu 1"),
        postal_code: Some("33100"),
        password: Some("salasana"),
        promo_code: Some(" kesä "),
        language: Language::English,
    };

    #[test]
    fn a_newcomer_is_read() {
        let newcomer = FORM.read().unwrap();
        assert_eq!(newcomer.email.as_str(), "uusi@liksa.example");
        assert_eq!(newcomer.promo_code.as_deref(), Some("KESÄ"));
        assert_eq!(newcomer.city(), "Tampere");
        let abroad = RegistrationForm { postal_code: Some("SE-111 22"), promo_code: Some(" "), ..FORM };
        let abroad = abroad.read().unwrap();
        assert_eq!((abroad.city(), abroad.promo_code), ("", None));
    }

    #[test]
    fn every_fault_is_told_at_once() {
        let faults = |form: RegistrationForm<'_>| -> Vec<_> {
            form.read().unwrap_err().into_iter().map(|problem| (problem.field, problem.key)).collect()
        };
        let required = ["email", "phone", "address", "postalcode", "password"];
        let required = required.map(|field| (field.to_owned(), ErrorKey::Required));
        assert_eq!(faults(RegistrationForm::default()), required);
        let wrong = RegistrationForm {
            email: Some("uusi"),
            password: Some("short"),
            promo_code: Some(&"x".repeat(31)),
            ..FORM
        };
        let expected = [
            ("email", ErrorKey::NotAnEmail),
            ("password", ErrorKey::PasswordTooShort),
            ("promoCode", ErrorKey::TooLong),
        ];
        assert_eq!(faults(wrong), expected.map(|(field, key)| (field.to_owned(), key)));
    }
}
