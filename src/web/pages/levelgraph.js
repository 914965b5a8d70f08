// The state graph of a Sokoban level beside its board: all positions up to the player's walks, with the
// pushes between them.

import { askBytes, counted } from "./ask.js";
import { NONE } from "./colouring.js";
import { unpacked } from "./drawing.js";
import { Landscape } from "./landscape.js";
import { LevelGame, STEPS } from "./levelboard.js";
import { pictureOf } from "./levelgrid.js";

/** A multiplier that spreads the squares of a record over a table. */
const SPREAD = 0x9e3779b1;

/** For each position, the other ends of the edges that begin (`side` 0) or end (1) there, side by side:
 * those of a position begin at its place in `starts`. */
function ends(edges, count, side) {
  const starts = new Uint32Array(count + 1);
  for (let at = side; at < edges.length; at += 2) starts[edges[at] + 1] += 1;
  for (let number = 0; number < count; number += 1) starts[number + 1] += starts[number];
  const next = starts.slice();
  const others = new Uint32Array(edges.length / 2);
  for (let at = side; at < edges.length; at += 2) others[next[edges[at]]++] = edges[at ^ 1];
  return { starts, others };
}

/** The numbers of records, found by their squares in a table of places. */
class RecordTable {
  constructor(records, length) {
    Object.assign(this, { records, length });
    const count = records.length / length;
    let size = 16;
    while (size < 2 * count) size *= 2;
    this.slots = new Int32Array(size).fill(-1);
    for (let number = 0; number < count; number += 1) {
      let at = this.place(records.subarray(number * length, (number + 1) * length));
      while (this.slots[at] >= 0) at = (at + 1) & (size - 1);
      this.slots[at] = number;
    }
  }

  place(record) {
    let sum = 0;
    for (const square of record) sum = Math.imul(sum ^ square, SPREAD) ^ (sum >>> 15);
    return (sum ^ (sum >>> 13)) & (this.slots.length - 1);
  }

  /** The number of a record; -1 if there is none. */
  find(record) {
    let at = this.place(record);
    for (; this.slots[at] >= 0; at = (at + 1) & (this.slots.length - 1)) {
      const from = this.slots[at] * this.length;
      if (record.every((square, place) => this.records[from + place] === square)) return this.slots[at];
    }
    return -1;
  }
}

/** The state graph of a level as the source of answers gives it. */
class LevelPositions {
  constructor(position, graph) {
    Object.assign(this, { position, graph });
    const first = new LevelGame(position);
    this.columns = first.columns;
    this.table = new RecordTable(graph.records, graph.length);
    /** Boxes that no push can reach, which the records leave out. */
    const [, ...moving] = this.squaresOf(graph.columns.start.indexOf(0)).map(String);
    this.settled = new Set([...first.boxes].filter((own) => !moving.includes(own)));
  }

  /** The number of the position of a game; -1 if the graph lacks it. */
  find(game) {
    // The player stands on the first of the squares that he can walk to, row by row.
    const squares = (places) => [...places].map((own) => own.split(",").map(Number))
      .map(([y, x]) => y * this.columns + x).sort((one, other) => one - other);
    return this.table.find([squares(game.reached().keys())[0], ...squares([...game.boxes].filter((own) => !this.settled.has(own)))]);
  }

  /** The squares of the player and of the boxes in a position, as row and column. */
  squaresOf(number) {
    const { graph, columns } = this;
    const record = graph.records.subarray(number * graph.length, (number + 1) * graph.length);
    return [...record].map((square) => [Math.floor(square / columns), square % columns]);
  }

  /** A game of the level at a position, without the steps to it. */
  gameAt(number) {
    const game = new LevelGame(this.position);
    const [player, ...boxes] = this.squaresOf(number);
    return Object.assign(game, { player, boxes: new Set([...boxes.map(String), ...this.settled]) });
  }

  /** The steps of a way with the fewest pushes from the first position to another, as letters. */
  stepsTo(number) {
    const { columns: { start }, count, edges } = this.graph;
    this.before ??= ends(edges, count, 1);
    const { starts, others } = this.before;
    const way = [number];
    for (let left = start[number]; left > 0; left -= 1) {
      const own = way.at(-1);
      for (let at = starts[own]; at < starts[own + 1]; at += 1) {
        if (start[others[at]] === start[own] - 1) {
          way.push(others[at]);
          break;
        }
      }
    }
    const game = new LevelGame(this.position);
    for (const next of way.reverse().slice(1)) this.push(game, next);
    return game.moves;
  }

  /** Walks and pushes to the next position. */
  push(game, next) {
    const [, ...boxes] = this.squaresOf(next).map(String);
    const after = new Set(boxes);
    const [y, x] = [...game.boxes].find((own) => !after.has(own) && !this.settled.has(own)).split(",").map(Number);
    for (const [letter, [down, right]] of Object.entries(STEPS)) {
      if (!after.has(`${y + down},${x + right}`) || game.isBox(y + down, x + right)) continue;
      const walk = game.walk(y - down, x - right);
      if (walk === null) continue;
      for (const step of walk + letter) game.step(step);
      return;
    }
  }

  /** The numbers of a shortest way from a position to a solution. */
  wayFrom(number) {
    const { columns: { goal }, count, edges } = this.graph;
    this.after ??= ends(edges, count, 0);
    const { starts, others } = this.after;
    const way = [number];
    for (let left = goal[number] === NONE ? 0 : goal[number]; left > 0; left -= 1) {
      const own = way.at(-1);
      let at = starts[own];
      while (at < starts[own + 1] && goal[others[at]] !== goal[own] - 1) at += 1;
      if (at === starts[own + 1]) break;
      way.push(others[at]);
    }
    return way;
  }
}

/** The panel of a level's state graph. */
export class LevelGraph {
  /** Creates the panel in `host`; `words` says what is under way. `chosen` is called with the steps to
   * the position that the user chooses, as letters. */
  constructor(host, words, chosen) {
    Object.assign(this, { words, positions: null, level: null, turn: 0, isJump: false });
    this.arrangement = {};
    this.landscape = new Landscape(host, {
      chosen: (number) => {
        this.isJump = true;
        chosen(this.positions.stepsTo(number));
        this.isJump = false;
      },
      describe: (number) => this.describe(number),
      arranged: (arrangement) => {
        this.arrangement = arrangement;
        this.load();
      },
    });
  }

  /** Shows the graph of a level, once it is laid out, with the game on it. */
  async open(game) {
    this.game = game;
    if (this.level === game.position) return this.walk(game, true);
    this.level = game.position;
    await this.load();
  }

  async load() {
    this.turn += 1;
    const [own, level] = [this.turn, this.level];
    this.positions = null;
    this.landscape.hide();
    this.words.textContent = "The state graph is being laid out.";
    try {
      const message = await askBytes("/api/level/network", { level, ...this.arrangement });
      const graph = await unpacked(message);
      if (own !== this.turn) return;
      this.words.textContent = "";
      this.positions = new LevelPositions(level, graph);
      await this.landscape.show({ ...graph, depthWord: "push", isDirected: true });
      this.landscape.explain(`${counted(graph.count, "position")}, ${counted(graph.edges.length / 2, "push")}. A point `
        + "is where the boxes stand and the part of the floor in which the player walks; squares are dead. Choose a "
        + "point to go there with the fewest pushes.");
      this.walk(this.game, true);
    } catch (refused) {
      if (own === this.turn) this.words.textContent = `${refused.message}: ${refused.hint}`;
    }
  }

  /** Forgets the graph. */
  hide() {
    this.turn += 1;
    this.level = this.positions = null;
    this.words.textContent = "";
    this.landscape.hide();
  }

  /** Shows where the game is; at its beginning, and after a jump, `isBeginning` is true. */
  walk(game, isBeginning = this.isJump) {
    this.game = game;
    if (!this.positions || this.level !== game.position) return;
    const number = this.positions.find(game);
    this.landscape.walk(number, number < 0 ? [] : this.positions.wayFrom(number), isBeginning);
  }

  describe(number) {
    const { goal } = this.positions.graph.columns;
    const left = goal[number] === NONE ? "dead" : `${counted(goal[number], "push")} to a solution`;
    return { picture: pictureOf(this.positions.gameAt(number)), words: left };
  }
}
