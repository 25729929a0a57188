//! Settings from `LIKSA_*` variables and a TOML file, checked before anything starts.

mod identification;
mod outside;
mod source;

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use jiff::civil::Date;
use lettre::message::Mailbox;
use liksa_actions::context::smtp::MailServer;
use liksa_actions::context::{Deployment, MailAddress};
use liksa_store::{Database, FilesAddress, POSTGRES_CONNECTIONS, S3Address};

pub use identification::{BrokerSettings, ClientProof, Identification};
#[cfg(test)]
pub use outside::ServiceKey;
pub use outside::{AddressServices, OutsideService};
pub use source::ConfigError;
use source::{Source, conflict};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Environment {
    Development,
    Production,
}

/// See docs/SETTINGS.md for what each is for.
#[derive(Clone, Debug)]
pub struct Config {
    pub environment: Environment,
    pub listen: SocketAddr,
    pub data_dir: PathBuf,
    pub database: Database,
    /// To PostgreSQL at most, of this server.
    pub database_connections: u32,
    /// The store of receipts, PDFs and other files.
    pub files: FilesAddress,
    pub mail: MailAddress,
    /// The sender of all mails.
    pub mail_from: Mailbox,
    pub demo: bool,
    pub today: Option<Date>,
    pub rate_limits: bool,
    pub log: String,
    pub metrics_token: Option<String>,
    /// Reverse proxies that are trusted to tell the client's address.
    pub trusted_proxies: Vec<IpAddr>,
    /// The provider's own pages, linked from the footer.
    pub about_url: String,
    /// The public address of the server, without a slash at its end; mails and banks lead back there.
    pub public_url: String,
    pub identification: Identification,
    pub address_services: AddressServices,
    /// The tracking pixel of the register page.
    pub pixel_id: Option<String>,
}

/// The names of all settings.
const KEYS: &str = "env listen data_dir database_url database_connections files_url files_access_key files_secret_key smtp_url mail_from \
    demo today rate_limits log metrics_token trusted_proxies about_url public_url pixel_id \
    oidc_issuer oidc_client_id oidc_client_secret oidc_private_key oidc_key_id oidc_decryption_key oidc_acr oidc_scopes \
    geocoder_url geocoder_key geocoder_key_header router_url router_key router_key_header";

const DEFAULT_SENDER: &str = "Liksa <laskutus@liksa.example>";
const METRICS_TOKEN_MIN_CHARS: usize = 16;
/// The runners of all jobs at work, and as many requests.
const MOST_NEEDED_AT_ONCE: u32 = 16;

impl Config {
    pub fn read(file: Option<&Path>) -> Result<Self, ConfigError> {
        Self::from_variables(file, std::env::vars())
    }

    fn from_variables(
        file: Option<&Path>,
        variables: impl Iterator<Item = (String, String)>,
    ) -> Result<Self, ConfigError> {
        let source = Source::read(file, variables, KEYS.split_whitespace().collect())?;
        let data_dir = source.get("data_dir", PathBuf::from("data"), path)?;
        let default_database = Database::Sqlite(data_dir.join("liksa.db"));
        let environment = source.get("env", Environment::Development, environment)?;
        let default_listen = SocketAddr::from((Ipv4Addr::LOCALHOST, 8080));
        let listen =
            source.get("listen", default_listen, parsed("an address and port, such as 127.0.0.1:8080"))?;
        let config = Self {
            environment,
            listen,
            public_url: source.get("public_url", String::new(), own_address)?,
            identification: Identification::read(&source, environment)?,
            address_services: AddressServices::read(&source, environment)?,
            pixel_id: source.get("pixel_id", None, given(pixel_id))?,
            database: source.get("database_url", default_database, database)?,
            database_connections: source.get("database_connections", POSTGRES_CONNECTIONS, connections)?,
            files: files(&source, &data_dir)?,
            mail: source.get("smtp_url", MailAddress::Folder(data_dir.join("outbox/mail")), mail_server)?,
            mail_from: mail_from(&source)?,
            demo: source.get("demo", false, flag)?,
            today: source.get("today", None, given(parsed("a date, such as 2026-11-16")))?,
            rate_limits: source.get("rate_limits", true, flag)?,
            log: source.get("log", "info".to_owned(), log_filter)?,
            metrics_token: source.get("metrics_token", None, given(metrics_token))?,
            trusted_proxies: source.get("trusted_proxies", vec![], addresses)?,
            about_url: source.get("about_url", "https://liksa.example/".to_owned(), web_address)?,
            data_dir,
        };
        config.refuse_in_production(&source)?;
        Ok(config.listening_on(listen))
    }

    /// The configuration with the address that the server listens on, which is the public one unless another is set.
    pub fn listening_on(mut self, address: SocketAddr) -> Self {
        if self.public_url.is_empty() || self.public_url == local_url(self.listen) {
            self.public_url = local_url(address);
        }
        self.listen = address;
        self
    }

    pub fn is_production(&self) -> bool {
        self.environment == Environment::Production
    }

    /// What the operator is to be told at the start of a setting that works and may be unsafe.
    pub fn warning(&self) -> Option<&'static str> {
        self.database.can_be_overheard().then_some(
            "the database (`database_url`) is another machine and may be spoken to in clear text: \
             add sslmode=verify-full to its address, or at least sslmode=require",
        )
    }

    /// The part of the configuration that actions know.
    pub fn deployment(&self) -> Deployment {
        Deployment {
            production: self.is_production(),
            demo: self.demo,
            public_url: self.public_url.clone(),
            data_dir: self.data_dir.clone(),
            mail_from: self.mail_from.clone(),
        }
    }

    /// Refuses settings for demos and benchmarks, which would make salaries unsafe.
    fn refuse_in_production(&self, source: &Source) -> Result<(), ConfigError> {
        if !self.is_production() {
            return Ok(());
        }
        let unsafe_here =
            [("demo", self.demo), ("today", self.today.is_some()), ("rate_limits", !self.rate_limits)];
        for (key, given) in unsafe_here {
            if let (true, Some(origin)) = (given, source.origin(key)) {
                let why = format!("{origin}: `{key}` is for demo and test only and is refused in production");
                return conflict(why);
            }
        }
        if self.public_url.is_empty() {
            return conflict("production needs `public_url`, the address that mails and banks lead back to");
        }
        if let (false, Some(origin)) = (is_safe_to_visit(&self.public_url), source.origin("public_url")) {
            return conflict(format!(
                "{origin}: `public_url` must begin with https:// in production, but for this machine itself: \
                 anyone on the way could read passwords"
            ));
        }
        if let (FilesAddress::S3(S3Address { endpoint: Some(endpoint), .. }), Some(origin)) =
            (&self.files, source.origin("files_url"))
            && !is_safe_to_visit(endpoint)
        {
            return conflict(format!(
                "{origin}: the `endpoint` of `files_url` must begin with https:// in production, but for this machine \
                 itself: anyone on the way could read receipts, pay slips and payment files"
            ));
        }
        self.refuse_unsafe_mail(source)
    }

    /// Without a mail server bills would count as sent that are files on a disk, and a mail server without TLS reads
    /// our password aloud.
    fn refuse_unsafe_mail(&self, source: &Source) -> Result<(), ConfigError> {
        match (&self.mail, source.origin("smtp_url")) {
            (MailAddress::Folder(_), _) => conflict(
                "production needs `smtp_url`, the mail server by which invoices and log-in links leave",
            ),
            (MailAddress::Smtp(url), Some(origin)) if !is_encrypted(url) => conflict(format!(
                "{origin}: `smtp_url` sends passwords and mails in clear text; give smtps://… or `?tls=required`, \
                 unless the mail server is this machine itself"
            )),
            _ => Ok(()),
        }
    }
}

/// The address by which a browser on this machine reaches a server that listens here.
fn local_url(address: SocketAddr) -> String {
    let host = if address.ip().is_unspecified() { IpAddr::from(Ipv4Addr::LOCALHOST) } else { address.ip() };
    format!("http://{}", SocketAddr::from((host, address.port())))
}

fn environment(text: &str) -> Result<Environment, String> {
    match text {
        "development" => Ok(Environment::Development),
        "production" => Ok(Environment::Production),
        _ => Err(format!("`{text}` is neither `development` nor `production`")),
    }
}

/// Parses a value; `expected` says in the error what it should be.
fn parsed<T: FromStr>(expected: &str) -> impl Fn(&str) -> Result<T, String> {
    move |text| text.parse().map_err(|_| format!("`{text}` is not {expected}"))
}

/// Parses a value that has no default.
fn given<T>(parse: impl Fn(&str) -> Result<T, String>) -> impl Fn(&str) -> Result<Option<T>, String> {
    move |text| parse(text).map(Some)
}

fn path(text: &str) -> Result<PathBuf, String> {
    if text.is_empty() { Err("is empty; name a folder".into()) } else { Ok(text.into()) }
}

fn database(text: &str) -> Result<Database, String> {
    text.parse().map_err(|error: liksa_store::StoreError| error.to_string())
}

fn files(source: &Source, data_dir: &Path) -> Result<FilesAddress, ConfigError> {
    let (access_key, secret_key) = (source.text("files_access_key"), source.text("files_secret_key"));
    let default = FilesAddress::Folder(data_dir.join("files"));
    source.get("files_url", default, |text| FilesAddress::parse(text, access_key, secret_key))
}

fn mail_server(text: &str) -> Result<MailAddress, String> {
    match MailServer::parse(text) {
        Ok(_) => Ok(MailAddress::Smtp(text.to_owned())),
        // The text is not shown, since there may be a password in it.
        Err(_) => Err("is not a mail server, such as smtps://USER:PASSWORD@HOST or \
             smtp://HOST:587?tls=required"
            .into()),
    }
}

/// Whether a mail server is spoken to over TLS, or is this machine itself.
fn is_encrypted(smtp_url: &str) -> bool {
    let Some(rest) = smtp_url.strip_prefix("smtp://") else { return true };
    let (authority, query) = rest.split_once('?').unwrap_or((rest, ""));
    let authority = authority.split('/').next().unwrap_or_default();
    let host = authority.rsplit_once('@').map_or(authority, |(_, host)| host);
    query.split('&').any(|option| option == "tls=required") || is_safe_to_visit(&format!("http://{host}"))
}

fn connections(text: &str) -> Result<u32, String> {
    let number = parsed::<u32>("a number of connections")(text)?;
    match (MOST_NEEDED_AT_ONCE..=1000).contains(&number) {
        true => Ok(number),
        false => Err(format!("`{number}` is not between {MOST_NEEDED_AT_ONCE} and 1000")),
    }
}

fn mail_from(source: &Source) -> Result<Mailbox, ConfigError> {
    match (source.get("mail_from", None, given(sender))?, source.origin("smtp_url")) {
        (Some(sender), _) => Ok(sender),
        (None, Some(origin)) => {
            conflict(format!("{origin}: a mail server needs `mail_from`, the sender of all mails"))
        }
        (None, None) => sender(DEFAULT_SENDER).map_err(ConfigError::Conflict),
    }
}

fn sender(text: &str) -> Result<Mailbox, String> {
    parsed(&format!("a sender, such as `{DEFAULT_SENDER}`"))(text)
}

fn flag(text: &str) -> Result<bool, String> {
    match text {
        "1" | "true" | "on" => Ok(true),
        "0" | "false" | "off" => Ok(false),
        _ => Err(format!("`{text}` is neither `on` nor `off`")),
    }
}

fn log_filter(text: &str) -> Result<String, String> {
    match tracing_subscriber::EnvFilter::try_new(text) {
        Ok(_) => Ok(text.to_owned()),
        Err(error) => {
            Err(format!("`{text}` is not a log filter, such as `info` or `liksa_server=debug`: {error}"))
        }
    }
}

fn metrics_token(text: &str) -> Result<String, String> {
    match text.len() >= METRICS_TOKEN_MIN_CHARS {
        true => Ok(text.to_owned()),
        false => Err(format!("is shorter than {METRICS_TOKEN_MIN_CHARS} characters; a random one is meant")),
    }
}

fn addresses(text: &str) -> Result<Vec<IpAddr>, String> {
    text.split(',').map(str::trim).filter(|one| !one.is_empty()).map(parsed("an IP address")).collect()
}

fn web_address(text: &str) -> Result<String, String> {
    let plain = text.starts_with("https://") || text.starts_with("http://");
    if plain && !text.contains(char::is_whitespace) {
        Ok(text.to_owned())
    } else {
        Err(format!("`{text}` is not a web address, such as https://liksa.example/"))
    }
}

fn own_address(text: &str) -> Result<String, String> {
    web_address(text).map(|address| address.trim_end_matches('/').to_owned())
}

/// Whether what is sent there cannot be read on the way.
fn is_safe_to_visit(address: &str) -> bool {
    let Some(rest) = address.strip_prefix("http://") else { return true };
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let host = match authority.parse::<SocketAddr>() {
        Ok(address) => return address.ip().is_loopback(),
        Err(_) => authority.split_once(':').map_or(authority, |(host, _)| host),
    };
    host.eq_ignore_ascii_case("localhost")
        || authority == "[::1]"
        || host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

fn pixel_id(text: &str) -> Result<String, String> {
    match text.bytes().all(|byte| byte.is_ascii_digit()) && !text.is_empty() {
        true => Ok(text.to_owned()),
        false => Err(format!("`{text}` is not the number of a pixel")),
    }
}

#[cfg(test)]
impl Config {
    /// For tests: demo content off, limits on, nothing from the machine's environment.
    pub fn for_test(database: Database, data_dir: &Path) -> Self {
        let data_dir = ("LIKSA_DATA_DIR".to_owned(), data_dir.to_str().unwrap().to_owned());
        let mut config = Self::from_variables(None, std::iter::once(data_dir)).unwrap();
        config.database = database;
        config
    }
}

#[cfg(test)]
mod tests;
