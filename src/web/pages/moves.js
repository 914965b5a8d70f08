// Moves and lists of moves: their steps, their lengths, and how each metric counts the same steps.

export const DELTA = { U: [-1, 0], D: [1, 0], L: [0, -1], R: [0, 1] };
export const WORDS = { U: "up", D: "down", L: "left", R: "right" };
const OPPOSITE = { U: "D", D: "U", L: "R", R: "L" };

export const same = (a, b) => a[0] === b[0] && a[1] === b[1];
export const beside = ([row, column], letter) => [row + DELTA[letter][0], column + DELTA[letter][1]];

/** The pieces of a move, nearest to the empty cell first: those that it pushes, then its own. */
export const parts = (move) => [...(move.pushed ?? []), { class: move.class, from: move.from, to: move.to }];

/** Reverses a move. Of a push, the piece that led comes last. */
export function reversed(move) {
  const back = parts(move).reverse().map((own) => ({ class: own.class, from: own.to, to: own.from }));
  return {
    ...back.pop(),
    pushed: back,
    letters: [...move.letters].reverse().map((letter) => OPPOSITE[letter]).join(""),
  };
}

/** Computes the length of a move in a metric. */
export function lengthOf(move, metric) {
  if (metric === "step") return move.letters.length * parts(move).length;
  if (metric === "move" || metric === "line") return 1;
  return [...move.letters].filter((letter, at) => letter !== move.letters[at - 1]).length;
}

/** Computes the length of a list of moves in a metric. */
export const lengthOfAll = (moves, metric) => moves.reduce((sum, move) => sum + lengthOf(move, metric), 0);

/** Splits moves into steps of single pieces by one cell. */
export function stepsOf(moves) {
  return moves.flatMap((move) => {
    if (move.pushed?.length) return parts(move).map((part) => ({ ...part, letters: move.letters }));
    let from = move.from;
    return [...move.letters].map((letters) => {
      const step = { class: move.class, from, to: beside(from, letters), letters };
      from = step.to;
      return step;
    });
  });
}

/** Lists the squares of a walk in order, without its loops. */
function withoutLoops(squares) {
  const kept = [];
  for (const square of squares) {
    const before = kept.findIndex((own) => same(own, square));
    if (before < 0) kept.push(square);
    else kept.length = before + 1;
  }
  return kept;
}

/** The direction from a square to the one beside it. */
const letterTo = ([row, column], to) =>
  Object.keys(DELTA).find((letter) => same(DELTA[letter], [to[0] - row, to[1] - column]));

/** Splits the way of one piece into the slides or moves that the metric counts. */
function legsOf(kind, squares, metric) {
  const legs = [];
  for (let at = 1; at < squares.length; at += 1) {
    const letter = letterTo(squares[at - 1], squares[at]);
    const last = legs.at(-1);
    if (last && (metric === "move" || last.letters.endsWith(letter))) {
      last.letters += letter;
      last.to = squares[at];
    } else legs.push({ class: kind, from: squares[at - 1], to: squares[at], letters: letter });
  }
  return legs;
}

/** Counts the moves at the end of the list that the piece now on `square` made, back to the last
 * move of another piece. */
function movesInHand(moves, kind, square) {
  let count = 0;
  for (const move of [...moves].reverse()) {
    if (move.class !== kind || !same(move.to, square)) break;
    square = move.from;
    count += 1;
  }
  return count;
}

/** Appends a move to a list of moves of a metric. In slides and moves it joins consecutive moves of
 * the same piece into one way, removes loops, and splits the way again. */
export function withMove(moves, move, metric) {
  if (metric === "line") return [...moves, move];
  const steps = stepsOf([move]);
  if (metric === "step") return [...moves, ...steps];
  return steps.reduce((all, step) => {
    const kept = all.length - movesInHand(all, step.class, step.from);
    const way = stepsOf(all.slice(kept));
    const squares = withoutLoops([(way[0] ?? step).from, ...way.map((own) => own.to), step.to]);
    return [...all.slice(0, kept), ...legsOf(step.class, squares, metric)];
  }, moves);
}

/** Joins steps into pushes: a step that enters the cell which the last one left belongs to its push. */
function joined(steps) {
  const pushes = [];
  for (const step of steps) {
    const last = pushes.at(-1);
    if (last && last.letters === step.letters && same(last.from, step.to)) {
      pushes.push({ ...step, pushed: parts(pushes.pop()) });
    } else pushes.push(step);
  }
  return pushes;
}

/** Counts a list of moves again in another metric. */
export function recounted(moves, metric) {
  const steps = stepsOf(moves);
  return metric === "line" ? joined(steps) : steps.reduce((all, step) => withMove(all, step, metric), []);
}
