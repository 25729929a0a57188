//! Reads of a Finvoice 3.0 or UBL invoice of another what is needed to pay it. Everything is only proposed to a person,
//! so that what is missing or not understood is left open.

use jiff::civil::Date;
use liksa_domain::purchase::proposal::{Proposal, ProposalSource};
use liksa_finland::PaymentReference;
use liksa_money::{Money, Rate};
use quick_xml::Reader;
use quick_xml::escape::resolve_xml_entity;
use quick_xml::events::Event;

/// More than any invoice without its attachments.
pub const MOST_BYTES: usize = 2_000_000;
const MOST_LEVELS: usize = 40;
const MOST_ELEMENTS: usize = 50_000;

/// Paths of elements and their texts, in the order of the file.
type Texts = Vec<(String, String)>;

/// None where it is no invoice of either kind, or one that cannot be read.
pub fn read(xml: &str) -> Option<Proposal> {
    if xml.len() > MOST_BYTES {
        return None;
    }
    let texts = texts_of(xml)?;
    match texts.first()?.0.split('/').next()? {
        "Finvoice" => Some(of_finvoice(&texts)),
        "Invoice" => Some(of_ubl(&texts)),
        _ => None,
    }
}

/// All texts by their paths without prefixes. A document type is refused unread, because entity bombs are defined there.
fn texts_of(xml: &str) -> Option<Texts> {
    let mut reader = Reader::from_str(xml);
    reader.config_mut().expand_empty_elements = true;
    // The places of the open elements.
    let (mut open, mut texts) = (Vec::<usize>::new(), Texts::new());
    loop {
        let piece = match reader.read_event().ok()? {
            Event::Start(start) => {
                let name = start.local_name();
                let path = match open.last() {
                    Some(holder) => format!("{}/{}", texts.get(*holder)?.0, name.as_ref()),
                    None => name.as_ref().to_owned(),
                };
                open.push(texts.len());
                texts.push((path, String::new()));
                if open.len() > MOST_LEVELS || texts.len() > MOST_ELEMENTS {
                    return None;
                }
                continue;
            }
            Event::End(_) => {
                open.pop()?;
                continue;
            }
            Event::Text(text) => text.xml10_content().into_owned(),
            Event::CData(text) => text.xml10_content().into_owned(),
            Event::GeneralRef(reference) => match reference.resolve_char_ref().ok()? {
                Some(character) => character.to_string(),
                None => resolve_xml_entity(&reference)?.to_owned(),
            },
            Event::DocType(_) => return None,
            Event::Eof => return open.is_empty().then_some(texts),
            Event::Empty(_) | Event::Comment(_) | Event::PI(_) | Event::Decl(_) => continue,
        };
        if let Some((_, text)) = open.last().and_then(|place| texts.get_mut(*place)) {
            text.push_str(&piece);
        }
    }
}

/// The texts of an element below the root, without those that are empty.
fn all<'a>(texts: &'a Texts, path: &'a str) -> impl Iterator<Item = &'a str> {
    let below = move |of: &str| of.split_once('/').is_some_and(|(_, below)| below == path);
    texts.iter().filter(move |(of, _)| below(of)).map(|(_, text)| text.trim()).filter(|text| !text.is_empty())
}

fn text(texts: &Texts, paths: &[&str]) -> Option<String> {
    paths.iter().find_map(|path| all(texts, path).next().map(str::to_owned))
}

fn money(texts: &Texts, paths: &[&str]) -> Option<Money> {
    text(texts, paths)?.parse::<Money>().ok()?.rounded_to_cents().ok()
}

/// The rate of the invoice, if it has only one.
fn only_rate(texts: &Texts, path: &str) -> Option<Rate> {
    let mut rates: Vec<Rate> =
        all(texts, path).filter_map(|rate| Rate::from_percent_str(rate).ok()).collect();
    rates.dedup();
    if rates.len() == 1 { rates.pop() } else { None }
}

/// A reference as people know it: e-invoices fill it with zeros.
fn reference(texts: &Texts, path: &str) -> Option<PaymentReference> {
    all(texts, path).find_map(|reference| reference.trim_start_matches('0').parse().ok())
}

fn account(texts: &Texts, path: &str) -> Option<liksa_finland::Iban> {
    all(texts, path).find_map(|account| account.parse().ok())
}

fn of_finvoice(texts: &Texts) -> Proposal {
    const PAYMENT: &str = "EpiDetails/EpiPaymentInstructionDetails";
    let due = text(texts, &[&format!("{PAYMENT}/EpiDateOptionDate")]);
    let paid_to = "EpiDetails/EpiPartyDetails/EpiBeneficiaryPartyDetails";
    let number = text(texts, &["InvoiceDetails/InvoiceNumber"]);
    let found = Proposal {
        name: text(
            texts,
            &["SellerPartyDetails/SellerOrganisationName", &format!("{paid_to}/EpiNameAddressDetails")],
        ),
        duedate: due.and_then(|day| Date::strptime("%Y%m%d", &day).ok()),
        amount: money(texts, &["InvoiceDetails/InvoiceTotalVatExcludedAmount"]),
        alv: only_rate(texts, "InvoiceDetails/VatSpecificationDetails/VatRatePercent"),
        vat_amount: money(texts, &["InvoiceDetails/InvoiceTotalVatAmount"]),
        total: money(
            texts,
            &[&format!("{PAYMENT}/EpiInstructedAmount"), "InvoiceDetails/InvoiceTotalVatIncludedAmount"],
        ),
        account_number: account(texts, &format!("{paid_to}/EpiAccountID")),
        reference_number: reference(texts, &format!("{PAYMENT}/EpiRemittanceInfoIdentifier")),
        ..Proposal::empty(ProposalSource::Finvoice)
    };
    with_message(found, number)
}

fn of_ubl(texts: &Texts) -> Proposal {
    let seller = "AccountingSupplierParty/Party";
    let number = text(texts, &["ID"]);
    let found = Proposal {
        name: text(
            texts,
            &[
                "PayeeParty/PartyName/Name",
                &format!("{seller}/PartyLegalEntity/RegistrationName"),
                &format!("{seller}/PartyName/Name"),
            ],
        ),
        duedate: text(texts, &["DueDate", "PaymentMeans/PaymentDueDate"]).and_then(|day| day.parse().ok()),
        amount: money(texts, &["LegalMonetaryTotal/TaxExclusiveAmount"]),
        alv: only_rate(texts, "TaxTotal/TaxSubtotal/TaxCategory/Percent"),
        vat_amount: money(texts, &["TaxTotal/TaxAmount"]),
        total: money(texts, &["LegalMonetaryTotal/PayableAmount", "LegalMonetaryTotal/TaxInclusiveAmount"]),
        account_number: account(texts, "PaymentMeans/PayeeFinancialAccount/ID"),
        reference_number: reference(texts, "PaymentMeans/PaymentID"),
        ..Proposal::empty(ProposalSource::Ubl)
    };
    with_message(found, number)
}

/// Without a reference the number of the invoice says what is paid.
fn with_message(found: Proposal, number: Option<String>) -> Proposal {
    let message = if found.reference_number.is_none() { number } else { None };
    Proposal { message, ..found }
}
