//! Sends one mail.

use anyhow::bail;
use liksa_domain::ids::MailId;

use crate::app::App;

pub async fn run(_: &App, mail: MailId) -> anyhow::Result<()> {
    bail!("there is no mail {mail}")
}
