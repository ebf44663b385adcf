//! Controls a browser with the commands of the WebDriver standard.

use crate::chromedriver::Chromedriver;
use crate::marionette::Marionette;
use serde_json::{Value, json};
use std::env;
use std::sync::Mutex;

/// The key of an element reference in the WebDriver standard.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// The variable that chooses a browser: `chromium`, the default, or `firefox`.
const CHOICE: &str = "TAQUIN_BROWSER";

/// The variable that chooses a screen: `desktop`, the default, or `phone`.
const SCREEN: &str = "TAQUIN_SCREEN";

/// What a browser must do for the tests.
pub(crate) trait Driver {
    /// Runs a command, named by its path in the standard, and returns its value.
    fn command(&self, name: &str, body: &Value) -> Result<Value, String>;

    /// Runs a command of Chromium's own protocol, or what is like it.
    fn chromium(&self, name: &str, parameters: Value) -> Value;

    /// Returns the errors and warnings on the console since the last call.
    fn complaints(&self) -> Vec<String>;

    /// Returns the addresses that were requested since the last call.
    fn requests(&self) -> Vec<String>;

    /// Clears the storage, caches and service workers of `home`, all settings, and the logs.
    fn forget(&self, home: &str) -> Result<(), String>;
}

/// A browser without history, storage or settings.
pub(crate) struct Browser {
    driver: Box<dyn Driver + Send>,
}

/// Browsers whose last test passed. Starting one takes longer than most tests.
static IDLE: Mutex<Vec<Browser>> = Mutex::new(Vec::new());

impl Browser {
    /// Returns a browser of the kind that the environment chooses: one that is idle, or a new one.
    pub(crate) fn take() -> Browser {
        let idle = IDLE.lock().ok().and_then(|mut idle| idle.pop());
        let browser = idle.unwrap_or_else(|| {
            let driver: Box<dyn Driver + Send> = match env::var(CHOICE).as_deref() {
                Err(_) | Ok("chromium") => Box::new(Chromedriver::start()),
                Ok("firefox") => Box::new(Marionette::start()),
                Ok(other) => panic!("{CHOICE}: unknown browser {other:?}; expected chromium or firefox"),
            };
            Browser { driver }
        });
        match env::var(SCREEN).as_deref() {
            Err(_) | Ok("desktop") => {}
            Ok("phone") => {
                let size = json!({ "width": 360, "height": 640, "deviceScaleFactor": 2, "mobile": true });
                browser.chromium("Emulation.setDeviceMetricsOverride", size);
                browser.chromium("Emulation.setTouchEmulationEnabled", json!({ "enabled": true }));
            }
            Ok(other) => panic!("{SCREEN}: unknown screen {other:?}; expected desktop or phone"),
        }
        browser
    }

    /// Resets the browser for another test. After a failure it must be dropped instead: it may be in any state.
    pub(crate) fn give_back(self, home: &str) {
        // Storage is cleared when no page can write to it any more.
        match self.replace_tabs().and_then(|()| self.driver.forget(home)) {
            Ok(()) => IDLE.lock().expect("no test panics with it").push(self),
            Err(error) => eprintln!("the browser cannot be reset and is closed: {error}"),
        }
    }

    /// Closes all tabs and opens one without history, emulation or focus.
    fn replace_tabs(&self) -> Result<(), String> {
        let run = |name: &str, body: Value| self.driver.command(name, &body);
        run("DELETE actions", Value::Null)?;
        let old = run("GET window/handles", Value::Null)?;
        let new = run("window/new", json!({ "type": "tab" }))?;
        for handle in old.as_array().into_iter().flatten() {
            run("window", json!({ "handle": handle }))?;
            run("DELETE window", Value::Null)?;
        }
        run("window", json!({ "handle": new["handle"] }))?;
        Ok(())
    }

    /// Runs a WebDriver command; an error fails the test.
    pub(crate) fn command(&self, name: &str, body: &Value) -> Value {
        self.driver.command(name, body).unwrap_or_else(|error| panic!("{name} {body}: {error}"))
    }

    /// Returns the window that receives commands.
    pub(crate) fn window(&self) -> String {
        self.command("GET window", &Value::Null).as_str().unwrap_or_default().to_owned()
    }

    /// Runs a command of Chromium's own protocol, or what is like it in this browser.
    pub(crate) fn chromium(&self, name: &str, parameters: Value) -> Value {
        self.driver.chromium(name, parameters)
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

    /// Returns the errors and warnings on the console since the last call.
    pub(crate) fn complaints(&self) -> Vec<String> {
        self.driver.complaints()
    }

    /// Returns the addresses that were requested since the last call.
    pub(crate) fn requests(&self) -> Vec<String> {
        self.driver.requests()
    }
}
