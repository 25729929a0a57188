//! Reports of a payday to the Incomes Register.

use jiff::civil::date;
use liksa_documents::incomes_register::{Delivery, IncomesRegisterError, WageReport};
use liksa_domain::bill::Allowances;
use liksa_domain::payroll::{PayBasis, Travelled};
use liksa_domain::person::{Email, WorkerType};
use liksa_domain::salary::{
    Billed, Contributions, DistraintOrder, Reimbursements, TaxBasis, Worker, with_contributions,
};
use liksa_domain::settings::{Contact, Policies, Provider, ProviderForm, ProviderSettings};
use liksa_money::{Money, Quantity, Rate};
use liksa_rates::{Age, Rates, Vehicle};

use crate::xml::reading::Document;
use crate::xml::samples::money;

const PAYDAY: jiff::civil::Date = date(2026, 11, 20);

fn report(id: &str, worker_type: WorkerType, yel_insured: bool, age: u8) -> WageReport {
    let worker = Worker {
        worker_type,
        age: Age::Years(age),
        yel_insured,
        pay_yel_through_service: false,
        service_percent: None,
        service_fee_charged_this_month: Money::ZERO,
        profession_code: Some("2654".to_owned()),
        employed_since: None,
        tax: TaxBasis::Percent(Rate::from_millionths(200_000)),
        distraint: None::<DistraintOrder>,
        reductions: Money::ZERO,
    };
    let (kilometers, allowances): (Quantity, _) =
        ("120.5".parse().unwrap(), Allowances { full_days: 1, meals: 1, ..Allowances::default() });
    let reimbursements = Reimbursements::for_travel(kilometers, Vehicle::Car, allowances, PAYDAY).unwrap();
    let billed = Billed { rows: money("1200"), reimbursements, ..Billed::default() };
    let (settings, rates) = (ProviderSettings::default(), Rates::for_date(PAYDAY).unwrap());
    let contributions = Contributions::due(&worker, &settings, rates, PAYDAY);
    WageReport {
        id: id.to_owned(),
        personal_id: "131052-308T".parse().unwrap(),
        first_name: "Aino".to_owned(),
        last_name: "Esimerkki".to_owned(),
        summary: with_contributions(&billed, &worker, &settings, &contributions, rates).unwrap(),
        basis: PayBasis {
            worker_type,
            yel_insured,
            profession_code: worker.profession_code.clone(),
            service_percent: settings.service_percent,
            tax: worker.tax,
            contributions,
        },
        reimbursements,
        travelled: Travelled { kilometers, allowances },
    }
}

fn provider() -> Provider {
    let mut provider = ProviderForm::made_up().read().unwrap();
    provider.seller.name = "Laskutuspalvelu Oy".to_owned();
    provider.seller.business_id = "2077474-0".parse().unwrap();
    let contact = Contact {
        name: "Palkat Päivi".to_owned(),
        phone: "0401234567".to_owned(),
        email: Email::parse("palkat@liksa.example").unwrap(),
    };
    let policies = Policies {
        pension_provider: 46,
        pension_policy: "46-1234567A".to_owned(),
        accident_provider: "1234567-1".parse().unwrap(),
        accident_policy: "TAP-778".to_owned(),
    };
    Provider { contact, policies: Some(policies), ..provider }
}

fn delivery(reports: Vec<WageReport>) -> Delivery {
    Delivery {
        id: "D-20261120-1".to_owned(),
        created: "2026-11-18T07:30:00Z".parse().unwrap(),
        production: false,
        provider: provider(),
        payment_date: PAYDAY,
        period: (date(2026, 11, 1), date(2026, 11, 20)),
        reports,
    }
}

fn all_kinds() -> Vec<WageReport> {
    vec![
        report("R-1", WorkerType::Employee, false, 40),
        report("R-2", WorkerType::Entrepreneur, true, 40),
        report("R-3", WorkerType::Entrepreneur, false, 40),
    ]
}

fn sent(report: WageReport) -> Document {
    Document::parse(&delivery(vec![report]).to_xml().unwrap())
}

fn earner(document: &Document, name: &str) -> Vec<String> {
    let found = document.texts(&format!("DeliveryData/Reports/Report/IncomeEarner/{name}"));
    found.into_iter().map(str::to_owned).collect()
}

/// The income types with their amounts.
fn incomes(document: &Document) -> Vec<(&str, Money)> {
    let basic = "DeliveryData/Reports/Report/Transactions/Transaction/TransactionBasic";
    let codes = document.texts(&format!("{basic}/TransactionCode"));
    codes.into_iter().zip(document.amounts(&format!("{basic}/Amount"))).collect()
}

#[test]
fn a_payday_with_every_kind_of_worker() {
    insta::assert_snapshot!(delivery(all_kinds()).to_xml().unwrap());
}

#[test]
fn the_figures_are_those_of_the_salary() {
    let employee = report("R-1", WorkerType::Employee, false, 40);
    let (paid, document) = (employee.summary, sent(employee));
    let expected = [
        ("101", paid.gross_salary),
        ("311", money("66.28")),
        ("331", money("67.50")),
        ("402", paid.tax_amount),
        ("413", paid.tyel),
        ("414", paid.unemployment),
    ];
    assert_eq!(incomes(&document), expected);
    let transaction = "DeliveryData/Reports/Report/Transactions/Transaction";
    assert_eq!(document.texts(&format!("{transaction}/KmAllowance/Kilometers")), ["121"]);
    assert_eq!(document.texts(&format!("{transaction}/DailyAllowance/AllowanceCode")), ["1", "3"]);
}

#[test]
fn entrepreneurs_are_insured_otherwise() {
    let insured = sent(report("R-1", WorkerType::Entrepreneur, true, 40));
    assert_eq!(earner(&insured, "PensionInsurance/PensionActCode"), ["3"]);
    assert_eq!(earner(&insured, "InsuranceExceptions/ExceptionCode"), ["3", "4", "5"]);
    assert!(earner(&insured, "Professions/Profession/Code").is_empty());
    assert!(incomes(&insured).iter().all(|(code, _)| !["413", "414"].contains(code)));

    let below_the_limit = sent(report("R-1", WorkerType::Entrepreneur, false, 40));
    assert!(earner(&below_the_limit, "PensionInsurance/PensionActCode").is_empty());
    assert_eq!(earner(&below_the_limit, "InsuranceExceptions/ExceptionCode"), ["1"]);
}

#[test]
fn an_old_employee_is_insured_against_accidents_alone() {
    let old = sent(report("R-1", WorkerType::Employee, false, 75));
    assert_eq!(earner(&old, "InsuranceExceptions/ExceptionCode"), ["2", "3", "5"]);
    assert_eq!(earner(&old, "AccidentInsurance/AccInsPolicyNo"), ["TAP-778"]);
    assert!(earner(&old, "PensionInsurance/PensionActCode").is_empty());
    let grown = sent(report("R-1", WorkerType::Employee, false, 40));
    assert!(earner(&grown, "InsuranceExceptions/ExceptionCode").is_empty());
}

#[test]
fn a_withholding_of_zero_is_reported() {
    let mut untaxed = report("R-1", WorkerType::Entrepreneur, true, 40);
    untaxed.summary.tax_amount = Money::ZERO;
    assert!(incomes(&sent(untaxed)).contains(&("402", Money::ZERO)));
    let mut travel_alone = report("R-1", WorkerType::Entrepreneur, true, 40);
    (travel_alone.summary.tax_amount, travel_alone.summary.gross_salary) = (Money::ZERO, Money::ZERO);
    assert_eq!(incomes(&sent(travel_alone)).len(), 2);
}

#[test]
fn invalid_deliveries_are_refused_with_a_reason() {
    type Change = fn(&mut Delivery);
    let first = || "R-1".to_owned();
    let cases: [(Change, IncomesRegisterError); 9] = [
        (|delivery| delivery.reports.clear(), IncomesRegisterError::NoReports),
        (|delivery| delivery.id = "a b".to_owned(), IncomesRegisterError::WrongId("a b".to_owned())),
        (|delivery| delivery.reports[1].id = "R-1".to_owned(), IncomesRegisterError::SameIdTwice(first())),
        (|delivery| delivery.period.1 = date(2026, 10, 31), IncomesRegisterError::WrongPeriod),
        (|delivery| delivery.provider.contact.phone.clear(), IncomesRegisterError::WithoutContact),
        (|delivery| delivery.reports[0].last_name.clear(), IncomesRegisterError::WithoutName(first())),
        (|delivery| delivery.provider.policies = None, IncomesRegisterError::WithoutPolicies(first())),
        (
            |delivery| delivery.reports[0].basis.profession_code = None,
            IncomesRegisterError::WithoutProfession(first()),
        ),
        (
            |delivery| delivery.reports[0].summary.gross_salary = Money::euros(-1),
            IncomesRegisterError::NegativePayment(first()),
        ),
    ];
    for (change, expected) in cases {
        let mut delivery = delivery(all_kinds());
        change(&mut delivery);
        assert_eq!(delivery.to_xml(), Err(expected));
    }
}
