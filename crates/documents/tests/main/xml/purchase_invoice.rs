//! What is read of the e-invoices of others, by those that we write ourselves.

use liksa_documents::purchase_invoice::{MOST_BYTES, read};
use liksa_documents::{finvoice, ubl};
use liksa_domain::purchase::proposal::ProposalSource;
use liksa_money::Rate;

use crate::xml::samples::{RATES, bill, contract, invoice, mixed, money, row};

#[test]
fn our_own_invoices_can_be_paid_by_what_is_read() {
    let one_rate = invoice(&bill(vec![row(2, "Työ", RATES[0], contract("100"))]));
    for (source, xml) in [
        (ProposalSource::Finvoice, finvoice::to_xml(&one_rate, None).unwrap()),
        (ProposalSource::Ubl, ubl::to_xml(&one_rate).unwrap()),
    ] {
        let found = read(&xml).unwrap();
        assert_eq!(found.source, source);
        assert_eq!(found.name.as_deref(), Some(one_rate.seller.name.as_str()), "{source:?}");
        assert_eq!(found.account_number.as_ref(), Some(&one_rate.seller.iban), "{source:?}");
        assert_eq!(found.reference_number, one_rate.reference, "{source:?}");
        assert_eq!(found.duedate, one_rate.due_date, "{source:?}");
        let sums = [found.amount, found.vat_amount, found.total];
        assert_eq!(sums, [Some(money("100")), Some(money("25.50")), Some(money("125.50"))], "{source:?}");
        assert_eq!(found.alv, Some(Rate::from_millionths(255_000)), "{source:?}");
        assert_eq!(found.message, None, "the reference says all");
    }
    let mixed = read(&finvoice::to_xml(&invoice(&mixed()), None).unwrap()).unwrap();
    assert_eq!(mixed.alv, None, "it has several rates");
}

#[test]
fn what_is_no_invoice_is_not_read() {
    let bomb = "<!DOCTYPE Invoice [<!ENTITY a \"aaaa\">]><Invoice><ID>&a;</ID></Invoice>";
    let deep = format!("{}{}", "<Invoice>".repeat(60), "</Invoice>".repeat(60));
    let large = format!("<Invoice>{}</Invoice>", " ".repeat(MOST_BYTES));
    for text in ["", "<Invoice>", "<Order><ID>1</ID></Order>", "54", bomb, &deep, &large] {
        assert_eq!(read(text), None, "{}", text.get(..20).unwrap_or(text));
    }
    let bare = read("<Invoice><ID>55</ID></Invoice>").unwrap();
    assert_eq!((bare.message.as_deref(), bare.total), (Some("55"), None));
}
