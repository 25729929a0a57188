//! The page on which a visitor chooses a person.

use liksa_actions::context::random;
use openidconnect::{HttpResponse, http};

use super::customers::{About, BankCustomer, CUSTOMERS};

/// The mark of Liksa, as the app draws it.
const MARK: &str = r##"<svg width="40" height="40" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="9" fill="#146a68"/><path d="M10 7.5v14a3 3 0 0 0 3 3h10" fill="none" stroke="#fff" stroke-width="4" stroke-linecap="round"/><circle cx="20.5" cy="13.5" r="4.5" fill="#f5b94a"/></svg>"##;

/// The colours are those of the app (`web/src/app/theme.ts`).
const STYLE: &str = "\
:root{color-scheme:light dark;--canvas:light-dark(#f7f5f0,#101919);--surface:light-dark(#fff,#172121);\
--line:light-dark(#e4e0d7,#2c3a3a);--text:light-dark(#14211f,#d5dedd);--dimmed:light-dark(#556361,#b7c4c3);\
--link:light-dark(#146a68,#86c3be);--soft:light-dark(#edf6f5,#16302f)}\
*{box-sizing:border-box}\
body{margin:0;min-height:100vh;font:1.0625rem/1.55 'Hanken Grotesk Variable',system-ui,sans-serif;\
background:var(--canvas);color:var(--text)}\
header{background:linear-gradient(150deg,#093e40,light-dark(#146a68,#0d5757));color:#fff}\
header div,main{max-width:47rem;margin:0 auto;padding:1.5rem clamp(1rem,4vw,2rem)}\
header div{display:flex;align-items:center;gap:.875rem}\
svg{flex:none}\
h1{margin:0;font-size:1.625rem;font-weight:750;letter-spacing:-.02em;line-height:1.2}\
.demo{margin:0 0 1.75rem;padding:.875rem 1.125rem;border-left:4px solid #f5b94a;border-radius:10px;\
background:light-dark(#fdf3dc,#2b2619)}\
h2{margin:0 0 .75rem;font-size:1.25rem;font-weight:700;letter-spacing:-.02em}\
.choices{display:grid;gap:.625rem;margin-bottom:2rem;grid-template-columns:repeat(auto-fill,minmax(min(20rem,100%),1fr))}\
button{display:flex;align-items:center;gap:.875rem;min-height:4rem;width:100%;padding:.625rem 1rem;font:inherit;\
line-height:1.3;text-align:left;color:inherit;background:var(--surface);cursor:pointer;border:1px solid var(--line);\
border-radius:14px}\
button:hover{border-color:var(--link);background:var(--soft)}\
button:focus-visible{outline:3px solid #f5b94a;outline-offset:2px}\
.initials{display:grid;flex:none;width:2.5rem;height:2.5rem;place-content:center;border-radius:50%;\
background:var(--soft);color:var(--link);font-weight:700}\
strong{display:block;font-weight:650}\
small{display:block;font-size:.875rem;color:var(--dimmed)}\
.other button{min-height:3rem;font-weight:600;color:var(--link)}";

/// The page in the language of the authorization request, in the font at this address of the server.
pub fn choose(language: Option<&str>, font: Option<&str>) -> anyhow::Result<HttpResponse> {
    let language = if language == Some("en") { "en" } else { "fi" };
    let either = |finnish: &'static str, english: &'static str| match language {
        "en" => english,
        _ => finnish,
    };
    let button = |customer: &BankCustomer| {
        let BankCustomer { key, first_name, last_name, about, .. } = customer;
        let about = match about {
            About::Newcomer => either("uusi käyttäjä", "new user"),
            About::HasAccount => either("tunnus on jo", "has an account"),
            About::TooYoung => either("alaikäinen", "under age"),
            About::WithoutId => either("ei henkilötunnusta", "no personal id"),
        };
        let initials: String =
            [first_name, last_name].into_iter().filter_map(|name| name.chars().next()).collect();
        format!(
            "<button name=\"person\" value=\"{key}\"><span class=\"initials\" aria-hidden=\"true\">{initials}</span>\
             <span><strong>{first_name} {last_name}</strong> <small>{about}</small></span></button>"
        )
    };
    let people: String = CUSTOMERS.iter().map(button).collect();
    let title = either("Demopankki", "Demo bank");
    let demo = either(
        "Tämä on demo eikä oikea pankki. Henkilöt ovat keksittyjä, eikä mitään tietojasi kysytä.",
        "This is a demo, not a real bank. The people are made up, and nothing about you is asked.",
    );
    let lead = either("Kenenä tunnistaudut?", "Who do you identify as?");
    let other = either("Mitä muuta voi tapahtua", "What else may happen");
    let cancel = either("Peruuta tunnistautuminen", "Cancel the identification");
    let fail = either("Tunnistautuminen epäonnistuu", "The identification fails");
    let nonce = random::text::<16>()?;
    let face = font.map_or_else(String::new, |address| {
        format!(
            "@font-face{{font-family:'Hanken Grotesk Variable';font-weight:100 900;font-display:swap;\
             src:url({address}) format('woff2-variations')}}"
        )
    });
    let html = format!(
        "<!doctype html><html lang=\"{language}\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>{title}</title>\
         <link rel=\"icon\" href=\"/favicon.svg\" type=\"image/svg+xml\">\
         <style nonce=\"{nonce}\">{face}{STYLE}</style></head><body><header><div>{MARK}<h1>{title}</h1></div></header>\
         <main><p class=\"demo\">{demo}</p><form method=\"post\"><h2>{lead}</h2><div class=\"choices\">{people}</div>\
         <h2>{other}</h2><div class=\"choices other\"><button name=\"person\" value=\"cancel\">{cancel}</button>\
         <button name=\"person\" value=\"fail\">{fail}</button></div></form></main></body></html>"
    );
    let policy = format!(
        "default-src 'none'; style-src 'nonce-{nonce}'; font-src 'self'; img-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
    );
    let response = http::Response::builder()
        .header(http::header::CONTENT_TYPE, "text/html; charset=utf-8")
        .header(http::header::CACHE_CONTROL, "no-store")
        .header(http::header::CONTENT_SECURITY_POLICY, policy);
    Ok(response.body(html.into_bytes())?)
}
