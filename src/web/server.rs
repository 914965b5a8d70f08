//! The server: a socket, a limited number of connections at once, none for ever, and an end when it is told.

use super::router::router;
use super::searches::Searches;
use super::settings::Settings;
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

/// How long the head of a request may take.
const HEAD_TIME: Duration = Duration::from_secs(15);
/// After this time a connection is asked to end, and after this time more it is cut.
const CONNECTION_TIME: Duration = Duration::from_secs(60);
const GRACE: Duration = Duration::from_secs(30);
/// How often it is looked whether the server is to end.
const LOOK: Duration = Duration::from_millis(100);
/// How many threads answer what takes a while.
const ANSWERING: usize = 8;

/// Why there is no server.
#[derive(Debug, Error)]
pub enum ServeError {
    /// The address cannot be had.
    #[error("cannot listen on {address}: {error}")]
    Bind {
        /// The address.
        address: SocketAddr,
        /// What the system says.
        #[source]
        error: io::Error,
    },
    /// The system has no room for it.
    #[error("the server cannot run: {0}")]
    Io(#[from] io::Error),
}

/// A server that listens.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    searches: Arc<Searches>,
}

impl Server {
    /// Listens; requests wait until [`Server::run`] answers them.
    ///
    /// # Errors
    /// If the address is in use or not this machine's, or the system has no room.
    pub fn bind(settings: Settings) -> Result<Server, ServeError> {
        let address = settings.address;
        let listener =
            TcpListener::bind(address).map_err(|error| ServeError::Bind { address, error })?;
        listener.set_nonblocking(true)?;
        Ok(Server {
            address: listener.local_addr()?,
            listener,
            searches: Arc::new(Searches::new(settings)?),
        })
    }

    /// Where it listens, with the port that it got.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Answers until `stop` is set; then ends all explorations, which keep what they have found.
    ///
    /// # Errors
    /// If the system takes the socket away.
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
        let places = Arc::new(Semaphore::new(Settings::CONNECTIONS));
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
                    // Out of files, most likely: others have to close theirs first.
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

/// Answers on one connection.
async fn converse(stream: TcpStream, service: TowerToHyperService<axum::Router>) {
    let mut connection = std::pin::pin!(
        http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEAD_TIME)
            .max_buf_size(64 << 10)
            // Who has sent all may say so before hearing the answer.
            .half_close(true)
            .serve_connection(TokioIo::new(stream), service)
    );
    // What goes wrong on a connection concerns its client alone.
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
                "give an address of this machine with --bind, or another port with --port N: 0 takes any that is free"
            }
            ServeError::Io(_) => "close other programs, or see what the system's log says",
        };
        Problem::of_run(error, hint)
    }
}
