//! A delivery by mail stands where its mail stands.

use liksa_domain::audit::Action;
use liksa_domain::delivery::DeliveryState;
use liksa_domain::ids::MailId;
use liksa_domain::mail::MailState;
use serde_json::json;

use crate::app::App;

/// Brings the delivery of a mail to where the mail is. Nothing for mails that carry no bill.
pub async fn follow_mail(app: &App, mail: MailId) -> anyhow::Result<()> {
    let Some(delivery) = app.store.delivery_of_mail(mail).await? else { return Ok(()) };
    let Some(mail) = app.store.mail(mail).await? else { return Ok(()) };
    let state = match mail.state {
        // It waits for its next try, and meanwhile everybody may know why the last one did not work.
        MailState::Queued if mail.last_error.is_some() => DeliveryState::Failed,
        MailState::Queued | MailState::Sending => DeliveryState::Queued,
        MailState::Sent => DeliveryState::Sent,
        MailState::Unsure => DeliveryState::Unsure,
        MailState::Failed => DeliveryState::Failed,
    };
    let mut tx = app.store.begin().await?;
    if tx.settle_mailed(delivery.id, state, mail.sent_at, mail.last_error.as_deref()).await?
        && state == DeliveryState::Sent
    {
        let detail = json!({"method": delivery.method.name()});
        tx.record(&app.event(None, Action::BillDelivered, format!("bill:{}", delivery.bill), &detail))
            .await?;
    }
    Ok(tx.commit().await?)
}
