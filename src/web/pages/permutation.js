// A position as a permutation of its tiles and the empty cell, and the sum whose parity stays.

/** The fewest swaps of two that turn a position into the goal; the empty cell counts as a tile. */
export function swapsTo(goal, position) {
  const [wanted, tokens] = [goal, position].map((text) => text.replaceAll(":", ""));
  const met = new Set();
  let cycles = 0;
  for (let begin = 0; begin < tokens.length; begin += 1) {
    if (met.has(begin)) continue;
    cycles += 1;
    for (let at = begin; !met.has(at); at = wanted.indexOf(tokens[at])) met.add(at);
  }
  return tokens.length - cycles;
}

/** The number of steps by which the empty cell is away from its place in the goal. */
export function stepsOfEmpty(goal, position) {
  const [[row, column], [toRow, toColumn]] = [position, goal].map((text) => {
    const rows = text.split(":");
    const at = rows.findIndex((own) => own.includes("."));
    return [at, rows[at].indexOf(".")];
  });
  return Math.abs(row - toRow) + Math.abs(column - toColumn);
}

/** Says whether a number is even or odd. */
export const parityOf = (number) => (number % 2 === 0 ? "even" : "odd");
