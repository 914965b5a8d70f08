// Exports of a puzzle: a puzzle file, a picture, a link.

import { askText, writeAddress } from "./ask.js";

/** Downloads text as a file. */
export function save(name, kind, text) {
  const address = URL.createObjectURL(new Blob([text], { type: kind }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

const fileName = ({ name, title }) => (name === "drawn" ? title : name).replace(/[^\w.-]+/g, "-").slice(0, 60);

/** Downloads the puzzle file. */
export const saveFile = (puzzle) => save(`${fileName(puzzle)}.toml`, "application/toml", puzzle.text);

/** Downloads a picture of a position. */
export async function savePicture(puzzle, named, position) {
  save(`${fileName(puzzle)}.svg`, "image/svg+xml", await askText("/api/picture", { ...named, position }));
}

/** Downloads a page that plays the puzzle without a server. */
export async function savePage(puzzle, named, metric) {
  save(`${fileName(puzzle)}.html`, "text/html", await askText("/api/export", { ...named, metric }));
}

/** Downloads a list of moves as text. */
export function saveMoves(puzzle, moves) {
  const lines = moves.map((move, number) => `${number + 1}. ${move.words}\n`);
  save(`${fileName(puzzle)}-moves.txt`, "text/plain", `${puzzle.title}\n\n${lines.join("")}`);
}

/** Copies a link to the position to the clipboard; returns the link and whether copying succeeded. */
export async function copyLink(named, metric, position, customary) {
  const link = `${location.origin}/puzzle${writeAddress(named, metric, position, customary)}`;
  try {
    await navigator.clipboard.writeText(link);
    return { link, copied: true };
  } catch {
    return { link, copied: false };
  }
}

/** Says how a link to a host is followed on another machine. */
export function elsewhere(host) {
  const isOnlyHere = host === "localhost" || host === "[::1]" || host.startsWith("127.");
  const own = "put the address of its own server in place of this part of the link";
  return isOnlyHere ? `another machine cannot reach it: there, ${own}.` : `where it cannot be reached, ${own}.`;
}
