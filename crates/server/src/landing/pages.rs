//! The pages of the app that everyone may read: for search engines, and for those who share a link to one.

use liksa_actions::mail::notice::{Text, escaped, in_language};
use liksa_domain::person::Language;

/// A page, its title and what it is about.
struct PublicPage {
    path: &'static str,
    title: Text,
    about: Text,
}

const fn page(path: &'static str, title: Text, about: Text) -> PublicPage {
    PublicPage { path, title, about }
}

const PAGES: [PublicPage; 15] = [
    page(
        "/calculator",
        ["Palkkalaskuri", "Salary calculator"],
        [
            "Laske, paljonko laskusta jää sinulle: palvelumaksu, verot ja vakuutukset sentin tarkkuudella.",
            "See how much of an invoice is left for you: service fee, taxes and insurance, to the cent.",
        ],
    ),
    page(
        "/register",
        ["Rekisteröidy", "Register"],
        [
            "Rekisteröityminen vie muutaman minuutin. Tarvitset pankkitunnukset ja sähköpostiosoitteen.",
            "Registering takes a few minutes. You need your bank credentials and an e-mail address.",
        ],
    ),
    page(
        "/login",
        ["Kirjaudu", "Sign in"],
        [
            "Kirjaudu laskuttamaan ja seuraamaan palkkaasi.",
            "Sign in to make invoices and follow your salary.",
        ],
    ),
    page(
        "/about",
        ["Tietoa Liksasta", "About Liksa"],
        [
            "Mitä Liksa tekee puolestasi, mitä se maksaa ja kuka sen takana on.",
            "What Liksa does for you, what it costs and who is behind it.",
        ],
    ),
    page("/eula", ["Käyttöehdot", "Terms of use"], ["Liksan käyttöehdot.", "The terms of use of Liksa."]),
    page(
        "/privacy",
        ["Tietosuojaseloste", "Privacy notice"],
        ["Mitä tietoja Liksa käsittelee ja miksi.", "What data Liksa handles, and why."],
    ),
    page(
        "/accessibility",
        ["Saavutettavuus", "Accessibility"],
        [
            "Liksan saavutettavuusseloste ja miten voit antaa palautetta.",
            "The accessibility statement of Liksa, and how to give feedback.",
        ],
    ),
    page(
        "/help",
        ["Ohjeet", "Help"],
        [
            "Verokortti, TyEL, YEL, alv, verkkolasku ja ennakko lyhyesti ja laskuesimerkein.",
            "The tax card, TyEL, YEL, VAT, e-invoices and advances in short, with worked examples.",
        ],
    ),
    page(
        "/help/tax-card",
        ["Verokortti", "Tax card"],
        [
            "Verokortti kertoo, kuinka paljon palkastasi pidätetään veroa.",
            "The tax card says how much tax is withheld from your salary.",
        ],
    ),
    page(
        "/help/tyel",
        ["TyEL, työeläkevakuutus", "TyEL, the employee’s pension"],
        [
            "Työsuhteisena kerrytät eläkettä jokaisesta palkasta.",
            "As an employee you earn a pension with every salary.",
        ],
    ),
    page(
        "/help/yel",
        ["YEL, yrittäjän eläkevakuutus", "YEL, the self-employed person’s pension"],
        [
            "Kevytyrittäjä vakuuttaa eläkkeensä itse YEL-vakuutuksella.",
            "A light entrepreneur insures their own pension under YEL.",
        ],
    ),
    page(
        "/help/vat-rate",
        ["Arvonlisäverokanta", "VAT rate"],
        [
            "Useimmista töistä laskutetaan yleinen arvonlisävero.",
            "Most work is invoiced with the general VAT.",
        ],
    ),
    page(
        "/help/reverse-vat",
        ["Käännetty arvonlisävero", "Reverse-charge VAT"],
        [
            "Rakennusalalla arvonlisäveron maksaa usein asiakas eikä laskun lähettäjä.",
            "In construction it is often the customer who pays the VAT, not the sender of the invoice.",
        ],
    ),
    page(
        "/help/e-invoice",
        ["Verkkolasku ja operaattori", "E-invoice and operator"],
        [
            "Verkkolaskua varten tarvitset asiakkaan verkkolaskuosoitteen ja operaattorin.",
            "An e-invoice needs the customer’s e-invoice address and operator.",
        ],
    ),
    page(
        "/help/advance",
        ["Ennakko", "Advance"],
        [
            "Ennakko on osa laskun palkasta ennen kuin asiakas on maksanut.",
            "An advance is a part of the salary of an invoice before the customer has paid.",
        ],
    ),
];

/// Where search engines find pages; one only signs in at the log-in page.
pub fn listed() -> impl Iterator<Item = &'static str> {
    PAGES.iter().map(|page| page.path).filter(|path| *path != "/login")
}

/// What stands for the title in a page of the app as it was built.
const TITLE: &str = "<title>Liksa</title>";
const DESCRIPTION: &str =
    "<meta name=\"description\" content=\"Liksa: laskuta ilman yritystä ja saa palkka tilillesi.\" />";

/// The page as it was built, with its own title, description and card in the language of the browser.
pub fn with_head(html: String, path: &str, language: Language, origin: &str) -> String {
    let Some(page) = PAGES.iter().find(|page| page.path == path) else { return html };
    let said = |text| escaped(in_language(language, text));
    let (title, about, origin) = (said(page.title), said(page.about), escaped(origin));
    let code = language.name();
    let head = format!(
        "<title>{title} · Liksa</title><meta name=\"description\" content=\"{about}\">\
         <link rel=\"canonical\" href=\"{origin}{path}\"><meta property=\"og:type\" content=\"website\">\
         <meta property=\"og:site_name\" content=\"Liksa\"><meta property=\"og:title\" content=\"{title} · Liksa\">\
         <meta property=\"og:description\" content=\"{about}\"><meta property=\"og:url\" content=\"{origin}{path}\">\
         <meta property=\"og:image\" content=\"{origin}/card-{code}.png\">\
         <meta property=\"og:image:width\" content=\"1200\"><meta property=\"og:image:height\" content=\"630\">\
         <meta name=\"twitter:card\" content=\"summary_large_image\">"
    );
    html.replacen("<html lang=\"fi\">", &format!("<html lang=\"{code}\">"), 1)
        .replacen(DESCRIPTION, "", 1)
        .replacen(TITLE, &head, 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_pages_of_the_app_have_what_is_replaced() {
        for html in
            [include_str!("../../../../web/index.html"), include_str!("../../../../web/entrance.html")]
        {
            let html = html.split_whitespace().collect::<Vec<_>>().join(" ");
            let own = with_head(html.clone(), "/register", Language::English, "https://liksa.example");
            assert!(
                own.contains("<html lang=\"en\">") && own.contains("<title>Register · Liksa</title>"),
                "{own}"
            );
            assert_eq!(own.matches("name=\"description\"").count(), 1);
            assert!(own.contains("<meta property=\"og:url\" content=\"https://liksa.example/register\">"));
            assert_eq!(with_head(html.clone(), "/invoices", Language::English, ""), html, "nobody finds it");
        }
    }
}
