//! The goal configurations of a graph, and those that a search has reached.
//!
//! Goals are listed by walking down the pattern automaton under the constraints of each goal. If
//! they are dense, or too many to list, a bitmap of patterns replaces the list. If there are too
//! many patterns as well, each configuration that a search has reached is tested.

use super::constraints::{Demands, Wanted};
use super::matcher::Judge;
use super::pattern_bitmap::GoalTable;
use crate::distances::{Distances, Explored, QueryError};
use ahash::AHashMap;
use num_bigint::BigUint;
use slidewise_engine::graph::Graph;
use slidewise_engine::index::{Arrangement, Automaton, Members, NodeId, TileGroup};
use slidewise_engine::search;
use slidewise_engine::search::{Counts, Ended, Event, Run};
use std::ops::ControlFlow;

/// Set of all goal configurations of a graph.
#[derive(Debug)]
pub struct Goals<'g> {
    graph: &'g Graph,
    /// All goal configurations, ascending; `None` if they are dense or too many to list.
    listed: Option<Vec<u64>>,
    /// Bitmap of the patterns of unlisted goals. If both fields are `None`, each configuration is
    /// tested.
    table: Option<GoalTable>,
}

/// The first goals that a search has reached, and the number of all goals reached.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GoalReach {
    /// Least generation with a goal configuration.
    pub generation: u64,
    /// Goal configurations in that generation.
    pub nearest: Vec<u64>,
    /// Number of goal configurations reached in all generations.
    pub reachable: u64,
}

impl GoalReach {
    /// Creates the result for the first generation with goals; `None` if `nearest` is empty.
    pub(crate) fn first(generation: u64, nearest: Vec<u64>) -> Option<GoalReach> {
        (!nearest.is_empty()).then_some(GoalReach {
            generation,
            reachable: nearest.len() as u64,
            nearest,
        })
    }
}

impl<'g> Goals<'g> {
    /// Largest number of goal configurations that is listed.
    pub const MOST_LISTED: usize = 1 << 22;

    /// If more than one configuration in `MANY` is a goal, a second search is faster than a path
    /// back from each goal.
    pub const MANY: u64 = 50;

    /// Enumerates all goal configurations that have an index in the graph.
    ///
    /// Time: proportional to their number, and for each goal to the edges of the pattern automaton;
    /// it stops at [`Goals::MOST_LISTED`]. Memory: 8 bytes for each configuration, and temporarily
    /// 4 for each node of the automaton. If there are more, a bitmap of at most 2^29 patterns; also
    /// if the bitmap takes fewer bytes than the list, and a pattern alone decides whether a
    /// configuration is a goal. A configuration that meets several goals counts once for each of
    /// them towards the limit.
    pub fn of(graph: &'g Graph) -> Goals<'g> {
        let goals = Wanted::all(graph);
        let listed = match are_dense(graph, &goals) {
            true => None,
            false => listed(graph, &goals),
        };
        let table = match &listed {
            Some(_) => None,
            None => GoalTable::of(graph, &goals),
        };
        Goals {
            graph,
            listed,
            table,
        }
    }

    /// Enumerates all goal configurations without a bitmap of patterns: unlisted goals are found by
    /// testing each configuration.
    pub(crate) fn without_table(graph: &'g Graph) -> Goals<'g> {
        let goals = Wanted::all(graph);
        let is_dense = are_dense(graph, &goals);
        Goals {
            graph,
            listed: (!is_dense).then(|| listed(graph, &goals)).flatten(),
            table: None,
        }
    }

    /// Whether there is no goal configuration: no goal is legal, or its arrangement has the parity
    /// that Start never reaches.
    pub fn is_empty(&self) -> bool {
        self.listed.as_ref().is_some_and(Vec::is_empty)
    }

    /// Whether some pattern meets a goal if tiles are not told apart.
    pub(crate) fn have_patterns(&self) -> bool {
        let wanted = Wanted::all(self.graph);
        wanted.iter().any(|goal| self.has_pattern(goal, &|_| true))
    }

    /// Whether parity alone shows that Start leads to no goal.
    ///
    /// Time: a check of each goal if they are listed; otherwise the result is false.
    pub(crate) fn are_out_of_reach(&self) -> bool {
        let orders = self.graph.orders();
        let listed = self.listed.as_ref();
        listed.is_some_and(|listed| listed.iter().all(|&index| orders.is_out_of_reach(index)))
    }

    /// Whether Start leads to a pattern of every goal. If it leads to no goal then, parity is the
    /// reason.
    ///
    /// Time: proportional to the patterns of each goal, up to the first one to which Start leads.
    pub(crate) fn have_other_parity(&self) -> bool {
        let wanted = Wanted::all(self.graph);
        wanted.len() == self.graph.puzzle().goals.len()
            && wanted.iter().all(|goal| {
                self.has_pattern(goal, &|pattern| self.graph.orders().has_parity(pattern))
            })
    }

    fn has_pattern(&self, goal: &Wanted, is_one: &impl Fn(u64) -> bool) -> bool {
        let demands = Demands::of(self.graph, goal);
        u64::from(demands.ways_from(Automaton::ROOT)) > 0
            && has_pattern(self.graph, &demands, Automaton::ROOT, 0, is_one)
    }

    fn judge(&self) -> Judge<'_> {
        Judge::new(self.graph, self.table.as_ref())
    }

    /// Whether a vertex is a goal configuration.
    pub fn contains(&self, index: u64) -> bool {
        match &self.listed {
            Some(listed) => listed.binary_search(&index).is_ok(),
            None => {
                let pattern = index / self.graph.orders().len();
                let table = self.table.as_ref();
                let puzzle = self.graph.puzzle();
                table.is_none_or(|table| table.has(pattern))
                    && puzzle.is_solved(&self.graph.configuration(index))
            }
        }
    }

    /// Updates `reach` with the next generation of a search, which has `count` configurations.
    pub(crate) fn note(
        &self,
        reach: &mut Option<GoalReach>,
        generation: u64,
        members: &dyn search::Members,
        count: u64,
    ) {
        if let Some(reach) = reach {
            reach.reachable += self.count_in(members, count);
            return;
        }
        *reach = GoalReach::first(generation, self.in_generation(members, count));
    }

    /// Number of goals in a generation of `count` configurations.
    pub fn count_in(&self, generation: &dyn search::Members, count: u64) -> u64 {
        let mut met = 0;
        self.for_each_in(generation, count, |_| met += 1);
        met
    }

    /// Goals in a generation of `count` configurations, ascending.
    pub fn in_generation(&self, generation: &dyn search::Members, count: u64) -> Vec<u64> {
        let mut found = Vec::new();
        self.for_each_in(generation, count, |index| found.push(index));
        found
    }

    /// Calls `visit` with the goals in a generation of `count` configurations, ascending. It
    /// iterates over the goals or the generation, whichever is smaller.
    fn for_each_in(
        &self,
        generation: &dyn search::Members,
        count: u64,
        mut visit: impl FnMut(u64),
    ) {
        match &self.listed {
            Some(listed) if listed.len() as u64 <= count => {
                let listed = listed.iter().copied();
                listed
                    .filter(|&index| generation.contains(index))
                    .for_each(visit);
            }
            Some(listed) => {
                let mut listed = &listed[..];
                generation.for_each(&mut |index| {
                    listed = not_before(listed, index);
                    if listed.first() == Some(&index) {
                        visit(index);
                    }
                });
            }
            None => {
                let mut judge = self.judge();
                generation.for_each(&mut |index| {
                    if judge.is_goal(index) {
                        visit(index);
                    }
                });
            }
        }
    }

    /// All goal configurations, ascending, reachable or not.
    ///
    /// Time: a test of each vertex if goals are not listed.
    pub fn all(&self) -> Vec<u64> {
        match &self.listed {
            Some(listed) => listed.clone(),
            None => {
                let mut judge = self.judge();
                let vertices = (0..self.graph.len()).filter(|&index| self.graph.is_vertex(index));
                vertices.filter(|&index| judge.is_goal(index)).collect()
            }
        }
    }

    /// Goal configurations that a search has seen, ascending.
    ///
    /// # Errors
    /// If the stop flag is raised, or the marks are damaged.
    pub fn seen_by(&self, explored: Explored<'_>) -> Result<Vec<u64>, QueryError> {
        let mut seen = Vec::new();
        self.for_each_seen(explored, |index| seen.push(index))?;
        Ok(seen)
    }

    /// Number of goal configurations that a search has seen.
    ///
    /// # Errors
    /// If the stop flag is raised, or the marks are damaged.
    pub fn count_seen(&self, explored: Explored<'_>) -> Result<u64, QueryError> {
        let mut count = 0;
        self.for_each_seen(explored, |_| count += 1)?;
        Ok(count)
    }

    /// Calls `visit` with the goal configurations that a search has seen, ascending.
    fn for_each_seen(
        &self,
        explored: Explored<'_>,
        visit: impl FnMut(u64),
    ) -> Result<(), QueryError> {
        let has_orders = self.graph.orders().len() > 1;
        // `for_each` on the iterators takes less time than a loop that calls `next`.
        match (&self.listed, &self.table) {
            (Some(listed), _) => {
                let own = listed.iter().copied();
                own.filter(|&index| explored.has_seen(index))
                    .for_each(visit);
            }
            (None, Some(table)) if table.is_sure && !has_orders => explored
                .seen_among(|first| table.bits_from(first))
                .for_each(visit),
            _ => {
                let mut judge = self.judge();
                explored.check_gaps()?;
                // Testing a configuration takes long compared with a check of the flag.
                let seen = explored.seen().take_while(|_| !explored.is_stopped());
                seen.filter(|&index| judge.is_goal(index)).for_each(visit);
            }
        }
        match explored.is_stopped() {
            true => Err(QueryError::Stopped),
            false => explored.if_sound(()),
        }
    }

    /// The first goals that a search has reached, and their number; `None` if no finished
    /// generation has a goal.
    ///
    /// Time: a path back from each goal seen, of which most soon meet the path of another. If more
    /// than one in [`Goals::MANY`] configurations is a goal, a second search that only counts; for
    /// a finished search it ends at the first goals. A search still to be made can note its goals
    /// at no cost ([`super::first_hit::Lookout`]). Memory: 8 bytes for each goal seen, or that of the second
    /// search.
    ///
    /// # Errors
    /// If the marks are damaged, the stop flag is raised, or the second search exceeds the memory
    /// limit.
    pub fn reached(&self, explored: Explored<'_>) -> Result<Option<GoalReach>, QueryError> {
        if explored.counts().is_empty() {
            return Ok(None);
        }
        if self.listed.is_none()
            && let Some(start) = explored.start()
        {
            // Fails before a long count if the memory is too small: unlisted goals are probably
            // many, and then a second search follows.
            explored.again(&[start])?;
        }
        let configurations: u64 = explored.counts().iter().sum();
        let most = configurations / Goals::MANY;
        let (mut seen, mut count) = (Vec::new(), 0);
        self.for_each_seen(explored, |index| {
            count += 1;
            match count <= most {
                true => seen.push(index),
                // A second search will follow instead of paths back.
                false => seen = Vec::new(),
            }
        })?;
        if count > most {
            match self.met_again(explored, count)? {
                Some(reach) => return Ok(reach),
                None => seen = self.seen_by(explored)?,
            }
        }
        let finished = explored.counts().len() as u64;
        let mut distances = Distances::new(explored);
        let mut reach: Option<GoalReach> = None;
        let mut reachable = 0;
        for index in seen {
            let distance = distances.of(index)?;
            let Some(generation) = distance.filter(|&generation| generation < finished) else {
                continue;
            };
            reachable += 1;
            match &mut reach {
                Some(reach) if reach.generation < generation => {}
                Some(reach) if reach.generation == generation => reach.nearest.push(index),
                _ => {
                    reach = Some(GoalReach {
                        generation,
                        nearest: vec![index],
                        reachable,
                    });
                }
            }
        }
        Ok(reach.map(|reach| GoalReach { reachable, ..reach }))
    }

    /// Finds the first goals by a second search from the same start. `seen` is the number of goals
    /// that a finished search has seen.
    ///
    /// Returns `None` if the marks must be used instead: the search had several sources, memory is
    /// short, or the generations of the second search differ from the recorded ones.
    fn met_again(
        &self,
        explored: Explored<'_>,
        seen: u64,
    ) -> Result<Option<Option<GoalReach>>, QueryError> {
        let Some(start) = explored.start() else {
            return Ok(None);
        };
        let sources = [start];
        let is_complete = explored.is_complete();
        let mut reach: Option<GoalReach> = None;
        let mut agrees = true;
        let run = Run {
            max_generation: Some(explored.counts().len() as u64 - 1),
            ..explored.again(&sources)?
        };
        let ended = run.go(&mut Counts::default(), &mut |event| {
            let Event::Found {
                generation,
                count,
                configurations,
            } = event
            else {
                return ControlFlow::Continue(());
            };
            agrees &= explored.counts().get(generation as usize) == Some(&count);
            self.note(&mut reach, generation, configurations, count);
            match agrees && !(is_complete && reach.is_some()) {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            }
        });
        match ended {
            Ok(outcome) if outcome.ended == Ended::Interrupted => Err(QueryError::Stopped),
            Ok(_) if !agrees || is_complete && reach.is_none() => Ok(None),
            Ok(_) if is_complete => Ok(Some(reach.map(|reach| GoalReach {
                reachable: seen,
                ..reach
            }))),
            Ok(_) => Ok(Some(reach)),
            Err(_) => Ok(None),
        }
    }
}

/// Lists all goal configurations, ascending; `None` if there are too many.
fn listed(graph: &Graph, goals: &[Wanted]) -> Option<Vec<u64>> {
    let mut indices = Vec::new();
    for goal in goals {
        let descent = Descent::new(graph, goal, &mut indices);
        if descent.down(&Demands::of(graph, goal)).is_break() {
            return None;
        }
    }
    indices.sort_unstable();
    indices.dedup();
    Some(indices)
}

/// Whether `is_one` holds for some allowed pattern through `node`; the ranks of these patterns
/// begin at `rank`.
fn has_pattern(
    graph: &Graph,
    demands: &Demands<'_>,
    node: NodeId,
    rank: u64,
    is_one: &impl Fn(u64) -> bool,
) -> bool {
    let place = graph.space().automaton().place(node);
    if usize::from(place) >= graph.space().layout().scan.cell_count() {
        return is_one(rank);
    }
    let mut edges = demands.edges(node);
    edges.any(|edge| has_pattern(graph, demands, edge.to, rank + edge.before, is_one))
}

/// Suffix of an ascending list that begins at the first number not less than `index`, by galloping
/// search.
///
/// Time: logarithmic in the number of skipped entries (Bentley and Yao 1976).
#[inline]
fn not_before(list: &[u64], index: u64) -> &[u64] {
    let mut far = 1;
    while list.get(far - 1).is_some_and(|&own| own < index) {
        far *= 2;
    }
    let (near, far) = (far / 2, list.len().min(far));
    &list[near + list[near..far].partition_point(|&own| own < index)..]
}

/// Whether a pattern alone decides what is a goal, and a bitmap of patterns is smaller than a list
/// of goals. The bitmap then takes much less time as well.
fn are_dense(graph: &Graph, goals: &[Wanted]) -> bool {
    // Parity may leave one of several arrangements, and a goal may want another one.
    let has_one_order = graph.orders().len() == 1 && !goals.iter().any(Wanted::has_letters);
    if !has_one_order || graph.patterns() > GoalTable::MOST_PATTERNS {
        return false;
    }
    let ways = |goal| u64::from(Demands::of(graph, goal).ways_from(Automaton::ROOT));
    goals.iter().map(ways).sum::<u64>() > graph.patterns() / 64
}

/// Wanted letter on each slot of each tile group; `None` for any letter.
type Letters = Vec<Vec<Option<u8>>>;

/// Walk down the pattern automaton under the constraints of one goal.
struct Descent<'a> {
    graph: &'a Graph,
    found: &'a mut Vec<u64>,
    /// Number of arrangements of each pattern with the wanted letters; `None` if it depends on the
    /// pattern.
    orders: Option<u64>,
    /// Letter of the tile that the goal wants to begin at each place.
    letter_at: Vec<Option<u8>>,
    /// Letters wanted on the slots passed so far.
    letters: Letters,
    /// Cache of the arrangement ranks with the wanted letters, by the parities of the pattern and
    /// by these letters.
    known: AHashMap<u8, AHashMap<Letters, Vec<u64>>>,
}

impl<'a> Descent<'a> {
    fn new(graph: &'a Graph, goal: &Wanted, found: &'a mut Vec<u64>) -> Descent<'a> {
        let layout = graph.space().layout();
        let mut letter_at = vec![None; layout.scan.cell_count()];
        for piece in &goal.pieces {
            letter_at[usize::from(piece.begin)] = piece.letter;
        }
        Descent {
            graph,
            found,
            orders: orders_of(goal, graph),
            letter_at,
            letters: vec![Vec::new(); graph.space().arrangements().len()],
            known: AHashMap::new(),
        }
    }

    fn down(mut self, demands: &Demands<'_>) -> ControlFlow<()> {
        let patterns = u64::from(demands.ways_from(Automaton::ROOT));
        let goals = self.orders.map(|orders| patterns.saturating_mul(orders));
        if goals.is_some_and(|goals| goals > (Goals::MOST_LISTED - self.found.len()) as u64) {
            return ControlFlow::Break(());
        }
        self.from(demands, Automaton::ROOT, 0)
    }

    /// Descends from a node; the ranks of the patterns through it begin at `rank`.
    fn from(&mut self, demands: &Demands<'_>, node: NodeId, rank: u64) -> ControlFlow<()> {
        let layout = self.graph.space().layout();
        let automaton = self.graph.space().automaton();
        let place = automaton.place(node);
        if usize::from(place) >= layout.scan.cell_count() {
            return self.take_orders(rank);
        }
        for edge in demands.edges(node) {
            let kind = usize::from(edge.choice).checked_sub(1);
            match kind.map(|kind| &layout.kinds[kind].members) {
                Some(&Members::Tiles { arrangement }) => {
                    self.letters[arrangement].push(self.letter_at[usize::from(place)]);
                    self.from(demands, edge.to, rank + edge.before)?;
                    self.letters[arrangement].pop();
                }
                _ => self.from(demands, edge.to, rank + edge.before)?,
            }
        }
        ControlFlow::Continue(())
    }

    /// Lists all arrangements of a pattern that have the wanted letters.
    fn take_orders(&mut self, pattern: u64) -> ControlFlow<()> {
        let orders = self.graph.orders();
        let first = pattern * orders.len();
        if self.letters.iter().flatten().all(Option::is_none) {
            let mut all = (0..orders.len()).filter(|&order| orders.is_order(order));
            return all.try_for_each(|order| take(self.found, first + order));
        }
        let filling = Filling {
            groups: &self.graph.space().layout().groups,
            letters: &self.letters,
        };
        // The possible arrangements depend only on the parities of the pattern.
        let known = self.known.entry(orders.signs(pattern)).or_default();
        let known = match known.get(&self.letters) {
            Some(known) => known,
            None => {
                let mut listed = Vec::new();
                filling.for_each(&mut |words| match orders.rank(pattern, words) {
                    Some(order) => take(&mut listed, order),
                    None => ControlFlow::Continue(()),
                })?;
                known.entry(self.letters.clone()).or_insert(listed)
            }
        };
        let mut known = known.iter();
        known.try_for_each(|order| take(self.found, first + order))
    }
}

/// Appends a goal to the list, or breaks if the list is full.
fn take(found: &mut Vec<u64>, index: u64) -> ControlFlow<()> {
    if found.len() >= Goals::MOST_LISTED {
        return ControlFlow::Break(());
    }
    found.push(index);
    ControlFlow::Continue(())
}

/// Enumeration of the arrangements in which some slots have given letters.
struct Filling<'a> {
    /// Letters of each tile group.
    groups: &'a [TileGroup],
    letters: &'a Letters,
}

/// Callback that gets the words of all tile groups.
type VisitWords<'v> = dyn FnMut(&[Vec<u8>]) -> ControlFlow<()> + 'v;

impl Filling<'_> {
    fn for_each(&self, visit: &mut VisitWords<'_>) -> ControlFlow<()> {
        let words = self.letters.iter().map(|slots| vec![0; slots.len()]);
        self.from(&mut words.collect::<Vec<_>>(), 0, 0, visit)
    }

    /// Fills the words in every way, from a slot of a tile group on.
    fn from(
        &self,
        words: &mut [Vec<u8>],
        arrangement: usize,
        slot: usize,
        visit: &mut VisitWords<'_>,
    ) -> ControlFlow<()> {
        let Some(slots) = self.letters.get(arrangement) else {
            return visit(words);
        };
        if slot == slots.len() {
            return self.from(words, arrangement + 1, 0, visit);
        }
        for (letter, &count) in (0..).zip(&self.groups[arrangement].counts) {
            let used = words[arrangement][..slot].iter();
            let used = used.filter(|&&own| own == letter).count();
            let wanted_later = slots[slot + 1..].iter();
            let wanted_later = wanted_later.filter(|&&own| own == Some(letter)).count();
            if slots[slot].is_none_or(|wanted| wanted == letter) && used + wanted_later < count {
                words[arrangement][slot] = letter;
                self.from(words, arrangement, slot + 1, visit)?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// Number of arrangements of each pattern that meet a goal; `None` if it depends on the pattern.
fn orders_of(goal: &Wanted, graph: &Graph) -> Option<u64> {
    if !goal.has_letters() {
        return Some(graph.orders().order_count());
    }
    let layout = graph.space().layout();
    let groups = layout.groups.iter();
    let mut left: Vec<_> = groups.map(|group| group.counts.clone()).collect();
    for piece in &goal.pieces {
        if let (Some(letter), &Members::Tiles { arrangement }) =
            (piece.letter, &layout.kinds[piece.kinds.start].members)
        {
            let left = &mut left[arrangement][usize::from(letter)];
            *left = left.checked_sub(1)?;
        }
    }
    // Exchanging two free tiles changes the parity, so that exactly half of the arrangements obey a
    // parity law.
    let mut halves: u64 = 1;
    for pivot in graph.orders().pivots() {
        if left[pivot].iter().sum::<usize>() < 2 {
            return None;
        }
        halves *= 2;
    }
    let orders = left
        .into_iter()
        .map(|left| Arrangement::new(left).len().clone());
    let orders: BigUint = orders.product();
    (orders / halves).try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Beginning;
    use slidewise_engine::graph::Metric;
    use slidewise_engine::search::{Choice, Keeper, Memory, Needs, Shortage};
    use slidewise_puzzle::Puzzle;

    /// Opens a puzzle and searches from Start; returns its graph, the index of Start, and the
    /// marks.
    fn searched(word: &str) -> (Graph, u64, Memory) {
        let puzzle = Puzzle::open(word).unwrap();
        let graph = Graph::new(&puzzle, &puzzle.start, Metric::Step).unwrap();
        let start = graph.index_of(&puzzle.start).unwrap();
        let mut memory = Memory::new(graph.len()).unwrap();
        Run::new(&graph, &[start])
            .go(&mut memory, &mut |_| ControlFlow::Continue(()))
            .unwrap();
        (graph, start, memory)
    }

    /// The first goals that a search from Start reaches, found by a second search and by paths back
    /// from each goal.
    fn met_twice(word: &str, are_listed: bool, are_tabled: bool) -> [Option<GoalReach>; 2] {
        let (graph, start, memory) = searched(word);
        let explored = Explored::in_memory(&graph, &memory, Beginning::At(start));
        let wanted = Wanted::all(&graph);
        let goals = Goals {
            graph: &graph,
            listed: are_listed.then(|| listed(&graph, &wanted).unwrap()),
            table: GoalTable::of(&graph, &wanted).filter(|_| are_tabled),
        };
        let seen = goals.seen_by(explored).unwrap();
        let some = (0..graph.len()).step_by(97);
        for index in some.filter(|&index| graph.is_vertex(index)) {
            let is_goal = graph.puzzle().is_solved(&graph.configuration(index));
            assert_eq!(goals.contains(index), is_goal, "{word}: {index}");
        }
        let mut distances = Distances::new(explored);
        let far = seen
            .iter()
            .map(|&goal| distances.of(goal).unwrap().unwrap());
        let far: Vec<u64> = far.collect();
        let by_ways = far.iter().min().map(|&generation| GoalReach {
            generation,
            nearest: seen
                .iter()
                .zip(&far)
                .filter(|(_, far)| **far == generation)
                .map(|(&goal, _)| goal)
                .collect(),
            reachable: seen.len() as u64,
        });
        let again = goals.met_again(explored, seen.len() as u64).unwrap();
        assert_eq!(goals.reached(explored), Ok(by_ways.clone()), "{word}");
        [again.unwrap(), by_ways]
    }

    #[test]
    fn searching_again_meets_the_goals_that_ways_back_lead_from() {
        for word in ["lane-rouge", "checkmate", "tarohs-soap", "iba-14-hardtime"] {
            let listed = met_twice(word, true, false);
            assert!(listed[0].is_some() && listed[0] == listed[1], "{word}");
            for are_tabled in [true, false] {
                let met = met_twice(word, false, are_tabled);
                assert_eq!(met, listed, "{word}, tabled: {are_tabled}");
            }
        }
    }

    #[test]
    fn listed_are_all_configurations_that_are_goals_and_no_other() {
        let board = |start: &str, goals: &[&str], rest: &str| {
            let goals = goals
                .iter()
                .map(|goal| format!("[[goal]]\nboard = \"\"\"\n{goal}\n\"\"\"\n"));
            let goals: String = goals.collect();
            let text = format!("start = \"\"\"\n{start}\n\"\"\"\n{rest}\n{goals}");
            Puzzle::from_toml("small", "small.toml", &text).unwrap()
        };
        let alike = "units = ['A', 'B', 'C']";
        let puzzles = [
            Puzzle::open("lane-rouge").unwrap(),
            Puzzle::open("tarohs-soap").unwrap(),
            // Alike tiles, some of which a goal fixes; two goals that share configurations.
            board("AABB\nBCC.", &["..B.\nC..."], alike),
            board("AABB\nBCC.", &["A...\n...B", "A...\n..C."], alike),
            // Half of the arrangements by parity, with some tiles fixed and with all but two; then
            // no parity law.
            board("ABC\nDE.", &["..A\n.B."], "distinct = true"),
            board("ABC\nDE.", &["ABC\n..."], "distinct = true"),
            board("AABC\nDE..", &["...E\n..AA"], "distinct = true"),
            board("ABCD\nEFG.", &["....\n_..."], "distinct = true"),
            // An empty place at the bottom, so that most half-filled boards cannot be completed.
            board("AAB\nCCB\n..D", &["...\n_.B\n..B"], ""),
        ];
        for puzzle in puzzles {
            let graph = Graph::new(&puzzle, &puzzle.start, Metric::Step).unwrap();
            let wanted = Wanted::all(&graph);
            let solved = (0..graph.len())
                .filter(|&index| graph.is_vertex(index))
                .filter(|&index| puzzle.is_solved(&graph.configuration(index)));
            let solved: Vec<u64> = solved.collect();
            let name = &puzzle.name;
            assert_eq!(listed(&graph, &wanted).as_ref(), Some(&solved), "{name}");
            assert!(!solved.is_empty(), "{name}");
            let goals = Goals::of(&graph);
            let vertices = (0..graph.len()).filter(|&index| graph.is_vertex(index));
            let contained: Vec<u64> = vertices.filter(|&index| goals.contains(index)).collect();
            assert_eq!(contained, solved, "{name}");
        }
    }

    #[test]
    fn goals_are_listed_up_to_the_most_that_may_be() {
        // In the first puzzle, 24,230,639 goals are reachable, more than the limit.
        for (word, are_listed) in [("iba-49-mini-climb-pro", false), ("iba-43-climb-12", true)] {
            let puzzle = Puzzle::open(word).unwrap();
            let graph = Graph::new(&puzzle, &puzzle.start, Metric::Step).unwrap();
            let listed = listed(&graph, &Wanted::all(&graph));
            assert_eq!(listed.is_some(), are_listed, "{word}");
        }
    }

    #[test]
    fn goals_are_counted_exactly_before_they_are_listed() {
        let of = |rows: usize, columns: usize, goal: &str| {
            let tiles: Vec<String> = (1..rows * columns).map(|tile| tile.to_string()).collect();
            let mut cells = tiles.iter().map(String::as_str).chain(["."]);
            let lines: Vec<String> = (0..rows)
                .map(|_| cells.by_ref().take(columns).collect::<Vec<_>>().join(" "))
                .collect();
            let text = format!(
                "start = \"\"\"\n{}\n\"\"\"\ndistinct = true\ngoal = \"\"\"\n{goal}\n\"\"\"\n",
                lines.join("\n")
            );
            Puzzle::from_toml("tiles", "tiles.toml", &text).unwrap()
        };
        for (puzzle, orders) in [
            // Seven, six, two and one of the tiles are free.
            (of(2, 4, ". . . .\n. _ . ."), Some(5040 / 2)),
            (of(2, 4, "2 . . .\n. . . ."), Some(720 / 2)),
            (of(2, 4, "1 2 3 4\n5 . . ."), Some(1)),
            (of(2, 4, "1 2 3 4\n. 5 . 6"), None),
        ] {
            let graph = Graph::new(&puzzle, &puzzle.start, Metric::Step).unwrap();
            let wanted = Wanted::all(&graph);
            assert_eq!(orders_of(&wanted[0], &graph), orders);
            let patterns = Demands::of(&graph, &wanted[0]).ways_from(Automaton::ROOT);
            let found = listed(&graph, &wanted).unwrap().len() as u64;
            match orders {
                Some(orders) => assert_eq!(found, u64::from(patterns) * orders),
                None => assert!(found > 0 && found < u64::from(patterns)),
            }
        }
        // 10! / 2 arrangements for each of eleven places of the gap are too many to list.
        let puzzle = of(3, 4, "2 . . .\n. . . .\n. . . .");
        let graph = Graph::new(&puzzle, &puzzle.start, Metric::Step).unwrap();
        let wanted = Wanted::all(&graph);
        assert_eq!(orders_of(&wanted[0], &graph), Some(3_628_800 / 2));
        let goals = Goals::of(&graph);
        assert!(goals.listed.is_none());
    }

    #[test]
    fn dense_goals_are_tabled_and_others_listed() {
        // In the last two puzzles, a pattern alone does not decide whether a configuration is a
        // goal.
        for (word, are_listed) in [
            ("lane-rouge", false),
            ("layton-23-trapped-treasure", false),
            ("tarohs-soap", true),
            ("checkmate", true),
            ("get-my-goat", true),
        ] {
            let puzzle = Puzzle::open(word).unwrap();
            let graph = Graph::new(&puzzle, &puzzle.start, Metric::Step).unwrap();
            let goals = Goals::of(&graph);
            assert_eq!(goals.listed.is_some(), are_listed, "{word}");
            assert_eq!(goals.table.is_none(), are_listed, "{word}");
            let has_one_order = graph.orders().len() == 1;
            let vertices = (0..graph.len()).filter(|&index| goals.contains(index));
            let are_dense = vertices.count() as u64 > graph.patterns() / 64;
            assert_eq!(has_one_order && are_dense, !are_listed, "{word}");
        }
    }

    #[test]
    fn a_goal_of_the_wrong_sign_is_none_even_where_patterns_have_one_order() {
        let text = "start = \"AB.\"\ngoal = \"BA.\"\ndistinct = true";
        let puzzle = Puzzle::from_toml("row", "row.toml", text).unwrap();
        let graph = Graph::new(&puzzle, &puzzle.start, Metric::Step).unwrap();
        assert_eq!(graph.orders().len(), 1);
        assert!(Goals::of(&graph).is_empty());
    }

    #[test]
    fn goals_of_a_generation_are_the_same_whichever_are_looked_at() {
        for word in [
            "lane-rouge",
            "layton-22-from-right-to-left",
            "rush:AA...OP..Q.OPXXQ.OP..Q..B...CCB.RRR.",
        ] {
            let puzzle = Puzzle::open(word).unwrap();
            let graph = Graph::new(&puzzle, &puzzle.start, Metric::Step).unwrap();
            let start = graph.index_of(&puzzle.start).unwrap();
            let wanted = Wanted::all(&graph);
            let listed = listed(&graph, &wanted);
            let sources = [start, listed.as_ref().unwrap()[0]];
            let goals = Goals {
                graph: &graph,
                listed,
                table: None,
            };
            let tabled = Goals {
                graph: &graph,
                listed: None,
                table: GoalTable::of(&graph, &wanted),
            };
            let mut met = 0;
            let run = Run {
                max_generation: Some(40),
                ..Run::new(&graph, &sources)
            };
            let observed = run.go(&mut Counts::default(), &mut |event| {
                if let Event::Found { configurations, .. } = event {
                    // The counts select the iteration over the goals, and the iteration over the
                    // configurations.
                    let found =
                        [u64::MAX, 0].map(|count| goals.in_generation(configurations, count));
                    assert_eq!(found[0], found[1], "{word}");
                    let by_bits = tabled.in_generation(configurations, 0);
                    assert_eq!(found[0], by_bits, "{word}");
                    assert_eq!(goals.count_in(configurations, 0), found[0].len() as u64);
                    met += found[0].len();
                }
                ControlFlow::Continue(())
            });
            observed.unwrap();
            assert!(met > 1, "{word}");
        }
    }

    #[test]
    fn no_search_is_begun_again_that_takes_more_memory_than_it_may() {
        let (graph, start, memory) = searched("lane-rouge");
        let goals = Goals::of(&graph);
        let explored = Explored::in_memory(&graph, &memory, Beginning::At(start));
        let seen = goals.count_seen(explored).unwrap();
        assert_eq!(seen, goals.seen_by(explored).unwrap().len() as u64);
        let all: u64 = memory.counts().iter().sum();
        assert!(seen * Goals::MANY > all, "{seen} of {all}");
        let reach = goals.reached(explored).unwrap();
        assert_eq!(reach.map(|reach| reach.reachable), Some(seen));

        let needed = Needs::to_count(&graph, &Choice::best(&graph)).least_memory_bytes;
        assert!(goals.reached(explored.within(Some(needed))).is_ok());
        let allowed = needed - 1;
        assert_eq!(
            goals.reached(explored.within(Some(allowed))),
            Err(QueryError::Memory(Shortage::Memory { needed, allowed }))
        );
    }

    #[test]
    fn where_another_search_was_counted_marks_are_looked_at() {
        let (graph, start, memory) = searched("lane-rouge");
        let mut counts = memory.counts().to_vec();
        let goals = Goals::of(&graph);
        let met = |counts: &[u64], is_complete| {
            let at = Beginning::At(start);
            let explored = Explored::new(&graph, memory.marks(), counts, is_complete, at);
            goals.met_again(explored, 1)
        };
        for is_complete in [true, false] {
            assert!(met(&counts, is_complete).unwrap().is_some());
        }
        counts[100] += 1;
        for is_complete in [true, false] {
            assert_eq!(met(&counts, is_complete), Ok(None));
        }
    }
}
