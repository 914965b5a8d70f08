//! The server: accepts connections, limits their number and lifetime, and ends when a flag is set.

use super::registry::Explorations;
use super::router::router;
use super::settings::ServerSettings;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use slidewise_app::Problem;
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use thiserror::Error;
use tokio::net::TcpStream;
use tokio::sync::Semaphore;

/// Time limit for the request line and headers of a request.
const HEAD_TIME: Duration = Duration::from_secs(15);
/// Time after which a connection gets no further request; [`GRACE`] later it is cut off.
const CONNECTION_TIME: Duration = Duration::from_secs(60);
const GRACE: Duration = Duration::from_secs(30);
/// Interval at which the stop flag is polled.
const LOOK: Duration = Duration::from_millis(100);
/// Greatest number of threads that answer requests. Each connection has one, since some wait for
/// the tables of a puzzle, and none may keep the others waiting.
const ANSWERING: usize = ServerSettings::CONNECTIONS;

/// Reason why the server cannot start or run.
#[derive(Debug, Error)]
pub enum ServeError {
    /// The address cannot be bound.
    #[error("cannot listen on {address}: {error}")]
    Bind {
        /// The address to listen on.
        address: SocketAddr,
        /// The error that the operating system returned.
        #[source]
        error: io::Error,
    },
    /// The system refuses a resource that the server needs.
    #[error("the server cannot run: {0}")]
    Io(#[from] io::Error),
}

/// A server that is bound to its address.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    searches: Arc<Explorations>,
}

impl Server {
    /// Binds the address of the server; connections wait until [`Server::run`] accepts them.
    ///
    /// # Errors
    /// If the address is in use or not of this machine, or the system lacks resources.
    pub fn bind(settings: ServerSettings) -> Result<Server, ServeError> {
        let address = settings.address;
        let listener =
            TcpListener::bind(address).map_err(|error| ServeError::Bind { address, error })?;
        listener.set_nonblocking(true)?;
        Ok(Server {
            address: listener.local_addr()?,
            listener,
            searches: Arc::new(Explorations::new(settings)?),
        })
    }

    /// The address that the server is bound to, with the actual port.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves requests until `stop` is set, then stops all explorations.
    ///
    /// The stores of built-in puzzles stay on the disk.
    ///
    /// # Errors
    /// If the system fails to accept connections or to start the runtime.
    pub fn run(self, stop: &AtomicBool) -> Result<(), ServeError> {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_io()
            .enable_time()
            .max_blocking_threads(ANSWERING)
            .build()?;
        let searches = Arc::clone(&self.searches);
        let result = runtime.block_on(self.answer(stop));
        searches.close();
        runtime.shutdown_timeout(GRACE / 10);
        Ok(result?)
    }

    async fn answer(self, stop: &AtomicBool) -> io::Result<()> {
        let listener = tokio::net::TcpListener::from_std(self.listener)?;
        let service = TowerToHyperService::new(router(self.searches, self.address.ip()));
        let places = Arc::new(Semaphore::new(ServerSettings::CONNECTIONS));
        tokio::spawn(async move {
            loop {
                let Ok(place) = Arc::clone(&places).acquire_owned().await else {
                    return;
                };
                match listener.accept().await {
                    Ok((stream, _)) => {
                        let service = service.clone();
                        tokio::spawn(async move {
                            converse(stream, service).await;
                            drop(place);
                        });
                    }
                    // Probably too many files are open, so wait until other connections close.
                    Err(_) => tokio::time::sleep(LOOK).await,
                }
            }
        });
        while !stop.load(Ordering::Relaxed) {
            tokio::time::sleep(LOOK).await;
        }
        Ok(())
    }
}

/// Serves the requests of one connection, within its time limits.
async fn converse(stream: TcpStream, service: TowerToHyperService<axum::Router>) {
    let mut connection = std::pin::pin!(
        http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEAD_TIME)
            .max_buf_size(64 << 10)
            // A client may close its sending half of the connection before it reads the response.
            .half_close(true)
            .serve_connection(TokioIo::new(stream), service)
    );
    // An error on a connection is not reported, because it concerns only the client.
    let ended = tokio::time::timeout(CONNECTION_TIME, connection.as_mut()).await;
    if ended.is_err() {
        connection.as_mut().graceful_shutdown();
        let _ = tokio::time::timeout(GRACE, connection).await;
    }
}

impl From<ServeError> for Problem {
    fn from(error: ServeError) -> Problem {
        let hint = match &error {
            ServeError::Bind { .. } => {
                "give an address of this machine with `--bind`, or another port with `--port N`; 0 \
                 selects any free port"
            }
            ServeError::Io(_) => "close other programs, or look for the reason in the system's log",
        };
        Problem::of_run(error, hint)
    }
}
