// A playable board: pieces move only as the server's list of moves allows.

const CELL = 64;
/** Greatest time between two characters typed for one token, in milliseconds. */
const TYPING = 1000;
const DELTA = { U: [-1, 0], D: [1, 0], L: [0, -1], R: [0, 1] };
const ARROWS = { ArrowUp: "U", ArrowDown: "D", ArrowLeft: "L", ArrowRight: "R" };
const WORDS = { U: "up", D: "down", L: "left", R: "right" };
const SVG = "http://www.w3.org/2000/svg";
const same = (a, b) => a[0] === b[0] && a[1] === b[1];
const opposite = { U: "D", D: "U", L: "R", R: "L" };

/** The pieces of a move, nearest to the empty cell first: those that it pushes, then its own. */
const parts = (move) => [...(move.pushed ?? []), { class: move.class, from: move.from, to: move.to }];

/** Reverses a move. Of a push, the piece that led comes last. */
export function reversed(move) {
  const back = parts(move).reverse().map((own) => ({ class: own.class, from: own.to, to: own.from }));
  return {
    ...back.pop(),
    pushed: back,
    letters: [...move.letters].reverse().map((letter) => opposite[letter]).join(""),
  };
}

/** Lists the squares that the first cell of a piece visits, from `from` along `letters`, without
 * loops. */
export function squaresOf(from, letters) {
  const squares = [from];
  for (const letter of letters) {
    const [row, column] = squares.at(-1);
    const next = [row + DELTA[letter][0], column + DELTA[letter][1]];
    const before = squares.findIndex((square) => same(square, next));
    if (before < 0) squares.push(next);
    else squares.length = before + 1;
  }
  return squares;
}

/** The direction letters of the steps between successive squares. */
export const lettersOf = (squares) =>
  squares.slice(1).map(([row, column], at) =>
    Object.keys(DELTA).find((letter) =>
      same(DELTA[letter], [row - squares[at][0], column - squares[at][1]]))).join("");

/** Counts the moves at the end of the list that the piece now on `square` made, back to the last
 * move of another piece. */
export function movesInHand(moves, kind, square) {
  let count = 0;
  for (const move of [...moves].reverse()) {
    if (move.class !== kind || !same(move.to, square)) break;
    square = move.from;
    count += 1;
  }
  return count;
}

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
  /** Creates a board in `host`; `made` is called with each move that the player makes. */
  constructor(host, puzzle, made) {
    this.puzzle = puzzle;
    this.made = made;
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
    this.svg.append(...this.all.map((piece) => piece.outer), this.ghosts);
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
    svg.addEventListener("pointerup", () => this.drop(true));
    svg.addEventListener("pointercancel", () => this.drop(false));
    svg.addEventListener("keydown", (event) => this.key(event));
  }

  pieceAt(square, kind) {
    return this.all.find((piece) => piece.class === kind && same(piece.first, square));
  }

  /** Adds to each of successive moves the token of its piece on this board. A piece keeps its token
   * even if other pieces look like it. */
  spelled(moves) {
    const now = this.all.map((piece) => ({ ...piece }));
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

  /** Adds the text of a move: token, square, directions. */
  worded(move) {
    return { ...move, words: `${move.token} ${squareName(this.puzzle, move.from)} ${move.letters}` };
  }

  /** Returns a function that takes a square which the piece on `square` can reach, or `square`
   * itself, and returns the position with the piece there. */
  positionsFrom(kind, square, here) {
    const options = this.moves.filter((move) => move.class === kind && same(move.from, square));
    const positions = [{ to: square, position: here }, ...options];
    return (to) => positions.find((option) => same(option.to, to))?.position;
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
          at[number] = [at[number][0] + DELTA[letter][0], at[number][1] + DELTA[letter][1]];
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
    if (options.length === 0) return;
    event.preventDefault();
    this.svg.setPointerCapture(event.pointerId);
    const cell = this.svg.getBoundingClientRect().width / this.puzzle.size[0] * CELL;
    this.drag = { piece, options, x: event.clientX, y: event.clientY, cell, to: null };
    group.classList.add("held");
    this.haunt(piece, options);
  }

  pull(event) {
    const { drag } = this;
    if (!drag) return;
    const row = drag.piece.first[0] + (event.clientY - drag.y) / drag.cell;
    const column = drag.piece.first[1] + (event.clientX - drag.x) / drag.cell;
    const far = (square) => Math.hypot(square[0] - row, square[1] - column);
    drag.to = null;
    let least = far(drag.piece.first);
    for (const option of drag.options) {
      if (far(option.to) < least) {
        least = far(option.to);
        drag.to = option;
      }
    }
    put(drag.piece, drag.to ? drag.to.to : drag.piece.first);
  }

  drop(isMeant) {
    const { drag } = this;
    if (!drag) return;
    this.drag = null;
    this.ghosts.replaceChildren();
    drag.piece.group.classList.remove("held");
    if (isMeant && drag.to) {
      const [move] = this.spelled([drag.to]);
      this.go(move, false);
      this.made(move);
    } else put(drag.piece, drag.piece.first);
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const group = event.target.closest?.("[data-piece]");
    const letter = ARROWS[event.key];
    if (letter && group) {
      event.preventDefault();
      const piece = this.all[Number(group.dataset.piece)];
      const option = this.optionsOf(piece).find((move) => move.letters === letter);
      if (!option) return;
      const [move] = this.spelled([option]);
      this.go(move, false).then(() => this.made(move));
      return;
    }
    this.choose(event.key, group);
  }

  /** Handles a key as the next character of a token and focuses the next piece with that token;
   * returns whether there is such a piece. */
  choose(key, from = null) {
    // Names of keys such as Shift and Tab are longer than one character.
    if ([...key].length !== 1) return false;
    const begins = (typed) => this.all.some((piece) => piece.token.startsWith(typed));
    const longer = Date.now() - this.typedAt < TYPING ? this.typed + key : key;
    this.typed = begins(longer) ? longer : key;
    this.typedAt = Date.now();
    const named = this.all.filter((piece) => piece.token === this.typed);
    if (named.length === 0) return false;
    const now = named.findIndex((piece) => piece.group === from);
    named[(now + 1) % named.length].group.focus();
    return true;
  }
}
