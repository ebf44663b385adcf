//! `taquin serve`.

use super::Run;
use crate::browser;
use crate::echo;
use crate::exit::{Exit, Failure};
use crate::memory;
use crate::output::{self, talk};
use crate::quantity;
use crate::table_dir;
use clap::Args;
use serde_json::json;
use std::ffi::OsStr;
use std::io::{self, Write};
use std::net::{IpAddr, SocketAddr};
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};
use taquin::space::Workers;
use taquin::tables::TableCache;
use taquin_web::engine::Engine;
use taquin_web::server::{Entry, Hosts, Log, Options, Server, Site, Stop};

const ABOUT: &str = "\
Serve the page: play, solve, and see the search happen

The page is part of the program and loads nothing from elsewhere. Its address is printed on standard output; Ctrl-C ends \
the server. It listens on this machine only, and answers nobody but its own page, unless --bind says otherwise.";

const EXAMPLES: &str = "\
EXAMPLES:
  taquin serve
  taquin serve --open
  taquin serve --port 0 --log";

/// Serve the page: play, solve, and see the search happen
#[derive(Args, Debug)]
#[command(long_about = ABOUT, after_help = EXAMPLES)]
pub(crate) struct ServeArgs {
    /// The port to listen at; 0 is any free one
    #[arg(long, value_name = "PORT", default_value_t = 8015, value_parser = quantity::whole::<u16>)]
    #[arg(allow_negative_numbers = true)]
    pub(crate) port: u16,
    /// The address to listen at; any but this machine's own lets others use it
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1", value_parser = echo::value::<IpAddr>)]
    pub(crate) bind: IpAddr,
    /// Show the page in the browser
    #[arg(long)]
    pub(crate) open: bool,
    /// Write a JSON object for every request to standard error
    #[arg(long)]
    pub(crate) log: bool,
}

impl Run for ServeArgs {
    fn run(&self, folder: Option<&OsStr>) -> Result<Exit, Failure> {
        let log = self.log.then(|| Box::new(Lines) as Box<dyn Log>);
        let options = Options { hosts: Hosts::of(self.bind), log, ..Options::default() };
        let memory = memory::default_limit() / options.most_searches() as u64;
        let engine = Engine::new(TableCache::stored(table_dir::store(folder), Workers::all()), memory);
        let site = Site::new(engine, options);
        let wanted = SocketAddr::new(self.bind, self.port);
        let server = Server::bind(wanted, site).map_err(|error| unavailable(wanted, &error))?;
        let address = server.address().map_err(Failure::input)?;
        if !self.bind.is_loopback() {
            talk(format_args!(
                "taquin: --bind {}: whoever reaches this machine can use the page and its processors",
                self.bind
            ));
        }
        catch_interrupts(server.stop());
        let page = format!("http://{}/", browser::reachable(address));
        let mut out = output::stdout();
        writeln!(out, "{page}")?;
        out.flush()?;
        drop(out);
        if self.open && !browser::open(&page) {
            talk(format_args!("taquin: no browser could be started; open {page}"));
        }
        server.run().map_err(Failure::input)?;
        Ok(Exit::Success)
    }
}

fn unavailable(address: SocketAddr, error: &io::Error) -> Failure {
    let failure = Failure::input(format_args!("{address}: {error}"));
    match error.kind() {
        io::ErrorKind::AddrInUse => failure.hint("--port 0 takes any port that is free"),
        io::ErrorKind::PermissionDenied => {
            failure.hint("ports below 1024 are for the administrator; try --port 8015")
        }
        io::ErrorKind::AddrNotAvailable => {
            failure.hint("--bind takes an address of this machine, such as 127.0.0.1")
        }
        _ => failure,
    }
}

/// The first Ctrl-C ends the server in good order, which is the usual end; the second at once.
fn catch_interrupts(stop: Stop) {
    let asked = AtomicBool::new(false);
    // If there is no such handler to be had, Ctrl-C ends the program at once, which is no harm.
    let _ = ctrlc::set_handler(move || {
        if asked.swap(true, Ordering::SeqCst) {
            process::exit(130);
        }
        stop.stop();
    });
}

/// The log on standard error, an object per line.
struct Lines;

impl Log for Lines {
    fn write(&self, entry: &Entry<'_>) {
        let time = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let line = json!({
            "time": (time.as_secs_f64() * 1e3).round() / 1e3,
            "method": entry.method,
            "path": entry.path,
            "status": entry.status,
            "seconds": entry.elapsed.as_secs_f64(),
        });
        // Nobody is left to be told that this fails.
        let _ = writeln!(io::stderr().lock(), "{line}");
    }
}
