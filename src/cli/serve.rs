//! `slidewise serve`: a page in the browser.

use super::arguments::{Common, Serve};
use super::output::{Output, remark, say, unwritten};
use super::session::{store_root, threads_of};
use super::wish::stop_flag;
use super::{CommandResult, Failure};
use slidewise_render::json;
use slidewise_web::{ServeError, Server, Settings};
use std::io::ErrorKind;
use std::net::SocketAddr;
use std::time::Duration;

/// Serves until the program is told to stop.
pub fn run(common: &Common, words: &Serve) -> CommandResult {
    let settings = Settings {
        address: SocketAddr::new(words.bind, words.port),
        store: store_root(common)?,
        memory: common.memory_or(Settings::MEMORY),
        disk: words.disk.unwrap_or(Settings::DISK),
        time: Duration::from_secs(words.time_limit),
        jobs: words.jobs.get(),
        threads: threads_of(common),
    };
    // Before anybody is told that it is there, so that it can be stopped from then on.
    let stop = stop_flag();
    let server = Server::bind(settings)?;
    let address = server.address();
    let url = format!("http://{address}/");
    let begun = Output::new(
        vec![url.clone()],
        &json::Serve {
            url,
            address: address.ip().to_string(),
            port: address.port(),
        },
    );
    match say(&begun, common.json) {
        // A closed pipe is no reason to end: who asks for pages may know the address without it.
        Err(error) if error.kind() != ErrorKind::BrokenPipe => return Err(unwritten(&error)),
        _ => {}
    }
    if !common.quiet {
        remark("serving the pages of slidewise; Ctrl-C ends it");
        if !address.ip().is_loopback() {
            remark("other machines can reach this address, and may explore puzzles here");
        }
    }
    server.run(stop)?;
    Ok(Output::nothing())
}

impl From<ServeError> for Failure {
    fn from(error: ServeError) -> Failure {
        let hint = match &error {
            ServeError::Bind { .. } => {
                "give an address of this machine with --bind, or another port with --port N: 0 takes any that is free"
            }
            ServeError::Io(_) => "close other programs, or see what the system's log says",
        };
        Failure::of_run(error, hint)
    }
}
