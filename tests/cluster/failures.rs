//! A process that is killed, frozen or interrupted ends the run of all, which then goes on.

use super::together::{Hosts, all_found, alone, wait_for_files};

/// A search of some seconds.
const WORDS: &str = "tiles:2x5 --metric slide --count-only --patience 5 --checksums 0";

#[test]
fn a_lost_process_ends_the_run_and_another_number_goes_on() {
    let expected = alone("tiles:2x5 --metric slide --count-only");
    for (signal, part) in [
        ("KILL", "process 1 (127.0.0.1:"),
        ("STOP", "has given no sign of life for 5 s"),
        ("INT", "process 1 (127.0.0.1:"),
    ] {
        let store = tempfile::tempdir().unwrap();
        let hosts = Hosts::new(3);
        let mut running = hosts.start_all(WORDS, Some(store.path()));
        wait_for_files(store.path());
        let victim = running.remove(1);
        victim.signal(signal);
        for survivor in running {
            let ended = survivor.end();
            ended.expect_failure(1, part);
            ended.expect_failure(1, "process 1 (127.0.0.1:");
            assert_eq!(ended.remarks.trim(), "", "{signal}");
        }
        match signal {
            "STOP" => {
                victim.signal("CONT");
                assert_eq!(victim.end().code, Some(1));
            }
            "INT" => victim.end().expect_failure(1, "interrupted"),
            _ => assert_eq!(victim.end().code, None),
        }
        let next = Hosts::new(2);
        let ends = all_found(next.start_all(WORDS, Some(store.path())), &expected);
        assert!(
            ends.iter().all(|end| end.answer["resumed"] == true),
            "{ends:?}"
        );
        let again = all_found(
            Hosts::new(1).start_all(WORDS, Some(store.path())),
            &expected,
        );
        assert_eq!(again[0].answer["searched"], false);
    }
}

#[test]
fn folders_of_their_own_are_joined_over_the_network() {
    let expected = alone("tiles:2x5 --metric slide --count-only");
    let stores: Vec<_> = (0..4).map(|_| tempfile::tempdir().unwrap()).collect();
    let start = |hosts: &Hosts| {
        let size = hosts.addresses.len();
        let one = |process| hosts.start(process, WORDS, Some(stores[process].path()));
        (0..size).map(one).collect::<Vec<_>>()
    };
    let hosts = Hosts::new(3);
    let running = start(&hosts);
    wait_for_files(stores[1].path());
    wait_for_files(stores[2].path());
    running[0].signal("KILL");
    for ended in running {
        assert_ne!(ended.end().code, Some(0));
    }
    let ends = all_found(start(&Hosts::new(4)), &expected);
    assert!(
        ends.iter().all(|end| end.answer["resumed"] == true),
        "{ends:?}"
    );
}
