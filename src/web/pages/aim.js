// What a puzzle asks of the player, in a sentence.

/** Joins names as a sentence does. */
const listed = (names) => (names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`);

/** The aim of a puzzle, as `Bring A to the dashed outline.` */
export function aimOf(puzzle) {
  const { goals, target } = puzzle;
  if (goals.length === 0) return "This puzzle has no goal: look around.";
  if (goals.length > 1) return `Reach one of the ${goals.length} goals that are shown.`;
  if (!target) return "Reach the position that is shown as the goal.";
  const tokens = puzzle.classes.flatMap((own) => own.tokens);
  const asked = [...new Set(tokens.filter((token) => goals[0].split(/[:\s]/).some((row) =>
    (puzzle.blanks ? row === token : row.includes(token)))))];
  return `Bring ${listed(asked)} to the dashed ${asked.length === 1 ? "outline" : "outlines"}.`;
}
