//! The server that all tests of this program share.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::OnceLock;
use std::thread;
use taquin::Solver;
use taquin_web::engine::Engine;
use taquin_web::server::{Options, Server, Site};

const LOCAL: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

/// Returns the address of the page.
pub(crate) fn address() -> SocketAddr {
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
