// All shortest ways from a position to Finish, in a graph of any size.

import { NONE } from "./colouring.js";
import { inSlices } from "./slices.js";

/** The neighbours of each point, side by side: those of a point begin at its place in `starts`. */
export async function neighboursOf({ count, edges, isDirected }, isWanted) {
  const starts = new Uint32Array(count + 1);
  const half = edges.length / 2;
  const isCounted = await inSlices(half, (from, to) => {
    for (let at = from; at < to; at += 1) {
      starts[edges[2 * at] + 1] += 1;
      if (!isDirected) starts[edges[2 * at + 1] + 1] += 1;
    }
  }, isWanted);
  if (!isCounted) return null;
  for (let number = 0; number < count; number += 1) starts[number + 1] += starts[number];
  const next = starts.slice(0, count);
  const others = new Uint32Array(starts[count]);
  const isFilled = await inSlices(half, (from, to) => {
    for (let at = from; at < to; at += 1) {
      const [one, other] = [edges[2 * at], edges[2 * at + 1]];
      others[next[one]++] = other;
      if (!isDirected) others[next[other]++] = one;
    }
  }, isWanted);
  return isFilled ? { starts, others } : null;
}

/** The points and edges on any shortest way from a point to Finish. The edges are pairs of points. */
export function shortestWays({ starts, others }, goal, number) {
  if (number < 0 || goal[number] === NONE) return { points: new Uint32Array(0), pairs: new Uint32Array(0) };
  const isMet = new Uint8Array(goal.length);
  const [points, pairs] = [[number], []];
  isMet[number] = 1;
  for (let next = 0; next < points.length; next += 1) {
    const own = points[next];
    for (let at = starts[own]; at < starts[own + 1]; at += 1) {
      const other = others[at];
      if (goal[other] === NONE || goal[other] !== goal[own] - 1) continue;
      pairs.push(own, other);
      if (isMet[other] === 0) points.push(other);
      isMet[other] = 1;
    }
  }
  return { points: Uint32Array.from(points), pairs: Uint32Array.from(pairs) };
}
