//! The customers of the demo bank. Their personal ids are temporary ones, which no real person has.

/// A made-up person.
pub struct BankCustomer {
    /// The value of the button in the form.
    pub key: &'static str,
    pub first_name: &'static str,
    pub last_name: &'static str,
    /// None for a person without a personal id at the bank.
    pub personal_id: Option<&'static str>,
    pub about: About,
}

/// The case that an identification as this person shows.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum About {
    HasAccount,
    Newcomer,
    TooYoung,
    WithoutId,
}

const fn customer(
    key: &'static str,
    name: (&'static str, &'static str),
    personal_id: Option<&'static str>,
    about: About,
) -> BankCustomer {
    BankCustomer { key, first_name: name.0, last_name: name.1, personal_id, about }
}

pub const CUSTOMERS: &[BankCustomer] = &[
    customer("maija", ("Maija Liisa", "Äkäslompolo"), Some("010190-900P"), About::Newcomer),
    customer("veeti", ("Veeti", "Uusitalo"), Some("060503B901R"), About::Newcomer),
    customer("linnea", ("Linnea", "Sjöström"), Some("210281-9988"), About::Newcomer),
    customer("aino", ("Aino", "Virtanen"), Some("140391-9010"), About::HasAccount),
    customer("eero", ("Eero", "Mäkinen"), Some("020986-902U"), About::HasAccount),
    customer("sanna", ("Sanna", "Korhonen"), Some("231179-9037"), About::HasAccount),
    customer("kaisa", ("Kaisa", "Laine"), Some("170584-904U"), About::HasAccount),
    customer("pekka", ("Pekka", "Heikkinen"), Some("300876-905L"), About::HasAccount),
    customer("paivi", ("Päivi", "Koskinen"), Some("210193-906K"), About::HasAccount),
    customer("antti", ("Antti", "Järvinen"), Some("051288-907V"), About::HasAccount),
    customer("nuori", ("Nuori", "Alaikäinen"), Some("040312A9026"), About::TooYoung),
    customer("tunnukseton", ("Tuntematon", "Tunnukseton"), None, About::WithoutId),
];

pub fn with_key(key: &str) -> Option<&'static BankCustomer> {
    CUSTOMERS.iter().find(|customer| customer.key == key)
}

#[cfg(test)]
mod tests {
    use liksa_finland::PersonalId;

    use super::*;
    use crate::content;

    #[test]
    fn no_customer_is_a_real_person() {
        for customer in CUSTOMERS {
            let Some(text) = customer.personal_id else { continue };
            let id: PersonalId = text.parse().unwrap_or_else(|error| panic!("{}: {error}", customer.key));
            assert!(id.is_temporary(), "{}", customer.key);
        }
    }

    #[test]
    fn the_people_of_the_demo_are_customers() {
        let ids: Vec<_> =
            content::PEOPLE.iter().map(|person| person.profile().unwrap().personal_id.unwrap()).collect();
        let with_account = CUSTOMERS.iter().filter(|customer| customer.about == About::HasAccount);
        let customers: Vec<_> =
            with_account.map(|customer| customer.personal_id.unwrap().parse().unwrap()).collect();
        assert_eq!(ids, customers);
    }
}
