// The exploration panel: limits, progress, buttons to start and stop, and a summary of the results.

import { ask, commas, counted, get, make } from "./ask.js";

/** The states of an exploration that has not ended. */
export const UNDER_WAY = ["waiting", "numbering", "exploring"];
const EVERY = 300;

/** Formats the reason why there is no solution as a sentence. */
export const inWords = (why) => `${why.message}; ${why.hint}.`;

/** Draws a bar chart of the sizes of the generations, with the last generation on the right. */
function bars(generations) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const most = Math.max(...generations.map(Number), 1);
  const together = Math.ceil(generations.length / 120);
  const heights = [];
  for (let at = 0; at < generations.length; at += together) {
    heights.push(Math.max(...generations.slice(at, at + together).map(Number)) / most);
  }
  svg.setAttribute("viewBox", `0 0 ${heights.length} 40`);
  svg.setAttribute("preserveAspectRatio", "none");
  svg.setAttribute("class", "bars");
  svg.setAttribute("aria-hidden", "true");
  svg.append(...heights.map((height, at) => {
    const bar = document.createElementNS("http://www.w3.org/2000/svg", "rect");
    const tall = Math.max(1, height * 40);
    bar.setAttribute("x", at + 0.08);
    bar.setAttribute("width", 0.84);
    bar.setAttribute("y", 40 - tall);
    bar.setAttribute("height", tall);
    return bar;
  }));
  return svg;
}

export class Exploration {
  /** Creates the panel in `host`; `changed` is called with each progress report on the current
   * puzzle. */
  constructor(host, changed) {
    this.changed = changed;
    this.wanted = null;
    this.told = null;
    this.round = 0;
    this.words = make("p", { class: "state", "aria-live": "polite" });
    this.bar = make("progress", { max: 100, value: 0, "aria-label": "progress in this generation" });
    this.live = make("div", { class: "live" });
    this.explore = make("button", { type: "button", id: "explore", onclick: () => this.begin(false) }, "Explore");
    this.stop = make("button", { type: "button", id: "stop", onclick: () => this.end() }, "Stop");
    host.replaceChildren(this.words, this.bar, this.live, make("div", { class: "keys" }, this.explore, this.stop));
    this.draw();
  }

  /** Sets the current puzzle and metric, without starting an exploration. */
  mean(puzzle, metric) {
    this.wanted = puzzle ? { ...puzzle, metric } : null;
    this.round += 1;
    this.told = null;
    this.trouble = null;
    this.draw();
  }

  /** Explores the current puzzle and polls the progress. If `isCautious` is true, the server starts
   * the exploration only if it is quick. */
  async begin(isCautious) {
    if (!this.wanted) return;
    const round = ++this.round;
    this.trouble = null;
    try {
      let told = await ask("/api/explore", { ...this.wanted, cautious: isCautious });
      while (round === this.round) {
        this.tell(told);
        if (!UNDER_WAY.includes(told.state)) return;
        await new Promise((done) => setTimeout(done, EVERY));
        if (round !== this.round) return;
        told = await get(`/api/explorations/${told.exploration}`);
      }
    } catch (refused) {
      if (round !== this.round) return;
      this.trouble = refused;
      this.told = null;
      this.draw();
    }
  }

  /** Stops the exploration. */
  async end() {
    if (!this.told) return;
    try {
      await ask(`/api/explorations/${this.told.exploration}/stop`, {});
    } catch (refused) {
      this.trouble = refused;
      this.draw();
    }
  }

  tell(told) {
    this.told = told;
    this.draw();
    this.changed(told);
  }

  sentence() {
    const { told, trouble } = this;
    if (trouble) return `${trouble.message}: ${trouble.hint}`;
    if (!told) return "Not explored yet.";
    const generation = `generation ${told.generation}, ${counted(told.found, "configuration")}`;
    const from = told.from === "goal" ? "From Finish: " : "From Start: ";
    const total = told.configurations ? ` of at most ${commas(told.configurations)}` : "";
    switch (told.state) {
      case "waiting": return "Waiting for other explorations.";
      case "numbering": return "Building the index of configurations.";
      case "exploring": return `${from}${generation}${total}, ${told.seconds.toFixed(1)} s.`;
      case "offered":
        return `${told.unsolvable ? `${inWords(told.unsolvable)} ` : ""}Not explored yet: at most ${counted(told.configurations, "configuration")}, ` +
          "which may take a while.";
      case "stopped": case "failed": return `Not explored: ${told.error}; ${told.hint}.`;
      default: {
        const depth = told.generations.length - 1;
        const all = `${counted(told.found, "configuration")}, at most ${counted(depth, told.metric)} from Start`;
        if (!told.has_goals) return `Explored: ${all}.`;
        if (told.unsolvable) return `Explored: ${all}. ${inWords(told.unsolvable)}`;
        return `Explored: ${all}. Finish is ${counted(told.goal.generation, told.metric)} from Start; ` +
          `${counted(told.goal.reachable, "goal configuration")} can be reached.`;
      }
    }
  }

  draw() {
    const { told } = this;
    const isUnderWay = told !== null && UNDER_WAY.includes(told.state);
    this.words.textContent = this.sentence();
    this.words.classList.toggle("bad", Boolean(this.trouble) || (told?.state === "failed" && told.can_begin));
    this.bar.hidden = !isUnderWay;
    if (told?.state === "exploring" && told.percent !== null) this.bar.value = told.percent;
    else this.bar.removeAttribute("value");
    this.live.replaceChildren(...(isUnderWay && told.generations.length > 1 ? [bars(told.generations)] : []));
    this.explore.hidden = isUnderWay || told?.state === "ready" || told?.can_begin === false;
    this.explore.disabled = !this.wanted;
    this.stop.hidden = !isUnderWay;
  }
}
