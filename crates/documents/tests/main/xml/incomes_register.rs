//! Reports of a payday to the Incomes Register.

use jiff::civil::date;
use liksa_documents::incomes_register::{
    Correction, Delivery, IncomesRegisterError, Invalidation, SeparateReportDelivery, WageReport,
};
use liksa_domain::bill::Allowances;
use liksa_domain::payroll::{PayBasis, Travelled};
use liksa_domain::person::{Email, WorkerType};
use liksa_domain::salary::{
    Billed, Contributions, DistraintOrder, Reimbursements, TaxBasis, TyelWages, Worker, with_contributions,
};
use liksa_domain::settings::{Contact, Policies, Provider, ProviderForm, ProviderSettings};
use liksa_money::{Money, Quantity, Rate};
use liksa_rates::{Age, StatutoryFigures, Vehicle};

use crate::xml::reading::Document;
use crate::xml::samples::money;

const PAYDAY: jiff::civil::Date = date(2026, 11, 20);

pub fn report(id: &str, worker_type: WorkerType, yel_insured: bool, age: u8) -> WageReport {
    report_of("1200", id, worker_type, yel_insured, age)
}

fn report_of(price: &str, id: &str, worker_type: WorkerType, yel_insured: bool, age: u8) -> WageReport {
    let worker = Worker {
        worker_type,
        age: Age::Years(age),
        yel_insured,
        pay_yel_through_service: false,
        service_percent: None,
        service_fee_charged_this_month: Money::ZERO,
        tyel_this_month: TyelWages::default(),
        profession_code: Some("2654".to_owned()),
        employed_since: None,
        tax: TaxBasis::Percent(Rate::from_millionths(200_000)),
        distraint: None::<DistraintOrder>,
        reductions: Money::ZERO,
    };
    let (kilometers, allowances): (Quantity, _) =
        ("120.5".parse().unwrap(), Allowances { full_days: 1, meals: 1, ..Allowances::default() });
    let reimbursements =
        Reimbursements::for_travel(StatutoryFigures::shipped(), kilometers, Vehicle::Car, allowances, PAYDAY)
            .unwrap();
    let billed = Billed { rows: money(price), reimbursements, ..Billed::default() };
    let (settings, rates) =
        (ProviderSettings::default(), StatutoryFigures::shipped().for_date(PAYDAY).unwrap());
    let contributions = Contributions::of_salary(&billed, &worker, &settings, rates, PAYDAY).unwrap();
    WageReport {
        id: id.to_owned(),
        // Born in 1952 or in 1990.
        personal_id: if age > 68 { "131052-308T" } else { "010190-900P" }.parse().unwrap(),
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
            fee: None,
        },
        reimbursements,
        travelled: Travelled { kilometers, allowances },
    }
}

pub fn provider() -> Provider {
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

pub fn delivery(reports: Vec<WageReport>) -> Delivery {
    Delivery {
        id: "D-20261120-1".to_owned(),
        created: "2026-11-18T07:30:00Z".parse().unwrap(),
        production: false,
        provider: provider(),
        payment_date: PAYDAY,
        period: (date(2026, 11, 1), date(2026, 11, 20)),
        reports,
        law: StatutoryFigures::shipped().clone(),
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
fn who_has_no_duty_to_take_yel_is_said_to_have_none() {
    let earner_type = "IncomeEarnerOther/IncomeEarnerTypes/IncomeEarnerType";
    // Below the income of YEL, and past its ages, where the stored choice counts no more.
    for without_duty in [(false, 40), (true, 75)] {
        let sent = sent(report("R-1", WorkerType::Entrepreneur, without_duty.0, without_duty.1));
        assert_eq!(earner(&sent, earner_type), ["14"]);
        assert_eq!(earner(&sent, "InsuranceExceptions/ExceptionCode"), ["1"]);
        assert!(earner(&sent, "PensionInsurance/PensionActCode").is_empty());
    }
    for (worker_type, yel_insured) in [(WorkerType::Entrepreneur, true), (WorkerType::Employee, false)] {
        assert!(earner(&sent(report("R-1", worker_type, yel_insured, 40)), earner_type).is_empty());
    }
}

#[test]
fn the_occupation_has_five_digits() {
    let mut employee = report("R-1", WorkerType::Employee, false, 40);
    assert_eq!(earner(&sent(employee.clone()), "Professions/Profession/Code"), ["26540"]);
    employee.basis.profession_code = Some("5322".to_owned());
    assert_eq!(earner(&sent(employee), "Professions/Profession/Code"), ["53222"]);
}

#[test]
fn a_wage_below_the_floor_of_tyel_is_reported_without_it() {
    // 200 less the trip and the fee leave a gross salary below 71.72.
    let below = sent(report_of("215", "R-1", WorkerType::Employee, false, 40));
    assert_eq!(earner(&below, "InsuranceExceptions/ExceptionCode"), ["3"]);
    assert!(earner(&below, "PensionInsurance/PensionActCode").is_empty());
    assert!(incomes(&below).iter().all(|(code, _)| *code != "413"));
    assert_eq!(earner(&below, "AccidentInsurance/AccInsPolicyNo"), ["TAP-778"]);
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
fn who_was_repaid_costs_alone_is_not_reported() {
    let mut travel = report("R-1", WorkerType::Employee, false, 40);
    for amount in [
        &mut travel.summary.gross_salary,
        &mut travel.summary.tax_amount,
        &mut travel.summary.tyel,
        &mut travel.summary.unemployment,
    ] {
        *amount = Money::ZERO;
    }
    assert_eq!(travel.has_content(), Ok(true));
    let codes: Vec<String> =
        incomes(&sent(travel.clone())).iter().map(|(code, _)| code.to_string()).collect();
    assert_eq!(codes, ["311", "331"]);
    travel.reimbursements = Reimbursements { expenses: Money::euros(50), ..Reimbursements::default() };
    assert_eq!(travel.has_content(), Ok(false));
    assert_eq!(delivery(vec![travel]).to_xml(), Err(IncomesRegisterError::NothingPaid("R-1".to_owned())));
}

/// What is left of a salary after a credit note may not cover its reimbursements.
#[test]
fn no_more_allowances_are_reported_than_were_paid() {
    let whole = report("R-1", WorkerType::Entrepreneur, true, 40);
    let Reimbursements { kilometers, days, meals, .. } = whole.reimbursements;
    let with_paid = |paid: Money| {
        let mut short = whole.clone();
        short.summary.total_reimbursements = paid;
        let document = sent(short);
        let of = |code: &str| incomes(&document).iter().find(|(of, _)| *of == code).map(|(_, sum)| *sum);
        (of("311"), of("331"))
    };
    let all = Money::sum([kilometers, days, meals]).unwrap();
    assert_eq!(with_paid(all), (Some(kilometers), Some(days.plus(meals).unwrap())));
    assert_eq!(with_paid(all.minus(meals).unwrap()), (Some(kilometers), Some(days)));
    assert_eq!(with_paid(kilometers), (Some(kilometers), None));
    assert_eq!(with_paid(money("10")), (Some(money("10")), None));
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

#[test]
fn a_correction_is_the_whole_report_again() {
    let reported = report("liksa-7", WorkerType::Employee, false, 40);
    let mut now = reported.clone();
    now.summary.gross_salary = money("500");
    assert_eq!(Correction::of(&reported, &now), Ok(Some(Correction::Replacement)));
    assert_eq!(Correction::of(&reported, &reported), Ok(None));
    let xml = delivery(vec![now]).to_replacing_xml().unwrap();
    let document = Document::parse(&xml);
    let data = "DeliveryData/Reports/Report/ReportData";
    assert_eq!(document.texts(&format!("{data}/ActionCode")), ["2"]);
    assert_eq!(document.texts(&format!("{data}/ReportId")), ["liksa-7"]);
    assert_eq!(incomes(&document)[0], ("101", money("500")));
}

#[test]
fn a_report_of_which_nothing_is_left_is_void() {
    let reported = report("liksa-7", WorkerType::Entrepreneur, true, 40);
    let mut nothing = reported.clone();
    nothing.summary.gross_salary = Money::ZERO;
    nothing.summary.tax_amount = Money::ZERO;
    nothing.reimbursements = Reimbursements::default();
    // What distraint took is no payment of its own.
    nothing.summary.distraint = money("100");
    assert_eq!(Correction::of(&reported, &nothing), Ok(Some(Correction::Invalidation)));
    assert_eq!(Correction::of(&nothing, &nothing), Ok(None), "it was never reported");
    let fewer_trips = WageReport { travelled: Travelled::default(), ..nothing.clone() };
    assert_eq!(Correction::of(&nothing, &fewer_trips), Ok(None), "it is void already");
    let invalidation = Invalidation {
        id: "LIKSA-K-20261120-1".to_owned(),
        report: "liksa-7".to_owned(),
        created: "2026-11-18T07:30:00Z".parse().unwrap(),
        production: false,
        provider: provider(),
    };
    let document = Document::parse(&invalidation.to_xml().unwrap());
    assert_eq!(document.texts("DeliveryData/DeliveryDataType"), ["105"]);
    assert_eq!(document.texts("DeliveryData/Items/Item/ItemId"), ["liksa-7"]);
    let wrong = Invalidation { report: "a b".to_owned(), ..invalidation };
    assert_eq!(wrong.to_xml(), Err(IncomesRegisterError::WrongId("a b".to_owned())));
}

#[test]
fn the_separate_report_has_the_contributions_of_a_month() {
    let delivery = SeparateReportDelivery {
        id: "LIKSA-E-202611-1".to_owned(),
        report: "liksa-e-202611".to_owned(),
        created: "2026-12-01T07:30:00Z".parse().unwrap(),
        today: date(2026, 12, 1),
        production: false,
        provider: provider(),
        month: date(2026, 11, 1),
        health_insurance: Some(money("34.35")),
        replaces: false,
    };
    let xml = delivery.to_xml().unwrap();
    // The register takes the elements in this order alone.
    let names = [
        "Timestamp",
        "Source",
        "DeliveryDataType",
        "DeliveryId",
        "FaultyControl",
        "ProductionEnvironment",
        "DeliveryDataOwner",
        "DeliveryDataCreator",
        "DeliveryDataSender",
        "ContactPersons",
        "ReportDate",
        "Payer",
        "Reports",
        "ReportData",
        "ActionCode",
        "ReportId",
        "PaymentMonth",
        "Month",
        "Year",
        "Transactions",
        "SummaryTransactionCode",
        "Amount",
    ];
    let places: Vec<usize> = names.iter().map(|name| xml.find(&format!("<{name}>")).unwrap()).collect();
    assert!(places.is_sorted(), "{xml}");
    let document = Document::parse(&xml);
    let report = "DeliveryData/Reports/Report";
    let transaction = format!("{report}/Transactions/Transaction/TransactionBasic");
    assert_eq!(document.texts("DeliveryData/DeliveryDataType"), ["101"]);
    assert_eq!(document.texts(&format!("{report}/ReportData/ActionCode")), ["1"]);
    assert_eq!(document.texts(&format!("{report}/PaymentMonth/Month")), ["11"]);
    assert_eq!(document.texts(&format!("{transaction}/SummaryTransactionCode")), ["102"]);
    assert_eq!(document.texts(&format!("{transaction}/Amount")), ["34.35"]);

    let nothing = SeparateReportDelivery { health_insurance: None, replaces: true, ..delivery.clone() };
    let document = Document::parse(&nothing.to_xml().unwrap());
    assert_eq!(document.texts(&format!("{report}/ReportData/ActionCode")), ["2"]);
    assert_eq!(document.texts(&format!("{transaction}/SummaryTransactionCode")), ["101"]);
    assert!(document.texts(&format!("{transaction}/Amount")).is_empty());
    let below = SeparateReportDelivery { health_insurance: Some(money("-1")), ..delivery };
    assert_eq!(below.to_xml(), Err(IncomesRegisterError::NegativePayment("liksa-e-202611".to_owned())));
}
