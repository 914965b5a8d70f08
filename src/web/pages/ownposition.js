// A position of the player's own: as text, from a file, or, on boards of numbers, by tapping them.

import { make } from "./ask.js";

const byId = (id) => document.getElementById(id);

/** Whether the pieces of a puzzle are the numbers from 1 on. */
export function isOfTiles({ classes }) {
  const tokens = classes.flatMap((own) => own.tokens);
  return tokens.length > 2 && new Set(tokens).size === tokens.length && tokens.every((own) => /^\d+$/.test(own));
}

export class OwnPosition {
  /** Wires the form: `puzzle` and `position` give those of the game, and `open` puts a text on the
   * board and returns the error, if any. */
  constructor(puzzle, position, open) {
    Object.assign(this, { puzzle, position, open, tapped: [] });
  }

  wire(board) {
    const text = byId("own-text");
    byId("own-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.put(text.value);
    });
    byId("own").addEventListener("toggle", () => {
      if (!byId("own").open) return;
      if (text.value === "") text.value = this.position().replaceAll(":", "\n");
      text.setSelectionRange(0, 0);
      this.offer();
    });
    // A finger on the text itself asks for the keyboard, one on the buttons does not.
    text.addEventListener("pointerdown", () => text.removeAttribute("inputmode"));
    board.addEventListener("dragover", (event) => event.preventDefault());
    board.addEventListener("drop", async (event) => {
      event.preventDefault();
      const [file] = event.dataTransfer.files;
      text.value = file ? await file.text() : event.dataTransfer.getData("text");
      byId("own").open = true;
      this.put(text.value);
    });
  }

  /** Puts a position on the board; rows may stand one below the other. */
  async put(text) {
    const rows = text.trim().split(/\r?\n/).map((row) => row.trim()).filter(Boolean);
    const refused = await this.open(rows.join(":"));
    byId("own-words").textContent = refused ? `${refused.message}.` : "";
    if (!refused) byId("title").scrollIntoView({ block: "nearest" });
  }

  /** Offers what a position is written with. */
  offer() {
    const puzzle = this.puzzle();
    if (!puzzle) return;
    byId("own-how").textContent = isOfTiles(puzzle)
      ? "A dot is the empty cell. Tap the numbers in order, or write them."
      : "A dot is an empty cell. Each piece keeps its shape. A button writes at the cursor.";
    if (isOfTiles(puzzle)) this.offerTiles(puzzle);
    else this.offerLetters(puzzle);
  }

  /** Offers the letters of the pieces, the dot and what else stands on the board. */
  offerLetters(puzzle) {
    const marks = new Set([".", ...puzzle.bare.flat()]);
    const tokens = [...new Set(puzzle.classes.flatMap((own) => own.tokens))].sort();
    const name = (token) => ({ ".": "empty cell", "#": "wall" }[token] ?? token);
    byId("own-tiles").replaceChildren(...[...tokens, ...marks].map((token) => make("button", {
      type: "button", "aria-label": name(token), onclick: () => this.write(token, puzzle),
    }, token)));
  }

  /** Writes a token over the cell at the cursor, or over what is selected. */
  write(token, { blanks, columns }) {
    const text = byId("own-text");
    let { selectionStart: from, selectionEnd: to } = text;
    const { value } = text;
    if (from === to) {
      const row = value.slice(value.lastIndexOf("\n", from - 1) + 1, from);
      const length = blanks ? row.split(/\s+/).filter(Boolean).length : row.length;
      if (length >= columns && value[from] === "\n") from += 1;
      to = from + /^\S*/.exec(value.slice(from))[0].length;
      if (!blanks) to = Math.min(to, from + 1);
    }
    // A word ends with the blank before the next one.
    const isLast = !/\S/.test(value.slice(to).split("\n")[0]);
    if (blanks && value[to] === " ") to += 1;
    text.inputMode = "none";
    text.focus({ preventScroll: true });
    text.setRangeText(token + (blanks && !isLast ? " " : ""), from, to, "end");
  }

  /** Offers the numbers, each of which fills the next cell. */
  offerTiles(puzzle) {
    this.tapped = [];
    const tokens = puzzle.classes.flatMap((own) => own.tokens).sort((a, b) => a - b);
    const cells = puzzle.rows * puzzle.columns;
    const blanks = Array(cells - tokens.length).fill(".");
    const again = make("button", { type: "button", onclick: () => this.offerTiles(puzzle) }, "Begin again");
    const buttons = [...tokens, ...blanks].map((token) => make("button", {
      type: "button", "aria-label": token === "." ? "the empty cell" : token,
      onclick: (event) => {
        event.target.disabled = true;
        this.tap(token, cells, puzzle);
      },
    }, token === "." ? "empty" : token));
    byId("own-tiles").replaceChildren(...buttons, again);
  }

  tap(token, cells, puzzle) {
    const { columns } = puzzle;
    this.tapped.push(token);
    const rows = [];
    for (let at = 0; at < this.tapped.length; at += columns) rows.push(this.tapped.slice(at, at + columns).join(" "));
    byId("own-text").value = rows.join("\n");
    if (this.tapped.length < cells) return;
    this.put(byId("own-text").value);
    this.offerTiles(puzzle);
  }
}
