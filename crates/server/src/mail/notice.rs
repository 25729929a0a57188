//! Mails to our own people: a few lines and a button, in their language.

use liksa_domain::mail::MailLink;
use liksa_domain::person::{Email, Language};

use super::Outgoing;
use super::html::escaped;

const SENDER: &str = "Liksa";

/// A mail before it becomes plain text and HTML.
pub struct Notice {
    pub subject: String,
    pub lines: Vec<String>,
    /// What the button says and where it leads.
    pub button: Option<(&'static str, String)>,
    /// In smaller letters.
    pub closing: Vec<String>,
}

/// One text or the other.
pub fn either(language: Language, fi: &'static str, en: &'static str) -> &'static str {
    match language {
        Language::Finnish => fi,
        Language::English => en,
    }
}

impl Notice {
    pub fn to(&self, to: Email, language: Language) -> Outgoing {
        Outgoing {
            to,
            subject: self.subject.clone(),
            text: self.text(language),
            html: self.html(language),
            attachment: None,
            link: None,
        }
    }

    /// The same with a button that opens something once: its address has `TOKEN_PLACE` in it.
    pub fn opening(&self, link: MailLink, to: Email, language: Language) -> Outgoing {
        Outgoing { link: Some(link), ..self.to(to, language) }
    }

    fn text(&self, language: Language) -> String {
        let mut parts = vec![greeting(language).to_owned()];
        parts.extend(self.lines.iter().cloned());
        parts.extend(self.button.as_ref().map(|(label, address)| format!("{label}:\n{address}")));
        parts.extend(self.closing.iter().cloned());
        parts.push(format!("{}\n{SENDER}\n", regards(language)));
        parts.join("\n\n")
    }

    /// Nothing is loaded from anywhere, so that nobody learns when the mail was read.
    fn html(&self, language: Language) -> String {
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
        format!(
            "<!doctype html><html lang=\"{}\"><meta charset=\"utf-8\">\
             <body style=\"font-family:Helvetica,Arial,sans-serif;font-size:15px;line-height:1.5;color:#222\">\
             <p>{}</p>{lines}{}{closing}<p>{}<br>{SENDER}</p></body></html>",
            language.name(),
            greeting(language),
            button.unwrap_or_default(),
            regards(language),
        )
    }
}

fn greeting(language: Language) -> &'static str {
    either(language, "Hei!", "Hello,")
}

fn regards(language: Language) -> &'static str {
    either(language, "Ystävällisin terveisin", "Kind regards")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_html_say_the_same() {
        let notice = Notice {
            subject: "Aihe".into(),
            lines: vec!["Ensin <tämä>.".into()],
            button: Some(("Jatka", "https://liksa.example/x?token=a&id=b".into())),
            closing: vec!["Lopuksi.".into()],
        };
        let mail = notice.to(Email::parse("maija@liksa.example").unwrap(), Language::Finnish);
        assert_eq!(
            mail.text,
            "Hei!\n\nEnsin <tämä>.\n\nJatka:\nhttps://liksa.example/x?token=a&id=b\n\nLopuksi.\n\n\
             Ystävällisin terveisin\nLiksa\n"
        );
        assert!(mail.html.contains("Ensin &lt;tämä&gt;.") && mail.html.contains("token=a&amp;id=b"));
        assert!(mail.html.starts_with("<!doctype html><html lang=\"fi\">"));
    }
}
