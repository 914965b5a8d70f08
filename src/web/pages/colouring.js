// The colours of the points of a graph by what they stand for, and their legend.

import { commas, counted, make } from "./ask.js";

/** The distance of what has none. */
export const NONE = 65535;
/** Colours from the least to the greatest value, as red, green and blue (after viridis). */
const SCALE = [[253, 231, 37], [122, 209, 81], [34, 168, 132], [42, 120, 142], [65, 68, 135], [68, 1, 84]];
/** The same on a dark page, where the last of them could not be seen. */
const SCALE_ON_DARK = [...SCALE.slice(0, 4), [118, 120, 196], [176, 96, 190]];
/** Colours of components, which repeat (after Okabe and Ito). */
const KINDS = [
  [0, 114, 178], [230, 159, 0], [0, 158, 115], [204, 121, 167], [86, 180, 233], [213, 94, 0], [240, 228, 66],
];
const ALIVE = [42, 120, 142];
const ALIVE_ON_DARK = [86, 180, 233];
const DEAD = [214, 0, 110];
const DEAD_ON_DARK = [255, 92, 170];
const UNKNOWN = [128, 128, 128];
/** Number of points from which on they let what is below them shine through. */
const MANY = 20_000;
/** Steps of the scale. */
const STEPS = 256;
export const dark = matchMedia("(prefers-color-scheme: dark)");

const inCss = (colour) => `rgb(${colour.join()})`;

/** The colours of the scale, from the least value to the greatest. */
function scaleNow() {
  return dark.matches ? SCALE_ON_DARK : SCALE;
}

/** The colour at a part of the scale, from 0 to 1. */
function colourAt(part) {
  const scale = scaleNow();
  const at = Math.min(0.9999, Math.max(0, part)) * (scale.length - 1);
  const low = Math.floor(at);
  return scale[low].map((own, channel) => Math.round(own + (scale[low + 1][channel] - own) * (at - low)));
}

/** The greatest of some distances; 0 if there is none. */
export function greatest(column) {
  let most = 0;
  for (let number = 0; number < column.length; number += 1) {
    if (column[number] > most && column[number] !== NONE) most = column[number];
  }
  return most;
}

/** How many points have no distance. */
function lacking(column) {
  let count = 0;
  for (let number = 0; number < column.length; number += 1) count += column[number] === NONE ? 1 : 0;
  return count;
}

/** The number of edges at each point. */
function degrees({ count, edges }) {
  const all = new Uint16Array(count);
  for (let at = 0; at < edges.length; at += 1) all[edges[at]] += 1;
  return all;
}

/** The number of the component of each point, 0 for that of point 0, and how many there are. */
function components({ count, edges }) {
  const parent = new Uint32Array(count);
  for (let number = 0; number < count; number += 1) parent[number] = number;
  const root = (number) => {
    while (parent[number] !== number) {
      parent[number] = parent[parent[number]];
      number = parent[number];
    }
    return number;
  };
  for (let at = 0; at < edges.length; at += 2) {
    const [one, other] = [root(edges[at]), root(edges[at + 1])];
    if (one !== other) parent[Math.max(one, other)] = Math.min(one, other);
  }
  const names = new Uint32Array(count);
  let found = 0;
  for (let number = 0; number < count; number += 1) {
    const own = root(number);
    names[number] = own === number ? found++ : names[own];
  }
  return { names, found };
}

/** Ways to colour a graph, by its columns `start` and `goal` of distances. */
export class Colouring {
  constructor(graph, names) {
    const { columns } = graph;
    const lost = columns.goal ? lacking(columns.goal) : 0;
    Object.assign(this, { graph, names });
    this.hasGoal = columns.goal !== null && lost < graph.count;
    /** Whether some points have no way to Finish, and others have. */
    this.hasDead = this.hasGoal && lost > 0;
    this.lost = lost;
    // What Start reaches hangs together.
    this.parts = lacking(columns.start) > 0 ? components(graph) : { found: 1 };
  }

  /** What can be chosen: kinds with their names. */
  get kinds() {
    return [
      this.hasGoal ? ["goal", `distance to ${this.names.goal}`] : null,
      ["start", `distance from ${this.names.start}`],
      this.hasDead ? ["life", "dead or alive"] : null,
      ["degree", "number of neighbours"],
      this.parts.found > 1 ? ["component", "component"] : null,
    ].filter(Boolean);
  }

  /** Says whether a point is dead: no way leads from it to Finish. */
  isDead(number) {
    return this.hasDead && this.graph.columns.goal[number] === NONE;
  }

  /** Of each point its distance from Start, and 1 if it is dead. */
  about() {
    const { count, columns } = this.graph;
    const about = new Uint16Array(2 * count);
    for (let number = 0; number < count; number += 1) {
      about[2 * number] = columns.start[number];
      about[2 * number + 1] = this.isDead(number) ? 1 : 0;
    }
    return about;
  }

  /** The colour of each point: red, green, blue and opacity. */
  tints(kind) {
    const { count } = this.graph;
    const [table, index] = this.indexed(kind);
    const opacity = count > MANY ? 200 : 245;
    const tints = new Uint8Array(4 * count);
    for (let number = 0; number < count; number += 1) {
      const colour = table[index(number)];
      tints[4 * number] = colour[0];
      tints[4 * number + 1] = colour[1];
      tints[4 * number + 2] = colour[2];
      tints[4 * number + 3] = opacity;
    }
    return tints;
  }

  /** The colours of a kind, and the function that says which of them a point has. */
  indexed(kind) {
    const { goal } = this.graph.columns;
    if (kind === "life") return [[this.alive, this.dead], (number) => (goal[number] === NONE ? 1 : 0)];
    if (kind === "component") return [KINDS, (number) => this.parts.names[number] % KINDS.length];
    const { least, most, values } = this.scaled(kind);
    const table = Array.from({ length: STEPS }, (_, step) => colourAt(step / (STEPS - 1)));
    table.push(kind === "goal" ? this.dead : UNKNOWN);
    const stretch = (STEPS - 1) / Math.max(1, most - least);
    return [table, (number) => (values[number] === NONE ? STEPS : Math.round((values[number] - least) * stretch))];
  }

  /** The values of a kind that has a scale. */
  scaled(kind) {
    const { graph } = this;
    const values = kind === "degree" ? (this.degrees ??= degrees(graph)) : graph.columns[kind];
    const least = kind === "degree" ? values.reduce((low, own) => Math.min(low, own), Infinity) : 0;
    return { values, least, most: greatest(values) };
  }

  get alive() {
    return dark.matches ? ALIVE_ON_DARK : ALIVE;
  }

  get dead() {
    return dark.matches ? DEAD_ON_DARK : DEAD;
  }

  /** The legend of a kind. */
  legend(kind) {
    const { graph, lost, names } = this;
    const dead = this.hasDead ? [sample(["goal", "life"].includes(kind) ? this.dead : null, "square",
      `dead: ${names.goal} cannot be reached (${commas(lost)})`)] : [];
    if (kind === "life") return [sample(this.alive, "", `alive (${commas(graph.count - lost)})`), ...dead];
    if (kind === "component") return [make("span", {}, counted(this.parts.found, "component")), ...dead];
    const { least, most } = this.scaled(kind);
    const ends = {
      goal: [names.goal, `${counted(most, graph.depthWord)} to ${names.goal}`],
      start: [names.start, `${counted(most, graph.depthWord)} from ${names.start}`],
      degree: [counted(least, "neighbour"), counted(most, "neighbour")],
    };
    const bar = make("i", { class: "scale", "aria-hidden": "true" });
    bar.style.background = `linear-gradient(to right, ${scaleNow().map(inCss).join()})`;
    const [low, high] = ends[kind];
    return [make("span", {}, low, bar, high), ...dead];
  }
}

/** An item of a legend: a sample of a colour, and what it means. */
function sample(colour, shape, words) {
  const spot = make("i", { class: `spot ${shape}`, "aria-hidden": "true" });
  if (colour) spot.style.background = inCss(colour);
  return make("span", {}, spot, words);
}
