use jiff::Timestamp;
use liksa_domain::customer::{CustomerDetails, CustomerEntry, PartyRole, PersonalIdChange, SendMethod};
use liksa_domain::ids::{CustomerId, Id};
use uuid::Uuid;

/// The company Kulttuuritalo Oy by default.
pub fn customer() -> CustomerBuilder {
    let random = *Uuid::new_v4().as_bytes().first_chunk::<10>().expect("sixteen bytes");
    let details = CustomerDetails {
        name: "Kulttuuritalo Oy".into(),
        role: PartyRole::Company,
        organization: String::new(),
        business_id: "2077474-0".into(),
        vat_number: String::new(),
        einvoice_address: "003720774740".into(),
        operator: "003723327487".into(),
        send_method: SendMethod::EInvoice,
        payment_days: 14,
        term_agreed: true,
        reference: String::new(),
        address: "Sturenkatu 4".into(),
        postal_code: "00510".into(),
        city: "Helsinki".into(),
        country: "FIN".into(),
        phone: "0401234567".into(),
        email: "laskut@kulttuuritalo.example".into(),
        email2: String::new(),
        cost_units: vec![],
        people: vec![],
    };
    CustomerBuilder {
        id: CustomerId::new(Timestamp::UNIX_EPOCH, random),
        entry: CustomerEntry { details, personal_id: PersonalIdChange::Remove },
    }
}

pub struct CustomerBuilder {
    id: CustomerId,
    entry: CustomerEntry,
}

impl CustomerBuilder {
    pub fn named(mut self, name: &str) -> Self {
        self.entry.details.name = name.into();
        self
    }

    /// Sets the business id: two companies of one test need different ones.
    pub fn business_id(mut self, id: &str) -> Self {
        self.entry.details.business_id = id.into();
        self
    }

    /// A private person, billed by e-mail.
    pub fn individual(mut self, name: &str) -> Self {
        let details = &mut self.entry.details;
        details.name = name.into();
        details.role = PartyRole::Individual;
        details.send_method = SendMethod::Email;
        details.business_id = String::new();
        details.einvoice_address = String::new();
        details.operator = String::new();
        details.term_agreed = false;
        self.entry.personal_id = PersonalIdChange::Keep;
        self
    }

    pub fn personal_id(mut self, id: &str) -> Self {
        self.entry.personal_id = PersonalIdChange::Set(id.parse().expect("a personal id"));
        self
    }

    pub fn with(mut self, change: impl FnOnce(&mut CustomerDetails)) -> Self {
        change(&mut self.entry.details);
        self
    }

    pub fn build(self) -> (CustomerId, CustomerEntry) {
        (self.id, self.entry)
    }
}
