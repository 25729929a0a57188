//! Rows and texts that the demo people keep for later bills.

use liksa_domain::template::{TemplateForm, TemplateRowForm};

fn hours(
    name: &'static str,
    destination: &'static str,
    amount: &'static str,
    price: &'static str,
) -> TemplateForm<'static> {
    let row = TemplateRowForm {
        destination: Some(destination),
        pricing: Some("AMOUNT"),
        vat_percent: Some("25,5"),
        unit_price: Some(price),
        amount: Some(amount),
        ..TemplateRowForm::default()
    };
    TemplateForm { kind: Some("ROW"), name: Some(name), row: Some(row), ..TemplateForm::default() }
}

fn agreed(name: &'static str, destination: &'static str, price: &'static str) -> TemplateForm<'static> {
    let row = TemplateRowForm {
        destination: Some(destination),
        pricing: Some("CONTRACT"),
        vat_percent: Some("25,5"),
        price: Some(price),
        ..TemplateRowForm::default()
    };
    TemplateForm { kind: Some("ROW"), name: Some(name), row: Some(row), ..TemplateForm::default() }
}

fn text(name: &'static str, text: &'static str) -> TemplateForm<'static> {
    TemplateForm { kind: Some("TEXT"), name: Some(name), text: Some(text), ..TemplateForm::default() }
}

fn hidden(template: TemplateForm<'static>) -> TemplateForm<'static> {
    TemplateForm { show_in_result: Some(false), ..template }
}

pub fn of_worker() -> Vec<TemplateForm<'static>> {
    vec![
        hours("Taittotyö tunneittain", "Taitto ja kuvankäsittely", "7,5", "62"),
        agreed("Kansikuvitus", "Kansikuvitus, kaksi luonnosta ja yksi korjauskierros", "1200"),
        agreed("Valokuvauspäivä", "Valokuvaus, kuvankäsittely ja 40 kuvaa verkkoon", "850"),
        hidden(hours("Taittotyö, vanha hinta", "Taitto ja kuvankäsittely", "7,5", "55")),
        text("Kiitos", "Kiitos yhteistyöstä! Kysyttävää laskusta? Vastaan mielelläni: aino@virtanen.example"),
        text(
            "Käyttöoikeus",
            "Hinta sisältää kuvien käyttöoikeuden tilaajan omissa kanavissa kolmen vuoden ajan.",
        ),
    ]
}

pub fn of_employee() -> Vec<TemplateForm<'static>> {
    vec![
        hours("Keikka", "Äänentoisto, pystytys ja purku", "8", "42,50"),
        agreed("Laitevuokra", "PA-laitteiden vuokra, vuorokausi", "180"),
        text("Ilta- ja yötyö", "Klo 22 jälkeen tehdyistä tunneista laskutetaan sovittu korotus 50 %."),
    ]
}
