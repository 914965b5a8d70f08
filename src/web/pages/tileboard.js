// A board of numbered tiles, as buttons: a click swaps two of them or slides one.

import { make } from "./ask.js";

const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** A board whose cells are buttons. Its position is a text such as `123:45.`. */
export class TileBoard {
  /** Creates the board in `host`; `changed` is called after each change, `said` with why there was none. */
  constructor(host, position, { changed, said }) {
    Object.assign(this, { changed, said, isSliding: false, chosen: -1 });
    this.columns = position.indexOf(":");
    this.tokens = [...position.replaceAll(":", "")];
    this.cells = this.tokens.map((_, cell) => make("button", { type: "button", onclick: () => this.press(cell) }));
    host.style.gridTemplateColumns = `repeat(${this.columns}, 1fr)`;
    host.setAttribute("role", "group");
    host.setAttribute("aria-label", "board");
    host.addEventListener("keydown", (event) => this.focus(event));
    host.replaceChildren(...this.cells);
    this.draw();
  }

  get position() {
    const rows = [];
    for (let at = 0; at < this.tokens.length; at += this.columns) rows.push(this.tokens.slice(at, at + this.columns).join(""));
    return rows.join(":");
  }

  /** Puts a position on the board. */
  put(position) {
    this.tokens = [...position.replaceAll(":", "")];
    this.chosen = -1;
    this.draw();
    this.changed();
  }

  /** Chooses between sliding and swapping. */
  slide(isSliding) {
    Object.assign(this, { isSliding, chosen: -1 });
    this.draw();
  }

  place(cell) {
    return [Math.floor(cell / this.columns), cell % this.columns];
  }

  isBeside(cell, other) {
    const [[row, column], [otherRow, otherColumn]] = [this.place(cell), this.place(other)];
    return Math.abs(row - otherRow) + Math.abs(column - otherColumn) === 1;
  }

  press(cell) {
    const empty = this.tokens.indexOf(".");
    if (this.isSliding) {
      if (this.isBeside(cell, empty)) this.swap(cell, empty);
      else this.said("Only a tile beside the empty cell can slide.");
    } else if (cell === empty) this.said("This cell is empty. Choose two tiles.");
    else if (this.chosen < 0 || this.chosen === cell) {
      this.chosen = this.chosen === cell ? -1 : cell;
      this.draw();
    } else this.swap(cell, this.chosen);
  }

  swap(cell, other) {
    [this.tokens[cell], this.tokens[other]] = [this.tokens[other], this.tokens[cell]];
    this.chosen = -1;
    this.draw();
    this.changed();
  }

  focus(event) {
    const way = ARROWS[event.key];
    const cell = this.cells.indexOf(event.target);
    if (!way || cell < 0) return;
    event.preventDefault();
    const [row, column] = this.place(cell);
    const [toRow, toColumn] = [row + way[0], column + way[1]];
    if (toColumn >= 0 && toColumn < this.columns) this.cells[toRow * this.columns + toColumn]?.focus();
  }

  draw() {
    this.cells.forEach((button, cell) => {
      const token = this.tokens[cell];
      const [row, column] = this.place(cell);
      button.textContent = token === "." ? "" : token;
      button.className = token === "." ? "hole" : "tile";
      button.dataset.token = token;
      button.setAttribute("aria-label", `${token === "." ? "empty cell" : token}, row ${row + 1}, column ${column + 1}`);
      button.setAttribute("aria-pressed", cell === this.chosen);
    });
  }
}
