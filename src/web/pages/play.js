// The page of a puzzle: the game, and the results of the exploration below it.

import { aimOf } from "./aim.js";
import { Refused, ask, askBytes, askLater, askText, commas, counted, get, make, readAddress, writeAddress } from "./ask.js";
import { picture } from "./board.js";
import { Book } from "./book.js";
import { Chart } from "./chart.js";
import { Exploration, inWords } from "./exploration.js";
import { copyLink, elsewhere, saveFile, saveMoves, savePage, savePicture } from "./export.js";
import { Network } from "./network.js";
import { OwnPosition, isOfTiles } from "./ownposition.js";
import { offers } from "./source.js";
import { Table, goalPictures } from "./table.js";

const byId = (id) => document.getElementById(id);
/** Time between two requests for a layout that is being made, in milliseconds. */
const EVERY = 100;
/** Most positions of a state graph that is drawn without being asked for. */
const UNASKED = 200_000;
/** Usual and greatest number of steps of a random walk. */
const [WALK, MAX_WALKED] = [300, 1000];
const METRICS = ["step", "slide", "move", "line"];
const dark = matchMedia("(prefers-color-scheme: dark)");

/** The puzzle, as the address names it. */
let named = null;

/** All positions with their distances, if the puzzle is small and explored. */
let book = null;

/** The layout and the dimensions of the state graph that are wanted, if the user has chosen. */
let arrangement = {};

/** The way in which starts are drawn: `drawStart` or `walkToStart`. */
let drawing = null;

/** Asks the book, and the server about what the book lacks. */
async function answer(request, position, metric) {
  if (book?.metrics.includes(metric)) {
    try {
      return await book[request](position, metric);
    } catch (refused) {
      if (!(refused instanceof Refused)) throw refused;
    }
  }
  const path = { place: "/api/position", solution: "/api/solution" }[request];
  return ask(path, { ...named, metric, position });
}

const answers = {
  place: (position, metric) => answer("place", position, metric),
  solution: (position, metric) => answer("solution", position, metric),
};

const table = new Table(answers, { told, why });
const network = new Network(byId("network"), goTo, { locate, arranged });
const chart = new Chart(byId("chart"), showGeneration);
const exploration = new Exploration(byId("exploration"), explored);

/** Starts a game at a position that the user has chosen. */
function goTo(position) {
  return table.restart(position);
}

/** The number of a position that is given as text; -1 if it cannot be reached. */
function locate(text) {
  const places = table.positions.read(text);
  return places && book ? book.find(places) : -1;
}

/** Draws the state graph in another arrangement. */
function arranged(wanted) {
  arrangement = wanted;
  drawNetwork();
}

/** Keeps the address, the graph and the exploration in step with the position. */
function told(place) {
  network.walk(place.places, table.at === 0);
  chart.walk(place.from_start);
  const at = table.isAtStart ? null : table.positionNow();
  history.replaceState(null, "", writeAddress(named, table.metric, at, table.puzzle.metric));
  // The server was restarted and has lost its explorations.
  const { told: state, wanted } = exploration;
  if (!place.explored && state?.state === "ready" && wanted?.metric === table.metric) exploration.begin(true);
}

/** The reason why Finish cannot be reached, if the exploration has found it, or why its distance is
 * not known. */
function why(place) {
  if (table.puzzle.unsolvable) return inWords(table.puzzle.unsolvable);
  if (!place.explored) {
    // Tables know the distance of each position from which the goal can be reached.
    const { rows, columns } = table.puzzle;
    if (isOfTiles(table.puzzle) && rows * columns > 10 && rows * columns <= 16 && table.metric === "step" && !place.pending) {
      return "Finish cannot be reached from here, as from half of all positions.";
    }
    const isOffered = exploration.told?.state === "offered";
    return isOffered ? "Distances and hints come with an exploration, which is offered below." : null;
  }
  const reason = exploration.told?.unsolvable;
  return reason && place.from_start !== null ? inWords(reason) : null;
}

/** Handles a progress report; once the exploration is ready, shows distances and results. */
async function explored(progress) {
  const isLarge = ["offered", "stopped", "failed"].includes(progress.state);
  if (isLarge) {
    offerWalk();
    if (table.isKnown) table.say(table.news());
  }
  // Without an exploration the distance from Start is never known.
  byId("gone").parentElement.hidden = isLarge;
  if (progress.state !== "ready") return;
  const { drawn } = table.puzzle.limits;
  const found = Number(progress.found);
  if (found <= Math.min(drawn, UNASKED)) await loadBook().catch((refused) => table.complain(refused));
  await table.look(null, false);
  showFindings(progress);
  offerScramble(progress);
  if (book) {
    drawNetwork();
  } else {
    showChart(progress);
    if (found <= drawn) offerNetwork(found);
  }
}

/** Offers the state graph of a puzzle that has many positions. */
function offerNetwork(found) {
  const draw = async (event) => {
    event.target.disabled = true;
    try {
      await loadBook();
      if (book) chart.hide();
      if (book) drawNetwork();
    } catch (refused) {
      table.complain(refused);
    }
  };
  const words = `Draw the state graph of ${commas(found)} positions`;
  byId("map-words").replaceChildren(make("button", { type: "button", id: "draw-graph", onclick: draw }, words));
}

/** Loads all positions with their distances, so that the page answers at once. */
async function loadBook() {
  const { metric, puzzle } = table;
  const message = await askBytes("/api/book", { ...named, metric });
  const loaded = await Book.read(puzzle, message);
  if (puzzle === table.puzzle && metric === table.metric) book = loaded;
}

/** Draws the state graph, once the server has laid it out. */
async function drawNetwork() {
  const { metric, puzzle } = table;
  const [own, wanted] = [book, arrangement];
  const isWanted = () => own === book && wanted === arrangement;
  byId("map-words").textContent = "The state graph is being laid out.";
  try {
    const message = await layout({ ...named, metric, ...wanted }, isWanted);
    if (message === null) return;
    await network.open(puzzle, own, metric, message, isWanted);
    if (!isWanted()) return;
    byId("map-words").textContent = "";
    network.walk(table.placesNow(), true);
  } catch (refused) {
    if (isWanted()) byId("map-words").textContent = `${refused.message}: ${refused.hint}`;
  }
}

/** Asks for a layout until it is made; null if another graph is wanted by then. */
async function layout(question, isWanted) {
  while (isWanted()) {
    const { bytes, progress } = await askLater("/api/network", question);
    if (!isWanted()) return null;
    if (bytes) return bytes;
    byId("map-words").textContent = `The state graph is being laid out: ${progress.percent} %.`;
    await new Promise((done) => setTimeout(done, EVERY));
  }
  return null;
}

function showChart(progress) {
  chart.open(progress.generations, table.metric);
  chart.walk(table.place?.from_start ?? null);
}

/** Shows positions of a generation, each of which can be played. */
async function showGeneration(distance) {
  const question = { ...named, metric: table.metric, from: "start", distance, limit: 12 };
  try {
    byId("generation-part").hidden = false;
    await gallery("generation", question, (found) =>
      `${counted(found.count, "position")}, ${counted(found.generation, found.metric)} from Start`, "/api/sample");
    byId("generation-part").scrollIntoView({ block: "nearest", behavior: "smooth" });
  } catch (refused) {
    table.complain(refused);
  }
}

/** Offers starts at a distance from Finish. */
async function offerScramble(progress) {
  byId("scramble").hidden = !progress.goal;
  if (!progress.goal) return;
  const { metric } = table;
  const hardest = await ask("/api/farthest", { ...named, metric, from: "goal", limit: 1 });
  offerStarts(drawStart, hardest.generation, hardest.generation,
    `${metric}s from Finish (at most ${commas(hardest.generation)})`);
}

/** Offers the ends of random walks, where distances are not known. */
function offerWalk() {
  if (drawing === walkToStart && !byId("scramble").hidden) return;
  byId("scramble").hidden = false;
  offerStarts(walkToStart, WALK, MAX_WALKED, "random steps from Start");
}

/** Shows the form for starts, which `draw` finds by a number of at most `most`. */
function offerStarts(draw, value, most, words) {
  const field = byId("distance");
  field.max = most;
  field.min = draw === walkToStart ? 1 : 0;
  field.value = drawing === draw ? Math.min(Number(field.value) || value, most) : value;
  byId("scramble-words").textContent = words;
  drawing = draw;
}

/** Draws a position at random from those at a distance from Finish. */
async function drawStart(distance) {
  const question = { ...named, metric: table.metric, from: "goal", distance };
  const { positions: [{ position }] } = await ask("/api/sample", question);
  return position;
}

/** Finds the position at the end of a random walk. */
const walkToStart = async (steps) => (await ask("/api/walk", { ...named, steps })).position;

async function scramble(event) {
  event.preventDefault();
  try {
    await table.restart(await drawing(Number(byId("distance").value)), "The board shows a scrambled position.");
  } catch (refused) {
    table.complain(refused);
  }
}

async function showFindings(progress) {
  byId("findings").hidden = false;
  const question = { ...named, metric: table.metric };
  try {
    await Promise.all([
      plot(),
      gallery("farthest", { ...question, from: "start" }, (found) =>
        `${counted(found.count, "position")}, ${counted(found.generation, found.metric)} from Start`),
      progress.goal ? gallery("hardest", { ...question, from: "goal" }, (found) =>
        `${counted(found.count, "position")}, ${counted(found.generation, found.metric)} from Finish`) : null,
    ]);
    byId("hardest-part").hidden = !progress.goal;
  } catch (refused) {
    table.complain(refused);
  }
}

async function plot() {
  byId("plot-part").hidden = !offers.plot;
  if (!offers.plot) return;
  const looks = { dark: dark.matches, logarithmic: byId("logarithmic").checked };
  const image = byId("plot");
  const svg = await askText("/api/plot", { ...named, metric: table.metric, ...looks });
  if (image.src) URL.revokeObjectURL(image.src);
  image.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
}

async function gallery(id, question, words, path = "/api/farthest") {
  const found = await ask(path, question);
  const few = found.positions.length < Number(found.count) ? `; ${found.positions.length} of them` : "";
  byId(`${id}-words`).textContent = `${words(found)}${few}. Choose one to play it.`;
  byId(id).replaceChildren(...found.positions.map(({ position, places }, number) => {
    const address = writeAddress(named, table.metric, position, table.puzzle.metric);
    return make("li", {}, make("a", { href: address, "aria-label": `position ${number + 1}: ${position}` },
      picture(table.puzzle, places, position)));
  }));
}

async function showGoals() {
  const { goals } = table.puzzle;
  const texts = await Promise.all(goals.slice(0, 4).map((_, goal) => askText("/api/picture", { ...named, goal })));
  byId("goals").replaceChildren(...goalPictures(goals, texts));
}

/** Finds the puzzle after this one in its family, to be offered at the end of a game. */
async function findNext() {
  const { puzzles } = await get("/api/catalogue");
  const at = puzzles.findIndex((own) => own.name === named.name);
  const next = at < 0 ? null : puzzles[at + 1];
  table.ending.next = next ? [{ words: `Next: ${next.title}`, address: `puzzle.html${writeAddress({ name: next.name })}` }] : [];
}

function wire() {
  const own = new OwnPosition(() => table.puzzle, () => table.positionNow(), (text) => table.restart(text));
  own.wire(byId("board"));
  byId("metric").onchange = () => choose(byId("metric").value);
  byId("scramble").addEventListener("submit", scramble);
  byId("mix").onclick = () => byId("scramble").requestSubmit();
  byId("logarithmic").onchange = () => plot().catch((refused) => table.complain(refused));
  dark.addEventListener("change", () => {
    if (!byId("findings").hidden) plot().catch((refused) => table.complain(refused));
  });
  byId("save-file").onclick = () => saveFile(table.puzzle);
  byId("save-picture").onclick = () =>
    savePicture(table.puzzle, named, table.positionNow()).catch((refused) => table.complain(refused));
  byId("save-page").hidden = !offers.page;
  byId("save-page").onclick = () =>
    savePage(table.puzzle, named, table.metric).catch((refused) => table.complain(refused));
  byId("save-moves").onclick = () => saveMoves(table.puzzle, table.moves);
  byId("copy-link").onclick = async () => {
    const { link, copied } = await copyLink(named, table.metric, table.positionNow(), table.puzzle.metric);
    byId("link").hidden = byId("link-words").hidden = false;
    byId("link").value = link;
    byId("link-words").textContent = `${location.host} is this server; ${elsewhere(location.hostname)}`;
    if (copied) table.say("The link is copied.");
    else byId("link").select();
  };
  addEventListener("hashchange", open);
}

/** Changes the metric, in which the moves made are counted again. */
async function choose(metric) {
  byId("metric").value = metric;
  byId("findings").hidden = true;
  byId("generation-part").hidden = true;
  byId("scramble").hidden = true;
  book = null;
  network.hide();
  chart.hide();
  byId("map-words").replaceChildren();
  exploration.mean(named, metric);
  await table.count(metric);
  exploration.begin(true);
}

/** Opens the puzzle and position in the address. */
async function open() {
  const { puzzle, metric, position } = readAddress();
  try {
    if (!puzzle) throw new Refused(0, { error: "the address contains no puzzle", hint: "choose one in the catalogue" });
    const isSame = table.puzzle && JSON.stringify(puzzle) === JSON.stringify(named);
    if (!isSame) await load(puzzle);
    const kind = METRICS.includes(metric) ? metric : table.puzzle.metric;
    const isOther = !isSame || kind !== table.metric;
    table.metric = kind;
    const start = table.positions.write(table.puzzle.places);
    let refused = await table.restart(position ?? start);
    // The link contains an invalid position: show Start.
    if (refused && !isSame && position) await table.restart(start);
    else if (refused && !isSame) throw refused;
    if (isOther) await choose(kind);
    if (refused) table.complain(refused);
    if (isSame) byId("title").scrollIntoView({ block: "nearest", behavior: "smooth" });
  } catch (refused) {
    byId("title").textContent = table.puzzle?.title ?? "No puzzle";
    table.complain(refused);
  }
}

async function load(puzzle) {
  const described = await ask("/api/puzzle", puzzle);
  named = puzzle;
  book = null;
  drawing = null;
  exploration.mean(null, table.metric);
  document.title = `${described.title} - Slidewise`;
  byId("title").textContent = described.title;
  byId("source").textContent = [described.family, described.source].filter(Boolean).join(" · ");
  byId("edit").href = `editor.html${writeAddress({ text: described.text })}`;
  byId("aim").textContent = aimOf(described);
  byId("rules").replaceChildren(...described.rules.map((rule) => make("li", {}, rule)));
  table.open(described, described.metric);
  byId("game").hidden = false;
  byId("mix").hidden = !isOfTiles(described);
  byId("own").open = false;
  byId("own-text").value = "";
  byId("solve").classList.toggle("strong", !isOfTiles(described));
  byId("scramble").hidden = true;
  if (isOfTiles(described)) offerWalk();
  byId("along").hidden = false;
  showGoals().catch((refused) => table.complain(refused));
  findNext().catch((refused) => table.complain(refused));
}

wire();
open();
