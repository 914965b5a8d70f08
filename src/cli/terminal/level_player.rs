//! The state of a game on a Sokoban level: the game, what is known of it, and the last remark.

use crate::sokoban::searches::counted_in;
use slidewise_app::Problem;
use slidewise_board::Direction;
use slidewise_sokoban::{
    CellNumber, Level, LevelGame, LevelGuide, StepObstacle, direction_of, live_cells,
};
use std::collections::VecDeque;

/// What is known of the distances.
enum Knowledge {
    /// The level is being explored.
    Searching,
    /// All distances are known.
    Explored(Box<LevelGuide>),
    /// The level is too large.
    TooLarge,
}

/// How many pushes are left from the position on the board.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Outlook {
    Unknown,
    Dead,
    Left(u64),
}

/// A game with its distances, hints and remarks.
pub(crate) struct LevelPlayer<'l> {
    title: String,
    game: LevelGame<'l>,
    knowledge: Knowledge,
    outlook: Outlook,
    /// The fewest pushes from the start.
    least: Option<u64>,
    live: Vec<bool>,
    remark: String,
    /// The steps that the computer plays on.
    playing: VecDeque<Direction>,
}

impl<'l> LevelPlayer<'l> {
    pub(crate) fn new(title: String, level: &'l Level) -> LevelPlayer<'l> {
        let mut player = LevelPlayer {
            title,
            game: LevelGame::new(level),
            knowledge: Knowledge::Searching,
            outlook: Outlook::Unknown,
            least: None,
            live: live_cells(level),
            remark: String::new(),
            playing: VecDeque::new(),
        };
        player.outlook = player.outlook_without_search();
        player
    }

    pub(crate) fn title(&self) -> &str {
        &self.title
    }

    pub(crate) fn game(&self) -> &LevelGame<'l> {
        &self.game
    }

    pub(crate) fn least(&self) -> Option<u64> {
        self.least
    }

    pub(crate) fn remark(&self) -> String {
        self.remark.clone()
    }

    /// Takes the distances, or notes that the level is too large for them.
    pub(crate) fn set_guide(&mut self, guide: Option<LevelGuide>) -> Result<(), Problem> {
        self.knowledge = match guide {
            Some(guide) => {
                self.least = guide.pushes_left(self.game.level().start())?;
                Knowledge::Explored(Box::new(guide))
            }
            None => Knowledge::TooLarge,
        };
        self.look()
    }

    /// Finds out what is known of the position on the board.
    fn look(&mut self) -> Result<(), Problem> {
        self.outlook = match &self.knowledge {
            Knowledge::Explored(guide) => match guide.pushes_left(self.game.placing())? {
                Some(left) => Outlook::Left(left),
                None => Outlook::Dead,
            },
            _ => self.outlook_without_search(),
        };
        Ok(())
    }

    /// A box on a dead cell is known without a search.
    fn outlook_without_search(&self) -> Outlook {
        let mut boxes = self.game.placing().boxes.iter();
        if self.game.is_solved() {
            Outlook::Left(0)
        } else if boxes.any(|&cell| !self.live[usize::from(cell)]) {
            Outlook::Dead
        } else {
            Outlook::Unknown
        }
    }

    /// The distance to a solution in words.
    pub(crate) fn distance(&self) -> String {
        if self.game.is_solved() {
            let is_least = self.least == Some(self.game.pushes() as u64);
            return match (is_least, self.least) {
                (true, _) => "No solution has fewer pushes.".to_owned(),
                (false, Some(_)) => "A solution with fewer pushes exists.".to_owned(),
                (false, None) => String::new(),
            };
        }
        match (self.outlook, &self.knowledge) {
            (Outlook::Dead, _) => "Dead: the level cannot be solved from here.".to_owned(),
            (Outlook::Left(left), _) => format!("{} to a solution", counted_in(left, "push")),
            (Outlook::Unknown, Knowledge::TooLarge) => {
                "The level is too large to explore: only boxes on dead cells are seen. --memory \
                 gives more."
                    .to_owned()
            }
            (Outlook::Unknown, _) => {
                "The level is being explored. You can play meanwhile.".to_owned()
            }
        }
    }

    /// Makes a step.
    pub(crate) fn step(&mut self, direction: Direction) {
        self.remark = match self.game.step(direction) {
            Ok(()) => String::new(),
            Err(StepObstacle::Wall) => "There is a wall.".to_owned(),
            Err(StepObstacle::BoxAtWall) => "The box has a wall behind it.".to_owned(),
            Err(StepObstacle::BoxAtBox) => "The box has another box behind it.".to_owned(),
        };
    }

    /// Makes a step, and finds out what is known of the new position.
    pub(crate) fn step_and_look(&mut self, direction: Direction) -> Result<(), Problem> {
        let before = self.game.pushes();
        self.step(direction);
        if self.game.pushes() == before {
            // A walk leads to no other distance.
            return Ok(());
        }
        self.look()
    }

    /// Walks to a cell, or pushes the box that stands there if the player is beside it.
    pub(crate) fn go_to(&mut self, cell: CellNumber) -> Result<(), Problem> {
        let placing = self.game.placing();
        if placing.boxes.binary_search(&cell).is_ok() {
            let level = self.game.level();
            let beside = Direction::ALL
                .into_iter()
                .find(|&own| level.neighbour(placing.player, own) == cell);
            return match beside {
                Some(direction) => self.step_and_look(direction),
                None => {
                    self.remark = "Walk beside the box to push it.".to_owned();
                    Ok(())
                }
            };
        }
        self.remark = if self.game.walk_to(cell) {
            String::new()
        } else {
            "No walk leads there.".to_owned()
        };
        Ok(())
    }

    pub(crate) fn undo(&mut self) -> Result<(), Problem> {
        self.remark = remark_if(!self.game.undo(), "Nothing to undo.");
        self.look()
    }

    pub(crate) fn redo(&mut self) -> Result<(), Problem> {
        self.remark = remark_if(!self.game.redo(), "Nothing to redo.");
        self.look()
    }

    pub(crate) fn restart(&mut self) -> Result<(), Problem> {
        self.game.restart();
        self.remark.clear();
        self.look()
    }

    /// Why there is no hint, if there is none.
    fn silence(&self) -> Option<&'static str> {
        if self.game.is_solved() {
            return Some("The level is already solved.");
        }
        match (&self.knowledge, self.outlook) {
            (Knowledge::Searching, _) => Some("The level is still being explored."),
            (Knowledge::TooLarge, _) => Some("The level is too large for hints."),
            (_, Outlook::Dead) => Some("No hint: undo until the position is no longer dead."),
            _ => None,
        }
    }

    /// Shows the next push and the walk to it.
    pub(crate) fn ask(&mut self) -> Result<(), Problem> {
        if let Some(why) = self.silence() {
            self.remark = why.to_owned();
        } else if let Knowledge::Explored(guide) = &self.knowledge
            && let Some(letters) = guide.next_push(self.game.placing())?
        {
            self.remark = format!("Hint: {letters}");
        }
        Ok(())
    }

    /// Lets the computer play a solution from here.
    pub(crate) fn play_on(&mut self) -> Result<(), Problem> {
        if let Some(why) = self.silence() {
            self.remark = why.to_owned();
        } else if let Knowledge::Explored(guide) = &self.knowledge
            && let Some(letters) = guide.solution(self.game.placing())?
        {
            self.playing = letters.chars().filter_map(direction_of).collect();
            self.remark = "The computer plays; any key stops it.".to_owned();
        }
        Ok(())
    }

    /// Number of steps that the computer still plays.
    pub(crate) fn left_to_play(&self) -> usize {
        self.playing.len()
    }

    /// Makes the computer's next step.
    pub(crate) fn beat(&mut self) -> Result<(), Problem> {
        if let Some(direction) = self.playing.pop_front() {
            self.step_and_look(direction)?;
        }
        Ok(())
    }

    /// Stops the computer.
    pub(crate) fn stop(&mut self) {
        self.playing.clear();
        self.remark = "Stopped.".to_owned();
    }
}

fn remark_if(is_wanted: bool, text: &str) -> String {
    if is_wanted {
        text.to_owned()
    } else {
        String::new()
    }
}
