//! The interface of the engine in bytes and numbers.
//!
//! The host allocates a buffer for a request ([`slidewise_allocate`]), writes the path and the body
//! into it one after the other, and calls [`slidewise_answer`]. Then it reads the reply, which
//! stays until the next request: a status, a kind of content, and bytes.
#![expect(
    unsafe_code,
    reason = "the host passes addresses, and imports are foreign"
)]

use crate::{BrowserDesk, Host};
use slidewise_answers::Reply;
use std::cell::RefCell;

#[link(wasm_import_module = "host")]
unsafe extern "C" {
    /// Milliseconds from any moment on.
    safe fn now() -> f64;
    /// A random number below 1, not negative.
    safe fn random() -> f64;
    /// Reads a text of `length` bytes, which is a report.
    fn report(text: *const u8, length: usize);
    /// Reads a text of `length` bytes, which says why the engine ends.
    fn fail(text: *const u8, length: usize);
}

/// The page's worker.
struct Worker;

impl Host for Worker {
    fn report(&self, record: &str) {
        // SAFETY: the host only reads these bytes, and only during the call.
        unsafe { report(record.as_ptr(), record.len()) }
    }

    fn random(&self) -> u64 {
        (random() * u64::MAX as f64) as u64
    }
}

/// The engine and its buffers.
struct Instance {
    desk: BrowserDesk,
    request: Vec<u8>,
    reply: Reply,
}

thread_local! {
    static INSTANCE: RefCell<Option<Instance>> = const { RefCell::new(None) };
}

fn with_instance<T>(work: impl FnOnce(&mut Instance) -> T) -> T {
    INSTANCE.with_borrow_mut(|instance| work(instance.as_mut().expect("the engine was started")))
}

/// Starts the engine with a limit of memory in bytes.
#[unsafe(no_mangle)]
extern "C" fn slidewise_start(memory: f64) {
    slidewise_store::use_clock(now_of_host);
    std::panic::set_hook(Box::new(|why| {
        let why = why.to_string();
        // SAFETY: the host only reads these bytes, and only during the call.
        unsafe { fail(why.as_ptr(), why.len()) }
    }));
    INSTANCE.set(Some(Instance {
        desk: BrowserDesk::new(memory as u64, Worker),
        request: Vec::new(),
        reply: Reply::bytes([]),
    }));
}

fn now_of_host() -> f64 {
    now()
}

/// The address of a buffer for a request of `length` bytes.
#[unsafe(no_mangle)]
extern "C" fn slidewise_allocate(length: usize) -> *mut u8 {
    with_instance(|instance| {
        instance.request = vec![0; length];
        instance.request.as_mut_ptr()
    })
}

/// Answers the request in the buffer, whose first `path` bytes are its path; the rest is its body
/// if it has one. Returns the status.
#[unsafe(no_mangle)]
extern "C" fn slidewise_answer(path: usize, has_body: bool) -> u32 {
    with_instance(|instance| {
        let request = std::mem::take(&mut instance.request);
        let (path, body) = request.split_at(path.min(request.len()));
        let path = String::from_utf8_lossy(path);
        instance.reply = instance.desk.answer(&path, has_body.then_some(body));
        instance.reply.status.into()
    })
}

/// The address of the kind of the reply's content.
#[unsafe(no_mangle)]
extern "C" fn slidewise_kind() -> *const u8 {
    with_instance(|instance| instance.reply.kind.as_ptr())
}

/// The length of the kind.
#[unsafe(no_mangle)]
extern "C" fn slidewise_kind_length() -> usize {
    with_instance(|instance| instance.reply.kind.len())
}

/// The address of the reply's content.
#[unsafe(no_mangle)]
extern "C" fn slidewise_body() -> *const u8 {
    with_instance(|instance| instance.reply.body.as_ptr())
}

/// The length of the content.
#[unsafe(no_mangle)]
extern "C" fn slidewise_body_length() -> usize {
    with_instance(|instance| instance.reply.body.len())
}
