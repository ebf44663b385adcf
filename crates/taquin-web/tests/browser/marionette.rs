//! Firefox, controlled through Marionette, its own protocol below WebDriver: JSON over a socket, without a driver.

use crate::supervised::Supervised;
use crate::webdriver::Driver;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpStream};
use std::path::Path;
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The names of the program, Debian's first.
const NAMES: [&str; 2] = ["firefox-esr", "firefox"];

/// How long the browser may take to start.
const PATIENCE: Duration = Duration::from_secs(60);

/// Settings of the profile: any free port for Marionette, no requests of the browser's own, and scrollbars without a width,
/// as on a phone.
const SETTINGS: &str = r#"
user_pref("marionette.port", 0);
user_pref("app.update.disabledForTesting", true);
user_pref("browser.newtabpage.enabled", false);
user_pref("browser.safebrowsing.malware.enabled", false);
user_pref("browser.safebrowsing.phishing.enabled", false);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("browser.startup.homepage_override.mstone", "ignore");
user_pref("browser.startup.page", 0);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("dom.disable_open_during_load", false);
user_pref("extensions.update.enabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("services.settings.server", "data:,");
user_pref("toolkit.telemetry.server", "data:,");
user_pref("ui.useOverlayScrollbars", 1);
"#;

/// What CSS learns from `prefers-color-scheme` and `prefers-reduced-motion`.
const COLOUR_SCHEME: &str = "layout.css.prefers-color-scheme.content-override";
const REDUCED_MOTION: &str = "ui.prefersReducedMotion";

/// A browser.
pub(crate) struct Marionette {
    _browser: Supervised,
    connection: RefCell<Connection>,
}

struct Connection {
    stream: BufReader<TcpStream>,
    next: u64,
}

impl Marionette {
    /// Starts a browser that has a fresh profile.
    pub(crate) fn start() -> Marionette {
        let profile = tempfile::tempdir().expect("a folder for the profile").keep();
        fs::write(profile.join("user.js"), SETTINGS).expect("the folder can be written");
        let browser = start(&profile);
        let port = port(&profile);
        let stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).expect("Firefox listens");
        stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
        let mut connection = Connection { stream: BufReader::new(stream), next: 0 };
        connection.receive();
        connection
            .call("WebDriver:NewSession", &json!({ "strictFileInteractability": false }))
            .unwrap_or_else(|error| panic!("no session: {error}"));
        let connection = RefCell::new(connection);
        let marionette = Marionette { _browser: browser, connection };
        let size = json!({ "width": 1280, "height": 1000 });
        marionette.call("WebDriver:SetWindowRect", &size).expect("a window has a size");
        marionette
    }

    fn call(&self, name: &str, parameters: &Value) -> Result<Value, String> {
        self.connection.borrow_mut().call(name, parameters)
    }

    /// Runs the body of a function with the rights of the browser itself.
    fn privileged(&self, body: &str, arguments: Value) -> Value {
        let run = || {
            self.call("Marionette:SetContext", &json!({ "value": "chrome" }))?;
            let value = self.call("WebDriver:ExecuteScript", &json!({ "script": body, "args": arguments }));
            self.call("Marionette:SetContext", &json!({ "value": "content" }))?;
            value
        };
        run().unwrap_or_else(|error| panic!("{body}: {error}"))
    }

    /// Sets what CSS learns from `prefers-…`.
    fn set_preference(&self, feature: &Value) {
        let number = |name: &str, value: u32| {
            self.privileged("Services.prefs.setIntPref(...arguments);", json!([name, value]));
        };
        let value = feature["value"].as_str().unwrap_or_default();
        match feature["name"].as_str().unwrap_or_default() {
            "prefers-color-scheme" => {
                number(COLOUR_SCHEME, u32::from(value != "dark"));
            }
            "prefers-reduced-motion" => number(REDUCED_MOTION, u32::from(value == "reduce")),
            other => panic!("{other}: no such preference in these tests"),
        }
    }
}

fn start(profile: &Path) -> Supervised {
    let is_installed = |name: &&&str| Command::new(name).arg("--version").output().is_ok();
    let name = NAMES.iter().find(is_installed).expect("Firefox is missing; `cargo xtask test` installs it");
    let folder = profile.to_str().expect("a plain path");
    // The one before the profile allows `privileged`.
    let arguments =
        ["--headless", "--no-remote", "--marionette", "--remote-allow-system-access", "--profile", folder];
    Supervised::start(name, &arguments, profile).expect("Firefox starts")
}

/// Waits until the browser has written its port.
fn port(profile: &Path) -> u16 {
    let since = Instant::now();
    loop {
        let text = fs::read_to_string(profile.join("MarionetteActivePort")).unwrap_or_default();
        if let Ok(port) = text.trim().parse() {
            return port;
        }
        assert!(since.elapsed() < PATIENCE, "Firefox does not listen");
        sleep(Duration::from_millis(50));
    }
}

impl Connection {
    /// Sends `length:[0, id, name, parameters]` and receives `length:[1, id, error, value]`.
    fn call(&mut self, name: &str, parameters: &Value) -> Result<Value, String> {
        self.next += 1;
        let text = json!([0, self.next, name, parameters]).to_string();
        write!(self.stream.get_mut(), "{}:{text}", text.len()).map_err(|why| why.to_string())?;
        let mut answer = self.receive();
        if !answer[2].is_null() {
            let [error, message] =
                ["error", "message"].map(|name| answer[2][name].as_str().unwrap_or_default());
            return Err(format!("{error}: {message}"));
        }
        let mut value = answer[3].take();
        let is_wrapped = value.as_object().is_some_and(|object| object.len() == 1);
        Ok(if is_wrapped && value.get("value").is_some() { value["value"].take() } else { value })
    }

    fn receive(&mut self) -> Value {
        let mut length = Vec::new();
        self.stream.read_until(b':', &mut length).expect("Firefox answers");
        let length = String::from_utf8_lossy(&length);
        let length = length.trim_end_matches(':').parse().expect("a length");
        let mut text = vec![0; length];
        self.stream.read_exact(&mut text).expect("Firefox answers");
        serde_json::from_slice(&text).expect("it is JSON")
    }
}

impl Driver for Marionette {
    fn command(&self, name: &str, body: &Value) -> Result<Value, String> {
        let mut body = if body.is_null() { json!({}) } else { body.clone() };
        let parts: Vec<&str> = name.split('/').collect();
        let name = match parts[..] {
            ["url"] => "Navigate",
            ["back"] => "Back",
            ["forward"] => "Forward",
            ["refresh"] => "Refresh",
            ["execute", "sync"] => "ExecuteScript",
            ["element"] => "FindElement",
            ["element", id, what] => {
                body["id"] = id.into();
                match what {
                    "click" => "ElementClick",
                    "clear" => "ElementClear",
                    "value" => "ElementSendKeys",
                    _ => return Err(format!("{name}: not a command of these tests")),
                }
            }
            ["actions"] => "PerformActions",
            ["DELETE actions"] => "ReleaseActions",
            ["GET window"] => "GetWindowHandle",
            ["GET window", "handles"] => "GetWindowHandles",
            ["DELETE window"] => "CloseWindow",
            ["GET screenshot"] => "TakeScreenshot",
            ["window"] => "SwitchToWindow",
            ["window", "new"] => "NewWindow",
            _ => return Err(format!("{name}: not a command of these tests")),
        };
        self.call(&format!("WebDriver:{name}"), &body)
    }

    fn chromium(&self, name: &str, parameters: Value) -> Value {
        match name {
            "Emulation.setEmulatedMedia" => {
                parameters["features"]
                    .as_array()
                    .into_iter()
                    .flatten()
                    .for_each(|feature| self.set_preference(feature));
            }
            "Emulation.setDeviceMetricsOverride" => {
                // A window cannot be that narrow, but what it shows can be.
                let script = "const [width, height, isPhone] = arguments;
                    const { style, browsingContext } = gBrowser.selectedBrowser;
                    style.width = style.minWidth = style.maxWidth = `${width}px`;
                    style.height = style.minHeight = style.maxHeight = `${height}px`;
                    browsingContext.inRDMPane = isPhone;
                    browsingContext.touchEventsOverride = isPhone ? 'enabled' : 'none';
                    browsingContext.setRDMPaneMaxTouchPoints?.(isPhone ? 1 : 0);";
                let arguments = ["width", "height", "mobile"].map(|name| parameters[name].clone());
                self.privileged(script, json!(arguments));
            }
            "Emulation.setTouchEmulationEnabled" => {}
            other => panic!("{other}: nothing like it in Firefox"),
        }
        Value::Null
    }

    fn complaints(&self) -> Vec<String> {
        let script = "const messages = Services.console.getMessageArray();
            Services.console.reset();
            return messages.filter((message) => message instanceof Ci.nsIScriptError)
                .filter((message) => /^http/.test(message.sourceName))
                .map((message) => `${message.sourceName}: ${message.errorMessage}`);";
        strings(&self.privileged(script, json!([])))
    }

    fn forget(&self, _: &str) -> Result<(), String> {
        let script = "for (const name of arguments[0]) Services.prefs.clearUserPref(name);
            return new Promise((resolve) => {
                Services.clearData.deleteData(Ci.nsIClearDataService.CLEAR_ALL, { onDataDeleted: resolve });
            });";
        self.privileged(script, json!([[COLOUR_SCHEME, REDUCED_MOTION]]));
        self.complaints();
        Ok(())
    }

    fn requests(&self) -> Vec<String> {
        let script = "const entries = performance.getEntriesByType('resource').map(({ name }) => name);
            performance.clearResourceTimings();
            return entries;";
        let body = json!({ "script": script, "args": [] });
        strings(&self.call("WebDriver:ExecuteScript", &body).unwrap_or_default())
    }
}

fn strings(list: &Value) -> Vec<String> {
    list.as_array().into_iter().flatten().filter_map(|item| Some(item.as_str()?.to_owned())).collect()
}
