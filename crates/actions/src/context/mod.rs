//! What every action works with: the database, files, the clock, randomness, mail and PDFs.
//!
//! This folder is the bottom of the crate: actions import it, and it imports none of them.

pub mod addresses;
pub mod clock;
pub mod code_reader;
pub mod mail_transport;
pub mod passwords;
mod pdf_printer;
pub mod random;
mod recent_terms;
pub mod smtp;
pub mod token;
mod turns;

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use anyhow::anyhow;
use jiff::civil::Date;
use lettre::message::Mailbox;
use liksa_domain::audit::{Action, AuditEvent};
use liksa_domain::file::{FilePurpose, MediaType};
use liksa_domain::ids::{FileId, Id, PersonId};
use liksa_domain::job::{Job, JobLane};
use liksa_domain::problem::ErrorKey;
use liksa_domain::settings::{Provider, ProviderForm};
use liksa_rates::StatutoryFigures;
use liksa_store::{Files, NewFile, NewJob, Store, StoreResult, StoredContent, Tx};
use serde_json::Value;
use tokio::sync::Notify;

use crate::error::{Error, Result};
pub use addresses::Addresses;
pub use clock::Clock;
pub use code_reader::CodeReader;
pub use mail_transport::{MailAddress, MailTransport};
pub use passwords::{Lane, Passwords};
pub use pdf_printer::PdfPrinter;
pub use recent_terms::{RecentTerms, Terms};

/// Where and how this server runs, as far as actions need to know.
#[derive(Clone, Debug)]
pub struct Deployment {
    pub production: bool,
    /// Demo content is shown, with mails that carry their links.
    pub demo: bool,
    /// The address of the web app, without a slash at its end; links in mails lead there.
    pub public_url: String,
    pub data_dir: PathBuf,
    /// The sender of all mails.
    pub mail_from: Mailbox,
}

#[derive(Clone)]
pub struct Context {
    pub store: Store,
    pub files: Files,
    pub clock: Clock,
    pub deployment: Deployment,
    pub passwords: Arc<Passwords>,
    pub pdf_printer: Arc<PdfPrinter>,
    pub code_reader: Arc<CodeReader>,
    pub mail_transport: Arc<MailTransport>,
    pub addresses: Arc<Addresses>,
    new_jobs: Arc<[Notify; JobLane::ALL.len()]>,
    /// The figures that were used last; [`Context::law`] asks whether there are newer ones.
    known_law: Arc<Mutex<StatutoryFigures>>,
    pub recent_terms: Arc<RecentTerms>,
}

impl Context {
    pub fn new(
        store: Store,
        files: Files,
        clock: Clock,
        passwords: Passwords,
        mail_transport: MailTransport,
        deployment: Deployment,
    ) -> Self {
        let (passwords, mail_transport) = (Arc::new(passwords), Arc::new(mail_transport));
        let (pdf_printer, new_jobs) = (Arc::new(PdfPrinter::default()), Arc::default());
        let known_law = Arc::new(Mutex::new(StatutoryFigures::shipped().clone()));
        let (recent_terms, addresses) = (Arc::default(), Arc::default());
        let code_reader = Arc::new(CodeReader::new(None));
        Self {
            store,
            files,
            clock,
            deployment,
            passwords,
            pdf_printer,
            code_reader,
            mail_transport,
            addresses,
            new_jobs,
            known_law,
            recent_terms,
        }
    }

    /// The same context with other sources of addresses than postal codes.
    pub fn with_addresses(self, addresses: Addresses) -> Self {
        Self { addresses: Arc::new(addresses), ..self }
    }

    /// The same context with files of others opened by this program, in processes of their own.
    pub fn reading_codes_by(self, program: PathBuf) -> Self {
        Self { code_reader: Arc::new(CodeReader::new(Some(program))), ..self }
    }

    /// The same context at another time, for actions of a made-up past.
    pub fn at(&self, clock: Clock) -> Self {
        Self { clock, ..self.clone() }
    }

    pub fn new_id<T: Id>(&self) -> Result<T, getrandom::Error> {
        random::id(self.clock.now())
    }

    /// An audit event of this moment, to be recorded in the action's transaction.
    pub fn event(&self, by: Option<PersonId>, action: Action, subject: String, detail: &Value) -> AuditEvent {
        AuditEvent { at: self.clock.now(), actor: by, action, subject, detail: detail.to_string() }
    }

    /// Records an audit event of this moment, which the commit writes. The program itself is no actor.
    pub fn record(&self, tx: &mut Tx, by: Option<PersonId>, action: Action, subject: String, detail: Value) {
        tx.record(self.event(by, action, subject, &detail));
    }

    /// Commits a transaction that has left jobs, and tells a runner to look for them now.
    pub async fn commit_with_jobs(&self, tx: Tx) -> StoreResult<()> {
        tx.commit().await?;
        self.wake_jobs();
        Ok(())
    }

    /// Adds the row of a file whose content was put.
    pub async fn add_file(
        &self,
        tx: &mut Tx,
        content: &StoredContent,
        (purpose, media_type): (FilePurpose, MediaType),
        owner: Option<PersonId>,
        name: &str,
    ) -> StoreResult<FileId> {
        let created_at = self.clock.now();
        tx.insert_file(&NewFile { content, purpose, owner, name, media_type, created_at }).await
    }

    /// A job that is due at once, to be enqueued in the action's transaction.
    pub fn job(&self, job: Job) -> Result<NewJob, getrandom::Error> {
        let now = self.clock.now();
        Ok(NewJob { id: self.new_id()?, job, run_at: now, unique_key: None, created_at: now })
    }

    /// Tells a runner of each lane to look for jobs now. Call it after the commit; otherwise they are found a little later.
    pub fn wake_jobs(&self) {
        self.new_jobs.iter().for_each(Notify::notify_one);
    }

    /// Waits until [`Context::wake_jobs`] is called.
    pub async fn job_waits(&self, lane: JobLane) {
        self.new_jobs[lane as usize].notified().await;
    }

    /// The provider's settings that hold on a day. Before any were made: those of a made-up provider.
    pub async fn settings_on(&self, day: Date) -> Result<Arc<Provider>> {
        if let Some(provider) = self.store.settings_on(day).await? {
            return Ok(Arc::new(provider));
        }
        let made_up = ProviderForm::made_up().read();
        made_up.map(Arc::new).map_err(|problems| Error::Internal(anyhow!("made-up settings: {problems:?}")))
    }

    /// The statutory figures with all that was added to them, on whichever server. Whether they are still the newest
    /// is asked each time; they are read only when there are newer ones.
    pub async fn law(&self) -> Result<StatutoryFigures> {
        let version = self.store.figures_version().await?;
        let known = self.known_law.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if known.version() == version {
            return Ok(known);
        }
        let mut law = StatutoryFigures::shipped().clone();
        for made in self.store.figures_additions().await? {
            law = law.with(&made.addition).map_err(anyhow::Error::from)?;
        }
        *self.known_law.lock().unwrap_or_else(PoisonError::into_inner) = law.clone();
        Ok(law)
    }

    /// What a visitor's calculation follows from, at most a second old.
    pub async fn terms_for_visitors(&self, payday: Date) -> Result<Terms> {
        if let Some(known) = self.recent_terms.of(payday) {
            return Ok(known);
        }
        let read_at = Instant::now();
        let terms = Terms { settings: self.settings_on(payday).await?, law: self.law().await? };
        self.recent_terms.keep(payday, read_at, terms.clone());
        Ok(terms)
    }

    /// The settings for documents that leave. In production nothing is sent in the name of a made-up provider.
    pub async fn settings_for_sending(&self, day: Date) -> Result<Arc<Provider>> {
        if self.deployment.production && self.store.settings_on(day).await?.is_none() {
            return Err(Error::Conflict(ErrorKey::SettingsMissing));
        }
        self.settings_on(day).await
    }
}

/// Writes a file into a folder that other programs read: they see a whole file or none.
pub(crate) fn write_atomically(folder: &Path, name: &str, bytes: &[u8]) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)?;
    let draft = folder.join(format!(".{name}.part"));
    let mut file = File::create(&draft)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    std::fs::rename(draft, folder.join(name))
}
