//! `slidewise serve`: a web server on this machine, with pages for puzzles, games and searches; and
//! the commands that make such pages.
//!
//! Builds without the feature `web` have `without/serve.rs` in place of this module.

mod export;
mod site;

use crate::arguments::{CommonArgs, parse_int};
use crate::io::output::{CommandResult, Output, remark, say, unwritten};
use crate::io::setup::{store_root, threads_of};
use crate::io::signals::stop_flag;
use clap::{Args, Subcommand};
use export::ExportArgs;
pub(crate) use export::write_graph;
use site::SiteArgs;
use slidewise_answers::ListedLevel;
use slidewise_app::NamedLevel;
use slidewise_render::{json, parse_bytes};
use slidewise_web::{Server, ServerSettings};
use std::io::ErrorKind;
use std::net::{IpAddr, SocketAddr};
use std::num::NonZeroUsize;
use std::time::Duration;

/// A command that serves or makes pages.
#[derive(Debug, Subcommand)]
pub(crate) enum WebCommand {
    /// Serve pages for the browser: play, draw and explore puzzles
    #[command(after_help = "Examples:\n\
        \x20 slidewise serve\n\
        \x20     the address of the first page; Ctrl-C ends the server\n\
        \x20 slidewise serve --open\n\
        \x20     the same, with the first page in the browser\n\
        \x20 slidewise serve --port 0 --memory 4G --time-limit 3600\n\
        \x20     on any free port, for larger puzzles\n\
        \x20 slidewise serve levels.xsb\n\
        \x20     the address of a page that plays Sokoban levels")]
    Serve(ServeArgs),
    /// Export a puzzle as one HTML page that plays it, with all distances inside
    #[command(after_help = "Example:\n\
        \x20 slidewise export lane-rouge --out lane-rouge.html\n\
        \x20     a file that plays without a server and without a network")]
    Export(ExportArgs),
    /// Write all pages as files, which any web server can serve without this program
    #[command(after_help = "Example:\n\
        \x20 slidewise site --engine slidewise.wasm --out site\n\
        \x20     a folder for a static host; its pages search in the visitor's browser")]
    Site(SiteArgs),
}

/// Arguments of `serve`.
#[derive(Debug, Args)]
pub(crate) struct ServeArgs {
    /// A file of Sokoban levels, or one of them as FILE#N, to be played in the browser
    /// [default: microban]
    #[arg(value_name = "LEVEL")]
    pub level: Option<String>,
    /// Open the first page in the browser
    #[arg(long)]
    pub open: bool,
    /// Port; 0 takes any free one
    #[arg(
        long,
        value_name = "N",
        default_value_t = ServerSettings::PORT,
        value_parser = parse_int::<u16>(0..=u16::MAX)
    )]
    pub port: u16,
    /// Address to listen on; any but a loopback address lets other machines in
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub bind: IpAddr,
    /// Number of puzzles that may be explored at once, each within --memory, by default 1G
    #[arg(
        long,
        value_name = "N",
        default_value_t = NonZeroUsize::new(ServerSettings::JOBS).expect("the default is not 0"),
        value_parser = parse_int(NonZeroUsize::MIN..)
    )]
    pub jobs: NonZeroUsize,
    /// Time limit in seconds for exploring a puzzle
    #[arg(
        long,
        value_name = "S",
        default_value_t = ServerSettings::SECONDS,
        value_parser = parse_int::<u64>(0..)
    )]
    pub time_limit: u64,
    /// Disk limit for the files of all explorations together, such as 500M or 8G [default: 4G]
    #[arg(long, value_name = "SIZE", value_parser = parse_bytes)]
    pub disk: Option<u64>,
}

/// Runs a command that serves or makes pages.
pub(crate) fn run(common: &CommonArgs, command: &WebCommand) -> CommandResult {
    match command {
        WebCommand::Serve(args) => serve(common, args),
        WebCommand::Export(args) => export::run(common, args),
        WebCommand::Site(args) => site::run(args),
    }
}

/// Serves until a signal stops the program.
fn serve(common: &CommonArgs, args: &ServeArgs) -> CommandResult {
    let levels = NamedLevel::open_all(args.level.as_deref().unwrap_or(site::LEVELS))?;
    let settings = ServerSettings {
        address: SocketAddr::new(args.bind, args.port),
        store: store_root(common)?,
        memory: common.memory_or(ServerSettings::MEMORY),
        disk: args.disk.unwrap_or(ServerSettings::DISK),
        time: Duration::from_secs(args.time_limit),
        jobs: args.jobs.get(),
        threads: threads_of(common),
        levels: levels
            .iter()
            .map(|own| ListedLevel::of(&own.level))
            .collect(),
    };
    // The signal handler is installed before the address is printed, so that a signal ends the
    // server properly from then on.
    let stop = stop_flag();
    let server = Server::bind(settings)?;
    let address = server.address();
    let page = if args.level.is_some() { "level" } else { "" };
    let url = format!("http://{address}/{page}");
    let begun = Output::new(
        vec![url.clone()],
        &json::ServeRecord {
            url: url.clone(),
            address: address.ip().to_string(),
            port: address.port(),
        },
    );
    match say(&begun, common.json) {
        // A closed pipe does not end the server: a browser may know the address already.
        Err(error) if error.kind() != ErrorKind::BrokenPipe => return Err(unwritten(&error)),
        _ => {}
    }
    if !common.quiet {
        remark("serving the pages of slidewise; Ctrl-C ends the server");
        if !address.ip().is_loopback() {
            remark("other machines can reach this address, and may explore puzzles here");
        }
    }
    if args.open {
        // The connection waits until the server accepts it.
        if let Err(error) = open::that_detached(&url) {
            remark(format!(
                "no browser could be opened: {error}; open {url} in one"
            ));
        }
    }
    server.run(stop)?;
    Ok(Output::nothing())
}
