// Controls of a search that is watched: the generation that is shown, one on or back, and all in turn.

import { make } from "./ask.js";

/** Longest and shortest time for which a generation is shown before the next, and the time that all
 * take together if there are many, in milliseconds. */
const [PACE, LEAST, ALL] = [700, 60, 15_000];
const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** The choice of a generation, by buttons, by a slider, or one after the other in time. */
export class Generations {
  /** Creates the controls in `host`; `changed` is called when the generation or the playing changes.
   * The first that is shown is `at`; the ids of the controls begin with `prefix`. */
  constructor(host, last, changed, { at = 0, prefix = "" } = {}) {
    Object.assign(this, { last, changed, at: 0, timer: null });
    const key = (id, words, act) => make("button", { id: prefix + id, type: "button", onclick: act }, words);
    this.play = key("play", "Play", () => this.toggle());
    this.play.classList.add("strong");
    this.slider = make("input", { id: `${prefix}generation`, type: "range", min: 0, max: last, value: 0 });
    this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
    this.quiet = make("p", { class: "quiet" },
      "This device asks for little motion, so nothing plays here. Forward and the slider show the search.");
    host.replaceChildren(
      make("div", { class: "keys" },
        key("back", "Back", () => this.go(this.at - 1)), this.play,
        key("forward", "Forward", () => this.go(this.at + 1))),
      make("label", { class: "generation" }, "Generation ", this.slider), this.quiet);
    calm.addEventListener("change", () => this.suit());
    this.suit();
    this.show(at);
  }

  get isPlaying() {
    return this.timer !== null;
  }

  /** Takes playing away from those who want no motion. */
  suit() {
    this.pause();
    this.play.hidden = calm.matches;
    this.quiet.hidden = !calm.matches;
  }

  show(generation) {
    this.at = Math.max(0, Math.min(this.last, generation));
    this.slider.value = this.at;
    this.changed();
  }

  /** Shows the generation that the user has chosen. */
  go(generation) {
    this.pause();
    this.show(generation);
  }

  pause() {
    if (!this.isPlaying) return;
    clearInterval(this.timer);
    this.timer = null;
    this.play.textContent = "Play";
    this.changed();
  }

  toggle() {
    if (this.isPlaying) return this.pause();
    this.timer = setInterval(() => this.advance(), Math.max(LEAST, Math.min(PACE, ALL / this.last)));
    this.play.textContent = "Pause";
    this.show(this.at === this.last ? 0 : this.at);
  }

  advance() {
    this.show(this.at + 1);
    if (this.at === this.last) this.pause();
  }
}
