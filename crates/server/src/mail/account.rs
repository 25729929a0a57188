//! Mails about an account: registering, passwords, and changes that its owner should know of.

use liksa_domain::person::Language;

use super::notice::{Notice, either};

/// To a newcomer: go on here, also from another device.
pub fn confirm_registration(language: Language, link: String) -> Notice {
    let either = |fi, en| either(language, fi, en);
    Notice {
        subject: either("Jatka rekisteröitymistä Liksaan", "Continue your registration with Liksa").to_owned(),
        lines: vec![
            either(
                "Kiitos, että rekisteröidyt Liksan käyttäjäksi. Jatka tästä, jos rekisteröityminen jäi kesken: \
                 tunnistaudu pankissa ja hyväksy ehdot.",
                "Thank you for registering with Liksa. If you have not finished, go on from here: identify \
                 yourself with your bank and accept the terms.",
            )
            .to_owned(),
        ],
        button: Some((either("Jatka rekisteröitymistä", "Continue the registration"), link)),
        closing: vec![
            either(
                "Linkki on voimassa vuorokauden. Jos et itse rekisteröitynyt, sinun ei tarvitse tehdä mitään.",
                "The link is valid for a day. If you did not register yourself, you need not do anything.",
            )
            .to_owned(),
        ],
    }
}

/// To an address that has an account, when somebody registers with it.
pub fn already_registered(language: Language, public_url: &str) -> Notice {
    let either = |fi, en| either(language, fi, en);
    Notice {
        subject: either("Sinulla on jo tunnus Liksaan", "You already have an account with Liksa").to_owned(),
        lines: vec![
            either(
                "Joku, luultavasti sinä itse, yritti rekisteröityä tällä sähköpostiosoitteella. Sillä on jo \
                 tunnus, joten voit kirjautua sisään.",
                "Somebody, probably you, tried to register with this e-mail address. It has an account already, so \
                 you can sign in.",
            )
            .to_owned(),
            either(
                "Jos et muista salasanaasi, voit vaihtaa sen kirjautumissivulla.",
                "If you do not remember your password, you can change it on the sign-in page.",
            )
            .to_owned(),
        ],
        button: Some((either("Kirjaudu sisään", "Sign in"), format!("{public_url}/login"))),
        closing: vec![
            either(
                "Jos se et ollut sinä, sinun ei tarvitse tehdä mitään: tunnuksellesi ei ole tapahtunut mitään.",
                "If it was not you, you need not do anything: nothing has happened to your account.",
            )
            .to_owned(),
        ],
    }
}

pub fn reset_password(language: Language, link: String) -> Notice {
    let either = |fi, en| either(language, fi, en);
    Notice {
        subject: either("Vaihda Liksan salasanasi", "Change your Liksa password").to_owned(),
        lines: vec![
            either(
                "Pyysit uutta salasanaa. Valitse se tästä; vahvistamme lopuksi pankin kautta, että se olet sinä.",
                "You asked for a new password. Choose it here; at the end we confirm through your bank that it is you.",
            )
            .to_owned(),
        ],
        button: Some((either("Valitse uusi salasana", "Choose a new password"), link)),
        closing: vec![
            either(
                "Linkki on voimassa tunnin ja toimii kerran. Jos et pyytänyt sitä, sinun ei tarvitse tehdä mitään.",
                "The link is valid for an hour and works once. If you did not ask for it, you need not do anything.",
            )
            .to_owned(),
        ],
    }
}

pub fn password_changed(language: Language) -> Notice {
    let either = |fi, en| either(language, fi, en);
    Notice {
        subject: either("Liksan salasanasi on vaihdettu", "Your Liksa password was changed").to_owned(),
        lines: vec![
            either(
                "Salasanasi on vaihdettu, ja muut laitteet on kirjattu ulos.",
                "Your password was changed, and other devices were signed out.",
            )
            .to_owned(),
        ],
        button: None,
        closing: vec![not_you(language)],
    }
}

/// What became of the account number that salaries are paid to.
#[derive(Clone, Copy)]
pub enum AccountNumber {
    /// There was none before.
    Added,
    Changed,
    Removed,
}

/// The number itself is not in the mail: it may be read by others.
pub fn account_number(language: Language, what: AccountNumber) -> Notice {
    let either = |fi, en| either(language, fi, en);
    let (subject, line) = match what {
        AccountNumber::Added => (
            either("Tilinumerosi on lisätty Liksaan", "Your account number was added to Liksa"),
            either(
                "Lisäsit Liksaan tilinumeron. Palkkasi maksetaan sille.",
                "You added an account number to Liksa. Your salary is paid to it.",
            ),
        ),
        AccountNumber::Changed => (
            either("Tilinumerosi Liksassa on vaihdettu", "Your account number in Liksa was changed"),
            either(
                "Tilinumero, jolle palkkasi maksetaan, on vaihdettu. Seuraava palkka maksetaan uudelle tilille.",
                "The account number that your salary is paid to was changed. The next salary is paid to the new one.",
            ),
        ),
        AccountNumber::Removed => (
            either("Tilinumerosi on poistettu Liksasta", "Your account number was removed from Liksa"),
            either(
                "Tilinumerosi on poistettu. Palkkaa ei voida maksaa, ennen kuin lisäät tilinumeron Omat tiedot \
                 -sivulla.",
                "Your account number was removed. No salary can be paid until you add one on the My details page.",
            ),
        ),
    };
    Notice {
        subject: subject.to_owned(),
        lines: vec![line.to_owned()],
        button: None,
        closing: vec![not_you(language)],
    }
}

/// The last that we write to somebody.
pub fn account_removed(language: Language) -> Notice {
    let either = |fi, en| either(language, fi, en);
    Notice {
        subject: either("Tunnuksesi Liksaan on poistettu", "Your account with Liksa was removed").to_owned(),
        lines: vec![
            either(
                "Tunnuksesi on poistettu, kuten pyysit, emmekä kirjoita sinulle enää. Kiitos, että käytit Liksaa.",
                "Your account was removed as you asked, and we will not write to you again. Thank you for using Liksa.",
            )
            .to_owned(),
            either(
                "Kirjanpitoon kuuluvat laskut, palkat ja kuitit säilytämme niin kauan kuin laki velvoittaa.",
                "Invoices, salaries and receipts are part of the books and are kept for as long as the law requires.",
            )
            .to_owned(),
        ],
        button: None,
        closing: vec![],
    }
}

/// To an address that somebody says is theirs: whether it is their own, or one that they want instead of it.
pub fn confirm_email(language: Language, link: String) -> Notice {
    let either = |fi, en| either(language, fi, en);
    Notice {
        subject: either("Vahvista sähköpostiosoitteesi", "Confirm your e-mail address").to_owned(),
        lines: vec![
            either(
                "Vahvista, että tämä on sinun osoitteesi. Sen jälkeen kirjaudut Liksaan tällä osoitteella, ja \
                 viestimme tulevat siihen.",
                "Confirm that this address is yours. You then sign in to Liksa with it, and our messages come to it.",
            )
            .to_owned(),
        ],
        button: Some((either("Vahvista osoite", "Confirm the address"), link)),
        closing: vec![
            either(
                "Linkki on voimassa vuorokauden ja toimii kerran, kun olet kirjautunut sisään. Jos et pyytänyt sitä, \
                 sinun ei tarvitse tehdä mitään.",
                "The link is valid for a day and works once, when you are signed in. If you did not ask for it, you \
                 need not do anything.",
            )
            .to_owned(),
        ],
    }
}

/// To the owner of an address that somebody wants for another account.
pub fn email_in_use(language: Language) -> Notice {
    let either = |fi, en| either(language, fi, en);
    Notice {
        subject: either("Osoitteellasi on jo tunnus Liksaan", "Your address has a Liksa account already").to_owned(),
        lines: vec![
            either(
                "Joku, luultavasti sinä itse, halusi tämän osoitteen toiselle tunnukselle. Osoitteella on jo tunnus, \
                 joten mitään ei vaihtunut.",
                "Somebody, probably you, wanted this address for another account. It has an account already, so \
                 nothing was changed.",
            )
            .to_owned(),
        ],
        button: None,
        closing: vec![],
    }
}

/// To the address before, so that its owner learns of it also where somebody else did it.
pub fn email_changed(language: Language) -> Notice {
    let either = |fi, en| either(language, fi, en);
    Notice {
        subject: either("Liksan sähköpostiosoitteesi on vaihdettu", "Your Liksa e-mail address was changed").to_owned(),
        lines: vec![
            either(
                "Tunnuksesi sähköpostiosoite on vaihdettu, ja muut laitteet on kirjattu ulos. Viestimme tulevat tästä \
                 lähtien uuteen osoitteeseen.",
                "The e-mail address of your account was changed, and other devices were signed out. From now on our \
                 messages go to the new address.",
            )
            .to_owned(),
        ],
        button: None,
        closing: vec![
            either(
                "Jos et tehnyt tätä itse, ota meihin heti yhteyttä.",
                "If you did not do this yourself, contact us at once.",
            )
            .to_owned(),
        ],
    }
}

fn not_you(language: Language) -> String {
    either(
        language,
        "Jos et tehnyt tätä itse, vaihda salasanasi ja ota meihin heti yhteyttä.",
        "If you did not do this yourself, change your password and contact us at once.",
    )
    .to_owned()
}
