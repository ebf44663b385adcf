//! The socket: accepts connections and shuts down gracefully.
//!
//! hyper is used directly instead of `axum::serve`, because it can limit the time that the head of a request may take.

use super::connections::Connections;
use super::timed_stream::TimedStream;
use super::{MAX_CONNECTIONS, Site, router};
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Notify;
use tokio::time::{sleep, timeout};

/// How long a shutdown waits for responses in progress.
const SHUTDOWN_GRACE: Duration = Duration::from_secs(2);

/// A bound socket, ready to serve a site.
pub struct Server {
    listener: TcpListener,
    site: Site,
    stop: Stop,
}

/// Stops a server, from any thread.
#[derive(Clone)]
pub struct Stop(Arc<Notify>);

impl Stop {
    /// Cancels all searches, sends the responses in progress, and stops the server.
    pub fn stop(&self) {
        self.0.notify_one();
    }
}

impl Server {
    /// Binds to an address; port 0 means any free port.
    ///
    /// # Errors
    /// If the address is not available.
    pub fn bind(address: SocketAddr, site: Site) -> io::Result<Server> {
        let listener = TcpListener::bind(address)?;
        listener.set_nonblocking(true)?;
        Ok(Server { listener, site, stop: Stop(Arc::default()) })
    }

    /// Returns the address that the server is bound to.
    ///
    /// # Errors
    /// If the operating system does not report it.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Returns a handle that stops the server.
    pub fn stop(&self) -> Stop {
        self.stop.clone()
    }

    /// Serves until it is stopped. All connections share this thread.
    ///
    /// # Errors
    /// If the operating system cannot provide an event loop.
    pub fn run(self) -> io::Result<()> {
        tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(self.serve())
    }

    async fn serve(self) -> io::Result<()> {
        let listener = tokio::net::TcpListener::from_std(self.listener)?;
        let service = TowerToHyperService::new(router(self.site.clone()));
        let connections = Connections::new(MAX_CONNECTIONS);
        let graceful = GracefulShutdown::new();
        loop {
            let (stream, address) = tokio::select! {
                () = self.stop.0.notified() => break,
                accepted = listener.accept() => match accepted {
                    Ok(accepted) => accepted,
                    // The client has disconnected, or no file descriptor is free until another connection closes.
                    Err(_) => {
                        sleep(Duration::from_millis(20)).await;
                        continue;
                    }
                },
            };
            // Small responses should be sent at once.
            let _ = stream.set_nodelay(true);
            let stream = TimedStream::new(stream, self.site.shared.options.write_timeout);
            let connection = connections.add(address.ip());
            let (handle, service) = (connection.handle.clone(), service.clone());
            let service = service_fn(move |mut request: Request<Incoming>| {
                handle.heard();
                request.extensions_mut().insert(handle.clone());
                service.call(request)
            });
            let mut builder = http1::Builder::new();
            builder.timer(TokioTimer::new()).header_read_timeout(self.site.shared.options.head_timeout);
            let serving = graceful.watch(builder.serve_connection(TokioIo::new(stream), service));
            tokio::spawn(async move {
                tokio::select! {
                    // A broken connection is not an error of the server.
                    _ = serving => {}
                    () = connection.closed.notified() => {}
                }
            });
        }
        drop(listener);
        self.site.close();
        let _ = timeout(SHUTDOWN_GRACE, graceful.shutdown()).await;
        Ok(())
    }
}
