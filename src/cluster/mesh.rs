//! Connecting each process with each: a process connects to those of lower numbers, and accepts
//! those of higher ones.

use crate::error::ClusterError;
use crate::fabric::Cluster;
use crate::handshake::{Failure, Identity, Purpose, introduce, receive};
use crate::handshakes::Handshakes;
use crate::settings::{ClusterSettings, Pair};
use crate::timed_io::{in_words, is_passing};
use socket2::{SockRef, TcpKeepalive};
use std::io;
use std::net::{SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Interval between attempts to connect, or to accept.
const PAUSE: Duration = Duration::from_millis(50);

/// Connects this process with all others.
///
/// `remark` receives sentences about strangers that were refused; `stop` ends every wait.
///
/// # Errors
/// If a process does not come in time, or does not belong to this search.
pub fn connect(
    settings: &ClusterSettings,
    stop: &'static AtomicBool,
    remark: &(dyn Fn(String) + Sync),
) -> Result<Cluster, ClusterError> {
    let ClusterSettings { hosts, rank, .. } = settings;
    let mut run = [0; 16];
    getrandom::fill(&mut run).map_err(|error| ClusterError::System {
        doing: "draw random numbers",
        source: io::Error::other(error.to_string()),
    })?;
    let mut own = Identity {
        rank: *rank,
        size: hosts.size(),
        question: settings.question,
        run: (*rank == 0).then_some(run),
    };
    let deadline = Instant::now() + settings.patience;
    // The process of the highest number connects to all others, and accepts none.
    let listener = if hosts.size() - 1 == *rank {
        None
    } else {
        Some(listen(hosts.address(*rank))?)
    };
    let mut pairs: Vec<Pair> = (0..hosts.size()).map(|_| [None, None]).collect();
    for (other, pair) in pairs.iter_mut().enumerate().take(*rank) {
        for (place, purpose) in pair.iter_mut().zip(Purpose::ALL) {
            let (stream, found) = reach(settings, &own, other, purpose, deadline, stop)?;
            own.run = own.run.or(found.run);
            *place = Some(stream);
        }
    }
    if let Some(listener) = listener {
        let come = accept(settings, &own, &listener, deadline, stop, remark)?;
        for (pair, came) in pairs.iter_mut().zip(come).skip(rank + 1) {
            *pair = came;
        }
    }
    for stream in pairs.iter().flatten().flatten() {
        prepare(stream, settings.patience).map_err(|source| ClusterError::System {
            doing: "prepare a connection",
            source,
        })?;
    }
    Cluster::start(settings, pairs, stop)
}

fn listen(address: &str) -> Result<TcpListener, ClusterError> {
    let failed = |source| ClusterError::Listen {
        address: address.to_owned(),
        source,
    };
    let listener = TcpListener::bind(address).map_err(failed)?;
    listener.set_nonblocking(true).map_err(failed)?;
    Ok(listener)
}

/// Sets what a connection needs for the search.
fn prepare(stream: &TcpStream, patience: Duration) -> io::Result<()> {
    stream.set_nonblocking(false)?;
    stream.set_read_timeout(None)?;
    stream.set_write_timeout(None)?;
    stream.set_nodelay(true)?;
    // A connection on which nothing comes is given up after four of these times, and one on which
    // nothing can be sent after `patience`.
    let quarter = (patience / 4).clamp(Duration::from_secs(1), Duration::from_secs(3600));
    let keepalive = TcpKeepalive::new().with_time(quarter);
    let keepalive = keepalive.with_interval(quarter).with_retries(3);
    let socket = SockRef::from(stream);
    #[cfg(target_os = "linux")]
    socket.set_tcp_user_timeout(Some(patience))?;
    socket.set_tcp_keepalive(&keepalive)
}

/// Connects to a process of a lower number.
fn reach(
    settings: &ClusterSettings,
    own: &Identity,
    other: usize,
    purpose: Purpose,
    deadline: Instant,
    stop: &AtomicBool,
) -> Result<(TcpStream, Identity), ClusterError> {
    let (hosts, peer) = (&settings.hosts, settings.hosts.name(other));
    loop {
        let last = match attempt(hosts.address(other), deadline) {
            Ok(stream) => match introduce(&stream, own, other, purpose, &settings.secret) {
                Ok(found) => return Ok((stream, found)),
                Err(Failure::Refused(reason)) => {
                    return Err(ClusterError::Refused { peer, reason });
                }
                Err(Failure::Stranger(reason)) => {
                    return Err(ClusterError::Stranger { peer, reason });
                }
                Err(Failure::Passing(reason)) => format!(": {reason}"),
            },
            Err(error) => format!(": {}", in_words(&error)),
        };
        if stop.load(Ordering::Relaxed) {
            return Err(ClusterError::Interrupted { peer });
        }
        if Instant::now() >= deadline {
            let seconds = settings.patience.as_secs();
            return Err(ClusterError::Late {
                peer,
                seconds,
                last,
            });
        }
        std::thread::sleep(PAUSE);
    }
}

fn attempt(address: &str, deadline: Instant) -> io::Result<TcpStream> {
    let mut last = io::Error::other("the name has no address");
    for address in address.to_socket_addrs()? {
        let left = deadline.saturating_duration_since(Instant::now());
        let within = left.clamp(Duration::from_millis(100), Duration::from_secs(5));
        match TcpStream::connect_timeout(&address, within) {
            Ok(stream) => return Ok(stream),
            Err(error) => last = error,
        }
    }
    Err(last)
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Accepts all processes of higher numbers.
fn accept(
    settings: &ClusterSettings,
    own: &Identity,
    listener: &TcpListener,
    deadline: Instant,
    stop: &AtomicBool,
    remark: &(dyn Fn(String) + Sync),
) -> Result<Vec<Pair>, ClusterError> {
    let size = settings.hosts.size();
    let come: Vec<Pair> = (0..size).map(|_| [None, None]).collect();
    let come = Arc::new(Mutex::new(come));
    let handshakes = Arc::new(Mutex::new(Handshakes::default()));
    let refused = Arc::new(Mutex::new(Vec::<String>::new()));
    loop {
        let strangers = std::mem::take(&mut *locked(&refused));
        strangers.into_iter().for_each(remark);
        {
            let mut all = locked(&come);
            let waits = |pair: &Pair| pair.iter().any(Option::is_none);
            let missing = (own.rank + 1..size).find(|&other| waits(&all[other]));
            let Some(missing) = missing else {
                return Ok(std::mem::take(&mut *all));
            };
            let peer = settings.hosts.name(missing);
            if stop.load(Ordering::Relaxed) {
                return Err(ClusterError::Interrupted { peer });
            }
            if Instant::now() >= deadline {
                return Err(ClusterError::Late {
                    peer,
                    seconds: settings.patience.as_secs(),
                    last: String::new(),
                });
            }
        }
        let (stream, from) = match listener.accept() {
            Ok(found) => found,
            Err(error) if is_passing(&error) => {
                std::thread::sleep(PAUSE);
                continue;
            }
            // Such as too many open files: it may pass.
            Err(error) => {
                remark(format!("cannot accept a connection: {error}"));
                std::thread::sleep(PAUSE);
                continue;
            }
        };
        // A connection that cannot be listed has just been closed.
        let Ok(number) = locked(&handshakes).begin(&stream, from.ip()) else {
            continue;
        };
        let (own, secret) = (*own, settings.secret.clone());
        let (come, handshakes, refused) = (come.clone(), handshakes.clone(), refused.clone());
        let begun = std::thread::Builder::new().spawn(move || {
            let is_listed = || locked(&handshakes).end(number);
            if let Err(why) = admit(stream, &own, &secret, &come, &is_listed) {
                locked(&refused).push(refusal(from, &why));
            }
            is_listed();
        });
        if let Err(source) = begun {
            let doing = "start a thread";
            return Err(ClusterError::System { doing, source });
        }
    }
}

fn refusal(from: SocketAddr, why: &str) -> String {
    format!("refused a connection from {from}: {why}")
}

/// Receives one connection, and keeps it if it is the first of its process and purpose.
///
/// `is_listed` ends its handshake, and says whether it had not been closed to make place.
fn admit(
    stream: TcpStream,
    own: &Identity,
    secret: &[u8],
    come: &Mutex<Vec<Pair>>,
    is_listed: &dyn Fn() -> bool,
) -> Result<(), String> {
    let failed = |error: io::Error| in_words(&error);
    stream.set_nonblocking(false).map_err(failed)?;
    let kept = stream.try_clone().map_err(failed)?;
    receive(&stream, own, secret, |rank, purpose, accept| {
        let mut all = locked(come);
        let number = usize::from(purpose == Purpose::Heartbeat);
        // The connection of a process that has ended meanwhile makes place for the next one.
        match all.get_mut(rank).map(|pair| &mut pair[number]) {
            Some(Some(known)) if is_open(known) => {
                Err(format!("another process {rank} is connected already"))
            }
            Some(_) if !is_listed() => Err("too many others came behind it".to_owned()),
            Some(place) => {
                // A connection that is kept may be used at once, so the handshake ends before.
                accept()?;
                *place = Some(kept);
                Ok(())
            }
            None => Err("the search has begun without it".to_owned()),
        }
    })
}

/// Whether the other end has not closed a connection.
fn is_open(stream: &TcpStream) -> bool {
    let mut byte = [0];
    let peeked = stream
        .set_nonblocking(true)
        .and_then(|()| stream.peek(&mut byte));
    let _ = stream.set_nonblocking(false);
    match peeked {
        Ok(read) => read > 0,
        Err(error) => is_passing(&error),
    }
}
