// The state graph as a picture in two or three dimensions, for up to a million positions, with the
// controls beside it.

import { commas, counted, make } from "./ask.js";
import { Colouring, NONE, dark, greatest } from "./colouring.js";
import { Generations } from "./generations.js";
import { GraphHands } from "./graphhands.js";
import { GraphMarks } from "./graphmarks.js";
import { GraphView } from "./graphview.js";
import { PointGrid } from "./pointgrid.js";
import { neighboursOf, shortestWays } from "./shortestways.js";
import { nextFrame } from "./slices.js";

/** Greatest distance at which the pointer finds a point, in pixels. */
const REACH = 14;
/** Least cosine of the angle between an arrow and the edge that it goes along. */
const ALONG = 0.6;
/** How close a position that was looked for is shown, and the number of points seen around it. */
const [CLOSE, AROUND] = [3, 4000];
/** Room for the keys over the picture, in pixels. */
const INSET = 40;
const LAYOUTS = [["distances", "distances"], ["tree", "tree of the search"]];
const LACKING = "The state graph is not drawn: this browser has no WebGL2, by which the page draws it. " +
  "The board, the distances and all else on this page work without it.";
/** What Start and Finish are called, and what the keys do. */
const NAMES = { start: "Start", goal: "Finish" };
const KEYS = "arrows go along its edges, plus and minus zoom, 0 shows everything, Shift with arrows moves the picture";

/** The numbers of the points at a distance. */
function pointsAt(column, distance) {
  const found = [];
  for (let number = 0; number < column.length; number += 1) if (column[number] === distance) found.push(number);
  return found;
}

const choices = (pairs) => pairs.map(([value, words]) => make("option", { value }, words));

export class Landscape {
  /** Creates the panel in `host`. `chosen` is called with the number of a point that the user chooses;
   * `describe` gives the picture and the words of a point; `locate` the number of a position that is
   * given as text, or -1; `arranged` is called with another layout that the user wants. `kind` is what the
   * colours stand for where there are no controls, and `names` what Start and Finish are called. */
  constructor(host, options) {
    Object.assign(this, { host, locate: null, arranged: null, hasControls: true, kind: null, names: NAMES }, options);
    Object.assign(this, { graph: null, grid: null, at: -1, turn: 0 });
    this.canvas = make("canvas", { class: "network", role: "img", tabindex: "0" });
    const over = make("canvas", { class: "network-marks", "aria-hidden": "true" });
    this.hint = make("div", { class: "network-hint", hidden: true, "aria-hidden": "true" });
    this.keys = make("div", { class: "network-keys" });
    this.frame = make("div", { class: "network-frame" }, this.canvas, over, this.keys, this.hint);
    this.words = make("p", { class: "quiet" });
    this.legend = make("p", { class: "quiet legend" });
    this.controls = make("div", { class: "network-controls" });
    host.replaceChildren(this.frame, this.legend, this.controls, this.words);
    this.marks = new GraphMarks(over, this.names);
    this.view = new GraphView(this.canvas, () => this.mark(), this.hasControls ? INSET : 0);
    this.canvas.dataset.at = -1;
    if (!this.view.gl) {
      this.frame.hidden = true;
      this.explain("");
      return;
    }
    const acts = {
      moved: () => this.view.moved(), pointed: (x, y) => this.point(this.near(x, y)), left: () => this.point(-1),
      chosen: (x, y) => this.choose(this.near(x, y)), stepped: (way) => this.step(way),
    };
    this.hands = new GraphHands(this.canvas, this.view.camera, acts);
    if (this.hasControls) this.addControls();
    new ResizeObserver(() => this.view.resize()).observe(this.canvas);
    dark.addEventListener("change", () => this.colour());
  }

  /** Adds what can be chosen about the picture. */
  addControls() {
    const field = (words, own) => make("label", {}, words, own);
    const tick = (id, words, act, checked = false) =>
      field(make("input", { type: "checkbox", id, onchange: act, checked }), ` ${words}`);
    const key = (words, act, own = {}) => make("button", { type: "button", onclick: act, ...own }, words);
    this.colours = make("select", { id: "landscape-colour", onchange: () => this.colour() });
    const arrange = () => this.arranged({ layout: this.layout.value, dimensions: Number(this.dimensions.value) });
    this.layout = make("select", { id: "landscape-layout", onchange: arrange }, ...choices(LAYOUTS));
    const both = choices([[2, "2"], [3, "3"]]);
    this.dimensions = make("select", { id: "landscape-dimensions", onchange: arrange }, ...both);
    const chosen = this.arranged ? [field("Layout", this.layout), field("Dimensions", this.dimensions)] : [];
    this.ways = make("input", { type: "checkbox", id: "landscape-ways", onchange: () => this.light() });
    this.waysLabel = make("label", {}, this.ways, " all shortest ways");
    this.news = make("p", { class: "quiet", role: "status" });
    this.generations = make("div", { class: "replay" });
    this.depthWords = make("p", { class: "quiet", "aria-live": "polite" });
    this.all = key("Show all", () => this.limitNothing(), { id: "landscape-all", hidden: true });
    const text = make("input", { id: "landscape-text", spellcheck: "false", autocomplete: "off", required: true });
    const find = make("form", { class: "keys", id: "landscape-find" },
      field("Find a position ", text), make("button", {}, "Find"));
    find.addEventListener("submit", (event) => {
      event.preventDefault();
      this.find(text.value);
    });
    const full = document.fullscreenEnabled ? [key("Full screen", () => this.fill(), { id: "landscape-full" })] : [];
    this.keys.replaceChildren(
      key("+", () => this.zoom(1.5), { "aria-label": "closer" }),
      key("−", () => this.zoom(1 / 1.5), { "aria-label": "farther away" }),
      key("Reset view", () => this.hands.fit(), { id: "landscape-fit" }), ...full);
    this.controls.replaceChildren(
      make("div", { class: "tools" }, field("Colour", this.colours), ...chosen),
      make("p", { class: "looks" }, this.waysLabel, tick("landscape-trail", "own moves", (event) => {
        this.marks.isTrailShown = event.target.checked;
        this.mark();
      }, true), tick("landscape-hide", "hide later generations", (event) => {
        this.isHiding = event.target.checked;
        this.view.limitTo(this.generation, this.isHiding);
      })),
      this.generations, make("div", { class: "keys depth-words" }, this.depthWords, this.all),
      make("div", { class: "keys" }, key("Farthest from Start", () => this.goFarthest(), { id: "landscape-farthest" }),
        ...(this.locate ? [find] : [])), this.news);
  }

  /** Shows a graph: `count` points at `places`, `dimensions` numbers each; `edges` as pairs of points,
   * and those that are `drawn`, all if absent; and `columns`, the distances from Start (`start`) and to
   * Finish (`goal`, or null), where 65535 is none. Distances count in `depthWord`s. Resolves once it is
   * drawn. */
  async show({ layout = "distances", ...graph }) {
    this.hide();
    Object.assign(this, { graph, neighbours: null, at: -1, generation: null, turn: 0 });
    this.host.hidden = false;
    // In another arrangement the points keep their numbers, and so do the marks.
    if (this.numbered !== graph.columns.start) this.marks.clear();
    this.numbered = graph.columns.start;
    Object.assign(this.canvas.dataset, { at: -1, points: graph.count, generation: "", fps: "", drawn: "false" });
    this.canvas.setAttribute("aria-label", `the state graph, ${counted(graph.count, "position")}; ${KEYS}`);
    const colouring = new Colouring(graph, this.names);
    Object.assign(this, { colouring, depth: greatest(graph.columns.start) });
    if (!this.view.gl) return;
    const isWanted = () => this.graph === graph;
    await nextFrame();
    if (!isWanted()) return;
    Object.assign(this.marks, {
      starts: pointsAt(graph.columns.start, 0), goals: graph.columns.goal ? pointsAt(graph.columns.goal, 0) : [],
    });
    if (this.hasControls) this.offer(layout);
    this.view.limitTo(null, this.isHiding);
    this.view.resize();
    await nextFrame();
    if (!isWanted()) return;
    const isShown = this.view.show({ ...graph, edges: graph.drawn ?? graph.edges, about: colouring.about() });
    await nextFrame();
    if (isWanted()) this.colour();
    await isShown;
    const grid = await PointGrid.of(graph.places, graph.dimensions, this.view.camera, isWanted);
    if (isWanted()) this.grid = grid;
  }

  /** Sets the controls to a graph. */
  offer(layout) {
    const { colouring, depth, graph } = this;
    const kind = this.colours.value;
    this.colours.replaceChildren(...choices(colouring.kinds));
    if (colouring.kinds.some(([own]) => own === kind)) this.colours.value = kind;
    this.layout.value = layout;
    this.dimensions.value = graph.dimensions;
    this.ways.checked &&= colouring.hasGoal;
    this.waysLabel.hidden = !colouring.hasGoal;
    this.news.textContent = "";
    this.sizes = new Uint32Array(depth + 1);
    for (const own of graph.columns.start) if (own !== NONE) this.sizes[own] += 1;
    this.player = null;
    const changed = () => this.limit(this.player?.at ?? null);
    this.player = new Generations(this.generations, depth, changed, { at: depth, prefix: "landscape-" });
  }

  /** Sets the sentences below the picture; where there is none they say why. */
  explain(words) {
    this.words.textContent = this.view.gl ? words : LACKING;
  }

  hide() {
    this.host.hidden = true;
    this.graph = this.grid = null;
    this.player?.pause();
    this.view.hide();
  }

  /** Colours the points by what is chosen. */
  colour() {
    if (!this.graph) return;
    const kind = this.colours?.value || this.kind || this.colouring.kinds[0][0];
    this.canvas.dataset.colour = kind;
    this.view.tint(this.colouring.tints(kind));
    this.legend.replaceChildren(...this.colouring.legend(kind));
  }

  /** Shows the search after a generation; null shows all positions. */
  limit(generation) {
    if (!this.graph) return;
    this.generation = generation;
    this.canvas.dataset.generation = generation ?? "";
    // The pointer may rest on a position that has just been met.
    this.point(-1);
    this.view.limitTo(generation, this.isHiding);
    if (!this.hasControls) return;
    this.all.hidden = generation === null;
    if (generation === null) {
      this.depthWords.textContent = `all ${counted(this.graph.count, "position")}, generations 0 to ${this.depth}`;
      return;
    }
    const sum = this.sizes.subarray(0, generation + 1).reduce((all, own) => all + own, 0);
    this.depthWords.setAttribute("aria-live", this.player.isPlaying ? "off" : "polite");
    const size = counted(this.sizes[generation], "position");
    this.depthWords.textContent = `generation ${generation}: ${size}, ${commas(sum)} so far`;
  }

  /** Shows all generations, and ends the replay. */
  limitNothing() {
    this.player.go(this.depth);
    this.limit(null);
  }

  /** Shows the position on the board and a shortest way from there, as numbers of points; at the
   * beginning of a game `isBeginning` is true. */
  walk(number, way, isBeginning = false) {
    if (!this.graph) return;
    this.at = number;
    this.canvas.dataset.at = number;
    if (!this.view.gl) return;
    this.marks.walk(number, isBeginning);
    this.marks.way = way;
    this.mark();
    if (this.ways?.checked) this.light();
  }

  /** Draws the marks over the picture. */
  mark() {
    const { graph, marks, view } = this;
    if (graph && view.scale) marks.draw(view.camera, graph.places, view.scale);
  }

  /** Lights all shortest ways from the position on the board, or none. */
  async light() {
    const { at, graph } = this;
    this.turn += 1;
    const own = this.turn;
    const isWanted = () => this.turn === own && this.graph === graph;
    let lit = { points: new Uint32Array(0), pairs: new Uint32Array(0) };
    if (this.ways.checked) {
      this.neighbours ??= await neighboursOf(graph, () => this.graph === graph);
      if (!isWanted() || !this.neighbours) return;
      lit = shortestWays(this.neighbours, graph.columns.goal, at);
    }
    this.canvas.dataset.lit = lit.points.length;
    this.view.light(lit.points, lit.pairs);
    const both = `${counted(lit.points.length, "position")}, ${counted(lit.pairs.length / 2, "edge")}`;
    this.news.textContent = !this.ways.checked ? "" : lit.points.length === 0 ? "No way leads from here to Finish."
      : `All shortest ways together: ${both}.`;
  }

  /** Fills the screen with the panel, or goes back to the page. */
  fill() {
    if (document.fullscreenElement) document.exitFullscreen();
    else this.host.requestFullscreen();
  }

  zoom(factor) {
    this.view.camera.approach(factor);
    this.hands.acts.moved();
  }

  /** Marks the positions farthest from Start, and goes to the next of them. */
  goFarthest() {
    const { graph, marks } = this;
    if (marks.ends.length === 0) {
      marks.ends = pointsAt(graph.columns.start, this.depth);
      this.nextEnd = 0;
    }
    const own = this.nextEnd % marks.ends.length;
    this.nextEnd = own + 1;
    const [all, far] = [counted(marks.ends.length, "position"), counted(this.depth, graph.depthWord)];
    this.news.textContent = `${all}, ${far} from Start, with broken rings; number ${own + 1} is on the board.`;
    this.chosen(marks.ends[own]);
    this.mark();
  }

  /** Shows the position that a text describes in the middle of the picture. */
  find(text) {
    const number = this.locate(text);
    this.marks.found = number;
    if (number < 0) {
      this.news.textContent = "No such position can be reached. Write the rows of the board, with colons between them.";
      this.mark();
      return;
    }
    const { camera } = this.view;
    camera.centre(this.graph.places, number);
    const close = Math.max(CLOSE, Math.min(60, Math.sqrt(this.graph.count / AROUND)));
    if (camera.closeness < close) camera.approach(close / camera.closeness);
    this.hands.acts.moved();
    this.point(number);
    this.news.textContent = `Found: ${this.describe(number).words}.`;
  }

  /** The number of the point nearest to a place on the canvas; -1 if none is near. */
  near(x, y) {
    const { grid, view } = this;
    return grid ? grid.nearest(view.camera, x, y, REACH, view.pointRadius) : -1;
  }

  /** Shows the board of a point, or none for -1. */
  point(number) {
    this.hint.hidden = number < 0;
    const own = `${number} ${this.generation}`;
    if (number < 0 || this.hint.dataset.number === own) return;
    this.hint.dataset.number = own;
    const { picture, words } = this.describe(number);
    this.hint.replaceChildren(picture, make("span", {}, words));
  }

  choose(number) {
    if (number >= 0) this.chosen(number);
  }

  /** Goes along the edge whose direction is nearest to that of an arrow key. */
  step([right, down]) {
    const { at: own, graph, view } = this;
    if (!graph || own < 0) return;
    const { edges, isDirected, places } = graph;
    const [here, there] = [[0, 0, 0], [0, 0, 0]];
    view.camera.spot(places, own, here);
    let [best, most] = [-1, ALONG];
    for (let at = 0; at < edges.length; at += 2) {
      if (edges[at] !== own && (isDirected || edges[at + 1] !== own)) continue;
      const other = edges[at] === own ? edges[at + 1] : edges[at];
      view.camera.spot(places, other, there);
      const [x, y] = [there[0] - here[0], there[1] - here[1]];
      const along = (x * right + y * down) / (Math.hypot(x, y) || 1);
      if (along > most) [best, most] = [other, along];
    }
    this.choose(best);
  }
}
