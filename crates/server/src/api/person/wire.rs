//! One's own account on the wire, by the names of the specification.

use liksa_actions::people;
use liksa_domain::account::Notices;
use liksa_domain::account::profile::OwnAccount;
use liksa_domain::ids::PersonId;
use liksa_domain::person::{Language, Role, WorkerType};
use liksa_domain::worker_facts::{WorkerFacts, masked_personal_id};
use liksa_money::Rate;
use liksa_store::NewestTaxCard;
use serde::Serialize;
use utoipa::ToSchema;

use crate::api::provider::workers::TaxCardOnWire;
use crate::api::wire::User;
use crate::app::App;
use crate::http::error::ApiResult;

/// One's own account.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Profile {
    id: PersonId,
    /// The same as `email`.
    username: String,
    email: String,
    /// Whether a link mailed to it was opened; see `POST /api/person/email`.
    email_confirmed: bool,
    first_name: String,
    last_name: String,
    full_name: String,
    language: Language,
    role: Role,
    #[schema(required)]
    roles: Vec<Role>,
    /// Where true, the name is the one that the bank gave, and cannot be changed here.
    strong_identified: bool,
    /// Goes back with the next save.
    version: i64,
    phone: String,
    marketingname: String,
    address: String,
    postalcode: String,
    city: String,
    /// Three letters.
    country: String,
    #[schema(required)]
    profession_code: Option<String>,
    /// In groups of four; null where there is none.
    #[schema(required)]
    iban: Option<String>,
    #[schema(required)]
    bic: Option<String>,
    /// With its end hidden.
    #[schema(required)]
    personal_id: Option<String>,
    has_picture: bool,
    /// When the removal of the account was asked for, by ISO 8601.
    #[schema(required)]
    deletion_requested_at: Option<String>,
    notifications: Notices,
    person_settings: OwnSettings,
    /// The tax card that came last, and its state; null where there is none.
    #[schema(required)]
    newest_tax_card: Option<OwnTaxCard>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnTaxCard {
    #[serde(flatten)]
    card: TaxCardOnWire,
    /// As it was sent; null where the card did not come as a file.
    #[schema(required)]
    file_name: Option<String>,
}

impl From<NewestTaxCard> for OwnTaxCard {
    fn from(newest: NewestTaxCard) -> Self {
        Self { card: newest.card.into(), file_name: newest.file_name }
    }
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnSettings {
    worker_type: WorkerType,
    /// Of the card in use, as a fraction; null where there is none.
    #[schema(required)]
    taxpercent: Option<Rate>,
    /// Whether a tax card is in use today.
    tax_card: bool,
    primary_work: String,
    disable_address_search: bool,
    /// Whether the person is under the duty to insure by YEL, as agreed with payroll.
    yel_insured: bool,
    /// Whether YEL is paid out of the salaries, as agreed with payroll.
    pay_yel_through_service: bool,
}

impl Profile {
    pub async fn read(app: &App, person: PersonId) -> ApiResult<Self> {
        let account = people::own_account(&app.store, person).await?;
        let facts = app.store.worker_facts(person, app.clock.today()).await?;
        let newest_card = app.store.newest_tax_card(person).await?;
        Ok(Self::new(&account, &facts, newest_card))
    }

    fn new(account: &OwnAccount, facts: &WorkerFacts, newest_card: Option<NewestTaxCard>) -> Self {
        let (user, profile) = (User::new(&account.person, None), &account.profile);
        Self {
            id: user.id,
            username: user.username,
            email: user.email,
            email_confirmed: account.email_confirmed,
            first_name: user.first_name,
            last_name: user.last_name,
            full_name: user.full_name,
            language: user.language,
            role: user.role,
            roles: user.roles,
            strong_identified: user.strong_identified,
            version: account.version,
            phone: profile.phone.clone(),
            marketingname: profile.marketing_name.clone(),
            address: profile.address.clone(),
            postalcode: account.postal_code.clone(),
            city: profile.city.clone(),
            country: profile.country.clone(),
            profession_code: account.profession_code.clone(),
            iban: profile.iban.as_ref().map(ToString::to_string),
            bic: profile.bic.as_ref().map(ToString::to_string),
            personal_id: profile.personal_id.as_ref().map(masked_personal_id),
            has_picture: account.picture.is_some(),
            deletion_requested_at: account.deletion_requested_at.map(|at| at.to_string()),
            notifications: account.notices,
            person_settings: OwnSettings {
                worker_type: user.person_settings.worker_type,
                taxpercent: facts.tax_card.map(|card| card.base_rate),
                tax_card: facts.tax_card.is_some(),
                primary_work: account.primary_work.clone(),
                disable_address_search: account.disable_address_search,
                yel_insured: facts.yel_insured,
                pay_yel_through_service: facts.pay_yel_through_service,
            },
            newest_tax_card: newest_card.map(OwnTaxCard::from),
        }
    }
}
