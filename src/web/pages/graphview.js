// A graph drawn by WebGL2: any number of points and edges, a fair sample of them while the camera
// moves, and all of them, part by part, once it is still.

import { Camera } from "./camera.js";
import { dark } from "./colouring.js";
import { graphPrograms } from "./graphshaders.js";
import { nextFrame, shuffled } from "./slices.js";

/** Time without a change after which the camera counts as still, in milliseconds. */
const STILL = 140;
/** Times between two frames at which more or fewer things are drawn in one, in milliseconds. */
const [QUICK, SLOW] = [22, 30];
/** Number of points that a frame draws at first, and at least; an edge counts as several. */
const [BUDGET, LEAST, EDGE] = [60_000, 4000, 3];
/** Number of edges below which they are drawn in ink, not in the colours of their ends. */
const FEW = 3000;
/** Frames of a movement from which its frames a second are measured. */
const MEASURED = 6;
/** The limit of a picture that shows everything. */
const UNLIMITED = 65536;
const MAX_SCALE = 2;
/** Opacity of an edge and of a pale point where there is only one, and width of lit edges in pixels. */
const [DENSITY, PALE, WIDE] = [30, 8, 2.2];
/** Greatest radius of a point, at first and from near, and least, in pixels; and its part of the space
 * that a point has. */
const [LARGE, NEAR, SMALL, PART] = [4, 9, 0.8, 0.14];
/** Colours of what is lit, on a light page and on a dark one. */
const [LIT, LIT_ON_DARK] = ["#d55e00", "#ff9d4d"];

/** The numbers from 0 to 1 of a colour in CSS. */
function channels(text) {
  const hex = text.trim().match(/^#(..)(..)(..)$/);
  const all = hex ? hex.slice(1).map((own) => parseInt(own, 16)) : text.match(/[\d.]+/g).slice(0, 3).map(Number);
  return all.map((own) => own / 255);
}

export class GraphView {
  /** Draws on `canvas`; `painted` is called after each frame whose camera differs from the last.
   * The picture leaves `inset` pixels free at the top. */
  constructor(canvas, painted, inset = 0) {
    Object.assign(this, { canvas, painted, camera: new Camera(inset), graph: null, isReady: false, frame: 0 });
    Object.assign(this, { budget: BUDGET, stillAt: 0, lastAt: 0, movement: null, isStale: true });
    Object.assign(this, { limit: UNLIMITED, isHiding: false });
    Object.assign(this, { lit: new Float32Array(0), litPoints: new Uint32Array(0) });
    const wanted = { alpha: false, antialias: false, preserveDrawingBuffer: true, powerPreference: "high-performance" };
    this.gl = canvas.getContext("webgl2", wanted);
    canvas.addEventListener("webglcontextlost", (event) => {
      event.preventDefault();
      this.isReady = false;
    });
    canvas.addEventListener("webglcontextrestored", () => this.load());
  }

  /** Takes a graph: its places and edges, and of each point its depth and whether it is dead; resolves
   * once it is being drawn. */
  async show({ places, dimensions, edges, about }) {
    const { camera } = this;
    const order = new Uint32Array(about.length / 2);
    for (let own = 0; own < order.length; own += 1) order[own] = own;
    const graph = { places, dimensions, about, order, edges: edges.slice(), tints: null };
    Object.assign(this, { graph, isReady: false, lit: new Float32Array(0), litPoints: new Uint32Array(0) });
    camera.frame(places, dimensions);
    if (!this.gl) return;
    const isWanted = () => this.graph === graph;
    if (await shuffled(order, 1, isWanted) && await shuffled(graph.edges, 2, isWanted)) await this.load();
  }

  /** Forgets the graph. */
  hide() {
    Object.assign(this, { graph: null, isReady: false });
  }

  /** Sends everything to the graphics processor, one array a frame. */
  async load() {
    const { gl, graph } = this;
    const isWanted = () => this.graph === graph && !gl.isContextLost();
    if (!graph || !isWanted()) return;
    this.programs = graphPrograms(gl);
    for (const own of Object.values(this.buffers ?? {})) gl.deleteBuffer(own);
    this.buffers = {};
    const filled = (target, data) => {
      const buffer = gl.createBuffer();
      gl.bindBuffer(target, buffer);
      gl.bufferData(target, data, gl.STATIC_DRAW);
      return buffer;
    };
    const [array, element] = [gl.ARRAY_BUFFER, gl.ELEMENT_ARRAY_BUFFER];
    const buffers = {};
    for (const [name, target] of [["places", array], ["about", array], ["order", element], ["edges", element]]) {
      gl.bindVertexArray(null);
      buffers[name] = filled(target, graph[name]);
      await nextFrame();
      if (!isWanted()) return;
    }
    gl.bindVertexArray(null);
    // These may have changed meanwhile.
    buffers.tints = filled(array, graph.tints ?? new Uint8Array(2 * graph.about.length));
    buffers.lit = filled(array, this.lit);
    buffers.litPoints = filled(element, this.litPoints);
    this.buffers = buffers;
    this.arrays = {
      points: this.array("points", "order"), litPoints: this.array("points", "litPoints"),
      edges: this.array("edges", "edges"), lit: this.litArray(),
    };
    this.isReady = true;
    this.redraw();
  }

  /** The attributes of the points for a program, with the order in which they are drawn. */
  array(name, order) {
    const { buffers, gl, graph, programs } = this;
    const array = gl.createVertexArray();
    gl.bindVertexArray(array);
    programs[name].read("place", buffers.places, graph.dimensions, gl.FLOAT);
    programs[name].read("about", buffers.about, 2, gl.UNSIGNED_SHORT);
    programs[name].read("tint", buffers.tints, 4, gl.UNSIGNED_BYTE, { normalized: true });
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, buffers[order]);
    gl.bindVertexArray(null);
    return array;
  }

  litArray() {
    const { buffers, gl, programs } = this;
    const array = gl.createVertexArray();
    gl.bindVertexArray(array);
    programs.lit.read("from", buffers.lit, 3, gl.FLOAT, { stride: 24, divisor: 1 });
    programs.lit.read("to", buffers.lit, 3, gl.FLOAT, { stride: 24, offset: 12, divisor: 1 });
    gl.bindVertexArray(null);
    return array;
  }

  /** Replaces the contents of a buffer. */
  fill(name, data, target = this.gl.ARRAY_BUFFER) {
    const { buffers, gl } = this;
    gl.bindVertexArray(null);
    gl.bindBuffer(target, buffers[name]);
    gl.bufferData(target, data, gl.STATIC_DRAW);
  }

  /** Sets the colours of the points: red, green, blue and opacity of each. */
  tint(tints) {
    if (!this.graph) return;
    this.graph.tints = tints;
    if (this.isReady) this.fill("tints", tints);
    this.redraw();
  }

  /** Sets the greatest depth that is not pale, or null for all; `isHiding` hides what is beyond. */
  limitTo(depth, isHiding = false) {
    Object.assign(this, { limit: depth ?? UNLIMITED, isHiding });
    this.redraw();
  }

  /** Lights points, and edges, which are given as pairs of points. */
  light(points, pairs) {
    if (!this.graph) return;
    const { dimensions, places } = this.graph;
    this.lit = new Float32Array(3 * pairs.length);
    pairs.forEach((number, own) => {
      for (let axis = 0; axis < dimensions; axis += 1) this.lit[3 * own + axis] = places[number * dimensions + axis];
    });
    this.litPoints = points;
    if (this.isReady) {
      this.fill("lit", this.lit);
      this.fill("litPoints", points, this.gl.ELEMENT_ARRAY_BUFFER);
    }
    this.redraw();
  }

  /** Fits the picture to the size of the canvas. */
  resize() {
    const { camera, canvas } = this;
    if (canvas.clientWidth === 0) return;
    this.scale = Math.min(MAX_SCALE, devicePixelRatio);
    canvas.width = Math.round(canvas.clientWidth * this.scale);
    canvas.height = Math.round(canvas.clientHeight * this.scale);
    camera.resize(canvas.clientWidth, canvas.clientHeight);
    this.redraw();
  }

  /** Draws everything again, part by part. */
  redraw() {
    this.isStale = true;
    this.canvas.dataset.drawn = "false";
    this.request();
  }

  /** Draws again after the camera has moved. */
  moved() {
    this.stillAt = performance.now() + STILL;
    this.redraw();
  }

  request() {
    if (this.frame === 0 && this.graph) this.frame = requestAnimationFrame(() => this.paint());
  }

  /** The number of points, and of edges as points. */
  get total() {
    return this.graph.order.length + (EDGE * this.graph.edges.length) / 2;
  }

  /** The radius of a point in pixels: points grow as they are approached. */
  get pointRadius() {
    const { closeness, height, width } = this.camera;
    const room = PART * Math.sqrt((width * height) / this.graph.order.length);
    return Math.min(NEAR, Math.max(SMALL, Math.min(LARGE, room)) * Math.max(1, closeness ** 0.6));
  }

  /** Draws one frame. */
  paint() {
    this.frame = 0;
    if (!this.isReady || !this.scale) return;
    const now = performance.now();
    const isMoving = now < this.stillAt;
    if (this.hasDrawn) this.adapt(now - this.lastAt);
    this.lastAt = now;
    this.hasDrawn = false;
    const isAnew = this.isStale;
    if (isAnew || !isMoving) this.part(isAnew);
    if (isAnew) this.painted();
    this.measure(now, isMoving, isAnew);
    const isWhole = this.done.points + EDGE * this.done.edges >= this.total;
    if (isWhole) this.canvas.dataset.drawn = "true";
    if (!isWhole || isMoving) this.request();
  }

  /** Draws more in a frame if the last ones were quick, and less if they were slow. */
  adapt(time) {
    if (time > SLOW) this.budget = Math.max(LEAST, this.budget * (time > 2 * SLOW ? 0.5 : 0.8));
    else if (time < QUICK) this.budget = Math.min(Math.max(BUDGET, this.total), this.budget * 1.2);
  }

  /** Measures the frames a second of a movement and writes them down at its end. */
  measure(now, isMoving, isAnew) {
    if (isMoving && isAnew) {
      this.movement ??= { begun: now, frames: -1 };
      this.movement.frames += 1;
      this.movement.last = now;
    } else if (!isMoving && this.movement) {
      const { begun, frames, last } = this.movement;
      this.movement = null;
      if (frames >= MEASURED) this.canvas.dataset.fps = Math.round((1000 * frames) / (last - begun));
    }
  }

  /** Draws the next part of the picture, or its first. */
  part(isFirst) {
    const { canvas, gl, graph } = this;
    const [points, edges] = [graph.order.length, graph.edges.length / 2];
    if (isFirst) this.clear();
    this.isStale = false;
    const { done } = this;
    const room = Math.max(1, Math.floor(this.budget));
    const more = Math.min(points - done.points, Math.max(Math.ceil(room / 2), room - EDGE * (edges - done.edges)));
    const moreEdges = Math.min(edges - done.edges, Math.ceil((room - more) / EDGE));
    if (more + moreEdges === 0) return;
    gl.viewport(0, 0, canvas.width, canvas.height);
    const values = this.values();
    if (isFirst && this.litPoints.length > 0) this.drawLit(values);
    // What is behind an edge is seen through it.
    gl.depthMask(false);
    this.draw("edges", values, () => gl.drawElements(gl.LINES, 2 * moreEdges, gl.UNSIGNED_INT, 8 * done.edges));
    gl.depthMask(true);
    this.draw("points", values, () => gl.drawElements(gl.POINTS, more, gl.UNSIGNED_INT, 4 * done.points));
    done.points += more;
    done.edges += moreEdges;
    this.hasDrawn = true;
  }

  clear() {
    const { canvas, gl } = this;
    const style = getComputedStyle(canvas);
    const mark = channels(style.getPropertyValue("--mark"));
    const lit = channels(dark.matches ? LIT_ON_DARK : LIT);
    this.colours = { page: channels(style.backgroundColor), ink: channels(style.color), mark, lit };
    gl.enable(gl.DEPTH_TEST);
    gl.depthFunc(gl.LEQUAL);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    gl.clearColor(...this.colours.page, 1);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    this.done = { points: 0, edges: 0 };
  }

  /** The values that the programs need. */
  values() {
    const { camera, canvas, graph, limit, scale } = this;
    const edges = graph.edges.length / 2;
    const density = (DENSITY / Math.sqrt(edges + 1)) * Math.max(1, camera.closeness ** 0.7);
    return {
      ...this.colours, limit, camera: camera.matrix(), depths: camera.depths, radius: this.pointRadius * scale,
      hidden: this.isHiding ? 0 : Math.min(0.3, PALE / Math.sqrt(graph.order.length)),
      density: Math.min(0.45, density), inky: edges < FEW ? 1 : 0.15, lift: 0,
      picture: [canvas.width, canvas.height], width: WIDE * scale,
    };
  }

  /** Draws what is lit, before all else. */
  drawLit(values) {
    const { gl } = this;
    const lifted = { ...values, lift: 1, radius: 1.6 * values.radius };
    // Around it is the colour of the page, so that it is seen among points of its colour.
    for (const own of [{ paint: values.page, width: values.width + 3 * this.scale }, { paint: values.lit }]) {
      const act = () => gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, this.lit.length / 6);
      this.draw("lit", { ...values, ...own }, act);
    }
    const count = this.litPoints.length;
    this.draw("points", lifted, () => gl.drawElements(gl.POINTS, count, gl.UNSIGNED_INT, 0), "litPoints");
  }

  draw(name, values, act, array = name) {
    this.programs[name].use(values);
    this.gl.bindVertexArray(this.arrays[array]);
    act();
    this.gl.bindVertexArray(null);
  }
}
