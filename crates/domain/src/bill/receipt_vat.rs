//! VAT of receipts that the provider deducts: a receipt that is a full VAT invoice to the provider, as a clerk finds when
//! reviewing the bill. What the worker is repaid does not depend on it.
//!
//! By class: a receipt without VAT has none to deduct; of all others at most the VAT that their class has in it. Whether
//! a cost is one whose VAT may not be deducted, such as entertainment, the clerk sees from the receipt and leaves it.

use liksa_money::{Money, MoneyError};
use serde::Deserialize;
use utoipa::ToSchema;

use super::{ExpenseClass, ExpenseKind, Expenses};
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

/// How much of the VAT that was deducted for a bill is taken back with what was credited of it, a negative amount. Of
/// each kind and class in the share that is credited.
pub fn credited_vat<'a>(
    receipts: &[ReceiptVat],
    credited: impl Iterator<Item = &'a Expenses> + Clone,
) -> Result<Money, MoneyError> {
    let mut sum = Money::ZERO;
    for kind in ExpenseKind::ALL {
        for class in ExpenseClass::ALL {
            let of_place = || receipts.iter().filter(|one| one.kind == kind && one.class == class);
            let paid = Money::sum(of_place().map(|one| one.amount))?;
            let vat = Money::sum(of_place().filter_map(|one| one.vat))?;
            let back = Money::sum(credited.clone().map(|expenses| expenses.get(kind, class)))?;
            if !vat.is_zero() && !paid.is_zero() {
                sum = sum.plus(vat.fraction(back.units(), paid.units())?)?;
            }
        }
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
        let receipts = [
            receipt(ExpenseClass::Vat25Half, "125.50", Some("25.50")),
            receipt(ExpenseClass::Vat14, "114", Some("14")),
        ];
        let mut all = Expenses::default();
        all.set(ExpenseKind::Other, ExpenseClass::Vat25Half, money("-125.50"));
        all.set(ExpenseKind::Other, ExpenseClass::Vat14, money("-114"));
        assert_eq!(credited_vat(&receipts, [&all].into_iter()), Ok(money("-39.50")));
        let mut half = Expenses::default();
        half.set(ExpenseKind::Other, ExpenseClass::Vat14, money("-57"));
        assert_eq!(credited_vat(&receipts, [&half].into_iter()), Ok(money("-7")));
        assert_eq!(credited_vat(&[], [&all].into_iter()), Ok(Money::ZERO));
    }
}
