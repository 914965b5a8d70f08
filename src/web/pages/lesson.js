// What a lesson asks of the engine: explored puzzles, all their positions, and their layout.

import { Refused, ask, askBytes, askLater, get } from "./ask.js";
import { Book } from "./book.js";
import { UNDER_WAY } from "./exploration.js";

/** The metric of the lessons: one tile by one cell. */
export const METRIC = "step";
/** Time between two requests for work that is under way, in milliseconds. */
const EVERY = 200;

const rest = () => new Promise((done) => setTimeout(done, EVERY));

/** Explores a puzzle to its end and returns the last report. */
export async function explore(named) {
  let told = await ask("/api/explore", { ...named, metric: METRIC });
  while (UNDER_WAY.includes(told.state)) {
    await rest();
    told = await get(`/api/explorations/${told.exploration}`);
  }
  if (told.state !== "ready") throw new Refused(409, told);
  return told;
}

/** Loads a puzzle with the book of all its positions. */
export async function loadComponent(named) {
  const puzzle = await ask("/api/puzzle", named);
  await explore(named);
  const message = await askBytes("/api/book", { ...named, metric: METRIC });
  return { named, puzzle, book: await Book.read(puzzle, message) };
}

/** Opens the state graph of a loaded puzzle in a panel, once it is laid out. */
export async function openGraph(panel, { named, puzzle, book }) {
  for (;;) {
    const { bytes } = await askLater("/api/network", { ...named, metric: METRIC });
    if (bytes) return panel.open(puzzle, book, METRIC, bytes);
    await rest();
  }
}

/** Shows why an answer did not come; any other error is thrown again. */
export function complain(refused) {
  const trouble = document.getElementById("trouble");
  trouble.textContent = refused.hint ? `${refused.message}: ${refused.hint}` : refused.message;
  trouble.hidden = false;
  if (!(refused instanceof Refused)) throw refused;
}
