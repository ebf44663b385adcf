//! `taquin serve`.

use crate::args::ServeArgs;
use crate::browser;
use crate::exit::{Exit, Failure};
use crate::memory;
use crate::output::{self, talk};
use crate::table_dir;
use serde_json::json;
use std::ffi::OsStr;
use std::io::{self, Write};
use std::net::SocketAddr;
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};
use taquin::space::Workers;
use taquin::tables::TableCache;
use taquin_web::engine::Engine;
use taquin_web::server::{Entry, Hosts, Log, Options, Server, Site, Stop};

pub(crate) fn run(args: &ServeArgs, folder: Option<&OsStr>) -> Result<Exit, Failure> {
    let log = args.log.then(|| Box::new(Lines) as Box<dyn Log>);
    let options = Options { hosts: Hosts::of(args.bind), log, ..Options::default() };
    let memory = memory::default_limit() / options.most_searches() as u64;
    let engine = Engine::new(TableCache::stored(table_dir::store(folder), Workers::all()), memory);
    let site = Site::new(engine, options);
    let wanted = SocketAddr::new(args.bind, args.port);
    let server = Server::bind(wanted, site).map_err(|error| unavailable(wanted, &error))?;
    let address = server.address().map_err(Failure::input)?;
    if !args.bind.is_loopback() {
        talk(format_args!(
            "taquin: --bind {}: whoever reaches this machine can use the page and its processors",
            args.bind
        ));
    }
    catch_interrupts(server.stop());
    let page = format!("http://{}/", browser::reachable(address));
    let mut out = output::stdout();
    writeln!(out, "{page}")?;
    out.flush()?;
    drop(out);
    if args.open && !browser::open(&page) {
        talk(format_args!("taquin: no browser could be started; open {page}"));
    }
    server.run().map_err(Failure::input)?;
    Ok(Exit::Success)
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
