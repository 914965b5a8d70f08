// Playback controls for the list of moves: step, play, pause.

import { make } from "./ask.js";

const REST = 450;

export class Player {
  /** Creates the controls in `host`; `go` shows the position after a number of moves and returns a
   * promise. `rest` is the time between two moves, in milliseconds. */
  constructor(host, go, rest = REST) {
    this.go = go;
    this.rest = rest;
    /** Counts the times of playing, so that an earlier one ends. */
    this.round = 0;
    this.at = 0;
    this.moves = [];
    this.playing = false;
    const key = (label, sign, act) =>
      make("button", { type: "button", "aria-label": label, title: label, onclick: act }, sign);
    this.play = key("play", "▶", () => this.toggle());
    this.play.id = "play";
    this.slider = make("input", { type: "range", min: 0, max: 0, value: 0, "aria-label": "move" });
    this.slider.addEventListener("input", () => this.jump(Number(this.slider.value)));
    this.count = make("button", { type: "button", class: "count", "aria-expanded": "false", title: "moves" });
    this.count.onclick = () => this.unfold(this.list.hidden);
    this.list = make("ol", { class: "moves", "aria-label": "moves", tabindex: 0, hidden: true });
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
    if (this.host.hidden) this.unfold(false);
    this.slider.max = moves.length;
    this.slider.value = at;
    this.count.textContent = `${at} of ${moves.length}`;
    [...this.list.children].forEach((item, number) => {
      if (number === at - 1) item.setAttribute("aria-current", "step");
      else item.removeAttribute("aria-current");
    });
    this.scroll();
    if (at >= moves.length) this.pause();
  }

  /** Shows or hides the list of the moves, which is long. */
  unfold(isShown) {
    this.list.hidden = !isShown;
    this.count.setAttribute("aria-expanded", String(isShown));
    this.scroll();
  }

  /** Brings the last move that was made into sight in the list. */
  scroll() {
    const now = this.list.children[Math.max(0, this.at - 1)];
    if (now) this.list.scrollTop = now.offsetTop - this.list.offsetTop - this.list.clientHeight / 2;
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
    this.round += 1;
    const { round } = this;
    this.play.textContent = "❚❚";
    this.play.setAttribute("aria-label", "pause");
    if (this.at >= this.moves.length) await this.go(0);
    while (this.playing && round === this.round && this.at < this.moves.length) {
      await this.go(this.at + 1);
      await new Promise((done) => setTimeout(done, this.rest));
    }
  }
}
