//! Mail to a worker whose late receipt was refused.

use liksa_domain::account::profile::OwnAccount;
use liksa_domain::late_receipt::LateReceiptState;

use super::notice::{Texts, in_language};
use super::to_worker::{address, find_receiver, post, sign_in_hint};
use crate::prelude::*;

const REFUSED: Texts = Texts {
    subject: ["Unohtunutta kuittiasi ei hyväksytty", "Your forgotten receipt was not approved"],
    lines: &[[
        "Kuittia, jonka lähetit jälkikäteen, ei voitu hyväksyä. Jos asia korjaantuu, voit lähettää kuitin uudelleen.",
        "The receipt that you sent afterwards could not be approved. If you can put it right, you may send it again.",
    ]],
    button: ["Avaa lasku", "Open the invoice"],
    closing: &[],
};

/// Nothing is sent about one that waits again or was approved.
pub async fn mail_late_receipt(context: &Context, mail: MailId, id: LateReceiptId) -> anyhow::Result<()> {
    let found = context.store.late_receipt(id).await?;
    let Some(late) = found.filter(|late| late.state == LateReceiptState::Refused) else { return Ok(()) };
    let wants = |worker: &OwnAccount| worker.notices.bill_returned;
    let Some(worker) = find_receiver(context, mail, late.person, wants).await? else { return Ok(()) };
    let language = worker.person.language;
    let bill = late.bill;
    let address = address(context, &worker, &format!("/invoice?id={bill}"), &format!("id={bill}"));
    let mut notice = REFUSED.notice(language, Some(address));
    notice.subject = format!("{}: {}", notice.subject, late.customer);
    let number = late.bill_number.map(|number| number.to_string()).unwrap_or_default();
    let invoice = in_language(language, ["Lasku", "Invoice"]);
    notice.lines.push(format!("{invoice} {number}: {}", late.customer));
    notice.lines.push(format!("{}: {}", in_language(language, ["Syy", "Reason"]), late.refusal));
    notice.closing = sign_in_hint(&worker).into_iter().collect();
    post(context, mail, &worker, notice).await
}
