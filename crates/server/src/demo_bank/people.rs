//! The customers of the demo bank. Their personal ids are of the numbers that no living person is given.

/// Somebody made up.
pub struct BankCustomer {
    /// Names them in the form.
    pub key: &'static str,
    pub first_name: &'static str,
    pub last_name: &'static str,
    /// None for somebody of whom the bank tells too little.
    pub personal_id: Option<&'static str>,
    pub about: About,
}

/// What trying with them shows.
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
    personal_id: &'static str,
    about: About,
) -> BankCustomer {
    BankCustomer { key, first_name: name.0, last_name: name.1, personal_id: Some(personal_id), about }
}

pub const CUSTOMERS: &[BankCustomer] = &[
    customer("maija", ("Maija Liisa", "Äkäslompolo"), "010190-900P", About::Newcomer),
    customer("veeti", ("Veeti", "Uusitalo"), "060503B901R", About::Newcomer),
    customer("linnea", ("Linnea", "Sjöström"), "210281-9988", About::Newcomer),
    customer("aino", ("Aino", "Virtanen"), "140391-9010", About::HasAccount),
    customer("eero", ("Eero", "Mäkinen"), "020986-902U", About::HasAccount),
    customer("sanna", ("Sanna", "Korhonen"), "231179-9037", About::HasAccount),
    customer("kaisa", ("Kaisa", "Laine"), "170584-904U", About::HasAccount),
    customer("pekka", ("Pekka", "Heikkinen"), "300876-905L", About::HasAccount),
    customer("paivi", ("Päivi", "Koskinen"), "210193-906K", About::HasAccount),
    customer("antti", ("Antti", "Järvinen"), "051288-907V", About::HasAccount),
    customer("nuori", ("Nuori", "Alaikäinen"), "040312A9026", About::TooYoung),
    BankCustomer {
        key: "tunnukseton",
        first_name: "Tuntematon",
        last_name: "Tunnukseton",
        personal_id: None,
        about: About::WithoutId,
    },
];

pub fn with_key(key: &str) -> Option<&'static BankCustomer> {
    CUSTOMERS.iter().find(|customer| customer.key == key)
}

#[cfg(test)]
mod tests {
    use liksa_finland::PersonalId;

    use super::*;
    use crate::demo;

    #[test]
    fn nobody_real_is_a_customer() {
        for customer in CUSTOMERS {
            let Some(text) = customer.personal_id else { continue };
            let id: PersonalId = text.parse().unwrap_or_else(|error| panic!("{}: {error}", customer.key));
            assert!(id.is_temporary(), "{}", customer.key);
        }
    }

    #[test]
    fn the_people_of_the_demo_have_accounts_here() {
        let ids: Vec<_> =
            demo::PEOPLE.iter().map(|person| person.profile().unwrap().personal_id.unwrap()).collect();
        let with_account = CUSTOMERS.iter().filter(|customer| customer.about == About::HasAccount);
        let here: Vec<_> =
            with_account.map(|customer| customer.personal_id.unwrap().parse().unwrap()).collect();
        assert_eq!(ids, here);
    }
}
