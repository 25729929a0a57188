//! Nobody decides about money that is for themselves.

use liksa_domain::payments::Mentioned;

use crate::prelude::*;

const OWN: Error = Error::Conflict(ErrorKey::OwnMatter);

/// Refuses a payment that is, was or says to be for a bill of the clerk, or that came from the clerk's own account.
pub(super) async fn must_be_of_others(tx: &mut Tx, clerk: PersonId, payment: &StoredPayment) -> Result<()> {
    if tx.is_payment_of(payment.id, clerk).await? {
        return Err(OWN);
    }
    for number in Mentioned::in_text(&payment.reference).references {
        if tx.is_bill_number_of(number, clerk).await? {
            return Err(OWN);
        }
    }
    Ok(())
}

/// Refuses bills that pay the clerk, as their own or by a share.
pub(super) async fn bills_must_be_of_others(tx: &mut Tx, clerk: PersonId, bills: &[BillId]) -> Result<()> {
    for bill in bills {
        if tx.is_bill_of(*bill, clerk).await? {
            return Err(OWN);
        }
    }
    Ok(())
}

/// Refuses an account of the clerk as the receiver of money.
pub(super) async fn account_must_be_of_others(tx: &mut Tx, clerk: PersonId, iban: &str) -> Result<()> {
    if tx.is_account_of(iban, clerk).await? { Err(OWN) } else { Ok(()) }
}
