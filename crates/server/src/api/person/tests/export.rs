use std::collections::HashSet;
use std::io::{Cursor, Read};

use jiff::ToSpan;
use liksa_demo::content as demo;
use liksa_domain::file::{FilePurpose, MediaType};
use liksa_domain::person::Email;
use liksa_domain::printable::is_invisible;
use liksa_domain::shift::{Plan, PlannedShift};
use liksa_test_support::{both_engines, on_sqlite, person};
use serde_json::Value;
use zip::ZipArchive;

use crate::testing::{PASSWORD, TestApp};

both_engines! {
    a_person_gets_all_of_their_data,
    names_of_files_are_plain_ones_on_every_system,
    every_shift_is_there_however_many_there_are,
}

on_sqlite! {
    only_the_owner_of_the_token_gets_data,
}

async fn a_person_gets_all_of_their_data(app: TestApp) {
    demo::seed_if_empty(&app).await.unwrap();
    app.run_jobs().await;
    let login = app.login("worker@liksa.example", demo::PASSWORD).await.json;
    let token = login["authtoken"].as_str().unwrap();
    let compressed =
        app.get("/api/person/export").token(token).header("accept-encoding", "gzip").send().await;
    assert_eq!(
        (compressed.status, &compressed.body[..2]),
        (200, &[0x1f, 0x8b][..]),
        "as browsers ask for it"
    );
    let answer = app.get("/api/person/export").token(token).send().await;
    assert_eq!((answer.status, &answer.headers["content-type"]), (200, &"application/zip".parse().unwrap()));
    let mut zip = ZipArchive::new(Cursor::new(answer.body)).unwrap();
    let names: Vec<String> = zip.file_names().map(|name| name.unwrap().into_owned()).collect();
    for name in [
        "account.json",
        "agreed.json",
        "changed-by-others.json",
        "customers.json",
        "templates.json",
        "places.json",
        "shifts.json",
        "purchases.json",
        "tax-cards.json",
        "salaries.json",
        "salaries-taken-back.json",
        "history/1.json",
    ] {
        assert!(names.iter().any(|one| one == name), "{name} in {names:?}");
    }
    assert!(names.iter().any(|name| name.starts_with("files/invoice-pdf/")), "{names:?}");
    let mut text_of = |name: &str| {
        let mut text = String::new();
        zip.by_name(name).unwrap().read_to_string(&mut text).unwrap();
        text
    };
    let bills: Value = serde_json::from_str(&text_of("bills/1.json")).unwrap();
    assert!(bills.as_array().unwrap().len() > 5);
    assert!(text_of("shifts.json").contains("Studio Neljä"), "{}", text_of("shifts.json"));
    assert!(text_of("account.json").contains("worker@liksa.example"));
    assert!(text_of("agreed.json").contains("140391-9010"), "whole");
    assert!(text_of("changed-by-others.json").contains("person.created"));
    for name in names.iter().filter(|name| name.ends_with(".json")) {
        let text = text_of(name);
        assert!(!text.contains("employee@liksa.example") && !text.contains("020986-902U"), "{name}");
    }
}

async fn names_of_files_are_plain_ones_on_every_system(app: TestApp) {
    let maija = app.worker().await;
    let stored = [
        "../../../etc/passwd",
        "..\\..\\Windows\\win.ini",
        "/root/.ssh/id.pdf",
        "C:kuitti.pdf",
        "a\r\nb\u{1}.pdf",
        "kuitti\u{202e}fdp.exe",
        "\u{200b}\u{2028}.pdf",
        "sama.pdf",
        "sama.pdf",
        "SAMA.PDF",
    ];
    // As they could have been stored before uploads were renamed.
    for name in stored {
        let content = app.files.put(app.new_id().unwrap(), name.as_bytes(), app.clock.now()).await.unwrap();
        let mut tx = app.store.begin().await.unwrap();
        let kind = (FilePurpose::TaxCard, MediaType::Pdf);
        app.add_file(&mut tx, &content, kind, Some(maija.id), name).await.unwrap();
        tx.commit().await.unwrap();
    }
    let answer = app.get("/api/person/export").token(&maija.token).send().await;
    let mut zip = ZipArchive::new(Cursor::new(answer.body)).unwrap();
    let names: Vec<String> = zip.file_names().map(|name| name.unwrap().into_owned()).collect();
    let files: Vec<&str> = names.iter().filter_map(|name| name.strip_prefix("files/")).collect();
    assert_eq!(files.len(), stored.len(), "{names:?}");
    let distinct: HashSet<String> = names.iter().map(|name| name.to_lowercase()).collect();
    assert_eq!(distinct.len(), names.len(), "{names:?}");
    let odd = |c: char| c.is_control() || is_invisible(c) || "\\:*?\"<>|\u{2028}\u{2029}".contains(c);
    for name in files {
        let parts: Vec<&str> = name.split('/').collect();
        assert_eq!((parts.len(), parts[0]), (2, "tax-card"), "{name:?}");
        assert!(parts[1].ends_with(".pdf") && !parts[1].contains("..") && !name.contains(odd), "{name:?}");
    }
    let mut contents = HashSet::new();
    for place in 0..zip.len() {
        let mut file = zip.by_index(place).unwrap();
        let mut content = vec![];
        file.read_to_end(&mut content).unwrap();
        assert!(file.enclosed_name().is_some(), "{:?}", file.name());
        contents.insert(content);
    }
    assert!(stored.iter().all(|name| contents.contains(name.as_bytes())), "every file is there");
}

async fn every_shift_is_there_however_many_there_are(app: TestApp) {
    let maija = app.worker().await;
    let starts = jiff::civil::date(2026, 11, 2).at(8, 0, 0, 0);
    let plan = Plan {
        starts,
        ends: starts.saturating_add(8.hours()),
        department_key: String::new(),
        department_name: String::new(),
        entitled: vec![],
    };
    let mut tx = app.store.begin().await.unwrap();
    for number in 0..=200 {
        let email = Email::parse("maija@liksa.example").unwrap();
        let planned = PlannedShift { id: format!("TV-{number}"), email, plan: plan.clone() };
        tx.put_planned_shift(&planned, maija.id, app.clock.now()).await.unwrap();
    }
    tx.commit().await.unwrap();
    let answer = app.get("/api/person/export").token(&maija.token).send().await;
    let mut zip = ZipArchive::new(Cursor::new(answer.body)).unwrap();
    let shifts: Vec<Value> = serde_json::from_reader(zip.by_name("shifts.json").unwrap()).unwrap();
    let distinct: HashSet<&str> = shifts.iter().map(|shift| shift["shiftId"].as_str().unwrap()).collect();
    assert_eq!((shifts.len(), distinct.len()), (201, 201));
}

async fn only_the_owner_of_the_token_gets_data(app: TestApp) {
    assert_eq!(app.get("/api/person/export").send().await.status, 401);
    app.add(person().email("muu@liksa.example").build()).await;
    let other = app.login("muu@liksa.example", PASSWORD).await.json["authtoken"].as_str().unwrap().to_owned();
    let answer = app.get(&format!("/api/person/export?authtoken={other}")).send().await;
    assert_eq!(answer.status, 401, "all that a person has is not to be had by a link");
    let answer = app.get("/api/person/export").token(&other).send().await;
    let mut zip = ZipArchive::new(Cursor::new(answer.body)).unwrap();
    let mut account = String::new();
    zip.by_name("account.json").unwrap().read_to_string(&mut account).unwrap();
    assert!(account.contains("muu@liksa.example"), "whose token it is");
}
