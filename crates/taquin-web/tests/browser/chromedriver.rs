//! Chromium, controlled through chromedriver: JSON over HTTP.

use crate::webdriver::Driver;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tempfile::TempDir;
use ureq::Agent;

/// A driver with one browser.
pub(crate) struct Chromedriver {
    driver: Child,
    agent: Agent,
    session: String,
    _profile: TempDir,
}

/// How often to start the driver.
const ATTEMPTS: usize = 5;

/// Starts a driver and returns it with its port; `None` if it ends instead.
fn start_driver() -> Option<(Child, u16)> {
    let mut driver = Command::new("chromedriver")
        .arg("--port=0")
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap_or_else(|why| panic!("chromedriver does not start ({why}); `cargo xtask test` installs it"));
    let lines = BufReader::new(driver.stdout.take().expect("it is piped")).lines();
    let port = lines.map_while(Result::ok).find_map(|line| {
        line.split_once("started successfully on port ")?.1.trim_end_matches('.').parse().ok()
    });
    if port.is_none() {
        let _ = driver.kill();
        let _ = driver.wait();
    }
    Some((driver, port?))
}

impl Chromedriver {
    /// Starts a driver with a browser that has a fresh profile.
    pub(crate) fn start() -> Chromedriver {
        // The driver binds the port that it got for IPv4 to IPv6, too, and ends if another process has it there.
        let (driver, port) = (0..ATTEMPTS).find_map(|_| start_driver()).expect("chromedriver tells its port");
        let agent =
            Agent::config_builder().http_status_as_error(false).timeout_global(Some(Duration::from_secs(60)));
        let profile = tempfile::tempdir().expect("a folder for the profile");
        let mut browser =
            Chromedriver { driver, agent: agent.build().into(), session: String::new(), _profile: profile };
        let host = format!("http://127.0.0.1:{port}");
        let made = browser.send(&format!("{host}/session"), &browser.wishes());
        let id = made["sessionId"].as_str().unwrap_or_else(|| panic!("no browser: {made}"));
        browser.session = format!("{host}/session/{id}");
        browser
    }

    fn wishes(&self) -> Value {
        let profile = format!("--user-data-dir={}", self._profile.path().display());
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

    fn send(&self, url: &str, body: &Value) -> Value {
        let mut answer = self.agent.post(url).send_json(body).unwrap_or_else(|why| panic!("{url}: {why}"));
        let mut answer: Value = answer.body_mut().read_json().unwrap_or_else(|why| panic!("{url}: {why}"));
        answer["value"].take()
    }

    fn get(&self, url: &str) -> Value {
        let mut answer = self.agent.get(url).call().unwrap_or_else(|why| panic!("{url}: {why}"));
        let mut answer: Value = answer.body_mut().read_json().unwrap_or_else(|why| panic!("{url}: {why}"));
        answer["value"].take()
    }

    /// Returns the new entries of a log: "browser" is the console, "performance" has all requests.
    fn log(&self, kind: &str) -> Vec<Value> {
        let entries = self.command("se/log", &json!({ "type": kind })).unwrap_or_default();
        entries.as_array().cloned().unwrap_or_default()
    }
}

impl Driver for Chromedriver {
    fn command(&self, name: &str, body: &Value) -> Result<Value, String> {
        let value = match name.strip_prefix("GET ") {
            Some(name) => self.get(&format!("{}/{name}", self.session)),
            None => self.send(&format!("{}/{name}", self.session), body),
        };
        match value.get("error").and_then(Value::as_str) {
            Some(error) => Err(format!("{error}: {}", value["message"].as_str().unwrap_or_default())),
            None => Ok(value),
        }
    }

    fn chromium(&self, name: &str, parameters: Value) -> Value {
        let body = json!({ "cmd": name, "params": parameters });
        self.command("goog/cdp/execute", &body).unwrap_or_else(|error| panic!("{name}: {error}"))
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

impl Drop for Chromedriver {
    fn drop(&mut self) {
        // Ending the session closes the browser; after that, the driver can be killed.
        let _ = self.agent.delete(&self.session).call();
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}
