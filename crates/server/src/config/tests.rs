use super::*;

fn from_env(pairs: &[(&str, &str)]) -> Result<Config, String> {
    read(None, pairs)
}

fn read(file: Option<&Path>, pairs: &[(&str, &str)]) -> Result<Config, String> {
    let variables = pairs.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned()));
    Config::from_variables(file, variables).map_err(|error| error.to_string())
}

fn from_file(text: &str) -> Result<Config, String> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("liksa.toml");
    std::fs::write(&file, text).unwrap();
    read(Some(&file), &[])
}

#[test]
fn without_settings_it_runs_on_the_embedded_defaults() {
    let config = from_env(&[("HOME", "/root"), ("PATH", "/bin")]).unwrap();
    assert_eq!(config.listen.to_string(), "127.0.0.1:8080");
    assert_eq!(config.database, Database::Sqlite("data/liksa.db".into()));
    assert!(!config.demo && config.rate_limits && !config.is_production());
}

#[test]
fn the_database_moves_with_the_data_folder() {
    let config = from_env(&[("LIKSA_DATA_DIR", "/var/liksa")]).unwrap();
    assert_eq!(config.database, Database::Sqlite("/var/liksa/liksa.db".into()));
    assert_eq!(config.files, FilesAddress::Folder("/var/liksa/files".into()));
}

#[test]
fn files_may_be_kept_elsewhere() {
    let keys = [("LIKSA_FILES_ACCESS_KEY", "key"), ("LIKSA_FILES_SECRET_KEY", "secret")];
    let s3 = ("LIKSA_FILES_URL", "s3://kuitit?endpoint=https://s3.example");
    assert!(matches!(from_env(&[s3, keys[0], keys[1]]).unwrap().files, FilesAddress::S3(_)));
    let error = from_env(&[s3, keys[0]]).unwrap_err();
    assert!(error.contains("LIKSA_FILES_URL") && error.contains("files_secret_key"), "{error}");
}

#[test]
fn a_file_gives_settings_and_the_environment_wins() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("liksa.toml");
    std::fs::write(&file, "demo = true\ntrusted_proxies = [\"10.0.0.1\", \"::1\"]\ntoday = 2026-11-16\n")
        .unwrap();
    let config = read(Some(&file), &[("LIKSA_DEMO", "off")]).unwrap();
    assert!(!config.demo);
    assert_eq!(config.trusted_proxies.len(), 2);
    assert_eq!(config.today, Some(jiff::civil::date(2026, 11, 16)));
}

#[test]
fn a_wrong_line_is_named() {
    let error = from_file("# Liksa\n\nlisten = \"localhost\"\n").unwrap_err();
    assert!(error.contains("liksa.toml line 3: listen: `localhost` is not an address"), "{error}");
}

#[test]
fn a_wrong_variable_is_named() {
    let error = from_env(&[("LIKSA_TODAY", "16.11.2026")]).unwrap_err();
    assert_eq!(
        error,
        "environment variable LIKSA_TODAY: today: `16.11.2026` is not a date, such as 2026-11-16"
    );
}

#[test]
fn a_misspelt_setting_is_refused_with_a_hint() {
    let error = from_env(&[("LIKSA_DATABSE_URL", "postgres://db/liksa")]).unwrap_err();
    assert!(error.ends_with("there is no setting `databse_url`; is `database_url` meant?"), "{error}");
    assert!(from_file("demoo = true").unwrap_err().contains("is `demo` meant?"));
}

#[test]
fn broken_toml_is_refused_with_its_line() {
    let error = from_file("listen = \n").unwrap_err();
    assert!(error.contains("line 1"), "{error}");
}

#[test]
fn a_missing_file_is_refused() {
    assert!(read(Some(Path::new("/nowhere/liksa.toml")), &[]).unwrap_err().contains("cannot be read"));
}

const MAIL: (&str, &str) = ("LIKSA_SMTP_URL", "smtps://liksa:hunter2@mail.example");
const FROM: (&str, &str) = ("LIKSA_MAIL_FROM", "Liksa <laskut@liksa.example>");

#[test]
fn production_sends_its_mails_and_nobody_reads_them_on_the_way() {
    let production = |smtp: Option<&'static str>| {
        let mut settings =
            vec![("LIKSA_ENV", "production"), ("LIKSA_PUBLIC_URL", "https://liksa.example"), FROM];
        settings.extend(smtp.map(|url| ("LIKSA_SMTP_URL", url)));
        from_env(&settings)
    };
    let error = production(None).unwrap_err();
    assert!(error.contains("smtp_url"), "{error}");
    for plain in [
        "smtp://liksa:hunter2@mail.example",
        "smtp://mail.example:587",
        "smtp://liksa:hunter2@mail.example?tls=opportunistic",
        "smtp://localhost:x@mail.example",
    ] {
        let error = production(Some(plain)).unwrap_err();
        assert!(error.contains("LIKSA_SMTP_URL") && error.contains("clear text"), "{plain}: {error}");
        assert!(!error.contains("hunter2"), "{error}");
    }
    for safe in
        [MAIL.1, "smtp://liksa:x@mail.example:587?tls=required", "smtp://127.0.0.1:25", "smtp://localhost"]
    {
        production(Some(safe)).unwrap();
    }
    from_env(&[("LIKSA_SMTP_URL", "smtp://mail.example"), FROM]).unwrap();
}

#[test]
fn connections_are_enough_and_not_too_many() {
    assert_eq!(from_env(&[]).unwrap().database_connections, 20);
    assert_eq!(from_env(&[("LIKSA_DATABASE_CONNECTIONS", "16")]).unwrap().database_connections, 16);
    for wrong in ["15", "1001", "-1", "many", ""] {
        let error = from_env(&[("LIKSA_DATABASE_CONNECTIONS", wrong)]).unwrap_err();
        assert!(error.contains("LIKSA_DATABASE_CONNECTIONS"), "{error}");
    }
}

#[test]
fn production_refuses_what_is_for_demo_and_test() {
    for (name, text) in [("LIKSA_DEMO", "1"), ("LIKSA_TODAY", "2026-11-16"), ("LIKSA_RATE_LIMITS", "off")] {
        let error = from_env(&[("LIKSA_ENV", "production"), (name, text)]).unwrap_err();
        assert!(error.contains(name) && error.contains("refused in production"), "{error}");
    }
    let address = ("LIKSA_PUBLIC_URL", "https://liksa.example/");
    let config =
        from_env(&[("LIKSA_ENV", "production"), ("LIKSA_DEMO", "off"), address, MAIL, FROM]).unwrap();
    assert_eq!(config.public_url, "https://liksa.example");
    assert_eq!(config.identification, Identification::NotConfigured, "no demo bank for real people");
    let error = from_env(&[("LIKSA_ENV", "production")]).unwrap_err();
    assert!(error.contains("public_url"), "{error}");
}

#[test]
fn production_is_not_visited_over_plain_http() {
    let production =
        |address| from_env(&[("LIKSA_ENV", "production"), ("LIKSA_PUBLIC_URL", address), MAIL, FROM]);
    for plain in [
        "http://liksa.example",
        "http://127.0.0.1.liksa.example",
        "http://localhost@liksa.example",
        "http://localhost.liksa.example:8080",
        "http://10.0.0.1",
        "http://[2001:db8::1]",
    ] {
        let error = production(plain).unwrap_err();
        assert!(error.contains("LIKSA_PUBLIC_URL") && error.contains("https://"), "{plain}: {error}");
    }
    for safe in [
        "https://liksa.example",
        "http://localhost",
        "http://localhost:8080/",
        "http://127.0.0.1:8080",
        "http://127.0.0.1",
        "http://[::1]:8080",
        "http://[::1]",
    ] {
        production(safe).unwrap();
    }
    from_env(&[("LIKSA_PUBLIC_URL", "http://liksa.example")]).unwrap();
}

#[test]
fn files_do_not_cross_a_network_in_clear_text_in_production() {
    let settings = |endpoint: &str, environment| {
        let url = format!("s3://kuitit?endpoint={endpoint}");
        from_env(&[
            ("LIKSA_ENV", environment),
            ("LIKSA_PUBLIC_URL", "https://liksa.example"),
            ("LIKSA_FILES_URL", url.as_str()),
            ("LIKSA_FILES_ACCESS_KEY", "key"),
            ("LIKSA_FILES_SECRET_KEY", "hunter2"),
            MAIL,
            FROM,
        ])
    };
    for plain in ["http://s3.example", "http://10.0.0.5:9000", "http://minio:9000"] {
        let error = settings(plain, "production").unwrap_err();
        assert!(error.contains("LIKSA_FILES_URL") && error.contains("https://"), "{plain}: {error}");
        assert!(!error.contains("hunter2"), "{error}");
        settings(plain, "development").unwrap();
    }
    for safe in ["https://s3.example", "http://127.0.0.1:9000", "http://localhost:9000"] {
        settings(safe, "production").unwrap();
    }
}

#[test]
fn a_database_in_clear_text_is_warned_of_by_the_name_of_its_setting() {
    let warning = |address| from_env(&[("LIKSA_DATABASE_URL", address)]).unwrap().warning();
    let told = warning("postgres://liksa:hunter2@db.liksa.example/liksa").unwrap();
    assert!(told.contains("`database_url`") && told.contains("sslmode=require"), "{told}");
    assert!(!told.contains("hunter2"), "{told}");
    for safe in [
        "sqlite:liksa.db",
        "postgres://liksa@localhost/liksa",
        "postgres://liksa@db.liksa.example/liksa?sslmode=require",
        "postgres://liksa@db.liksa.example/liksa?sslmode=verify-full",
    ] {
        assert_eq!(warning(safe), None, "{safe}");
    }
}

#[test]
fn we_are_found_where_we_listen_unless_told_otherwise() {
    assert_eq!(from_env(&[]).unwrap().public_url, "http://127.0.0.1:8080");
    let anywhere = from_env(&[("LIKSA_LISTEN", "0.0.0.0:0")]).unwrap();
    assert_eq!(anywhere.listening_on("0.0.0.0:4711".parse().unwrap()).public_url, "http://127.0.0.1:4711");
    let told = from_env(&[("LIKSA_PUBLIC_URL", "http://localhost:5173")]).unwrap();
    assert_eq!(told.listening_on("127.0.0.1:1".parse().unwrap()).public_url, "http://localhost:5173");
}

#[test]
fn a_broker_needs_an_id_and_one_proof_of_it() {
    let issuer = ("LIKSA_OIDC_ISSUER", "https://broker.example");
    let (id, secret) = (("LIKSA_OIDC_CLIENT_ID", "liksa"), ("LIKSA_OIDC_CLIENT_SECRET", "hunter2"));
    let key = ("LIKSA_OIDC_PRIVATE_KEY", "/etc/liksa/key.pem");
    let decryption = ("LIKSA_OIDC_DECRYPTION_KEY", "/etc/liksa/decryption.pem");
    assert_eq!(from_env(&[]).unwrap().identification, Identification::DemoBank);
    let config = from_env(&[issuer, id, secret]).unwrap();
    assert!(!format!("{config:?}").contains("hunter2"));
    let Identification::Broker(broker) = config.identification else { unreachable!() };
    assert_eq!((broker.client_id.as_str(), broker.scopes.as_slice()), ("liksa", &["profile".to_owned()][..]));
    assert_eq!(broker.acr, ["http://ftn.ficora.fi/2017/loa2", "http://ftn.ficora.fi/2017/loa3"]);
    assert!(matches!(from_env(&[issuer, id, key]).unwrap().identification, Identification::Broker(_)));
    for wrong in
        [&[issuer, secret][..], &[issuer, id], &[issuer, id, secret, key], &[id, secret], &[decryption]]
    {
        assert!(from_env(wrong).unwrap_err().contains("oidc_"), "{wrong:?}");
    }
    let plain = ("LIKSA_OIDC_ISSUER", "http://broker.example");
    let address = ("LIKSA_PUBLIC_URL", "https://liksa.example");
    let error = from_env(&[plain, id, secret, ("LIKSA_ENV", "production"), address]).unwrap_err();
    assert!(error.contains("https"), "{error}");
}

#[test]
fn secrets_do_not_show_in_the_refusal() {
    let error = from_env(&[("LIKSA_METRICS_TOKEN", "short")]).unwrap_err();
    assert!(!error.contains("short;") && !error.contains("`short`"), "{error}");
    let error = from_env(&[("LIKSA_DATABASE_URL", "mysql://liksa:hunter2@db/x")]).unwrap_err();
    assert!(!error.contains("hunter2"), "{error}");
}

#[test]
fn a_mail_server_needs_a_sender_and_is_never_shown() {
    let url = ("LIKSA_SMTP_URL", "smtps://liksa:hunter2@mail.example");
    let error = from_env(&[url]).unwrap_err();
    assert!(error.contains("LIKSA_SMTP_URL") && error.contains("mail_from"), "{error}");
    let config = from_env(&[url, ("LIKSA_MAIL_FROM", "Palkkatalo <laskut@palkkatalo.example>")]).unwrap();
    assert_eq!(config.mail_from.email.to_string(), "laskut@palkkatalo.example");
    assert!(!format!("{config:?}").contains("hunter2"));
    let error = from_env(&[("LIKSA_SMTP_URL", "http://liksa:hunter2@mail.example")]).unwrap_err();
    assert!(error.contains("is not a mail server") && !error.contains("hunter2"), "{error}");
    assert!(matches!(from_env(&[]).unwrap().mail, MailAddress::Folder(_)));
}

#[test]
fn the_services_of_addresses_have_keys_of_their_own() {
    let config = from_env(&[]).unwrap();
    assert_eq!(config.address_services, AddressServices::default());
    let url = ("LIKSA_GEOCODER_URL", "https://api.example/geocoding/");
    let key = ("LIKSA_GEOCODER_KEY", "hunter2");
    let config = from_env(&[url, key, ("LIKSA_ROUTER_URL", "http://127.0.0.1:5000")]).unwrap();
    assert!(!format!("{config:?}").contains("hunter2"));
    let AddressServices { geocoder, router, .. } = config.address_services;
    let geocoder = geocoder.unwrap();
    assert_eq!(geocoder.url, "https://api.example/geocoding");
    assert_eq!(geocoder.key.unwrap().header, "digitransit-subscription-key");
    assert_eq!(router.unwrap().key, None);
    let header = ("LIKSA_GEOCODER_KEY_HEADER", "X-Api-Key");
    let geocoder = from_env(&[url, key, header]).unwrap().address_services.geocoder.unwrap();
    assert_eq!(geocoder.key.unwrap().header, "x-api-key");
}

#[test]
fn the_services_of_addresses_are_refused_where_they_would_not_work() {
    let url = ("LIKSA_ROUTER_URL", "http://router.example");
    for wrong in [
        &[("LIKSA_ROUTER_KEY", "hunter2")][..],
        &[("LIKSA_ROUTER_KEY_HEADER", "x-key")],
        &[("LIKSA_ROUTER_URL", "router.example")],
        &[url, ("LIKSA_ROUTER_KEY_HEADER", "not a header")],
        &[url, ("LIKSA_ROUTER_KEY", "hunter2\u{7f}x")],
        &[url, ("LIKSA_ENV", "production"), ("LIKSA_PUBLIC_URL", "https://liksa.example")],
    ] {
        let error = from_env(wrong).unwrap_err();
        assert!(error.to_lowercase().contains("router_") && !error.contains("hunter2"), "{error}");
    }
}

#[test]
fn the_settings_that_operators_begin_with_are_accepted() {
    let file = include_str!("../../../../deploy/liksa.env");
    let lines = file.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let settings: Vec<_> = lines
        .map(|line| line.split_once('=').unwrap())
        .map(|(name, value)| (name, value.trim_matches('"')))
        .collect();
    let config = from_env(&settings).unwrap();
    assert!(config.is_production());
}
