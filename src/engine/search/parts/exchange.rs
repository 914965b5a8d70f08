//! Threads that make blocks for other processes, while the calling thread exchanges them.

use crate::search::fabric::ROUND_BYTES;
use crate::search::{Fabric, FabricError};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

/// Time after which a block is handed over even if few bytes wait. With one thread this is looked
/// at only when a block is made.
const LONGEST: Duration = Duration::from_millis(100);

/// Receives a block for a process; false if no more blocks are wanted.
pub(in crate::search) type Emit<'a> = dyn FnMut(usize, Vec<u8>) -> bool + 'a;

/// Why an exchange ended early.
pub(in crate::search) enum Cut {
    /// The search was stopped.
    Stopped,
    /// The connection to a process was lost.
    Failed(FabricError),
}

impl From<FabricError> for Cut {
    fn from(error: FabricError) -> Cut {
        Cut::Failed(error)
    }
}

/// One exchange: the blocks that wait for the next round.
struct Rounds<'a> {
    fabric: &'a mut dyn Fabric,
    out: Vec<Vec<u8>>,
    bytes: usize,
    last: Instant,
    sink: &'a mut dyn FnMut(&[u8]),
}

impl Rounds<'_> {
    fn add(&mut self, process: usize, block: Vec<u8>) -> Result<(), FabricError> {
        self.bytes += block.len();
        if self.out[process].is_empty() {
            self.out[process] = block;
        } else {
            self.out[process].extend_from_slice(&block);
        }
        if self.bytes >= ROUND_BYTES {
            return self.round();
        }
        self.round_if_late()
    }

    fn round_if_late(&mut self) -> Result<(), FabricError> {
        if self.last.elapsed() >= LONGEST {
            return self.round();
        }
        Ok(())
    }

    fn round(&mut self) -> Result<(), FabricError> {
        self.fabric.round(&mut self.out, false, self.sink)?;
        self.bytes = 0;
        self.last = Instant::now();
        Ok(())
    }

    fn finish(mut self, stop: &AtomicBool) -> Result<(), Cut> {
        while self.fabric.round(&mut self.out, true, self.sink)? {
            if stop.load(Ordering::Relaxed) {
                return Err(Cut::Stopped);
            }
        }
        Ok(())
    }
}

/// Exchanges the blocks that `work` emits in each of the threads, until all processes have handed
/// over all of theirs.
///
/// `sink` receives the blocks of other processes, several of one process joined to one at times.
pub(in crate::search) fn exchange(
    fabric: &mut dyn Fabric,
    threads: usize,
    stop: &AtomicBool,
    work: &(dyn Fn(&mut Emit<'_>) + Sync),
    sink: &mut dyn FnMut(&[u8]),
) -> Result<(), Cut> {
    let mut rounds = Rounds {
        out: vec![Vec::new(); fabric.size()],
        fabric,
        bytes: 0,
        last: Instant::now(),
        sink,
    };
    if threads <= 1 {
        let mut result = Ok(());
        work(&mut |process, block| {
            if result.is_ok() {
                result = rounds.add(process, block);
            }
            result.is_ok() && !stop.load(Ordering::Relaxed)
        });
        result?;
    } else {
        in_threads(&mut rounds, threads, stop, work)?;
    }
    if stop.load(Ordering::Relaxed) {
        return Err(Cut::Stopped);
    }
    rounds.finish(stop)
}

fn in_threads(
    rounds: &mut Rounds<'_>,
    threads: usize,
    stop: &AtomicBool,
    work: &(dyn Fn(&mut Emit<'_>) + Sync),
) -> Result<(), FabricError> {
    std::thread::scope(|scope| {
        let (sender, blocks) = mpsc::sync_channel::<(usize, Vec<u8>)>(2 * threads);
        let begin = |_| {
            let sender = sender.clone();
            let thread = std::thread::Builder::new().spawn_scoped(scope, move || {
                work(&mut |process, block| {
                    !stop.load(Ordering::Relaxed) && sender.send((process, block)).is_ok()
                });
            });
            thread.is_ok()
        };
        let begun = (0..threads).take_while(|&number| begin(number)).count();
        drop(sender);
        if begun == 0 {
            let mut result = Ok(());
            work(&mut |process, block| {
                if result.is_ok() {
                    result = rounds.add(process, block);
                }
                result.is_ok() && !stop.load(Ordering::Relaxed)
            });
            return result;
        }
        loop {
            match blocks.recv_timeout(LONGEST) {
                Ok((process, block)) => rounds.add(process, block)?,
                Err(RecvTimeoutError::Timeout) => rounds.round_if_late()?,
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
        }
    })
}
