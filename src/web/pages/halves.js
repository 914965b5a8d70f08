// The two halves of the positions of a board: two state graphs that no step joins.

import { counted } from "./ask.js";
import { METRIC, loadComponent, openGraph } from "./lesson.js";
import { Network } from "./network.js";

/** The state graph of one half. */
class HalfGraph extends Network {
  constructor(host, chosen) {
    super(host, chosen, { hasControls: false, names: { start: "the first position", goal: "the goal" } });
  }

  legend() {
    return `${counted(this.count, "position")}${this.isSolvable ? "" : "; the search began at the first position"}.`;
  }

  distanceWords(number) {
    const distance = this.book.distance(number, METRIC);
    return distance === null ? "goal out of reach" : `${counted(distance, METRIC)} to the goal`;
  }
}

/** Both halves, as the engine has listed them. */
export class Halves {
  /** Creates a panel in each of the hosts; `chosen` is called with a position that the visitor chooses. */
  constructor(hosts, chosen) {
    this.graphs = hosts.map((host) => new HalfGraph(host, chosen));
    this.parts = [];
  }

  /** Loads the halves, each by a puzzle whose Start is in it. */
  async load(puzzles) {
    for (const named of puzzles) this.parts.push(await loadComponent(named));
  }

  /** Draws the state graphs with a position in one of them. */
  async open(position) {
    for (const [half, graph] of this.graphs.entries()) {
      await openGraph(graph, this.parts[half]);
      this.walk(position());
    }
  }

  /** The half that has a position, its number there and its distance from the goal, if any. */
  find(text) {
    for (const [half, { book }] of this.parts.entries()) {
      const places = book.positions.read(text);
      const number = places ? book.find(places) : -1;
      if (number >= 0) return { half, number, distance: book.distance(number, METRIC) };
    }
    return null;
  }

  /** The number of positions of a half. */
  size(half) {
    return this.parts[half].book.count;
  }

  /** Shows where a position is. */
  walk(text) {
    this.graphs.forEach((graph, half) => graph.walk(this.parts[half].book.positions.read(text)));
  }
}
