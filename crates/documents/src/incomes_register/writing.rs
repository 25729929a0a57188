//! The delivery, element by element.

use liksa_domain::person::WorkerType;

use super::{Delivery, Income, Policies, WageReport};
use crate::xml::{Xml, cut};

const NAMESPACE: &str = "http://www.tulorekisteri.fi/2017/1/WageReportsToIR";
/// Earnings payment reports.
const DELIVERY_TYPE: &str = "100";
/// Only the reports that have a fault are sent back, not the whole delivery.
const REJECT_FAULTY_ALONE: &str = "1";
const NEW_REPORT: &str = "1";
const BUSINESS_ID: &str = "1";
const PERSONAL_ID: &str = "2";
const CONTENT_QUESTIONS: &str = "1";
const TYEL: &str = "1";
const YEL: &str = "3";
/// The classification of occupations by Statistics Finland (TK10).
const OCCUPATION_CLASSES: &str = "1";

pub(super) fn document(delivery: &Delivery, incomes: &[Vec<Income>]) -> String {
    let root = "wrtir:WageReportsRequestToIR";
    Xml::document(root, &[("xmlns:wrtir", NAMESPACE)], |xml| {
        xml.group("DeliveryData", |xml| {
            header(xml, delivery);
            xml.group("Reports", |xml| {
                for (report, incomes) in delivery.reports.iter().zip(incomes) {
                    write_report(xml, report, incomes, delivery.payer.policies.as_ref());
                }
            });
        });
    })
}

fn header(xml: &mut Xml, delivery: &Delivery) {
    let payer = delivery.payer.business_id.as_str();
    xml.text("Timestamp", &delivery.created.strftime("%Y-%m-%dT%H:%M:%SZ").to_string());
    xml.text("Source", "Liksa");
    xml.text("DeliveryDataType", DELIVERY_TYPE);
    xml.text("DeliveryId", &delivery.id);
    xml.text("FaultyControl", REJECT_FAULTY_ALONE);
    xml.text("ProductionEnvironment", if delivery.production { "true" } else { "false" });
    for role in ["DeliveryDataOwner", "DeliveryDataCreator", "DeliveryDataSender"] {
        id(xml, role, BUSINESS_ID, payer);
    }
    xml.group("PaymentPeriod", |xml| {
        xml.text("PaymentDate", &delivery.payment_date.to_string());
        xml.text("StartDate", &delivery.period.0.to_string());
        xml.text("EndDate", &delivery.period.1.to_string());
    });
    xml.group("ContactPersons", |xml| {
        xml.group("ContactPerson", |xml| {
            xml.text("Name", cut(delivery.contact.name.trim(), 200));
            xml.text("Telephone", cut(delivery.contact.phone.trim(), 40));
            xml.optional("Email", cut(&delivery.contact.email, 70));
            xml.text("ResponsibilityCode", CONTENT_QUESTIONS);
        });
    });
    xml.group("Payer", |xml| {
        xml.group("PayerIds", |xml| id(xml, "Id", BUSINESS_ID, payer));
        if !delivery.payer.name.trim().is_empty() {
            xml.group("PayerBasic", |xml| xml.text("CompanyName", cut(delivery.payer.name.trim(), 200)));
        }
    });
}

fn id(xml: &mut Xml, name: &str, kind: &str, code: &str) {
    xml.group(name, |xml| {
        xml.text("Type", kind);
        xml.text("Code", code);
    });
}

fn write_report(xml: &mut Xml, report: &WageReport, incomes: &[Income], policies: Option<&Policies>) {
    xml.group("Report", |xml| {
        xml.group("ReportData", |xml| {
            xml.text("ActionCode", NEW_REPORT);
            xml.text("ReportId", &report.id);
        });
        xml.group("IncomeEarner", |xml| earner(xml, report, policies));
        xml.group("Transactions", |xml| {
            for income in incomes {
                transaction(xml, income);
            }
        });
    });
}

fn earner(xml: &mut Xml, report: &WageReport, policies: Option<&Policies>) {
    xml.group("IncomeEarnerIds", |xml| id(xml, "Id", PERSONAL_ID, report.personal_id.as_str()));
    xml.group("IncomeEarnerBasic", |xml| {
        xml.text("LastName", cut(report.last_name.trim(), 200));
        xml.text("FirstName", cut(report.first_name.trim(), 100));
    });
    match (report.worker_type, policies) {
        (WorkerType::Employee, Some(policies)) => employee(xml, report, policies),
        (WorkerType::Entrepreneur, _) if report.yel_insured => {
            xml.group("PensionInsurance", |xml| xml.text("PensionActCode", YEL));
        }
        _ => {}
    }
    let exceptions = report.insurance_exceptions();
    if !exceptions.is_empty() {
        xml.group("InsuranceExceptions", |xml| {
            for code in exceptions {
                xml.text("ExceptionCode", &code.to_string());
            }
        });
    }
}

fn employee(xml: &mut Xml, report: &WageReport, policies: &Policies) {
    if let Some(code) = &report.profession_code {
        xml.group("Professions", |xml| {
            xml.group("Profession", |xml| {
                xml.text("Type", OCCUPATION_CLASSES);
                xml.text("Code", code.trim());
            });
        });
    }
    if !report.contributions.employer_tyel.is_zero() {
        xml.group("PensionInsurance", |xml| {
            xml.text("PensionActCode", TYEL);
            xml.text("PensionProvIdCode", &policies.pension_provider.to_string());
            xml.text("PensionPolicyNo", &policies.pension_policy);
        });
    }
    if !report.contributions.accident_insurance.is_zero() {
        xml.group("AccidentInsurance", |xml| {
            id(xml, "AccInsProvId", BUSINESS_ID, policies.accident_provider.as_str());
            xml.text("AccInsPolicyNo", &policies.accident_policy);
        });
    }
}

fn transaction(xml: &mut Xml, income: &Income) {
    xml.group("Transaction", |xml| {
        xml.group("TransactionBasic", |xml| {
            xml.text("TransactionCode", &income.code.to_string());
            xml.text("Amount", &income.amount.plain());
        });
        if !income.allowance_kinds.is_empty() {
            xml.group("DailyAllowance", |xml| {
                for kind in &income.allowance_kinds {
                    xml.text("AllowanceCode", &kind.to_string());
                }
            });
        }
        if let Some(kilometers) = income.kilometers {
            xml.group("KmAllowance", |xml| xml.text("Kilometers", &kilometers.to_string()));
        }
    });
}
