// A Sokoban level on the board: its squares, where player and boxes are, and what a step does.

import { CELL, arrow, crosses, draw, ground, things } from "./levelshapes.js";

/** Row and column offsets of the steps. */
export const STEPS = { u: [-1, 0], d: [1, 0], l: [0, -1], r: [0, 1] };

/** A position of a level: walls and goals, the boxes and the player, and the steps so far. */
export class LevelGame {
  constructor(position) {
    this.position = position;
    const rows = position.split(":");
    this.columns = Math.max(...rows.map((row) => row.length));
    this.rows = rows.map((row) => [...row.padEnd(this.columns, "-")]);
    this.outside = this.findOutside();
    this.restart();
  }

  /** Finds the squares that no wall parts from the border of the drawing. */
  findOutside() {
    const found = new Set();
    const open = this.rows.flatMap((row, y) => row.map((_, x) => [y, x]))
      .filter(([y, x]) => y === 0 || x === 0 || y === this.rows.length - 1 || x === this.columns - 1);
    while (open.length > 0) {
      const [y, x] = open.pop();
      if (this.isWall(y, x) || found.has(`${y},${x}`)) continue;
      found.add(`${y},${x}`);
      for (const [down, right] of Object.values(STEPS)) open.push([y + down, x + right]);
    }
    return found;
  }

  /** Goes back to the first position; all steps can be made again. */
  restart() {
    this.undone = [...(this.undone ?? []), ...[...(this.moves ?? "")].reverse()];
    this.moves = "";
    this.boxes = new Set();
    this.rows.forEach((row, y) => row.forEach((shown, x) => {
      if ("$*".includes(shown)) this.boxes.add(`${y},${x}`);
      if ("@+".includes(shown)) this.player = [y, x];
    }));
  }

  isWall(y, x) {
    return (this.rows[y]?.[x] ?? "#") === "#";
  }

  isOutside(y, x) {
    return this.outside.has(`${y},${x}`);
  }

  isGoal(y, x) {
    return ".*+".includes(this.rows[y]?.[x] ?? "#");
  }

  isBox(y, x) {
    return this.boxes.has(`${y},${x}`);
  }

  get pushes() {
    return [...this.moves].filter((letter) => letter < "a").length;
  }

  /** Makes a step, given by its letter; returns why it cannot be made, or null. */
  step(letter) {
    const trouble = this.make(letter);
    if (trouble === null) this.undone = [];
    return trouble;
  }

  make(letter) {
    const [down, right] = STEPS[letter.toLowerCase()];
    const [y, x] = [this.player[0] + down, this.player[1] + right];
    if (this.isWall(y, x)) return "There is a wall.";
    const isPush = this.isBox(y, x);
    if (isPush) {
      if (this.isWall(y + down, x + right)) return "The box has a wall behind it.";
      if (this.isBox(y + down, x + right)) return "The box has another box behind it.";
      this.boxes.delete(`${y},${x}`);
      this.boxes.add(`${y + down},${x + right}`);
    }
    this.player = [y, x];
    this.moves += isPush ? letter.toUpperCase() : letter.toLowerCase();
    return null;
  }

  /** The first push of some steps: the square of the box before it, and its letter; null if there is none. */
  firstPush(letters) {
    let [y, x] = this.player;
    for (const letter of letters) {
      const [down, right] = STEPS[letter.toLowerCase()];
      [y, x] = [y + down, x + right];
      if (letter < "a") return { place: [y, x], letter };
    }
    return null;
  }

  /** Takes the last step back; false if there is none. */
  undo() {
    const letter = this.moves.at(-1);
    if (letter === undefined) return false;
    const [down, right] = STEPS[letter.toLowerCase()];
    const [y, x] = this.player;
    if (letter < "a") {
      this.boxes.delete(`${y + down},${x + right}`);
      this.boxes.add(`${y},${x}`);
    }
    this.player = [y - down, x - right];
    this.moves = this.moves.slice(0, -1);
    this.undone.push(letter);
    return true;
  }

  /** Makes the step that was taken back last; false if there is none. */
  redo() {
    const letter = this.undone.pop();
    return letter !== undefined && this.make(letter) === null;
  }

  /** The letters of a shortest walk to each square that the player can walk to, by its row and column. */
  reached() {
    const found = new Map([[String(this.player), ""]]);
    for (const [place, letters] of found) {
      const [y, x] = place.split(",").map(Number);
      for (const [letter, [down, right]] of Object.entries(STEPS)) {
        const next = `${y + down},${x + right}`;
        const isFree = !this.isWall(y + down, x + right) && !this.boxes.has(next);
        if (isFree && !found.has(next)) found.set(next, letters + letter);
      }
    }
    return found;
  }

  /** The letters of a shortest walk to a square, or null. */
  walk(y, x) {
    return this.reached().get(`${y},${x}`) ?? null;
  }
}

/** Draws a level; `choose` is called with the row and column of a square that was clicked. */
export function board(game, choose) {
  const [height, width] = [game.rows.length * CELL, game.columns * CELL];
  const svg = draw("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", class: "level" });
  // The squares themselves are invisible; drawings of levels show them by lines.
  const squares = game.rows.flatMap((row, y) => row.map((_, x) =>
    draw("rect", { x: x * CELL, y: y * CELL, width: CELL, height: CELL, class: "square", "data-square": `${y},${x}` })));
  const [marks, movers, advice] = [draw("g", {}), draw("g", {}), draw("g", {})];
  svg.append(...ground(game, false), ...squares, marks, movers, advice);
  /** The row and column of the square under the pointer. */
  const square = (event) => {
    const box = svg.getBoundingClientRect();
    const scale = Math.max(game.columns / box.width, game.rows.length / box.height);
    const [x, y] = [event.clientX - box.x - box.width / 2, event.clientY - box.y - box.height / 2];
    const [row, column] = [Math.floor(y * scale + game.rows.length / 2), Math.floor(x * scale + game.columns / 2)];
    return game.rows[row]?.[column] === undefined ? null : [row, column];
  };
  svg.addEventListener("click", (event) => {
    const chosen = square(event);
    if (chosen) choose(...chosen);
  });
  /** A frame around a square. */
  const frame = ([y, x]) => draw("rect", { x: x * CELL + 2, y: y * CELL + 2, width: CELL - 4, height: CELL - 4, class: "cursor" });
  /** Marks squares by crosses. */
  const cross = (places) => marks.replaceChildren(crosses(places));
  /** Marks the push of a box by an arrow. */
  const point = ({ place, letter }) => advice.replaceChildren(arrow(place, STEPS[letter.toLowerCase()]));
  const shown = () => {
    advice.replaceChildren();
    show(game, svg, movers);
  };
  return { svg, square, frame, cross, point, show: shown };
}

function show(game, svg, movers) {
  movers.replaceChildren(...things(game));
  if (!game.player) return;
  const [y, x] = game.player;
  const home = [...game.boxes].filter((place) => game.isGoal(...place.split(",").map(Number))).length;
  const boxes = game.boxes.size === 1 ? "1 box" : `${game.boxes.size} boxes`;
  svg.setAttribute("aria-label", `Sokoban level: ${boxes}, ${home} on goals; player in row ${y + 1}, column ${x + 1}`);
}
