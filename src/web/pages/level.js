// The page of a Sokoban level: walks and pushes by keys, mouse and touch; the pushes that are left,
// and what is dead.

import { Refused, ask, counted, get, make } from "./ask.js";
import { keepValue, keptValue } from "./keeping.js";
import { LevelGame, STEPS, board } from "./levelboard.js";
import { startDrawing } from "./leveldraw.js";
import { acceptFiles } from "./levelfile.js";
import { LevelGraph } from "./levelgraph.js";
import { LevelGrid, addressOf, titleOf } from "./levelgrid.js";
import { leastWords, pushesOf, recordWords, settle } from "./levelrecord.js";
import { Player } from "./player.js";

const byId = (id) => document.getElementById(id);
const ARROWS = { ArrowUp: "u", ArrowDown: "d", ArrowLeft: "l", ArrowRight: "r" };
const WAYS = { u: "up", d: "down", l: "to the left", r: "to the right" };
/** The steps as the list of a solution has them, by letter. */
const LISTED = Object.fromEntries(Object.entries({ u: "↑", d: "↓", l: "←", r: "→" }).flatMap(([letter, sign]) =>
  [[letter, { words: sign }], [letter.toUpperCase(), { words: `push ${sign}` }]]));
/** Pause between two steps of a solution, and before the server is asked again, in milliseconds. */
const PACE = 90;
const AGAIN = 400;
/** Least length of a swipe in pixels. */
const SWIPE = 24;
/** The name under which the browser keeps whether dead squares are shown. */
const DEAD = "slidewise dead squares";

let levels = [];
let grid = null;
/** The place of the open level in the list; -1 if it is not in it, or none is open. */
let current = -1;
let game = null;
/** Whether a solution of the level has been shown. */
let isHelped = false;
/** The steps of the solved game that was settled last, and the sentence about its record. */
let settled = null;
/** The squares from which no box comes to a goal, once they are known. */
let deadSquares = [];
let view = null;
/** Counts the questions, so that a late answer to an old one is not shown. */
let asked = 0;
/** Counts the levels that were asked for, so that the last one stays open. */
let wanted = 0;
/** Plays the solution that is shown. */
let player = null;
/** The state graph of the level. */
let graph = null;

function trouble(refused) {
  const place = refused.line ? ` (line ${refused.line})` : "";
  byId("trouble").textContent = refused instanceof Refused ? `${refused.message}${place}: ${refused.hint}` : String(refused);
  byId("trouble").hidden = false;
}

const news = (text) => {
  byId("news").textContent = text;
};

/** The number of pushes among steps. */
const pushesIn = (letters) => [...letters].filter((letter) => letter < "a").length;

/** Shows the state graph, if it is wanted, with the game on it. */
function showGraph() {
  if (game && byId("graph-part").open) graph.open(game);
}

/** Goes to a position of the state graph by the steps to it. */
function goThrough(letters) {
  if (letters.startsWith(game.moves)) return go(letters.slice(game.moves.length));
  game.restart();
  game.undone = [];
  go(letters);
}

/** Draws the position and writes the address. */
function draw() {
  view.show();
  graph.walk(game);
  byId("pushes").textContent = game.pushes;
  byId("steps").textContent = game.moves.length;
  byId("pushes-words").textContent = game.pushes === 1 ? "push" : "pushes";
  byId("steps-words").textContent = game.moves.length === 1 ? "step" : "steps";
  const coming = [...game.undone].reverse();
  player.show(isHelped ? [...game.moves, ...coming].map((letter) => LISTED[letter]) : [], game.moves.length);
  // The steps to come are those of a shortest solution.
  if (player.playing) byId("left").textContent = pushesIn(coming);
  byId("lurd").value = game.moves;
  byId("undo").disabled = game.moves === "";
  byId("redo").disabled = game.undone.length === 0;
  const words = new URLSearchParams({ level: game.position });
  if (game.moves) words.set("moves", game.moves);
  // Another visit with this address is no first solution.
  if (isHelped) words.set("shown", "1");
  history.replaceState(null, "", `#${words}`);
}

function showRecord() {
  const words = recordWords(game.position);
  byId("record").textContent = words;
  byId("record").hidden = words === "";
}

function showEnding(found) {
  byId("ending").hidden = !found.solved;
  if (!found.solved) return;
  if (settled?.moves !== game.moves) {
    settled = { moves: game.moves, words: settle(game.position, game.pushes, isHelped) };
    grid.showRecords();
    showRecord();
  }
  const lines = [
    make("strong", {}, `Solved in ${pushesOf(game.pushes)} and ${counted(game.moves.length, "step")}.`),
    leastWords(game.pushes, found.least, found.state === "too_large"),
    settled.words,
  ].filter(Boolean);
  const hasNext = current >= 0 && current < levels.length - 1;
  const next = hasNext ? [make("button", { type: "button", id: "go-on", onclick: () => turn(1) }, "Next level")] : [];
  byId("ending").replaceChildren(make("p", {}, ...lines.flatMap((line) => [line, " "])), ...next);
}

function showDead() {
  view?.cross(byId("show-dead").checked ? deadSquares : []);
}

function showFound(found) {
  byId("left").textContent = found.dead ? "dead" : found.left ?? "–";
  byId("left-words").textContent = found.dead ? "no solution from here"
    : found.left !== null ? `push${found.left === 1 ? "" : "es"} to a solution`
    : found.state === "too_large" ? "too large to explore" : "being explored";
  byId("least").textContent = found.least ?? "–";
  deadSquares = found.dead_squares;
  showDead();
  byId("dead").hidden = !found.dead;
  showEnding(found);
}

/** Asks the server about the position, until the level is explored; null if another question came. */
async function look(want) {
  asked += 1;
  const own = asked;
  const request = { level: game.position, moves: game.moves };
  if (want) request.want = want;
  try {
    for (;;) {
      const found = await ask("/api/level", request);
      if (own !== asked) return null;
      byId("trouble").hidden = true;
      showFound(found);
      if (found.state === "ready" || found.state === "too_large") return found;
      await new Promise((done) => setTimeout(done, AGAIN));
      if (own !== asked) return null;
    }
  } catch (refused) {
    if (own === asked) trouble(refused);
    return null;
  }
}

/** Makes steps, given as letters, and asks about the position behind them. */
function go(letters) {
  player.pause();
  let why = null;
  for (const letter of letters) why ??= game.step(letter);
  news(why ?? "");
  draw();
  if (why === null) look();
}

function choose(y, x) {
  const beside = Object.entries(STEPS).find(([, [down, right]]) => game.player[0] + down === y && game.player[1] + right === x);
  if (beside) {
    go(beside[0]);
  } else if (game.isBox(y, x)) {
    news("Walk beside the box to push it.");
  } else {
    const walk = game.isWall(y, x) ? null : game.walk(y, x);
    if (walk === null) news("No walk leads there.");
    else if (walk) go(walk);
  }
}

function change(how) {
  player.pause();
  news("");
  game[how]();
  if (how === "restart") {
    // Redo would make the solution that was shown, or was in a link, once more.
    if (isHelped || settled?.isLinked) game.undone = [];
    isHelped = false;
    settled = null;
  }
  draw();
  look();
}

/** The steps made before the hint that is shown, and those of the hint. */
let advised = "";

async function hint() {
  player.pause();
  const found = await look("hint");
  if (!found) return;
  if (found.solved) news("The level is already solved.");
  else if (found.lurd && advised === `${game.moves} ${found.lurd}`) {
    go(found.lurd);
  } else if (found.lurd) {
    const push = game.firstPush(found.lurd);
    const [row, column] = push.place;
    news(`Hint: push the box in row ${row + 1}, column ${column + 1} ${WAYS[push.letter.toLowerCase()]}. `
      + "Press Hint again to do this.");
    view.point(push);
    advised = `${game.moves} ${found.lurd}`;
  }
  else news(found.dead ? "No hint: undo until the position is no longer dead." : "The level is too large for hints.");
}

async function solve() {
  const found = await look("solution");
  if (!found) return;
  if (!found.lurd) {
    news(found.solved ? "The level is already solved." : "There is no solution to show.");
    return;
  }
  isHelped = true;
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
    go(found.lurd);
    news("The solution is made: Undo and Redo go through it step by step.");
    return;
  }
  game.undone = [...found.lurd].reverse();
  news(`This solution has ${pushesOf(pushesIn(found.lurd))}. Pause it to step through it.`);
  draw();
  player.unfold(true);
  byId("player").scrollIntoView({ block: "nearest" });
  player.toggle();
}

/** Shows the position after a number of the steps that are made and undone. */
async function stepTo(wanted) {
  while (game.moves.length < wanted && game.redo());
  while (game.moves.length > wanted && game.undo());
  draw();
  if (game.undone.length === 0) news("");
  if (!player.playing) look();
}

/** Opens a level, and makes the steps that an address gives. */
function open(level, moves = "") {
  player.pause();
  game = new LevelGame(level.position);
  for (const letter of moves) {
    if (!STEPS[letter.toLowerCase()] || game.step(letter) !== null) break;
  }
  // A link to a solved position solves nothing.
  settled = game.moves ? { moves: game.moves, words: recordWords(game.position), isLinked: true } : null;
  deadSquares = [];
  view = board(game, choose);
  listen(view.svg);
  byId("board").replaceChildren(view.svg);
  const title = current >= 0 ? titleOf(level, current) : level.title ?? "Sokoban";
  byId("title").textContent = title;
  document.title = `${title} - Sokoban - Slidewise`;
  byId("author").textContent = level.author ?? "";
  byId("game").hidden = false;
  byId("trouble").hidden = true;
  byId("ending").hidden = true;
  byId("turning").hidden = current < 0 || levels.length < 2;
  byId("previous").disabled = current <= 0;
  byId("next").disabled = current >= levels.length - 1;
  byId("graph-part").hidden = false;
  grid.mark(current);
  showRecord();
  news("");
  draw();
  showGraph();
  fold();
  look();
}

/** Folds the grid; who has chosen in it by keys goes on at the title of the level. */
function fold() {
  const isInside = byId("choice").contains(document.activeElement);
  byId("choice").open = false;
  if (isInside || document.activeElement?.disabled) byId("title").focus();
}

/** Shows the grid without a level. */
function close() {
  [game, current] = [null, -1];
  player.pause();
  graph.hide();
  byId("graph-part").hidden = true;
  asked += 1;
  byId("title").textContent = "Sokoban";
  document.title = "Sokoban - Slidewise";
  byId("author").textContent = levels[0]?.author ?? "";
  byId("game").hidden = true;
  byId("turning").hidden = true;
  byId("choice").open = true;
  grid.mark(-1);
}

/** Opens the level of the address, or the only one that there is. */
async function openAddress() {
  wanted += 1;
  const own = wanted;
  const words = new URLSearchParams(location.hash.slice(1));
  const shared = words.get("level") ?? (levels.length === 1 ? levels[0].position : null);
  if (shared === null) return close();
  const find = (position) => levels.findIndex((level) => level.position === position);
  try {
    let level = levels[find(shared)];
    level ??= (await ask("/api/levels", { text: shared.replaceAll(":", "\n") })).levels[0];
    if (own !== wanted) return;
    current = find(level.position);
    isHelped = words.has("shown");
    open(levels[current] ?? level, words.get("moves") ?? "");
  } catch (refused) {
    if (own === wanted) trouble(refused);
  }
}

/** Goes to the address of a level, so that the browser's way back leads to the one before. */
function goTo(level) {
  const address = addressOf(level);
  if (location.hash === address) openAddress();
  else location.hash = address;
}

/** Goes to the next level or the previous one. */
function turn(by) {
  goTo(levels[current + by]);
}

/** A swipe over the board is a step. */
function listen(svg) {
  let from = null;
  svg.addEventListener("touchstart", (event) => {
    from = event.touches.length === 1 ? [event.touches[0].clientX, event.touches[0].clientY] : null;
  }, { passive: true });
  svg.addEventListener("touchend", (event) => {
    if (from === null) return;
    const [x, y] = [event.changedTouches[0].clientX - from[0], event.changedTouches[0].clientY - from[1]];
    from = null;
    if (Math.max(Math.abs(x), Math.abs(y)) < SWIPE) return;
    const letter = Math.abs(x) > Math.abs(y) ? (x < 0 ? "l" : "r") : (y < 0 ? "u" : "d");
    go(letter);
  });
}

function press(event) {
  const isText = event.target.matches?.("textarea, select, input:not([readonly])");
  const isChoosing = event.target.closest?.("#choice");
  if (game === null || isText || isChoosing || event.altKey || event.metaKey) return;
  if (event.ctrlKey) {
    const how = { z: "undo", y: "redo" }[event.key.toLowerCase()];
    if (!how) return;
    event.preventDefault();
    change(how);
  } else if (ARROWS[event.key]) {
    event.preventDefault();
    go(ARROWS[event.key]);
  } else if (event.key === "?") {
    hint();
  } else if (event.key === "Backspace") {
    event.preventDefault();
    change("undo");
  }
}

/** Offers levels. */
function offer(found) {
  levels = found;
  grid.offer(levels);
  byId("choice").hidden = levels.length < 2;
}

/** Offers the levels of a text, and opens the first. */
async function read(text) {
  try {
    offer((await ask("/api/levels", { text })).levels);
    goTo(levels[0]);
  } catch (refused) {
    trouble(refused);
  }
}

/** Lets the buttons and fields of the page do what they say. */
function listenToAll() {
  const acts = {
    undo: () => change("undo"), redo: () => change("redo"), restart: () => change("restart"), hint, solve,
    previous: () => turn(-1), next: () => turn(1),
  };
  for (const [id, act] of Object.entries(acts)) byId(id).addEventListener("click", act);
  // The level that is open already has no other address to go to.
  byId("levels").addEventListener("click", (event) => {
    if (event.target.closest("a")?.hash === location.hash) fold();
  });
  byId("show-dead").checked = keptValue(DEAD) === "yes";
  byId("show-dead").addEventListener("change", () => {
    keepValue(DEAD, byId("show-dead").checked ? "yes" : "no");
    showDead();
  });
  byId("paste").addEventListener("submit", (event) => {
    event.preventDefault();
    read(byId("text").value);
  });
  document.addEventListener("keydown", press);
  addEventListener("hashchange", openAddress);
  acceptFiles(byId("file"), read, trouble);
}

async function main() {
  graph = new LevelGraph(byId("network"), byId("graph-words"), goThrough);
  byId("graph-part").addEventListener("toggle", showGraph);
  player = new Player(byId("player"), stepTo, PACE);
  grid = new LevelGrid(byId("levels"), byId("choice-words"));
  startDrawing();
  try {
    offer((await get("/api/levels")).levels);
  } catch (refused) {
    trouble(refused);
  }
  listenToAll();
  openAddress();
}

main();
