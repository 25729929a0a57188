//! Late receipts: found after their bill was sent, and paid out with a later salary.
//!
//! DRAFT → WAITING → APPROVED or REFUSED. An approved one is claimed by the next salary that it fits into
//! ([`crate::payroll::PayableReceipt`]); until a run with that salary is approved, the approval can be undone.

use liksa_money::Money;
use liksa_rates::StatutoryFigures;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::bill::{Bill, BillState, ExpenseClass, ExpenseKind, Row};
use crate::ids::RowId;
use crate::named::named;
use crate::problem::{ErrorKey, Problem};
use crate::reading::{NumberText, Reader};

pub const LONGEST_NOTE: usize = 500;
pub const LONGEST_REFUSAL: usize = 1000;

named! {
    /// How far a late receipt has come.
    LateReceiptState {
        /// Its files are being attached; only its worker sees it.
        Draft = "DRAFT",
        /// A clerk has to decide.
        Waiting = "WAITING",
        /// Paid with the next salary that it fits into.
        Approved = "APPROVED",
        Refused = "REFUSED",
    }
}

/// What a worker asks to be repaid, beside the files that show it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LateClaim {
    /// The work that the cost was for.
    pub row: RowId,
    pub kind: ExpenseKind,
    pub class: ExpenseClass,
    /// VAT included, as it was paid.
    pub amount: Money,
    pub note: String,
}

impl LateClaim {
    /// All VAT that is in the amount.
    pub fn most_vat(&self) -> Money {
        self.amount.share_included(self.class.rate()).unwrap_or_default()
    }
}

/// A late receipt as the client sends it.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LateReceiptBody)]
pub struct LateClaimBody {
    /// The row of the sent bill that the cost was for.
    pub row_id: Option<RowId>,
    /// Kind and VAT class, by the name that the amount would have in the row, such as `hotelcost_alv135`.
    pub field: Option<String>,
    /// VAT included.
    pub amount: Option<NumberText>,
    pub note: Option<String>,
    /// The version that is changed; not needed for a new one. Without it the present one is written anew.
    pub version: Option<i64>,
}

impl LateClaimBody {
    /// What is claimed for this row, by the rules of the receipts of rows.
    pub fn read(&self, law: &StatutoryFigures, row: &Row) -> Result<LateClaim, Vec<Problem>> {
        let mut reader = Reader::default();
        let place = |name: &str| {
            let classes =
                ExpenseKind::ALL.into_iter().flat_map(|kind| ExpenseClass::ALL.map(|class| (kind, class)));
            classes.into_iter().find(|(kind, class)| kind.field(*class) == name)
        };
        reader.require("field", self.field.as_deref());
        let place = reader.choice("field", self.field.as_deref(), place);
        reader.require("amount", self.amount.as_deref());
        let amount = reader.money("amount", self.amount.as_deref());
        let wrong = amount.is_some_and(|amount| !amount.is_positive() || amount.cents().is_none());
        reader.refuse_if(wrong, "amount", ErrorKey::InvalidNumber);
        let note = reader.text("note", self.note.as_deref(), LONGEST_NOTE);
        if let Some((kind, class)) = place {
            let dated = row.date.and_then(|date| Some((law.for_date(date).ok()?, date)));
            let illegal = dated.is_some_and(|(rates, date)| !rates.vat.is_legal(class.rate(), date));
            reader.refuse_if(illegal, "field", kind.illegal_vat(class));
        }
        let claim = row.id.zip(place).zip(amount).map(|((row, (kind, class)), amount)| LateClaim {
            row,
            kind,
            class,
            amount,
            note,
        });
        reader.finish(claim)
    }
}

/// Whether a receipt may be claimed for a bill: only when its customer has it, and as long as it stands.
pub fn may_be_claimed_for(bill: &Bill) -> Result<(), ErrorKey> {
    let stands = matches!(bill.state, BillState::Closed | BillState::Paid) && !bill.is_credit_note;
    if stands { Ok(()) } else { Err(ErrorKey::LateReceiptNotForBill) }
}

/// What is deducted of a receipt that a clerk finds to be a VAT invoice to the provider.
pub fn read_late_vat(claim: &LateClaim, vat: Option<&str>) -> Result<Option<Money>, Vec<Problem>> {
    let mut reader = Reader::default();
    let vat = reader.money("vat", vat);
    let most = claim.most_vat();
    let fits = |vat: Money| vat.is_positive() && vat <= most && vat.cents().is_some();
    reader.refuse_if(vat.is_some_and(|vat| !fits(vat)), "vat", ErrorKey::OutOfRange);
    reader.finish(Some(vat))
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;
    use jiff::civil::date;
    use liksa_money::Rate;

    use super::*;
    use crate::ids::Id;

    fn money(text: &str) -> Money {
        text.parse().unwrap()
    }

    fn read(field: &str, amount: &str) -> Result<LateClaim, Vec<(String, ErrorKey)>> {
        let row = Row {
            id: Some(RowId::new(Timestamp::UNIX_EPOCH, [1; 10])),
            ..Row::empty(date(2026, 11, 2), Rate::from_millionths(255_000))
        };
        let body = LateClaimBody {
            row_id: row.id,
            field: Some(field.into()),
            amount: Some(amount.into()),
            note: Some(" Löytyi takin taskusta ".into()),
            version: None,
        };
        let found = body.read(StatutoryFigures::shipped(), &row);
        found.map_err(|problems| problems.into_iter().map(|one| (one.field, one.key)).collect())
    }

    #[test]
    fn a_claim_follows_the_rules_of_receipts_of_rows() {
        let claim = read("hotelcost_alv135", "113.50").unwrap();
        assert_eq!((claim.kind, claim.class), (ExpenseKind::Hotel, ExpenseClass::Vat13Half));
        assert_eq!((claim.amount, claim.most_vat()), (money("113.50"), money("13.50")));
        assert_eq!(claim.note, "Löytyi takin taskusta");
        let refused = |field: &str, key| Err(vec![(field.to_owned(), key)]);
        for wrong in ["0", "-1", "1.005"] {
            assert_eq!(read("othercost", wrong), refused("amount", ErrorKey::InvalidNumber), "{wrong}");
        }
        assert_eq!(read("othercost", ""), refused("amount", ErrorKey::Required));
        assert_eq!(read("alvPrice", "1"), refused("field", ErrorKey::InvalidChoice));
        assert_eq!(
            read("othercost_alv24", "1"),
            refused("field", ErrorKey::OtherReceiptVat24),
            "there was no such VAT on the day of the work"
        );
    }

    #[test]
    fn only_a_sent_bill_that_stands_takes_a_late_receipt() {
        for state in BillState::ALL {
            let bill = Bill { state: *state, ..Bill::default() };
            let stands = matches!(state, BillState::Closed | BillState::Paid);
            assert_eq!(may_be_claimed_for(&bill).is_ok(), stands, "{state:?}");
            let note = Bill { is_credit_note: true, ..bill };
            assert_eq!(may_be_claimed_for(&note), Err(ErrorKey::LateReceiptNotForBill));
        }
    }

    #[test]
    fn no_more_vat_is_deducted_than_the_receipt_has() {
        let claim = read("othercost_alv255", "125.50").unwrap();
        let keys = |vat| read_late_vat(&claim, vat).map_err(|problems| problems[0].key);
        assert_eq!(keys(None), Ok(None));
        assert_eq!(keys(Some("25.50")), Ok(Some(money("25.50"))));
        for wrong in ["25.51", "0", "-1", "1.005"] {
            assert_eq!(keys(Some(wrong)), Err(ErrorKey::OutOfRange), "{wrong}");
        }
        let without = read("othercost", "10").unwrap();
        assert!(read_late_vat(&without, Some("0.01")).is_err());
    }
}
