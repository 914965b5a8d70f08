// A game at the board: the moves made and undone, distances, hints, solutions, and its end. What it
// knows of a position comes from its answers: the server's, or those of a book in the page.

import { Refused, commas, counted, make } from "./ask.js";
import { Board } from "./board.js";
import { Ending } from "./ending.js";
import { wireLooks } from "./looks.js";
import { WORDS, lengthOfAll, recounted, reversed, withMove } from "./moves.js";
import { Player } from "./player.js";
import { Positions } from "./positions.js";

const byId = (id) => document.getElementById(id);
const OTHERS = ["move", "slide", "step"];
/** Matches where there is no keyboard. */
const isTouch = matchMedia("(hover: none) and (pointer: coarse)");
/** Time after which a position is asked about again, while more is being found out, in milliseconds. */
const AGAIN = 250;

/** Joins phrases as a sentence does: with commas, and with `and` before the last. */
const listed = (words) => (words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`);

export class Table {
  /** Creates a game without a puzzle. `told` is called with each description of a position, and
   * `why` gives the reason why Finish cannot be reached or its distance is not known, or null. */
  constructor(answers, { told = () => {}, why = () => null } = {}) {
    Object.assign(this, { answers, told, why });
    this.puzzle = null;
    this.metric = "step";
    this.board = null;
    this.player = new Player(byId("player"), (to) => this.go(to));
    this.ending = new Ending(byId("ending"), () => this.restart());
    /** The number of requests, of which only the last counts. */
    this.asked = 0;
    this.wire();
  }

  wire() {
    byId("undo").onclick = () => this.player.jump(this.at - 1);
    byId("redo").onclick = () => this.player.jump(this.at + 1);
    // From the beginning of a game at another position it leads back to Start.
    byId("restart").onclick = () => this.restart(this.at === 0 ? this.positions.write(this.puzzle.places) : null);
    byId("hint").onclick = () => this.hint();
    byId("solve").onclick = () => this.solve();
    document.addEventListener("keydown", (event) => this.keys(event));
    wireLooks();
  }

  /** Puts a puzzle on the board. */
  open(puzzle, metric) {
    this.puzzle = puzzle;
    this.metric = metric;
    this.positions = new Positions(puzzle);
    this.board = new Board(byId("board"), puzzle, (move) => this.made(move), (...own) => this.refuse(...own));
    Object.assign(this, {
      /** The first position of the game. */
      begin: puzzle.places,
      /** The moves of the game. The first `at` of them have been made, the others undone. */
      moves: [],
      at: 0,
      /** The last description of a position. */
      place: null,
      /** Whether `place` describes the position on the board; if not, `coming` is the request. */
      isKnown: false,
      coming: null,
      /** The values of `moves` and `at` when `place` last described the position on the board. */
      sure: { moves: [], at: 0 },
      /** Whether the pieces on the board still show a position other than the current one. */
      isElsewhere: false,
      advised: false,
      /** What was known of the position before the last move; null if there is none. */
      before: null,
      /** Whether the player has seen a whole solution. */
      isHelped: false,
      begunAt: null,
      /** How the game came to its first position. */
      arrival: "",
    });
  }

  placesNow() {
    return this.positions.afterAll(this.begin, this.moves.slice(0, this.at));
  }

  positionNow() {
    return this.positions.write(this.placesNow());
  }

  get isAtStart() {
    return this.at === 0 && this.positions.write(this.begin) === this.positions.write(this.puzzle.places);
  }

  complain(refused) {
    const trouble = byId("trouble");
    trouble.hidden = !refused;
    trouble.textContent = "";
    if (!refused) return;
    // The words about a position name its row.
    const where = refused.line && !refused.message.startsWith("Row ") ? ` (line ${refused.line}, column ${refused.column})` : "";
    trouble.textContent = `${refused.message}${where}${refused.hint ? `: ${refused.hint}` : ""}`;
    if (!(refused instanceof Refused)) throw refused;
  }

  /** Says how the game came to its first position, and how it leads back. */
  arrivalWords() {
    return this.at > 0 || this.isAtStart ? "" : `${this.arrival} Restart leads back to Start.`;
  }

  say(words) {
    // The same words again would be read aloud again.
    if (byId("news").textContent !== words) byId("news").textContent = words;
  }

  /** Asks for the moves and distances of a position and shows them; returns the error, if any.
   * `before` is what was known before the move that led there. If the user did not ask for it
   * (`isAsked` is false), the position is the same as before, and an earlier error message, the hint
   * and the change of the distance stay visible. */
  async look(before, isAsked = true, given = null) {
    // A question of the page does not take the place of what the user has asked for.
    if (!isAsked) await this.coming;
    const position = given ?? this.positionNow();
    const asked = ++this.asked;
    // Known before the answer: what the page asks by itself may take the place of this question.
    if (isAsked) Object.assign(this, { before, advised: false });
    try {
      const place = await this.answers.place(position, this.metric);
      if (asked !== this.asked) return null;
      if (this.at === 0) this.begin = place.places;
      // What the page learns by itself about the position leaves the hint that the user has asked for,
      // even where another move is as good.
      const { advised } = this;
      if (advised) place.hint = this.place.hint;
      Object.assign(this, { place, isKnown: true, sure: { moves: this.moves, at: this.at } });
      if (this.isElsewhere) this.board.show(place.places);
      this.isElsewhere = false;
      this.board.allow(place.moves);
      this.tell();
      if (isAsked) this.complain(null);
      if (place.pending) this.lookLater(asked);
      return null;
    } catch (refused) {
      if (asked !== this.asked) return null;
      this.complain(refused);
      return refused;
    }
  }

  /** Asks about a position again after a while, unless another one is on the board by then. */
  async lookLater(asked) {
    await new Promise((done) => setTimeout(done, AGAIN));
    if (asked === this.asked && this.isKnown) await this.look(null, false);
  }

  /** The length of the moves made. */
  madeLength() {
    return lengthOfAll(this.moves.slice(0, this.at), this.metric);
  }

  tell() {
    const { at, metric, moves, place } = this;
    const number = (value) => (value === null ? "–" : commas(value));
    byId("left").textContent = place.at_least === null ? number(place.to_finish) : `≥ ${commas(place.at_least)}`;
    byId("left-words").textContent = `${metric}${place.to_finish === 1 ? "" : "s"} to Finish`;
    byId("gone").textContent = number(place.from_start);
    byId("made").textContent = commas(this.madeLength());
    byId("made-words").textContent = `${metric}s made`;
    byId("others").textContent = this.otherLengths();
    this.tellChange();
    byId("undo").disabled = at === 0;
    byId("redo").disabled = at === moves.length;
    byId("restart").disabled = at === 0 && this.isAtStart;
    byId("hint").disabled = place.hint === null;
    byId("solve").disabled = place.to_finish === null || place.to_finish === 0;
    this.player.show(moves, at);
    this.say(this.news());
    if (place.solved && at > 0) this.end();
    else this.ending.hide();
    this.told(place);
  }

  /** The lengths in the other metrics, as text; from other positions than Start, only if known. */
  otherLengths() {
    if (this.place.solved) return "";
    const known = { ...(this.isAtStart ? this.puzzle.shortest : {}), ...this.place.lengths };
    const others = OTHERS.filter((own) => own !== this.metric && Number.isInteger(known[own]));
    return others.map((own) => counted(known[own], own)).join(", ");
  }

  /** Shows by how much the last move has changed the distance. */
  tellChange() {
    const change = byId("change");
    const { before, place } = this;
    const isKnown = Number.isInteger(before?.to_finish) && place.to_finish !== null;
    const by = isKnown ? place.to_finish - before.to_finish : 0;
    change.textContent = by === 0 ? "" : by < 0 ? `▼ ${-by}` : `▲ ${by}`;
    change.hidden = by === 0;
    change.className = by < 0 ? "nearer" : "further";
    change.setAttribute("aria-label", by === 0 ? "" : `${Math.abs(by)} ${change.className}`);
  }

  news() {
    const { place } = this;
    if (this.advised) {
      const [hint] = this.board.spelled([place.hint]);
      return `Hint: ${hint.words}. Move ${hint.token} ${[...hint.letters].map((own) => WORDS[own]).join(", then ")}; press Hint again to make this move.`;
    }
    // At the end of a game its own panel says so.
    if (place.solved) return this.at > 0 ? "" : "This is Finish. Scramble to play.";
    if (place.explored && place.to_finish === null && this.puzzle.goals.length) {
      return this.why(place) ?? "Finish cannot be reached from here.";
    }
    if (!place.explored && place.to_finish === null && place.at_least === null) {
      return [this.arrivalWords(), this.why(place)].filter(Boolean).join(" ");
    }
    if (place.at_least !== null) {
      const more = place.pending ? " Tables by which this page finds the distance are being built."
        : place.remedy ? ` The command \`${place.remedy}\` builds tables, by which this page finds the distance.` : "";
      return `Finish is at least ${counted(place.at_least, this.metric)} away.${more}`;
    }
    return this.arrivalWords();
  }

  /** Shows how long the solution is, and how long it could be. */
  async end() {
    const { begin, metric, puzzle } = this;
    const made = this.madeLength();
    const first = this.positions.write(begin);
    const from = await this.answers.place(first, metric).catch(() => ({ to_finish: null }));
    if (!this.isKnown || !this.place.solved) return;
    const isStart = first === this.positions.write(puzzle.places);
    const shortest = from.to_finish ?? (isStart ? puzzle.shortest[metric] : null) ?? null;
    const seconds = this.begunAt === null ? null : (Date.now() - this.begunAt) / 1000;
    const game = isStart ? "start" : first;
    this.ending.show({ puzzle, metric, first: game, made, shortest, seconds, isHelped: this.isHelped });
  }

  /** Handles a move that the player made on the board. */
  made(move) {
    this.note(move);
    return this.lookOrReturn(this.place);
  }

  /** Says why a piece cannot move, or cannot go in a direction, or that it can go in several. */
  refuse(piece, letter) {
    if (!this.isKnown) return;
    const why = (way) => this.positions.obstacle(this.placesNow(), piece.class, piece.first, way,
      (square) => this.board.tokenAt(square));
    if (letter === "") this.say(`${piece.token} can go several ways: drag it${isTouch.matches ? "" : ", or press an arrow key"}.`);
    else if (letter) this.say(`${piece.token} cannot go ${WORDS[letter]}: ${why(letter)}.`);
    else this.say(`${piece.token} cannot move: ${listed([...new Set("UDLR".split("").map(why))])}.`);
  }

  /** Appends a move to the game and drops the moves that were undone. */
  note(move) {
    this.begunAt ??= Date.now();
    this.moves = this.board.spelledFrom(this.begin, withMove(this.moves.slice(0, this.at), move, this.metric));
    this.at = this.moves.length;
    this.player.pause();
    this.player.show(this.moves, this.at);
    this.leave();
  }

  /** Marks the moves and distances as unknown, because the position changes; what was asked about the
   * position before is not shown any more. */
  leave() {
    this.isKnown = false;
    this.asked += 1;
    this.board.allow([]);
  }

  /** Asks about the new position; after an error, returns to the last position that is known. */
  async lookOrReturn(before) {
    this.coming = this.look(before);
    if (await this.coming) await this.goBack();
  }

  /** Returns to the last position that is known. */
  async goBack() {
    this.player.pause();
    this.isElsewhere = false;
    Object.assign(this, this.sure);
    this.board.show(this.begin);
    for (const move of this.moves.slice(0, this.at)) await this.board.go(move, false);
    this.isKnown = true;
    this.board.allow(this.place.moves);
    this.before = null;
    this.tell();
  }

  /** Shows the position after `wanted` moves, or after the last move if there are fewer. */
  async go(wanted) {
    const to = Math.min(wanted, this.moves.length);
    const before = this.place;
    const isOne = Math.abs(to - this.at) === 1;
    this.leave();
    while (this.at < to) await this.board.go(this.moves[this.at++], isOne);
    while (this.at > to) await this.board.go(reversed(this.moves[--this.at]), isOne);
    await this.lookOrReturn(isOne ? before : null);
  }

  async hint() {
    await this.coming;
    if (!this.isKnown || !this.place.hint) return;
    const [hint] = this.board.spelled([this.place.hint]);
    if (this.advised) {
      const before = this.place;
      this.note(hint);
      await this.board.go(hint, true);
      await this.lookOrReturn(before);
      return;
    }
    this.advised = true;
    this.board.advise(hint);
    this.say(this.news());
  }

  async solve() {
    await this.coming;
    if (!this.isKnown) return;
    try {
      const position = this.positionNow();
      const solution = await this.answers.solution(position, this.metric);
      if (!this.isKnown || position !== this.positionNow()) return;
      this.moves = [...this.moves.slice(0, this.at), ...this.board.spelled(solution.path)];
      this.sure.moves = this.moves;
      this.isHelped = true;
      this.player.show(this.moves, this.at);
      byId("redo").disabled = false;
      this.say(`A shortest solution has ${counted(solution.moves, this.metric)}. Play it or step through it.`);
      this.player.unfold(true);
      byId("play").focus({ preventScroll: true });
      byId("player").scrollIntoView({ block: "nearest" });
    } catch (refused) {
      this.complain(refused);
    }
  }

  /** Starts a game again, or at a position that is given as text, which `arrival` says in a sentence; returns the
   * error, if any. */
  async restart(position = null, arrival = "The board shows your position.") {
    this.player.pause();
    this.ending.hide();
    const { at, begin, moves, place } = this;
    const text = position ?? this.positions.write(begin);
    Object.assign(this, { moves: [], at: 0, isElsewhere: true, isHelped: false, begunAt: null });
    if (position !== null) this.arrival = arrival;
    this.leave();
    this.coming = this.look(null, true, text);
    const refused = await this.coming;
    if (refused && place) {
      Object.assign(this, { begin, moves, at });
      await this.goBack();
      this.complain(refused);
    }
    return refused;
  }

  /** Counts the moves made in another metric. */
  async count(metric) {
    const [made, undone] = [this.moves.slice(0, this.at), this.moves.slice(this.at)];
    const again = recounted(made, metric);
    this.metric = metric;
    this.at = again.length;
    this.moves = this.board.spelledFrom(this.begin, [...again, ...recounted(undone, metric)]);
    this.leave();
    this.coming = this.look(null);
    return this.coming;
  }

  keys(event) {
    const isMeta = event.ctrlKey || event.metaKey;
    if (!this.board || event.target.matches("input, textarea, select")) return;
    const press = (id) => {
      event.preventDefault();
      byId(id).click();
    };
    if (isMeta && event.key.toLowerCase() === "z") press(event.shiftKey ? "redo" : "undo");
    else if (isMeta && event.key.toLowerCase() === "y") press("redo");
    else if (isMeta || event.altKey) return;
    else if (event.key === "Backspace") press("undo");
    else if (event.key === "?" && !event.repeat) press("hint");
    else if (event.target.closest(".board, .moves, canvas")) return;
    else if (event.key.startsWith("Arrow")) {
      if (this.board.arrow(event.key)) event.preventDefault();
      else this.say("Choose a piece first: type its letter, or click on it.");
    } else this.board.choose(event.key);
  }
}

/** Creates pictures of goals, as images from SVG texts. */
export function goalPictures(goals, texts) {
  return texts.map((svg, number) => {
    const image = make("img", { class: "goal", alt: `Finish: ${goals[number]}` });
    image.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
    return image;
  });
}
