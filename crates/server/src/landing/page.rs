//! The landing page as HTML. Every text is escaped by `escaped`.

use liksa_actions::mail::notice::{Text, escaped, in_language};
use liksa_actions::printing::bill_language;
use liksa_documents::pdf::Writer;
use liksa_domain::person::Language;
use liksa_domain::problem::Problem;
use liksa_domain::settings::Seller;
use serde_json::{Value, json};

use super::example::{Answer, Example, Line};
use super::facts::Facts;
use super::questions::QUESTIONS;
use super::{drawings, texts};

const MINUS: char = '\u{2212}';

pub struct Landing<'a> {
    pub language: Language,
    pub facts: Facts,
    pub example: Example,
    pub seller: &'a Seller,
    /// The address of the service, without a slash at its end.
    pub origin: &'a str,
    /// Scripts, styles and icons that the web build made.
    pub assets: String,
}

impl Landing<'_> {
    pub fn html(&self) -> String {
        format!(
            "<!doctype html><html lang=\"{language}\"><head>{head}</head><body>\
             <a class=\"skip\" href=\"#main\">{skip}</a>{top}<main id=\"main\">{hero}{calculator}{steps}{price}\
             {questions}{last}</main>{foot}</body></html>",
            language = self.language.name(),
            head = self.head(),
            skip = self.text(texts::SKIP),
            top = self.top(),
            hero = self.hero(),
            calculator = self.calculator(),
            steps = self.steps(),
            price = self.price(),
            questions = self.questions(),
            last = self.last(),
            foot = self.foot(),
        )
    }

    /// A text in the language of the page with its figures, before it is escaped.
    fn plain(&self, text: Text) -> String {
        self.facts.fill(in_language(self.language, text))
    }

    fn text(&self, text: Text) -> String {
        escaped(&self.plain(text))
    }

    /// A text of short sentences, each on lines of its own.
    fn sentences(&self, text: Text) -> String {
        let whole = self.text(text);
        whole.split_inclusive(". ").map(|one| format!("<span class=\"sentence\">{one}</span>")).collect()
    }

    fn address_in(&self, language: Language) -> String {
        match language {
            Language::Finnish => format!("{}/landing", self.origin),
            Language::English => format!("{}/landing?lang=en", self.origin),
        }
    }

    fn head(&self) -> String {
        let (title, description) = (self.text(texts::TITLE), self.text(texts::DESCRIPTION));
        let own = escaped(&self.address_in(self.language));
        let [finnish, english] =
            [Language::Finnish, Language::English].map(|language| escaped(&self.address_in(language)));
        let origin = escaped(self.origin);
        let (language, other) = match self.language {
            Language::Finnish => ("fi_FI", "en_GB"),
            Language::English => ("en_GB", "fi_FI"),
        };
        format!(
            "{assets}<title>{title}</title><meta name=\"description\" content=\"{description}\">\
             <link rel=\"canonical\" href=\"{own}\">\
             <link rel=\"alternate\" hreflang=\"fi\" href=\"{finnish}\">\
             <link rel=\"alternate\" hreflang=\"en\" href=\"{english}\">\
             <link rel=\"alternate\" hreflang=\"x-default\" href=\"{finnish}\">\
             <meta property=\"og:type\" content=\"website\"><meta property=\"og:site_name\" content=\"Liksa\">\
             <meta property=\"og:title\" content=\"{title}\">\
             <meta property=\"og:description\" content=\"{description}\"><meta property=\"og:url\" content=\"{own}\">\
             <meta property=\"og:locale\" content=\"{language}\">\
             <meta property=\"og:locale:alternate\" content=\"{other}\">\
             <meta property=\"og:image\" content=\"{origin}/card-{code}.png\">\
             <meta property=\"og:image:width\" content=\"1200\"><meta property=\"og:image:height\" content=\"630\">\
             <meta property=\"og:image:alt\" content=\"{promise}\">\
             <meta name=\"twitter:card\" content=\"summary_large_image\">\
             <script type=\"application/ld+json\">{data}</script>",
            assets = self.assets,
            code = self.language.name(),
            promise = self.text(texts::PROMISE),
            data = in_script(&self.structured_data()),
        )
    }

    /// What search engines read: who runs the service, and the questions with their answers.
    fn structured_data(&self) -> Value {
        let seller = self.seller;
        let question = |one: &super::questions::Question| {
            json!({
                "@type": "Question",
                "name": self.plain(one.question),
                "acceptedAnswer": { "@type": "Answer", "text": self.plain(one.answer) },
            })
        };
        json!({
            "@context": "https://schema.org",
            "@graph": [
                {
                    "@type": "Organization",
                    "name": seller.name,
                    "url": self.origin,
                    "logo": format!("{}/favicon.svg", self.origin),
                    "email": seller.email.as_str(),
                    "telephone": seller.phone,
                    "vatID": seller.vat_number.as_str(),
                    "address": {
                        "@type": "PostalAddress",
                        "streetAddress": seller.street,
                        "postalCode": seller.postal_code,
                        "addressLocality": seller.city,
                        "addressCountry": "FI",
                    },
                },
                {
                    "@type": "FAQPage",
                    "inLanguage": self.language.name(),
                    "mainEntity": QUESTIONS.iter().map(question).collect::<Vec<_>>(),
                },
            ],
        })
    }

    fn top(&self) -> String {
        let (code, address) = match self.language {
            Language::Finnish => ("en", "/landing?lang=en"),
            Language::English => ("fi", "/landing?lang=fi"),
        };
        format!(
            "<header class=\"top\"><a class=\"brand\" href=\"/landing\">{mark}<span>Liksa</span></a>\
             <nav aria-label=\"{links}\"><a class=\"wide\" href=\"#calculator\">{calculator}</a>\
             <a class=\"wide\" href=\"#questions\">{questions}</a>\
             <a href=\"{address}\" lang=\"{code}\" hreflang=\"{code}\">\
             <span class=\"full\">{other}</span><span class=\"code\" aria-hidden=\"true\">{code}</span></a>\
             <a href=\"/login\">{sign_in}</a><a class=\"button small\" href=\"/register\">{register}</a></nav></header>",
            mark = drawings::MARK,
            links = self.text(texts::TOP_LINKS),
            calculator = self.text(texts::CALCULATOR),
            questions = self.text(texts::QUESTIONS_TITLE),
            other = self.text(texts::OTHER_LANGUAGE),
            sign_in = self.text(texts::SIGN_IN),
            register = self.text(texts::REGISTER),
        )
    }

    fn hero(&self) -> String {
        format!(
            "<section class=\"hero\"><div class=\"words\"><h1>{promise}</h1><p class=\"lead\">{lead}</p>\
             <p class=\"buttons\"><a class=\"button coin\" href=\"/register\">{register}</a>\
             <a class=\"button quiet\" href=\"#calculator\">{calculate}</a></p>\
             <p class=\"fee\"><strong>{fee}</strong> {of}. {maximum}.</p></div>{picture}</section>",
            promise = self.sentences(texts::PROMISE),
            lead = self.text(texts::LEAD),
            register = self.text(texts::REGISTER),
            calculate = self.text(texts::TRY),
            fee = escaped(&self.facts.fill("{fee}")),
            of = self.text(texts::PRICE_OF),
            maximum = self.text(texts::PRICE_POINTS[0]),
            picture = drawings::JOURNEY,
        )
    }

    fn calculator(&self) -> String {
        let example = &self.example;
        let faults = example.answer.as_ref().err();
        let has_fault =
            |field: &str| faults.is_some_and(|faults| faults.iter().any(|one| one.field == field));
        let field = |name: &str, label: Text, value: &str, fault: Option<String>| {
            format!(
                "<div class=\"field\"><label for=\"{name}\">{label}</label>\
                 <input id=\"{name}\" name=\"{name}\" inputmode=\"decimal\" autocomplete=\"off\" maxlength=\"20\" \
                 value=\"{value}\" aria-describedby=\"{name}-fault\"{invalid}>\
                 <p class=\"fault\" id=\"{name}-fault\" role=\"alert\"{hidden}>{fault}</p></div>",
                label = self.text(label),
                value = escaped(value),
                invalid = if fault.is_some() { " aria-invalid=\"true\"" } else { "" },
                hidden = if fault.is_some() { "" } else { " hidden" },
                fault = fault.unwrap_or_default(),
            )
        };
        let radio = |value: &str, label: Text, chosen: bool| {
            format!(
                "<label><input type=\"radio\" name=\"work\" value=\"{value}\"{checked}>{label}</label>",
                checked = if chosen { " checked" } else { "" },
                label = self.text(label),
            )
        };
        let wrong_price = has_fault("price").then(|| self.text(texts::WRONG_PRICE));
        let wrong_tax = has_fault("taxPercent").then(|| self.text(texts::WRONG_TAX));
        format!(
            "<section id=\"calculator\" class=\"calculator\" aria-labelledby=\"calculator-title\">\
             <h2 id=\"calculator-title\">{title}</h2><p class=\"lead\">{lead}</p><div class=\"card columns\">\
             <form action=\"/landing#calculator\" method=\"get\" data-wrong-price=\"{price_fault}\" \
             data-wrong-tax=\"{tax_fault}\" data-failed=\"{failed}\" data-vat=\"{vat}\" \
             data-highest-tax=\"{highest_tax}\">\
             <input type=\"hidden\" name=\"lang\" value=\"{language}\">{price}{tax}\
             <fieldset><legend>{work}</legend><div class=\"choices\">{entrepreneur}{employee}</div></fieldset>\
             <button type=\"submit\" class=\"button\">{calculate}</button><p class=\"fault\" id=\"failed\" role=\"alert\" hidden></p></form>{answer}</div></section>",
            title = self.text(texts::CALCULATOR_TITLE),
            lead = self.text(texts::CALCULATOR_LEAD),
            price_fault = self.text(texts::WRONG_PRICE),
            tax_fault = self.text(texts::WRONG_TAX),
            failed = self.text(texts::CANNOT_CALCULATE),
            vat = escaped(&self.facts.fill("{vatPercent}")),
            highest_tax = escaped(&self.facts.fill("{highestTax}")),
            language = self.language.name(),
            price = field("price", texts::FIELD_PRICE, &example.price, wrong_price),
            tax = field("tax", texts::FIELD_TAX, &example.tax, wrong_tax),
            work = self.text(texts::FIELD_WORK),
            entrepreneur = radio("ENTREPRENEUR", texts::ENTREPRENEUR, !example.employee),
            employee = radio("WORKER", texts::EMPLOYEE, example.employee),
            calculate = self.text(texts::CALCULATE),
            answer = self.answer(),
        )
    }

    fn answer(&self) -> String {
        let begin = format!(
            "<p class=\"buttons\"><a class=\"button coin\" href=\"/register\">{}</a>\
             <a class=\"plain\" href=\"/calculator\">{}</a></p>",
            self.text(texts::BEGIN),
            self.text(texts::WHOLE_CALCULATOR)
        );
        let shown = match &self.example.answer {
            Ok(answer) => self.figures(answer),
            Err(problems) if problems.iter().any(is_of_form) => String::new(),
            Err(_) => format!("<p class=\"fault\">{}</p>", self.text(texts::CANNOT_CALCULATE)),
        };
        let note = self.text(texts::INDICATIVE);
        format!("<div class=\"answer\">{shown}<p class=\"note\">{note}</p>{begin}</div>")
    }

    fn writer(&self) -> Writer {
        Writer::new(bill_language(self.language))
    }

    fn figures(&self, answer: &Answer) -> String {
        let mut from = 0_i64;
        let mut bar = String::new();
        let mut legend = String::new();
        for part in &answer.parts {
            // The bar is a thousand wide.
            let width = part.share.millionths() / 1000;
            bar.push_str(&format!(
                "<rect data-part=\"{}\" class=\"{0}\" x=\"{from}\" width=\"{width}\" y=\"0\" height=\"24\"/>",
                part.name
            ));
            legend.push_str(&format!("<li class=\"{}\">{}</li>", part.name, self.text(part.label)));
            from += width;
        }
        let line = |line: &Line| {
            format!(
                "<div data-line=\"{name}\"{less}{hidden}><dt>{label}</dt><dd>{amount}</dd></div>",
                name = line.name,
                less = if line.less { " class=\"less\"" } else { "" },
                hidden = if line.amount.is_zero() { " hidden" } else { "" },
                label = self.text(line.label),
                amount = escaped(&signed(line, self.writer())),
            )
        };
        let lines: String = answer.lines.iter().map(line).collect();
        format!(
            "<p class=\"previous\" role=\"status\" data-previous hidden>{previous}</p><div data-answer aria-live=\"polite\"><p class=\"result\"><span>{label}</span> \
             <strong data-figure=\"salary\">{salary}</strong></p></div>\
             <svg class=\"bar\" viewBox=\"0 0 1000 24\" preserveAspectRatio=\"none\" aria-hidden=\"true\">{bar}</svg>\
             <ul class=\"legend\" aria-hidden=\"true\">{legend}</ul><dl>{lines}</dl>",
            previous = self.text(texts::PREVIOUS),
            label = self.text(texts::TO_ACCOUNT),
            salary = escaped(&self.writer().euros(answer.salary)),
        )
    }

    fn steps(&self) -> String {
        let step = |([title, body], drawing): (&[Text; 2], &&str)| {
            format!("<li>{drawing}<h3>{}</h3><p>{}</p></li>", self.text(*title), self.text(*body))
        };
        let steps: String = texts::STEPS.iter().zip(&drawings::STEPS).map(step).collect();
        format!(
            "<section class=\"steps\" aria-labelledby=\"steps-title\"><h2 id=\"steps-title\">{}</h2><ol>{steps}</ol></section>",
            self.text(texts::STEPS_TITLE)
        )
    }

    fn price(&self) -> String {
        let points: String =
            texts::PRICE_POINTS.iter().map(|point| format!("<li>{}</li>", self.text(*point))).collect();
        format!(
            "<section class=\"price\" aria-labelledby=\"price-title\"><div><h2 id=\"price-title\">{title}</h2>\
             <p class=\"number\">{fee}</p><p>{of}</p></div><div><ul class=\"points\">{points}</ul><p>{note}</p></div></section>",
            title = self.text(texts::PRICE),
            fee = escaped(&self.facts.fill("{fee}")),
            of = self.text(texts::PRICE_OF),
            note = self.text(texts::PRICE_NOTE),
        )
    }

    fn questions(&self) -> String {
        let questions: String = QUESTIONS
            .iter()
            .map(|one| {
                format!(
                    "<details><summary><h3>{}</h3></summary><p>{}</p></details>",
                    self.text(one.question),
                    self.text(one.answer)
                )
            })
            .collect();
        format!(
            "<section id=\"questions\" class=\"questions\" aria-labelledby=\"questions-title\">\
             <h2 id=\"questions-title\">{}</h2><div class=\"list\">{questions}</div></section>",
            self.text(texts::QUESTIONS_TITLE)
        )
    }

    fn last(&self) -> String {
        format!(
            "<section class=\"last\"><h2>{}</h2><p>{}</p><p class=\"buttons\">\
             <a class=\"button coin\" href=\"/register\">{}</a></p></section>",
            self.text(texts::LAST_TITLE),
            self.text(texts::LAST_LEAD),
            self.text(texts::REGISTER)
        )
    }

    fn foot(&self) -> String {
        let link = |path: &str, text: Text| format!("<a href=\"{path}\">{}</a>", self.text(text));
        format!(
            "<footer><nav aria-label=\"{label}\">{calculator}{about}{terms}{privacy}{accessibility}{help}{sign_in}</nav>\
             <p>{seller} · {business_id} {id}</p></footer>",
            label = self.text(texts::FOOT_LINKS),
            calculator = link("/calculator", texts::CALCULATOR),
            about = link("/about", texts::ABOUT),
            terms = link("/eula", texts::TERMS),
            privacy = link("/privacy", texts::PRIVACY),
            accessibility = link("/accessibility", texts::ACCESSIBILITY),
            help = link("/help", texts::HELP),
            sign_in = link("/login", texts::SIGN_IN),
            seller = escaped(&self.seller.name),
            business_id = self.text(texts::BUSINESS_ID),
            id = escaped(self.seller.business_id.as_str()),
        )
    }
}

/// Whether a problem is told at a field of the form.
fn is_of_form(problem: &Problem) -> bool {
    matches!(problem.field.as_str(), "price" | "taxPercent")
}

/// What is taken off has a minus sign; the rounding may itself be negative, and then adds.
fn signed(line: &Line, writer: Writer) -> String {
    let amount = writer.euros(line.amount);
    match (line.less, amount.strip_prefix(MINUS)) {
        (true, Some(added)) => format!("+{added}"),
        (true, None) => format!("{MINUS}{amount}"),
        (false, _) => amount,
    }
}

/// JSON within a script element, which no text in it can end.
fn in_script(data: &Value) -> String {
    data.to_string().replace('<', "\\u003c")
}
