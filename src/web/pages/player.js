// Playback controls for the list of moves: step, play, pause.

import { make } from "./ask.js";

const REST = 450;

export class Player {
  /** Creates the controls in `host`; `go` shows the position after a number of moves and returns a
   * promise. */
  constructor(host, go) {
    this.go = go;
    this.at = 0;
    this.moves = [];
    this.playing = false;
    const key = (label, sign, act) =>
      make("button", { type: "button", "aria-label": label, title: label, onclick: act }, sign);
    this.play = key("play", "▶", () => this.toggle());
    this.play.id = "play";
    this.slider = make("input", { type: "range", min: 0, max: 0, value: 0, "aria-label": "move" });
    this.slider.addEventListener("input", () => this.jump(Number(this.slider.value)));
    this.count = make("span", { class: "count" });
    this.list = make("ol", { class: "moves", "aria-label": "moves", tabindex: 0 });
    this.host = host;
    host.replaceChildren(
      make("div", { class: "keys" },
        key("first position", "|◀", () => this.jump(0)),
        key("previous move", "◀", () => this.jump(this.at - 1)),
        this.play,
        key("next move", "▶|", () => this.jump(this.at + 1)),
        key("last position", "▶▶|", () => this.jump(this.moves.length)),
        this.count),
      this.slider,
      this.list);
  }

  /** Shows the list of moves; the first `at` moves have been made. */
  show(moves, at) {
    const isOther = moves.length !== this.moves.length || moves.some((move, n) => move !== this.moves[n]);
    this.moves = [...moves];
    this.at = at;
    if (isOther) {
      this.list.replaceChildren(...moves.map((move, number) =>
        make("li", { onclick: () => this.jump(number + 1) }, move.words)));
    }
    this.host.hidden = moves.length === 0;
    this.slider.max = moves.length;
    this.slider.value = at;
    this.count.textContent = `${at} of ${moves.length}`;
    [...this.list.children].forEach((item, number) => {
      if (number === at - 1) item.setAttribute("aria-current", "step");
      else item.removeAttribute("aria-current");
    });
    const now = this.list.children[Math.max(0, at - 1)];
    if (now) this.list.scrollTop = now.offsetTop - this.list.offsetTop - this.list.clientHeight / 2;
    if (at >= moves.length) this.pause();
  }

  jump(to) {
    this.pause();
    return this.go(Math.max(0, Math.min(this.moves.length, to)));
  }

  pause() {
    this.playing = false;
    this.play.textContent = "▶";
    this.play.setAttribute("aria-label", "play");
  }

  async toggle() {
    if (this.playing) return this.pause();
    if (this.moves.length === 0) return;
    this.playing = true;
    this.play.textContent = "❚❚";
    this.play.setAttribute("aria-label", "pause");
    if (this.at >= this.moves.length) await this.go(0);
    while (this.playing && this.at < this.moves.length) {
      await this.go(this.at + 1);
      await new Promise((done) => setTimeout(done, REST));
    }
  }
}
