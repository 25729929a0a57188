//! Saved rows and texts on both engines.

use jiff::ToSpan;
use liksa_domain::bill::Pricing;
use liksa_domain::ids::{Id, PersonId, TemplateId};
use liksa_domain::template::{Template, TemplateContent, TemplateDetails, TemplateRow};
use liksa_money::Rate;
use liksa_store::{NewPerson, NewTemplate, Store, statements};
use liksa_test_support::{TestDb, both_engines, fixed_now, person};

use crate::plans;

both_engines! {
    templates_come_back_by_name,
    a_template_is_written_over_by_its_owner_alone,
    a_template_is_deleted_by_its_owner_alone,
    the_others_are_counted,
    the_list_is_read_from_an_index,
}

async fn store_person(store: &Store, email: &str) -> PersonId {
    let person = person().email(email).build();
    let mut tx = store.begin().await.unwrap();
    let new = NewPerson { person: &person, password_hash: "", created_at: fixed_now() };
    tx.insert_person(&new).await.unwrap();
    tx.commit().await.unwrap();
    person.id
}

fn template(number: u8, name: &str, content: TemplateContent) -> Template {
    let details = TemplateDetails { name: name.into(), show_in_result: number.is_multiple_of(2), content };
    Template { id: TemplateId::new(fixed_now(), [number; 10]), details, saved_at: fixed_now() }
}

fn text(number: u8, name: &str) -> Template {
    template(number, name, TemplateContent::Text("Kiitos!\nÄiti".into()))
}

fn row(number: u8, name: &str, vat_rate: Option<Rate>, pricing: Pricing) -> Template {
    let row = TemplateRow { destination: "Keikka".into(), vat_rate, pricing };
    template(number, name, TemplateContent::Row(row))
}

async fn put(store: &Store, person: PersonId, template: &Template) -> bool {
    let Template { id, details, saved_at } = template;
    let mut tx = store.begin().await.unwrap();
    let new = NewTemplate { id: *id, person, details, saved_at: *saved_at };
    let put = tx.put_template(&new).await.unwrap();
    tx.commit().await.unwrap();
    put
}

async fn templates_come_back_by_name(db: TestDb) {
    let maija = store_person(&db.store, "maija@liksa.example").await;
    let rate = Some(Rate::from_millionths(255_000));
    let contract = row(1, "äänitys", rate, Pricing::Contract { price: "1200.5".parse().ok() });
    let by_amount = Pricing::Amount { unit_price: "45".parse().ok(), amount: "7.5".parse().ok() };
    let by_amount = row(2, "Keikka", rate, by_amount);
    let empty = row(3, "esitys", None, Pricing::Amount { unit_price: None, amount: None });
    let thanks = text(4, "kiitos");
    for one in [&contract, &by_amount, &empty, &thanks] {
        assert!(put(&db.store, maija, one).await);
    }
    assert_eq!(db.store.templates(maija).await.unwrap(), [empty, by_amount, thanks, contract]);
}

async fn a_template_is_written_over_by_its_owner_alone(db: TestDb) {
    let maija = store_person(&db.store, "maija@liksa.example").await;
    let pekka = store_person(&db.store, "pekka@liksa.example").await;
    assert!(put(&db.store, maija, &text(1, "kiitos")).await);
    let mut now_a_row = row(1, "keikka", None, Pricing::Contract { price: None });
    now_a_row.saved_at = fixed_now() + 1.hour();
    assert!(put(&db.store, maija, &now_a_row).await);
    assert!(!put(&db.store, pekka, &text(1, "Pekan")).await);
    assert_eq!(db.store.templates(maija).await.unwrap(), [now_a_row]);
    assert_eq!(db.store.templates(pekka).await.unwrap(), []);
}

async fn a_template_is_deleted_by_its_owner_alone(db: TestDb) {
    let maija = store_person(&db.store, "maija@liksa.example").await;
    let pekka = store_person(&db.store, "pekka@liksa.example").await;
    let thanks = text(1, "kiitos");
    put(&db.store, maija, &thanks).await;
    let mut tx = db.store.begin().await.unwrap();
    assert!(!tx.delete_template(pekka, thanks.id).await.unwrap());
    assert!(tx.delete_template(maija, thanks.id).await.unwrap());
    assert!(!tx.delete_template(maija, thanks.id).await.unwrap(), "it goes once");
    tx.commit().await.unwrap();
    assert_eq!(db.store.templates(maija).await.unwrap(), []);
}

async fn the_others_are_counted(db: TestDb) {
    let maija = store_person(&db.store, "maija@liksa.example").await;
    let pekka = store_person(&db.store, "pekka@liksa.example").await;
    let thanks = text(1, "kiitos");
    put(&db.store, maija, &thanks).await;
    put(&db.store, maija, &text(2, "terveisin")).await;
    let mut tx = db.store.begin().await.unwrap();
    assert_eq!(tx.count_other_templates(maija, thanks.id).await.unwrap(), 1);
    assert_eq!(tx.count_other_templates(maija, text(3, "").id).await.unwrap(), 2);
    assert_eq!(tx.count_other_templates(pekka, thanks.id).await.unwrap(), 0);
}

async fn the_list_is_read_from_an_index(db: TestDb) {
    let plan = plans::assert_uses_indexes(&db, statements::TEMPLATES).await;
    assert!(plan.contains("template_by_person"), "{plan}");
}
