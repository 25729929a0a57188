//! Mails about shares, to the contractor or the subcontractor. They name no sum: mails may be read by others.

use liksa_domain::account::profile::OwnAccount;
use liksa_domain::delivery::MailKind;
use liksa_domain::share::{Party, ShareNews};

use super::Outgoing;
use super::notice::{Notice, Text, Texts, in_language};
use super::to_worker::{address, find_receiver, letter_to, post, sign_in_hint};
use crate::prelude::*;
use crate::share_news::subject;

/// Tells one party what became of a share.
pub async fn share_news(context: &Context, mail: MailId, id: ShareId, news: ShareNews) -> anyhow::Result<()> {
    let Some(share) = context.store.share(id).await? else { return Ok(()) };
    let receiver = match news.receiver() {
        Party::Contractor => share.contractor,
        Party::Subcontractor => share.subcontractor,
    };
    // Who is told of payments is told when one is taken back.
    let is_choice = matches!(news, ShareNews::Paid | ShareNews::Unpaid);
    let wants = |worker: &OwnAccount| !is_choice || worker.notices.bill_paid;
    let Some(worker) = find_receiver(context, mail, receiver, wants).await? else { return Ok(()) };
    post(context, mail, &worker, notice_of(context, &worker, &share, news)).await
}

/// The mail to a subcontractor who was asked once and waits to be asked again, of a share that is not theirs any more
/// when it is sent.
pub(crate) async fn withdrawal(context: &Context, share: &StoredShare) -> anyhow::Result<Option<Outgoing>> {
    let (mut of, mut was_asked) = (Value::Null, false);
    for event in context.store.audit_of(&subject(share.id)).await? {
        let mut detail: Value = serde_json::from_str(&event.detail).unwrap_or_default();
        match event.action {
            Action::ShareAsked => was_asked = true,
            Action::ShareAdded | Action::ShareChanged => {
                let now = detail["subcontractor"].take();
                was_asked &= now == of;
                of = now;
            }
            _ => {}
        }
    }
    if !was_asked {
        return Ok(None);
    }
    let worker = find_receiver(context, context.new_id()?, share.subcontractor, |_| true).await?;
    Ok(worker.map(|worker| letter_to(&worker, notice_of(context, &worker, share, ShareNews::Withdrawn))))
}

fn notice_of(context: &Context, worker: &OwnAccount, share: &StoredShare, news: ShareNews) -> Notice {
    let (id, bill, language) = (share.id, share.bill, worker.person.language);
    let other = match news.receiver() {
        Party::Contractor => &share.subcontractor_name,
        Party::Subcontractor => &share.contractor_name,
    };
    let address = match news.receiver() {
        Party::Contractor => address(context, worker, &format!("/invoice?id={bill}"), &format!("id={bill}")),
        Party::Subcontractor => address(context, worker, &format!("/?share={id}"), &format!("share={id}")),
    };
    let (texts, line) = texts_of(news);
    let mut notice = texts.notice(language, Some(address));
    notice.lines.push(in_language(language, line).to_owned());
    notice.subject = format!("{}: {other}", notice.subject);
    let label = match news.receiver() {
        Party::Contractor => ["Alihankkija", "Subcontractor"],
        Party::Subcontractor => ["Laskun tekijä", "Invoice by"],
    };
    notice.lines.push(format!("{}: {other}", in_language(language, label)));
    notice.lines.push(format!("{}: {}", in_language(language, ["Työ", "Work"]), share.share.description));
    if news == ShareNews::Declined && !share.reason.is_empty() {
        notice.lines.push(format!("{}: {}", in_language(language, ["Syy", "Reason"]), share.reason));
    }
    notice.closing = sign_in_hint(worker).into_iter().collect();
    notice
}

fn texts_of(news: ShareNews) -> (Texts, Text) {
    let (subject, line): (Text, Text) = match news {
        ShareNews::Asked => (
            ["Sinulle on merkitty osuus laskusta", "You have been given a share of an invoice"],
            [
                "Tarkista osuus ja hyväksy tai hylkää se etusivulla. Lasku lähtee vasta, kun olet vastannut.",
                "Please check the share and approve or decline it on the front page. The invoice is sent only \
                 after your answer.",
            ],
        ),
        ShareNews::Approved => (
            ["Osuus laskustasi on hyväksytty", "A share of your invoice has been approved"],
            ["Alihankkija hyväksyi osuutensa laskustasi.", "The subcontractor has approved the share."],
        ),
        ShareNews::Declined => (
            ["Osuus laskustasi on hylätty", "A share of your invoice has been declined"],
            [
                "Alihankkija hylkäsi osuutensa. Siitä ei makseta mitään, ellet muuta osuutta ja pyydä uudelleen.",
                "The subcontractor has declined the share. Nothing is paid of it unless you change it and ask again.",
            ],
        ),
        ShareNews::Reopened => (
            ["Osuuttasi laskusta muutetaan", "Your share of an invoice is being changed"],
            [
                "Laskun tekijä avasi osuutesi muokattavaksi. Saat uuden pyynnön, kun osuus on valmis.",
                "The share was opened for changes. You will be asked again when it is ready.",
            ],
        ),
        ShareNews::Paid => (
            ["Lasku, josta saat osuuden, on maksettu", "An invoice that you share has been paid"],
            [
                "Asiakas on maksanut laskun. Osuutesi maksetaan seuraavassa palkassasi.",
                "The customer has paid the invoice. Your share is paid with your next salary.",
            ],
        ),
        ShareNews::Unpaid => (
            ["Asiakkaan maksu laskusta peruuntui", "The payment of an invoice that you share was taken back"],
            [
                "Asiakkaan maksu peruuntui. Osuutesi maksetaan, kun asiakas on maksanut laskun.",
                "The customer’s payment was taken back. Your share is paid once the customer has paid the \
                 invoice.",
            ],
        ),
        ShareNews::Credited => (
            ["Lasku, josta saat osuuden, on hyvitetty", "An invoice that you share has been credited"],
            [
                "Laskusta hyvitettiin osa tai koko lasku, ja osuutesi pieneni samassa suhteessa. Jos osuus on jo \
                 maksettu, liika vähennetään seuraavista palkoistasi.",
                "The invoice was credited in part or as a whole, and your share is lower in proportion. If it has \
                 been paid already, the difference is taken from your next salaries.",
            ],
        ),
        ShareNews::Withdrawn => (
            ["Osuuttasi laskusta ei enää ole", "Your share of an invoice was withdrawn"],
            [
                "Osuutesi poistettiin laskusta, eikä siitä makseta sinulle mitään. Jos tämä on virhe, ota yhteyttä \
                 laskun tekijään.",
                "Your share was removed from the invoice, and nothing is paid to you of it. If this is a mistake, \
                 please contact the person who makes the invoice.",
            ],
        ),
        ShareNews::Ended => (
            ["Osuus laskustasi on rauennut", "A share of your invoice has ended"],
            [
                "Alihankkijalla ei ole enää tunnusta Liksassa, joten osuudesta ei makseta mitään. Tarkista lasku \
                 ennen kuin lähetät sen.",
                "The subcontractor no longer has an account with Liksa, so nothing is paid of the share. Please check \
                 the invoice before you send it.",
            ],
        ),
    };
    let button = match news.receiver() {
        Party::Contractor => ["Avaa lasku", "Open the invoice"],
        Party::Subcontractor => ["Avaa etusivu", "Open the front page"],
    };
    (Texts { subject, button, ..Texts::NONE }, line)
}

const UNASKED: Text = [
    "Jos et tunne lähettäjää, sinun ei tarvitse tehdä mitään.",
    "If you do not know the sender, there is nothing you need to do.",
];

/// To an address that is nobody's account.
pub const INVITATION: Texts = Texts {
    subject: ["Kutsu Liksaan", "An invitation to Liksa"],
    lines: &[[
        "Sinut on kutsuttu Liksaan, jotta osuutesi yhteisestä työstä voidaan maksaa sinulle palkkana. Rekisteröidy \
         tällä sähköpostiosoitteella, niin sinut voi merkitä alihankkijaksi laskulle.",
        "You are invited to Liksa, so that your share of the work can be paid to you as salary. Register with this \
         e-mail address, and you can be named as a subcontractor on an invoice.",
    ]],
    button: ["Rekisteröidy", "Register"],
    closing: &[UNASKED],
};

/// To the address of a worker.
pub const CAN_BE_NAMED: Texts = Texts {
    subject: ["Sinut voi merkitä alihankkijaksi", "You can be named as a subcontractor"],
    lines: &[[
        "Sinut haluttaisiin alihankkijaksi laskulle. Sinulla on jo tunnus Liksaan, joten sinun ei tarvitse tehdä \
         mitään: saat viestin, kun sinulle merkitään osuus.",
        "Somebody would like to name you as a subcontractor on an invoice. You already have an account with Liksa, so \
         there is nothing you need to do: you will be told when you are given a share.",
    ]],
    button: ["Avaa Liksa", "Open Liksa"],
    closing: &[UNASKED],
};

/// A mail from one person to an address that they know.
pub fn invitation(
    context: &Context,
    texts: &Texts,
    (language, path): (Language, &str),
    from: &Person,
    to: &Email,
) -> Outgoing {
    let address = format!("{}{path}", context.deployment.public_url);
    let mut notice = texts.notice(language, Some(address));
    notice.lines.push(format!("{}: {}", in_language(language, ["Lähettäjä", "From"]), from.full_name()));
    notice.to(to.clone()).of_kind(MailKind::Invitation)
}
