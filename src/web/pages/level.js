// The page of a Sokoban level: walks and pushes by keys, mouse and touch; the pushes that are left,
// and what is dead.

import { Refused, ask, counted, get, make } from "./ask.js";
import { LevelGame, STEPS, board } from "./levelboard.js";
import { startDrawing } from "./leveldraw.js";

const byId = (id) => document.getElementById(id);
const ARROWS = { ArrowUp: "u", ArrowDown: "d", ArrowLeft: "l", ArrowRight: "r" };
/** Pause between two steps of a solution, and before the server is asked again, in milliseconds. */
const PACE = 90;
const AGAIN = 400;
/** Least length of a swipe in pixels. */
const SWIPE = 24;

let levels = [];
let game = null;
let view = null;
/** Counts the questions, so that a late answer to an old one is not shown. */
let asked = 0;
/** The number of the solution that is being played; another one, or none, ends it. */
let playing = 0;

function trouble(refused) {
  const place = refused.line ? ` (line ${refused.line})` : "";
  byId("trouble").textContent = refused instanceof Refused ? `${refused.message}${place}: ${refused.hint}` : String(refused);
  byId("trouble").hidden = false;
}

const news = (text) => {
  byId("news").textContent = text;
};

/** Draws the position and writes the address. */
function draw() {
  view.show();
  byId("pushes").textContent = game.pushes;
  byId("steps").textContent = game.moves.length;
  byId("lurd").value = game.moves;
  byId("undo").disabled = game.moves === "";
  byId("redo").disabled = game.undone.length === 0;
  const words = new URLSearchParams({ level: game.position });
  if (game.moves) words.set("moves", game.moves);
  history.replaceState(null, "", `#${words}`);
}

function showEnding(found) {
  byId("ending").hidden = !found.solved;
  if (!found.solved) return;
  const made = `Solved in ${game.pushes === 1 ? "1 push" : `${game.pushes} pushes`} and ${counted(game.moves.length, "step")}`;
  let least = "";
  if (found.least !== null) least = found.least === game.pushes ? "; no solution has fewer pushes" : `; the fewest pushes are ${found.least}`;
  byId("ending").textContent = `${made}${least}.`;
}

function showFound(found) {
  byId("left").textContent = found.dead ? "dead" : found.left ?? "–";
  byId("left-words").textContent = found.dead ? "no solution from here"
    : found.left !== null ? `push${found.left === 1 ? "" : "es"} to a solution`
    : found.state === "too_large" ? "too large to explore" : "being explored";
  byId("least").textContent = found.least ?? "–";
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
  playing = 0;
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
  playing = 0;
  news("");
  game[how]();
  draw();
  look();
}

async function hint() {
  playing = 0;
  const found = await look("hint");
  if (!found) return;
  if (found.solved) news("The level is already solved.");
  else if (found.lurd) news(`Hint: ${found.lurd}`);
  else news(found.dead ? "No hint: undo until the position is no longer dead." : "The level is too large for hints.");
}

async function solve() {
  const found = await look("solution");
  if (!found) return;
  if (!found.lurd) {
    news(found.solved ? "The level is already solved." : "There is no solution to show.");
    return;
  }
  playing += 1;
  const own = asked;
  const solution = found.lurd;
  const isOver = () => playing === 0 || own !== asked;
  for (const letter of solution) {
    if (isOver()) return;
    game.step(letter);
    draw();
    await new Promise((done) => setTimeout(done, PACE));
  }
  if (!isOver()) look();
}

/** Opens a level, and makes the steps that an address gives. */
function open(level, moves = "") {
  playing = 0;
  game = new LevelGame(level.position);
  for (const letter of moves) {
    if (!STEPS[letter.toLowerCase()] || game.step(letter) !== null) break;
  }
  view = board(game, choose);
  listen(view.svg);
  byId("board").replaceChildren(view.svg);
  byId("title").textContent = level.title ?? "Sokoban";
  byId("author").textContent = level.author ?? "";
  byId("game").hidden = false;
  byId("trouble").hidden = true;
  news("");
  draw();
  look();
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
  if (game === null || isText || event.altKey || event.metaKey) return;
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

/** Offers levels, and opens the first. */
function offer(found) {
  levels = found;
  const options = levels.map((level, number) => make("option", { value: number }, level.title ?? `Level ${number + 1}`));
  byId("levels").replaceChildren(...options);
  byId("choice").hidden = levels.length < 2;
  if (levels.length > 0) open(levels[0]);
}

async function paste(event) {
  event.preventDefault();
  try {
    offer((await ask("/api/levels", { text: byId("text").value })).levels);
  } catch (refused) {
    trouble(refused);
  }
}

async function main() {
  for (const [id, act] of [["undo", () => change("undo")], ["redo", () => change("redo")], ["restart", () => change("restart")], ["hint", hint], ["solve", solve]]) {
    byId(id).addEventListener("click", act);
  }
  byId("levels").addEventListener("change", () => open(levels[byId("levels").value]));
  byId("paste").addEventListener("submit", paste);
  document.addEventListener("keydown", press);
  startDrawing();
  const words = new URLSearchParams(location.hash.slice(1));
  try {
    const served = (await get("/api/levels")).levels;
    const shared = words.get("level");
    if (shared === null) {
      offer(served);
      return;
    }
    const [level] = (await ask("/api/levels", { text: shared.replaceAll(":", "\n") })).levels;
    const known = served.find((own) => own.position === level.position);
    offer(served);
    byId("levels").value = served.indexOf(known);
    open(known ?? level, words.get("moves") ?? "");
  } catch (refused) {
    trouble(refused);
  }
}

main();
