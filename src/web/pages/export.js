// Taking a puzzle along: as a puzzle file, as a picture, as a link.

import { askText, writeAddress } from "./ask.js";

/** Saves text under a name. */
export function save(name, kind, text) {
  const address = URL.createObjectURL(new Blob([text], { type: kind }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

const fileName = ({ name, title }) => (name === "drawn" ? title : name).replace(/[^\w.-]+/g, "-").slice(0, 60);

/** Saves the puzzle file. */
export const saveFile = (puzzle) => save(`${fileName(puzzle)}.toml`, "application/toml", puzzle.text);

/** Saves a picture of a position. */
export async function savePicture(puzzle, named, position) {
  save(`${fileName(puzzle)}.svg`, "image/svg+xml", await askText("/api/picture", { ...named, position }));
}

/** Puts a link with the position in it where it can be pasted from; gives it. */
export async function copyLink(named, metric, position) {
  const link = `${location.origin}/puzzle${writeAddress(named, metric, position)}`;
  try {
    await navigator.clipboard.writeText(link);
    return { link, copied: true };
  } catch {
    return { link, copied: false };
  }
}
