//! Controls Chromium through chromedriver and the WebDriver protocol, which is JSON over HTTP.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tempfile::TempDir;
use ureq::Agent;

/// The key of an element reference in the WebDriver standard.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// A driver with one browser.
pub(crate) struct Browser {
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

impl Browser {
    /// Starts a driver with a browser that has a fresh profile.
    pub(crate) fn start() -> Browser {
        // The driver binds the port that it got for IPv4 to IPv6, too, and ends if another process has it there.
        let (driver, port) = (0..ATTEMPTS).find_map(|_| start_driver()).expect("chromedriver tells its port");
        let agent =
            Agent::config_builder().http_status_as_error(false).timeout_global(Some(Duration::from_secs(60)));
        let profile = tempfile::tempdir().expect("a folder for the profile");
        let mut browser =
            Browser { driver, agent: agent.build().into(), session: String::new(), _profile: profile };
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

    /// Runs a WebDriver command; an error fails the test.
    pub(crate) fn command(&self, name: &str, body: &Value) -> Value {
        let value = self.send(&format!("{}/{name}", self.session), body);
        if let Some(error) = value.get("error").and_then(Value::as_str) {
            panic!("{name} {body}: {error}: {}", value["message"].as_str().unwrap_or_default());
        }
        value
    }

    /// Selects the window that receives commands.
    pub(crate) fn window(&self) -> String {
        let url = format!("{}/window", self.session);
        let mut answer = self.agent.get(&url).call().unwrap_or_else(|why| panic!("{url}: {why}"));
        let answer: Value = answer.body_mut().read_json().unwrap_or_else(|why| panic!("{url}: {why}"));
        answer["value"].as_str().unwrap_or_default().to_owned()
    }

    /// Runs a command of Chromium's own protocol.
    pub(crate) fn chromium(&self, name: &str, parameters: Value) -> Value {
        self.command("goog/cdp/execute", &json!({ "cmd": name, "params": parameters }))
    }

    /// Runs the body of a function in the page and returns its result.
    pub(crate) fn script(&self, body: &str, arguments: Value) -> Value {
        self.command("execute/sync", &json!({ "script": body, "args": arguments }))
    }

    /// Returns the first element of a selector.
    pub(crate) fn element(&self, selector: &str) -> String {
        let found = self.command("element", &json!({ "using": "css selector", "value": selector }));
        found[ELEMENT].as_str().unwrap_or_else(|| panic!("{selector}: {found}")).to_owned()
    }

    /// Returns an element as an argument of a script.
    pub(crate) fn reference(id: &str) -> Value {
        json!({ ELEMENT: id })
    }

    /// Returns the new entries of a log: "browser" is the console, "performance" has all requests.
    pub(crate) fn log(&self, kind: &str) -> Vec<Value> {
        let entries = self.command("se/log", &json!({ "type": kind }));
        entries.as_array().cloned().unwrap_or_default()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // Ending the session closes the browser; after that, the driver can be killed.
        let _ = self.agent.delete(&self.session).call();
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}
