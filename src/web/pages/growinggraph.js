// The state graph as a search meets it, generation after generation.

import { counted } from "./ask.js";
import { Network } from "./network.js";

/** A state graph that shows the positions met up to a generation; the others are pale. */
export class GrowingGraph extends Network {
  constructor(host, chosen) {
    super(host, chosen, { hasControls: false, kind: "start" });
    this.generation = 0;
  }

  async open(...own) {
    await super.open(...own);
    this.grow(this.generation);
  }

  /** Shows the search after a generation. */
  grow(generation) {
    this.generation = generation;
    this.landscape.limit(generation);
  }

  legend() {
    return "Each point is a position, each line a step. Pale points have not been met yet; those with a ring are the " +
      "generation that is shown, and the strong lines are the steps by which it was met. The dot is the position on " +
      "the board, with a shortest way to it from Start. Choose a point to put it on the board, or go along the lines by " +
      "the arrow keys.";
  }

  distanceWords(number) {
    const distance = this.book.distance(number, this.metric, "start");
    return distance <= this.generation ? `${counted(distance, this.metric)} from Start` : "not met yet";
  }
}
