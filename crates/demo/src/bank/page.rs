//! The page on which a visitor chooses a person.

use liksa_actions::context::random;
use openidconnect::{HttpResponse, http};

use super::customers::{About, BankCustomer, CUSTOMERS};

const STYLE: &str = "\
:root{color-scheme:light dark}\
body{margin:0;min-height:100vh;font:16px/1.5 system-ui,sans-serif;background:light-dark(#f1f3f5,#141517);\
color:light-dark(#212529,#e9ecef)}\
main{max-width:30rem;margin:0 auto;padding:2rem 1rem}\
.demo{margin:0 0 1.5rem;padding:.75rem 1rem;border-radius:.5rem;background:#fff3bf;color:#5c3c00}\
h1{font-size:1.5rem;margin:0 0 .5rem}\
h2{font-size:1rem;margin:1.5rem 0 .5rem}\
button{display:flex;justify-content:space-between;gap:1rem;width:100%;margin:0 0 .5rem;padding:.75rem 1rem;\
font:inherit;text-align:left;color:inherit;background:light-dark(#fff,#25262b);cursor:pointer;\
border:1px solid light-dark(#ced4da,#495057);border-radius:.5rem}\
button:hover,button:focus-visible{border-color:#0c8599;outline:2px solid #0c8599;outline-offset:1px}\
small{color:light-dark(#495057,#ced4da)}";

/// The page in the language of the authorization request.
pub fn choose(language: Option<&str>) -> anyhow::Result<HttpResponse> {
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
        format!(
            "<button name=\"person\" value=\"{key}\"><span>{first_name} {last_name}</span><small>{about}</small></button>"
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
    let html = format!(
        "<!doctype html><html lang=\"{language}\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>{title}</title>\
         <style nonce=\"{nonce}\">{STYLE}</style></head><body><main><p class=\"demo\">{demo}</p>\
         <h1>{title}</h1><form method=\"post\"><h2>{lead}</h2>{people}<h2>{other}</h2>\
         <button name=\"person\" value=\"cancel\">{cancel}</button>\
         <button name=\"person\" value=\"fail\">{fail}</button></form></main></body></html>"
    );
    let policy = format!(
        "default-src 'none'; style-src 'nonce-{nonce}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
    );
    let response = http::Response::builder()
        .header(http::header::CONTENT_TYPE, "text/html; charset=utf-8")
        .header(http::header::CACHE_CONTROL, "no-store")
        .header(http::header::CONTENT_SECURITY_POLICY, policy);
    Ok(response.body(html.into_bytes())?)
}
