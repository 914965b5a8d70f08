// The editor: boards to paint, pieces and rules to choose, and the text of the puzzle file. A change
// of one of them changes the others.

import { Refused, ask, counted, make, readAddress, writeAddress } from "./ask.js";
import { Exploration, inWords } from "./exploration.js";
import { saveFile, savePicture } from "./export.js";
import { HardestStart } from "./hardest.js";
import { drawPieces, drawRules, piecesApart } from "./pieceforms.js";
import { fromTable, isHeld, toText, tokensOf } from "./puzzlefile.js";
import { wireStepper } from "./stepper.js";

const byId = (id) => document.getElementById(id);
const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"];
const REST = 250;
const FIRST = `title = "My puzzle"
start = """
BAAC
BAAC
DEEF
DGHF
I..J
"""
goal = """
....
....
....
.AA.
.AA.
"""
`;

const editor = {
  sheet: fromTable({}),
  /** The board shown: -1 for Start, otherwise the index of a goal. */
  shown: -1,
  token: "A",
  /** The boards before the rows and columns were changed, so that what was cut off comes back; null after any other
   * change. */
  uncut: null,
  cursor: [0, 0],
  isPainting: false,
  timer: 0,
  asked: 0,
  isRight: false,
  /** Whether the editor's model matches the text. If not, the model must not overwrite the text. */
  isCurrent: true,
  /** The text that matches the model, and the earlier texts for undo. */
  text: "",
  past: [],
  /** The numbers of the colours by token: those of the play page for a text that was opened. A piece that is drawn
   * gets a free one, and each keeps its own. */
  colours: {},
  isOpened: false,
};
const MAX_PAST = 200;
/** Number of colours of pieces. */
const COLOURS = 8;

/** Time after a change until a small puzzle is explored, in milliseconds. */
const PAUSE = 700;
/** Greatest number of cells of a board that is explored without being asked to. */
const MAX_CELLS = 36;

const exploration = new Exploration(byId("exploration"), explored);
const board = () => (editor.shown < 0 ? editor.sheet.start : editor.sheet.goals[editor.shown]);
const textNow = () => byId("text").value;

/** Shows whether the drawn puzzle can be solved, once it is explored. */
function explored(told) {
  if (told.state !== "ready") return;
  const length = told.goal?.generation;
  byId("unsolvable").textContent = told.unsolvable ? inWords(told.unsolvable)
    : missing() || (length === 0 ? "Start is a position of the goal already: change one of them."
      : told.has_goals ? `Solvable in ${counted(length, told.metric)}.` : "");
}

/** Says which goal is still to be painted; empty if each asks for something. */
function missing() {
  if (!editor.isCurrent) return "";
  const { goals } = editor.sheet;
  const asksNothing = (goal) => goal.flat().every((token) => token === "." || token === "#");
  const empty = goals.findIndex(asksNothing);
  if (goals.every(asksNothing)) return "No goal yet: choose Goal and paint where a piece must end.";
  return empty < 0 ? "" : `Goal ${empty + 1} asks for nothing: paint where a piece must end, or remove it.`;
}

// ---- the text and its errors

/** Rewrites the text after a change of the model. */
function wrote() {
  editor.uncut = null;
  return write();
}

function write() {
  if (!editor.isCurrent) return check(true);
  remember();
  editor.text = toText(editor.sheet);
  byId("text").value = editor.text;
  draw();
  return check(false);
}

/** Saves the current text for undo. */
function remember() {
  if (editor.text) editor.past = [...editor.past, editor.text].slice(-MAX_PAST);
  byId("undo").disabled = editor.past.length === 0;
}

/** Undoes the last change, whether painted or typed. */
function undo() {
  if (editor.past.length === 0) return;
  byId("text").value = editor.past.pop();
  check(true);
}

/** Disables or enables the board editor. */
function lock(isLocked) {
  byId("drawing").inert = byId("details").inert = isLocked;
  byId("locked").hidden = !isLocked;
}

/** Handles typing in the text: updates the model after a pause. */
function typed() {
  clearTimeout(editor.timer);
  if (editor.isCurrent) remember();
  editor.isCurrent = false;
  markFaults([]);
  editor.timer = setTimeout(() => check(true), REST);
}

/** Lets the server check the text; if `isRead` is true, updates the model from the text. */
async function check(isRead) {
  clearTimeout(editor.timer);
  const asked = ++editor.asked;
  const text = textNow();
  if (isRead) editor.isCurrent = false;
  try {
    const told = await ask("/api/read", { text });
    if (asked !== editor.asked) return;
    if (isRead) {
      editor.isCurrent = told.table !== null && isHeld(told.table);
      lock(!editor.isCurrent);
    }
    if (isRead && editor.isCurrent) {
      editor.text = text;
      editor.sheet = fromTable(told.table);
      editor.shown = Math.min(editor.shown, editor.sheet.goals.length - 1);
      editor.uncut = null;
      if (editor.isOpened) editor.colours = { ...told.colours };
      editor.isOpened = false;
      draw();
    }
    editor.isRight = told.ok;
    // An empty board is no fault of the text: it waits for the first piece.
    const isBare = editor.isCurrent && tokensOf(editor.sheet.start).length === 0;
    markFaults(isBare ? [] : told.errors, told.remarks);
    tellRules(isBare ? [] : told.errors);
    byId("unsolvable").textContent = isBare ? "Paint a piece first." : told.unsolvable ? inWords(told.unsolvable) : told.ok ? missing() : "";
    complain(null);
  } catch (refused) {
    if (asked !== editor.asked) return;
    editor.isRight = false;
    complain(refused);
  }
  const named = editor.isRight ? { text } : null;
  const play = byId("play-it");
  play.toggleAttribute("aria-disabled", !named);
  play.textContent = missing() ? "Move its pieces" : "Play it";
  play.href = named ? `puzzle.html${writeAddress(named, byId("metric").value)}` : "#";
  byId("save-picture").disabled = !named;
  exploration.end();
  exploration.mean(named, byId("metric").value);
  history.replaceState(null, "", writeAddress({ text }));
  const isSmall = editor.sheet.start.length * (editor.sheet.start[0]?.length ?? 0) <= MAX_CELLS;
  if (named && isSmall && editor.sheet.goals.length) {
    editor.timer = setTimeout(() => exploration.begin(true), PAUSE);
  }
}

function complain(refused) {
  byId("trouble").hidden = !refused;
  byId("trouble").textContent = refused ? `${refused.message}: ${refused.hint}` : "";
  if (refused && !(refused instanceof Refused)) throw refused;
}

/** Converts a line and column of the text to an offset. */
function placeOf(line, column) {
  const lines = textNow().split("\n");
  const before = lines.slice(0, line - 1).reduce((sum, own) => sum + own.length + 1, 0);
  return before + [...(lines[line - 1] ?? "")].slice(0, column - 1).join("").length;
}

/** Marks the errors in the text, and lists them, followed by the remarks. */
function markFaults(faults, remarks = []) {
  const text = textNow();
  const parts = [];
  let from = 0;
  for (const { line, column } of faults) {
    const at = placeOf(line, column);
    if (at < from) continue;
    const word = /^(?:[\p{L}\p{N}_-]+|"[^"\n]*"|'[^'\n]*')/u.exec(text.slice(at))?.[0] ?? text.slice(at, at + 1);
    const shown = word.trim() === "" ? " " : word;
    parts.push(text.slice(from, at), make("mark", {}, shown));
    from = at + (word.trim() === "" ? 0 : word.length);
  }
  byId("marks").replaceChildren(...parts, `${text.slice(from)}\n`);
  scroll();
  byId("text").setAttribute("aria-invalid", faults.length > 0);
  const item = (style) => ({ line, column, message }) => {
    const turn = () => {
      const at = placeOf(line, column);
      byId("text").focus();
      byId("text").setSelectionRange(at, at + 1);
    };
    return make("li", {}, make("button", { type: "button", class: style, onclick: turn },
      make("b", {}, `line ${line}, column ${column}`), ` ${message}`));
  };
  byId("faults").replaceChildren(...faults.map(item("fault")), ...remarks.map(item("remark")));
}

/** Says beside the rules what is wrong with them, which the list beside the text says far away. */
function tellRules(faults) {
  const lines = textNow().split("\n");
  const headsUpTo = (line) => lines.slice(0, line).filter((own) => own.startsWith("["));
  const wrong = faults.find(({ line }) => headsUpTo(line).at(-1)?.trim() === "[[rule]]");
  const trouble = byId("rule-trouble");
  trouble.hidden = !wrong;
  if (!wrong) return;
  const number = headsUpTo(wrong.line).filter((own) => own.trim() === "[[rule]]").length;
  trouble.textContent = `Rule ${number}: ${wrong.message}. Change the rule or Start, or take the change back with Undo.`;
}

function scroll() {
  byId("marks").scrollTop = byId("text").scrollTop;
  byId("marks").scrollLeft = byId("text").scrollLeft;
}

// ---- the board

/** The class of a token's colour. */
function colourOf(token) {
  const number = editor.colours[token];
  return number === undefined ? "" : ` p${number % COLOURS} t${number % COLOURS}`;
}

/** Gives each piece without a colour the one that fewest pieces have. */
function giveColours() {
  const tokens = tokensOf(editor.sheet.start);
  for (const token of tokens.filter((own) => editor.colours[own] === undefined)) {
    const uses = Array(COLOURS).fill(0);
    for (const own of tokens) if (editor.colours[own] !== undefined) uses[editor.colours[own] % COLOURS] += 1;
    editor.colours[token] = uses.indexOf(Math.min(...uses));
  }
}

function drawCells() {
  const rows = board();
  const host = byId("cells");
  const [cursorRow, cursorColumn] = editor.cursor;
  host.style.gridTemplateColumns = `repeat(${rows[0].length}, 1fr)`;
  host.style.maxWidth = `${Math.max(4, rows[0].length) * 4}rem`;
  const isUnit = (token) => editor.sheet.units.includes(token);
  host.replaceChildren(...rows.map((row, y) => make("div", { role: "row", class: "row" }, ...row.map((token, x) => {
    const cell = make("div", { role: "gridcell", id: `cell-${y}-${x}`, "data-row": y, "data-column": x });
    // Where a goal asks for nothing, Start shows faintly.
    const isFaint = editor.shown >= 0 && token === ".";
    const from = isFaint ? editor.sheet.start : rows;
    const drawn = from[y]?.[x] ?? ".";
    const isPiece = ![".", "#", "_"].includes(drawn);
    cell.className = `cell${isPiece ? ` token${colourOf(drawn)}` : drawn === "#" ? " stone" : ""}`;
    if (isPiece && !isUnit(drawn)) {
      const sides = { up: [y - 1, x], down: [y + 1, x], left: [y, x - 1], right: [y, x + 1] };
      for (const [side, [up, left]] of Object.entries(sides)) {
        if (from[up]?.[left] === drawn && (rows[up]?.[left] === ".") === isFaint) cell.classList.add(`joins-${side}`);
      }
    }
    if (isFaint && isPiece) {
      cell.classList.add("faint");
      cell.dataset.start = drawn;
    }
    if (y === cursorRow && x === cursorColumn) cell.classList.add("cursor");
    const words = { ".": editor.shown < 0 ? "empty" : "anything", "#": "wall", _: "must be empty" }[token] ?? token;
    cell.setAttribute("aria-label", `row ${y + 1}, column ${x + 1}: ${words}${isFaint && isPiece ? `, ${drawn} at Start` : ""}`);
    cell.textContent = token === "." || token === "#" ? "" : token;
    return cell;
  }))));
  host.setAttribute("aria-activedescendant", `cell-${cursorRow}-${cursorColumn}`);
}

function paint(row, column, token) {
  const rows = board();
  const before = rows[row]?.[column];
  if (before === undefined || before === token) return false;
  rows[row][column] = token;
  // The goals have the walls of Start.
  if (rows === editor.sheet.start && [before, token].includes("#")) {
    for (const goal of editor.sheet.goals) if (goal[row]?.[column]) goal[row][column] = token === "#" ? "#" : ".";
  }
  return true;
}

function paintAt(event) {
  const cell = document.elementFromPoint(event.clientX, event.clientY)?.closest?.("[data-row]");
  if (!cell) return;
  editor.cursor = [Number(cell.dataset.row), Number(cell.dataset.column)];
  if (paint(...editor.cursor, editor.token)) wrote();
  else drawCells();
}

function cellKeys(event) {
  const rows = board();
  const [row, column] = editor.cursor;
  const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z") {
    event.preventDefault();
    return undo();
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (step) {
    event.preventDefault();
    editor.cursor = [
      Math.min(rows.length - 1, Math.max(0, row + step[0])),
      Math.min(rows[0].length - 1, Math.max(0, column + step[1])),
    ];
    return drawCells();
  }
  const token = { Delete: ".", Backspace: ".", Enter: editor.token, " ": editor.token }[event.key]
    ?? ([...event.key].length === 1 ? event.key : null);
  if (token === null) return;
  event.preventDefault();
  if (paint(row, column, token)) wrote();
}

/** Gives the boards their rows and columns. */
function resize() {
  const { sheet } = editor;
  const { start, goals } = editor.uncut ??= { start: sheet.start, goals: sheet.goals };
  const [rows, columns] = [Number(byId("rows").value), Number(byId("columns").value)];
  const fit = (own) => Array.from({ length: rows }, (_, y) =>
    Array.from({ length: columns }, (_, x) => own[y]?.[x] ?? "."));
  sheet.start = fit(start);
  sheet.goals = goals.map(fit);
  editor.cursor = [0, 0];
  write();
}

// ---- the tabs of boards, and the palette

/** Shows Start or a goal, with a piece in the hand that can be painted there. */
function turnTo(number) {
  const { start, goals } = editor.sheet;
  const tokens = tokensOf(start);
  editor.shown = number;
  editor.cursor = [0, 0];
  if (number >= 0) editor.token = tokensOf(goals[number])[0] ?? [...tokens].sort()[0] ?? ".";
  else if (!tokens.includes(editor.token)) editor.token = tokens[0] ?? "A";
}

function drawTabs() {
  const { sheet } = editor;
  const tab = (name, number) => make("button", {
    type: "button", role: "tab", "aria-selected": String(editor.shown === number),
    onclick: () => { turnTo(number); draw(); },
  }, name);
  const goals = sheet.goals.map((_, number) => tab(sheet.goals.length > 1 ? `Goal ${number + 1}` : "Goal", number));
  const add = make("button", { type: "button", id: "add-goal", title: "Add a goal", onclick: () => {
    sheet.goals.push(sheet.start.map((row) => row.map((token) => (token === "#" ? "#" : "."))));
    turnTo(sheet.goals.length - 1);
    wrote();
  } }, sheet.goals.length ? "+ Goal" : "Goal");
  const drop = make("button", { type: "button", id: "drop-goal", "aria-label": "Remove this goal", onclick: () => {
    sheet.goals.splice(editor.shown, 1);
    turnTo(-1);
    wrote();
  } }, "Remove");
  // It has its place from the beginning, so that the board stays where it is.
  drop.style.visibility = editor.shown < 0 ? "hidden" : "visible";
  const tabs = make("span", { class: "tabs", role: "tablist", "aria-label": "boards" }, tab("Start", -1), ...goals);
  byId("boards").replaceChildren(tabs, add, ...(sheet.goals.length ? [drop] : []));
}

/** What can be painted on Start or on a goal, as pairs of token and words. */
function paints(isStart) {
  const tokens = tokensOf(editor.sheet.start);
  const fresh = isStart ? LETTERS.find((letter) => !tokens.includes(letter)) : undefined;
  return [
    ...(isStart ? [[".", "empty"], ["#", "wall"]] : [[".", "anything"], ["_", "must be empty"]]),
    ...tokens.map((token) => [token, token]),
    ...(fresh ? [[fresh, `${fresh} (new)`]] : []),
  ];
}

function drawPalette() {
  const isStart = editor.shown < 0;
  const button = ([token, words]) => make("button", {
    type: "button", role: "radio", "aria-checked": String(editor.token === token), class: `paint${colourOf(token)}`,
    "data-token": token, onclick: () => { editor.token = token; drawPalette(); },
  }, words);
  byId("palette").replaceChildren(...paints(isStart).map(button));
  // What the other boards offer keeps its place, so that the board stays where it is.
  const unseen = paints(!isStart).map(([, words]) => make("span", { class: "button paint" }, words));
  byId("other-palette").replaceChildren(...unseen);
  byId("start-words").classList.toggle("away", !isStart);
  byId("goal-words").classList.toggle("away", isStart);
}

// ---- the whole

function draw() {
  const { sheet } = editor;
  byId("undo").disabled = editor.past.length === 0;
  if (editor.token === (editor.shown < 0 ? "_" : "#")) editor.token = ".";
  if (editor.cursor[0] >= board().length || editor.cursor[1] >= board()[0].length) editor.cursor = [0, 0];
  if (document.activeElement !== byId("title")) byId("title").value = sheet.title;
  byId("rows").value = sheet.start.length;
  byId("columns").value = sheet.start[0].length;
  giveColours();
  drawTabs();
  drawPalette();
  drawCells();
  drawPieces(sheet, colourOf, wrote);
  drawRules(sheet, wrote);
}

function wire() {
  const cells = byId("cells");
  cells.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    event.preventDefault();
    cells.focus({ preventScroll: true });
    editor.isPainting = true;
    cells.setPointerCapture(event.pointerId);
    paintAt(event);
  });
  cells.addEventListener("pointermove", (event) => { if (editor.isPainting) paintAt(event); });
  for (const end of ["pointerup", "pointercancel"]) cells.addEventListener(end, () => { editor.isPainting = false; });
  cells.addEventListener("keydown", cellKeys);
  byId("text").addEventListener("input", typed);
  byId("text").addEventListener("scroll", scroll);
  document.addEventListener("keydown", (event) => {
    const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === "z";
    if (!isUndo || event.defaultPrevented || event.target.matches("input, textarea")) return;
    event.preventDefault();
    undo();
  });
  byId("title").oninput = () => { editor.sheet.title = byId("title").value; wrote(); };
  byId("undo").onclick = undo;
  byId("clear").onclick = () => {
    board().forEach((row, y) => row.forEach((_, x) => paint(y, x, ".")));
    wrote();
  };
  for (const id of ["rows", "columns"]) wireStepper(byId(id), resize);
  byId("distinct-all").onchange = () => { editor.sheet.distinct = byId("distinct-all").checked ? true : []; wrote(); };
  byId("add-adjacent").onclick = () => { editor.sheet.rules.push({ never: "adjacent", pieces: piecesApart(editor.sheet.start) }); wrote(); };
  byId("add-exposed").onclick = () => {
    const [piece] = tokensOf(editor.sheet.start);
    editor.sheet.rules.push({ never: "exposed", piece: piece ?? "A", from: "below a1", toward: "up" });
    wrote();
  };
  byId("metric").onchange = () => check(!editor.isCurrent);
  byId("save-file").onclick = () => saveFile({ name: editor.sheet.title || "puzzle", text: textNow() });
  byId("save-picture").onclick = () =>
    savePicture({ name: editor.sheet.title || "puzzle" }, { text: textNow() }, null).catch(complain);
  byId("open-file").onchange = async (event) => {
    const [file] = event.target.files;
    if (file) take(await file.text());
    event.target.value = "";
  };
  addEventListener("hashchange", () => { const { puzzle } = readAddress(); if (puzzle?.text !== undefined) take(puzzle.text); });
}

function take(text) {
  remember();
  byId("text").value = text;
  editor.shown = -1;
  editor.isOpened = true;
  return check(true);
}

wire();
new HardestStart({ button: byId("hardest"), stop: byId("stop-hardest"), words: byId("hardest-words") },
  () => editor.isRight && { text: textNow(), metric: byId("metric").value }, take);
take(readAddress().puzzle?.text ?? FIRST);
