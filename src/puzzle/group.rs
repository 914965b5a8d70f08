//! The puzzle of a group: some classes of a puzzle, with all other pieces taken off the board.
//!
//! Whatever a move does in the whole puzzle, it does in the group, or it moves no piece of the
//! group. Whatever the whole puzzle allows, the group allows. So no distance to a goal in the group
//! exceeds the distance in the whole puzzle, and a search of the group bounds it from below.

use super::goal::{Demand, Goal};
use super::rule::{RaySource, Rule};
use super::{Configuration, Presentation, Puzzle};
use slidewise_board::CellSet;

/// The word between a puzzle's name and the tokens of the pieces that a table keeps.
const KEEP: &str = " keep ";

impl Puzzle {
    /// The puzzle of the pieces of some classes alone; `None` unless the classes ascend, exist and
    /// are at least one.
    ///
    /// Axes and gates of these pieces stay, since they restrict one piece each. Rules and
    /// goals are restricted to the group, so that they demand no more than before. The name is that
    /// of the puzzle, with the tokens of the group.
    ///
    /// ```
    /// let puzzle = slidewise_puzzle::Puzzle::tiles(2, 3)?;
    /// let group = puzzle.group(&[0, 4]).expect("the classes ascend");
    /// assert_eq!(group.name, "tiles:2x3 keep 1 5");
    /// assert_eq!(group.write_position(&group.start), "1..:.5.");
    /// assert_eq!(group.write_goal(&group.goals[0]), "1..:.5_");
    /// # Ok::<(), slidewise_puzzle::PuzzleError>(())
    /// ```
    pub fn group(&self, classes: &[usize]) -> Option<Puzzle> {
        let last = classes.last()?;
        if *last >= self.classes.len() || !classes.is_sorted_by(|one, next| one < next) {
            return None;
        }
        let mut goals: Vec<Goal> = Vec::new();
        for goal in self.goals.iter().map(|goal| goal.of_group(classes)) {
            if !goals.contains(&goal) {
                goals.push(goal);
            }
        }
        let rules = self.rules.iter();
        let own = classes.iter().map(|&class| self.classes[class].clone());
        Some(Puzzle {
            name: format!(
                "{}{}",
                self.keep_prefix(),
                self.tokens_of(classes).join(" ")
            ),
            title: format!("{} of {}", self.tokens_of(classes).join(" "), self.title),
            family: None,
            source: None,
            board: self.board.clone(),
            classes: own.collect(),
            gates: self.gates.clone(),
            rules: rules.filter_map(|rule| rule.of_group(classes)).collect(),
            goals,
            start: self.configuration_of_group(&self.start, classes),
            notation: self.notation.clone(),
            presentation: Presentation::default(),
            remarks: Vec::new(),
        })
    }

    /// The configuration of the pieces of some classes alone.
    ///
    /// # Panics
    /// If the puzzle has no such class, or the configuration has too few pieces.
    pub fn configuration_of_group(
        &self,
        configuration: &Configuration,
        classes: &[usize],
    ) -> Configuration {
        let firsts = classes
            .iter()
            .map(|&class| self.firsts_of(configuration, class).to_vec());
        Configuration::new(firsts.collect())
    }

    /// The tokens of some classes, each once.
    ///
    /// # Panics
    /// If the puzzle has no such class.
    pub fn tokens_of(&self, classes: &[usize]) -> Vec<String> {
        let labels = classes
            .iter()
            .flat_map(|&class| &self.classes[class].labels);
        let mut tokens: Vec<String> = Vec::new();
        for label in labels {
            if !tokens.contains(label) {
                tokens.push(label.clone());
            }
        }
        tokens
    }

    /// The classes of the pieces with these tokens, ascending.
    ///
    /// # Errors
    /// The first token that no piece has.
    pub fn classes_of<'t>(&self, tokens: &[&'t str]) -> Result<Vec<usize>, &'t str> {
        let class_of = |&token: &&'t str| {
            let has = |label: &String| label == token;
            let mut classes = self.classes.iter();
            let class = classes.position(|class| class.labels.iter().any(has));
            class.ok_or(token)
        };
        let mut classes = tokens.iter().map(class_of).collect::<Result<Vec<_>, _>>()?;
        classes.sort_unstable();
        classes.dedup();
        Ok(classes)
    }

    /// Splits the name of a group into that of its puzzle and the tokens; `None` for another name.
    ///
    /// ```
    /// use slidewise_puzzle::Puzzle;
    ///
    /// let split = Puzzle::split_group_name("tiles:2x3 keep 1 5");
    /// assert_eq!(split, Some(("tiles:2x3", vec!["1", "5"])));
    /// assert_eq!(Puzzle::split_group_name("tiles:2x3"), None);
    /// ```
    pub fn split_group_name(name: &str) -> Option<(&str, Vec<&str>)> {
        let (puzzle, tokens) = name.rsplit_once(KEEP)?;
        let tokens: Vec<&str> = tokens.split_whitespace().collect();
        (!tokens.is_empty()).then_some((puzzle, tokens))
    }

    /// What the names of this puzzle's groups begin with; the tokens of a group follow.
    pub fn keep_prefix(&self) -> String {
        format!("{}{KEEP}", self.name)
    }

    /// Whether every configuration meets a goal.
    pub fn is_always_solved(&self) -> bool {
        let mut goals = self.goals.iter();
        goals.any(|goal| goal.demands.is_empty() && goal.empty == CellSet::EMPTY)
    }
}

impl Goal {
    /// The part of the goal that concerns the pieces of a group.
    ///
    /// Cells that must be empty stay: fewer pieces cover fewer cells, so that a configuration with
    /// these cells empty has them empty without the other pieces, too. A goal that demands nothing
    /// of the group is always met.
    fn of_group(&self, classes: &[usize]) -> Goal {
        let demands = self.demands.iter().filter_map(|demand| {
            Some(Demand {
                class: classes.binary_search(&demand.class).ok()?,
                cells: demand.cells,
            })
        });
        Goal {
            demands: demands.collect(),
            empty: self.empty,
        }
    }
}

impl Rule {
    /// The part of the rule that concerns the pieces of a group; `None` if there is none.
    ///
    /// What obeys the whole rule obeys this part, whatever the other pieces do.
    fn of_group(&self, classes: &[usize]) -> Option<Rule> {
        let number_of = |class: &usize| classes.binary_search(class).ok();
        match self {
            // The rule forbids pairs of pieces, and pairs within the group stay forbidden.
            Rule::Adjacent { classes: named } => {
                let classes: Vec<usize> = named.iter().filter_map(number_of).collect();
                (!classes.is_empty()).then_some(Rule::Adjacent { classes })
            }
            // Without the piece that must not be seen, nothing is forbidden. Without the piece that
            // looks, it is not known from where. Without a shield, a piece may be seen that the
            // shield hides in the whole puzzle. In all these cases the rule is dropped. A piece
            // that the rule does not name stops no ray, so taking it away changes nothing.
            Rule::Exposed {
                class,
                from,
                toward,
                shields,
            } => Some(Rule::Exposed {
                class: number_of(class)?,
                from: match from {
                    RaySource::Outside(ray) => RaySource::Outside(ray.clone()),
                    RaySource::Class(looking) => RaySource::Class(number_of(looking)?),
                },
                toward: *toward,
                shields: shields.iter().map(number_of).collect::<Option<_>>()?,
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Puzzle {
        Puzzle::from_toml("x", "x.toml", text).unwrap_or_else(|error| panic!("{error}\n{text}"))
    }

    #[test]
    fn a_group_keeps_whole_classes_and_their_restrictions() {
        let puzzle = read(
            "start = \"\"\"\nAAB-\nCcD.\nE.#.\n\"\"\"\nhorizontal = ['A']\ngates.'-' = ['B']\n\
             [[goal]]\nboard = \"\"\"\n.AA.\n....\nD_#B\n\"\"\"\n[[goal]]\nboard = \"\"\"\n.AA.\n\
             ....\nE_#B\n\"\"\"\n",
        );
        let class_of = |token: &str| {
            let has = |class: &super::super::Class| class.labels.iter().any(|own| own == token);
            puzzle.classes.iter().position(has).unwrap()
        };
        let mut classes = vec![class_of("A"), class_of("B"), class_of("C")];
        classes.sort_unstable();
        let group = puzzle.group(&classes).unwrap();
        // C and c are alike, so that both stay.
        assert_eq!(group.name, "x keep A B C c");
        assert_eq!(group.write_position(&group.start), "AAB-:Cc..:..#.");
        assert_eq!(group.classes[0].axis, puzzle.classes[class_of("A")].axis);
        // Both goals demand the same of the group.
        let goals: Vec<String> = group
            .goals
            .iter()
            .map(|goal| group.write_goal(goal))
            .collect();
        assert_eq!(goals, [".AA.:....:._#B"]);
        assert!(!group.is_always_solved());
    }

    #[test]
    fn classes_that_do_not_ascend_form_no_group() {
        let puzzle = Puzzle::tiles(2, 3).unwrap();
        for classes in [&[][..], &[1, 0], &[1, 1], &[5]] {
            assert_eq!(puzzle.group(classes), None, "{classes:?}");
        }
    }

    #[test]
    fn a_goal_that_does_not_name_the_group_is_always_met() {
        let puzzle = read("start = 'AB..'\ndistinct = true\n[[goal]]\nboard = '..A.'");
        assert!(puzzle.group(&[1]).unwrap().is_always_solved());
        assert!(!puzzle.group(&[0]).unwrap().is_always_solved());
        // An empty cell concerns every group.
        let puzzle = read("start = 'AB..'\ndistinct = true\n[[goal]]\nboard = '_.A.'");
        assert!(!puzzle.group(&[1]).unwrap().is_always_solved());
    }

    #[test]
    fn a_rule_stays_if_the_other_pieces_have_no_part_in_it() {
        let puzzle = read(
            "start = \"\"\"\nA.B.C\n.....\n.....\n\"\"\"\ndistinct = true\n\
             [[rule]]\nnever = 'adjacent'\npieces = ['A', 'B', 'C']\n\
             [[rule]]\nnever = 'exposed'\npiece = 'A'\nfrom = 'B'\ntoward = 'up'\nshields = ['C']\n\
             [[rule]]\nnever = 'exposed'\npiece = 'A'\nfrom = 'left of a1'\ntoward = 'right'\n\
             shields = ['B']\n\
             [[rule]]\nnever = 'exposed'\npiece = 'C'\nfrom = 'left of a1'\ntoward = 'right'",
        );
        let rules = |classes: &[usize]| puzzle.group(classes).unwrap().rules;
        let adjacent = |classes: &[usize]| Rule::Adjacent {
            classes: classes.to_vec(),
        };
        assert_eq!(rules(&[0, 1, 2]), puzzle.rules);
        // B is hidden from A's ray in the third rule only.
        assert_eq!(rules(&[0, 1]).len(), 2);
        assert_eq!(rules(&[0, 1])[0], adjacent(&[0, 1]));
        assert_eq!(rules(&[0]), [adjacent(&[0])]);
        assert_eq!(rules(&[2]).len(), 2);
        assert_eq!(rules(&[0, 2]).len(), 2);
        assert_eq!(rules(&[0, 2])[0], adjacent(&[0, 1]));
    }
}
