//! The provider's settings as text: as clients send them and as they are stored.

use std::collections::BTreeMap;
use std::str::FromStr;

use liksa_finland::{Operator, PostalCode};
use liksa_money::{Money, Rate};
use liksa_rates::UnemploymentTier;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::advances::AdvancesForm;
use super::receivers::ReceiversForm;
use super::{
    Contact, EInvoiceAddress, FrontPage, PaymentFileVersion, Policies, Provider, ProviderSettings, Seller,
};
use crate::advance::AdvanceTerms;
use crate::amount_limits::LARGEST_AMOUNT;
use crate::customer::einvoice;
use crate::person::Email;
use crate::problem::{ErrorKey, Problem};
use crate::reading::{Reader, given};

const LONGEST_NAME: usize = 200;
const LONGEST_CODE: usize = 40;
const MOST_PROFESSIONS: usize = 1000;
const USUAL_WAITING_MINUTES: &str = "15";
/// An approval by mistake can always be undone.
const LEAST_WAITING_MINUTES: u16 = 1;
/// A day.
const MOST_WAITING_MINUTES: u16 = 24 * 60;
const WAITING: &str = "waitingMinutes";
/// Most bills are below it, so that few matches by hand have to wait.
const SECOND_PERSON_ABOVE: Money = Money::euros(1000);

/// Rates are per cents, amounts euros. A field that is not sent is empty.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[schema(as = ProviderSettings)]
pub struct ProviderForm {
    #[schema(required)]
    pub name: String,
    #[schema(required)]
    pub business_id: String,
    #[schema(required)]
    pub vat_number: String,
    #[schema(required)]
    pub street: String,
    #[schema(required)]
    pub postal_code: String,
    #[schema(required)]
    pub city: String,
    #[schema(required)]
    pub domicile: String,
    #[schema(required)]
    pub iban: String,
    #[schema(required)]
    pub bic: String,
    #[schema(required)]
    pub email: String,
    #[schema(required)]
    pub phone: String,
    #[schema(required)]
    pub website: String,
    /// Empty, as the operator is, for a provider that gets no e-invoices itself.
    #[schema(required)]
    pub einvoice_address: String,
    #[schema(required)]
    pub operator: String,
    #[schema(required)]
    pub bank_agreement: String,
    #[schema(required)]
    pub payment_file_version: String,
    #[schema(required)]
    pub contact_name: String,
    #[schema(required)]
    pub contact_phone: String,
    #[schema(required)]
    pub contact_email: String,
    /// All four empty for a provider without employees.
    #[schema(required)]
    pub pension_provider: String,
    #[schema(required)]
    pub pension_policy: String,
    #[schema(required)]
    pub accident_provider: String,
    #[schema(required)]
    pub accident_policy: String,
    #[schema(required)]
    pub prices: PricesForm,
    /// Whole minutes, one at least and a day at most, that an approved bill waits before it goes to the customer.
    #[serde(default = "usual_waiting_minutes")]
    #[schema(required)]
    pub waiting_minutes: String,
    /// Above this a payment that is matched by hand waits for a second person; 0 for every one. 1000 if empty.
    #[schema(required)]
    pub second_person_above: String,
    /// Where visitors begin: `login` or `landing`. `login` if empty.
    #[schema(required)]
    pub front_page: String,
    #[schema(required)]
    pub advances: AdvancesForm,
    /// Authorities and insurers that withheld money and contributions are paid on to.
    #[schema(required)]
    pub receivers: ReceiversForm,
}

/// For settings that were made before there was a choice.
fn usual_waiting_minutes() -> String {
    USUAL_WAITING_MINUTES.to_owned()
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[schema(as = ProviderPrices)]
pub struct PricesForm {
    #[schema(required)]
    pub service_percent: String,
    #[schema(required)]
    pub service_fee_maximum_per_month: String,
    #[schema(required)]
    pub pay_now_commission: String,
    #[schema(required)]
    pub accident_insurance: String,
    /// By profession code.
    #[schema(required)]
    pub accident_insurance_by_profession: BTreeMap<String, String>,
    #[schema(required)]
    pub group_life: String,
    /// `lower` or `upper`.
    #[schema(required)]
    pub unemployment_tier: String,
}

impl ProviderForm {
    /// The settings that a new installation begins with, to try things out: identifiers that look right and
    /// belong to no real company.
    pub fn made_up() -> Self {
        let text = str::to_owned;
        Self {
            name: text("Liksa Oy"),
            business_id: text("2345671-3"),
            vat_number: text("FI23456713"),
            street: text("Kaapeliaukio 3"),
            postal_code: text("00180"),
            city: text("Helsinki"),
            domicile: text("Helsinki"),
            iban: text("FI21 1234 5600 0007 85"),
            bic: text("NDEAFIHH"),
            email: text("laskutus@liksa.example"),
            phone: text("09 123 4567"),
            website: text("https://liksa.example/"),
            einvoice_address: text("003723456713"),
            operator: text("003721291126"),
            bank_agreement: text("23456713"),
            payment_file_version: text(PaymentFileVersion::V09.name()),
            contact_name: text("Paula Palkanlaskija"),
            contact_phone: text("09 123 4568"),
            contact_email: text("palkat@liksa.example"),
            pension_provider: text("46"),
            pension_policy: text("46-1234567A"),
            accident_provider: text("2345671-3"),
            accident_policy: text("123-4567890-A"),
            prices: PricesForm::from(&ProviderSettings::default()),
            waiting_minutes: usual_waiting_minutes(),
            second_person_above: SECOND_PERSON_ABOVE.plain(),
            front_page: text(FrontPage::Login.name()),
            advances: AdvancesForm::from(&AdvanceTerms::default()),
            receivers: ReceiversForm::made_up(),
        }
    }

    /// The settings, or every fault.
    pub fn read(&self) -> Result<Provider, Vec<Problem>> {
        let mut reader = Reader::default();
        let seller = self.seller(&mut reader);
        let bank_agreement = reader.required("bankAgreement", Some(&self.bank_agreement), LONGEST_CODE);
        let version = PaymentFileVersion::from_name(&self.payment_file_version);
        reader.refuse_if(version.is_none(), "paymentFileVersion", ErrorKey::InvalidChoice);
        let contact = self.contact(&mut reader);
        let policies = self.policies(&mut reader);
        let prices = self.prices.read(&mut reader);
        let second_person_above = self.second_person_above(&mut reader);
        let waiting = self.waiting(&mut reader);
        let front_page = self.front_page(&mut reader);
        let advances = self.advances.read(&mut reader);
        let receivers = self.receivers.read(&mut reader);
        let read = seller.zip(version).zip(contact).zip(prices).zip(waiting);
        let provider =
            read.map(|((((seller, payment_file_version), contact), prices), waiting_minutes)| Provider {
                seller,
                bank_agreement,
                payment_file_version,
                contact,
                policies,
                prices,
                waiting_minutes,
                second_person_above,
                front_page,
                advances,
                receivers,
            });
        reader.finish(provider)
    }

    /// Settings that are made now, or every fault: what is stored may be from before there was a least waiting time.
    pub fn read_new(&self) -> Result<Provider, Vec<Problem>> {
        let mut reader = Reader::default();
        let minutes: Option<u16> = Reader::default().whole(WAITING, Some(&self.waiting_minutes));
        let too_few = minutes.is_some_and(|minutes| minutes < LEAST_WAITING_MINUTES);
        reader.refuse_out_of_range(too_few, WAITING, LEAST_WAITING_MINUTES, MOST_WAITING_MINUTES);
        let too_few = reader.into_problems();
        match self.read() {
            Ok(provider) if too_few.is_empty() => Ok(provider),
            read => Err([read.err().unwrap_or_default(), too_few].concat()),
        }
    }

    fn seller(&self, reader: &mut Reader) -> Option<Seller> {
        let name = reader.required("name", Some(&self.name), LONGEST_NAME);
        let business_id = parsed(reader, "businessId", &self.business_id, ErrorKey::InvalidBusinessId);
        let vat_number = parsed(reader, "vatNumber", &self.vat_number, ErrorKey::InvalidVatNumber);
        let street = reader.required("street", Some(&self.street), LONGEST_NAME);
        let postal_code: Option<PostalCode> =
            parsed(reader, "postalCode", &self.postal_code, ErrorKey::InvalidPostalCode);
        let city = reader.required("city", Some(&self.city), LONGEST_NAME);
        let domicile = reader.required("domicile", Some(&self.domicile), LONGEST_NAME);
        let iban = parsed(reader, "iban", &self.iban, ErrorKey::InvalidIban);
        let bic = parsed(reader, "bic", &self.bic, ErrorKey::InvalidBic);
        let email = email(reader, "email", &self.email);
        let phone = reader.required("phone", Some(&self.phone), LONGEST_CODE);
        let website = reader.text("website", Some(&self.website), LONGEST_NAME);
        let e_invoice = self.e_invoice(reader);
        Some(Seller {
            name,
            business_id: business_id?,
            vat_number: vat_number?,
            street,
            postal_code: postal_code?.to_string(),
            city,
            domicile,
            iban: iban?,
            bic: bic?,
            email: email?,
            phone,
            website,
            e_invoice,
        })
    }

    /// Settings from before there was a limit have the usual one.
    fn second_person_above(&self, reader: &mut Reader) -> Money {
        const FIELD: &str = "secondPersonAbove";
        let limit = reader.money(FIELD, Some(&self.second_person_above));
        reader.refuse_out_of_range(limit.is_some_and(Money::is_negative), FIELD, 0, LARGEST_AMOUNT.plain());
        limit.unwrap_or(SECOND_PERSON_ABOVE)
    }

    /// Settings from before there was a choice begin at the log-in page.
    fn front_page(&self, reader: &mut Reader) -> FrontPage {
        let Some(name) = given(Some(&self.front_page)) else { return FrontPage::Login };
        let page = FrontPage::from_name(name);
        reader.refuse_if(page.is_none(), "frontPage", ErrorKey::InvalidChoice);
        page.unwrap_or(FrontPage::Login)
    }

    fn e_invoice(&self, reader: &mut Reader) -> Option<EInvoiceAddress> {
        let (address, operator) = (given(Some(&self.einvoice_address)), given(Some(&self.operator)));
        if address.is_none() && operator.is_none() {
            return None;
        }
        let address = address.and_then(einvoice::read_address);
        reader.refuse_if(address.is_none(), "einvoiceAddress", ErrorKey::Invalid);
        let operator = operator.and_then(Operator::with_id).map(|operator| operator.id.to_owned());
        reader.refuse_if(operator.is_none(), "operator", ErrorKey::InvalidChoice);
        Some(EInvoiceAddress { address: address?, operator: operator? })
    }

    fn contact(&self, reader: &mut Reader) -> Option<Contact> {
        let name = reader.required("contactName", Some(&self.contact_name), LONGEST_NAME);
        let phone = reader.required("contactPhone", Some(&self.contact_phone), LONGEST_CODE);
        let email = email(reader, "contactEmail", &self.contact_email);
        Some(Contact { name, phone, email: email? })
    }

    fn waiting(&self, reader: &mut Reader) -> Option<u16> {
        reader.require(WAITING, Some(&self.waiting_minutes));
        let minutes: u16 = reader.whole(WAITING, Some(&self.waiting_minutes))?;
        let (least, most) = (LEAST_WAITING_MINUTES, MOST_WAITING_MINUTES);
        reader.refuse_out_of_range(minutes > most, WAITING, least, most);
        Some(minutes.max(least))
    }

    fn policies(&self, reader: &mut Reader) -> Option<Policies> {
        let fields =
            [&self.pension_provider, &self.pension_policy, &self.accident_provider, &self.accident_policy];
        if fields.into_iter().all(|field| given(Some(field)).is_none()) {
            return None;
        }
        let pension_provider = parsed(reader, "pensionProvider", &self.pension_provider, ErrorKey::Invalid);
        let pension_policy = reader.required("pensionPolicy", Some(&self.pension_policy), LONGEST_CODE);
        let accident_provider =
            parsed(reader, "accidentProvider", &self.accident_provider, ErrorKey::InvalidBusinessId);
        let accident_policy = reader.required("accidentPolicy", Some(&self.accident_policy), LONGEST_CODE);
        Some(Policies {
            pension_provider: pension_provider?,
            pension_policy,
            accident_provider: accident_provider?,
            accident_policy,
        })
    }
}

impl PricesForm {
    fn read(&self, reader: &mut Reader) -> Option<ProviderSettings> {
        let service_percent = share(reader, "prices.servicePercent", &self.service_percent);
        let maximum = self.maximum(reader);
        let pay_now_commission = share(reader, "prices.payNowCommission", &self.pay_now_commission);
        let accident_insurance = share(reader, "prices.accidentInsurance", &self.accident_insurance);
        let by_profession = self.by_profession(reader);
        let group_life = share(reader, "prices.groupLife", &self.group_life);
        let tier = match self.unemployment_tier.as_str() {
            "lower" => Some(UnemploymentTier::Lower),
            "upper" => Some(UnemploymentTier::Upper),
            _ => None,
        };
        reader.refuse_if(tier.is_none(), "prices.unemploymentTier", ErrorKey::InvalidChoice);
        Some(ProviderSettings {
            service_percent: service_percent?,
            service_fee_maximum_per_month: maximum?,
            pay_now_commission: pay_now_commission?,
            accident_insurance: accident_insurance?,
            accident_insurance_by_profession: by_profession,
            group_life: group_life?,
            unemployment_tier: tier?,
        })
    }

    fn maximum(&self, reader: &mut Reader) -> Option<Money> {
        const FIELD: &str = "prices.serviceFeeMaximumPerMonth";
        reader.required(FIELD, Some(&self.service_fee_maximum_per_month), LONGEST_CODE);
        let money = reader.money(FIELD, Some(&self.service_fee_maximum_per_month))?;
        reader.refuse_out_of_range(money.is_negative(), FIELD, 0, LARGEST_AMOUNT.plain());
        Some(money)
    }

    fn by_profession(&self, reader: &mut Reader) -> BTreeMap<String, Rate> {
        const FIELD: &str = "prices.accidentInsuranceByProfession";
        reader.refuse_more(self.accident_insurance_by_profession.len(), FIELD, MOST_PROFESSIONS);
        let mut rates = BTreeMap::new();
        for (code, percent) in &self.accident_insurance_by_profession {
            let field = format!("{FIELD}.{code}");
            let code = reader.required(&field, Some(code), LONGEST_CODE);
            if let Some(rate) = share(reader, &field, percent) {
                rates.insert(code, rate);
            }
        }
        rates
    }
}

impl From<&ProviderSettings> for PricesForm {
    fn from(prices: &ProviderSettings) -> Self {
        let by_profession = prices.accident_insurance_by_profession.iter();
        Self {
            service_percent: prices.service_percent.plain_percent(),
            service_fee_maximum_per_month: prices.service_fee_maximum_per_month.plain(),
            pay_now_commission: prices.pay_now_commission.plain_percent(),
            accident_insurance: prices.accident_insurance.plain_percent(),
            accident_insurance_by_profession: by_profession
                .map(|(code, rate)| (code.clone(), rate.plain_percent()))
                .collect(),
            group_life: prices.group_life.plain_percent(),
            unemployment_tier: match prices.unemployment_tier {
                UnemploymentTier::Lower => "lower".to_owned(),
                UnemploymentTier::Upper => "upper".to_owned(),
            },
        }
    }
}

/// A value that has to be there.
fn parsed<T: FromStr>(reader: &mut Reader, field: &str, text: &str, wrong: ErrorKey) -> Option<T> {
    reader.require(field, Some(text));
    reader.parsed(field, Some(text), wrong)
}

fn email(reader: &mut Reader, field: &str, text: &str) -> Option<Email> {
    reader.require(field, Some(text));
    reader.read(field, Some(text), |text| Email::parse_new(text).ok_or(ErrorKey::InvalidEmail))
}

/// Per cents from nothing to all.
pub(super) fn share(reader: &mut Reader, field: &str, text: &str) -> Option<Rate> {
    reader.required(field, Some(text), LONGEST_CODE);
    let rate = reader.percent(field, Some(text))?;
    reader.refuse_out_of_range(rate.is_negative() || rate > Rate::ONE, field, 0, 100);
    Some(rate)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_made_up_provider_is_complete() {
        let provider = ProviderForm::made_up().read().unwrap();
        assert_eq!(provider.prices, ProviderSettings::default());
        assert_eq!(provider.seller.business_id.as_str(), "2345671-3");
        assert!(provider.seller.e_invoice.is_some() && provider.policies.is_some());
    }

    #[test]
    fn a_limit_for_one_person_is_a_thousand_unless_it_is_given() {
        let limit = |text: &str| {
            let form = ProviderForm { second_person_above: text.into(), ..ProviderForm::made_up() };
            form.read().map(|provider| provider.second_person_above)
        };
        assert_eq!(limit(""), Ok(Money::euros(1000)));
        assert_eq!(limit("0"), Ok(Money::ZERO));
        assert_eq!(limit("250,50"), Ok("250.50".parse().unwrap()));
        assert_eq!(limit("-1").unwrap_err()[0].key, ErrorKey::OutOfRange);
        assert_eq!(limit("200000000").unwrap_err()[0].key, ErrorKey::AmountTooLarge);
    }

    #[test]
    fn visitors_begin_at_the_log_in_page_unless_the_landing_page_is_chosen() {
        let page = |text: &str| {
            let form = ProviderForm { front_page: text.into(), ..ProviderForm::made_up() };
            form.read().map(|provider| provider.front_page)
        };
        assert_eq!(page(""), Ok(FrontPage::Login));
        assert_eq!(page("login"), Ok(FrontPage::Login));
        assert_eq!(page("landing"), Ok(FrontPage::Landing));
        let refused = page("dashboard").unwrap_err();
        assert_eq!((refused[0].field.as_str(), refused[0].key), ("frontPage", ErrorKey::InvalidChoice));
    }

    #[test]
    fn stored_settings_are_read_back() {
        let form = ProviderForm::made_up();
        let stored = serde_json::to_string(&form).unwrap();
        assert_eq!(serde_json::from_str::<ProviderForm>(&stored).unwrap(), form);
    }

    #[test]
    fn settings_from_before_the_waiting_time_have_the_usual_one() {
        let mut stored = serde_json::to_value(ProviderForm::made_up()).unwrap();
        stored.as_object_mut().unwrap().remove("waitingMinutes");
        let form: ProviderForm = serde_json::from_value(stored).unwrap();
        assert_eq!(form.read().unwrap().waiting_minutes, 15);
    }

    #[test]
    fn a_bill_waits_a_minute_at_least_and_a_day_at_most() {
        let form =
            |minutes: &str| ProviderForm { waiting_minutes: minutes.into(), ..ProviderForm::made_up() };
        let read = |minutes: &str| {
            let fault =
                |problems: Vec<Problem>| problems.into_iter().map(|one| (one.field, one.key)).collect();
            form(minutes).read_new().map(|provider| provider.waiting_minutes).map_err(fault)
        };
        assert_eq!((read("1"), read("1440")), (Ok(1), Ok(1440)));
        assert_eq!(form("0").read().unwrap().waiting_minutes, 1, "stored before there was a least");
        let refused = |key| Err(vec![("waitingMinutes".to_owned(), key)]);
        assert_eq!(read(""), refused(ErrorKey::Required));
        assert_eq!(read("0"), refused(ErrorKey::OutOfRange));
        assert_eq!(read("1441"), refused(ErrorKey::OutOfRange));
        assert_eq!(read("-1"), refused(ErrorKey::OutOfRange));
        assert_eq!(read("1.5"), refused(ErrorKey::InvalidNumber));
    }

    #[test]
    fn every_fault_is_reported_at_once() {
        let problems = ProviderForm::default().read().unwrap_err();
        for field in
            ["name", "businessId", "vatNumber", "iban", "bic", "email", "bankAgreement", "waitingMinutes"]
        {
            let of_field = problems.iter().find(|problem| problem.field == field);
            assert_eq!(of_field.map(|problem| problem.key), Some(ErrorKey::Required), "{field}");
        }
        let mut wrong = ProviderForm::made_up();
        wrong.iban = "FI21 1234 5600 0007 86".into();
        wrong.operator = "unknown".into();
        wrong.accident_policy = String::new();
        wrong.prices.service_percent = "101".into();
        wrong.prices.accident_insurance_by_profession = [("53221".into(), "-1".into())].into();
        let problems = wrong.read().unwrap_err();
        let found: Vec<_> = problems.iter().map(|problem| (problem.field.as_str(), problem.key)).collect();
        let expected = [
            ("iban", ErrorKey::InvalidIban),
            ("operator", ErrorKey::InvalidChoice),
            ("accidentPolicy", ErrorKey::Required),
            ("prices.servicePercent", ErrorKey::OutOfRange),
            ("prices.accidentInsuranceByProfession.53221", ErrorKey::OutOfRange),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn what_a_provider_may_do_without() {
        let mut form = ProviderForm::made_up();
        for field in [&mut form.einvoice_address, &mut form.operator, &mut form.pension_provider] {
            field.clear();
        }
        for field in [&mut form.pension_policy, &mut form.accident_provider, &mut form.accident_policy] {
            field.clear();
        }
        let provider = form.read().unwrap();
        assert!(provider.seller.e_invoice.is_none() && provider.policies.is_none());
    }
}
