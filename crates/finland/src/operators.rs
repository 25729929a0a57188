/// A bank or operator that carries electronic invoices between companies (verkkolaskuvälittäjä).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Operator {
    pub name: &'static str,
    /// The intermediator id (välittäjätunnus) that invoices are routed by; for banks it is the BIC.
    pub id: &'static str,
}

/// Operators in business, banks first, each group by name. An operator that is known by a name and a number has the
/// number.
const OPERATORS: [Operator; 28] = [
    Operator { name: "Aktia Pankki", id: "HELSFIHH" },
    Operator { name: "Danske Bank", id: "DABAFIHH" },
    Operator { name: "Nordea", id: "NDEAFIHH" },
    Operator { name: "OP", id: "OKOYFIHH" },
    Operator { name: "POP Pankki", id: "POPFFI22" },
    Operator { name: "S-Pankki", id: "SBANFIHH" },
    Operator { name: "Säästöpankki ja Oma Säästöpankki", id: "ITELFIHH" },
    Operator { name: "Ålandsbanken", id: "AABAFI22" },
    Operator { name: "Apix", id: "003723327487" },
    Operator { name: "Apper", id: "APPER" },
    Operator { name: "Avalara", id: "993208446351" },
    Operator { name: "Basware", id: "BAWCFI22" },
    Operator { name: "CGI", id: "003703575029" },
    Operator { name: "Comarch", id: "5909000716438" },
    Operator { name: "Crediflow", id: "CREDIFLOW" },
    Operator { name: "InExchange", id: "INEXCHANGE" },
    Operator { name: "Kofax", id: "EXPSYS" },
    Operator { name: "Logiq", id: "LO" },
    Operator { name: "Maventa", id: "003721291126" },
    Operator { name: "Netbox", id: "003726044706" },
    Operator { name: "OpenText", id: "003708599126" },
    Operator { name: "OpusCapita", id: "E204503" },
    Operator { name: "Orbyt (Posti Messaging)", id: "FI28768767" },
    Operator { name: "Pagero", id: "003723609900" },
    Operator { name: "PostNord Strålfors", id: "003701150617" },
    Operator { name: "Ropo", id: "003714377140" },
    Operator { name: "Tietoevry", id: "003701011385" },
    Operator { name: "Åland Post", id: "003722207029" },
];

/// All operators.
pub fn operators() -> &'static [Operator] {
    &OPERATORS
}

impl Operator {
    /// The operator with this intermediator id.
    pub fn with_id(id: &str) -> Option<Self> {
        OPERATORS.into_iter().find(|operator| operator.id == id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Bic, BusinessId};

    #[test]
    fn ids_are_unique_and_found() {
        for operator in operators() {
            assert_eq!(Operator::with_id(operator.id), Some(*operator));
        }
        assert_eq!(Operator::with_id("PALETTE"), None);
    }

    #[test]
    fn ids_built_on_codes_hold_valid_ones() {
        for operator in operators() {
            if let Some(digits) = operator.id.strip_prefix("0037") {
                assert!(BusinessId::from_digits(digits).is_ok(), "{}", operator.name);
            }
        }
        let banks = operators().iter().take_while(|operator| operator.name != "Apix");
        assert!(banks.clone().all(|bank| bank.id.parse::<Bic>().is_ok()));
        assert_eq!(banks.count(), 8);
    }
}
