//! Whom the demo people bill. The business ids are sound, but of a range that no register has come to yet.

use liksa_domain::customer::{ContactPersonForm, CustomerForm};

fn company(name: &'static str, business_id: &'static str) -> CustomerForm<'static> {
    CustomerForm {
        name: Some(name),
        role: Some("COMPANY"),
        business_id: Some(business_id),
        payment_days: Some("14"),
        country: Some("FIN"),
        ..CustomerForm::default()
    }
}

/// Gets its bills through an operator, at the address that goes with its business id.
fn by_e_invoice(
    customer: CustomerForm<'static>,
    address: &'static str,
    operator: &'static str,
) -> CustomerForm<'static> {
    CustomerForm {
        send_method: Some("EBILL"),
        einvoice_address: Some(address),
        operator: Some(operator),
        ..customer
    }
}

fn lives_at(
    customer: CustomerForm<'static>,
    address: &'static str,
    postal_code: &'static str,
    city: &'static str,
) -> CustomerForm<'static> {
    CustomerForm { address: Some(address), postal_code: Some(postal_code), city: Some(city), ..customer }
}

fn reached_at(
    customer: CustomerForm<'static>,
    phone: &'static str,
    email: &'static str,
) -> CustomerForm<'static> {
    CustomerForm { phone: Some(phone), email: Some(email), ..customer }
}

pub fn agency() -> CustomerForm<'static> {
    let agency = by_e_invoice(company("Revontuli Viestintä Oy", "9341672-5"), "003793416725", "003721291126");
    let agency = lives_at(agency, "Lapinlahdenkatu 16", "00180", "Helsinki");
    CustomerForm {
        people: vec![ContactPersonForm {
            name: Some("Minna Salo"),
            email: Some("minna.salo@revontuliviestinta.example"),
            phone: Some("040 555 0101"),
        }],
        ..reached_at(agency, "09 555 0100", "laskut@revontuliviestinta.example")
    }
}

pub fn publisher() -> CustomerForm<'static> {
    let publisher =
        by_e_invoice(company("Kustannusosakeyhtiö Saarni", "9110684-6"), "003791106846", "OKOYFIHH");
    let publisher = lives_at(publisher, "Uudenmaankatu 9", "20500", "Turku");
    CustomerForm {
        payment_days: Some("21"),
        ..reached_at(publisher, "02 555 0120", "laskutus@kustannussaarni.example")
    }
}

pub fn town() -> CustomerForm<'static> {
    let town = by_e_invoice(company("Haapalahden kaupunki", "9038854-6"), "003790388546", "003723327487");
    let town = lives_at(town, "Torikatu 2", "40100", "Haapalahti");
    CustomerForm {
        organization: Some("Kulttuuripalvelut"),
        payment_days: Some("30"),
        cost_units: vec!["4410 Tapahtumat", "4420 Museo"],
        ..reached_at(town, "014 555 0140", "ostolaskut@haapalahti.example")
    }
}

pub fn studio_abroad() -> CustomerForm<'static> {
    let studio = lives_at(company("Kiil Studio OÜ", ""), "Telliskivi 60a", "10412", "Tallinn");
    CustomerForm {
        vat_number: Some("EE999000111"),
        send_method: Some("EMAIL"),
        country: Some("EST"),
        ..reached_at(studio, "+372 555 0160", "invoices@kiilstudio.example")
    }
}

pub fn housing_company() -> CustomerForm<'static> {
    let housing = company("Asunto Oy Kuusikuja 4", "9214304-0");
    CustomerForm {
        send_method: Some("PAPERBILL"),
        ..reached_at(
            lives_at(housing, "Kuusikuja 4", "02700", "Kauniainen"),
            "09 555 0180",
            "hallitus@kuusikuja4.example",
        )
    }
}

pub fn bride() -> CustomerForm<'static> {
    let helmi = lives_at(private("Helmi Niemelä"), "Rantatie 7 B 12", "00330", "Helsinki");
    reached_at(helmi, "040 555 0190", "helmi.niemela@posti.example")
}

pub fn concert_agency() -> CustomerForm<'static> {
    let agency =
        by_e_invoice(company("Näsijärven Keikkatoimisto Oy", "9432445-1"), "003794324451", "NDEAFIHH");
    let agency = lives_at(agency, "Satakunnankatu 18", "33210", "Tampere");
    reached_at(agency, "03 555 0200", "laskut@keikkatoimisto.example")
}

pub fn theatre() -> CustomerForm<'static> {
    let theatre = company("Kivirannan Teatteriyhdistys ry", "9195683-2");
    let theatre = CustomerForm { send_method: Some("EMAIL"), payment_days: Some("21"), ..theatre };
    reached_at(
        lives_at(theatre, "Tehtaankuja 3", "33900", "Tampere"),
        "03 555 0220",
        "talous@kivirannanteatteri.example",
    )
}

pub fn anniversary_host() -> CustomerForm<'static> {
    let joonas = lives_at(private("Joonas Lahti"), "Pispankatu 21", "33240", "Tampere");
    reached_at(joonas, "045 555 0240", "joonas.lahti@posti.example")
}

/// A private person, who gets bills by mail.
fn private(name: &'static str) -> CustomerForm<'static> {
    CustomerForm {
        name: Some(name),
        role: Some("CUSTOMER"),
        send_method: Some("EMAIL"),
        payment_days: Some("7"),
        country: Some("FIN"),
        ..CustomerForm::default()
    }
}
