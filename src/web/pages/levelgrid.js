// The levels that are offered, as a grid of small drawings, each with the visitor's record.

import { commas, make } from "./ask.js";
import { LevelGame } from "./levelboard.js";
import { pushesOf, recordOf } from "./levelrecord.js";
import { CELL, draw, ground, things } from "./levelshapes.js";

/** The title of a level by its place in the list; many collections only number their levels. */
export function titleOf(level, number) {
  const title = level.title ?? String(number + 1);
  return /^\d+$/.test(title) ? `Level ${title}` : title;
}

/** The part behind the `#` of the address of a level. */
export const addressOf = (level) => `#${new URLSearchParams({ level: level.position })}`;

/** A small drawing of a game's position. */
export function pictureOf(game) {
  const size = `0 0 ${game.columns * CELL} ${game.rows.length * CELL}`;
  return draw("svg", { viewBox: size, class: "level", "aria-hidden": "true" }, ...ground(game, true), ...things(game));
}

/** The grid of levels in a list; `summary` says how many of them are solved. */
export class LevelGrid {
  constructor(list, summary) {
    this.list = list;
    this.summary = summary;
    this.levels = [];
    this.cards = [];
    // A collection may have hundreds of levels: only those near the window are drawn.
    this.seen = new IntersectionObserver((entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        this.seen.unobserve(target);
        target.append(pictureOf(new LevelGame(this.levels[target.dataset.level].position)));
      }
    }, { rootMargin: "200px" });
  }

  /** Shows other levels. */
  offer(levels) {
    this.seen.disconnect();
    this.levels = levels;
    this.cards = levels.map((level, number) => {
      const frame = make("span", { class: "frame", "data-level": number });
      const mark = make("span", { class: "mark" });
      const link = make("a", { class: "card", href: addressOf(level) },
        frame, make("span", { class: "title" }, titleOf(level, number)), mark);
      return { frame, link, mark };
    });
    this.list.replaceChildren(...this.cards.map(({ link }) => make("li", {}, link)));
    for (const { frame } of this.cards) this.seen.observe(frame);
    this.showRecords();
  }

  /** Writes the records, as the browser has them now. */
  showRecords() {
    const records = this.levels.map((level) => recordOf(level.position));
    records.forEach((record, number) => {
      this.cards[number].mark.textContent = record === null ? "" : `✓ ${pushesOf(record)}`;
    });
    const solved = records.filter((record) => record !== null).length;
    this.summary.textContent = `Levels: ${commas(solved)} of ${commas(records.length)} solved`;
  }

  /** Marks the level that is open; -1 for none. */
  mark(number) {
    this.cards.forEach(({ link }, own) => {
      if (own === number) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    });
  }
}
