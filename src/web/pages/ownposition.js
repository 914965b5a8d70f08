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
      if (byId("own").open && text.value === "") text.value = this.position().replaceAll(":", "\n");
      this.offerTiles();
    });
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
    if (!refused) byId("board").scrollIntoView({ block: "nearest" });
  }

  /** Offers the numbers, each of which fills the next cell. */
  offerTiles() {
    const puzzle = this.puzzle();
    if (!puzzle || !isOfTiles(puzzle)) return;
    this.tapped = [];
    const tokens = puzzle.classes.flatMap((own) => own.tokens).sort((a, b) => a - b);
    const cells = puzzle.rows * puzzle.columns;
    const blanks = Array(cells - tokens.length).fill(".");
    const again = make("button", { type: "button", onclick: () => this.offerTiles() }, "Begin again");
    const buttons = [...tokens, ...blanks].map((token) => make("button", {
      type: "button", "aria-label": token === "." ? "the empty cell" : token,
      onclick: (event) => {
        event.target.disabled = true;
        this.tap(token, cells, puzzle.columns);
      },
    }, token === "." ? "empty" : token));
    byId("own-tiles").replaceChildren(...buttons, again);
  }

  tap(token, cells, columns) {
    this.tapped.push(token);
    const rows = [];
    for (let at = 0; at < this.tapped.length; at += columns) rows.push(this.tapped.slice(at, at + columns).join(" "));
    byId("own-text").value = rows.join("\n");
    if (this.tapped.length < cells) return;
    this.put(byId("own-text").value);
    this.offerTiles();
  }
}
