//! Strangers and mistakes are refused with a sentence, and the run goes on or ends.

use super::together::{Ended, Hosts, Running, all_found, alone};
use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

const WORDS: &str = "tiles:2x4 --count-only";

/// Connects to a process once it listens.
fn knock(address: &str) -> TcpStream {
    for _ in 0..6000 {
        if let Ok(stream) = TcpStream::connect(address) {
            return stream;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("nothing listens at {address}");
}

#[test]
fn strangers_are_refused_and_the_run_goes_on() {
    let hosts = Hosts::new(2);
    let first = hosts.start(0, WORDS, None);
    // One that says nothing keeps nobody waiting.
    let _silent = knock(&hosts.addresses[0]);
    let mut web = knock(&hosts.addresses[0]);
    web.write_all(b"GET / HTTP/1.1\r\n\r\n").unwrap();
    let mut answer = Vec::new();
    let _ = web.read_to_end(&mut answer);
    assert!(answer.is_empty(), "a stranger learns nothing");
    let mut newer = knock(&hosts.addresses[0]);
    newer.write_all(b"slidewis\xff\xff").unwrap();
    let mut answer = Vec::new();
    let _ = newer.read_to_end(&mut answer);
    assert!(answer.starts_with(b"slidewis\x01\0"));
    let answer = String::from_utf8_lossy(&answer).into_owned();
    assert!(answer.contains("another version"), "{answer}");
    let mut garbage = knock(&hosts.addresses[0]);
    garbage
        .write_all(&[b"slidewis\x01\0".as_slice(), &[9; 73]].concat())
        .unwrap();
    let second = hosts.start(1, WORDS, None);
    let ends = all_found(vec![first, second], &alone(WORDS));
    for part in [
        "does not speak the protocol",
        "speaks version 65535",
        "is malformed",
    ] {
        assert!(
            ends[0].remarks.contains(part),
            "{part}: {}",
            ends[0].remarks
        );
    }
}

#[test]
fn a_hundred_silent_connections_keep_nobody_out() {
    let hosts = Hosts::new(2);
    // Shorter than the time that a handshake may take: nobody joins after the silent ones are gone.
    let first = hosts.start(0, &format!("{WORDS} --patience 9"), None);
    let _silent: Vec<TcpStream> = (0..100).map(|_| knock(&hosts.addresses[0])).collect();
    let second = hosts.start(1, WORDS, None);
    all_found(vec![first, second], &alone(WORDS));
}

/// Lets process 1 differ from process 0, which waits a short time in vain.
fn differing(first: &str, second: &str) -> (Ended, Ended) {
    let hosts = Hosts::new(2);
    for (name, secret) in [("a", "one"), ("b", "two")] {
        fs::write(hosts.folder.path().join(name), secret).unwrap();
    }
    let at = |words: &str| words.replace('@', hosts.folder.path().to_str().unwrap());
    let first = hosts.start(0, &at(first), None);
    let second = hosts.start(1, &at(second), None).end();
    (first.end(), second)
}

#[test]
fn another_secret_is_refused() {
    let first = format!("{WORDS} --secret @/a --patience 8");
    let (first, second) = differing(&first, &format!("{WORDS} --secret @/b"));
    second.expect_failure(1, "it has another secret");
    assert!(
        second.message().contains("process 0 (127.0.0.1:"),
        "{second:?}"
    );
    assert!(first.remarks.contains("it has another secret"), "{first:?}");
    first.expect_failure(1, "process 1 (127.0.0.1:");
    first.expect_failure(1, "has not come within 8 s");
}

#[test]
fn another_puzzle_and_other_options_are_refused() {
    for other in [
        "tiles:2x3 --count-only",
        "tiles:2x4 --count-only --metric slide",
    ] {
        let (first, second) = differing(&format!("{WORDS} --patience 8"), other);
        second.expect_failure(
            1,
            "it searches another puzzle, or the same with other options",
        );
        assert!(first.remarks.contains("another puzzle"), "{first:?}");
        first.expect_failure(1, "has not come within 8 s");
    }
}

#[test]
fn two_processes_with_one_number_are_refused() {
    let hosts = Hosts::new(3);
    let mut running: Vec<Running> = vec![hosts.start(0, WORDS, None), hosts.start(2, WORDS, None)];
    // Process 2 is not through before process 1 comes, so that another process 2 meets process 0.
    let again = hosts.start(2, &format!("{WORDS} --patience 20"), None);
    std::thread::sleep(Duration::from_secs(3));
    running.insert(1, hosts.start(1, WORDS, None));
    let again = again.end();
    // Either came first; the other one is refused.
    let ends: Vec<Ended> = running.into_iter().map(Running::end).collect();
    let well = ends.iter().filter(|end| end.code == Some(0)).count();
    assert_eq!(
        well + usize::from(again.code == Some(0)),
        3,
        "{ends:?} {again:?}"
    );
    let refused = ends
        .iter()
        .chain([&again])
        .find(|end| end.code != Some(0))
        .unwrap();
    refused.expect_failure(1, "another process 2 is connected already");
}

#[test]
fn wrong_lists_are_faults_of_the_input() {
    let hosts = Hosts::new(1);
    hosts
        .start(1, WORDS, None)
        .end()
        .expect_failure(2, "there is no process 1");
    let bad = Hosts::of(vec!["127.0.0.1:1".to_owned(), "nonsense".to_owned()]);
    let ended = bad.start(0, WORDS, None).end();
    ended.expect_failure(2, "`nonsense` is not a host and a port");
    assert_eq!(ended.answer["error"]["line"], 2);
    let ended = hosts
        .start(0, &format!("{WORDS} --secret /nowhere"), None)
        .end();
    ended.expect_failure(2, "cannot read the secret");
    let ended = hosts
        .start(0, &format!("{WORDS} --secret /dev/zero"), None)
        .end();
    ended.expect_failure(2, "it has more than 1048576 bytes");
    let ended = hosts.start(0, "tiles:2x4 --engine frontier", None).end();
    ended.expect_failure(2, "the frontier engine cannot explore tiles:2x4");
    let elsewhere = Hosts::of(vec![
        "192.0.2.1:4000".to_owned(),
        "192.0.2.2:4000".to_owned(),
    ]);
    let ended = elsewhere.start(0, WORDS, None).end();
    ended.expect_failure(1, "cannot listen on 192.0.2.1:4000");
}
