//! The handshake of two processes, before any other byte passes between them.
//!
//! The one that connects says who it is. The other answers with a keyed hash of both messages,
//! which shows that it knows the secret, and the first confirms with another one. Both messages
//! have a random number, so that no recorded handshake can be used again. The first ten bytes, word
//! and version, will be the same in all versions.

use crate::timed_io::{Timed, in_words};
use hmac::{Hmac, Mac};
use sha2::Sha256;
use std::net::TcpStream;
use std::time::Duration;

/// First bytes of every message.
const WORD: &[u8; 8] = b"slidewis";
/// Version of the handshake and of what the processes send each other.
pub(crate) const VERSION: u16 = 1;
/// Longest time for one handshake.
pub(crate) const WITHIN: Duration = Duration::from_secs(10);
/// Most bytes of a reason for a refusal.
const MAX_REASON: usize = 500;
/// Number of bytes of a message behind the word and the version.
const BODY: usize = 1 + 4 + 4 + 32 + 16 + 16;

/// What a connection is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Purpose {
    /// The blocks of the search.
    Blocks,
    /// Signs of life.
    Heartbeat,
}

impl Purpose {
    pub(crate) const ALL: [Purpose; 2] = [Purpose::Blocks, Purpose::Heartbeat];
}

/// What a process says about itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Identity {
    pub rank: usize,
    pub size: usize,
    /// Hash of what is searched, and how.
    pub question: [u8; 32],
    /// Random number of the run; `None` while it is unknown.
    pub run: Option<[u8; 16]>,
}

/// Why a handshake failed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Failure {
    /// It may succeed later.
    Passing(String),
    /// The other side has refused, for this reason.
    Refused(String),
    /// The other side is not the process expected.
    Stranger(String),
}

impl Failure {
    fn of_io(error: std::io::Error) -> Failure {
        Failure::Passing(in_words(&error))
    }
}

fn head() -> [u8; 10] {
    let mut head = [0; 10];
    head[..8].copy_from_slice(WORD);
    head[8..].copy_from_slice(&VERSION.to_le_bytes());
    head
}

fn body(of: &Identity, purpose: Purpose) -> Result<[u8; BODY], Failure> {
    let mut body = [0; BODY];
    body[0] = match purpose {
        Purpose::Blocks => 1,
        Purpose::Heartbeat => 2,
    };
    body[1..5].copy_from_slice(&(of.rank as u32).to_le_bytes());
    body[5..9].copy_from_slice(&(of.size as u32).to_le_bytes());
    body[9..41].copy_from_slice(&of.question);
    body[41..57].copy_from_slice(&of.run.unwrap_or_default());
    getrandom::fill(&mut body[57..])
        .map_err(|error| Failure::Passing(format!("no random numbers: {error}")))?;
    Ok(body)
}

fn identity(body: &[u8; BODY]) -> Option<(Identity, Purpose)> {
    let purpose = match body[0] {
        1 => Purpose::Blocks,
        2 => Purpose::Heartbeat,
        _ => return None,
    };
    let number =
        |at: usize| u32::from_le_bytes(body[at..at + 4].try_into().expect("four bytes")) as usize;
    let run: [u8; 16] = body[41..57].try_into().expect("sixteen bytes");
    let of = Identity {
        rank: number(1),
        size: number(5),
        question: body[9..41].try_into().expect("32 bytes"),
        run: (run != [0; 16]).then_some(run),
    };
    Some((of, purpose))
}

/// A keyed hash of both messages, different for each side.
fn hash(secret: &[u8], side: &[u8], messages: [&[u8; BODY]; 2]) -> Hmac<Sha256> {
    let mut hash = Hmac::<Sha256>::new_from_slice(secret).expect("a key may have any length");
    hash.update(side);
    messages.iter().for_each(|message| hash.update(*message));
    hash
}

/// Introduces this process to the one at the other end, and returns who that is.
pub(crate) fn introduce(
    stream: &TcpStream,
    own: &Identity,
    to: usize,
    purpose: Purpose,
    secret: &[u8],
) -> Result<Identity, Failure> {
    let io = Timed::new(stream, WITHIN);
    let hello = body(own, purpose)?;
    io.write(&[&head()[..], &hello].concat())
        .map_err(Failure::of_io)?;
    check_head(&io)?;
    check_verdict(&io)?;
    let mut reply = [0; BODY];
    let mut sum = [0; 32];
    io.read(&mut reply).map_err(Failure::of_io)?;
    io.read(&mut sum).map_err(Failure::of_io)?;
    // The own hash is sent even if the other one is wrong, so that the other side can say so too.
    let confirmed = hash(secret, b"connects", [&hello, &reply]).finalize();
    io.write(&confirmed.into_bytes()).map_err(Failure::of_io)?;
    let expected = hash(secret, b"accepts", [&hello, &reply]);
    if expected.verify_slice(&sum).is_err() {
        return Err(Failure::Stranger("it has another secret".to_owned()));
    }
    check_verdict(&io)?;
    let (other, _) =
        identity(&reply).ok_or_else(|| Failure::Stranger("its answer is malformed".to_owned()))?;
    if let Some(why) = difference(own, &other) {
        return Err(Failure::Stranger(why));
    }
    if other.rank != to {
        return Err(Failure::Stranger(format!(
            "it is process {} in its own list of hosts",
            other.rank
        )));
    }
    Ok(other)
}

fn check_head(io: &Timed<'_>) -> Result<(), Failure> {
    let mut head = [0; 10];
    io.read(&mut head).map_err(Failure::of_io)?;
    if head[..8] != WORD[..] {
        let what = "what answers there is not slidewise";
        return Err(Failure::Stranger(what.to_owned()));
    }
    let version = u16::from_le_bytes([head[8], head[9]]);
    if version != VERSION {
        return Err(Failure::Stranger(format!(
            "it speaks version {version} of the protocol, and this process version {VERSION}"
        )));
    }
    Ok(())
}

/// Reads whether the other side goes on.
fn check_verdict(io: &Timed<'_>) -> Result<(), Failure> {
    let mut length = [0; 2];
    io.read(&mut length).map_err(Failure::of_io)?;
    let length = usize::from(u16::from_le_bytes(length));
    if length == 0 {
        return Ok(());
    }
    let mut reason = vec![0; length.min(MAX_REASON)];
    io.read(&mut reason).map_err(Failure::of_io)?;
    Err(Failure::Refused(plain(&reason)))
}

/// A text from the network as one line without control characters.
pub(crate) fn plain(text: &[u8]) -> String {
    let text = String::from_utf8_lossy(text);
    let is_odd = |c: char| c.is_control() || c == char::REPLACEMENT_CHARACTER;
    text.chars()
        .map(|c| if is_odd(c) { '?' } else { c })
        .collect()
}

/// What differs between the searches of two processes.
fn difference(own: &Identity, other: &Identity) -> Option<String> {
    if other.question != own.question {
        return Some("it searches another puzzle, or the same with other options".to_owned());
    }
    if other.size != own.size {
        return Some(format!(
            "its list has {} hosts, and the one of this process {}",
            other.size, own.size
        ));
    }
    match (own.run, other.run) {
        (Some(own), Some(other)) if own != other => {
            Some("it belongs to another run of the same search".to_owned())
        }
        _ => None,
    }
}

/// Receives another process: `admit` finally decides about it, and ends the handshake by the
/// function that it is given.
///
/// Returns why the process was refused.
pub(crate) fn receive(
    stream: &TcpStream,
    own: &Identity,
    secret: &[u8],
    admit: impl FnOnce(usize, Purpose, &dyn Fn() -> Result<(), String>) -> Result<(), String>,
) -> Result<(), String> {
    let io = Timed::new(stream, WITHIN);
    let failed = |error: std::io::Error| in_words(&error);
    let refuse = |reason: &str| {
        let reason = &reason.as_bytes()[..reason.len().min(MAX_REASON)];
        // A peer that has gone need not be told.
        let _ = io.write(&[&(reason.len() as u16).to_le_bytes()[..], reason].concat());
    };
    let mut found = [0; 10];
    io.read(&mut found).map_err(failed)?;
    if found[..8] != WORD[..] {
        return Err("it does not speak the protocol of slidewise".to_owned());
    }
    io.write(&head()).map_err(failed)?;
    let version = u16::from_le_bytes([found[8], found[9]]);
    if version != VERSION {
        refuse("it speaks another version of the protocol");
        return Err(format!(
            "it speaks version {version} of the protocol, and this process version {VERSION}"
        ));
    }
    let mut hello = [0; BODY];
    io.read(&mut hello).map_err(failed)?;
    let Some((other, purpose)) = identity(&hello) else {
        refuse("its message is malformed");
        return Err("its message is malformed".to_owned());
    };
    let reply = body(own, purpose).map_err(|_| "no random numbers".to_owned())?;
    let sum = hash(secret, b"accepts", [&hello, &reply])
        .finalize()
        .into_bytes();
    io.write(&[&[0, 0][..], &reply, &sum].concat())
        .map_err(failed)?;
    let mut confirmed = [0; 32];
    io.read(&mut confirmed).map_err(failed)?;
    let expected = hash(secret, b"connects", [&hello, &reply]);
    if expected.verify_slice(&confirmed).is_err() {
        refuse("it has another secret");
        return Err("it has another secret".to_owned());
    }
    // Only a process that knows the secret learns why it does not belong here.
    if let Some(why) = difference(own, &other) {
        // The other side reads what differs from its own point of view.
        refuse(&difference(&other, own).unwrap_or_default());
        return Err(why);
    }
    if !(own.rank + 1..own.size).contains(&other.rank) {
        let why = format!("no process {} is expected here", other.rank);
        refuse(&why);
        return Err(why);
    }
    let accept = || io.write(&[0, 0]).map_err(failed);
    admit(other.rank, purpose, &accept).inspect_err(|why| refuse(why))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::TcpListener;

    #[test]
    fn each_side_of_a_refusal_reads_it_from_its_own_point_of_view() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let stream = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let identity = |rank, size| Identity {
            rank,
            size,
            question: [0; 32],
            run: None,
        };
        std::thread::scope(|scope| {
            let receiving = scope.spawn(move || {
                let (stream, _) = listener.accept().unwrap();
                receive(&stream, &identity(0, 2), b"", |_, _, accept| accept())
            });
            let refused = introduce(&stream, &identity(1, 3), 0, Purpose::Blocks, b"");
            let [two, three] = [2, 3].map(|size| format!("its list has {size} hosts"));
            let Err(Failure::Refused(refused)) = refused else {
                panic!("{refused:?}");
            };
            assert!(refused.starts_with(&two), "{refused}");
            let why = receiving.join().unwrap().unwrap_err();
            assert!(why.starts_with(&three), "{why}");
        });
    }
}
