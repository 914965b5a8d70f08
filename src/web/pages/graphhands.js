// Mouse, fingers and keys on the picture of a graph: they pan, turn, zoom, and choose.

/** Greatest way of the pointer that still chooses, in pixels. */
const TAP = 8;
/** Angle of a pixel of a turn, in radians. */
const TURN = 0.008;
/** The zoom of a pixel of the wheel and of a key, and the way of a key in pixels. */
const [WHEEL, KEY, WAY] = [0.0016, 1.3, 40];
const LINE = 16;
/** The zoom from which one finger moves the picture; before that it scrolls the page. */
const NEAR = 1.05;
const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
const ZOOMS = { "+": KEY, "=": KEY, "-": 1 / KEY, _: 1 / KEY };

export class GraphHands {
  /** Listens to `canvas` and moves `camera`. Calls `moved()` after that, `pointed(x, y)` where the
   * pointer rests, `left()`, `chosen(x, y)` for a click or tap, and `stepped(way)` for an arrow key. */
  constructor(canvas, camera, acts) {
    Object.assign(this, { canvas, camera, acts: { ...acts, moved: () => this.moved(acts.moved) } });
    Object.assign(this, { fingers: new Map(), isTap: false });
    canvas.style.touchAction = "pan-y";
    const on = (name, act, options) => canvas.addEventListener(name, (event) => act.call(this, event), options);
    on("pointerdown", this.press);
    on("pointermove", this.move);
    on("pointerup", this.release);
    on("pointercancel", this.cancel);
    on("pointerleave", () => acts.left());
    on("contextmenu", (event) => event.preventDefault());
    on("dblclick", this.fit);
    on("wheel", this.wheel, { passive: false });
    on("keydown", this.key);
  }

  /** Leaves upward and downward swipes to the page as long as all of the picture is seen. */
  moved(tell) {
    this.canvas.style.touchAction = this.camera.closeness > NEAR ? "none" : "pan-y";
    tell();
  }

  /** The place of the pointer on the canvas. */
  place(event) {
    const box = this.canvas.getBoundingClientRect();
    return [event.clientX - box.x - this.canvas.clientLeft, event.clientY - box.y - this.canvas.clientTop];
  }

  press(event) {
    const at = this.place(event);
    this.isTap = this.fingers.size === 0 && event.button === 0;
    this.begun = at;
    this.fingers.set(event.pointerId, at);
    this.canvas.setPointerCapture(event.pointerId);
  }

  move(event) {
    const at = this.place(event);
    const before = this.fingers.get(event.pointerId);
    if (!before) {
      this.acts.pointed(...at);
      return;
    }
    if (this.isTap && Math.hypot(at[0] - this.begun[0], at[1] - this.begun[1]) < TAP) return;
    this.isTap = false;
    this.acts.left();
    if (this.fingers.size === 2) this.pinch(event.pointerId, before, at);
    else if (this.fingers.size === 1) this.drag(event, at[0] - before[0], at[1] - before[1]);
    this.fingers.set(event.pointerId, at);
  }

  drag(event, x, y) {
    const isPan = this.camera.dimensions === 2 || event.shiftKey || (event.buttons & 1) === 0;
    if (isPan) this.camera.pan(x, y);
    else this.camera.turn(TURN * x, -TURN * y);
    this.acts.moved();
  }

  /** Moves one of two fingers. */
  pinch(finger, before, at) {
    const [, other] = [...this.fingers].find(([own]) => own !== finger);
    const apart = (own) => Math.hypot(own[0] - other[0], own[1] - other[1]) || 1;
    this.camera.pan((at[0] - before[0]) / 2, (at[1] - before[1]) / 2);
    this.camera.approach(apart(at) / apart(before), (at[0] + other[0]) / 2, (at[1] + other[1]) / 2);
    this.acts.moved();
  }

  release(event) {
    const isTap = this.isTap && this.fingers.has(event.pointerId);
    this.cancel(event);
    if (isTap) this.acts.chosen(...this.place(event));
  }

  cancel(event) {
    this.fingers.delete(event.pointerId);
    this.isTap = false;
  }

  fit() {
    this.camera.fit();
    this.acts.moved();
  }

  wheel(event) {
    event.preventDefault();
    const by = event.deltaY * (event.deltaMode === 1 ? LINE : 1) * (event.ctrlKey ? 6 : 1);
    this.camera.approach(Math.exp(-WHEEL * by), ...this.place(event));
    this.acts.moved();
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const way = ARROWS[event.key];
    if (way && !event.shiftKey) this.acts.stepped(way);
    else if (way && this.camera.dimensions === 3) this.camera.turn(TURN * WAY * way[0], -TURN * WAY * way[1]);
    else if (way) this.camera.pan(-WAY * way[0], -WAY * way[1]);
    else if (ZOOMS[event.key]) this.camera.approach(ZOOMS[event.key]);
    else if (event.key === "0") this.camera.fit();
    else return;
    // The game beside the picture has keys of its own.
    event.stopPropagation();
    event.preventDefault();
    if (!way || event.shiftKey) this.acts.moved();
  }
}
