// The button for the hardest start of the drawn pieces: a search on the server, whose answer replaces
// the drawn puzzle.

import { ask, counted, get } from "./ask.js";

const EVERY = 300;

export class HardestStart {
  /** Wires the panel; `wanted` gives the puzzle and metric or null, `found` takes the text of the
   * hardest start. */
  constructor({ button, stop, words }, wanted, found) {
    Object.assign(this, { button, stop, words, wanted, found, design: null });
    button.onclick = () => this.begin();
    stop.onclick = () => this.end();
    this.draw(null);
  }

  draw(told) {
    this.stop.hidden = told?.state !== "searching";
    this.button.disabled = told?.state === "searching";
    this.words.textContent = told ? this.sentence(told) : "";
  }

  sentence(told) {
    const boards = told.boards ? ` of ${counted(told.boards, "board")}` : "";
    switch (told.state) {
      case "searching": return `${told.percent} %${boards}, ${told.seconds.toFixed(1)} s.`;
      case "ready":
        return told.text === null ? `None${boards} can be solved.`
          : `The hardest start${boards} needs ${counted(told.moves, told.metric)}. Undo brings your start back.`;
      default: return `${told.error}: ${told.hint}.`;
    }
  }

  async begin() {
    const wanted = this.wanted();
    if (!wanted) {
      this.words.textContent = "Correct the puzzle first.";
      return;
    }
    try {
      let told = await ask("/api/hardest", wanted);
      this.design = told.design;
      while (told.state === "searching") {
        this.draw(told);
        await new Promise((done) => setTimeout(done, EVERY));
        told = await get(`/api/designs/${told.design}`);
      }
      this.draw(told);
      if (told.text !== null) this.found(told.text);
    } catch (refused) {
      this.draw({ state: "failed", error: refused.message, hint: refused.hint ?? "" });
    }
  }

  /** Stops the search; its loop then shows that. */
  async end() {
    await ask(`/api/designs/${this.design}/stop`, {}).catch(() => {});
  }
}
