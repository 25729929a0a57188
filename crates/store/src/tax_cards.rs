//! Tax cards: sent by their owners, handled by clerks, replaced by the next.

use liksa_domain::tax_card::{CardTerms, TaxCardState};

use crate::prelude::*;

/// A card whose figures are known without a file.
pub struct NewTaxCard<'a> {
    pub id: TaxCardId,
    pub person: PersonId,
    pub terms: &'a CardTerms,
    pub at: Timestamp,
}

/// A tax card and its state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredTaxCard {
    pub id: TaxCardId,
    pub person: PersonId,
    pub state: TaxCardState,
    pub has_file: bool,
    /// None until a clerk has read them from the file.
    pub terms: Option<CardTerms>,
    pub made_at: Timestamp,
    pub handled_at: Option<Timestamp>,
}

read_row! { StoredTaxCard { id, person = "person_id", state, has_file, made_at, handled_at } flat { terms } }

/// The newest card of a person, with the name of its file if it has one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewestTaxCard {
    pub card: StoredTaxCard,
    pub file_name: Option<String>,
}

read_row! { NewestTaxCard { file_name } flat { card } }

/// A card with the name of its owner.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TaxCardOfPerson {
    pub card: StoredTaxCard,
    pub name: String,
}

read_row! { TaxCardOfPerson { name } flat { card } }

/// Selects the columns of a card `t`, and what else is named.
macro_rules! select_cards {
    ($more:literal, $end:literal) => {
        concat!(
            "SELECT t.id, t.person_id, t.state, t.file_id IS NOT NULL AS has_file, t.base_rate, t.ceiling, \
             t.additional_rate, t.valid_from, t.made_at, t.handled_at",
            $more,
            " FROM tax_card t ",
            $end
        )
    };
}

pub(crate) const TAX_CARDS_OF: &str = select_cards!(
    "",
    "WHERE t.person_id = $1 ORDER BY COALESCE(t.valid_from, '9999') DESC, t.handled_at DESC, t.id DESC"
);
pub(crate) const NEWEST_TAX_CARD: &str = select_cards!(
    ", f.name AS file_name",
    "LEFT JOIN file f ON f.id = t.file_id \
     WHERE t.person_id = $1 ORDER BY t.made_at DESC, t.state = 'REPLACED', t.id DESC LIMIT 1"
);
pub(crate) const TAX_CARDS: &str = select_cards!(
    ", p.first_name || ' ' || p.last_name AS name",
    "JOIN person p ON p.id = t.person_id WHERE t.state = $1 AND t.id > $2 ORDER BY t.id LIMIT $3"
);

store_methods! {
    pub async fn tax_card(id: TaxCardId) -> Option<StoredTaxCard> = fetch_optional
        select_cards!("", "WHERE t.id = $1");

    /// The cards of a person: what waits first, then the newest.
    pub async fn tax_cards_of(person: PersonId) -> Vec<StoredTaxCard> = fetch_all TAX_CARDS_OF;

    pub async fn newest_tax_card(person: PersonId) -> Option<NewestTaxCard> = fetch_optional NEWEST_TAX_CARD;

    /// The cards in one state, the oldest first.
    pub async fn tax_cards(state: TaxCardState, after: Option<TaxCardId>, limit: i64) -> Vec<TaxCardOfPerson> =
        fetch_all TAX_CARDS => state, after_id(after), limit;

    /// The file of a card; of a person's newest card that has one, where no card is named.
    pub async fn tax_card_file(person: PersonId, id: Option<TaxCardId>) -> Option<FileId> = find_value
        "SELECT file_id FROM tax_card WHERE person_id = $1 AND file_id IS NOT NULL AND ($2 OR id = $3) \
         ORDER BY id DESC LIMIT 1" => person, id.is_none(), after_id(id);
}

/// A card as its owner sent it.
pub struct SentTaxCard {
    pub id: TaxCardId,
    pub person: PersonId,
    pub file: FileId,
    pub at: Timestamp,
}

/// The result of handling a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Handled {
    Done,
    /// The person sent another card meanwhile.
    Replaced,
}

impl Tx {
    /// Adds a card that waits to be handled, in place of one that still waits.
    pub async fn send_tax_card(&mut self, sent: &SentTaxCard) -> StoreResult<()> {
        self.execute(sql!(
            "UPDATE tax_card SET state = 'REPLACED' WHERE person_id = $1 AND state = 'WAITING'"
            => sent.person
        ))
        .await?;
        self.change_one(sql!(
            "INSERT INTO tax_card (id, person_id, state, file_id, made_at) \
             VALUES ($1, $2, 'WAITING', $3, $4)"
            => sent.id, sent.person, sent.file, sent.at
        ))
        .await
    }

    /// Writes the figures of a card, also of one that was handled before and turned out wrong.
    pub async fn handle_tax_card(
        &mut self,
        card: &StoredTaxCard,
        terms: &CardTerms,
        by: PersonId,
        at: Timestamp,
    ) -> StoreResult<Handled> {
        let update = sql!(
            "UPDATE tax_card SET state = CASE WHEN state = 'WAITING' THEN 'REPLACED' ELSE state END, \
             base_rate = $2, ceiling = $3, additional_rate = $4, valid_from = $5, handled_by = $6, \
             handled_at = $7 WHERE id = $1 AND (state = 'WAITING' OR base_rate IS NOT NULL)"
            => card.id, terms.base_rate, terms.above.map(|above| above.ceiling),
               terms.above.map(|above| above.rate), terms.valid_from, by, at
        );
        if !self.try_change(update).await? {
            return Ok(Handled::Replaced);
        }
        self.put_newest_card_in_use(card.person).await?;
        Ok(Handled::Done)
    }

    pub async fn insert_tax_card(&mut self, new: &NewTaxCard<'_>) -> StoreResult<()> {
        let terms = new.terms;
        self.change_one(sql!(
            "INSERT INTO tax_card (id, person_id, state, base_rate, ceiling, additional_rate, valid_from, \
             made_at, handled_at) VALUES ($1, $2, 'REPLACED', $3, $4, $5, $6, $7, $7)"
            => new.id, new.person, terms.base_rate, terms.above.map(|above| above.ceiling),
               terms.above.map(|above| above.rate), terms.valid_from, new.at
        ))
        .await?;
        self.put_newest_card_in_use(new.person).await
    }

    /// Marks the newest of the handled cards as the one in use, also when it is valid from a later day: which card a
    /// salary is taxed by depends on its payday, not on this.
    async fn put_newest_card_in_use(&mut self, person: PersonId) -> StoreResult<()> {
        self.execute(sql!(
            "UPDATE tax_card SET state = 'REPLACED' WHERE person_id = $1 AND state = 'IN_USE'" => person
        ))
        .await?;
        self.run(sql!(
            "UPDATE tax_card SET state = 'IN_USE' WHERE id = (SELECT id FROM tax_card \
             WHERE person_id = $1 AND base_rate IS NOT NULL \
             ORDER BY valid_from DESC, handled_at DESC, id DESC LIMIT 1)"
            => person
        ))
        .await
    }
}
