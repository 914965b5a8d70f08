// The chart of generations, for state graphs too large to draw: a bar for each generation, with a dot
// over that of the position on the board.

import { counted, make } from "./ask.js";

const SVG = "http://www.w3.org/2000/svg";
const HEIGHT = 100;

function shape(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

export class Chart {
  /** Creates the panel in `host`; `chosen` is called with the number of a generation. */
  constructor(host, chosen) {
    this.host = host;
    this.svg = shape("svg", { class: "bars chart", preserveAspectRatio: "none", "aria-hidden": "true" });
    this.slider = make("input", { type: "range", min: 0, value: 0, "aria-label": "generation" });
    this.words = make("span", { class: "quiet" });
    const show = make("button", { type: "button", id: "show-generation", onclick: () => chosen(Number(this.slider.value)) }, "Show positions");
    host.replaceChildren(this.svg, this.slider, make("div", { class: "keys" }, show, this.words));
    this.slider.addEventListener("input", () => this.tell());
    this.svg.addEventListener("click", (event) => {
      const generation = event.target.dataset?.generation;
      if (generation === undefined) return;
      this.slider.value = generation;
      this.tell();
      chosen(Number(generation));
    });
  }

  /** Shows the sizes of the generations, as strings of digits. */
  open(generations, metric) {
    Object.assign(this, { generations, metric });
    const most = Math.log1p(Math.max(...generations.map(Number)));
    this.svg.setAttribute("viewBox", `0 0 ${generations.length} ${HEIGHT}`);
    this.svg.replaceChildren(...generations.map((count, generation) => {
      const height = Math.max(2, (HEIGHT - 8) * Math.log1p(Number(count)) / most);
      return shape("rect", { x: generation + 0.06, width: 0.88, y: HEIGHT - height, height, "data-generation": generation });
    }));
    this.slider.max = generations.length - 1;
    this.host.hidden = false;
    this.tell();
  }

  hide() {
    this.host.hidden = true;
    this.generations = null;
  }

  /** Shows in which generation the game is. */
  walk(generation) {
    for (const bar of this.svg.children) bar.classList.toggle("here", Number(bar.dataset.generation) === generation);
    this.svg.dataset.at = generation ?? "";
    if (generation !== null) this.slider.value = generation;
    this.tell();
  }

  tell() {
    const generation = Number(this.slider.value);
    const count = this.generations?.[generation];
    if (count === undefined) return;
    this.words.textContent = `${counted(count, "position")} ${counted(generation, this.metric)} from Start`;
  }
}
