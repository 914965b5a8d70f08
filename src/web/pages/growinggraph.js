// The state graph as a search meets it, generation after generation.

import { counted } from "./ask.js";
import { Network, colourAt } from "./network.js";

/** A state graph that shows the positions met up to a generation; the others are pale. */
export class GrowingGraph extends Network {
  constructor(host, chosen) {
    super(host, chosen);
    this.generation = 0;
  }

  /** Shows the search after a generation. */
  grow(generation) {
    this.generation = generation;
    this.canvas.dataset.generation = generation;
    // The pointer may rest on a position that has just been met.
    delete this.hint.dataset.number;
    this.hint.hidden = true;
    this.fit();
  }

  legend() {
    return "Each point is a position, each line a step. Pale points have not been met yet; those with a ring are the " +
      "generation that is shown, and the strong lines are the steps by which it was met. The dot is the position on " +
      "the board, with a shortest way to it from Start. Choose a point to put it on the board, or go along the lines by " +
      "the arrow keys.";
  }

  from(number) {
    return this.book.distance(number, this.metric, "start");
  }

  distanceWords(number) {
    const distance = this.from(number);
    return distance <= this.generation ? `${counted(distance, this.metric)} from Start` : "not met yet";
  }

  paint(pen, scale) {
    const ink = getComputedStyle(this.canvas).color;
    const mark = getComputedStyle(document.documentElement).getPropertyValue("--mark");
    const reached = (at) => Math.max(this.from(this.edges[at]), this.from(this.edges[at + 1]));
    this.lines(pen, (at) => reached(at) > this.generation, { colour: ink, alpha: 0.12, width: 0.6 * scale });
    this.lines(pen, (at) => reached(at) < this.generation, { colour: ink, alpha: 0.5, width: scale });
    this.lines(pen, (at) => reached(at) === this.generation, { colour: mark, alpha: 1, width: 2 * scale });
    for (let number = 0; number < this.count; number += 1) this.dot(pen, scale, number, ink);
  }

  /** Draws the edges that `isWanted` accepts. */
  lines(pen, isWanted, { colour, alpha, width }) {
    Object.assign(pen, { strokeStyle: colour, globalAlpha: alpha, lineWidth: width });
    pen.beginPath();
    for (let at = 0; at < this.edges.length; at += 2) {
      if (!isWanted(at)) continue;
      const [from, to] = [this.edges[at], this.edges[at + 1]];
      pen.moveTo(this.screen[2 * from], this.screen[2 * from + 1]);
      pen.lineTo(this.screen[2 * to], this.screen[2 * to + 1]);
    }
    pen.stroke();
  }

  dot(pen, scale, number, ink) {
    const distance = this.from(number);
    const isMet = distance <= this.generation;
    const isNew = distance === this.generation;
    pen.globalAlpha = isMet ? 1 : 0.3;
    pen.fillStyle = isMet ? colourAt(distance / this.farthest) : ink;
    pen.strokeStyle = ink;
    pen.lineWidth = (isNew ? 2 : 0.75) * scale;
    pen.beginPath();
    const radius = isNew ? 1.4 : isMet ? 1 : 0.5;
    pen.arc(this.screen[2 * number], this.screen[2 * number + 1], radius * this.radius(scale), 0, 2 * Math.PI);
    pen.fill();
    if (isMet) pen.stroke();
    pen.globalAlpha = 1;
  }
}
