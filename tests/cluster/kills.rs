//! Kills at random moments, by hand: `cargo test --features cluster --test cluster -- --ignored
//! sixty_kills`.

use super::together::{Hosts, Running, all_found, alone};
use std::time::Duration;

#[test]
#[ignore = "takes some minutes"]
fn sixty_kills() {
    for (words, seed) in [
        (
            "tiles:2x5 --metric slide --count-only --patience 5 --checksums 0",
            1u64,
        ),
        ("tiles:2x5 --patience 5 --checksums 0", 2),
        ("lane-rouge --metric move --patience 5 --checksums 0", 3),
    ] {
        let expected = alone(words.split(" --patience").next().unwrap());
        let mut state = seed;
        let mut draw = |below: u64| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % below
        };
        let store = tempfile::tempdir().unwrap();
        let (mut kills, mut ended) = (0, 0);
        while kills < 20 {
            let size = 1 + draw(4) as usize;
            let hosts = Hosts::new(size);
            let mut running = hosts.start_all(words, Some(store.path()));
            std::thread::sleep(Duration::from_millis(50 + draw(1500)));
            let mut victim = running.swap_remove(draw(size as u64) as usize);
            if victim.has_ended() {
                ended += 1;
            } else {
                victim.signal("KILL");
                kills += 1;
            }
            running.push(victim);
            let ends: Vec<_> = running.into_iter().map(Running::end).collect();
            for end in &ends {
                assert!(matches!(end.code, None | Some(0 | 1)), "{end:?}");
                if end.code == Some(1) {
                    assert!(end.message().contains("process "), "{end:?}");
                }
                if end.code == Some(0) {
                    assert_eq!(super::together::found(end), expected);
                }
            }
            if ends.iter().all(|end| end.code == Some(0)) {
                // The search is finished: the next one begins.
                std::fs::remove_dir_all(store.path()).unwrap();
            }
        }
        eprintln!("{words}: {kills} kills, {ended} runs ended before");
        all_found(
            Hosts::new(3).start_all(words, Some(store.path())),
            &expected,
        );
    }
}
