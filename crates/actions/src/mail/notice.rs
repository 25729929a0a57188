//! Mails to the service's users: a few lines and a button, in their language.

use liksa_domain::delivery::{MailKind, MailLink};

use super::{Outgoing, layout};
use crate::prelude::*;

const SENDER: &str = "Liksa";
const GREETING: Text = ["Hei!", "Hello,"];
const REGARDS: Text = ["Ystävällisin terveisin", "Kind regards"];

/// A text in Finnish and in English.
pub type Text = [&'static str; 2];

pub fn in_language(language: Language, [fi, en]: Text) -> &'static str {
    match language {
        Language::Finnish => fi,
        Language::English => en,
    }
}

/// The texts of a mail in both languages.
pub struct Texts {
    pub subject: Text,
    pub lines: &'static [Text],
    pub button: Text,
    pub closing: &'static [Text],
}

impl Texts {
    pub const NONE: Self = Self { subject: ["", ""], lines: &[], button: ["", ""], closing: &[] };

    /// The mail in a language. The button leads to `address`; without one there is no button.
    pub fn notice(&self, language: Language, address: Option<String>) -> Notice {
        let all = |texts: &[Text]| texts.iter().map(|text| in_language(language, *text).to_owned()).collect();
        Notice {
            language,
            subject: in_language(language, self.subject).to_owned(),
            lines: all(self.lines),
            button: address.map(|address| (in_language(language, self.button), address)),
            closing: all(self.closing),
        }
    }

    /// A mail about an account to its owner: without a button, in their language.
    pub fn to(&self, person: &Person) -> Outgoing {
        self.notice(person.language, None).to(person.email.clone()).of_kind(MailKind::Account)
    }
}

/// A mail before it becomes plain text and HTML.
pub struct Notice {
    pub language: Language,
    pub subject: String,
    pub lines: Vec<String>,
    /// What the button says and where it leads.
    pub button: Option<(&'static str, String)>,
    /// In smaller letters.
    pub closing: Vec<String>,
}

impl Notice {
    /// As a mail to a worker about their work, unless its kind is changed.
    pub fn to(self, to: Email) -> Outgoing {
        let (text, html) = (self.text(), self.html());
        let kind = MailKind::News;
        Outgoing { kind, to, subject: self.subject, text, html, attachment: None, link: None }
    }

    /// The same with a button that opens something once: its address has `TOKEN_PLACE` in it.
    pub fn opening(self, link: MailLink, to: Email) -> Outgoing {
        Outgoing { link: Some(link), ..self.to(to) }
    }

    fn text(&self) -> String {
        let mut parts = vec![in_language(self.language, GREETING).to_owned()];
        parts.extend(self.lines.iter().cloned());
        parts.extend(self.button.as_ref().map(|(label, address)| format!("{label}:\n{address}")));
        parts.extend(self.closing.iter().cloned());
        parts.push(format!("{}\n{SENDER}\n", in_language(self.language, REGARDS)));
        parts.join("\n\n")
    }

    fn html(&self) -> String {
        let paragraph = |line: &String| format!("<p>{}</p>", escaped(line));
        let lines: String = self.lines.iter().map(paragraph).collect();
        let button = self.button.as_ref().map(|(label, address)| {
            format!(
                "<p><a href=\"{}\" style=\"display:inline-block;padding:10px 20px;border-radius:6px;\
                 background:#0d5757;color:#fff;text-decoration:none\">{}</a></p>",
                escaped(address),
                escaped(label)
            )
        });
        let small = |line: &String| format!("<p style=\"color:#555;font-size:13px\">{}</p>", escaped(line));
        let closing: String = self.closing.iter().map(small).collect();
        let body = format!(
            "<p>{}</p>{lines}{}{closing}<p>{}<br>{SENDER}</p>",
            in_language(self.language, GREETING),
            button.unwrap_or_default(),
            in_language(self.language, REGARDS),
        );
        layout::page(self.language.name(), SENDER, &body)
    }
}

/// A text within HTML.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_html_say_the_same() {
        let notice = Notice {
            language: Language::Finnish,
            subject: "Aihe".into(),
            lines: vec!["Ensin <tämä>.".into()],
            button: Some(("Jatka", "https://liksa.example/x?token=a&id=b".into())),
            closing: vec!["Lopuksi.".into()],
        };
        let mail = notice.to(Email::parse("maija@liksa.example").unwrap());
        assert_eq!(
            mail.text,
            "Hei!\n\nEnsin <tämä>.\n\nJatka:\nhttps://liksa.example/x?token=a&id=b\n\nLopuksi.\n\n\
             Ystävällisin terveisin\nLiksa\n"
        );
        assert!(mail.html.contains("Ensin &lt;tämä&gt;.") && mail.html.contains("token=a&amp;id=b"));
        assert!(mail.html.starts_with("<!doctype html><html lang=\"fi\">"));
    }
}
