//! Work on many items by several threads, whose results are taken in the order of the items.

use std::collections::{BTreeMap, VecDeque};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

/// Most items that are in work or whose results wait for the result of an earlier item; about as
/// many items may wait to be begun.
const WINDOW: usize = 256;

/// Items that wait for a thread, and results that wait for their turn.
struct Queue<T, R> {
    waiting: VecDeque<T>,
    ready: BTreeMap<usize, R>,
    /// Number of items that threads have begun.
    begun: usize,
    /// Number of results that have been taken.
    taken: usize,
    /// Number of items in work.
    running: usize,
    /// Whether no more items come.
    is_fed: bool,
    /// Whether no more items are begun.
    is_closed: bool,
}

/// The queue as the threads share it.
struct Shared<'a, T, R> {
    workers: usize,
    stop: &'a AtomicBool,
    queue: Mutex<Queue<T, R>>,
    changed: Condvar,
}

/// Closes the queue if its thread panics: no other thread may wait for the lost result.
struct PanicGuard<'s, 'a, T, R>(&'s Shared<'a, T, R>);

impl<T, R> Drop for PanicGuard<'_, '_, T, R> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.close();
        }
    }
}

impl<T, R> Shared<'_, T, R> {
    fn lock(&self) -> MutexGuard<'_, Queue<T, R>> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'q>(&self, queue: MutexGuard<'q, Queue<T, R>>) -> MutexGuard<'q, Queue<T, R>> {
        let waited = self.changed.wait(queue);
        waited.unwrap_or_else(PoisonError::into_inner)
    }

    fn close(&self) {
        self.lock().is_closed = true;
        self.changed.notify_all();
    }

    /// Adds an item as soon as there is room; an item that comes after the end is dropped.
    fn push(&self, item: T) {
        let mut queue = self.lock();
        while queue.waiting.len() >= self.workers.max(WINDOW) && !queue.is_closed {
            queue = self.wait(queue);
        }
        if !queue.is_closed {
            queue.waiting.push_back(item);
            self.changed.notify_all();
        }
    }

    /// Begins the next item: its number, the item, and how many items are in work until the end.
    fn begin(&self) -> Option<(usize, T, usize)> {
        let mut queue = self.lock();
        loop {
            let left = queue.waiting.len();
            if queue.is_closed || queue.is_fed && left == 0 {
                return None;
            }
            if self.stop.load(Ordering::SeqCst) {
                drop(queue);
                self.close();
                return None;
            }
            // Only if fewer items are left than threads, the number of those left matters.
            let is_counted = queue.is_fed || left >= self.workers;
            let is_near = queue.begun - queue.taken < WINDOW;
            if is_counted
                && is_near
                && let Some(item) = queue.waiting.pop_front()
            {
                let number = queue.begun;
                let at_once = self.workers.min(left + queue.running);
                queue.begun += 1;
                queue.running += 1;
                self.changed.notify_all();
                return Some((number, item, at_once));
            }
            queue = self.wait(queue);
        }
    }

    fn finish(&self, number: usize, result: R) {
        let mut queue = self.lock();
        queue.running -= 1;
        queue.ready.insert(number, result);
    }

    /// The next result in order, if it is ready.
    fn next_ready(&self) -> Option<R> {
        let mut queue = self.lock();
        let next = queue.taken;
        let result = queue.ready.remove(&next)?;
        queue.taken += 1;
        self.changed.notify_all();
        Some(result)
    }
}

/// Works on the items that `feed` passes to its argument, in `workers` threads, and passes the
/// results to `take` in the order of the items, each as soon as it and all earlier ones are ready.
///
/// Each call of `work` receives the item and the most items that will be in work at once from then
/// on, so that they can share memory and cores. No item is begun after `stop` is raised or `take`
/// breaks. Memory holds a bounded number of items and results. Returns whether all items were done.
pub(crate) fn ordered_map<T: Send, R: Send>(
    workers: usize,
    stop: &AtomicBool,
    feed: impl FnOnce(&mut dyn FnMut(T)),
    work: impl Fn(T, usize) -> R + Sync,
    take: impl FnMut(R) -> ControlFlow<()> + Send,
) -> bool {
    let workers = workers.max(1);
    let shared = Shared {
        workers,
        stop,
        queue: Mutex::new(Queue {
            waiting: VecDeque::new(),
            ready: BTreeMap::new(),
            begun: 0,
            taken: 0,
            running: 0,
            is_fed: false,
            is_closed: false,
        }),
        changed: Condvar::new(),
    };
    // None after a break.
    let take = Mutex::new(Some(take));
    let do_one = |(number, item, at_once): (usize, T, usize)| {
        shared.finish(number, work(item, at_once));
        // The lock is waited for: its holder may have looked for a result before this one came.
        let mut take = take.lock().unwrap_or_else(PoisonError::into_inner);
        while let Some(own) = take.as_mut()
            && let Some(result) = shared.next_ready()
        {
            if own(result).is_break() {
                shared.close();
                // Another thread may wait for the lock with results of items begun before.
                *take = None;
            }
        }
    };
    thread::scope(|scope| {
        let begin = |_: &usize| {
            let (shared, do_one) = (&shared, &do_one);
            let thread = thread::Builder::new().spawn_scoped(scope, move || {
                let _guard = PanicGuard(shared);
                while let Some(begun) = shared.begin() {
                    do_one(begun);
                }
            });
            thread.is_ok()
        };
        // If the system refuses threads, those that it gave do all the work.
        let has_threads = (0..workers).take_while(begin).count() > 0;
        let _guard = PanicGuard(&shared);
        feed(&mut |item| {
            if has_threads {
                shared.push(item);
                return;
            }
            let mut queue = shared.lock();
            if queue.is_closed || stop.load(Ordering::SeqCst) {
                queue.is_closed = true;
                return;
            }
            let number = queue.begun;
            queue.begun += 1;
            queue.running += 1;
            drop(queue);
            do_one((number, item, 1));
        });
        shared.lock().is_fed = true;
        shared.changed.notify_all();
    });
    let queue = shared.lock();
    !queue.is_closed
}

#[cfg(test)]
mod tests {
    use super::*;
    use slidewise_engine::search::StopFlag;
    use std::sync::atomic::AtomicUsize;

    const NEVER: &AtomicBool = StopFlag::never();

    fn feed(count: usize) -> impl FnOnce(&mut dyn FnMut(usize)) {
        move |push| (0..count).for_each(push)
    }

    #[test]
    fn results_come_in_the_order_of_the_items() {
        for workers in [0, 1, 2, 7] {
            for count in [0, 1, 2, 6, 1000] {
                let mut results = Vec::new();
                let work = |item: usize, at_once: usize| {
                    assert!((1..=workers.max(1)).contains(&at_once));
                    // Uneven work, so that later items overtake earlier ones.
                    (0..item * 7919 % 31).for_each(|_| thread::yield_now());
                    item
                };
                let all = ordered_map(workers, NEVER, feed(count), work, |result| {
                    results.push(result);
                    ControlFlow::Continue(())
                });
                assert!(all);
                assert_eq!(results, (0..count).collect::<Vec<_>>(), "{workers} threads");
            }
        }
    }

    #[test]
    fn a_slow_item_holds_up_a_bounded_number_of_others() {
        let begun = AtomicUsize::new(0);
        let most = AtomicUsize::new(0);
        let work = |item: usize, _| {
            begun.fetch_add(1, Ordering::SeqCst);
            if item == 0 {
                while begun.load(Ordering::SeqCst) < WINDOW {
                    thread::yield_now();
                }
                (0..1000).for_each(|_| thread::yield_now());
                most.store(begun.load(Ordering::SeqCst), Ordering::SeqCst);
            }
        };
        let mut taken = 0;
        assert!(ordered_map(3, NEVER, feed(4 * WINDOW), work, |()| {
            taken += 1;
            ControlFlow::Continue(())
        }));
        assert_eq!(most.into_inner(), WINDOW);
        assert_eq!(taken, 4 * WINDOW);
    }

    #[test]
    fn the_last_items_share_what_they_will_not_leave_to_others() {
        for (count, workers, most) in [(1, 8, 1), (3, 8, 3), (100, 4, 4)] {
            let shares = Mutex::new(Vec::new());
            let work = |_: usize, at_once| shares.lock().unwrap().push(at_once);
            ordered_map(workers, NEVER, feed(count), work, |()| {
                ControlFlow::Continue(())
            });
            let shares = shares.into_inner().unwrap();
            assert_eq!(shares.len(), count);
            assert_eq!(shares.into_iter().max(), Some(most));
        }
    }

    #[test]
    fn no_item_is_begun_after_a_stop_or_a_break() {
        let stop = AtomicBool::new(false);
        let mut results = Vec::new();
        let work = |item: usize, _| {
            if item == 5 {
                stop.store(true, Ordering::SeqCst);
            }
            item
        };
        let all = ordered_map(1, &stop, feed(1000), work, |result| {
            results.push(result);
            ControlFlow::Continue(())
        });
        assert!(!all);
        assert_eq!(results, [0, 1, 2, 3, 4, 5]);
        // Often, since another thread may have a result at the moment of the break.
        for _ in 0..200 {
            let mut taken = 0;
            let all = ordered_map(
                4,
                NEVER,
                feed(1000),
                |item, _| item,
                |item| {
                    taken += 1;
                    if item == 3 {
                        ControlFlow::Break(())
                    } else {
                        ControlFlow::Continue(())
                    }
                },
            );
            assert!(!all);
            assert_eq!(taken, 4);
        }
    }

    #[test]
    #[should_panic(expected = "a scoped thread panicked")]
    fn a_panic_ends_all_threads() {
        let work = |item: usize, _| assert_ne!(item, 3);
        ordered_map(2, NEVER, feed(10 * WINDOW), work, |()| {
            ControlFlow::Continue(())
        });
    }
}
