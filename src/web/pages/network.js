// The state graph beside the board: every position a point, with a dot that walks along and the
// shortest way from there.

import { counted } from "./ask.js";
import { picture } from "./board.js";
import { unpacked } from "./drawing.js";
import { Landscape } from "./landscape.js";

export class Network {
  /** Creates the panel in `host`; `chosen` is called with the position that the user chooses, and
   * `options` are those of a landscape. */
  constructor(host, chosen, options = {}) {
    this.host = host;
    this.book = null;
    this.landscape = new Landscape(host, {
      chosen: (number) => chosen(this.book.positions.write(this.book.placesOf(number))),
      describe: (number) => this.describe(number),
      ...options,
    });
  }

  get canvas() {
    return this.landscape.canvas;
  }

  /** Shows a layout: the server's message, which `book` explains, unless it is not wanted any more once
   * it is unpacked. */
  async open(puzzle, book, metric, message, isWanted = () => true) {
    const graph = await unpacked(message);
    if (!isWanted()) return;
    Object.assign(this, { puzzle, book, metric, count: graph.count, edges: graph.edges });
    const columns = { start: book.column(metric, "start"), goal: book.column(metric, "goal") };
    this.isSolvable = book.depth(metric) > 0;
    this.landscape.explain(this.legend());
    await this.landscape.show({ ...graph, columns, depthWord: metric, isDirected: false });
  }

  /** The sentences below the picture. */
  legend() {
    return `${counted(this.count, "position")}, ${counted(this.edges.length / 2, "edge")}. The dot is the position ` +
      "on the board, the line a shortest way from there. Choose a point to go there, or go along the edges by the " +
      "arrow keys. The wheel or two fingers zoom, and a drag moves or turns the picture.";
  }

  /** The picture of a position and its words. */
  describe(number) {
    return { picture: picture(this.puzzle, this.book.placesOf(number), ""), words: this.distanceWords(number) };
  }

  /** The distance of a position in words, or none. */
  distanceWords(number) {
    const distance = this.book.distance(number, this.metric);
    return distance === null ? "" : `${counted(distance, this.metric)} to Finish`;
  }

  hide() {
    this.book = null;
    this.landscape.hide();
  }

  /** Shows where the game is; at its beginning `isBeginning` is true. */
  walk(places, isBeginning = false) {
    if (!this.book) return;
    const number = this.book.find(places);
    this.landscape.walk(number, number < 0 ? [] : this.book.way(places, this.metric).numbers, isBeginning);
  }
}
