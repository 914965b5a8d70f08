//! Drawing of a game: title, board, panel and keys, or a message that the window is too small.

use super::colour_depth::ColourDepth;
use super::layout::ScreenLayout;
use super::lines::write;
use super::{board_view, panel, texts};
use crate::folded;
use ratatui_core::buffer::Buffer;
use ratatui_core::style::{Modifier, Style};
use slidewise_play::Player;

/// Draws a game into a buffer, or the size that the game needs if the buffer is too small.
pub fn draw(player: &Player<'_>, ink: ColourDepth, buffer: &mut Buffer) {
    let area = buffer.area;
    match ScreenLayout::of(player.game(), area) {
        Ok(layout) => {
            let title = &player.game().puzzle().title;
            let bold = Style::new().add_modifier(Modifier::BOLD);
            buffer.set_stringn(area.x, area.y, title, area.width.into(), bold);
            board_view::draw(player, ink, &layout, buffer);
            panel::draw(player, &layout, buffer);
            write(buffer, layout.keys, &texts::keys(layout.keys.width.into()));
        }
        Err(needs) => {
            let text = texts::too_small(needs, (area.width, area.height));
            write(buffer, area, &folded(&text, area.width.into(), ""));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui_core::layout::Rect;
    use slidewise_analysis::{Goals, Hints, MarkedSearch, SearchSources};
    use slidewise_engine::graph::{Graph, Metric};
    use slidewise_engine::search::{MemorySink, Run};
    use slidewise_play::{Game, NoDistances};
    use slidewise_puzzle::{Puzzle, builtin};
    use std::ops::ControlFlow;

    const CORNER: &str = "title = 'Corner'\nstart = \"\"\"\nAAb\nA.c\nd..\n\"\"\"\n\
                          goal = \"\"\"\n...\n.AA\n.A.\n\"\"\"";

    fn puzzle(text: &str) -> Puzzle {
        Puzzle::from_toml("x", "x.toml", text).unwrap_or_else(|error| panic!("{error}\n{text}"))
    }

    /// Calls `play` with a player for whom all distances are known.
    fn with_player(puzzle: &Puzzle, metric: Metric, play: impl FnOnce(&mut Player<'_>)) {
        let graph = Graph::new(puzzle, &puzzle.start, metric).unwrap();
        let goals = Goals::of(&graph);
        let searched = |sources: &[u64]| {
            let mut memory = MemorySink::new(graph.len()).unwrap();
            let run = Run::new(&graph, sources);
            run.explore(&mut memory, &mut |_| ControlFlow::Continue(()))
                .unwrap();
            memory
        };
        let start = graph.index_of(&puzzle.start).unwrap();
        let memory = searched(&[start]);
        let explored = MarkedSearch::in_memory(&graph, &memory, SearchSources::At(start));
        let memory = searched(&goals.seen_by(explored).unwrap());
        let explored = MarkedSearch::in_memory(&graph, &memory, SearchSources::Goals(&goals));
        let guide = Hints::new(&graph, Some(explored));
        play(&mut Player::new(Game::new(puzzle, metric), Ok(Box::new(guide))).unwrap());
    }

    /// Draws a screen of the given size, as text.
    fn screen(player: &Player<'_>, width: u16, height: u16) -> String {
        let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
        draw(player, ColourDepth::Plain, &mut buffer);
        let mut text = String::new();
        for y in 0..height {
            let line: String = (0..width).map(|x| buffer[(x, y)].symbol()).collect();
            text += line.trim_end();
            text.push('\n');
        }
        text
    }

    #[test]
    fn a_hint_is_shown_on_the_board_and_in_words() {
        with_player(&puzzle(CORNER), Metric::Step, |player| {
            player.ask().unwrap();
            let shown = [
                "Corner",
                "╭───────┬───╮  0 steps so far",
                "│ A   A │ b │  6 steps to Finish",
                "│   ╭───┼───┤  shortest from Start: 6",
                "│ A │ · │ c │",
                "├───┤   ╰───┤  Hint: d right.",
                "│[d]│ →   · │",
                "╰───┴───────╯",
                "",
                "letter choose   arrows move   Tab next   ? hint",
                "Enter computer plays on   Ctrl-Z undo   Ctrl-Y redo",
                "Ctrl-R restart   Esc quit",
            ];
            assert_eq!(
                screen(player, 60, 12),
                shown.map(|line| format!("{line}\n")).concat()
            );
        });
    }

    #[test]
    fn a_solved_position_says_so() {
        with_player(&puzzle(CORNER), Metric::Step, |player| {
            player.play_on();
            while player.is_computer_playing() {
                player.beat().unwrap();
            }
            let shown = [
                "Corner",
                "╭───────┬───────┬───────╮  Solved in 6 steps",
                "│       │       │       │  shortest from Start: 6",
                "│   ·   │   b   │   c   │",
                "│       │       │       │  This is a shortest solution.",
                "│       ├───────┴───────┤",
                "│       │               │",
                "│   ·   │  [A]     [A]  │",
                "│       │               │  Finish:",
                "│       │       ╭───────┤    ...",
                "│       │       │       │    .AA",
                "│   ·   │  [A]  │   d   │    .A.",
                "│       │       │       │",
                "╰───────┴───────┴───────╯",
                "letter choose   arrows move   Tab next   ? hint   Enter computer plays on",
                "Ctrl-Z undo   Ctrl-Y redo   Ctrl-R restart   Esc quit",
            ];
            assert_eq!(
                screen(player, 80, 16),
                shown.map(|line| format!("{line}\n")).concat()
            );
        });
    }

    #[test]
    fn the_screen_in_the_readme_is_what_is_drawn() {
        with_player(
            &Puzzle::open("lane-rouge").unwrap(),
            Metric::Move,
            |player| {
                player.play_on();
                while player.game().turns().len() < 3 {
                    player.beat().unwrap();
                }
                player.stop();
                player.ask().unwrap();
                let shown = screen(player, 74, 14);
                let readme = include_str!("../../../README.md");
                assert!(
                    readme.contains(&format!("```text\n{shown}```\n")),
                    "{shown}"
                );
            },
        );
    }

    #[test]
    fn cells_grow_with_the_window_and_lose_their_lines_last() {
        let tiles = Puzzle::tiles(8, 8).unwrap();
        let game = Game::new(&tiles, Metric::Step);
        let grid = |width, height| {
            let layout = ScreenLayout::of(&game, Rect::new(0, 0, width, height));
            layout.map(|layout| (layout.grid.width, layout.grid.height, layout.grid.has_lines))
        };
        assert_eq!(grid(80, 24), Ok((4, 1, true)));
        assert_eq!(grid(90, 30), Ok((5, 2, true)));
        assert_eq!(grid(200, 70), Ok((11, 5, true)));
        assert_eq!(grid(80, 15), Ok((4, 1, false)));
        assert_eq!(grid(40, 30), Ok((4, 1, false)));
        let needs = grid(34, 20).unwrap_err();
        assert_eq!((needs.beside, needs.below), ((66, 14), (34, 24)));
        assert!(grid(66, 14).is_ok() && grid(34, 24).is_ok());
        assert!(grid(66, 13).is_err() && grid(33, 24).is_err() && grid(34, 23).is_err());
    }

    #[test]
    fn every_place_of_a_cell_is_on_its_square() {
        let puzzle = puzzle(CORNER);
        let game = Game::new(&puzzle, Metric::Step);
        for (width, height) in [(80, 24), (100, 60), (43, 13), (30, 19)] {
            let layout = ScreenLayout::of(&game, Rect::new(0, 0, width, height)).unwrap();
            let grid = layout.grid;
            let line = u16::from(grid.has_lines);
            for row in 0..3 {
                for column in 0..3 {
                    let x = layout.board.x + 1 + column * (grid.width + line);
                    let y = layout.board.y + 1 + row * (grid.height + line);
                    let square = Some(slidewise_board::Square { row, column });
                    assert_eq!(layout.square_at(x, y), square);
                    let far = (x + grid.width - 1, y + grid.height - 1);
                    assert_eq!(layout.square_at(far.0, far.1), square);
                }
            }
            assert_eq!(
                layout.square_at(layout.board.right(), layout.board.y + 1),
                None
            );
            assert_eq!(
                layout
                    .square_at(layout.board.x + 1, 0)
                    .map(|square| square.row),
                None
            );
        }
    }

    #[test]
    fn every_built_in_puzzle_has_room_in_80_by_24() {
        for builtin in builtin::list() {
            let puzzle = builtin.read().unwrap();
            let game = Game::new(&puzzle, Metric::Step);
            let layout = ScreenLayout::of(&game, Rect::new(0, 0, 80, 24));
            assert!(layout.is_ok(), "{}: {layout:?}", builtin.name);
        }
    }

    #[test]
    fn walls_gates_and_colours_are_drawn() {
        let puzzle = puzzle("start = \"\"\"\nABA\n##-\n\"\"\"\n[gates]\n'-' = ['B']\n");
        let game = Game::new(&puzzle, Metric::Step);
        let player = Player::new(game, Err(NoDistances::NoGoal)).unwrap();
        let shown = [
            "x",
            "╭───┬───┬───╮",
            "│ A │ B │ A │",
            "├───┴───┼───┤",
            "│░░░░░░░│ - │",
            "╰───────┴───╯",
            "0 steps so far",
            "The puzzle has no goal, so no distance",
            "is known. `--to POSITION` sets a goal.",
        ];
        let shown = shown.map(|line| format!("{line}\n")).concat();
        assert!(screen(&player, 40, 19).starts_with(&shown));
        let mut buffer = Buffer::empty(Rect::new(0, 0, 80, 24));
        draw(&player, ColourDepth::Full, &mut buffer);
        let layout = ScreenLayout::of(player.game(), buffer.area).unwrap();
        let ground = |column: u16| {
            let x = layout.board.x + 1 + column * (layout.grid.width + 1);
            buffer[(x, layout.board.y + 1)].bg
        };
        assert_ne!(ground(0), ground(1));
        // The squares in columns 0 and 2 belong to one piece, which has two parts.
        assert_eq!(ground(0), ground(2));
    }

    #[test]
    fn a_window_that_is_too_small_says_so() {
        let puzzle = puzzle(CORNER);
        let player =
            Player::new(Game::new(&puzzle, Metric::Step), Err(NoDistances::NoGoal)).unwrap();
        let text = screen(&player, 32, 5).replace('\n', " ");
        let wanted = "This window is 32 x 5. The board needs 43 x 13 or 32 x 19. Enlarge the";
        assert!(text.starts_with(wanted), "{text}");
        // Drawing outside the buffer would panic, so this checks the smallest windows.
        for (width, height) in [(0, 0), (1, 1), (3, 2), (200, 1), (1, 200)] {
            screen(&player, width, height);
        }
    }
}
