//! `cargo xtask browsers`: runs the tests of the page on both engines, each in Chromium and in Firefox.

use crate::failure::Failure;
use crate::workspace::{cargo, run};
use crate::{Command, axe, site, toolbox};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{self, Child, Stdio};

pub(crate) const COMMAND: Command = Command {
    name: "browsers",
    arguments: "[chromium|firefox] [desktop|phone]",
    about: "test the page on both engines, in Chromium and Firefox, on desktop and phone (20 minutes)",
    run: |arguments| {
        let names = [Browser::ALL.map(Browser::name), Screen::ALL.map(Screen::name)].concat();
        if let Some(unknown) = arguments.iter().find(|name| !names.contains(&name.as_str())) {
            return Err(Failure::Usage(format!("unknown `{unknown}`; expected {}", names.join(", "))));
        }
        // Naming a browser excludes the other one, and so does naming a screen.
        let is_chosen = |name: &str, others: &[&str]| {
            arguments.iter().any(|given| given == name)
                || !arguments.iter().any(|given| others.contains(&given.as_str()))
        };
        toolbox::browsers()?;
        axe::complete()?;
        let server = StaticServer::start(&site::build()?.folder)?;
        for browser in Browser::ALL.into_iter().filter(|one| is_chosen(one.name(), &names[..2])) {
            for screen in Screen::ALL.into_iter().filter(|one| is_chosen(one.name(), &names[2..])) {
                test(browser, screen, None, &[])?;
                test(browser, screen, Some(&server), &[])?;
            }
        }
        Ok(())
    },
};

/// The tests of the static files in `cargo xtask test`, which has already run all of them on the native engine in
/// Chromium: what the engines and browsers do differently.
const CORE: [&str; 3] = ["playing::", "solving::", "static_files::"];

/// Builds the static files and runs the most important tests of the page on them.
///
/// # Errors
/// If the build or a test fails.
pub(crate) fn check() -> Result<(), Failure> {
    let server = StaticServer::start(&site::build()?.folder)?;
    test(Browser::Chromium, Screen::Phone, Some(&server), &CORE)?;
    test(Browser::Firefox, Screen::Desktop, Some(&server), &CORE)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Browser {
    Chromium,
    Firefox,
}

impl Browser {
    const ALL: [Browser; 2] = [Browser::Chromium, Browser::Firefox];

    fn name(self) -> &'static str {
        match self {
            Browser::Chromium => "chromium",
            Browser::Firefox => "firefox",
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Screen {
    Desktop,
    /// 360x640 with touch.
    Phone,
}

impl Screen {
    const ALL: [Screen; 2] = [Screen::Desktop, Screen::Phone];

    fn name(self) -> &'static str {
        match self {
            Screen::Desktop => "desktop",
            Screen::Phone => "phone",
        }
    }
}

/// Runs the tests of the page whose names contain one of the filters, or all of them.
fn test(
    browser: Browser,
    screen: Screen,
    server: Option<&StaticServer>,
    filters: &[&str],
) -> Result<(), Failure> {
    let engine = server.map_or("the native engine", |_| "WebAssembly");
    eprintln!("-- {}, {}, {engine}", browser.name(), screen.name());
    let mut test = cargo();
    // The whole workspace, so that all tests share one build of the dependencies.
    test.args(["test", "--workspace", "--all-features", "--test", "browser", "--", "--ignored"]);
    test.args(filters).env("TAQUIN_BROWSER", browser.name()).env("TAQUIN_SCREEN", screen.name());
    if let Some(server) = server {
        test.env("TAQUIN_PAGE", &server.page);
    }
    run(&mut test)
}

/// Python's web server, which knows nothing about the page: what it serves works on any host. Stops when it is dropped.
pub(crate) struct StaticServer {
    server: Child,
    /// The address of the page, in a folder as on many hosts.
    pub(crate) page: String,
}

impl StaticServer {
    /// Serves a folder below its own name.
    ///
    /// # Errors
    /// If Python does not start.
    pub(crate) fn start(folder: &Path) -> Result<StaticServer, Failure> {
        let failed = |why: &str| Failure::Work(format!("python3 -m http.server: {why}"));
        let (Some(parent), Some(name)) = (folder.parent(), folder.file_name()) else {
            return Err(failed("the folder has no name"));
        };
        let mut command = process::Command::new("python3");
        command.args(["-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory"]).arg(parent);
        command.stdout(Stdio::piped()).stderr(Stdio::null());
        let mut server = command.spawn().map_err(|why| failed(&why.to_string()))?;
        let lines = server.stdout.take().map(|output| BufReader::new(output).lines());
        let mut lines = lines.into_iter().flatten().map_while(Result::ok);
        let port: Option<u16> =
            lines.find_map(|line| line.split_once(" port ")?.1.split(' ').next()?.parse().ok());
        let page = port.map(|port| format!("http://127.0.0.1:{port}/{}/", name.to_string_lossy()));
        let server = StaticServer { server, page: page.unwrap_or_default() };
        if server.page.is_empty() { Err(failed("it does not tell its port")) } else { Ok(server) }
    }
}

impl Drop for StaticServer {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}
