// The state graph beside the board: every position a point, coloured by its distance to Finish, with
// a dot that walks along and the shortest way from there.

import { commas, counted, make } from "./ask.js";
import { picture } from "./board.js";
import { inflate } from "./book.js";

/** Colours from Finish to the farthest positions, as red, green and blue (after viridis). */
const SCALE = [[253, 231, 37], [122, 209, 81], [34, 168, 132], [42, 120, 142], [65, 68, 135], [68, 1, 84]];
/** The same on a dark page, where the last of them could not be seen. */
const SCALE_ON_DARK = [...SCALE.slice(0, 4), [118, 120, 196], [176, 96, 190]];
const dark = matchMedia("(prefers-color-scheme: dark)");
const MARGIN = 14;
/** Greatest distance at which the pointer finds a point, in pixels. */
const REACH = 14;
/** Greatest way of the pointer that still chooses, in pixels. */
const STILL = 8;
/** Least cosine of the angle between an arrow and the edge that it goes along. */
const ALONG = 0.7;
const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

/** The colour of a point at a part of the greatest distance, from 0 to 1. */
export function colourAt(part) {
  const scale = dark.matches ? SCALE_ON_DARK : SCALE;
  const at = Math.min(0.9999, Math.max(0, part)) * (scale.length - 1);
  const low = Math.floor(at);
  const mixed = scale[low].map((own, channel) => Math.round(own + (scale[low + 1][channel] - own) * (at - low)));
  return `rgb(${mixed.join()})`;
}

export class Network {
  /** Creates the panel in `host`; `chosen` is called with the position that the user chooses. */
  constructor(host, chosen) {
    this.host = host;
    this.chosen = chosen;
    this.canvas = make("canvas", { class: "network", role: "img", tabindex: "0" });
    this.hint = make("div", { class: "network-hint", hidden: true, "aria-hidden": "true" });
    this.words = make("p", { class: "quiet" });
    host.replaceChildren(make("div", { class: "network-frame" }, this.canvas, this.hint), this.words);
    this.base = document.createElement("canvas");
    this.book = null;
    this.at = -1;
    this.canvas.addEventListener("pointermove", (event) => this.point(event));
    this.canvas.addEventListener("pointerleave", () => { this.hint.hidden = true; });
    this.canvas.addEventListener("pointerdown", (event) => { this.pressed = [event.clientX, event.clientY]; });
    this.canvas.addEventListener("pointerup", (event) => this.choose(event));
    this.canvas.addEventListener("keydown", (event) => this.step(event));
    new ResizeObserver(() => this.fit()).observe(this.canvas);
    dark.addEventListener("change", () => this.fit());
  }

  /** Shows a layout: the server's message, which `book` explains. */
  async open(puzzle, book, metric, message) {
    const raw = await inflate(message);
    const count = new DataView(raw.buffer).getUint32(0, true);
    const places = new Float32Array(raw.buffer, 4, 2 * count);
    const edges = new Uint32Array(raw.buffer, 4 + 8 * count);
    Object.assign(this, { puzzle, book, metric, places, edges, count });
    const farthest = book.depth(metric);
    this.isSolvable = farthest > 0;
    this.source = this.isSolvable ? "goal" : "start";
    this.farthest = this.isSolvable ? farthest : book.depth(metric, "start");
    const of = [0, 1].map((axis) => places.filter((_, at) => at % 2 === axis));
    this.bounds = of.map((own) => [own.reduce((a, b) => Math.min(a, b)), own.reduce((a, b) => Math.max(a, b))]);
    this.words.textContent = this.legend();
    this.canvas.setAttribute("aria-label", `the state graph, ${commas(count)} positions; arrows go along its edges`);
    this.host.hidden = false;
    this.fit();
  }

  /** The sentences below the picture. */
  legend() {
    return `${counted(this.count, "position")}, ${counted(this.edges.length / 2, "edge")}: ` +
      `${this.isSolvable ? "yellow is Finish, violet is farthest from it" : "yellow is Start"}. ` +
      "The dot is the position on the board, the line the shortest way from there. Choose a point to go there, or go along the edges by the arrow keys.";
  }

  /** The distance of a position in words, or none. */
  distanceWords(number) {
    const distance = this.book.distance(number, this.metric);
    return distance === null ? "" : `${counted(distance, this.metric)} to Finish`;
  }

  hide() {
    this.host.hidden = true;
    this.book = null;
  }

  /** Makes the picture under the dot, at the size of the canvas. */
  fit() {
    const { base, book, canvas } = this;
    if (!book || canvas.clientWidth === 0) return;
    const scale = devicePixelRatio;
    const [width, height] = [canvas.clientWidth * scale, canvas.clientHeight * scale];
    for (const own of [canvas, base]) Object.assign(own, { width, height });
    const [[left, right], [top, bottom]] = this.bounds;
    const margin = MARGIN * scale;
    const zoom = Math.min((width - 2 * margin) / (right - left || 1), (height - 2 * margin) / (bottom - top || 1));
    const [x, y] = [(width - zoom * (right - left)) / 2 - zoom * left, (height - zoom * (bottom - top)) / 2 - zoom * top];
    this.screen = this.places.map((value, at) => zoom * value + (at % 2 ? y : x));
    this.paint(base.getContext("2d"), scale);
    this.draw();
  }

  /** The half width of a point. */
  radius(scale) {
    return Math.max(0.8, Math.min(4, 120 / Math.sqrt(this.count))) * scale;
  }

  /** Draws all edges and points. */
  paint(pen, scale) {
    const { book, canvas } = this;
    pen.strokeStyle = getComputedStyle(canvas).color;
    pen.globalAlpha = this.edges.length > 40_000 ? 0.12 : 0.35;
    pen.lineWidth = scale * 0.6;
    pen.beginPath();
    for (let at = 0; at < this.edges.length; at += 2) {
      const [from, to] = [this.edges[at], this.edges[at + 1]];
      pen.moveTo(this.screen[2 * from], this.screen[2 * from + 1]);
      pen.lineTo(this.screen[2 * to], this.screen[2 * to + 1]);
    }
    pen.stroke();
    pen.globalAlpha = 1;
    const radius = this.radius(scale);
    for (let number = 0; number < this.count; number += 1) {
      const distance = book.distance(number, this.metric, this.source);
      pen.fillStyle = colourAt((distance ?? this.farthest) / Math.max(1, this.farthest));
      pen.fillRect(this.screen[2 * number] - radius, this.screen[2 * number + 1] - radius, 2 * radius, 2 * radius);
    }
  }

  /** Shows where the game is. */
  walk(places) {
    if (!this.book) return;
    const { book, metric } = this;
    this.at = book.find(places);
    this.canvas.dataset.at = this.at;
    this.way = this.at < 0 ? [] : book.way(places, metric).numbers;
    this.draw();
  }

  draw() {
    const { base, canvas, screen, way } = this;
    if (!screen || !way || base.width === 0) return;
    const pen = canvas.getContext("2d");
    const scale = devicePixelRatio;
    pen.clearRect(0, 0, canvas.width, canvas.height);
    pen.drawImage(base, 0, 0);
    pen.strokeStyle = getComputedStyle(canvas).color;
    pen.lineWidth = 2.5 * scale;
    pen.lineJoin = "round";
    pen.beginPath();
    for (const number of way) pen.lineTo(screen[2 * number], screen[2 * number + 1]);
    pen.stroke();
    if (this.at < 0) return;
    pen.fillStyle = "#d55e00";
    pen.strokeStyle = "#ffffff";
    pen.lineWidth = 2 * scale;
    pen.beginPath();
    pen.arc(screen[2 * this.at], screen[2 * this.at + 1], 6 * scale, 0, 2 * Math.PI);
    pen.fill();
    pen.stroke();
  }

  /** The number of the point nearest to the pointer; -1 if none is near. */
  near(event) {
    const box = this.canvas.getBoundingClientRect();
    const scale = devicePixelRatio;
    const [x, y] = [(event.clientX - box.x) * scale, (event.clientY - box.y) * scale];
    let [best, least] = [-1, (REACH * scale) ** 2];
    for (let number = 0; number < this.count; number += 1) {
      const far = (this.screen[2 * number] - x) ** 2 + (this.screen[2 * number + 1] - y) ** 2;
      if (far < least) [best, least] = [number, far];
    }
    return best;
  }

  point(event) {
    const number = this.book ? this.near(event) : -1;
    this.hint.hidden = number < 0;
    if (number < 0 || this.hint.dataset.number === String(number)) return;
    this.hint.dataset.number = number;
    const places = this.book.placesOf(number);
    this.hint.replaceChildren(picture(this.puzzle, places, ""), make("span", {}, this.distanceWords(number)));
  }

  /** Chooses a point, unless the pointer has moved on. */
  choose(event) {
    const [x, y] = this.pressed ?? [Infinity, Infinity];
    this.pressed = null;
    const isStill = Math.hypot(event.clientX - x, event.clientY - y) < STILL;
    const number = this.book && isStill ? this.near(event) : -1;
    if (number >= 0) this.go(number);
  }

  /** Goes along the edge whose direction is nearest to that of an arrow key. */
  step(event) {
    const way = ARROWS[event.key];
    if (!way || !this.book || this.at < 0) return;
    event.preventDefault();
    const { at: own, edges, screen } = this;
    let [best, most] = [-1, ALONG];
    for (let at = 0; at < edges.length; at += 2) {
      if (edges[at] !== own && edges[at + 1] !== own) continue;
      const other = edges[at] === own ? edges[at + 1] : edges[at];
      const [x, y] = [screen[2 * other] - screen[2 * own], screen[2 * other + 1] - screen[2 * own + 1]];
      const along = (x * way[0] + y * way[1]) / (Math.hypot(x, y) || 1);
      if (along > most) [best, most] = [other, along];
    }
    if (best >= 0) this.go(best);
  }

  go(number) {
    this.chosen(this.book.positions.write(this.book.placesOf(number)));
  }
}
