// What is marked over the picture of a graph: the position on the board with its way, the own moves,
// Start and Finish, and positions that were looked for.

/** Most rings of one kind, and most positions of the trail. */
const [RINGS, TRAIL] = [60, 5000];
const DOT = "#d55e00";
const FONT = "600 13px system-ui, sans-serif";

export class GraphMarks {
  /** Draws on `canvas`, which lies over the picture; `names` are those of Start and Finish. */
  constructor(canvas, names) {
    Object.assign(this, { canvas, names });
    this.clear();
  }

  /** Forgets all marks. */
  clear() {
    Object.assign(this, { at: -1, way: [], trail: [], starts: [], goals: [], ends: [], found: -1, isTrailShown: true });
  }

  /** Notes the position on the board; a game that begins is not joined to the moves before. */
  walk(number, isBeginning) {
    const last = this.trail.at(-1);
    if (isBeginning || !last) this.trail.push([number]);
    else if (last.at(-1) !== number) last.push(number);
    this.trail = this.trail.filter((own) => own[0] >= 0).slice(-TRAIL);
    if (this.trail.at(-1)?.length > TRAIL) this.trail.at(-1).shift();
    this.at = number;
  }

  /** Draws all marks as `camera` sees the places. */
  draw(camera, places, scale) {
    const { canvas } = this;
    const pen = canvas.getContext("2d");
    const [width, height] = [Math.round(camera.width * scale), Math.round(camera.height * scale)];
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    pen.setTransform(scale, 0, 0, scale, 0, 0);
    pen.clearRect(0, 0, camera.width, camera.height);
    const style = getComputedStyle(canvas);
    Object.assign(this, { pen, camera, places, ink: style.color, page: style.getPropertyValue("--page-colour") });
    if (this.isTrailShown) for (const own of this.trail) this.line(own, [2, 5], 2.5);
    this.line(this.way, [], 2.5);
    // Of very many the colour says enough; the one at the end of the way has a ring in any case.
    const goals = this.goals.length <= RINGS ? this.goals : this.goals.filter((own) => own === this.way.at(-1));
    const { goal, start } = this.names;
    const isSame = goals[0] === this.starts[0];
    this.ringAll(goals, 6, isSame ? "" : goal);
    this.ringAll(this.starts, 6, isSame ? `${start}, ${goal}` : start);
    this.ringAll(this.ends, 9, "", [3, 2]);
    this.ringAll([this.found], 12, "");
    this.dot(this.at);
  }

  /** Where a point is in the picture; null if it is out of sight. */
  spot(number) {
    const out = [0, 0, 0];
    return number >= 0 && this.camera.spot(this.places, number, out) ? out : null;
  }

  /** Draws a line through points, light around it so that it is seen before edges of its colour. */
  line(numbers, dashes, width) {
    const { ink, page, pen } = this;
    if (numbers.length < 2) return;
    pen.beginPath();
    let isJoined = false;
    for (const number of numbers) {
      const at = this.spot(number);
      if (at && isJoined) pen.lineTo(at[0], at[1]);
      else if (at) pen.moveTo(at[0], at[1]);
      isJoined = at !== null;
    }
    pen.lineJoin = pen.lineCap = "round";
    for (const [colour, wide] of [[page, width + 2.5], [ink, width]]) {
      pen.setLineDash(colour === ink ? dashes : []);
      Object.assign(pen, { strokeStyle: colour, lineWidth: wide });
      pen.stroke();
    }
    pen.setLineDash([]);
  }

  /** Draws rings around points, with a word beside the first. */
  ringAll(numbers, radius, words, dashes = []) {
    const { ink, page, pen } = this;
    numbers.slice(0, RINGS).forEach((number, own) => {
      const at = this.spot(number);
      if (!at) return;
      for (const [colour, width] of [[page, 4.5], [ink, 2]]) {
        pen.beginPath();
        pen.arc(at[0], at[1], radius, 0, 2 * Math.PI);
        pen.setLineDash(colour === ink ? dashes : []);
        Object.assign(pen, { strokeStyle: colour, lineWidth: width });
        pen.stroke();
      }
      if (words && own === 0) this.word(words, at, radius);
    });
    pen.setLineDash([]);
  }

  word(words, [x, y], radius) {
    const { camera, ink, page, pen } = this;
    const isRight = x > camera.width - 60;
    Object.assign(pen, { font: FONT, textAlign: isRight ? "right" : "left", textBaseline: "middle" });
    Object.assign(pen, { strokeStyle: page, lineWidth: 4, fillStyle: ink, lineJoin: "round" });
    const left = x + (isRight ? -1 : 1) * (radius + 4);
    pen.strokeText(words, left, y);
    pen.fillText(words, left, y);
  }

  dot(number) {
    const at = this.spot(number);
    if (!at) return;
    const { page, pen } = this;
    Object.assign(pen, { fillStyle: DOT, strokeStyle: page, lineWidth: 2 });
    pen.beginPath();
    pen.arc(at[0], at[1], 6, 0, 2 * Math.PI);
    pen.fill();
    pen.stroke();
  }
}
