//! Costs paid by the worker against receipts, by their VAT.

use liksa_money::{Money, MoneyError, Rate};

/// What the money went to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ExpenseKind {
    Hotel,
    Travel,
    Other,
}

/// The VAT that the receipt shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ExpenseClass {
    Zero,
    Vat10,
    Vat13Half,
    Vat14,
    Vat24,
    Vat25Half,
}

impl ExpenseKind {
    pub const ALL: [Self; 3] = [Self::Hotel, Self::Travel, Self::Other];

    /// The name of the amount on the wire: `hotelcost_alv14`.
    pub fn field(self, class: ExpenseClass) -> String {
        let cost = match self {
            Self::Hotel => "hotelcost",
            Self::Travel => "travelcost",
            Self::Other => "othercost",
        };
        format!("{cost}{}", class.suffix())
    }
}

impl ExpenseClass {
    pub const ALL: [Self; 6] =
        [Self::Zero, Self::Vat10, Self::Vat13Half, Self::Vat14, Self::Vat24, Self::Vat25Half];

    pub fn rate(self) -> Rate {
        Rate::from_millionths(match self {
            Self::Zero => 0,
            Self::Vat10 => 100_000,
            Self::Vat13Half => 135_000,
            Self::Vat14 => 140_000,
            Self::Vat24 => 240_000,
            Self::Vat25Half => 255_000,
        })
    }

    fn suffix(self) -> &'static str {
        match self {
            Self::Zero => "",
            Self::Vat10 => "_alv10",
            Self::Vat13Half => "_alv135",
            Self::Vat14 => "_alv14",
            Self::Vat24 => "_alv24",
            Self::Vat25Half => "_alv255",
        }
    }
}

/// The sums of the receipts of a row, VAT included, as they were paid.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Expenses([[Money; 6]; 3]);

impl Expenses {
    pub fn get(&self, kind: ExpenseKind, class: ExpenseClass) -> Money {
        self.0[place_of_kind(kind)][place_of_class(class)]
    }

    pub fn set(&mut self, kind: ExpenseKind, class: ExpenseClass, amount: Money) {
        self.0[place_of_kind(kind)][place_of_class(class)] = amount;
    }

    /// Every amount that is not zero.
    pub fn entries(&self) -> impl Iterator<Item = (ExpenseKind, ExpenseClass, Money)> + '_ {
        let places =
            ExpenseKind::ALL.into_iter().flat_map(|kind| ExpenseClass::ALL.map(|class| (kind, class)));
        places
            .map(|(kind, class)| (kind, class, self.get(kind, class)))
            .filter(|(_, _, amount)| !amount.is_zero())
    }

    pub fn total(&self) -> Result<Money, MoneyError> {
        Money::sum(self.0.iter().flatten().copied())
    }
}

fn place_of_kind(kind: ExpenseKind) -> usize {
    match kind {
        ExpenseKind::Hotel => 0,
        ExpenseKind::Travel => 1,
        ExpenseKind::Other => 2,
    }
}

fn place_of_class(class: ExpenseClass) -> usize {
    match class {
        ExpenseClass::Zero => 0,
        ExpenseClass::Vat10 => 1,
        ExpenseClass::Vat13Half => 2,
        ExpenseClass::Vat14 => 3,
        ExpenseClass::Vat24 => 4,
        ExpenseClass::Vat25Half => 5,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_amount_keeps_to_its_own_field() {
        let mut expenses = Expenses::default();
        let mut expected = 0;
        for kind in ExpenseKind::ALL {
            for class in ExpenseClass::ALL {
                expected += 1;
                expenses.set(kind, class, Money::euros(expected));
            }
        }
        let amounts: Vec<Money> = expenses.entries().map(|(_, _, amount)| amount).collect();
        assert_eq!(amounts, (1..=18).map(Money::euros).collect::<Vec<_>>());
        assert_eq!(expenses.total(), Ok(Money::euros(171)));
    }

    #[test]
    fn fields_are_named_as_on_the_wire() {
        assert_eq!(ExpenseKind::Hotel.field(ExpenseClass::Zero), "hotelcost");
        assert_eq!(ExpenseKind::Travel.field(ExpenseClass::Vat13Half), "travelcost_alv135");
        assert_eq!(ExpenseKind::Other.field(ExpenseClass::Vat25Half), "othercost_alv255");
    }
}
