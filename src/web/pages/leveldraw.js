// Drawing a Sokoban level: brushes by pointer and keys, undo, and whether the level can be solved.
// The text is the level; what is drawn rewrites it, and what is written is drawn.

import { Refused, ask, make } from "./ask.js";
import { LevelGame, STEPS, board } from "./levelboard.js";
import { wireStepper } from "./stepper.js";

const byId = (id) => document.getElementById(id);
const BRUSHES = { "#": "Wall", "-": "Floor", ".": "Goal", $: "Box", "@": "Player" };
const ARROWS = { ArrowUp: "u", ArrowDown: "d", ArrowLeft: "l", ArrowRight: "r" };
const NAMES = { "#": "wall", "-": "floor", ".": "goal", $: "box", "@": "player", "*": "box on a goal", "+": "player on a goal" };
const ROOM = ["#######", "#-----#", "#-@$.-#", "#-----#", "#######"];
/** Pause before a level is judged, and before the server is asked again, in milliseconds. */
const REST = 300;

let rows = ROOM;
let brush = "#";
let cursor = [0, 0];
let view = null;
const before = [];
/** The drawing before its size was changed, so that what was cut off comes back; null after any other change. */
let uncut = null;
/** Counts the changes, so that a late answer about an old level is not shown. */
let changes = 0;

/** The rows of a text that is one level and nothing else, or null. */
function read(text) {
  const lines = text.replaceAll("\r", "").split("\n").filter((line) => line.trim() !== "");
  const isLevel = lines.length > 0 && lines.every((line) => /^[-_ #@$.*+]+$/.test(line));
  if (!isLevel) return null;
  const columns = Math.max(...lines.map((line) => line.length));
  return lines.map((line) => line.replaceAll(/[ _]/g, "-").padEnd(columns, "-"));
}

/** The rows with a square painted. */
function painted([row, column], token) {
  const cells = rows.map((line) => [...line]);
  const isGoal = ".*+".includes(cells[row][column]);
  if (token === "@") {
    for (const line of cells) line.forEach((own, x) => { line[x] = { "@": "-", "+": "." }[own] ?? own; });
  }
  const onGoal = { $: "*", "@": "+" };
  const underThing = { $: "*", "@": "+", "*": "*", "+": "+" };
  cells[row][column] = token === "." ? underThing[cells[row][column]] ?? "."
    : isGoal ? onGoal[token] ?? token
    : token;
  return cells.map((line) => line.join(""));
}

function change(next) {
  if (next.join() === rows.join()) return;
  uncut = null;
  before.push(rows);
  rows = next;
  byId("text").value = rows.join("\n");
  show();
  judge();
}

function paint(token) {
  change(painted(cursor, token));
}

function undo() {
  if (before.length === 0) return;
  rows = before.pop();
  uncut = null;
  byId("text").value = rows.join("\n");
  cursor = [Math.min(cursor[0], rows.length - 1), Math.min(cursor[1], rows[0].length - 1)];
  show();
  judge();
}

function resize() {
  const [height, width] = [Number(byId("level-rows").value), Number(byId("level-columns").value)];
  const whole = uncut ?? rows;
  cursor = [0, 0];
  change(Array.from({ length: height }, (_, y) => (whole[y] ?? "").slice(0, width).padEnd(width, "-")));
  uncut = whole;
}

function show() {
  const hadFocus = view?.svg.contains(document.activeElement);
  view = board(new LevelGame(rows.join(":")), () => {});
  view.show();
  view.svg.append(view.frame(cursor));
  view.svg.setAttribute("role", "application");
  view.svg.setAttribute("tabindex", "0");
  view.svg.setAttribute("aria-label", `drawing, row ${cursor[0] + 1}, column ${cursor[1] + 1}: ${NAMES[rows[cursor[0]][cursor[1]]]}`);
  byId("drawing").replaceChildren(view.svg);
  if (hadFocus) view.svg.focus();
  byId("level-rows").value = rows.length;
  byId("level-columns").value = rows[0].length;
  byId("level-undo").disabled = before.length === 0;
}

/** Says whether the level can be solved, and in how many pushes. */
async function judge() {
  changes += 1;
  const own = changes;
  const say = (text) => {
    if (own === changes) byId("judgement").textContent = text;
  };
  await new Promise((done) => setTimeout(done, REST));
  try {
    while (own === changes) {
      const { state, dead, left } = await ask("/api/level", { level: rows.join(":") });
      if (left !== null) return say(left === 0 ? "The level is solved as it stands." : `Solvable in ${left} push${left === 1 ? "" : "es"}.`);
      if (dead) return say("The level has no solution.");
      if (state === "too_large") return say("The level is too large to be explored here.");
      say("The level is being explored.");
      await new Promise((done) => setTimeout(done, REST));
    }
  } catch (refused) {
    const place = refused.line ? ` (line ${refused.line})` : "";
    say(refused instanceof Refused ? `${refused.message}${place}` : String(refused));
  }
}

function pointTo(event) {
  const square = document.elementFromPoint(event.clientX, event.clientY)?.closest?.("#drawing svg") ? view.square(event) : null;
  if (square === null) return;
  cursor = square;
  paint(brush);
  show();
}

function press(event) {
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z") {
    event.preventDefault();
    event.stopPropagation();
    return undo();
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  event.stopPropagation();
  if (ARROWS[event.key]) {
    event.preventDefault();
    const [down, right] = STEPS[ARROWS[event.key]];
    cursor = [
      Math.min(rows.length - 1, Math.max(0, cursor[0] + down)),
      Math.min(rows[0].length - 1, Math.max(0, cursor[1] + right)),
    ];
    return show();
  }
  const token = { Delete: "-", Backspace: "-", Enter: brush, " ": brush }[event.key] ?? event.key;
  if (token in BRUSHES) {
    event.preventDefault();
    paint(token);
  }
}

/** What was written is drawn, if it is one level. */
function wrote() {
  const own = read(byId("text").value);
  byId("drawing").hidden = own === null;
  if (own === null) {
    changes += 1;
    byId("judgement").textContent = byId("text").value.trim() === "" ? "" : "A text with titles or several levels is not drawn.";
    return;
  }
  before.push(rows);
  rows = own;
  uncut = null;
  cursor = [0, 0];
  show();
  judge();
}

/** Shows the brushes and a room to begin with. */
export function startDrawing() {
  byId("brushes").replaceChildren(...Object.entries(BRUSHES).map(([token, words]) => {
    const input = make("input", { type: "radio", name: "brush", value: token });
    input.checked = token === brush;
    input.addEventListener("change", () => { brush = token; });
    return make("label", { class: "button" }, input, ` ${words}`);
  }));
  const host = byId("drawing");
  let isPainting = false;
  host.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    isPainting = true;
    event.preventDefault();
    pointTo(event);
    view.svg.focus();
  });
  document.addEventListener("pointermove", (event) => { if (isPainting) pointTo(event); });
  for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => { isPainting = false; });
  host.addEventListener("keydown", press);
  byId("level-undo").addEventListener("click", undo);
  for (const id of ["level-rows", "level-columns"]) wireStepper(byId(id), resize);
  byId("text").addEventListener("input", wrote);
  byId("draw").addEventListener("toggle", () => {
    if (!byId("draw").open || byId("text").value.trim() !== "") return;
    byId("text").value = rows.join("\n");
    judge();
  });
  show();
}
