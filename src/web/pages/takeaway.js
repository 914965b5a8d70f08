// The page to take away: a game whose answers are all in the page.

import { aimOf } from "./aim.js";
import { make } from "./ask.js";
import { Book } from "./book.js";
import { Network } from "./network.js";
import { Table, goalPictures } from "./table.js";

const byId = (id) => document.getElementById(id);

function remember(table) {
  const at = table.isAtStart ? "" : `#${new URLSearchParams({ metric: table.metric, at: table.positionNow() })}`;
  try {
    history.replaceState(null, "", at || location.pathname);
  } catch {
    // A browser may forbid this to pages from files.
  }
}

/** Offers starts at a distance from Finish. */
function offerScramble(table, book) {
  const depth = book.depth(table.metric);
  byId("scramble").hidden = depth === 0;
  byId("distance").max = depth;
  byId("distance").value = depth;
  byId("scramble-words").textContent = `${table.metric}s from Finish (at most ${depth})`;
}

function scramble(table, book) {
  const all = book.generation(Number(byId("distance").value), table.metric);
  if (all.length === 0) return;
  const number = all[Math.floor(Math.random() * all.length)];
  table.restart(book.positions.write(book.placesOf(number)), "The board shows a scrambled position.");
}

/** The bytes that the page holds in an element. */
const bytesIn = (id) => Uint8Array.from(atob(byId(id).textContent.trim()), (letter) => letter.charCodeAt(0));

/** The panel of the state graph; null if the page has none. */
function networkOf(table, book) {
  if (byId("drawing").textContent.trim() === "") return null;
  return new Network(byId("network"), (position) => table.restart(position), {
    locate: (text) => {
      const places = book.positions.read(text);
      return places ? book.find(places) : -1;
    },
  });
}

/** Draws the state graph, which is that of one metric. */
async function drawNetwork(network, table, book, metric) {
  if (table.metric !== metric) {
    network.hide();
    return;
  }
  await network.open(table.puzzle, book, metric, bytesIn("drawing").buffer);
  network.walk(table.placesNow(), true);
}

async function open() {
  const data = JSON.parse(byId("data").textContent);
  const { puzzle, header } = data;
  const book = await Book.open(puzzle, header, bytesIn("book"));
  const words = new URLSearchParams(location.hash.slice(1));
  const metric = book.metrics.includes(words.get("metric")) ? words.get("metric") : data.metric;
  document.title = puzzle.title;
  byId("title").textContent = puzzle.title;
  byId("aim").textContent = aimOf(puzzle);
  byId("source").textContent = [puzzle.family, puzzle.source].filter(Boolean).join(" · ");
  byId("rules").replaceChildren(...puzzle.rules.map((rule) => make("li", {}, rule)));
  for (const option of [...byId("metric").options]) option.hidden = option.disabled = !book.metrics.includes(option.value);
  byId("metric").value = metric;
  byId("gone").parentElement.hidden = true;
  byId("goals").replaceChildren(...goalPictures(puzzle.goals, data.goals));
  const told = (place) => {
    remember(table);
    network?.walk(place.places, table.at === 0);
  };
  const table = new Table(book, { told });
  const network = networkOf(table, book);
  byId("game").hidden = false;
  table.open(puzzle, metric);
  byId("metric").onchange = async () => {
    await table.count(byId("metric").value);
    offerScramble(table, book);
    if (network) await drawNetwork(network, table, book, data.metric);
  };
  byId("scramble").addEventListener("submit", (event) => {
    event.preventDefault();
    scramble(table, book);
  });
  offerScramble(table, book);
  const refused = await table.restart(words.get("at") ?? table.positions.write(puzzle.places));
  if (refused) await table.restart(table.positions.write(puzzle.places));
  if (network) await drawNetwork(network, table, book, data.metric);
}

open();
