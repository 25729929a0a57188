//! What the files for operators name exists.

use std::collections::BTreeSet;

use super::super::imports::Source;
use super::root;

fn text_of(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap()
}

/// The names of metrics in a text.
fn metrics_in(text: &str) -> BTreeSet<&str> {
    let words = text.split(|sign: char| !sign.is_ascii_alphanumeric() && sign != '_');
    let metrics = words.filter(|word| word.starts_with("liksa_") || word.starts_with("http_request"));
    metrics.map(|word| word.trim_end_matches("_bucket")).collect()
}

#[test]
fn alerts_and_dashboard_ask_for_metrics_that_exist() {
    let code: String = Source::all_of("server").into_iter().map(|source| source.code).collect();
    for file in ["deploy/alerts.yml", "deploy/dashboard.json"] {
        let text = text_of(file);
        let metrics = metrics_in(&text);
        assert!(metrics.len() > 5, "{file}: {metrics:?}");
        let unknown: Vec<_> = metrics.iter().filter(|name| !code.contains(&format!("\"{name}\""))).collect();
        assert!(unknown.is_empty(), "{file}: {unknown:?}");
    }
}

/// The labels that a query asks for, such as `outcome` of `{outcome="sent"}`.
fn labels_in(text: &str) -> BTreeSet<&str> {
    let conditions = text.split('{').skip(1).filter_map(|rest| rest.split('}').next());
    let named = conditions.flat_map(|condition| condition.split(',')).filter_map(|one| {
        let (name, value) = one.split_once('=')?;
        let value = value.trim_start_matches(['~', '\\']);
        value.starts_with('"').then(|| name.trim().trim_end_matches('!'))
    });
    let grouped = text.split("by (").skip(1).filter_map(|rest| rest.split(')').next());
    named.chain(grouped.flat_map(|names| names.split(", "))).collect()
}

#[test]
fn alerts_and_dashboard_ask_for_labels_that_exist() {
    let code: String = Source::all_of("server").into_iter().map(|source| source.code).collect();
    for file in ["deploy/alerts.yml", "deploy/dashboard.json"] {
        let text = text_of(file);
        let labels = labels_in(&text);
        assert!(labels.contains("kind") && labels.contains("outcome"), "{file}: {labels:?}");
        // Those that Prometheus itself adds.
        let own = ["job", "instance", "le"];
        let unknown: Vec<_> = labels
            .iter()
            .filter(|name| !own.contains(name) && !code.contains(&format!("\"{name}\"")))
            .collect();
        assert!(unknown.is_empty(), "{file}: {unknown:?}");
    }
}

#[test]
fn the_metrics_that_the_operator_reads_of_exist() {
    let code: String = Source::all_of("server").into_iter().map(|source| source.code).collect();
    let runbook = text_of("docs/OPERATIONS.md");
    // Some are named by their ends alone, beside the first of them. Databases are no metrics.
    let metrics: BTreeSet<_> = metrics_in(&runbook)
        .into_iter()
        .filter(|name| !["liksa_restored", "liksa_until_"].contains(name))
        .collect();
    assert!(metrics.len() > 10, "{metrics:?}");
    let unknown: Vec<_> = metrics.iter().filter(|name| !code.contains(&format!("\"{name}\""))).collect();
    assert!(unknown.is_empty(), "{unknown:?}");
}

#[test]
fn every_alert_is_explained_to_the_operator() {
    let (alerts, runbook) = (text_of("deploy/alerts.yml"), text_of("docs/OPERATIONS.md"));
    let names: Vec<&str> = alerts.lines().filter_map(|line| line.trim().strip_prefix("- alert: ")).collect();
    assert!(!names.is_empty());
    let unknown: Vec<_> = names.iter().filter(|name| !runbook.contains(&format!("`{name}`"))).collect();
    assert!(unknown.is_empty(), "{unknown:?}");
}

/// Addresses and the Referer carry the tokens of mails and downloads.
#[test]
fn no_server_of_the_proxy_logs_addresses() {
    let proxy = text_of("deploy/nginx.conf");
    let servers: Vec<&str> = proxy.split("\nserver {").skip(1).collect();
    assert_eq!(servers.len(), 2);
    for server in servers {
        let lines: Vec<String> =
            server.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
        for setting in ["access_log off;", "error_log /var/log/nginx/error.log crit;"] {
            assert!(lines.iter().any(|line| line == setting), "{setting} in {server}");
        }
        // Nor does a location have a log of its own.
        assert_eq!(server.matches("_log ").count(), 2, "{server}");
    }
}

/// Nothing of the monitoring is asked of whichever process the proxy chooses: their counters are their own.
#[test]
fn each_process_is_monitored_by_itself() {
    let proxy = text_of("deploy/nginx.conf");
    for process in ["127.0.0.1:8080", "127.0.0.1:8081"] {
        assert!(proxy.contains(&format!("server {process} ")), "{process} serves");
        assert!(proxy.contains(&format!("proxy_pass http://{process}/metrics;")), "{process} is monitored");
    }
}
