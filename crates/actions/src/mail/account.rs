//! Mails about an account: registering, passwords, and changes that its owner should know of.

use super::notice::{Text, Texts};

const NOT_YOU: Text = [
    "Jos et tehnyt tätä itse, vaihda salasanasi ja ota meihin heti yhteyttä.",
    "If you did not do this yourself, change your password and contact us at once.",
];

/// To a newcomer: the link to continue with, also on another device.
pub const CONFIRM_REGISTRATION: Texts = Texts {
    subject: ["Jatka rekisteröitymistä Liksaan", "Continue your registration with Liksa"],
    lines: &[[
        "Kiitos, että rekisteröidyt Liksan käyttäjäksi. Jatka tästä, jos rekisteröityminen jäi kesken: \
         tunnistaudu pankissa ja hyväksy ehdot.",
        "Thank you for registering with Liksa. If you have not finished, continue here: identify \
         yourself with your bank and accept the terms.",
    ]],
    button: ["Jatka rekisteröitymistä", "Continue registering"],
    closing: &[[
        "Linkki on voimassa vuorokauden. Jos et itse rekisteröitynyt, sinun ei tarvitse tehdä mitään.",
        "The link is valid for a day. If you did not register yourself, there is nothing you need to do.",
    ]],
};

/// To an address that has an account, after an attempt to register with it.
pub const ALREADY_REGISTERED: Texts = Texts {
    subject: ["Sinulla on jo tunnus Liksaan", "You already have an account with Liksa"],
    lines: &[
        [
            "Joku, luultavasti sinä itse, yritti rekisteröityä tällä sähköpostiosoitteella. Sillä on jo \
             tunnus, joten voit kirjautua sisään.",
            "Somebody, probably you, tried to register with this e-mail address. It already has an account, so \
             you can sign in.",
        ],
        [
            "Jos et muista salasanaasi, voit vaihtaa sen kirjautumissivulla.",
            "If you do not remember your password, you can change it on the sign-in page.",
        ],
    ],
    button: ["Kirjaudu sisään", "Sign in"],
    closing: &[[
        "Jos et yrittänyt itse, sinun ei tarvitse tehdä mitään: tunnuksellesi ei ole tapahtunut mitään.",
        "If it was not you, there is nothing you need to do: nothing has happened to your account.",
    ]],
};

pub const RESET_PASSWORD: Texts = Texts {
    subject: ["Vaihda Liksan salasanasi", "Change your Liksa password"],
    lines: &[[
        "Pyysit uutta salasanaa. Valitse se tästä. Lopuksi varmistamme henkilöllisyytesi pankin kautta.",
        "You asked for a new password. Choose it here. At the end we check with your bank that it is you.",
    ]],
    button: ["Valitse uusi salasana", "Choose a new password"],
    closing: &[[
        "Linkki on voimassa tunnin ja toimii kerran. Jos et pyytänyt sitä, sinun ei tarvitse tehdä mitään.",
        "The link is valid for an hour and works once. If you did not ask for it, there is nothing you need to do.",
    ]],
};

pub const PASSWORD_CHANGED: Texts = Texts {
    subject: ["Liksan salasanasi on vaihdettu", "Your Liksa password has been changed"],
    lines: &[[
        "Salasanasi on vaihdettu, ja muut laitteesi on kirjattu ulos.",
        "Your password has been changed, and your other devices have been signed out.",
    ]],
    closing: &[NOT_YOU],
    ..Texts::NONE
};

// Mails about the account number that salaries are paid to. The number itself is not in them: others may read them.

/// There was no account number before.
pub const ACCOUNT_NUMBER_ADDED: Texts = Texts {
    subject: ["Tilinumerosi on lisätty Liksaan", "Your account number has been added to Liksa"],
    lines: &[[
        "Lisäsit Liksaan tilinumeron. Palkkasi maksetaan sille.",
        "You added an account number to Liksa. Your salary will be paid to it.",
    ]],
    closing: &[NOT_YOU],
    ..Texts::NONE
};

pub const ACCOUNT_NUMBER_CHANGED: Texts = Texts {
    subject: ["Tilinumerosi Liksassa on vaihdettu", "Your account number in Liksa has been changed"],
    lines: &[[
        "Tilinumero, jolle palkkasi maksetaan, on vaihdettu. Seuraava palkka maksetaan uudelle tilille.",
        "The account number that your salary is paid to has been changed. The next salary will be paid to the new account.",
    ]],
    closing: &[NOT_YOU],
    ..Texts::NONE
};

pub const ACCOUNT_NUMBER_REMOVED: Texts = Texts {
    subject: ["Tilinumerosi on poistettu Liksasta", "Your account number has been removed from Liksa"],
    lines: &[[
        "Tilinumerosi on poistettu. Palkkaa ei voida maksaa, ennen kuin lisäät tilinumeron Omat tiedot -sivulla.",
        "Your account number has been removed. No salary can be paid until you add one on the My details page.",
    ]],
    closing: &[NOT_YOU],
    ..Texts::NONE
};

/// The last mail to a person.
pub const ACCOUNT_REMOVED: Texts = Texts {
    subject: ["Tunnuksesi Liksaan on poistettu", "Your Liksa account has been deleted"],
    lines: &[
        [
            "Tunnuksesi on poistettu, kuten pyysit, emmekä kirjoita sinulle enää. Kiitos, että käytit Liksaa.",
            "Your account has been deleted as you asked, and we will not write to you again. Thank you for using Liksa.",
        ],
        [
            "Kirjanpitoon kuuluvat laskut, palkat ja kuitit säilytämme niin kauan kuin laki velvoittaa.",
            "Invoices, salaries and receipts are accounting records, and we keep them for as long as the law requires.",
        ],
    ],
    ..Texts::NONE
};

/// To an address that a user wants to confirm: the present one, or one to use instead.
pub const CONFIRM_EMAIL: Texts = Texts {
    subject: ["Vahvista sähköpostiosoitteesi", "Confirm your e-mail address"],
    lines: &[[
        "Vahvista, että tämä on sinun osoitteesi. Sen jälkeen kirjaudut Liksaan tällä osoitteella, ja \
         viestimme tulevat siihen.",
        "Confirm that this address is yours. After that you sign in to Liksa with it, and our messages come to it.",
    ]],
    button: ["Vahvista osoite", "Confirm the address"],
    closing: &[[
        "Linkki on voimassa vuorokauden ja toimii kerran, kun olet kirjautunut sisään. Jos et pyytänyt sitä, \
         sinun ei tarvitse tehdä mitään.",
        "The link is valid for a day and works once, when you are signed in. If you did not ask for it, there \
         is nothing you need to do.",
    ]],
};

/// To the owner of an address that another account asked for.
pub const EMAIL_IN_USE: Texts = Texts {
    subject: ["Osoitteellasi on jo tunnus Liksaan", "Your address already has a Liksa account"],
    lines: &[[
        "Joku, luultavasti sinä itse, halusi tämän osoitteen toiselle tunnukselle. Osoitteella on jo tunnus, \
         joten mitään ei vaihtunut.",
        "Somebody, probably you, wanted this address for another account. It already has an account, so \
         nothing was changed.",
    ]],
    ..Texts::NONE
};

/// To the former address, so that its owner learns of a change that they did not make.
pub const EMAIL_CHANGED: Texts = Texts {
    subject: ["Liksan sähköpostiosoitteesi on vaihdettu", "Your Liksa e-mail address has been changed"],
    lines: &[[
        "Tunnuksesi sähköpostiosoite on vaihdettu, ja muut laitteesi on kirjattu ulos. Viestimme tulevat tästä \
         lähtien uuteen osoitteeseen.",
        "The e-mail address of your account has been changed, and your other devices have been signed out. From now \
         on our messages go to the new address.",
    ]],
    closing: &[[
        "Jos et tehnyt tätä itse, ota meihin heti yhteyttä.",
        "If you did not do this yourself, contact us at once.",
    ]],
    ..Texts::NONE
};
