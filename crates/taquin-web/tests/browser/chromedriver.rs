//! Chromium, controlled through chromedriver: JSON over HTTP.

use crate::supervised::Supervised;
use crate::webdriver::Driver;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::time::Duration;
use ureq::Agent;

/// A driver with one browser.
pub(crate) struct Chromedriver {
    _driver: Supervised,
    agent: Agent,
    session: String,
}

/// How often to start the driver.
const ATTEMPTS: usize = 5;

/// Starts a driver and returns it with its port; `None` if it ends instead.
fn start_driver(profile: &Path) -> Option<(Supervised, u16)> {
    let mut driver = Supervised::start("chromedriver", &["--port=0"], profile)
        .unwrap_or_else(|why| panic!("chromedriver does not start ({why}); `cargo xtask test` installs it"));
    let lines = BufReader::new(driver.take_output()?).lines();
    let port = lines.map_while(Result::ok).find_map(|line| {
        line.split_once("started successfully on port ")?.1.trim_end_matches('.').parse().ok()
    });
    Some((driver, port?))
}

/// Returns what is asked of the browser.
fn capabilities(profile: &Path) -> Value {
    let profile = format!("--user-data-dir={}", profile.display());
    let flags = [
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--disable-dev-shm-usage",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--window-size=1280,900",
        &profile,
    ];
    json!({ "capabilities": { "alwaysMatch": {
        "browserName": "chrome",
        "goog:chromeOptions": { "args": flags },
        "goog:loggingPrefs": { "browser": "ALL", "performance": "ALL" },
    } } })
}

impl Chromedriver {
    /// Starts a driver with a browser that has a fresh profile.
    pub(crate) fn start() -> Chromedriver {
        let profile = tempfile::tempdir().expect("a folder for the profile").keep();
        // The driver binds the port that it got for IPv4 to IPv6, too, and ends if another process has it there.
        let (driver, port) = (0..ATTEMPTS)
            .find_map(|_| start_driver(&profile))
            .expect("chromedriver does not tell its port; `cargo xtask test` installs it");
        let agent =
            Agent::config_builder().http_status_as_error(false).timeout_global(Some(Duration::from_secs(60)));
        let mut browser =
            Chromedriver { _driver: driver, agent: agent.build().into(), session: String::new() };
        let host = format!("http://127.0.0.1:{port}");
        let made = browser.call("POST", &format!("{host}/session"), &capabilities(&profile));
        let made = made.unwrap_or_else(|error| panic!("no browser: {error}"));
        let id = made["sessionId"].as_str().expect("a session has an id");
        browser.session = format!("{host}/session/{id}");
        browser
    }

    fn call(&self, method: &str, url: &str, body: &Value) -> Result<Value, String> {
        let answer = match method {
            "GET" => self.agent.get(url).call(),
            "DELETE" => self.agent.delete(url).call(),
            _ => self.agent.post(url).send_json(body),
        };
        let mut answer: Value = answer
            .and_then(|mut answer| answer.body_mut().read_json())
            .map_err(|why| format!("{url}: {why}"))?;
        let value = answer["value"].take();
        match value.get("error").and_then(Value::as_str) {
            Some(error) => Err(format!("{error}: {}", value["message"].as_str().unwrap_or_default())),
            None => Ok(value),
        }
    }

    fn protocol(&self, name: &str, parameters: Value) -> Result<Value, String> {
        self.command("goog/cdp/execute", &json!({ "cmd": name, "params": parameters }))
    }

    /// Returns the new entries of a log: "browser" is the console, "performance" has all requests.
    fn log(&self, kind: &str) -> Vec<Value> {
        let entries = self.command("se/log", &json!({ "type": kind })).unwrap_or_default();
        entries.as_array().cloned().unwrap_or_default()
    }
}

impl Driver for Chromedriver {
    fn command(&self, name: &str, body: &Value) -> Result<Value, String> {
        let (method, name) = name.split_once(' ').unwrap_or(("POST", name));
        self.call(method, &format!("{}/{name}", self.session), body)
    }

    fn chromium(&self, name: &str, parameters: Value) -> Value {
        self.protocol(name, parameters).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    fn forget(&self, home: &str) -> Result<(), String> {
        self.protocol("Storage.clearDataForOrigin", json!({ "origin": home, "storageTypes": "all" }))?;
        self.protocol("Network.clearBrowserCookies", json!({}))?;
        self.protocol("Network.clearBrowserCache", json!({}))?;
        self.complaints();
        self.requests();
        Ok(())
    }

    fn complaints(&self) -> Vec<String> {
        let entries = self.log("browser").into_iter();
        entries
            .filter(|entry| entry["level"] == "SEVERE" || entry["level"] == "WARNING")
            .map(|entry| entry["message"].as_str().unwrap_or_default().to_owned())
            .collect()
    }

    fn requests(&self) -> Vec<String> {
        let entries = self.log("performance").into_iter();
        let entries = entries.filter_map(|entry| serde_json::from_str(entry["message"].as_str()?).ok());
        entries
            .filter(|entry: &Value| entry["message"]["method"] == "Network.requestWillBeSent")
            .filter_map(|entry| Some(entry["message"]["params"]["request"]["url"].as_str()?.to_owned()))
            .collect()
    }
}
