// The camera of a picture of points in two or three dimensions: it pans, zooms and turns.

/** Space between the points and the edge of the picture, in pixels. */
const MARGIN = 16;
/** The turn of space at first, in radians, and the part of the picture that is filled then: what is
 * nearer is larger. */
const [TURNED, FILLED] = [[0.45, -0.35], 0.85];
/** Distance of the eye from the middle, in lengths of the longer side of the picture. */
const FOCUS = 1.6;
/** The least depth that is seen, as a part of the distance of the eye. */
const NEAR = 0.05;
/** Greatest and least zoom, as multiples of that which shows everything. */
const [CLOSEST, WIDEST] = [4000, 0.4];
const FLAT = [1, 0, 0, 0, 1, 0, 0, 0, 1];

/** The product of two matrices of three rows, each given row by row. */
function product(a, b) {
  return Array.from({ length: 9 }, (_, at) => {
    const [row, column] = [3 * Math.floor(at / 3), at % 3];
    return a[row] * b[column] + a[row + 1] * b[column + 3] + a[row + 2] * b[column + 6];
  });
}

export class Camera {
  /** Creates a camera that leaves `inset` pixels free at the top of the picture. */
  constructor(inset = 0) {
    Object.assign(this, { inset, width: 1, height: 1, dimensions: 2 });
    this.frame(new Float32Array(2), 2);
  }

  /** Sets the points that `fit` shows. */
  frame(places, dimensions) {
    const least = new Float64Array(3);
    const most = new Float64Array(3);
    for (let axis = 0; axis < dimensions; axis += 1) {
      let [low, high] = [Infinity, -Infinity];
      for (let at = axis; at < places.length; at += dimensions) {
        low = Math.min(low, places[at]);
        high = Math.max(high, places[at]);
      }
      [least[axis], most[axis]] = low <= high ? [low, high] : [0, 0];
    }
    Object.assign(this, { dimensions, least, most });
    this.turned = FLAT;
    if (dimensions === 3) this.turn(...TURNED);
    this.measure(places);
    this.fit();
  }

  /** Finds how far points are from the middle: in all, and as the picture is turned at first to its
   * side and to its top or bottom. */
  measure(places) {
    const { dimensions, least, most, turned: by } = this;
    const [x, y, z] = [0, 1, 2].map((axis) => (least[axis] + most[axis]) / 2);
    let [far, aside, up] = [0, 0, 0];
    for (let at = 0; at < places.length; at += dimensions) {
      const [a, b, c] = [places[at] - x, places[at + 1] - y, dimensions === 3 ? places[at + 2] - z : 0];
      far = Math.max(far, a * a + b * b + c * c);
      aside = Math.max(aside, Math.abs(by[0] * a + by[1] * b + by[2] * c));
      up = Math.max(up, Math.abs(by[3] * a + by[4] * b + by[5] * c));
    }
    Object.assign(this, { radius: Math.sqrt(far) || 1, aside, up });
  }

  /** Sets the size of the picture in pixels; what is seen in its middle stays there. */
  resize(width, height) {
    const before = this.whole;
    Object.assign(this, { width, height });
    this.zoom *= this.whole / before;
  }

  /** The zoom that shows everything, in pixels a unit. */
  get whole() {
    const { height, width } = this;
    const [wide, high] = [width, height - this.inset].map((own) => Math.max(MARGIN, own - 2 * MARGIN));
    const filled = this.dimensions === 3 ? FILLED : 1;
    return filled * Math.min(wide / (2 * this.aside || 1), high / (2 * this.up || 1));
  }

  /** Shows everything. */
  fit() {
    this.target = [0, 1, 2].map((axis) => (this.least[axis] + this.most[axis]) / 2);
    this.turned = FLAT;
    if (this.dimensions === 3) this.turn(...TURNED);
    this.zoom = this.whole;
  }

  /** How much closer the picture is than where everything is seen. */
  get closeness() {
    return this.zoom / this.whole;
  }

  /** The distance of the eye from the middle of the picture, in pixels. */
  get focus() {
    return this.dimensions === 3 ? FOCUS * Math.max(this.width, this.height) : Infinity;
  }

  /** Turns by angles about the upright and the level axis of the picture. */
  turn(right, down) {
    const [c, s] = [Math.cos(right), Math.sin(right)];
    const [d, t] = [Math.cos(down), Math.sin(down)];
    this.turned = product([1, 0, 0, 0, d, -t, 0, t, d], product([c, 0, s, 0, 1, 0, -s, 0, c], this.turned));
  }

  /** The middle of the picture, in pixels. */
  get middle() {
    return [this.width / 2, (this.height + this.inset) / 2];
  }

  /** Moves the picture by pixels. */
  pan(x, y) {
    const by = this.turned;
    this.target = this.target.map((own, axis) => own - (x * by[axis] + y * by[axis + 3]) / this.zoom);
  }

  /** Zooms by a factor; the place in the middle plane at (`x`, `y`) stays there. */
  approach(factor, x = this.middle[0], y = this.middle[1]) {
    const before = this.zoom;
    this.zoom = Math.max(WIDEST * this.whole, Math.min(CLOSEST * this.whole, before * factor));
    const [right, down] = [x - this.middle[0], y - this.middle[1]];
    const by = this.zoom / before;
    this.pan(right * (1 - by), down * (1 - by));
  }

  /** Moves a point to the middle of the picture. */
  centre(places, number) {
    const at = number * this.dimensions;
    this.target = [places[at], places[at + 1], this.dimensions === 3 ? places[at + 2] : 0];
  }

  /** Writes where a place is in the picture to `out`: x and y in pixels, and its depth, which is 1 in
   * the middle plane, less before it and at most 0 behind the eye. */
  project(x, y, z, out) {
    const { target, turned, zoom } = this;
    const [a, b, c] = [x - target[0], y - target[1], z - target[2]];
    const depth = 1 - (zoom * (turned[6] * a + turned[7] * b + turned[8] * c)) / this.focus;
    out[0] = this.width / 2 + (zoom * (turned[0] * a + turned[1] * b + turned[2] * c)) / depth;
    out[1] = (this.height + this.inset) / 2 + (zoom * (turned[3] * a + turned[4] * b + turned[5] * c)) / depth;
    out[2] = depth;
  }

  /** Writes where a point is in the picture; returns whether it is before the eye. */
  spot(places, number, out) {
    const at = number * this.dimensions;
    this.project(places[at], places[at + 1], this.dimensions === 3 ? places[at + 2] : 0, out);
    return out[2] > NEAR;
  }

  /** The depths of the nearest and the farthest point that can be seen. */
  get depths() {
    const half = (this.zoom * this.radius) / this.focus;
    return [Math.max(NEAR, 1 - half), 1 + half];
  }

  /** The matrix that takes places to the clip space of WebGL, column by column. */
  matrix() {
    const { target, turned, zoom } = this;
    const rows = [
      [0, 1, 2].map((axis) => (2 * zoom * turned[axis]) / this.width),
      [0, 1, 2].map((axis) => (-2 * zoom * turned[axis + 3]) / this.height),
      [0, 1, 2].map(() => 0),
      [0, 1, 2].map((axis) => (-zoom * turned[axis + 6]) / this.focus),
    ];
    const along = (row) => row.reduce((sum, by, axis) => sum + by * target[axis], 0);
    const moved = rows.map((row, own) => (own === 3 ? 1 : 0) - along(row));
    // In the plane all depths are equal; in space they go from NEAR before the eye to the farthest.
    const far = 1 + (4 * zoom * this.radius) / this.focus;
    if (this.dimensions === 3) {
      const [stretch, shift] = [(far + NEAR) / (far - NEAR), (-2 * far * NEAR) / (far - NEAR)];
      rows[2] = rows[3].map((own) => stretch * own);
      moved[2] = stretch * moved[3] + shift;
    }
    // What lies in the middle of the picture is below the middle of the canvas.
    const lower = -this.inset / this.height;
    rows[1] = rows[1].map((own, axis) => own + lower * rows[3][axis]);
    moved[1] += lower * moved[3];
    return new Float32Array([0, 1, 2].flatMap((axis) => rows.map((row) => row[axis])).concat(moved));
  }
}
