// A book: all positions of a component with their exact distances. It answers about positions as the
// server does.

import { Refused } from "./ask.js";
import { DELTA, beside, same } from "./moves.js";
import { Positions } from "./positions.js";

const NONE = 65535;

/** Decompresses bytes. */
export async function inflate(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

export class Book {
  /** Unpacks a book: its header, and the compressed bytes that follow it. */
  static async open(puzzle, header, bytes) {
    return new Book(puzzle, header, await inflate(bytes));
  }

  /** Reads the server's message: the length of the header, the header, the bytes. */
  static async read(puzzle, message) {
    const length = new DataView(message).getUint32(0, true);
    const header = JSON.parse(new TextDecoder().decode(new Uint8Array(message, 4, length)));
    return Book.open(puzzle, header, new Uint8Array(message, 4 + length));
  }

  constructor(puzzle, { count, pieces, distances }, raw) {
    Object.assign(this, { puzzle, count, pieces });
    this.positions = new Positions(puzzle);
    let at = 0;
    /** Reads the next column into every `stride`-th place of an array. */
    const read = (all, first, stride) => {
      let number = 0;
      for (let own = 0; own < count; own += 1) {
        number = (number + raw[at + own] + 256 * raw[at + count + own]) & 65535;
        all[first + own * stride] = number;
      }
      at += 2 * count;
    };
    /** The squares of the pieces, record after record. */
    this.records = new Uint16Array(count * pieces);
    for (let piece = 0; piece < pieces; piece += 1) read(this.records, piece, pieces);
    /** The distances by metric and source. */
    this.distances = new Map();
    for (const [metric, from] of distances) {
      const all = new Uint16Array(count);
      read(all, 0, 1);
      this.distances.set(`${metric} ${from}`, all);
    }
  }

  get metrics() {
    return [...new Set([...this.distances.keys()].map((key) => key.split(" ")[0]))];
  }

  /** The number of a position; -1 if the component lacks it. */
  find(places) {
    const { pieces, puzzle, records } = this;
    const wanted = places.flatMap((own) => own.map(([row, column]) => row * puzzle.columns + column));
    let [low, high] = [0, this.count];
    while (low < high) {
      const middle = (low + high) >> 1;
      let at = 0;
      while (at < pieces && records[middle * pieces + at] === wanted[at]) at += 1;
      if (at === pieces) return middle;
      if (records[middle * pieces + at] < wanted[at]) low = middle + 1;
      else high = middle;
    }
    return -1;
  }

  /** The position with a number. */
  placesOf(number) {
    const { columns, classes } = this.puzzle;
    let at = number * this.pieces;
    return classes.map(({ tokens }) => tokens.map(() => {
      const square = this.records[at++];
      return [Math.floor(square / columns), square % columns];
    }));
  }

  /** The distances of all positions, 65535 where there is none; null if the book lacks them. */
  column(metric, from = "goal") {
    return this.distances.get(`${metric} ${from}`) ?? null;
  }

  /** A distance of the position with a number; null if there is none. */
  distance(number, metric, from = "goal") {
    const all = this.column(metric, from);
    return all && all[number] !== NONE ? all[number] : null;
  }

  /** The numbers of all positions at a distance. */
  generation(distance, metric, from = "goal") {
    const all = this.column(metric, from) ?? [];
    const numbers = [];
    for (let number = 0; number < all.length; number += 1) if (all[number] === distance) numbers.push(number);
    return numbers;
  }

  /** The greatest distance of a position. */
  depth(metric, from = "goal") {
    const all = this.column(metric, from) ?? [];
    let most = 0;
    for (let number = 0; number < all.length; number += 1) if (all[number] > most && all[number] !== NONE) most = all[number];
    return most;
  }

  /** All ways of one piece along any path, each with the fewest steps. */
  ways(places, kind, from) {
    const { positions } = this;
    const others = new Set(places.flatMap((own, other) => own
      .filter((square) => other !== kind || !same(square, from))
      .flatMap((square) => positions.cells(other, square).map((cell) => cell.join()))));
    const isFree = ([row, column]) => {
      const token = this.puzzle.bare[row]?.[column];
      return token !== undefined && token !== "#" && !others.has(`${row},${column}`);
    };
    const met = new Set([from.join()]);
    const ways = [];
    let at = { to: from, letters: "" };
    for (let next = 0; at; at = ways[next++]) {
      for (const letter of Object.keys(DELTA)) {
        const to = beside(at.to, letter);
        if (met.has(to.join()) || !positions.cells(kind, to).every(isFree)) continue;
        // The book has all legal positions that can be reached, so that rules and axes hold.
        const after = positions.after(places, { class: kind, from, to });
        const number = this.find(after);
        if (number < 0) continue;
        met.add(to.join());
        ways.push({ class: kind, from, to, letters: at.letters + letter, number });
      }
    }
    return ways;
  }

  /** All pushes of a row of unit pieces by one cell. */
  pushes(places) {
    const covering = new Map(places.flatMap((own, kind) => own.map((square) => [square.join(), { kind, square }])));
    return [...covering.values()].flatMap(({ kind, square }) => Object.keys(DELTA).flatMap((letter) => {
      const row = [];
      for (let at = { kind, square }; at; at = covering.get(beside(at.square, letter).join())) {
        row.unshift({ class: at.kind, from: at.square, to: beside(at.square, letter) });
      }
      const move = { ...row.pop(), pushed: row, letters: letter };
      // A square beyond an edge has no number of its own.
      const [down, right] = (row[0] ?? move).to;
      if (this.puzzle.bare[down]?.[right] === undefined) return [];
      const number = this.find(this.positions.after(places, move));
      return number < 0 ? [] : [{ ...move, class: kind, number }];
    }));
  }

  /** The moves that a player can make: of one piece along any path, or pushes. */
  moves(places, metric) {
    if (metric === "line") return this.pushes(places);
    return places.flatMap((own, kind) => own.flatMap((from) => this.ways(places, kind, from)));
  }

  /** Says whether a move counts one in a metric. */
  isOne({ letters }, metric) {
    if (metric === "step") return letters.length === 1;
    return metric !== "slide" || new Set(letters).size === 1;
  }

  /** The moves that lead one nearer to Finish. */
  best(moves, number, metric) {
    const distance = this.distance(number, metric);
    if (!distance) return null;
    return moves.find((move) => this.isOne(move, metric) && this.distance(move.number, metric) === distance - 1) ?? null;
  }

  /** Describes a position, given as text, as the server does. */
  async place(text, metric) {
    const places = this.positions.read(text);
    const number = places ? this.find(places) : -1;
    if (number < 0) {
      throw new Refused(404, { error: "not a position that can be reached", hint: "go back to Start" });
    }
    const moves = this.moves(places, metric);
    const finish = this.distance(number, metric);
    return {
      position: text, places, moves, number, explored: true, solved: finish === 0, to_finish: finish,
      from_start: this.distance(number, metric, "start"), at_least: null, remedy: null, pending: false,
      hint: this.best(moves, number, metric),
      lengths: Object.fromEntries(this.metrics.map((own) => [own, this.distance(number, own)])),
    };
  }

  /** A shortest way from a position to Finish: its moves, and the numbers of its positions. */
  way(places, metric) {
    const path = [];
    const numbers = [this.find(places)];
    for (;;) {
      const move = this.best(this.moves(places, metric), numbers.at(-1), metric);
      if (!move) return { path, numbers };
      path.push(move);
      numbers.push(move.number);
      places = this.positions.after(places, move);
    }
  }

  /** A shortest solution from a position, as the server gives it. */
  async solution(text, metric) {
    const { path } = this.way(this.positions.read(text), metric);
    return { moves: path.length, path };
  }
}
