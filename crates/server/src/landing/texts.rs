//! What the landing page says, in Finnish and in English. Figures are filled in: see `facts.rs`.

use liksa_actions::mail::notice::Text;

pub const TITLE: Text = [
    "Laskuta ilman yritystä, saa palkka tilillesi · Liksa",
    "Invoice without a company, get a salary · Liksa",
];
pub const DESCRIPTION: Text = [
    "Tee lasku muutamassa minuutissa. Me lähetämme sen, valvomme maksun ja maksamme sinulle palkan. \
     Palvelumaksu on {fee} laskutuksesta, enintään {maximum} kuukaudessa.",
    "Make an invoice in minutes. We send it, follow the payment and pay you a salary. \
     The service fee is {fee} of what you invoice, at most {maximum} a month.",
];
pub const SKIP: Text = ["Siirry sisältöön", "Skip to content"];
pub const TOP_LINKS: Text = ["Sivun linkit", "Page links"];
pub const FOOT_LINKS: Text = ["Alareunan linkit", "Footer links"];
/// The name of the other language in that language.
pub const OTHER_LANGUAGE: Text = ["English", "Suomeksi"];

pub const PROMISE: Text =
    ["Laskuta ilman yritystä. Saa palkka tilillesi.", "Invoice without a company. Get paid a salary."];
pub const LEAD: Text = [
    "Sinä teet työn ja laskun. Me lähetämme sen asiakkaalle, huolehdimme maksusta, veroista ja vakuutuksista ja \
     maksamme sinulle palkan.",
    "You do the work and make the invoice. We send it to the customer, see to payment, taxes and insurance, and pay \
     you a salary.",
];
pub const REGISTER: Text = ["Rekisteröidy", "Register"];
pub const SIGN_IN: Text = ["Kirjaudu", "Sign in"];
pub const TRY: Text = ["Laske, paljonko jää", "See what is left for you"];

pub const PRICE: Text = ["Mitä se maksaa", "What it costs"];
pub const PRICE_OF: Text = ["arvonlisäverottomasta laskutuksesta", "of what you invoice, without VAT"];
pub const PRICE_POINTS: [Text; 3] = [
    ["Enintään {maximum} kuukaudessa", "At most {maximum} a month"],
    ["Ei aloitusmaksua eikä kuukausimaksua", "No starting fee, no monthly fee"],
    ["Vakuutukset, perintä ja palkanlaskenta kuuluvat hintaan", "Insurance, collection and payroll included"],
];
pub const PRICE_NOTE: Text = [
    "Lakisääteiset maksut vähennetään erikseen, ja näet ne laskurissa senttien tarkkuudella. Jos laskutat paljon, \
     hinnasta voi sopia.",
    "Statutory contributions are deducted separately; the calculator shows them to the cent. If you invoice a lot, \
     the price is negotiable.",
];

pub const CALCULATOR: Text = ["Palkkalaskuri", "Salary calculator"];
pub const CALCULATOR_TITLE: Text = ["Paljonko laskusta jää sinulle?", "How much of an invoice is yours?"];
pub const CALCULATOR_LEAD: Text =
    ["Samat säännöt laskevat myös oikeat palkat.", "The same rules calculate the real salaries."];
pub const FIELD_PRICE: Text = ["Laskun summa ilman ALV:tä, €", "Invoice total without VAT, €"];
pub const FIELD_TAX: Text = ["Veroprosenttisi, %", "Your tax rate, %"];
pub const FIELD_WORK: Text = ["Työn muoto", "Form of work"];
pub const ENTREPRENEUR: Text = ["Kevytyrittäjä", "Light entrepreneur"];
pub const EMPLOYEE: Text = ["Työsuhteinen", "Employee"];
pub const CALCULATE: Text = ["Laske", "Calculate"];
pub const WRONG_PRICE: Text =
    ["Kirjoita summa numeroina, esimerkiksi 1 000.", "Write the total in figures, for example 1000."];
pub const PREVIOUS: Text = ["Näkyvissä on edellinen tulos.", "The previous result is shown."];
pub const WRONG_TAX: Text =
    ["Kirjoita luku väliltä 0–{highestTax}.", "Write a number from 0 to {highestTax}."];
pub const CANNOT_CALCULATE: Text = [
    "Laskelmaa ei voitu tehdä juuri nyt. Yritä hetken kuluttua uudelleen.",
    "The calculation failed. Try again in a moment.",
];

pub const TO_ACCOUNT: Text = ["Tilillesi", "To your account"];
pub const CUSTOMER_PAYS: Text = ["Asiakas maksaa, ALV {vat}", "The customer pays, VAT {vat}"];
pub const INVOICED: Text = ["Laskutat ilman ALV:tä", "You invoice without VAT"];
pub const SERVICE_FEE: Text = ["Palvelumaksu", "Service fee"];
pub const EMPLOYER_COSTS: Text = ["Työnantajan maksut", "Employer’s contributions"];
pub const ROUNDING: Text = ["Pyöristys", "Rounding"];
pub const TAX: Text = ["Ennakonpidätys", "Tax withheld"];
pub const EMPLOYEE_COSTS: Text =
    ["Eläke- ja työttömyysvakuutusmaksusi", "Your pension and unemployment insurance"];
pub const PART_YOURS: Text = ["Sinulle", "Yours"];
pub const PART_STATUTORY: Text = ["Verot ja lakisääteiset maksut", "Taxes and statutory contributions"];
pub const INDICATIVE: Text = [
    "Arvio, jos palkkapäivä on {payday}. Ikäsi, ammattisi, matkasi ja YEL-maksusi voivat muuttaa sitä.",
    "An estimate for the payday {payday}. Your age, occupation, trips and YEL contributions may change it.",
];
pub const WHOLE_CALCULATOR: Text = ["Avaa koko palkkalaskuri", "Open the whole calculator"];
pub const BEGIN: Text = ["Aloita laskutus", "Start invoicing"];

pub const STEPS_TITLE: Text = ["Näin se toimii", "How it works"];
pub const STEPS: [[Text; 2]; 3] = [
    [
        ["Tee lasku", "Make an invoice"],
        [
            "Valitse asiakas ja kirjoita, mitä teit ja mitä se maksaa. Näet saman tien, paljonko sinulle jää.",
            "Choose the customer and write what you did and what it costs. You see at once what is left for you.",
        ],
    ],
    [
        ["Me hoidamme asiakkaan", "We take care of the customer"],
        [
            "Tarkistamme laskun ja lähetämme sen verkkolaskuna, sähköpostilla tai paperilla. Jos maksu myöhästyy, \
             muistutamme ja perimme.",
            "We check the invoice and send it as an e-invoice, by e-mail or on paper. If the payment is late, we \
             remind and collect.",
        ],
    ],
    [
        ["Saat palkan", "You get a salary"],
        [
            "Kun asiakas on maksanut, palkka tulee tilillesi seuraavana palkkapäivänä. Maksamme verot ja \
             vakuutusmaksut puolestasi ja ilmoitamme palkan tulorekisteriin.",
            "When the customer has paid, the salary comes to your account on the next payday. We pay the taxes and \
             insurance contributions for you and report the salary to the Incomes Register.",
        ],
    ],
];

pub const QUESTIONS_TITLE: Text = ["Kysymyksiä ja vastauksia", "Questions and answers"];
pub const LAST_TITLE: Text = ["Tee ensimmäinen laskusi", "Make your first invoice"];
pub const LAST_LEAD: Text = [
    "Rekisteröityminen vie muutaman minuutin. Tarvitset pankkitunnukset ja sähköpostiosoitteen.",
    "Registering takes a few minutes. You need your bank credentials and an e-mail address.",
];

pub const ABOUT: Text = ["Tietoa Liksasta", "About Liksa"];
pub const TERMS: Text = ["Käyttöehdot", "Terms of use"];
pub const PRIVACY: Text = ["Tietosuojaseloste", "Privacy notice"];
pub const ACCESSIBILITY: Text = ["Saavutettavuus", "Accessibility"];
pub const HELP: Text = ["Ohjeet", "Help"];
pub const BUSINESS_ID: Text = ["Y-tunnus", "Business ID"];
