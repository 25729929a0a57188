//! The page as it is answered, without a script.

use jiff::civil::{Date, date};
use liksa_domain::dates::format_date;
use liksa_domain::settings::{PricesForm, ProviderForm};
use liksa_rates::StatutoryFigures;
use liksa_test_support::{Engine, OnEngine, on_sqlite};
use serde_json::{Value, json};

use super::*;
use crate::testing::{Answer, TestApp};
use liksa_domain::person::Role;

on_sqlite!(
    the_price_is_that_of_the_settings,
    the_calculator_answers_as_the_engine_does,
    english_figures_are_english_and_no_price_is_guessed,
    wrong_fields_are_told_and_nothing_typed_is_trusted,
    the_setting_sends_visitors_to_the_landing_page,
);

fn body(answer: &Answer) -> String {
    String::from_utf8(answer.body.clone()).unwrap()
}

async fn open(app: &TestApp, address: &str) -> String {
    let answer = app.get(address).send().await;
    assert_eq!(answer.status, 200, "{address}");
    body(&answer)
}

async fn set(app: &TestApp, change: impl FnOnce(&mut ProviderForm)) {
    let admin = app.staff("admin@liksa.example", Role::Admin).await;
    let mut form = ProviderForm::made_up();
    change(&mut form);
    let body = json!({"validFrom": format_date(app.clock.today()), "settings": form});
    let answer = app.post("/api/provider/settings").token(&admin.token).json(&body).send().await;
    assert_eq!(answer.status, 201, "{}", answer.json);
}

/// The text between two marks.
fn between<'a>(html: &'a str, start: &str, end: &str) -> &'a str {
    html.split_once(start).and_then(|(_, rest)| rest.split_once(end)).map_or("", |(found, _)| found)
}

/// The amount of a line of the calculation, without its sign.
fn amount<'a>(html: &'a str, line: &str) -> &'a str {
    let shown = between(html, &format!("data-line=\"{line}\""), "</div>");
    between(shown, "<dd>", "</dd>").trim_start_matches('\u{2212}')
}

#[tokio::test]
async fn it_is_whole_in_both_languages() {
    let app = TestApp::on(Engine::Sqlite).await;
    for (language, address) in [("fi", "/landing"), ("en", "/landing?lang=en")] {
        let html = open(&app, address).await;
        assert!(html.contains(&format!("<html lang=\"{language}\">")), "{language}");
        let language = Language::from_name(language).unwrap();
        let said = |text| escaped(liksa_actions::mail::notice::in_language(language, text));
        for text in [texts::LEAD, texts::CALCULATOR_TITLE, texts::BEGIN] {
            assert!(html.contains(&said(text)), "{text:?}");
        }
        let promise = between(&html, "<h1>", "</h1>");
        assert_eq!(promise.matches("<span class=\"sentence\">").count(), 2, "{promise}");
        let words = promise.replace("<span class=\"sentence\">", "").replace("</span>", "");
        assert_eq!(words, said(texts::PROMISE));
        assert_eq!(html.matches("<details>").count(), 12);
        assert_eq!(html.matches("<ol>").count(), 1, "the three steps");
        let mut linked: Vec<&str> = html
            .split("<a ")
            .skip(1)
            .filter_map(|link| Some(between(link, "href=\"", "\"")).filter(|to| to.starts_with('/')))
            .collect();
        linked.sort_unstable();
        linked.dedup();
        let other = if language == Language::Finnish { "/landing?lang=en" } else { "/landing?lang=fi" };
        let pages = ["/about", "/accessibility", "/calculator", "/eula", "/help", "/landing"];
        assert_eq!(linked, [&pages[..], &[other, "/login", "/privacy", "/register"]].concat());
        // Every figure is filled in; only scripts have curly brackets.
        let (before, rest) = html.split_once("<script type=\"application/ld+json\">").unwrap();
        let (_, after) = rest.split_once("</script>").unwrap();
        let shown = after.split_once("<body>").unwrap().1;
        assert!(!shown.contains('{') && !between(before, "<title>", "</title>").contains('{'), "{shown}");
    }
}

#[tokio::test]
async fn a_browser_gets_the_language_it_asks_for() {
    let app = TestApp::on(Engine::Sqlite).await;
    for (wanted, language) in [
        ("", "fi"),
        ("en-GB,en;q=0.9", "en"),
        ("fi-FI,fi;q=0.9,en;q=0.8", "fi"),
        ("en;q=0.2,fi;q=0.3", "fi"),
        ("sv-SE,en;q=0.5", "en"),
        ("en;q=0,de", "fi"),
        ("de", "fi"),
    ] {
        let answer = app.get("/landing").header("accept-language", wanted).send().await;
        assert_eq!(answer.headers["content-language"], language, "{wanted}");
        assert!(answer.headers["vary"].to_str().unwrap().contains("accept-language"));
    }
    let chosen = app.get("/landing?lang=fi").header("accept-language", "en").send().await;
    assert_eq!(chosen.headers["content-language"], "fi", "a choice goes before the browser");
}

async fn the_price_is_that_of_the_settings(app: TestApp) {
    let before = open(&app, "/landing").await;
    assert!(before.contains("6,9\u{a0}%") && before.contains("Enintään 500\u{a0}€ kuukaudessa"));
    set(&app, |form| {
        form.prices = PricesForm {
            service_percent: "4.5".into(),
            service_fee_maximum_per_month: "312.50".into(),
            pay_now_commission: "3.25".into(),
            accident_insurance: "1.75".into(),
            ..form.prices.clone()
        };
    })
    .await;
    let after = open(&app, "/landing").await;
    assert!(after.contains("4,5\u{a0}%") && after.contains("Enintään 312,50\u{a0}€ kuukaudessa"));
    assert!(!after.contains("6,9\u{a0}%"));
    assert!(after.contains("siitä peritään 3,25\u{a0}%") && after.contains("tavallisesti 1,75\u{a0}%"));
    assert!(open(&app, "/landing?lang=en").await.contains("4.5%"));
    let info = app.get("/api/app").send().await.json;
    assert_eq!(info["servicePercent"], json!(0.045));
    assert_eq!(info["serviceFeeMaximumPerMonth"], json!(312.5));
}

#[test]
fn the_answers_have_the_figures_of_their_day() {
    let provider = ProviderForm::made_up().read().unwrap();
    let answers = |day: Date| {
        let facts = Facts::on(day, StatutoryFigures::shipped(), &provider, Language::Finnish).unwrap();
        questions::QUESTIONS.map(|one| facts.fill(one.answer[0])).join("\n").replace('\u{a0}', " ")
    };
    for (day, figures) in [
        (
            date(2025, 6, 2),
            [
                "0,59 € kilometriltä",
                "53 €",
                "24 €",
                "13,25 €",
                "7,15 % palkasta",
                "70,08 €",
                "24,1 %",
                "9 208,43 €",
            ],
        ),
        (
            date(2026, 11, 16),
            [
                "0,55 € kilometriltä",
                "54 €",
                "25 €",
                "13,50 €",
                "7,3 % palkasta",
                "71,72 €",
                "24,4 %",
                "9 423,09 €",
            ],
        ),
    ] {
        let said = answers(day);
        for figure in figures {
            assert!(said.contains(figure), "{figure} on {day}: {said}");
        }
        for figure in ["tavallisesti 25,5 %", "pidätettävä 60 %", "9 % tai", "jälkeen 11,5 %", "20. päivä"]
        {
            assert!(said.contains(figure), "{figure} on {day}: {said}");
        }
    }
    assert!(
        answers(date(2025, 6, 2)).contains("Seuraava palkkapäivä on 19.06.2025"),
        "20 June was a holiday"
    );
}

async fn the_calculator_answers_as_the_engine_does(app: TestApp) {
    for (price, tax, fraction, work) in [
        ("1000", "20", "0.2", "ENTREPRENEUR"),
        ("2 480,50", "31,5", "0.315", "WORKER"),
        ("0", "0", "0", "WORKER"),
    ] {
        let question = json!({"price": price, "taxPercent": fraction, "workerType": work, "alv": "25.5"});
        let engine = app.put("/api/calc").json(&question).send().await;
        assert_eq!(engine.status, 200, "{}", engine.json);
        let query = format!("price={}&tax={tax}&work={work}", price.replace(' ', "+"));
        let html = open(&app, &format!("/landing?{query}")).await;
        let expected = |name: &str| {
            let amount: liksa_money::Money = engine.json[name].to_string().parse().unwrap();
            amount.to_string()
        };
        for line in [
            "totalBilling",
            "totalBillingWithoutAlv",
            "serviceFee",
            "employerCosts",
            "taxamount",
            "employeeCost",
        ] {
            assert_eq!(amount(&html, line), expected(line), "{line} of {price}");
        }
        assert_eq!(between(&html, "data-figure=\"salary\">", "<"), expected("salary"));
        assert!(
            html.contains(&format!("value=\"{price}\""))
                && html.contains(&format!("value=\"{work}\" checked"))
        );
    }
    // The cents of rounding may go either way: they are added here.
    let html = open(&app, "/landing?price=1000&tax=20&work=WORKER").await;
    let rounding = between(between(&html, "data-line=\"rounding\"", "</div>"), "<dd>", "</dd>");
    assert_eq!(rounding, "+0,01\u{a0}€");
    assert_eq!(between(&html, "data-highest-tax=\"", "\""), "60");
    // Where nothing was asked, an example stands there.
    let html = open(&app, "/landing").await;
    assert_eq!(amount(&html, "totalBillingWithoutAlv"), "1\u{a0}000,00\u{a0}€");
    assert_eq!(amount(&html, "serviceFee"), "69,00\u{a0}€");
}

async fn english_figures_are_english_and_no_price_is_guessed(app: TestApp) {
    let html = open(&app, "/landing?lang=en&price=1,000.00&tax=20").await;
    assert_eq!(amount(&html, "totalBillingWithoutAlv"), "€1,000.00");
    assert!(
        between(&html, "data-line=\"serviceFee\"", "</div>").contains("<dd>\u{2212}€69.00</dd>"),
        "{html}"
    );
    assert!(
        html.contains("6.9%") && html.contains("At most €500 a month") && !html.contains("500,00"),
        "{html}"
    );
    for (typed, read) in [
        ("1,234.50", Some("€1,234.50")),
        ("1.234,50", Some("€1,234.50")),
        ("1,234,567", Some("€1,234,567.00")),
        ("1 234,5", Some("€1,234.50")),
        ("0,125", Some("€0.13")),
        ("1,234", None),
        ("12.345", None),
        ("1,23.4", None),
        ("1,2345.00", None),
    ] {
        let html = open(&app, &format!("/landing?lang=en&price={}&tax=20", typed.replace(' ', "+"))).await;
        assert_eq!(html.contains("data-figure=\"salary\""), read.is_some(), "{typed}");
        assert_eq!(amount(&html, "totalBillingWithoutAlv"), read.unwrap_or_default(), "{typed}");
        assert!(html.contains(&format!("value=\"{typed}\"")), "what was typed stays: {typed}");
    }
    let html = open(&app, "/landing?lang=en&price=abc&tax=20").await;
    assert!(html.contains("for example 1000."), "as a field has it, and no question like 1,000: {html}");
}

async fn wrong_fields_are_told_and_nothing_typed_is_trusted(app: TestApp) {
    let html = open(&app, "/landing?price=abc&tax=20").await;
    assert!(html.contains("id=\"price-fault\" role=\"alert\">Kirjoita summa"), "{html}");
    assert!(html.contains("id=\"tax-fault\" role=\"alert\" hidden"));
    assert!(!html.contains("data-figure=\"salary\""), "no answer to a wrong question");
    let html = open(&app, "/landing?price=100&tax=61").await;
    assert!(html.contains("id=\"tax-fault\" role=\"alert\">Kirjoita luku väliltä 0–60"));
    let html = open(&app, "/landing?price=%22%3E%3Cscript%3Ealert(1)").await;
    assert!(
        html.contains("value=\"&quot;&gt;&lt;script&gt;alert(1)\"") && !html.contains("<script>alert"),
        "{html}"
    );
    let long = "9".repeat(500);
    assert!(!open(&app, &format!("/landing?price={long}")).await.contains(&"9".repeat(21)));
}

async fn the_setting_sends_visitors_to_the_landing_page(app: TestApp) {
    let home = app.get("/").send().await;
    assert_ne!(home.status, 303, "without the setting the app decides");
    assert_eq!(app.get("/api/app").send().await.json["frontPage"], "login");

    set(&app, |form| form.front_page = "landing".into()).await;
    let home = app.get("/").send().await;
    assert_eq!((home.status, home.headers["location"].to_str().unwrap()), (303, "/landing"));
    assert_eq!(home.headers["cache-control"], "no-store");
    assert_eq!(app.get("/api/app").send().await.json["frontPage"], "landing");
    let worker = app.worker().await;
    assert_ne!(app.get("/").token(&worker.token).send().await.status, 303, "signed in, it is their own page");
    assert_ne!(app.get("/?token=x").send().await.status, 303, "an address with more to it is for the app");
    assert_ne!(app.get("/login").send().await.status, 303);
}

#[tokio::test]
async fn search_engines_and_previews_find_what_they_look_for() {
    let app =
        TestApp::with_config(Engine::Sqlite, |config| config.public_url = "https://liksa.example/".into())
            .await;
    let html = open(&app, "/landing?lang=en&price=1").await;
    for tag in [
        "<link rel=\"canonical\" href=\"https://liksa.example/landing?lang=en\">",
        "hreflang=\"fi\" href=\"https://liksa.example/landing\"",
        "hreflang=\"x-default\" href=\"https://liksa.example/landing\"",
        "property=\"og:image\" content=\"https://liksa.example/card-en.png\"",
        "name=\"twitter:card\" content=\"summary_large_image\"",
    ] {
        assert!(html.contains(tag), "{tag}");
    }
    let data = between(&html, "<script type=\"application/ld+json\">", "</script>");
    let data: Value = serde_json::from_str(data).unwrap();
    assert_eq!(data["@graph"][0]["@type"], "Organization");
    assert_eq!(data["@graph"][0]["name"], "Liksa Oy");
    let questions = data["@graph"][1]["mainEntity"].as_array().unwrap();
    assert_eq!(questions.len(), 12);
    assert!(questions[0]["acceptedAnswer"]["text"].as_str().unwrap().contains("6.9%"));

    let sitemap = app.get("/sitemap.xml").send().await;
    assert_eq!(sitemap.headers["content-type"], "application/xml; charset=utf-8");
    let sitemap = body(&sitemap);
    for path in [
        "/landing",
        "/landing?lang=en",
        "/calculator",
        "/register",
        "/about",
        "/accessibility",
        "/help",
        "/help/yel",
    ] {
        assert!(sitemap.contains(&format!("<loc>https://liksa.example{path}</loc>")), "{path}");
    }
    let robots = body(&app.get("/robots.txt").send().await);
    assert!(
        robots.contains("Sitemap: https://liksa.example/sitemap.xml") && robots.contains("Disallow: /api/")
    );
}

#[tokio::test]
async fn nothing_written_into_the_page_can_run() {
    let app = TestApp::on(Engine::Sqlite).await;
    set(&app, |form| form.name = "</script><script>alert(1)</script> & Co".into()).await;
    let answer = app.get("/landing").send().await;
    let html = body(&answer);
    assert!(!html.contains("<script>alert"), "{html}");
    assert!(html.contains("&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt; &amp; Co"));
    let policy = answer.headers["content-security-policy"].to_str().unwrap();
    assert!(policy.contains("script-src 'self';") && policy.contains("form-action 'self'"), "{policy}");
    assert!(!policy.contains("unsafe"));
}
