//! Signs of life between the processes, by connections of their own.
//!
//! Each process sends a byte to each other at intervals. One that has ended says so, and one that
//! has failed says why, so that all others end with a reason. A process from which nothing comes
//! for a long time is given up. Time counts only while this process runs itself: if it is stopped
//! and continued, the others get their whole time again.

use crate::handshake::plain;
use crate::hosts::Hosts;
use crate::timed_io::{in_words, is_passing};
use slidewise_engine::search::FabricError;
use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Longest interval between two signs of life.
const LONGEST: Duration = Duration::from_secs(1);
/// Number of intervals in the time after which a process is given up.
const TICKS: u32 = 8;

const ALIVE: u8 = 0;
const DONE: u8 = 1;
const FAILED: u8 = 2;

/// Signs of life to and from all other processes.
#[derive(Debug)]
pub(crate) struct Heartbeat {
    links: Arc<Links>,
}

#[derive(Debug)]
struct Links {
    state: Mutex<LinkState>,
    changed: Condvar,
    has_failed: AtomicBool,
}

#[derive(Debug, Default)]
struct LinkState {
    /// Why the search cannot go on; the first reason stays.
    failure: Option<FabricError>,
    /// Whether this process sends no more signs of life.
    is_over: bool,
    /// The connections on which this process writes, by process.
    writers: Vec<Option<TcpStream>>,
}

fn locked(mutex: &Mutex<LinkState>) -> MutexGuard<'_, LinkState> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Links {
    fn fail(&self, error: FabricError) {
        let mut state = locked(&self.state);
        if !state.is_over {
            state.failure.get_or_insert(error);
            self.has_failed.store(true, Ordering::Release);
        }
        self.changed.notify_all();
    }

    /// Writes to all others. Those that do not take it are noticed by their silence.
    fn tell(&self, message: &[u8]) {
        let writers = &locked(&self.state).writers;
        for mut writer in writers.iter().flatten() {
            let _ = writer.write_all(message);
        }
    }
}

impl Heartbeat {
    /// Begins to send and to expect signs of life.
    pub(crate) fn start(
        hosts: &Hosts,
        streams: Vec<Option<TcpStream>>,
        patience: Duration,
    ) -> io::Result<Heartbeat> {
        let tick = (patience / TICKS).clamp(Duration::from_millis(10), LONGEST);
        let ticks = (patience.as_millis() / tick.as_millis()).max(2) as u32;
        let links = Arc::new(Links {
            state: Mutex::default(),
            changed: Condvar::new(),
            has_failed: AtomicBool::new(false),
        });
        let mut writers = Vec::new();
        for (rank, stream) in streams.into_iter().enumerate() {
            let Some(stream) = stream else {
                writers.push(None);
                continue;
            };
            let writer = stream.try_clone()?;
            writer.set_write_timeout(Some(tick))?;
            stream.set_read_timeout(Some(tick))?;
            writers.push(Some(writer));
            let (links, peer) = (links.clone(), hosts.name(rank));
            std::thread::Builder::new()
                .name(format!("heartbeat-{rank}"))
                .spawn(move || {
                    if let Some(error) = listen(stream, peer, tick, ticks) {
                        links.fail(error);
                    }
                })?;
        }
        locked(&links.state).writers = writers;
        let sending = links.clone();
        std::thread::Builder::new()
            .name("heartbeat".to_owned())
            .spawn(move || {
                while !locked(&sending.state).is_over {
                    sending.tell(&[ALIVE]);
                    std::thread::sleep(tick.min(LONGEST));
                }
            })?;
        Ok(Heartbeat { links })
    }

    /// Why the search cannot go on, if so.
    pub(crate) fn failure(&self) -> Option<FabricError> {
        if !self.links.has_failed.load(Ordering::Acquire) {
            return None;
        }
        locked(&self.links.state).failure.clone()
    }

    /// Waits a time for the reason of a failure that shows elsewhere.
    pub(crate) fn failure_within(&self, time: Duration) -> Option<FabricError> {
        let state = locked(&self.links.state);
        let waited = self
            .links
            .changed
            .wait_timeout_while(state, time, |state| state.failure.is_none());
        let (state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        state.failure.clone()
    }

    /// Says to all others that this process has ended as it should.
    pub(crate) fn done(&self) {
        locked(&self.links.state).is_over = true;
        self.links.tell(&[DONE]);
    }

    /// Says to all others that this process ends, and why.
    pub(crate) fn leave(&self, reason: &str) {
        let state = &mut *locked(&self.links.state);
        if std::mem::replace(&mut state.is_over, true) {
            return;
        }
        let reason = &reason.as_bytes()[..reason.len().min(400)];
        let length = (reason.len() as u16).to_le_bytes();
        let message = [&[FAILED][..], &length, reason].concat();
        for mut writer in state.writers.iter().flatten() {
            let _ = writer.write_all(&message);
        }
    }
}

/// Listens to a process until it ends; returns why it is given up, or `None` if it ended well.
fn listen(mut stream: TcpStream, peer: String, tick: Duration, ticks: u32) -> Option<FabricError> {
    let mut silent = 0;
    let mut byte = [0];
    loop {
        match stream.read(&mut byte) {
            Ok(0) => {
                return Some(FabricError::Lost {
                    peer,
                    reason: "it closed the connection".to_owned(),
                });
            }
            Ok(_) if byte[0] == DONE => return None,
            Ok(_) if byte[0] == FAILED => {
                let reason = read_reason(&mut stream).unwrap_or_else(|error| in_words(&error));
                return Some(FabricError::Ended { peer, reason });
            }
            Ok(_) => silent = 0,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) if is_passing(&error) => {
                silent += 1;
                if silent >= ticks {
                    return Some(FabricError::Silent {
                        peer,
                        seconds: (tick * ticks).as_secs_f64().round() as u64,
                    });
                }
            }
            Err(error) => {
                return Some(FabricError::Lost {
                    peer,
                    reason: in_words(&error),
                });
            }
        }
    }
}

fn read_reason(stream: &mut TcpStream) -> io::Result<String> {
    let mut length = [0; 2];
    stream.read_exact(&mut length)?;
    let mut reason = vec![0; usize::from(u16::from_le_bytes(length)).min(400)];
    stream.read_exact(&mut reason)?;
    Ok(plain(&reason))
}
