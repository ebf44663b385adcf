//! The socket: accepting connections, and ending in good order.

use super::{Site, router};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio::sync::{Notify, Semaphore};
use tokio::time::{sleep, timeout};

/// More connections wait in the system's queue.
const MOST_CONNECTIONS: usize = 256;

/// What is being answered when the server ends has so much time left.
const FAREWELL: Duration = Duration::from_secs(2);

/// A bound socket, ready to serve a site.
pub struct Server {
    listener: TcpListener,
    site: Site,
    stop: Stop,
}

/// Ends a server, from any thread.
#[derive(Clone)]
pub struct Stop(Arc<Notify>);

impl Stop {
    /// Ends it: searches stop, what was begun to be answered is finished.
    pub fn stop(&self) {
        self.0.notify_one();
    }
}

impl Server {
    /// Takes an address; port 0 is any free one.
    ///
    /// # Errors
    /// If it cannot be had.
    pub fn bind(address: SocketAddr, site: Site) -> io::Result<Server> {
        let listener = TcpListener::bind(address)?;
        listener.set_nonblocking(true)?;
        Ok(Server { listener, site, stop: Stop(Arc::default()) })
    }

    /// Where it listens.
    ///
    /// # Errors
    /// If the system does not tell.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// How to end it.
    pub fn stop(&self) -> Stop {
        self.stop.clone()
    }

    /// Serves until it is stopped. Connections share this thread.
    ///
    /// # Errors
    /// If there is no more to be had from the system.
    pub fn run(self) -> io::Result<()> {
        tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(self.serve())
    }

    async fn serve(self) -> io::Result<()> {
        let listener = tokio::net::TcpListener::from_std(self.listener)?;
        let service = TowerToHyperService::new(router(self.site.clone()));
        let connections = Arc::new(Semaphore::new(MOST_CONNECTIONS));
        let graceful = GracefulShutdown::new();
        loop {
            let accept = async {
                let permit = connections.clone().acquire_owned().await.map_err(io::Error::other)?;
                Ok::<_, io::Error>((permit, listener.accept().await?.0))
            };
            let (permit, stream) = tokio::select! {
                () = self.stop.0.notified() => break,
                accepted = accept => match accepted {
                    Ok(accepted) => accepted,
                    // The client has gone already, or there are no more file descriptors: others will come and go.
                    Err(_) => {
                        sleep(Duration::from_millis(20)).await;
                        continue;
                    }
                },
            };
            // Small answers are not to wait for more.
            let _ = stream.set_nodelay(true);
            let mut builder = http1::Builder::new();
            builder.timer(TokioTimer::new()).header_read_timeout(self.site.shared.options.head);
            let connection = graceful.watch(builder.serve_connection(TokioIo::new(stream), service.clone()));
            tokio::spawn(async move {
                // A connection that breaks is the client's affair.
                let _ = connection.await;
                drop(permit);
            });
        }
        drop(listener);
        self.site.shared.closing.store(true, Ordering::Relaxed);
        let _ = timeout(FAREWELL, graceful.shutdown()).await;
        Ok(())
    }
}
