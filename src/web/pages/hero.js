// The board of the start page, which plays at once.

import { aimOf } from "./aim.js";
import { ask, get } from "./ask.js";
import { Table } from "./table.js";

const byId = (id) => document.getElementById(id);
const NAME = "lane-rouge";
/** Time between two questions for the progress, in milliseconds. */
const EVERY = 100;

/** Shows the puzzle, and lets it be played as soon as its distances are known. */
export async function startHero() {
  const puzzle = await get("/api/start");
  const { metric } = puzzle;
  const table = new Table({
    place: (position) => ask("/api/position", { name: NAME, metric, position }),
    solution: (position) => ask("/api/solution", { name: NAME, metric, position }),
  });
  byId("title").textContent = puzzle.title;
  byId("aim").textContent = aimOf(puzzle);
  byId("game").hidden = false;
  table.open(puzzle, metric);
  const refused = await table.restart(table.positions.write(puzzle.places));
  if (refused) throw refused;
  let told = await ask("/api/explore", { name: NAME, metric, cautious: true });
  while (["waiting", "numbering", "exploring"].includes(told.state)) {
    await new Promise((done) => setTimeout(done, EVERY));
    told = await get(`/api/explorations/${told.exploration}`);
  }
  await table.look(null, false);
}
