// The end of a game: its length beside the shortest, and the record, which the browser keeps.

import { commas, counted, make } from "./ask.js";
import { keepValue, keptValue } from "./keeping.js";

const keyOf = ({ puzzle, metric, first }) => `slidewise ${puzzle.name} ${metric} ${first}`;

/** Reads the least number of moves of earlier games; null if there is none. */
export function recordOf(game) {
  const kept = Number(keptValue(keyOf(game)));
  return Number.isInteger(kept) && kept > 0 ? kept : null;
}

const keep = (game) => keepValue(keyOf(game), String(game.made));

/** Formats a time as minutes and seconds. */
const clock = (seconds) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;

export class Ending {
  /** Creates the panel in `host`; `again` starts the game again. */
  constructor(host, again) {
    this.host = host;
    this.again = again;
    /** Links to other games, which the page sets. */
    this.next = [];
  }

  hide() {
    this.host.hidden = true;
  }

  /** Shows the end of a game. */
  show(game) {
    const { isHelped, made, metric, seconds, shortest } = game;
    const before = recordOf(game);
    const isRecord = !isHelped && (before === null || made < before);
    if (isRecord) keep(game);
    const isShortest = made === shortest;
    const length = `Solved in ${counted(made, metric)}`;
    const sentence = shortest === null ? `${length}.`
      : isShortest ? `${length}, which is the shortest.`
        : `${length}; the shortest is ${commas(shortest)}.`;
    const lines = [make("strong", {}, sentence)];
    if (isHelped) lines.push("With a solution shown, it is no record.");
    else if (isRecord && before !== null) lines.push(`A new record: it was ${commas(before)}.`);
    else if (isRecord) lines.push("Your first solution here.");
    else lines.push(`Your record is ${commas(before)}.`);
    if (seconds !== null) lines.push(`Time ${clock(seconds)}.`);
    const again = make("button", { type: "button", id: "again", onclick: this.again }, "Play again");
    const links = this.next.map(({ words, address }) => make("a", { class: "button", href: address }, words));
    this.host.replaceChildren(
      make("p", {}, ...lines.flatMap((line) => [line, " "])),
      make("div", { class: "keys" }, again, ...links));
    this.host.hidden = false;
  }
}
