//! The delivery, element by element.

use jiff::Timestamp;
use liksa_domain::account::professions::Profession;
use liksa_domain::settings::{Contact, Policies, Seller};
use liksa_finland::BusinessId;

use super::{
    DAILY_ALLOWANCE, Delivery, Income, InsuredAs, Invalidation, SeparateReportDelivery, TAX_FREE_KILOMETERS,
    WageReport,
};
use crate::xml::{Xml, cut};

const NAMESPACE: &str = "http://www.tulorekisteri.fi/2017/1/WageReportsToIR";
/// Earnings payment reports.
const DELIVERY_TYPE: &str = "100";
const INVALIDATIONS: &str = "http://www.tulorekisteri.fi/2017/1/InvalidationsToIR";
/// Invalidations of earnings payment reports.
const INVALIDATION_TYPE: &str = "105";
const SEPARATE_REPORTS: &str = "http://www.tulorekisteri.fi/2017/1/PayerSummaryReportsToIR";
/// The employer's separate reports.
const SEPARATE_REPORT_TYPE: &str = "101";
const NO_WAGES_PAID: &str = "101";
const EMPLOYERS_HEALTH_INSURANCE: &str = "102";
/// Only the reports that have a fault are sent back, not the whole delivery.
const REJECT_FAULTY_ALONE: &str = "1";
pub(super) const NEW_REPORT: &str = "1";
pub(super) const REPLACING_REPORT: &str = "2";
const BUSINESS_ID: &str = "1";
const PERSONAL_ID: &str = "2";
const CONTENT_QUESTIONS: &str = "1";
const TYEL: &str = "1";
const YEL: &str = "3";
/// "Entrepreneur, no YEL or MYEL obligation" among the additional information of the earner (`IncomeEarnerType`). How
/// sure the number is: see the table of the module.
const ENTREPRENEUR_WITHOUT_DUTY: u16 = 14;
/// The classification of occupations by Statistics Finland (TK10).
const OCCUPATION_CLASSES: &str = "1";

pub(super) fn document(delivery: &Delivery, payments: &[(Vec<Income>, InsuredAs)], action: &str) -> String {
    let root = "wrtir:WageReportsRequestToIR";
    Xml::document(root, &[("xmlns:wrtir", NAMESPACE)], |xml| {
        xml.group("DeliveryData", |xml| {
            header(xml, delivery);
            xml.group("Reports", |xml| {
                for (report, payment) in delivery.reports.iter().zip(payments) {
                    write_report(xml, (report, action), payment, delivery.provider.policies.as_ref());
                }
            });
        });
    })
}

fn header(xml: &mut Xml, delivery: &Delivery) {
    let payer = &delivery.provider.seller;
    sender(
        xml,
        (DELIVERY_TYPE, delivery.id.as_str()),
        (delivery.created, delivery.production),
        &payer.business_id,
    );
    xml.group("PaymentPeriod", |xml| {
        xml.text("PaymentDate", &delivery.payment_date.to_string());
        xml.text("StartDate", &delivery.period.0.to_string());
        xml.text("EndDate", &delivery.period.1.to_string());
    });
    contact_person(xml, &delivery.provider.contact);
    write_payer(xml, payer);
}

fn contact_person(xml: &mut Xml, contact: &Contact) {
    xml.group("ContactPersons/ContactPerson", |xml| {
        xml.text("Name", cut(contact.name.trim(), 200));
        xml.text("Telephone", cut(contact.phone.trim(), 40));
        xml.text("Email", cut(contact.email.as_str(), 70));
        xml.text("ResponsibilityCode", CONTENT_QUESTIONS);
    });
}

fn write_payer(xml: &mut Xml, payer: &Seller) {
    xml.group("Payer", |xml| {
        id(xml, "PayerIds/Id", BUSINESS_ID, payer.business_id.as_str());
        xml.optional("PayerBasic/CompanyName", cut(payer.name.trim(), 200));
    });
}

/// What every delivery begins with: its type and id, when and for which environment it was made, and by whom.
fn sender(
    xml: &mut Xml,
    (kind, delivery): (&str, &str),
    (created, production): (Timestamp, bool),
    business_id: &BusinessId,
) {
    xml.text("Timestamp", &created.strftime("%Y-%m-%dT%H:%M:%SZ").to_string());
    xml.text("Source", "Liksa");
    xml.text("DeliveryDataType", kind);
    xml.text("DeliveryId", delivery);
    xml.text("FaultyControl", REJECT_FAULTY_ALONE);
    xml.text("ProductionEnvironment", if production { "true" } else { "false" });
    for role in ["DeliveryDataOwner", "DeliveryDataCreator", "DeliveryDataSender"] {
        id(xml, role, BUSINESS_ID, business_id.as_str());
    }
}

pub(super) fn invalidation(invalidation: &Invalidation) -> String {
    let Invalidation { id, report, created, production, provider } = invalidation;
    let root = "itir:InvalidationsRequestToIR";
    Xml::document(root, &[("xmlns:itir", INVALIDATIONS)], |xml| {
        xml.group("DeliveryData", |xml| {
            sender(
                xml,
                (INVALIDATION_TYPE, id.as_str()),
                (*created, *production),
                &provider.seller.business_id,
            );
            xml.text("Items/Item/ItemId", report);
        });
    })
}

pub(super) fn separate_report(delivery: &SeparateReportDelivery) -> String {
    let seller = &delivery.provider.seller;
    let action = if delivery.replaces { REPLACING_REPORT } else { NEW_REPORT };
    let root = "psrtir:PayerSummaryReportsRequestToIR";
    Xml::document(root, &[("xmlns:psrtir", SEPARATE_REPORTS)], |xml| {
        xml.group("DeliveryData", |xml| {
            let (id, environment) = (delivery.id.as_str(), (delivery.created, delivery.production));
            sender(xml, (SEPARATE_REPORT_TYPE, id), environment, &seller.business_id);
            contact_person(xml, &delivery.provider.contact);
            xml.text("ReportDate", &delivery.today.to_string());
            write_payer(xml, seller);
            xml.group("Reports/Report", |xml| {
                xml.group("ReportData", |xml| {
                    xml.text("ActionCode", action);
                    xml.text("ReportId", &delivery.report);
                });
                xml.group("PaymentMonth", |xml| {
                    xml.text("Month", &delivery.month.month().to_string());
                    xml.text("Year", &delivery.month.year().to_string());
                });
                xml.group("Transactions/Transaction/TransactionBasic", |xml| {
                    match delivery.health_insurance {
                        Some(amount) => {
                            xml.text("SummaryTransactionCode", EMPLOYERS_HEALTH_INSURANCE);
                            xml.text("Amount", &amount.plain());
                        }
                        None => xml.text("SummaryTransactionCode", NO_WAGES_PAID),
                    }
                });
            });
        });
    })
}

fn id(xml: &mut Xml, name: &str, kind: &str, code: &str) {
    xml.group(name, |xml| {
        xml.text("Type", kind);
        xml.text("Code", code);
    });
}

fn write_report(
    xml: &mut Xml,
    (report, action): (&WageReport, &str),
    (incomes, insured_as): &(Vec<Income>, InsuredAs),
    policies: Option<&Policies>,
) {
    xml.group("Report", |xml| {
        xml.group("ReportData", |xml| {
            xml.text("ActionCode", action);
            xml.text("ReportId", &report.id);
        });
        xml.group("IncomeEarner", |xml| earner(xml, report, *insured_as, policies));
        xml.group("Transactions", |xml| {
            for income in incomes {
                transaction(xml, *income, report);
            }
        });
    });
}

fn earner(xml: &mut Xml, report: &WageReport, insured_as: InsuredAs, policies: Option<&Policies>) {
    id(xml, "IncomeEarnerIds/Id", PERSONAL_ID, report.personal_id.as_str());
    xml.group("IncomeEarnerBasic", |xml| {
        xml.text("LastName", cut(report.last_name.trim(), 200));
        xml.text("FirstName", cut(report.first_name.trim(), 100));
    });
    match (insured_as, policies) {
        (InsuredAs::Employee, Some(policies)) => employee(xml, report, policies),
        (InsuredAs::Entrepreneur, _) => xml.text("PensionInsurance/PensionActCode", YEL),
        _ => {}
    }
    codes(xml, "InsuranceExceptions", "ExceptionCode", &report.insurance_exceptions(insured_as));
    if insured_as == InsuredAs::EntrepreneurWithoutDuty {
        let types = "IncomeEarnerOther/IncomeEarnerTypes";
        codes(xml, types, "IncomeEarnerType", &[ENTREPRENEUR_WITHOUT_DUTY]);
    }
}

/// Writes the group unless there are no codes.
fn codes(xml: &mut Xml, group: &str, name: &str, codes: &[u16]) {
    if !codes.is_empty() {
        xml.group(group, |xml| xml.texts(name, codes.iter().map(u16::to_string)));
    }
}

fn employee(xml: &mut Xml, report: &WageReport, policies: &Policies) {
    if let Some(code) = &report.basis.profession_code {
        id(xml, "Professions/Profession", OCCUPATION_CLASSES, &Profession::register_code(code.trim()));
    }
    if !report.basis.contributions.employer_tyel.is_zero() {
        xml.group("PensionInsurance", |xml| {
            xml.text("PensionActCode", TYEL);
            xml.text("PensionProvIdCode", &policies.pension_provider.to_string());
            xml.text("PensionPolicyNo", &policies.pension_policy);
        });
    }
    if !report.basis.contributions.accident_insurance.is_zero() {
        xml.group("AccidentInsurance", |xml| {
            id(xml, "AccInsProvId", BUSINESS_ID, policies.accident_provider.as_str());
            xml.text("AccInsPolicyNo", &policies.accident_policy);
        });
    }
}

fn transaction(xml: &mut Xml, (code, amount): Income, report: &WageReport) {
    xml.group("Transaction", |xml| {
        xml.group("TransactionBasic", |xml| {
            xml.text("TransactionCode", &code.to_string());
            xml.text("Amount", &amount.plain());
        });
        match code {
            DAILY_ALLOWANCE => codes(xml, "DailyAllowance", "AllowanceCode", &report.allowance_kinds()),
            TAX_FREE_KILOMETERS => {
                xml.text("KmAllowance/Kilometers", &report.whole_kilometers().to_string());
            }
            _ => {}
        }
    });
}
