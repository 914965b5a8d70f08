//! `Cluster`: the fabric of a search over several machines, by timely dataflow.
//!
//! The dataflow is one exchange of packets. Its timestamps count exchanges of the engine in their
//! upper bits and rounds of an exchange in their lower ones, so that a process that is ahead sends
//! at a later time. An exchange is over when its time has passed everywhere, as the probe shows;
//! and a process is at most four rounds ahead of the slowest one, so that few packets wait.
//!
//! Timely panics in its threads if a connection breaks. The panics are kept silent, and become the
//! error of the next call.

use crate::error::ClusterError;
use crate::heartbeat::Heartbeat;
use crate::hosts::Hosts;
use crate::packet::{NoBuilder, Packet, ToProcess};
use crate::settings::{ClusterSettings, Pair};
use slidewise_engine::search::{Fabric, FabricError, Reduce};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, Once, PoisonError, mpsc};
use std::time::{Duration, Instant};
use timely::WorkerConfig;
use timely::communication::allocator::ProcessBuilder;
use timely::communication::allocator::zero_copy::bytes_slab::BytesRefill;
use timely::communication::allocator::zero_copy::initialize::{
    CommsGuard, initialize_networking_from_sockets,
};
use timely::communication::allocator::zero_copy::stream::Stream;
use timely::communication::{Allocator, Hooks};
use timely::container::CapacityContainerBuilder;
use timely::dataflow::channels::pact::DistributorPact;
use timely::dataflow::operators::Input as _;
use timely::dataflow::operators::core::input::Handle as Input;
use timely::dataflow::operators::core::probe::{Handle as Probe, Probe as _};
use timely::dataflow::operators::generic::operator::Operator;
use timely::worker::Worker;

/// Number of bits of a timestamp that count rounds.
const ROUND_BITS: u32 = 32;
/// Most rounds that a process may be ahead of the slowest one.
const AHEAD: u64 = 4;
/// Longest time that a call waits before it looks for failures.
const PARK: Duration = Duration::from_millis(20);
/// How long the cause of a panic is waited for, and the end of the threads of a finished search.
const GRACE: Duration = Duration::from_secs(2);
/// How long a process that was stopped still waits for others, so that a checkpoint may end.
const LINGER: Duration = Duration::from_secs(3);

/// Blocks received that no exchange has taken yet, by exchange.
type Inbox = Rc<RefCell<BTreeMap<u64, Vec<Vec<u8>>>>>;

/// The fabric of a search over several machines.
pub struct Cluster {
    hosts: Hosts,
    rank: usize,
    heartbeat: Heartbeat,
    sent: Arc<AtomicU64>,
    stop: &'static AtomicBool,
    /// When a wait has first found this process stopped.
    stopped: Option<Instant>,
    /// Number of the exchange that is open, or comes next.
    exchange: u64,
    /// Whether this process has handed over its last blocks of the open exchange.
    has_ended: bool,
    inbox: Inbox,
    probe: Probe<u64>,
    /// Parts of timely; `None` once they are given up.
    flow: Option<Flow>,
}

/// The parts of timely that must be given up if one of them has panicked.
struct Flow {
    input: Input<u64, NoBuilder>,
    worker: Worker,
    guard: CommsGuard,
}

impl std::fmt::Debug for Cluster {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Cluster")
            .field("hosts", &self.hosts)
            .field("rank", &self.rank)
            .finish_non_exhaustive()
    }
}

impl Cluster {
    /// Starts timely and the signs of life on connections that have been made.
    pub(crate) fn start(
        settings: &ClusterSettings,
        pairs: Vec<Pair>,
        stop: &'static AtomicBool,
    ) -> Result<Cluster, ClusterError> {
        silence_panics();
        let failed = |source| ClusterError::System {
            doing: "start the threads of the connections",
            source,
        };
        let sent = Arc::new(AtomicU64::new(0));
        let (mut blocks, mut beats) = (Vec::new(), Vec::new());
        for [block, beat] in pairs {
            blocks.push(block.map(|stream| Counted {
                stream,
                sent: sent.clone(),
            }));
            beats.push(beat);
        }
        let heartbeat =
            Heartbeat::start(&settings.hosts, beats, settings.patience).map_err(failed)?;
        let refill = BytesRefill {
            logic: Arc::new(|size| Box::new(vec![0_u8; size])),
            limit: Some(4),
        };
        let hooks = Hooks {
            refill: refill.clone(),
            ..Hooks::default()
        };
        let process = ProcessBuilder::new_typed_vector(1, refill, None);
        let (mut builders, guard) =
            initialize_networking_from_sockets(process, blocks, settings.rank, 1, hooks)
                .map_err(failed)?;
        let builder = builders.pop().expect("there is one worker");
        let allocator = Allocator::Tcp(builder.build());
        // Others may need the core that an idle worker would spin on.
        let config = WorkerConfig::default().idle_spin(Duration::ZERO);
        // Without a clock a worker never parks.
        let mut worker = Worker::new(config, allocator, Some(Instant::now()));
        let inbox = Inbox::default();
        let (received, probe) = (inbox.clone(), Probe::new());
        let input = worker.dataflow::<u64, _, _>(|scope| {
            let (input, stream) = scope.new_input_with_builder::<NoBuilder>();
            let pact = DistributorPact(|_| ToProcess);
            stream
                .unary::<CapacityContainerBuilder<Vec<()>>, _, _, _>(pact, "receive", |_, _| {
                    move |packets, _| {
                        packets.for_each(|time, packet| {
                            if let (Some(block), Some(time)) =
                                (packet.block.take(), time.stamp().iter().next())
                            {
                                let mut inbox = received.borrow_mut();
                                inbox.entry(time >> ROUND_BITS).or_default().push(block);
                            }
                        });
                    }
                })
                .probe_with(&probe);
            input
        });
        Ok(Cluster {
            hosts: settings.hosts.clone(),
            rank: settings.rank,
            heartbeat,
            sent,
            stop,
            stopped: None,
            exchange: 0,
            has_ended: false,
            inbox,
            probe,
            flow: Some(Flow {
                input,
                worker,
                guard,
            }),
        })
    }

    /// Runs something of timely; a panic in it becomes an error.
    fn attempt<T>(&mut self, run: impl FnOnce(&mut Flow) -> T) -> Result<T, FabricError> {
        if let Some(failure) = self.heartbeat.failure() {
            return Err(failure);
        }
        let Some(mut flow) = self.flow.take() else {
            return Err(self.broken());
        };
        IN_TIMELY.set(true);
        let result = catch_unwind(AssertUnwindSafe(|| run(&mut flow)));
        IN_TIMELY.set(false);
        match result {
            Ok(value) => {
                self.flow = Some(flow);
                Ok(value)
            }
            Err(_) => {
                // What has panicked cannot be dropped without a panic again.
                std::mem::forget(flow);
                Err(self.broken())
            }
        }
    }

    /// The reason why timely has panicked.
    fn broken(&self) -> FabricError {
        self.heartbeat.failure_within(GRACE).unwrap_or_else(|| {
            let panic = FIRST_PANIC.lock().unwrap_or_else(PoisonError::into_inner);
            let (thread, reason) = panic.clone().unwrap_or_default();
            let rank = thread.rsplit('-').next().and_then(|rank| rank.parse().ok());
            match rank.filter(|&rank| rank < self.hosts.size() && rank != self.rank) {
                Some(rank) => FabricError::Lost {
                    peer: self.hosts.name(rank),
                    // Timely puts words of its own before those of the system.
                    reason: reason.rsplit(": ").next().unwrap_or_default().to_owned(),
                },
                None => FabricError::Transport { reason },
            }
        })
    }

    fn step(&mut self, wait: Duration) -> Result<(), FabricError> {
        if self.stop.load(Ordering::Relaxed)
            && self.stopped.get_or_insert_with(Instant::now).elapsed() > LINGER
        {
            return Err(FabricError::Interrupted);
        }
        self.attempt(|flow| {
            flow.worker.step_or_park(Some(wait));
        })
    }

    /// Gives the blocks of the open exchange that have come to `sink`.
    fn drain(&self, sink: &mut dyn FnMut(&[u8])) {
        let blocks = self.inbox.borrow_mut().remove(&self.exchange);
        blocks
            .unwrap_or_default()
            .iter()
            .for_each(|block| sink(block));
    }

    /// Ends in order, once no process needs another any more.
    fn finish(&mut self) {
        let Some(flow) = self.flow.take() else { return };
        if self.heartbeat.failure().is_some() || std::thread::panicking() {
            std::mem::forget(flow);
            return;
        }
        self.heartbeat.done();
        IN_TIMELY.set(true);
        let ended = catch_unwind(AssertUnwindSafe(move || {
            let Flow {
                input,
                mut worker,
                guard,
            } = flow;
            input.close();
            let begun = Instant::now();
            while worker.has_dataflows() && begun.elapsed() < GRACE {
                worker.step_or_park(Some(PARK));
            }
            if worker.has_dataflows() {
                std::mem::forget((worker, guard));
                return;
            }
            drop(worker);
            // A peer that has frozen at the very end must not keep this process.
            let (ending, ended) = mpsc::channel();
            let joined = std::thread::Builder::new()
                .name("timely:end".to_owned())
                .spawn(move || {
                    let _ = catch_unwind(AssertUnwindSafe(move || drop(guard)));
                    let _ = ending.send(());
                });
            if joined.is_ok() {
                let _ = ended.recv_timeout(GRACE);
            }
        }));
        IN_TIMELY.set(false);
        // The search is over for all, so what went wrong at the end changes nothing.
        drop(ended);
    }
}

impl Fabric for Cluster {
    fn rank(&self) -> usize {
        self.rank
    }

    fn size(&self) -> usize {
        self.hosts.size()
    }

    fn round(
        &mut self,
        out: &mut [Vec<u8>],
        last: bool,
        sink: &mut dyn FnMut(&[u8]),
    ) -> Result<bool, FabricError> {
        let begin = self.exchange << ROUND_BITS;
        let end = (self.exchange + 1) << ROUND_BITS;
        if !self.has_ended {
            let rank = self.rank;
            let blocks: Vec<(usize, Vec<u8>)> = out
                .iter_mut()
                .map(std::mem::take)
                .enumerate()
                .filter(|(_, block)| !block.is_empty())
                .collect();
            let now = self.attempt(|flow| {
                let now = *flow.input.time();
                for (to, block) in blocks {
                    if to == rank {
                        sink(&block);
                        continue;
                    }
                    let mut packet = Packet {
                        to,
                        block: Some(block),
                    };
                    flow.input.send_batch(&mut packet);
                }
                let next = if last { end } else { now + 1 };
                flow.input.advance_to(next);
                next
            })?;
            self.has_ended = last;
            if !last {
                let least = now.saturating_sub(AHEAD).max(begin);
                self.step(Duration::ZERO)?;
                while self.probe.less_than(&least) {
                    self.step(PARK)?;
                    self.drain(sink);
                }
                self.drain(sink);
                return Ok(true);
            }
        }
        self.step(PARK)?;
        self.drain(sink);
        if self.probe.less_than(&end) {
            return Ok(true);
        }
        self.exchange += 1;
        self.has_ended = false;
        Ok(false)
    }

    fn reduce(&mut self, values: &mut [u64], op: Reduce) -> Result<(), FabricError> {
        let block: Vec<u8> = values
            .iter()
            .flat_map(|value| value.to_le_bytes())
            .collect();
        let (rank, length) = (self.rank, block.len());
        let mut out: Vec<Vec<u8>> = (0..self.size())
            .map(|to| {
                if to == rank {
                    Vec::new()
                } else {
                    block.clone()
                }
            })
            .collect();
        let mut is_malformed = false;
        let mut join = |block: &[u8]| {
            is_malformed |= block.len() != length;
            for (value, bytes) in values.iter_mut().zip(block.chunks_exact(8)) {
                let bytes = bytes.try_into().expect("a chunk has eight bytes");
                op.join(value, u64::from_le_bytes(bytes));
            }
        };
        while self.round(&mut out, true, &mut join)? {}
        if is_malformed {
            return Err(FabricError::Disagreement {
                reason: "they add up different numbers".to_owned(),
            });
        }
        Ok(())
    }

    fn sent(&self) -> u64 {
        self.sent.load(Ordering::Relaxed)
    }

    fn leave(&mut self, reason: &str) {
        self.heartbeat.leave(reason);
        if let Some(flow) = self.flow.take() {
            std::mem::forget(flow);
        }
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        self.finish();
    }
}

/// A connection whose bytes sent are counted.
struct Counted {
    stream: TcpStream,
    sent: Arc<AtomicU64>,
}

impl Read for Counted {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.stream.read(bytes)
    }
}

impl Write for Counted {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.stream.write(bytes)?;
        self.sent.fetch_add(written as u64, Ordering::Relaxed);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

impl Stream for Counted {
    fn try_clone(&self) -> io::Result<Counted> {
        Ok(Counted {
            stream: self.stream.try_clone()?,
            sent: self.sent.clone(),
        })
    }

    fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()> {
        self.stream.set_nonblocking(nonblocking)
    }

    fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        self.stream.shutdown(how)
    }
}

thread_local! {
    /// Whether this thread runs something of timely, whose panics are errors.
    static IN_TIMELY: Cell<bool> = const { Cell::new(false) };
}

/// Thread and message of the first panic of timely.
static FIRST_PANIC: Mutex<Option<(String, String)>> = Mutex::new(None);

/// Keeps the panics of timely's threads from being printed; other panics are printed as before.
fn silence_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            let thread = std::thread::current();
            let name = thread.name().unwrap_or_default();
            let is_of_timely = name.starts_with("timely:");
            if !is_of_timely && !IN_TIMELY.get() {
                usual(info);
                return;
            }
            let payload = info.payload();
            let text = payload
                .downcast_ref::<&str>()
                .map(|text| (*text).to_owned());
            let text = text.or_else(|| payload.downcast_ref::<String>().cloned());
            let text = text.unwrap_or_else(|| "it panicked".to_owned());
            let text = text.lines().next().unwrap_or_default().to_owned();
            let mut first = FIRST_PANIC.lock().unwrap_or_else(PoisonError::into_inner);
            // A panic of a thread of a connection names the peer; the worker's follows from it.
            if first.is_none() || is_of_timely && !is_named(&first) {
                *first = Some((name.to_owned(), text));
            }
        }));
    });
}

fn is_named(panic: &Option<(String, String)>) -> bool {
    panic
        .as_ref()
        .is_some_and(|(thread, _)| thread.starts_with("timely:"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::connect;
    use std::net::TcpListener;

    #[test]
    fn a_process_that_waits_for_a_slow_one_can_be_interrupted() {
        static STOP: [AtomicBool; 2] = [AtomicBool::new(false), AtomicBool::new(false)];
        let listeners = [0, 1].map(|_| TcpListener::bind("127.0.0.1:0").unwrap());
        let addresses = listeners.map(|listener| listener.local_addr().unwrap().to_string());
        let settings = |rank| ClusterSettings {
            hosts: Hosts::parse(&addresses.join("\n")).unwrap(),
            rank,
            question: [0; 32],
            secret: Vec::new(),
            patience: Duration::from_secs(60),
        };
        std::thread::scope(|scope| {
            let (ended, end) = mpsc::channel::<()>();
            let slow = settings(1);
            scope.spawn(move || {
                let cluster = connect(&slow, &STOP[1], &|_| {}).unwrap();
                let _ = end.recv_timeout(Duration::from_secs(60));
                drop(cluster);
            });
            let mut cluster = connect(&settings(0), &STOP[0], &|_| {}).unwrap();
            STOP[0].store(true, Ordering::Relaxed);
            let waited = cluster.reduce(&mut [1], Reduce::Sum);
            assert_eq!(waited, Err(FabricError::Interrupted));
            cluster.leave("interrupted");
            drop(ended);
        });
    }
}
