//! The sheet of `design`: the boards of all starts.

use slidewise_puzzle::Puzzle;
use slidewise_render::picture::{BoardScene, SheetBoard, Theme, boards_on_pages, joined_pages};

/// Boards on one page.
const BOARDS_A_PAGE: usize = 20;

/// The starts with the words above them, as an SVG drawing; `None` if there are none.
pub(crate) fn sheet(title: &str, starts: &[(Puzzle, String)]) -> Option<String> {
    let boards = starts.iter().map(|(puzzle, words)| SheetBoard {
        scene: BoardScene::new(puzzle, Theme::Light),
        position: puzzle.start.clone(),
        words: words.clone(),
    });
    let pages = boards_on_pages(title, &boards.collect::<Vec<_>>(), BOARDS_A_PAGE);
    (!pages.is_empty()).then(|| joined_pages(&pages))
}
