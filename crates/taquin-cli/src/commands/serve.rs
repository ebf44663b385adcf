//! `taquin serve`.

use super::Run;
use crate::browser;
use crate::echo;
use crate::exit::{Exit, Failure};
use crate::memory;
use crate::output;
use crate::quantity;
use crate::signals;
use crate::table_dir;
use clap::Args;
use serde_json::json;
use std::ffi::OsStr;
use std::io::{self, Write};
use std::net::{IpAddr, SocketAddr};
use std::process;
use std::time::{SystemTime, UNIX_EPOCH};
use taquin::display::SystemError;
use taquin::solver::{Report, Solver};
use taquin_engine::Engine;
use taquin_web::server::{Entry, Hosts, Log, Options, Server, Site, Stop};

const ABOUT: &str = "\
Serve a web page to play, solve and watch searches

The page is part of the program and loads nothing from the network. Its address is printed to standard output; Ctrl-C stops \
the server. By default the server is reachable from this machine only and answers only its own page; see --bind.";

const EXAMPLES: &str = "\
EXAMPLES:
  taquin serve
  taquin serve --open
  taquin serve --port 0 --log";

/// Serve a web page to play, solve and watch searches
#[derive(Args, Debug)]
#[command(long_about = ABOUT, after_help = EXAMPLES)]
pub(crate) struct ServeArgs {
    /// Port to listen on; 0 chooses a free one
    #[arg(long, value_name = "PORT", default_value_t = 8015, value_parser = quantity::whole::<u16>)]
    #[arg(allow_negative_numbers = true)]
    pub(crate) port: u16,
    /// Address to listen on; anything but a loopback address exposes the server to the network
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1", value_parser = echo::value::<IpAddr>)]
    pub(crate) bind: IpAddr,
    /// Open the page in the browser
    #[arg(long)]
    pub(crate) open: bool,
    /// Log every request as a JSON object to standard error
    #[arg(long)]
    pub(crate) log: bool,
}

impl Run for ServeArgs {
    fn run(&self, folder: Option<&OsStr>) -> Result<Exit, Failure> {
        let log = self.log.then(|| Box::new(Lines) as Box<dyn Log>);
        let options = Options { hosts: Hosts::of(self.bind), log, ..Options::default() };
        let memory = memory::default_limit() / options.max_searches() as u64;
        let solver = Solver::builder().store(table_dir::store(folder)).build()?;
        let engine = Engine::new(&solver, memory);
        let site = Site::new(engine, options);
        let wanted = SocketAddr::new(self.bind, self.port);
        let server = Server::bind(wanted, site).map_err(|error| unavailable(wanted, &error))?;
        let address = server.address().map_err(Failure::input)?;
        if !self.bind.is_loopback() {
            output::message(format_args!(
                "--bind {}: everyone who can reach this address can use the page and this machine's processors",
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
            output::message(format_args!("cannot start a browser; open {page}"));
        }
        server.run().map_err(Failure::input)?;
        Ok(Exit::Success)
    }
}

fn unavailable(address: SocketAddr, error: &io::Error) -> Failure {
    let failure = Failure::input(format_args!("{address}: {}", SystemError(error)));
    match error.kind() {
        io::ErrorKind::AddrInUse => failure.hint("use --port 0 to choose a free port"),
        io::ErrorKind::PermissionDenied => {
            failure.hint("ports below 1024 require privileges; try --port 8015")
        }
        io::ErrorKind::AddrNotAvailable => {
            failure.hint("--bind requires an address of this machine, such as 127.0.0.1")
        }
        _ => failure,
    }
}

/// The first signal shuts the server down cleanly, the second exits at once.
fn catch_interrupts(stop: Stop) {
    let mut is_asked = false;
    signals::listen(move |signal| {
        if is_asked {
            process::exit(signal.code().into());
        }
        is_asked = true;
        stop.stop();
    });
}

/// Writes the log to standard error, one object per line.
struct Lines;

impl Log for Lines {
    fn write(&self, entry: &Entry<'_>) {
        let time = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let line = json!({
            "kind": "request",
            "version": Report::VERSION,
            "time": (time.as_secs_f64() * 1e3).round() / 1e3,
            "method": entry.method,
            "path": entry.path,
            "status": entry.status,
            "seconds": entry.elapsed.as_secs_f64(),
        });
        // If standard error is closed, there is nowhere left to report that.
        let _ = writeln!(io::stderr().lock(), "{line}");
    }
}
