//! A real server, and misbehaving clients.

use crate::call::engine;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, Shutdown, SocketAddr, TcpStream};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use taquin_web::server::{Options, Server, Site, Stop};

/// A server that stops when it is dropped.
struct Running {
    site: Site,
    address: SocketAddr,
    stop: Stop,
    thread: Option<JoinHandle<()>>,
}

impl Running {
    fn new(options: Options) -> Running {
        let site = Site::new(engine(), options);
        let server = Server::bind((Ipv4Addr::LOCALHOST, 0).into(), site.clone()).expect("a port");
        let (address, stop) = (server.address().expect("an address"), server.stop());
        let thread = Some(thread::spawn(move || server.run().expect("it runs")));
        Running { site, address, stop, thread }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).expect("it listens");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a timeout");
        stream
    }

    /// Connects from another address of this machine.
    #[cfg(target_os = "linux")]
    fn connect_from(&self, address: Ipv4Addr) -> TcpStream {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build();
        let connect = async {
            let socket = tokio::net::TcpSocket::new_v4()?;
            socket.bind((address, 0).into())?;
            socket.connect(self.address).await?.into_std()
        };
        let stream = runtime.and_then(|runtime| runtime.block_on(connect)).expect("it listens");
        stream.set_nonblocking(false).expect("a mode");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a timeout");
        stream
    }

    /// Sends a message and leaves the connection open.
    fn begin(&self, message: &str, body: &Value) -> TcpStream {
        self.begin_on(self.connect(), message, body)
    }

    fn begin_on(&self, mut stream: TcpStream, message: &str, body: &Value) -> TcpStream {
        stream.write_all(self.head(message, body.to_string().len()).as_bytes()).expect("it is sent");
        stream.write_all(body.to_string().as_bytes()).expect("it is sent");
        stream
    }

    fn head(&self, message: &str, length: usize) -> String {
        format!(
            "POST /api/{message} HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\r\n",
            self.address
        )
    }

    fn wait_until(&self, load: impl Fn((usize, usize)) -> bool) {
        let started = Instant::now();
        while !load(self.site.load()) {
            assert!(started.elapsed() < Duration::from_secs(20), "{:?}", self.site.load());
            thread::sleep(Duration::from_millis(1));
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop.stop();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn impatient() -> Options {
    let short = Duration::from_millis(300);
    Options { head_timeout: short, body_timeout: short, ..Options::default() }
}

/// A search that does not end within any test.
fn endless() -> Value {
    json!({ "size": [5, 5], "start": (0..25).rev().collect::<Vec<u16>>(), "seconds": 300 })
}

fn everything(mut stream: TcpStream) -> String {
    let mut text = Vec::new();
    // A reset connection counts as ended.
    let _ = stream.read_to_end(&mut text);
    String::from_utf8_lossy(&text).into_owned()
}

/// Reads lines up to the first progress event.
fn wait_for_progress(stream: &TcpStream) {
    let mut lines = BufReader::new(stream).lines();
    assert!(lines.any(|line| line.expect("a line").contains("\"progress\"")));
}

#[test]
fn closing_the_connection_cancels_the_search() {
    let server = Running::new(Options::default());
    let stream = server.begin("solve", &endless());
    wait_for_progress(&stream);
    drop(stream);
    server.wait_until(|load| load == (0, 0));
}

#[test]
fn closing_one_half_cancels_the_search() {
    let server = Running::new(Options::default());
    let stream = server.begin("solve", &endless());
    wait_for_progress(&stream);
    stream.shutdown(Shutdown::Write).expect("it closes");
    server.wait_until(|load| load == (0, 0));
    // The same for a message that does not stream.
    let stream = server.begin("scramble", &json!({ "size": [4, 4], "depth": 66, "seed": 1 }));
    server.wait_until(|(searches, _)| searches == 1);
    stream.shutdown(Shutdown::Write).expect("it closes");
    server.wait_until(|load| load == (0, 0));
}

#[test]
fn requests_beyond_the_capacity_get_429() {
    let server = Running::new(Options { cores: 1, waiting: 2, ..Options::default() });
    let streams: Vec<TcpStream> = (0..3).map(|_| server.begin("solve", &endless())).collect();
    server.wait_until(|(searches, queue)| searches + queue == 3);
    assert!(server.site.load().0 <= 1);
    // Not closed before it is read: closing one half cancels.
    let refused = server.begin("solve", &endless());
    let mut lines = BufReader::new(&refused).lines().map_while(Result::ok);
    let head: Vec<String> = lines.by_ref().take_while(|line| !line.is_empty()).collect();
    assert!(head[0].starts_with("HTTP/1.1 429"), "{head:?}");
    assert!(head.iter().any(|line| line == "retry-after: 1"), "{head:?}");
    // Three searches share one core.
    streams.iter().for_each(wait_for_progress);
    // Quick messages do not wait for searches.
    let mut quick = server.begin("goal", &json!({ "size": [2, 2], "name": "rows" }));
    let mut answer = [0; 12];
    quick.read_exact(&mut answer).expect("an answer");
    assert_eq!(&answer, b"HTTP/1.1 200");
    drop(streams);
    server.wait_until(|load| load == (0, 0));
}

#[test]
fn slow_heads_and_bodies_time_out() {
    let server = Running::new(impatient());
    let mut slow = server.connect();
    slow.write_all(b"GET / HTTP/1.1\r\nhost: ").expect("it is sent");
    assert!(!everything(slow).contains("200 OK"));
    let mut slow = server.connect();
    slow.write_all(server.head("solve", 1000).as_bytes()).expect("it is sent");
    slow.write_all(b"{\"size\": ").expect("it is sent");
    let answer = everything(slow);
    assert!(answer.starts_with("HTTP/1.1 408") && answer.contains("\"timeout\""), "{answer}");
    // Nothing at all.
    assert_eq!(everything(server.connect()), "");
    assert_eq!(server.site.load(), (0, 0));
}

#[test]
fn malformed_http_gets_an_error() {
    let server = Running::new(impatient());
    let long = format!("GET /{} HTTP/1.1\r\nhost: localhost\r\n\r\n", "x".repeat(1 << 20));
    let many = format!("GET / HTTP/1.1\r\nhost: localhost\r\n{}\r\n", "a: b\r\n".repeat(1000));
    for nonsense in ["\r\n\r\n\r\n", "\x16\x03\x01", "GET\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", &long, &many] {
        let mut stream = server.connect();
        // The server may close the connection before everything is sent.
        let _ = stream.write_all(nonsense.as_bytes());
        let answer = everything(stream);
        assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 4"), "{answer}");
    }
    // Invalid lengths.
    for lengths in [
        "content-length: 5\r\ncontent-length: 6",
        "content-length: -1",
        "content-length: 99999999999999999999",
    ] {
        let mut stream = server.connect();
        let text = format!(
            "POST /api/goal HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n{lengths}\r\n\r\n{{}}"
        );
        let _ = stream.write_all(text.as_bytes());
        let answer = everything(stream);
        assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 4"), "{lengths}: {answer}");
    }
    assert_eq!(server.site.load(), (0, 0));
}

#[test]
fn graceful_shutdown() {
    let server = Running::new(Options::default());
    let stream = server.begin("solve", &endless());
    wait_for_progress(&stream);
    let site = server.site.clone();
    drop(server);
    // The search was cancelled, and the best solution so far is still sent.
    let rest = everything(stream);
    assert!(rest.contains("\"done\"") && rest.contains("\"interrupted\""), "{rest}");
    assert_eq!(site.load(), (0, 0));
}

#[test]
fn a_slow_client_blocks_no_other() {
    let server = Running::new(Options { cores: 1, ..Options::default() });
    let silent = server.begin("solve", &endless());
    server.wait_until(|(searches, _)| searches == 1);
    for _ in 0..5 {
        let quick = server.begin("solve", &json!({ "size": [3, 3], "start": [8, 6, 7, 2, 5, 4, 3, 0, 1] }));
        let mut lines = BufReader::new(&quick).lines().map_while(Result::ok);
        assert!(lines.any(|line| line.contains("\"done\"") && line.contains("\"length\":31")));
    }
    drop(silent);
    server.wait_until(|load| load == (0, 0));
}

/// Asks for the health of the server and returns the first line of the answer.
fn health(server: &Running) -> String {
    let mut stream = server.connect();
    stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a timeout");
    let request = format!("GET /health HTTP/1.1\r\nhost: {}\r\n\r\n", server.address);
    stream.write_all(request.as_bytes()).expect("it is sent");
    let mut line = String::new();
    let _ = BufReader::new(stream).read_line(&mut line);
    line
}

/// More connections than the server keeps, all of which never finish their head: another client is answered, and a search
/// that runs is not cut off.
#[test]
fn idle_connections_keep_nobody_out() {
    let server = Running::new(Options::default());
    let search = server.begin("solve", &endless());
    wait_for_progress(&search);
    let idle: Vec<TcpStream> = (0..600)
        .map(|_| {
            let mut stream = server.connect();
            stream.write_all(b"GET /health HT").expect("it is sent");
            stream
        })
        .collect();
    assert!(health(&server).starts_with("HTTP/1.1 200"));
    wait_for_progress(&search);
    // Those that were closed for others have been told.
    let closed = idle.iter().filter(|stream| {
        stream.set_read_timeout(Some(Duration::from_millis(1))).expect("a timeout");
        matches!((&**stream).read(&mut [0]), Ok(0)) || stream.take_error().is_ok_and(|error| error.is_some())
    });
    assert!(closed.count() >= 300);
}

/// Messages whose bodies never arrive do not count as being answered.
#[test]
fn unfinished_messages_keep_nobody_out() {
    let server = Running::new(Options::default());
    let head = server.head("solve", 100);
    let _unfinished: Vec<TcpStream> = (0..300)
        .map(|_| {
            let mut stream = server.connect();
            stream.write_all(head.as_bytes()).expect("it is sent");
            stream
        })
        .collect();
    assert!(health(&server).starts_with("HTTP/1.1 200"));
}

/// A client that asks again and again without reading is disconnected when the buffers of the system are full.
#[test]
fn a_client_that_does_not_read_is_disconnected() {
    let server = Running::new(Options { write_timeout: Duration::from_millis(300), ..Options::default() });
    let mut stream = server.connect();
    stream.set_write_timeout(Some(Duration::from_secs(20))).expect("a timeout");
    let request = format!("GET /openapi.json HTTP/1.1\r\nhost: {}\r\n\r\n", server.address).repeat(100);
    let began = Instant::now();
    // The server stops reading when it cannot write, and closes the connection.
    let error = loop {
        match stream.write_all(request.as_bytes()) {
            Ok(()) => assert!(began.elapsed() < Duration::from_secs(60)),
            Err(error) => break error,
        }
    };
    use std::io::ErrorKind::{BrokenPipe, ConnectionAborted, ConnectionReset};
    assert!(matches!(error.kind(), BrokenPipe | ConnectionAborted | ConnectionReset), "{error}");
}

/// Many clients that ask again as soon as they have an answer: each gets its share.
#[test]
fn of_many_clients_none_gets_nothing() {
    let server = Running::new(Options { cores: 1, waiting: 3, ..Options::default() });
    let message = json!({ "size": [4, 4], "depth": 12, "seed": 1 });
    let until = Instant::now() + Duration::from_secs(4);
    let answers: Vec<usize> = thread::scope(|scope| {
        let ask = || {
            let mut answers = 0;
            while Instant::now() < until {
                let mut stream = server.begin("scramble", &message);
                let mut status = [0; 12];
                stream.read_exact(&mut status).expect("an answer");
                answers += usize::from(&status == b"HTTP/1.1 200");
            }
            answers
        };
        let clients: Vec<_> = (0..32).map(|_| scope.spawn(ask)).collect();
        clients.into_iter().map(|client| client.join().expect("no panic")).collect()
    });
    let (least, most) = (answers.iter().min().expect("clients"), answers.iter().max().expect("clients"));
    assert!(*least > 0 && *most <= 8 * least, "{answers:?}");
}

/// One client asks for more searches than there are, and fills its part of the queue: another one is answered at once.
#[cfg(target_os = "linux")]
#[test]
fn one_client_does_not_get_all_searches() {
    let server = Running::new(Options { cores: 1, waiting: 7, ..Options::default() });
    let greedy: Vec<TcpStream> = (0..200).map(|_| server.begin("solve", &endless())).collect();
    // The last ones are refused, so all others have been admitted or queue.
    let mut status = [0; 12];
    (&greedy[199]).read_exact(&mut status).expect("an answer");
    assert_eq!(&status, b"HTTP/1.1 429");
    let (searches, waiting) = server.site.load();
    assert_eq!(searches + waiting, 6);
    let other = server.connect_from(Ipv4Addr::new(127, 0, 0, 2));
    let message = json!({ "size": [3, 3], "start": [8, 6, 7, 2, 5, 4, 3, 0, 1] });
    let other = server.begin_on(other, "solve", &message);
    let mut lines = BufReader::new(&other).lines().map_while(Result::ok);
    assert!(lines.any(|line| line.contains("\"done\"") && line.contains("\"length\":31")));
    drop(greedy);
    server.wait_until(|load| load == (0, 0));
}
