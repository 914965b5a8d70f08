// The continuous motion of a piece that is dragged: where it may be between its squares.

const NEAR = 1e-6;
/** Greatest length of one step of the motion, in cells. */
const STRIDE = 0.25;
/** How far beside a corner a piece may be to turn into it, in cells. */
const CORNER = 0.38;
const MOST_STRIDES = 600;

const whole = (value) => (Math.abs(value - Math.round(value)) < NEAR ? Math.round(value) : value);
const around = (value) => (Number.isInteger(value) ? [value] : [Math.floor(value), Math.floor(value) + 1]);

/** The squares that a piece can reach, as a test of places between them. */
export class Room {
  constructor(squares) {
    this.keys = new Set(squares.map((square) => square.join()));
    this.squares = squares;
  }

  /** Says whether the piece fits at a place: all squares around the place must be free for it. */
  fits([row, column]) {
    return around(row).every((y) => around(column).every((x) => this.keys.has(`${y},${x}`)));
  }

  /** Moves from a place along one axis by at most a stride, around a corner where one is near. */
  stride(at, axis, by) {
    const now = at[axis];
    const edge = by > 0 ? Math.floor(now) + 1 : Math.ceil(now) - 1;
    const length = Math.min(Math.abs(by), STRIDE, Math.abs(edge - now));
    const next = [...at];
    next[axis] = whole(now + Math.sign(by) * length);
    if (this.fits(next)) return next;
    const other = 1 - axis;
    const off = Math.abs(next[other] - Math.round(next[other]));
    next[other] = Math.round(next[other]);
    return off > 0 && off < CORNER && off < Math.abs(by) && this.fits(next) ? next : null;
  }

  /** The place that is reached from a place by going towards `to` as far as nothing stops it. */
  towards(at, to) {
    for (let count = 0; count < MOST_STRIDES; count += 1) {
      const left = [to[0] - at[0], to[1] - at[1]];
      const axes = Math.abs(left[0]) >= Math.abs(left[1]) ? [0, 1] : [1, 0];
      const axis = axes.find((own) => Math.abs(left[own]) > NEAR && this.stride(at, own, left[own]));
      if (axis === undefined) break;
      at = this.stride(at, axis, left[axis]);
    }
    return at;
  }

  /** The square nearest to a place. */
  nearest(at) {
    const far = ([row, column]) => Math.hypot(row - at[0], column - at[1]);
    return this.squares.reduce((best, square) => (far(square) < far(best) ? square : best));
  }
}
