// The record of a Sokoban level, which the browser keeps, and the sentences about a solved game.

import { commas } from "./ask.js";
import { keepValue, keptValue } from "./keeping.js";

const keyOf = (position) => `slidewise level ${position}`;

/** Formats a number of pushes, as `1 push` or `33 pushes`. */
export const pushesOf = (count) => `${commas(count)} ${count === 1 ? "push" : "pushes"}`;

/** Reads the fewest pushes of earlier games of a level; null if there is none. */
export function recordOf(position) {
  const kept = Number(keptValue(keyOf(position)));
  return Number.isInteger(kept) && kept > 0 ? kept : null;
}

/** The sentence about the record of a level, empty if there is none. */
export function recordWords(position) {
  const record = recordOf(position);
  return record === null ? "" : `Your record is ${pushesOf(record)}.`;
}

/** Keeps the pushes of a solved game if they are a record; returns a sentence about it. */
export function settle(position, made, isHelped) {
  const before = recordOf(position);
  if (isHelped) return "With a solution shown, it is no record.";
  if (made === 0 || (before !== null && made >= before)) return recordWords(position);
  keepValue(keyOf(position), String(made));
  return before === null ? "It is your first solution of this level." : `It is a new record: yours was ${pushesOf(before)}.`;
}

/** The sentence about whether a solved game has the fewest pushes, as far as that is known. */
export function leastWords(made, least, isTooLarge) {
  if (least === made) return "No solution has fewer pushes.";
  if (least !== null) return `The level can be solved in ${pushesOf(least)}.`;
  return isTooLarge ? "The level is too large to find out whether fewer pushes are enough." : "";
}
