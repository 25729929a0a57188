//! The page on which one chooses who to be.

use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};

use super::people::{About, BankCustomer, CUSTOMERS};
use crate::http::error::{ApiError, ApiResult};
use crate::random;

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

struct Texts {
    language: &'static str,
    title: &'static str,
    demo: &'static str,
    lead: &'static str,
    other: &'static str,
    cancel: &'static str,
    fail: &'static str,
    newcomer: &'static str,
    has_account: &'static str,
    too_young: &'static str,
    without_id: &'static str,
}

const FINNISH: Texts = Texts {
    language: "fi",
    title: "Demopankki",
    demo: "Tämä on demo eikä oikea pankki. Henkilöt ovat keksittyjä, eikä mitään tietojasi kysytä.",
    lead: "Kenenä tunnistaudut?",
    other: "Mitä muuta voi tapahtua",
    cancel: "Peruuta tunnistautuminen",
    fail: "Tunnistautuminen epäonnistuu",
    newcomer: "uusi käyttäjä",
    has_account: "tunnus on jo",
    too_young: "alaikäinen",
    without_id: "ei henkilötunnusta",
};

const ENGLISH: Texts = Texts {
    language: "en",
    title: "Demo bank",
    demo: "This is a demo, not a real bank. The people are made up, and nothing about you is asked.",
    lead: "Who do you identify as?",
    other: "What else may happen",
    cancel: "Cancel the identification",
    fail: "The identification fails",
    newcomer: "new user",
    has_account: "has an account",
    too_young: "under age",
    without_id: "no personal id",
};

impl Texts {
    fn about(&self, about: About) -> &'static str {
        match about {
            About::Newcomer => self.newcomer,
            About::HasAccount => self.has_account,
            About::TooYoung => self.too_young,
            About::WithoutId => self.without_id,
        }
    }

    fn button(&self, customer: &BankCustomer) -> String {
        let BankCustomer { key, first_name, last_name, about, .. } = customer;
        format!(
            "<button name=\"person\" value=\"{key}\"><span>{first_name} {last_name}</span><small>{}</small></button>",
            self.about(*about)
        )
    }
}

/// The page, in the language that the client asked for.
pub fn choose(language: Option<&str>) -> ApiResult<Response> {
    let texts = if language == Some(ENGLISH.language) { ENGLISH } else { FINNISH };
    let people: String = CUSTOMERS.iter().map(|customer| texts.button(customer)).collect();
    let nonce = random::text::<16>()?;
    let Texts { language, title, demo, lead, other, cancel, fail, .. } = texts;
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
    let policy = HeaderValue::from_str(&policy).map_err(|error| ApiError::Internal(error.into()))?;
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8")),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (header::CONTENT_SECURITY_POLICY, policy),
    ];
    Ok((headers, html).into_response())
}
