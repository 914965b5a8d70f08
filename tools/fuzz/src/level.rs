//! Files of Sokoban levels of any content are read or refused. What is read prints a position that
//! reads back as itself, and its solutions in letters replay or are refused.
#![no_main]

use libfuzzer_sys::fuzz_target;
use slidewise::unstable::sokoban::{
    Collection, Level, LevelGame, direction_of, read_lurd, replay_lurd,
};

fuzz_target!(|data: &[u8]| {
    // The solution, if there is one, stands behind a line with an equals sign.
    let parts: Vec<&[u8]> = data.splitn(2, |&byte| byte == b'=').collect();
    let read = match Collection::read(parts[0]) {
        Ok(read) => read,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return;
        }
    };
    let moves = parts.get(1).and_then(|text| std::str::from_utf8(text).ok());
    let moves = moves.and_then(|text| read_lurd(text).ok()).unwrap_or_default();
    for entry in &read.entries {
        let level = match entry.level() {
            Ok(level) => level,
            Err(error) => {
                assert!(!error.to_string().is_empty());
                continue;
            }
        };
        let text = level.write_position(level.start());
        let again = Level::read(&text).expect("a position reads back");
        assert_eq!(again.start(), level.start());
        assert_eq!(again.canonical_text(), level.canonical_text());
        // The game and the replayer, which share no code, make the same steps.
        let rows = level.rows_of(level.start(), ' ');
        let replayed = replay_lurd(&rows, &moves);
        let mut game = LevelGame::new(&level);
        let mut steps = moves.chars().filter_map(direction_of);
        let is_possible = steps.all(|direction| game.step(direction).is_ok());
        if let Ok(end) = replayed {
            assert!(is_possible);
            assert_eq!(game.lurd(), moves);
            assert_eq!((end.steps, end.pushes), (game.steps() as u64, game.pushes() as u64));
            assert_eq!(level.rows_of(game.placing(), ' '), end.rows);
        }
    }
});
