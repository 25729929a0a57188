//! Tax cards: sent in, read by somebody, replaced by the next.

use jiff::Timestamp;
use liksa_domain::ids::{FileId, Id, PersonId, TaxCardId};
use liksa_domain::tax_card::{CardTerms, TaxCardState};
use liksa_money::Rate;
use sqlx::FromRow;
use uuid::Uuid;

use crate::db::{Store, Tx, on};
use crate::error::{StoreError, StoreResult, exactly_one};
use crate::pay_facts::CardRow;
use crate::time::{date_text, from_micros, to_micros};

/// A card whose figures are known from elsewhere than a file.
pub struct NewTaxCard<'a> {
    pub id: TaxCardId,
    pub person: PersonId,
    pub terms: &'a CardTerms,
    pub at: Timestamp,
}

/// A card as it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredTaxCard {
    pub id: TaxCardId,
    pub person: PersonId,
    pub state: TaxCardState,
    pub has_file: bool,
    /// None until somebody has read them off the file.
    pub terms: Option<CardTerms>,
    pub made_at: Timestamp,
    pub handled_at: Option<Timestamp>,
}

#[derive(FromRow)]
struct TaxCardRow {
    id: Uuid,
    person_id: Uuid,
    state: String,
    has_file: bool,
    #[sqlx(flatten)]
    terms: CardRow,
    made_at: i64,
    handled_at: Option<i64>,
}

pub const TAX_CARDS_OF: &str = "SELECT id, person_id, state, file_id IS NOT NULL AS has_file, base_rate, ceiling, \
     additional_rate, valid_from, made_at, handled_at FROM tax_card WHERE person_id = $1 \
     ORDER BY COALESCE(valid_from, '9999'), handled_at, id";

impl Store {
    /// The cards of a person: what waits first, then the newest.
    pub async fn tax_cards_of(&self, person: PersonId) -> StoreResult<Vec<StoredTaxCard>> {
        let rows: Vec<TaxCardRow> = on!(self.reads(), c => sqlx::query_as(TAX_CARDS_OF)
            .bind(person.uuid())
            .fetch_all(c).await)?;
        rows.into_iter().rev().map(TaxCardRow::into_card).collect()
    }
}

/// The card that a person sent last, with the name of the file where it came as one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewestTaxCard {
    pub card: StoredTaxCard,
    pub file_name: Option<String>,
}

#[derive(FromRow)]
struct NewestTaxCardRow {
    #[sqlx(flatten)]
    card: TaxCardRow,
    file_name: Option<String>,
}

pub const NEWEST_TAX_CARD: &str = "SELECT t.id, t.person_id, t.state, t.file_id IS NOT NULL AS has_file, \
     t.base_rate, t.ceiling, t.additional_rate, t.valid_from, t.made_at, t.handled_at, f.name AS file_name \
     FROM tax_card t LEFT JOIN file f ON f.id = t.file_id \
     WHERE t.person_id = $1 ORDER BY t.made_at DESC, t.state = 'REPLACED', t.id DESC LIMIT 1";

impl Store {
    pub async fn newest_tax_card(&self, person: PersonId) -> StoreResult<Option<NewestTaxCard>> {
        let row: Option<NewestTaxCardRow> = on!(self.reads(), c => sqlx::query_as(NEWEST_TAX_CARD)
            .bind(person.uuid())
            .fetch_optional(c).await)?;
        let named = |row: NewestTaxCardRow| {
            Ok(NewestTaxCard { card: row.card.into_card()?, file_name: row.file_name })
        };
        row.map(named).transpose()
    }
}

/// A card with the name of whose it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TaxCardOfPerson {
    pub card: StoredTaxCard,
    pub name: String,
}

#[derive(FromRow)]
struct TaxCardOfPersonRow {
    #[sqlx(flatten)]
    card: TaxCardRow,
    name: String,
}

/// The cards in one state: what came first is handled first.
pub const TAX_CARDS: &str = "SELECT t.id, t.person_id, t.state, t.file_id IS NOT NULL AS has_file, t.base_rate, \
     t.ceiling, t.additional_rate, t.valid_from, t.made_at, t.handled_at, \
     p.first_name || ' ' || p.last_name AS name FROM tax_card t JOIN person p ON p.id = t.person_id \
     WHERE t.state = $1 AND t.id > $2 ORDER BY t.id LIMIT $3";

impl Store {
    pub async fn tax_cards(
        &self,
        state: TaxCardState,
        after: Option<TaxCardId>,
        limit: i64,
    ) -> StoreResult<Vec<TaxCardOfPerson>> {
        let rows: Vec<TaxCardOfPersonRow> = on!(self.reads(), c => sqlx::query_as(TAX_CARDS)
            .bind(state.name())
            .bind(after.map_or(Uuid::nil(), Id::uuid))
            .bind(limit)
            .fetch_all(c).await)?;
        let named =
            |row: TaxCardOfPersonRow| Ok(TaxCardOfPerson { card: row.card.into_card()?, name: row.name });
        rows.into_iter().map(named).collect()
    }

    pub async fn tax_card(&self, id: TaxCardId) -> StoreResult<Option<StoredTaxCard>> {
        let row: Option<TaxCardRow> = on!(self.reads(), c => sqlx::query_as(
                "SELECT id, person_id, state, file_id IS NOT NULL AS has_file, base_rate, ceiling, \
                 additional_rate, valid_from, made_at, handled_at FROM tax_card WHERE id = $1")
            .bind(id.uuid())
            .fetch_optional(c).await)?;
        row.map(TaxCardRow::into_card).transpose()
    }

    /// The file of a card; of a person's newest card that has one, where no card is named.
    pub async fn tax_card_file(
        &self,
        person: PersonId,
        id: Option<TaxCardId>,
    ) -> StoreResult<Option<FileId>> {
        let found: Option<(Uuid,)> = on!(self.reads(), c => sqlx::query_as(
                "SELECT file_id FROM tax_card WHERE person_id = $1 AND file_id IS NOT NULL \
                 AND ($2 OR id = $3) ORDER BY id DESC LIMIT 1")
            .bind(person.uuid())
            .bind(id.is_none())
            .bind(id.map_or(Uuid::nil(), Id::uuid))
            .fetch_optional(c).await)?;
        Ok(found.map(|(file,)| FileId::from_uuid(file)))
    }
}

/// A card as its owner sent it.
pub struct SentTaxCard {
    pub id: TaxCardId,
    pub person: PersonId,
    pub file: FileId,
    pub at: Timestamp,
}

/// What became of the figures that somebody read off a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Handled {
    Done,
    /// The person sent another card meanwhile.
    Replaced,
}

impl Tx {
    /// Puts the card where it waits to be handled. One that still waited is not needed any more.
    pub async fn send_tax_card(&mut self, sent: &SentTaxCard) -> StoreResult<()> {
        on!(self.conn(), c => sqlx::query(
                "UPDATE tax_card SET state = 'REPLACED' WHERE person_id = $1 AND state = 'WAITING'")
            .bind(sent.person.uuid())
            .execute(c).await.map(drop))?;
        let rows = on!(self.conn(), c => sqlx::query(
                "INSERT INTO tax_card (id, person_id, state, file_id, made_at) \
                 VALUES ($1, $2, 'WAITING', $3, $4)")
            .bind(sent.id.uuid())
            .bind(sent.person.uuid())
            .bind(sent.file.uuid())
            .bind(to_micros(sent.at))
            .execute(c).await.map(|done| done.rows_affected()))?;
        exactly_one(rows)
    }

    /// Writes the figures of a card, also of one that was handled before and turned out wrong.
    pub async fn handle_tax_card(
        &mut self,
        card: &StoredTaxCard,
        terms: &CardTerms,
        by: PersonId,
        at: Timestamp,
    ) -> StoreResult<Handled> {
        let rows = on!(self.conn(), c => sqlx::query(
                "UPDATE tax_card SET state = CASE WHEN state = 'WAITING' THEN 'REPLACED' ELSE state END, \
                 base_rate = $2, ceiling = $3, additional_rate = $4, valid_from = $5, handled_by = $6, \
                 handled_at = $7 WHERE id = $1 AND (state = 'WAITING' OR base_rate IS NOT NULL)")
            .bind(card.id.uuid())
            .bind(terms.base_rate.millionths())
            .bind(terms.above.map(|above| above.ceiling.units()))
            .bind(terms.above.map(|above| Rate::millionths(above.rate)))
            .bind(date_text(terms.valid_from))
            .bind(by.uuid())
            .bind(to_micros(at))
            .execute(c).await.map(|done| done.rows_affected()))?;
        if rows == 0 {
            return Ok(Handled::Replaced);
        }
        self.put_newest_card_in_use(card.person).await?;
        Ok(Handled::Done)
    }
}

impl TaxCardRow {
    fn into_card(self) -> StoreResult<StoredTaxCard> {
        Ok(StoredTaxCard {
            id: TaxCardId::from_uuid(self.id),
            person: PersonId::from_uuid(self.person_id),
            state: TaxCardState::from_name(&self.state).ok_or(StoreError::Corrupt("tax card state"))?,
            has_file: self.has_file,
            terms: self.terms.into_terms()?,
            made_at: from_micros(self.made_at)?,
            handled_at: self.handled_at.map(from_micros).transpose()?,
        })
    }
}

impl Tx {
    pub async fn insert_tax_card(&mut self, new: &NewTaxCard<'_>) -> StoreResult<()> {
        let terms = new.terms;
        let rows = on!(self.conn(), c => sqlx::query(
                "INSERT INTO tax_card (id, person_id, state, base_rate, ceiling, additional_rate, valid_from, \
                 made_at, handled_at) VALUES ($1, $2, 'REPLACED', $3, $4, $5, $6, $7, $7)")
            .bind(new.id.uuid())
            .bind(new.person.uuid())
            .bind(terms.base_rate.millionths())
            .bind(terms.above.map(|above| above.ceiling.units()))
            .bind(terms.above.map(|above| Rate::millionths(above.rate)))
            .bind(date_text(terms.valid_from))
            .bind(to_micros(new.at))
            .execute(c).await.map(|done| done.rows_affected()))?;
        exactly_one(rows)?;
        self.put_newest_card_in_use(new.person).await
    }

    /// Of the cards that were handled the newest is the one in use. A card whose day has not come yet is in use
    /// too: which one a salary is taxed by is told by its payday, not by this.
    async fn put_newest_card_in_use(&mut self, person: PersonId) -> StoreResult<()> {
        on!(self.conn(), c => sqlx::query(
                "UPDATE tax_card SET state = 'REPLACED' WHERE person_id = $1 AND state = 'IN_USE'")
            .bind(person.uuid())
            .execute(c).await.map(drop))?;
        on!(self.conn(), c => sqlx::query(
                "UPDATE tax_card SET state = 'IN_USE' WHERE id = (SELECT id FROM tax_card \
                 WHERE person_id = $1 AND base_rate IS NOT NULL \
                 ORDER BY valid_from DESC, handled_at DESC, id DESC LIMIT 1)")
            .bind(person.uuid())
            .execute(c).await.map(drop))?;
        Ok(())
    }
}
