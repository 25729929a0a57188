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
        "Thank you for registering with Liksa. If you have not finished, go on from here: identify \
         yourself with your bank and accept the terms.",
    ]],
    button: ["Jatka rekisteröitymistä", "Continue the registration"],
    closing: &[[
        "Linkki on voimassa vuorokauden. Jos et itse rekisteröitynyt, sinun ei tarvitse tehdä mitään.",
        "The link is valid for a day. If you did not register yourself, you need not do anything.",
    ]],
};

/// To an address that has an account, after an attempt to register with it.
pub const ALREADY_REGISTERED: Texts = Texts {
    subject: ["Sinulla on jo tunnus Liksaan", "You already have an account with Liksa"],
    lines: &[
        [
            "Joku, luultavasti sinä itse, yritti rekisteröityä tällä sähköpostiosoitteella. Sillä on jo \
             tunnus, joten voit kirjautua sisään.",
            "Somebody, probably you, tried to register with this e-mail address. It has an account already, so \
             you can sign in.",
        ],
        [
            "Jos et muista salasanaasi, voit vaihtaa sen kirjautumissivulla.",
            "If you do not remember your password, you can change it on the sign-in page.",
        ],
    ],
    button: ["Kirjaudu sisään", "Sign in"],
    closing: &[[
        "Jos se et ollut sinä, sinun ei tarvitse tehdä mitään: tunnuksellesi ei ole tapahtunut mitään.",
        "If it was not you, you need not do anything: nothing has happened to your account.",
    ]],
};

pub const RESET_PASSWORD: Texts = Texts {
    subject: ["Vaihda Liksan salasanasi", "Change your Liksa password"],
    lines: &[[
        "Pyysit uutta salasanaa. Valitse se tästä; vahvistamme lopuksi pankin kautta, että se olet sinä.",
        "You asked for a new password. Choose it here; at the end we confirm through your bank that it is you.",
    ]],
    button: ["Valitse uusi salasana", "Choose a new password"],
    closing: &[[
        "Linkki on voimassa tunnin ja toimii kerran. Jos et pyytänyt sitä, sinun ei tarvitse tehdä mitään.",
        "The link is valid for an hour and works once. If you did not ask for it, you need not do anything.",
    ]],
};

pub const PASSWORD_CHANGED: Texts = Texts {
    subject: ["Liksan salasanasi on vaihdettu", "Your Liksa password was changed"],
    lines: &[[
        "Salasanasi on vaihdettu, ja muut laitteet on kirjattu ulos.",
        "Your password was changed, and other devices were signed out.",
    ]],
    closing: &[NOT_YOU],
    ..Texts::NONE
};

// Mails about the account number that salaries are paid to. The number itself is not in them: others may read them.

/// There was no account number before.
pub const ACCOUNT_NUMBER_ADDED: Texts = Texts {
    subject: ["Tilinumerosi on lisätty Liksaan", "Your account number was added to Liksa"],
    lines: &[[
        "Lisäsit Liksaan tilinumeron. Palkkasi maksetaan sille.",
        "You added an account number to Liksa. Your salary is paid to it.",
    ]],
    closing: &[NOT_YOU],
    ..Texts::NONE
};

pub const ACCOUNT_NUMBER_CHANGED: Texts = Texts {
    subject: ["Tilinumerosi Liksassa on vaihdettu", "Your account number in Liksa was changed"],
    lines: &[[
        "Tilinumero, jolle palkkasi maksetaan, on vaihdettu. Seuraava palkka maksetaan uudelle tilille.",
        "The account number that your salary is paid to was changed. The next salary is paid to the new one.",
    ]],
    closing: &[NOT_YOU],
    ..Texts::NONE
};

pub const ACCOUNT_NUMBER_REMOVED: Texts = Texts {
    subject: ["Tilinumerosi on poistettu Liksasta", "Your account number was removed from Liksa"],
    lines: &[[
        "Tilinumerosi on poistettu. Palkkaa ei voida maksaa, ennen kuin lisäät tilinumeron Omat tiedot -sivulla.",
        "Your account number was removed. No salary can be paid until you add one on the My details page.",
    ]],
    closing: &[NOT_YOU],
    ..Texts::NONE
};

/// The last mail to a person.
pub const ACCOUNT_REMOVED: Texts = Texts {
    subject: ["Tunnuksesi Liksaan on poistettu", "Your account with Liksa was removed"],
    lines: &[
        [
            "Tunnuksesi on poistettu, kuten pyysit, emmekä kirjoita sinulle enää. Kiitos, että käytit Liksaa.",
            "Your account was removed as you asked, and we will not write to you again. Thank you for using Liksa.",
        ],
        [
            "Kirjanpitoon kuuluvat laskut, palkat ja kuitit säilytämme niin kauan kuin laki velvoittaa.",
            "Invoices, salaries and receipts are part of the books and are kept for as long as the law requires.",
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
        "Confirm that this address is yours. You then sign in to Liksa with it, and our messages come to it.",
    ]],
    button: ["Vahvista osoite", "Confirm the address"],
    closing: &[[
        "Linkki on voimassa vuorokauden ja toimii kerran, kun olet kirjautunut sisään. Jos et pyytänyt sitä, \
         sinun ei tarvitse tehdä mitään.",
        "The link is valid for a day and works once, when you are signed in. If you did not ask for it, you \
         need not do anything.",
    ]],
};

/// To the owner of an address that another account asked for.
pub const EMAIL_IN_USE: Texts = Texts {
    subject: ["Osoitteellasi on jo tunnus Liksaan", "Your address has a Liksa account already"],
    lines: &[[
        "Joku, luultavasti sinä itse, halusi tämän osoitteen toiselle tunnukselle. Osoitteella on jo tunnus, \
         joten mitään ei vaihtunut.",
        "Somebody, probably you, wanted this address for another account. It has an account already, so \
         nothing was changed.",
    ]],
    ..Texts::NONE
};

/// To the former address, so that its owner learns of a change that they did not make.
pub const EMAIL_CHANGED: Texts = Texts {
    subject: ["Liksan sähköpostiosoitteesi on vaihdettu", "Your Liksa e-mail address was changed"],
    lines: &[[
        "Tunnuksesi sähköpostiosoite on vaihdettu, ja muut laitteet on kirjattu ulos. Viestimme tulevat tästä \
         lähtien uuteen osoitteeseen.",
        "The e-mail address of your account was changed, and other devices were signed out. From now on our \
         messages go to the new address.",
    ]],
    closing: &[[
        "Jos et tehnyt tätä itse, ota meihin heti yhteyttä.",
        "If you did not do this yourself, contact us at once.",
    ]],
    ..Texts::NONE
};
