//! VAT of receipts that the provider deducts: a receipt that is a full VAT invoice to the provider, as a clerk finds when
//! reviewing the bill. What the worker is repaid does not depend on it.
//!
//! By class: a receipt without VAT has none to deduct; of all others at most the VAT that their class has in it. Whether
//! a cost is one whose VAT may not be deducted, such as entertainment, the clerk sees from the receipt and leaves it.

use liksa_money::{Money, MoneyError};
use serde::Deserialize;
use utoipa::ToSchema;

use super::{ExpenseClass, ExpenseKind};
use crate::ids::RowId;
use crate::problem::{ErrorKey, Problem};
use crate::reading::{NumberText, Reader};

/// The receipts of one kind and class of a row, and the VAT that is deducted of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReceiptVat {
    pub row: RowId,
    pub kind: ExpenseKind,
    pub class: ExpenseClass,
    /// With VAT, as it was paid.
    pub amount: Money,
    /// None where nothing is deducted.
    pub vat: Option<Money>,
}

impl ReceiptVat {
    /// All VAT that is in the amount.
    pub fn most(&self) -> Result<Money, MoneyError> {
        self.amount.share_included(self.class.rate())
    }

    /// Whether there is VAT that could be deducted.
    pub fn has_vat(&self) -> bool {
        !self.class.rate().is_zero() && self.amount.is_positive()
    }
}

/// What is deducted of the receipts of one kind and class of a row.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReceiptVatBody {
    pub row_id: Option<RowId>,
    /// The name of the amount in the row, such as `hotelcost_alv135`.
    pub field: Option<String>,
    /// Null where they are no VAT invoice to the provider.
    pub vat: Option<NumberText>,
}

/// The receipts that the bodies are about, with what is deducted of each from now on.
pub fn read_receipt_vat(
    bodies: &[ReceiptVatBody],
    receipts: &[ReceiptVat],
) -> Result<Vec<ReceiptVat>, Vec<Problem>> {
    let mut problems = vec![];
    let mut changed = vec![];
    for (place, body) in bodies.iter().enumerate() {
        let mut reader = Reader::within(format!("receipts[{place}]"));
        let named = |one: &&ReceiptVat| {
            Some(one.row) == body.row_id && Some(one.kind.field(one.class)) == body.field && one.has_vat()
        };
        let found = receipts.iter().find(named);
        reader.refuse_if(found.is_none(), "field", ErrorKey::InvalidChoice);
        let vat = reader.money("vat", body.vat.as_deref());
        if let Some(found) = found {
            let most = found.most().unwrap_or_default();
            let fits = |vat: Money| vat.is_positive() && vat <= most && vat.cents().is_some();
            reader.refuse_if(vat.is_some_and(|vat| !fits(vat)), "vat", ErrorKey::OutOfRange);
            changed.push(ReceiptVat { vat, ..found.clone() });
        }
        problems.extend(reader.into_problems());
    }
    if problems.is_empty() { Ok(changed) } else { Err(problems) }
}

/// The receipts of one kind and class of a bill of which VAT is deducted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DeductedReceipts {
    /// With VAT, as they were paid.
    pub amount: Money,
    pub vat: Money,
    /// How much of the amount credit notes have taken back.
    pub credited: Money,
}

/// The VAT that stays deducted: of each kind and class the share that was not credited. Credited part by part, all of it
/// is taken back to the cent, since each part takes the difference between what stayed before and what stays after it.
pub fn deducted_vat_left(receipts: &[DeductedReceipts]) -> Result<Money, MoneyError> {
    let mut sum = Money::ZERO;
    for DeductedReceipts { amount, vat, credited } in receipts.iter().filter(|one| one.amount.is_positive()) {
        let left = amount.minus(*credited)?.max(Money::ZERO);
        sum = sum.plus(vat.fraction(left.units(), amount.units())?)?;
    }
    Ok(sum)
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

    use super::*;
    use crate::ids::Id;

    fn money(text: &str) -> Money {
        text.parse().unwrap()
    }

    fn receipt(class: ExpenseClass, amount: &str, vat: Option<&str>) -> ReceiptVat {
        let row = RowId::new(Timestamp::UNIX_EPOCH, [1; 10]);
        ReceiptVat { row, kind: ExpenseKind::Other, class, amount: money(amount), vat: vat.map(money) }
    }

    #[test]
    fn no_more_vat_is_deducted_than_the_receipt_has() {
        let receipts =
            [receipt(ExpenseClass::Vat25Half, "125.50", None), receipt(ExpenseClass::Zero, "30", None)];
        let read = |field: &str, vat: Option<&str>| {
            let body = ReceiptVatBody {
                row_id: Some(receipts[0].row),
                field: Some(field.into()),
                vat: vat.map(Into::into),
            };
            let keys =
                |problems: Vec<Problem>| problems.into_iter().map(|one| (one.field, one.key)).collect();
            read_receipt_vat(&[body], &receipts)
                .map(|changed| changed[0].vat)
                .map_err(|problems| -> Vec<(String, ErrorKey)> { keys(problems) })
        };
        assert_eq!(read("othercost_alv255", Some("25.50")), Ok(Some(money("25.50"))));
        assert_eq!(read("othercost_alv255", Some("12")), Ok(Some(money("12"))), "a part of the receipts");
        assert_eq!(read("othercost_alv255", None), Ok(None));
        let refused = |field: &str, key| Err(vec![(format!("receipts[0].{field}"), key)]);
        for wrong in ["25.51", "0", "-1", "1.005"] {
            assert_eq!(
                read("othercost_alv255", Some(wrong)),
                refused("vat", ErrorKey::OutOfRange),
                "{wrong}"
            );
        }
        assert_eq!(read("othercost", Some("1")), refused("field", ErrorKey::InvalidChoice));
        assert_eq!(read("hotelcost_alv255", Some("1")), refused("field", ErrorKey::InvalidChoice));
    }

    #[test]
    fn what_is_credited_takes_its_vat_back() {
        let left = |of_each: &[(&str, &str, &str)]| {
            let receipts: Vec<_> = of_each
                .iter()
                .map(|(amount, vat, credited)| DeductedReceipts {
                    amount: money(amount),
                    vat: money(vat),
                    credited: money(credited),
                })
                .collect();
            deducted_vat_left(&receipts).unwrap()
        };
        assert_eq!(left(&[]), Money::ZERO);
        assert_eq!(left(&[("125.50", "25.50", "0"), ("114", "14", "57")]), money("32.50"));
        assert_eq!(left(&[("125.50", "25.50", "125.50"), ("114", "14", "114")]), Money::ZERO);
        assert_eq!(left(&[("10", "2.03", "100")]), Money::ZERO, "never more than was deducted");
        // Three parts of a receipt, which do not divide its VAT evenly.
        let stays = ["0", "33.33", "66.66", "100"].map(|credited| left(&[("100", "20.32", credited)]));
        assert_eq!(stays, ["20.32", "13.55", "6.77", "0"].map(money));
    }
}
