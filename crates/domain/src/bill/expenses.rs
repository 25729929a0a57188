//! Costs paid by the worker against receipts: one amount for each kind of cost and VAT class.

use std::collections::BTreeMap;
use std::fmt;

use liksa_money::{Money, MoneyError, Rate};
use serde::de::value::MapAccessDeserializer;
use serde::de::{DeserializeSeed, IntoDeserializer, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use utoipa::ToSchema;
use utoipa::openapi::schema::{ObjectBuilder, OneOfBuilder, Schema, Type};
use utoipa::openapi::{Ref, RefOr};

use crate::problem::ErrorKey;
use crate::reading::{NumberText, Reader};

/// What the money was spent on.
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

/// Each kind with its name on the wire, in the order of [`Expenses`].
const KINDS: [(ExpenseKind, &str); 3] = [
    (ExpenseKind::Hotel, "hotelcost"),
    (ExpenseKind::Travel, "travelcost"),
    (ExpenseKind::Other, "othercost"),
];

/// Each class with what follows the kind on the wire and its VAT in millionths, in the order of [`Expenses`].
const CLASSES: [(ExpenseClass, &str, i64); 6] = [
    (ExpenseClass::Zero, "", 0),
    (ExpenseClass::Vat10, "_alv10", 100_000),
    (ExpenseClass::Vat13Half, "_alv135", 135_000),
    (ExpenseClass::Vat14, "_alv14", 140_000),
    (ExpenseClass::Vat24, "_alv24", 240_000),
    (ExpenseClass::Vat25Half, "_alv255", 255_000),
];

impl ExpenseKind {
    pub const ALL: [Self; 3] = [KINDS[0].0, KINDS[1].0, KINDS[2].0];

    /// The name of the amount on the wire: `hotelcost_alv14`.
    pub fn field(self, class: ExpenseClass) -> String {
        format!("{}{}", KINDS[self as usize].1, CLASSES[class as usize].1)
    }

    /// What is wrong with a receipt that has this VAT on a day on which there was none such.
    pub fn illegal_vat(self, class: ExpenseClass) -> ErrorKey {
        match (self, class) {
            (Self::Other, ExpenseClass::Vat24) => ErrorKey::OtherReceiptVat24,
            (Self::Travel, ExpenseClass::Vat24) => ErrorKey::TravelReceiptVat24,
            (Self::Hotel, ExpenseClass::Vat24) => ErrorKey::HotelReceiptVat24,
            (Self::Other, ExpenseClass::Vat14) => ErrorKey::OtherReceiptVat14,
            (Self::Travel, ExpenseClass::Vat14) => ErrorKey::TravelReceiptVat14,
            (Self::Hotel, ExpenseClass::Vat14) => ErrorKey::HotelReceiptVat14,
            (Self::Other, ExpenseClass::Vat10) => ErrorKey::OtherReceiptVat10,
            (Self::Travel, ExpenseClass::Vat10) => ErrorKey::TravelReceiptVat10,
            (Self::Hotel, ExpenseClass::Vat10) => ErrorKey::HotelReceiptVat10,
            (_, ExpenseClass::Zero | ExpenseClass::Vat13Half | ExpenseClass::Vat25Half) => {
                ErrorKey::IllegalVatRate
            }
        }
    }
}

impl ExpenseClass {
    pub const ALL: [Self; 6] =
        [CLASSES[0].0, CLASSES[1].0, CLASSES[2].0, CLASSES[3].0, CLASSES[4].0, CLASSES[5].0];

    pub fn rate(self) -> Rate {
        Rate::from_millionths(CLASSES[self as usize].2)
    }
}

/// Every kind with every class.
fn places() -> impl Iterator<Item = (ExpenseKind, ExpenseClass)> {
    ExpenseKind::ALL.into_iter().flat_map(|kind| ExpenseClass::ALL.map(|class| (kind, class)))
}

/// The sums of the receipts of a row, VAT included, as they were paid.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Expenses([[Money; CLASSES.len()]; KINDS.len()]);

impl Expenses {
    pub fn get(&self, kind: ExpenseKind, class: ExpenseClass) -> Money {
        self.0[kind as usize][class as usize]
    }

    pub fn set(&mut self, kind: ExpenseKind, class: ExpenseClass, amount: Money) {
        self.0[kind as usize][class as usize] = amount;
    }

    /// Every amount that is not zero.
    pub fn entries(&self) -> impl Iterator<Item = (ExpenseKind, ExpenseClass, Money)> + '_ {
        let all = places().map(|(kind, class)| (kind, class, self.get(kind, class)));
        all.filter(|(_, _, amount)| !amount.is_zero())
    }

    pub fn total(&self) -> Result<Money, MoneyError> {
        Money::sum(self.0.iter().flatten().copied())
    }

    /// The sum of each kind and class.
    pub fn sum<'a>(all: impl IntoIterator<Item = &'a Self>) -> Result<Self, MoneyError> {
        let mut sum = Self::default();
        for (kind, class, amount) in all.into_iter().flat_map(Self::entries) {
            sum.set(kind, class, sum.get(kind, class).plus(amount)?);
        }
        Ok(sum)
    }

    /// The same amounts below zero, as a credit note has them.
    pub fn negated(&self) -> Result<Self, MoneyError> {
        let mut negated = Self::default();
        for (kind, class, amount) in self.entries() {
            negated.set(kind, class, amount.negated()?);
        }
        Ok(negated)
    }

    /// Adds the amounts to the description of the object they are written in. What utoipa makes of a flattened
    /// field is no plain object.
    pub fn describe_in(object: RefOr<Schema>) -> RefOr<Schema> {
        with_fields(object, true, Ref::from_schema_name(Money::name()).into())
    }
}

/// Written by the names of [`ExpenseKind::field`], for `#[serde(flatten)]`.
impl Serialize for Expenses {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(places().map(|(kind, class)| (kind.field(class), self.get(kind, class))))
    }
}

/// The amounts of a request as they were written, by their names on the wire.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ExpenseTexts(BTreeMap<String, Option<NumberText>>);

impl ExpenseTexts {
    pub fn read(&self, reader: &mut Reader) -> Expenses {
        let mut expenses = Expenses::default();
        for (kind, class) in places() {
            let field = kind.field(class);
            let text = self.0.get(&field).and_then(|text| text.as_deref());
            if let Some(amount) = reader.money(&field, text) {
                expenses.set(kind, class, amount);
            }
        }
        expenses
    }

    /// Reads an object whose other fields are a `T`. `#[serde(flatten)]` would read the amounts through floats.
    pub fn deserialize_with<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<(T, Self), D::Error> {
        deserializer.deserialize_map(WithExpenses(std::marker::PhantomData))
    }

    /// Adds the amounts to the description of the object they are read from.
    pub fn describe_in(object: RefOr<Schema>) -> RefOr<Schema> {
        let null = ObjectBuilder::new().schema_type(Type::Null);
        let number = Ref::from_schema_name(NumberText::name());
        with_fields(object, false, OneOfBuilder::new().item(number).item(null).into())
    }
}

fn with_fields(object: RefOr<Schema>, required: bool, each: RefOr<Schema>) -> RefOr<Schema> {
    let RefOr::T(Schema::Object(mut object)) = object else { return object };
    for field in places().map(|(kind, class)| kind.field(class)) {
        if required {
            object.required.push(field.clone());
        }
        object.properties.insert(field, each.clone());
    }
    RefOr::T(Schema::Object(object))
}

fn is_expense(field: &str) -> bool {
    let of_kind = |kind: &str| field.strip_prefix(kind);
    let is_class = |rest: &str| CLASSES.iter().any(|(_, suffix, _)| rest == *suffix);
    KINDS.iter().any(|(_, kind)| of_kind(kind).is_some_and(is_class))
}

struct WithExpenses<T>(std::marker::PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for WithExpenses<T> {
    type Value = (T, ExpenseTexts);

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a row")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
        let mut expenses = ExpenseTexts::default();
        let others = Others { map, expenses: &mut expenses };
        Ok((T::deserialize(MapAccessDeserializer::new(others))?, expenses))
    }
}

/// The fields of an object but for its expenses, which are put aside on the way.
struct Others<'a, A> {
    map: A,
    expenses: &'a mut ExpenseTexts,
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Others<'_, A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, A::Error> {
        while let Some(key) = self.map.next_key::<String>()? {
            if !is_expense(&key) {
                return seed.deserialize(key.into_deserializer()).map(Some);
            }
            if self.expenses.0.contains_key(&key) {
                return Err(serde::de::Error::custom(format_args!("duplicate field `{key}`")));
            }
            self.expenses.0.insert(key, self.map.next_value()?);
        }
        Ok(None)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, A::Error> {
        self.map.next_value_seed(seed)
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
    fn the_tables_are_in_the_order_of_the_enums() {
        assert!(ExpenseKind::ALL.into_iter().enumerate().all(|(place, kind)| kind as usize == place));
        assert!(ExpenseClass::ALL.into_iter().enumerate().all(|(place, class)| class as usize == place));
    }

    #[test]
    fn amounts_are_read_beside_other_fields_and_written_back() {
        #[derive(Deserialize)]
        struct Destination {
            destination: String,
        }
        let json = r#"{"hotelcost_alv10":99999999.9999,"destination":"Turku","othercost":"x","more":{}}"#;
        let mut source = serde_json::Deserializer::from_str(json);
        let (row, texts) = ExpenseTexts::deserialize_with::<Destination, _>(&mut source).unwrap();
        assert_eq!(row.destination, "Turku");
        let mut reader = Reader::default();
        let expenses = texts.read(&mut reader);
        assert_eq!(reader.into_problems()[0].field, "othercost");
        let written = serde_json::to_string(&expenses).unwrap();
        assert!(written.contains(r#""hotelcost_alv10":99999999.9999,"hotelcost_alv135":0.00"#), "{written}");
        let twice = r#"{"destination":"","othercost":1,"othercost":2}"#;
        let mut source = serde_json::Deserializer::from_str(twice);
        assert!(ExpenseTexts::deserialize_with::<Destination, _>(&mut source).is_err());
    }

    #[test]
    fn fields_are_named_as_on_the_wire() {
        assert_eq!(ExpenseKind::Hotel.field(ExpenseClass::Zero), "hotelcost");
        assert_eq!(ExpenseKind::Travel.field(ExpenseClass::Vat13Half), "travelcost_alv135");
        assert_eq!(ExpenseKind::Other.field(ExpenseClass::Vat25Half), "othercost_alv255");
    }
}
