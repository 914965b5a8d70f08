// The page of a puzzle: the game, and the results of the exploration below it.

import { Refused, ask, askText, counted, get, make, readAddress, writeAddress } from "./ask.js";
import { picture } from "./board.js";
import { Exploration, inWords } from "./exploration.js";
import { copyLink, saveFile, savePicture } from "./export.js";
import { Table, goalPictures } from "./table.js";

const byId = (id) => document.getElementById(id);
const METRICS = ["step", "slide", "move", "line"];
const dark = matchMedia("(prefers-color-scheme: dark)");

/** The puzzle, as the address names it. */
let named = null;

/** The answers of the server about the positions of the puzzle. */
const server = {
  place: (position, metric) => ask("/api/position", { ...named, metric, position }),
  solution: (position, metric) => ask("/api/solution", { ...named, metric, position }),
};

const table = new Table(server, { told, why });
const exploration = new Exploration(byId("exploration"), explored);

/** Keeps the address and the exploration in step with the position. */
function told(place) {
  const at = table.isAtStart ? null : table.positionNow();
  history.replaceState(null, "", writeAddress(named, table.metric, at, table.puzzle.metric));
  // The server was restarted and has lost its explorations.
  const { told: state, wanted } = exploration;
  if (!place.explored && state?.state === "ready" && wanted?.metric === table.metric) exploration.begin(true);
}

/** The reason why Finish cannot be reached, if the exploration has found it. */
function why(place) {
  const reason = exploration.told?.unsolvable;
  return reason && place.from_start !== null ? inWords(reason) : null;
}

/** Handles a progress report; once the exploration is ready, shows distances and results. */
function explored(progress) {
  if (progress.state !== "ready") return;
  table.look(null, false);
  showFindings(progress);
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
  const looks = { dark: dark.matches, logarithmic: byId("logarithmic").checked };
  const image = byId("plot");
  const svg = await askText("/api/plot", { ...named, metric: table.metric, ...looks });
  if (image.src) URL.revokeObjectURL(image.src);
  image.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
}

async function gallery(id, question, words) {
  const found = await ask("/api/farthest", question);
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
  table.ending.next = next ? [{ words: `Next: ${next.title}`, address: `/puzzle${writeAddress({ name: next.name })}` }] : [];
}

function wire() {
  byId("metric").onchange = () => choose(byId("metric").value);
  byId("logarithmic").onchange = () => plot().catch((refused) => table.complain(refused));
  dark.addEventListener("change", () => {
    if (!byId("findings").hidden) plot().catch((refused) => table.complain(refused));
  });
  byId("save-file").onclick = () => saveFile(table.puzzle);
  byId("save-picture").onclick = () =>
    savePicture(table.puzzle, named, table.positionNow()).catch((refused) => table.complain(refused));
  byId("copy-link").onclick = async () => {
    const { link, copied } = await copyLink(named, table.metric, table.positionNow(), table.puzzle.metric);
    byId("link").hidden = false;
    byId("link").value = link;
    if (copied) table.say("The link is copied.");
    else byId("link").select();
  };
  addEventListener("hashchange", open);
}

/** Changes the metric, in which the moves made are counted again. */
async function choose(metric) {
  byId("metric").value = metric;
  byId("findings").hidden = true;
  exploration.mean(named, metric, table.puzzle.limits);
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
    if (isSame) byId("board").scrollIntoView({ block: "nearest", behavior: "smooth" });
  } catch (refused) {
    byId("title").textContent = table.puzzle?.title ?? "No puzzle";
    table.complain(refused);
  }
}

async function load(puzzle) {
  const described = await ask("/api/puzzle", puzzle);
  named = puzzle;
  exploration.mean(null, table.metric);
  document.title = `${described.title} - Slidewise`;
  byId("title").textContent = described.title;
  byId("source").textContent = [described.family, described.source].filter(Boolean).join(" · ");
  byId("edit").href = `/editor${writeAddress({ text: described.text })}`;
  byId("rules").replaceChildren(...described.rules.map((rule) => make("li", {}, rule)));
  table.open(described, described.metric);
  byId("game").hidden = false;
  byId("along").hidden = false;
  showGoals().catch((refused) => table.complain(refused));
  findNext().catch((refused) => table.complain(refused));
}

wire();
open();
