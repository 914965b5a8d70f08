// The page of a puzzle: the game, distances, solutions, and the results of the exploration.

import { Refused, ask, askText, commas, counted, make, readAddress, writeAddress } from "./ask.js";
import { Board, lettersOf, movesInHand, picture, reversed, squaresOf } from "./board.js";
import { Exploration, inWords } from "./exploration.js";
import { copyLink, saveFile, savePicture } from "./export.js";
import { Player } from "./player.js";

const byId = (id) => document.getElementById(id);
const KINDS = ["step", "slide", "move"];
const dark = matchMedia("(prefers-color-scheme: dark)");

const game = {
  named: null,
  metric: "step",
  puzzle: null,
  board: null,
  /** The first position of the game. */
  begin: null,
  /** The moves of the game. The first `at` of them have been made, the others undone. */
  moves: [],
  at: 0,
  /** The server's last response about a position. */
  place: null,
  asked: 0,
  /** Whether `place` describes the position on the board; if not, `coming` is the pending request. */
  isKnown: false,
  coming: null,
  /** The values of `moves` and `at` when `place` last described the position on the board. */
  sure: { moves: [], at: 0 },
  /** Whether the pieces on the board still show a position other than the current one. */
  isElsewhere: false,
  advised: false,
};

const player = new Player(byId("player"), go);
const exploration = new Exploration(byId("exploration"), explored);

/** Computes the length of a move in the metric of the game. */
function cost(move) {
  if (game.metric === "step") return move.letters.length;
  if (game.metric === "move" || game.metric === "line") return 1;
  return [...move.letters].filter((letter, at) => letter !== move.letters[at - 1]).length;
}

const positionNow = () => (game.at === 0 ? game.begin : game.moves[game.at - 1].position);

function complain(refused) {
  const trouble = byId("trouble");
  trouble.hidden = !refused;
  trouble.textContent = "";
  if (!refused) return;
  const where = refused.line ? ` (line ${refused.line}, column ${refused.column})` : "";
  trouble.textContent = `${refused.message}${where}${refused.hint ? `: ${refused.hint}` : ""}`;
  if (!(refused instanceof Refused)) throw refused;
}

/** Requests the moves and distances of the current position and shows them; returns the error, if
 * any. If the user did not ask for it (`isAsked` is false), an earlier error message stays visible. */
async function look(before, isAsked = true) {
  const asked = ++game.asked;
  const question = { ...game.named, metric: game.metric, position: positionNow() };
  try {
    const place = await ask("/api/position", question);
    if (asked !== game.asked) return null;
    Object.assign(game, { place, isKnown: true, advised: false, sure: { moves: game.moves, at: game.at } });
    if (game.isElsewhere) game.board.show(place.places);
    game.isElsewhere = false;
    game.board.allow(place.moves);
    tellNumbers(before);
    if (isAsked) complain(null);
    // The server was restarted and has lost its explorations.
    const { told, wanted } = exploration;
    if (!place.explored && told?.state === "ready" && wanted?.metric === game.metric) exploration.begin(true);
    return null;
  } catch (refused) {
    if (asked !== game.asked) return null;
    complain(refused);
    return refused;
  }
}

function tellNumbers(before) {
  const { place } = game;
  const number = (value) => (value === null ? "–" : commas(value));
  byId("left").textContent = place.at_least === null ? number(place.to_finish) : `≥ ${commas(place.at_least)}`;
  byId("gone").textContent = number(place.from_start);
  byId("made").textContent = commas(game.moves.slice(0, game.at).reduce((sum, move) => sum + cost(move), 0));
  byId("made-words").textContent = `${game.metric}s made`;
  const change = byId("change");
  const known = before?.to_finish !== null && before?.to_finish !== undefined && place.to_finish !== null;
  const by = known ? place.to_finish - before.to_finish : 0;
  change.textContent = by === 0 ? "" : by < 0 ? `▼ ${-by}` : `▲ ${by}`;
  change.className = by < 0 ? "nearer" : "further";
  change.setAttribute("aria-label", by === 0 ? "" : `${Math.abs(by)} ${change.className}`);
  byId("undo").disabled = game.at === 0;
  byId("redo").disabled = game.at === game.moves.length;
  byId("restart").disabled = game.at === 0;
  byId("hint").disabled = place.hint === null;
  byId("solve").disabled = place.to_finish === null || place.to_finish === 0;
  if (place.solved) say("Solved.");
  else if (place.explored && place.to_finish === null && game.puzzle.goals.length) {
    const why = exploration.told?.unsolvable;
    say(why && place.from_start !== null ? inWords(why) : "Finish cannot be reached from here.");
  } else if (place.at_least !== null) {
    const more = place.remedy ? ` The command \`${place.remedy}\` builds tables, by which this page finds the distance.` : "";
    say(`Finish is at least ${counted(place.at_least, game.metric)} away.${more}`);
  } else say("");
  player.show(game.moves, game.at);
  history.replaceState(null, "", writeAddress(game.named, game.metric, game.at === 0 && game.begin === game.puzzle.start ? null : positionNow()));
}

function say(words) {
  byId("news").textContent = words;
}

/** Handles a move that the player made on the board. */
function made(move) {
  note(move);
  return lookOrReturn(game.place);
}

/** Appends a move to the game and drops the moves that were undone. */
function note(move) {
  game.moves = withMove(game.moves.slice(0, game.at), move);
  game.at = game.moves.length;
  player.pause();
  player.show(game.moves, game.at);
  leave();
}

/** Appends a move to a list of moves. In the slide and move metrics, it joins consecutive moves of
 * the same piece into one path, removes loops, and splits the path into slides or moves again. */
function withMove(moves, move) {
  if (game.metric === "step" || game.metric === "line") return [...moves, move];
  const kept = moves.length - movesInHand(moves, move.class, move.from);
  const way = [...moves.slice(kept), move];
  const squares = squaresOf(way[0].from, way.flatMap((own) => [...own.letters]));
  const letters = lettersOf(squares);
  const positionOf = game.board.positionsFrom(move.class, move.from, positionNow());
  const legs = [];
  let begin = 0;
  for (let end = 1; end <= letters.length; end += 1) {
    const goesOn = end < letters.length && (game.metric === "move" || letters[end] === letters[end - 1]);
    if (goesOn) continue;
    const [from, to] = [squares[begin], squares[end]];
    legs.push(game.board.worded({ ...move, from, to, letters: letters.slice(begin, end), position: positionOf(to) }));
    begin = end;
  }
  return [...moves.slice(0, kept), ...legs];
}

/** Marks the moves and distances as unknown, because the position changes. */
function leave() {
  game.isKnown = false;
  game.board.allow([]);
}

/** Requests the new position; after an error, returns to the last position that the server described. */
async function lookOrReturn(before) {
  game.coming = look(before);
  if (await game.coming) await goBack();
}

/** Returns to the last position that the server described. */
async function goBack() {
  player.pause();
  game.isElsewhere = false;
  const { moves, at } = game.sure;
  let shared = 0;
  while (shared < Math.min(game.at, at) && game.moves[shared] === moves[shared]) shared += 1;
  while (game.at > shared) await game.board.go(reversed(game.moves[--game.at]), false);
  game.moves = moves;
  while (game.at < at) await game.board.go(moves[game.at++], false);
  game.isKnown = true;
  game.board.allow(game.place.moves);
  tellNumbers(null);
}

/** Shows the position after `wanted` moves, or after the last move if there are fewer. */
async function go(wanted) {
  const to = Math.min(wanted, game.moves.length);
  const before = game.place;
  const isOne = Math.abs(to - game.at) === 1;
  leave();
  while (game.at < to) await game.board.go(game.moves[game.at++], isOne);
  while (game.at > to) await game.board.go(reversed(game.moves[--game.at]), isOne);
  await lookOrReturn(isOne ? before : null);
}

async function hint() {
  await game.coming;
  if (!game.isKnown || !game.place.hint) return;
  const [hint] = game.board.spelled([game.place.hint]);
  if (game.advised) {
    const before = game.place;
    note(hint);
    await game.board.go(hint, true);
    await lookOrReturn(before);
    return;
  }
  game.advised = true;
  game.board.advise(hint);
  say(`Hint: ${hint.words}. Press Hint again to make this move.`);
}

async function solve() {
  await game.coming;
  if (!game.isKnown) return;
  try {
    const position = positionNow();
    const solution = await ask("/api/solution", { ...game.named, metric: game.metric, position });
    if (!game.isKnown || position !== positionNow()) return;
    game.moves = [...game.moves.slice(0, game.at), ...game.board.spelled(solution.path)];
    game.sure.moves = game.moves;
    player.show(game.moves, game.at);
    byId("redo").disabled = false;
    say(`A shortest solution has ${counted(solution.moves, solution.metric)}. Play it or step through it.`);
    byId("play").focus();
  } catch (refused) {
    complain(refused);
  }
}

/** Starts a game at a position, or at Start; returns the error, if any. */
async function restart(position) {
  player.pause();
  const { begin, moves, at, place } = game;
  Object.assign(game, { begin: position ?? game.puzzle.start, moves: [], at: 0, isElsewhere: true });
  leave();
  game.coming = look(null);
  const refused = await game.coming;
  if (refused && place && !(refused.status >= 400 && refused.status < 500)) {
    // The server did not respond, so keep the previous game.
    Object.assign(game, { begin, moves, at });
    await goBack();
    return refused;
  }
  if (refused && position) {
    // The link contains an invalid position: show Start.
    await restart(null);
    complain(refused);
  }
  return refused;
}

/** Handles a progress report; once the exploration is ready, shows distances and results. */
function explored(told) {
  if (told.state !== "ready") return;
  look(null, false);
  showFindings(told);
}

async function showFindings(told) {
  byId("findings").hidden = false;
  const question = { ...game.named, metric: game.metric };
  try {
    await Promise.all([
      plot(),
      gallery("farthest", { ...question, from: "start" }, (found) =>
        `${counted(found.count, "position")}, ${counted(found.generation, found.metric)} from Start`),
      told.goal ? gallery("hardest", { ...question, from: "goal" }, (found) =>
        `${counted(found.count, "position")}, ${counted(found.generation, found.metric)} from Finish`) : null,
    ]);
    byId("hardest-part").hidden = !told.goal;
  } catch (refused) {
    complain(refused);
  }
}

function setImage(image, svg) {
  if (image.src) URL.revokeObjectURL(image.src);
  image.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
}

async function plot() {
  const looks = { dark: dark.matches, logarithmic: byId("logarithmic").checked };
  setImage(byId("plot"), await askText("/api/plot", { ...game.named, metric: game.metric, ...looks }));
}

async function gallery(id, question, words) {
  const found = await ask("/api/farthest", question);
  const few = found.positions.length < Number(found.count) ? `; ${found.positions.length} of them` : "";
  byId(`${id}-words`).textContent = `${words(found)}${few}. Choose one to play it.`;
  byId(id).replaceChildren(...found.positions.map(({ position, places }, number) => {
    const address = writeAddress(game.named, game.metric, position);
    return make("li", {}, make("a", { href: address, "aria-label": `position ${number + 1}: ${position}` },
      picture(game.puzzle, places, position)));
  }));
}

async function showGoals() {
  const { goals } = game.puzzle;
  const shown = await Promise.all(goals.slice(0, 4).map((_, goal) =>
    askText("/api/picture", { ...game.named, goal })));
  byId("goals").replaceChildren(...shown.map((svg, number) => {
    const image = make("img", { class: "goal", alt: `Finish: ${goals[number]}` });
    setImage(image, svg);
    return image;
  }));
  if (shown.length) byId("goals").prepend(make("h2", {}, "Finish"));
}

function keys(event) {
  const isMeta = event.ctrlKey || event.metaKey;
  const isField = event.target.matches("input, textarea, select");
  if (isField || !game.board) return;
  const press = (id) => {
    event.preventDefault();
    byId(id).click();
  };
  if (isMeta && event.key.toLowerCase() === "z") press(event.shiftKey ? "redo" : "undo");
  else if (isMeta && event.key.toLowerCase() === "y") press("redo");
  else if (isMeta || event.altKey) return;
  else if (event.key === "?" && !event.repeat) press("hint");
  else if (!event.target.closest(".board")) game.board.choose(event.key);
}

function wire() {
  byId("undo").onclick = () => player.jump(game.at - 1);
  byId("redo").onclick = () => player.jump(game.at + 1);
  byId("restart").onclick = () => restart(game.begin);
  byId("hint").onclick = hint;
  byId("solve").onclick = solve;
  byId("metric").onchange = () => choose(byId("metric").value);
  byId("logarithmic").onchange = () => plot().catch(complain);
  dark.addEventListener("change", () => { if (!byId("findings").hidden) plot().catch(complain); });
  byId("save-file").onclick = () => saveFile(game.puzzle);
  byId("save-picture").onclick = () => savePicture(game.puzzle, game.named, positionNow()).catch(complain);
  byId("copy-link").onclick = async () => {
    const { link, copied } = await copyLink(game.named, game.metric, positionNow());
    byId("link").hidden = false;
    byId("link").value = link;
    if (copied) say("The link is copied.");
    else byId("link").select();
  };
  document.addEventListener("keydown", keys);
  addEventListener("hashchange", open);
}

/** Changes the metric. */
async function choose(metric) {
  game.metric = metric;
  byId("metric").value = metric;
  byId("findings").hidden = true;
  exploration.mean(game.named, metric, game.puzzle.limits);
  await look(null);
  exploration.begin(true);
}

/** Opens the puzzle and position in the address. */
async function open() {
  const { puzzle, metric, position } = readAddress();
  try {
    if (!puzzle) throw new Refused(0, { error: "the address contains no puzzle", hint: "choose one in the catalogue" });
    const isSame = game.puzzle && JSON.stringify(puzzle) === JSON.stringify(game.named);
    if (!isSame) await load(puzzle);
    const kind = KINDS.includes(metric) ? metric : "step";
    const isOther = !isSame || kind !== game.metric;
    game.metric = kind;
    const refused = await restart(position);
    if (isOther) await choose(kind);
    if (refused) complain(refused);
    if (isSame) byId("board").scrollIntoView({ block: "nearest", behavior: "smooth" });
  } catch (refused) {
    byId("title").textContent = game.puzzle?.title ?? "No puzzle";
    complain(refused);
  }
}

async function load(named) {
  const puzzle = await ask("/api/puzzle", named);
  Object.assign(game, { named, puzzle, place: null });
  exploration.mean(null, game.metric);
  document.title = `${puzzle.title} - Slidewise`;
  byId("title").textContent = puzzle.title;
  byId("source").textContent = [puzzle.family, puzzle.source].filter(Boolean).join(" · ");
  byId("edit").href = `/editor${writeAddress({ text: puzzle.text })}`;
  byId("rules").replaceChildren(...puzzle.rules.map((rule) => make("li", {}, rule)));
  game.board = new Board(byId("board"), puzzle, made);
  byId("game").hidden = false;
  byId("along").hidden = false;
  showGoals().catch(complain);
}

wire();
open();
