// A playable board: pieces move only as a list of possible moves allows.

import { Room } from "./glide.js";
import { WORDS, beside, parts, same } from "./moves.js";

const CELL = 64;
/** Greatest time between two characters typed for one token, in milliseconds. */
const TYPING = 1000;
/** Greatest way of the pointer that is still a tap, in pixels. */
const TAP = 6;
/** Least speed of the pointer that is a flick, in pixels a millisecond, and the time over which it
 * is measured. */
const FLICK = 0.35;
const FLICK_TIME = 80;
const ARROWS = { ArrowUp: "U", ArrowDown: "D", ArrowLeft: "L", ArrowRight: "R" };
const SVG = "http://www.w3.org/2000/svg";

/** Parses SVG markup from the server into elements. */
function drawn(markup) {
  const text = `<svg xmlns="${SVG}">${markup}</svg>`;
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
  return [...parsed.documentElement.children].map((child) => document.importNode(child, true));
}

function frame(puzzle, label) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", `0 0 ${puzzle.size[0]} ${puzzle.size[1]}`);
  svg.setAttribute("class", "board");
  svg.setAttribute("aria-label", label);
  svg.append(...drawn(puzzle.ground));
  return svg;
}

/** Creates the drawings of all pieces on their squares at Start, ordered by class. */
function pieces(puzzle) {
  return puzzle.classes.flatMap((own, number) =>
    own.drawings.map((drawing, index) => {
      const [outer] = drawn(drawing);
      const home = puzzle.places[number][index];
      return { class: number, token: own.tokens[index], home, first: home, outer, group: outer.firstElementChild };
    }));
}

/** Says whether an offset in rows and columns goes in the direction of a letter. */
const isAlong = (by, letter) => {
  const to = beside([0, 0], letter);
  return by[0] * to[0] + by[1] * to[1] > 0;
};

function put(piece, [row, column]) {
  const [y, x] = [row - piece.home[0], column - piece.home[1]];
  piece.group.style.transform = `translate(${x * CELL}px, ${y * CELL}px)`;
}

/** Moves the pieces of each class to the squares that a position gives to the class. */
function settle(all, places) {
  const next = places.map(() => 0);
  for (const piece of all) {
    piece.first = places[piece.class][next[piece.class]++];
    put(piece, piece.first);
  }
}

/** Creates a picture of a position. */
export function picture(puzzle, places, label) {
  const svg = frame(puzzle, label);
  svg.setAttribute("role", "img");
  const all = pieces(puzzle);
  settle(all, places);
  svg.append(...all.map((piece) => piece.outer));
  return svg;
}

/** The name of a square, as in chess. */
export function squareName(puzzle, [row, column]) {
  let letters = "";
  for (let rest = column; rest >= 0; rest = Math.floor(rest / 26) - 1) {
    letters = String.fromCharCode(97 + (rest % 26)) + letters;
  }
  return `${letters}${puzzle.rows - row}`;
}

export class Board {
  /** Creates a board in `host`; `made` is called with each move that the player makes, and `refused`
   * with a piece and the letter of a direction in which it cannot go, or null. */
  constructor(host, puzzle, made, refused) {
    this.puzzle = puzzle;
    this.made = made;
    this.refused = refused;
    this.moves = [];
    this.drag = null;
    /** The characters of a token typed so far, and the time when the last was typed. */
    this.typed = "";
    this.typedAt = 0;
    this.svg = frame(puzzle, `${puzzle.title}: the board`);
    this.svg.setAttribute("role", "group");
    this.all = pieces(puzzle);
    this.ghosts = document.createElementNS(SVG, "g");
    this.ghosts.setAttribute("class", "ghosts");
    const target = puzzle.target ? drawn(puzzle.target) : [];
    this.svg.append(...this.all.map((piece) => piece.outer), ...target, this.ghosts);
    this.all.forEach((piece, number) => {
      piece.group.setAttribute("class", "mover");
      piece.group.setAttribute("data-piece", number);
      piece.group.setAttribute("role", "button");
      piece.group.setAttribute("tabindex", "0");
    });
    settle(this.all, puzzle.places);
    this.listen();
    host.replaceChildren(this.svg);
  }

  listen() {
    const { svg } = this;
    svg.addEventListener("pointerdown", (event) => this.take(event));
    svg.addEventListener("pointermove", (event) => this.pull(event));
    svg.addEventListener("pointerup", (event) => this.drop(true, event.timeStamp));
    svg.addEventListener("pointercancel", () => this.drop(false));
    // A finger on a piece drags it, and a finger beside the pieces scrolls the page.
    svg.addEventListener("touchstart", (event) => {
      if (event.target.closest?.("[data-piece]") && event.cancelable) event.preventDefault();
    }, { passive: false });
    svg.addEventListener("keydown", (event) => this.key(event));
  }

  pieceAt(square, kind) {
    return this.all.find((piece) => piece.class === kind && same(piece.first, square));
  }

  /** Adds to each of successive moves the token of its piece on this board. A piece keeps its token
   * even if other pieces look like it. */
  spelled(moves, now = this.all.map(({ class: kind, token, first }) => ({ class: kind, token, first }))) {
    return moves.map((move) => {
      const tokens = [];
      for (const { class: kind, from, to } of parts(move)) {
        const piece = now.find((own) => own.class === kind && same(own.first, from));
        if (!piece) return move;
        piece.first = to;
        tokens.push(piece.token);
      }
      return this.worded({ ...move, token: tokens.join(" ") });
    });
  }

  /** Adds the tokens to moves that begin at a position, which gives the tokens of Start in order. */
  spelledFrom(begin, moves) {
    if (moves.length === 0) return moves;
    const now = this.all.map(({ class: kind, token }) => ({ class: kind, token }));
    const next = begin.map(() => 0);
    for (const piece of now) piece.first = begin[piece.class][next[piece.class]++];
    return this.spelled(moves, now);
  }

  /** The token of the piece that covers a square. */
  tokenAt(square) {
    const covers = ({ class: kind, first: [row, column] }) =>
      this.puzzle.classes[kind].cells.some(([down, right]) => same([row + down, column + right], square));
    return this.all.find(covers)?.token ?? "a piece";
  }

  /** Adds the text of a move: token, square, directions. */
  worded(move) {
    return { ...move, words: `${move.token} ${squareName(this.puzzle, move.from)} ${move.letters}` };
  }

  optionsOf(piece) {
    return this.moves.filter((move) => move.class === piece.class && same(move.from, piece.first));
  }

  /** Shows a position without animation. */
  show(places) {
    this.drop(false);
    this.clear();
    settle(this.all, places);
  }

  /** Sets the possible moves. */
  allow(moves) {
    this.moves = moves;
    for (const piece of this.all) {
      const options = this.optionsOf(piece);
      const ways = [...new Set(options.map((move) => WORDS[move.letters[0]]))];
      const where = squareName(this.puzzle, piece.first);
      piece.group.classList.toggle("can", options.length > 0);
      piece.group.setAttribute("aria-label",
        `${piece.token} at ${where}, ${ways.length ? `can move ${ways.join(", ")}` : "cannot move"}`);
    }
  }

  /** Makes a move, with an animation if `isSeen` is true. */
  async go(move, isSeen) {
    this.clear();
    const going = [];
    for (const part of parts(move)) {
      const piece = this.pieceAt(part.from, part.class);
      if (!piece) return;
      piece.first = part.to;
      going.push(piece);
    }
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (isSeen && !calm) {
      const at = parts(move).map((part) => part.from);
      for (const letter of move.letters) {
        going.forEach((piece, number) => {
          at[number] = beside(at[number], letter);
          put(piece, at[number]);
        });
        await new Promise((done) => setTimeout(done, 90));
      }
    }
    for (const piece of going) put(piece, piece.first);
  }

  /** Marks a move as a hint. */
  advise(move) {
    this.clear();
    const piece = this.pieceAt(move.from, move.class);
    piece?.group.classList.add("advised");
    if (piece) this.haunt(piece, [move]);
  }

  /** Removes all marks. */
  clear() {
    this.ghosts.replaceChildren();
    for (const piece of this.all) piece.group.classList.remove("advised");
  }

  /** Shows outlines of a piece at the places to which `moves` take it. */
  haunt(piece, moves) {
    this.ghosts.replaceChildren(...moves.map((move) => {
      const ghost = piece.outer.cloneNode(false);
      const path = piece.group.querySelector("path.piece").cloneNode(false);
      path.setAttribute("class", "ghost");
      const [row, column] = [move.to[0] - piece.home[0], move.to[1] - piece.home[1]];
      path.setAttribute("transform", `translate(${column * CELL} ${row * CELL})`);
      ghost.append(path);
      return ghost;
    }));
  }

  take(event) {
    const group = event.target.closest?.("[data-piece]");
    if (!group || event.button !== 0 || this.drag) return;
    const piece = this.all[Number(group.dataset.piece)];
    const options = this.optionsOf(piece);
    this.clear();
    group.focus({ preventScroll: true });
    event.preventDefault();
    this.svg.setPointerCapture(event.pointerId);
    // The drawing may be narrower than its element.
    const cell = this.svg.getScreenCTM().a * CELL;
    const room = new Room([piece.first, ...options.map((move) => move.to)]);
    const begun = { x: event.clientX, y: event.clientY, time: event.timeStamp };
    this.drag = { piece, options, room, cell, begun, at: piece.first, seen: [begun], isFar: false };
    for (const own of this.moved(options)) own.group.classList.add("held");
    group.classList.add("held");
  }

  /** The pieces that some moves move. */
  moved(moves) {
    return moves.flatMap((move) => parts(move).map((part) => this.pieceAt(part.from, part.class)));
  }

  pull(event) {
    const { drag } = this;
    if (!drag) return;
    const { begun, cell, piece, room } = drag;
    const [x, y] = [event.clientX - begun.x, event.clientY - begun.y];
    drag.isFar ||= Math.hypot(x, y) > TAP;
    drag.seen.push({ x: event.clientX, y: event.clientY, time: event.timeStamp });
    drag.at = room.towards(drag.at, [piece.first[0] + y / cell, piece.first[1] + x / cell]);
    this.hold();
  }

  /** Shows the dragged piece where it is, with the pieces that it pushes. */
  hold() {
    const { at, options, piece } = this.drag;
    const by = [at[0] - piece.first[0], at[1] - piece.first[1]];
    for (const other of this.moved(options)) put(other, other.first);
    const push = options.find((move) => move.pushed?.length && isAlong(by, move.letters));
    for (const { first, group, home } of push ? this.moved([push]) : [piece]) {
      put({ group, home }, [first[0] + by[0], first[1] + by[1]]);
    }
  }

  /** The direction of a flick at the end of a drag, as rows and columns; null if there is none. */
  flick(time) {
    const { seen } = this.drag;
    const last = seen.at(-1);
    const recent = seen.find((own) => time - own.time <= FLICK_TIME) ?? last;
    const [x, y] = [last.x - recent.x, last.y - recent.y];
    const span = Math.max(1, last.time - recent.time);
    if (Math.hypot(x, y) / span < FLICK) return null;
    return Math.abs(x) > Math.abs(y) ? [0, Math.sign(x)] : [Math.sign(y), 0];
  }

  /** Ends a drag: the piece goes to the nearest square, and one that was flicked on to the next. */
  drop(isMeant, time = 0) {
    const { drag } = this;
    if (!drag) return;
    const { at, isFar, options, piece, room } = drag;
    const way = isMeant && isFar ? this.flick(time) : null;
    this.drag = null;
    for (const own of [piece, ...this.moved(options)]) {
      own.group.classList.remove("held");
      put(own, own.first);
    }
    if (!isMeant) return;
    if (!isFar) {
      this.tap(piece, options);
      return;
    }
    const onward = (value, sign) => (sign > 0 ? Math.floor(value) + 1 : sign < 0 ? Math.ceil(value) - 1 : value);
    const aim = way && room.towards(at, [onward(at[0], way[0]), onward(at[1], way[1])]);
    const to = room.nearest(aim ?? at);
    const option = options.find((move) => same(move.to, to));
    if (option) this.play(option, false);
    else if (options.length === 0) this.refused(piece, null);
  }

  /** Moves a piece that was tapped, if it can go only one way, or says that there are several. */
  tap(piece, options) {
    const single = options.filter((move) => move.letters.length === 1);
    if (single.length === 1) this.play(single[0], true);
    else if (options.length === 0) this.refused(piece, null);
    else if (single.length > 1) this.refused(piece, "");
  }

  /** Makes a move of the player. */
  play(option, isSeen) {
    const [move] = this.spelled([option]);
    const shown = this.go(move, isSeen);
    this.made(move);
    return shown;
  }

  /** Moves a piece by one cell, or says why it cannot go there. */
  step(piece, letter) {
    const option = this.optionsOf(piece).find((move) => move.letters === letter);
    if (option) this.play(option, false);
    else this.refused(piece, letter);
  }

  /** Moves the only piece that can go in the direction of an arrow key; returns whether there is
   * only one. */
  arrow(key) {
    const ways = this.moves.filter((move) => move.letters === ARROWS[key]);
    const nearest = ways.filter((move) => !move.pushed?.length);
    const [only] = nearest.length === 1 ? nearest : ways;
    if (!only || (nearest.length !== 1 && ways.length !== 1)) return false;
    this.play(only, false);
    return true;
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const group = event.target.closest?.("[data-piece]");
    const letter = ARROWS[event.key];
    if (letter && group) {
      event.preventDefault();
      this.step(this.all[Number(group.dataset.piece)], letter);
      return;
    }
    if ((event.key === "Enter" || event.key === " ") && group) {
      event.preventDefault();
      const piece = this.all[Number(group.dataset.piece)];
      this.tap(piece, this.optionsOf(piece));
      return;
    }
    this.choose(event.key, group);
  }

  /** Handles a key as the next character of a token and focuses the next piece with that token;
   * returns whether there is such a piece. */
  choose(key, from = null) {
    // Names of keys such as Shift and Tab are longer than one character.
    if ([...key].length !== 1) return false;
    const folded = (text) => text.toLowerCase();
    const begins = (typed) => this.all.some((piece) => folded(piece.token).startsWith(folded(typed)));
    const longer = Date.now() - this.typedAt < TYPING ? this.typed + key : key;
    this.typed = begins(longer) ? longer : key;
    this.typedAt = Date.now();
    // A letter in the other case names a piece unless another piece has it in this case.
    const exactly = this.all.filter((piece) => piece.token === this.typed);
    const named = exactly.length ? exactly
      : this.all.filter((piece) => folded(piece.token) === folded(this.typed));
    if (named.length === 0) return false;
    const now = named.findIndex((piece) => piece.group === from);
    named[(now + 1) % named.length].group.focus();
    return true;
  }
}
