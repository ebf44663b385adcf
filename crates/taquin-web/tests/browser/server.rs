//! The server that all tests of this program share.

use std::env;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::OnceLock;
use std::thread;
use taquin::Solver;
use taquin_engine::Engine;
use taquin_web::server::{Options, Server, Site};

const LOCAL: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

/// The variable with the address of static files to test instead.
const PAGE: &str = "TAQUIN_PAGE";

/// Returns whether the page comes from `taquin serve`, with the native engine.
pub(crate) fn is_native() -> bool {
    env::var_os(PAGE).is_none()
}

/// Returns the address of the page, which ends with a slash.
pub(crate) fn home() -> String {
    env::var(PAGE).unwrap_or_else(|_| format!("http://{}/", address()))
}

fn address() -> SocketAddr {
    static ADDRESS: OnceLock<SocketAddr> = OnceLock::new();
    *ADDRESS.get_or_init(|| {
        let engine = Engine::new(&Solver::new(), 1 << 30);
        let site = Site::new(engine, Options { cores: 2, ..Options::default() });
        let server = Server::bind(SocketAddr::new(LOCAL, 0), site).expect("a port is free");
        let address = server.address().expect("a bound socket has an address");
        thread::spawn(|| server.run());
        address
    })
}
