//! Whether a payment is a clerk's own matter.

use crate::prelude::*;

tx_methods! {
    /// Whether bills of the person, or with a share of theirs, are or were paid by it, or it came from the person's own account.
    pub async fn is_payment_of(payment: PaymentId, person: PersonId) -> bool = fetch_value
        "SELECT EXISTS (SELECT 1 FROM payment_part p JOIN bill b ON b.id = p.bill_id \
         WHERE p.payment_id = $1 AND (b.person_id = $2 OR EXISTS (SELECT 1 FROM share h WHERE h.bill_id = b.id \
         AND h.person_id = $2))) \
         OR EXISTS (SELECT 1 FROM payment_release p JOIN bill b ON b.id = p.bill_id \
         WHERE p.payment_id = $1 AND (b.person_id = $2 OR EXISTS (SELECT 1 FROM share h WHERE h.bill_id = b.id \
         AND h.person_id = $2))) \
         OR EXISTS (SELECT 1 FROM payment m JOIN person o ON o.iban = m.payer_iban WHERE m.id = $1 AND o.id = $2)";

    pub async fn is_account_of(iban: &str, person: PersonId) -> bool = fetch_value
        "SELECT EXISTS (SELECT 1 FROM person WHERE id = $2 AND iban = $1)";

    /// Whether the bill pays this person, as their own or by a share.
    pub async fn is_bill_of(bill: BillId, person: PersonId) -> bool = fetch_value
        "SELECT EXISTS (SELECT 1 FROM bill b WHERE b.id = $1 AND (b.person_id = $2 \
         OR EXISTS (SELECT 1 FROM share h WHERE h.bill_id = b.id AND h.person_id = $2)))";

    pub async fn is_bill_number_of(number: i64, person: PersonId) -> bool = fetch_value
        "SELECT EXISTS (SELECT 1 FROM bill b WHERE b.number = $1 AND (b.person_id = $2 \
         OR EXISTS (SELECT 1 FROM share h WHERE h.bill_id = b.id AND h.person_id = $2)))";
}
