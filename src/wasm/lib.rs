//! The engine of the pages as WebAssembly: what the server answers, without a server.
//!
//! A page puts requests to a worker, which passes them to [`BrowserDesk::answer`] as a path and a
//! body. Everything happens in the thread of the worker: it reports its progress to the host while
//! it works, and is stopped by ending the worker. `exports` is the interface in bytes and numbers.

mod browser_desk;
#[cfg(target_family = "wasm")]
mod exports;
mod host;

pub use browser_desk::BrowserDesk;
pub use host::Host;
