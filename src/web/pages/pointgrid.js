// Cells over points in two or three dimensions, by which the point nearest to the pointer is found.

import { inSlices } from "./slices.js";

/** Points that a cell has on average. */
const FULL = 24;

export class PointGrid {
  /** Sorts points into cells, in slices; resolves to null where `isWanted` has said no. */
  static async of(places, dimensions, bounds, isWanted) {
    const grid = new PointGrid(places, dimensions, bounds);
    return await grid.sort(isWanted) ? grid : null;
  }

  constructor(places, dimensions, { least, most }) {
    const count = places.length / dimensions;
    const spans = [0, 1, 2].slice(0, dimensions).map((axis) => most[axis] - least[axis] || 1);
    this.side = Math.max(1, Math.min(1000, Math.floor((count / FULL) ** (1 / dimensions))));
    Object.assign(this, { places, dimensions, least, spans, count });
    /** The place in `members` where each cell begins. */
    this.starts = new Uint32Array(this.side ** dimensions + 1);
    this.members = new Uint32Array(count);
  }

  /** The cell of a point. */
  cellOf(number) {
    const { dimensions, least, places, side, spans } = this;
    let cell = 0;
    for (let axis = 0; axis < dimensions; axis += 1) {
      const part = (places[number * dimensions + axis] - least[axis]) / spans[axis];
      cell = cell * side + Math.min(side - 1, Math.floor(part * side));
    }
    return cell;
  }

  async sort(isWanted) {
    const { count, members, starts } = this;
    const of = new Uint32Array(count);
    const isCounted = await inSlices(count, (from, to) => {
      for (let number = from; number < to; number += 1) {
        of[number] = this.cellOf(number);
        starts[of[number] + 1] += 1;
      }
    }, isWanted);
    for (let cell = 1; cell < starts.length; cell += 1) starts[cell] += starts[cell - 1];
    const next = starts.slice();
    return isCounted && inSlices(count, (from, to) => {
      for (let number = from; number < to; number += 1) members[next[of[number]]++] = number;
    }, isWanted);
  }

  /** The number of the point nearest to a place in the picture, -1 if none is within `reach`. Of
   * points whose discs of a radius in pixels cover it, the foremost is taken. */
  nearest(camera, x, y, reach, radius) {
    const { dimensions, least, members, places, side, spans, starts } = this;
    const out = [0, 0, 0];
    const half = Math.hypot(...spans) / side / 2;
    let [best, closest, front] = [-1, reach * reach, Infinity];
    const middle = (index, axis) => least[axis] + ((index + 0.5) * spans[axis]) / side;
    const cells = starts.length - 1;
    for (let cell = 0; cell < cells; cell += 1) {
      if (starts[cell] === starts[cell + 1]) continue;
      if (dimensions === 3) {
        const row = Math.floor(cell / side);
        camera.project(middle(Math.floor(row / side), 0), middle(row % side, 1), middle(cell % side, 2), out);
      } else {
        camera.project(middle(Math.floor(cell / side), 0), middle(cell % side, 1), 0, out);
      }
      const nearer = out[2] - (half * camera.zoom) / camera.focus;
      // A cell that reaches behind the eye may be anywhere in the picture.
      const wide = nearer > 0.05 ? reach + (half * camera.zoom) / nearer : Infinity;
      if (Math.abs(out[0] - x) > wide || Math.abs(out[1] - y) > wide) continue;
      for (let at = starts[cell]; at < starts[cell + 1]; at += 1) {
        if (!camera.spot(places, members[at], out)) continue;
        const far = (out[0] - x) ** 2 + (out[1] - y) ** 2;
        const own = radius / out[2];
        const isCovered = dimensions === 3 && far <= own * own;
        const isBetter = isCovered ? out[2] < front : front === Infinity && far < closest;
        if (!isBetter) continue;
        best = members[at];
        if (isCovered) front = out[2];
        else closest = far;
      }
    }
    return best;
  }
}
