// The positions of a puzzle: as the squares of the first cells of all pieces, class by class, and as
// text.

import { beside, parts, same } from "./moves.js";

const inOrder = (a, b) => a[0] - b[0] || a[1] - b[1];

export class Positions {
  constructor(puzzle) {
    this.puzzle = puzzle;
  }

  /** The squares of the cells of a piece. */
  cells(kind, [row, column]) {
    return this.puzzle.classes[kind].cells.map(([down, right]) => [row + down, column + right]);
  }

  /** The position after a move. */
  after(places, move) {
    const next = places.map((own) => [...own]);
    // Nearest to the empty cell first, so that each piece enters a cell that was left.
    for (const { class: kind, from, to } of parts(move)) {
      next[kind] = [...next[kind].filter((square) => !same(square, from)), to];
    }
    return next.map((own) => own.sort(inOrder));
  }

  /** The position after several moves. */
  afterAll(places, moves) {
    return moves.reduce((now, move) => this.after(now, move), places);
  }

  /** The tokens of all squares, row by row. */
  rows(places) {
    const rows = this.puzzle.bare.map((row) => [...row]);
    places.forEach((own, kind) => own.forEach((first, number) => {
      for (const [row, column] of this.cells(kind, first)) {
        rows[row][column] = this.puzzle.classes[kind].tokens[number];
      }
    }));
    return rows;
  }

  /** Writes a position as text. */
  write(places) {
    return this.rows(places).map((row) => row.join(this.puzzle.blanks ? " " : "")).join(":");
  }

  /** Reads a position that `write` has written; null if the text is none. */
  read(text) {
    const { puzzle } = this;
    const rows = text.split(/[:/\n]/).map((row) => (puzzle.blanks ? row.trim().split(/\s+/) : [...row.trim()]));
    if (rows.length !== puzzle.rows || rows.some((row) => row.length !== puzzle.columns)) return null;
    const free = rows.map((row) => [...row]);
    const places = puzzle.classes.map(({ tokens }, kind) => tokens.map(() => null).map(() => {
      for (let row = 0; row < puzzle.rows; row += 1) {
        for (let column = 0; column < puzzle.columns; column += 1) {
          const token = free[row][column];
          const cells = this.cells(kind, [row, column]);
          if (!tokens.includes(token) || !cells.every(([y, x]) => free[y]?.[x] === token)) continue;
          for (const [y, x] of cells) free[y][x] = ".";
          return [row, column];
        }
      }
      return null;
    }));
    // What is left is the bare board, where pieces may stand on gates.
    const isBare = free.every((row, y) => row.every((token, x) =>
      token === puzzle.bare[y][x] || (token === "." && puzzle.bare[y][x] !== "#")));
    return !isBare || places.flat().includes(null) ? null : places.map((own) => own.sort(inOrder));
  }

  /** The reason why the piece on `first` cannot take a step, as a clause. `tokenAt` names the piece
   * that covers a square. */
  obstacle(places, kind, first, letter, tokenAt) {
    const { bare, classes } = this.puzzle;
    const { axis } = classes[kind];
    if (axis === "horizontal" && "UD".includes(letter)) return "it moves only left and right";
    if (axis === "vertical" && "LR".includes(letter)) return "it moves only up and down";
    const cells = this.cells(kind, beside(first, letter));
    if (cells.some(([row, column]) => bare[row]?.[column] === undefined)) return "the board ends there";
    if (cells.some(([row, column]) => bare[row][column] === "#")) return "a wall is there";
    const own = this.cells(kind, first);
    const entered = cells.filter((cell) => !own.some((square) => same(square, cell)));
    const rows = this.rows(places);
    const taken = entered.find(([row, column]) => rows[row][column] !== bare[row][column]);
    if (taken) return `${tokenAt(taken)} is there`;
    const isGate = entered.some(([row, column]) => bare[row][column] !== ".");
    return isGate ? "the gate is closed to it" : "a rule forbids it";
  }
}
