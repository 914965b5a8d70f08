// The catalogue: all built-in puzzles by family, filtered by words.

import { get, make, writeAddress } from "./ask.js";

const byId = (id) => document.getElementById(id);

function card(puzzle) {
  const address = `/puzzle${writeAddress({ name: puzzle.name })}`;
  return make("li", {},
    make("a", { class: "card", href: address },
      make("img", { src: `/thumbnails/${puzzle.name}.svg`, alt: "", loading: "lazy", width: 120, height: 120 }),
      make("span", { class: "title" }, puzzle.title),
      make("span", { class: "quiet" }, `${puzzle.rows} × ${puzzle.columns}`)));
}

function section(family, puzzles) {
  const list = make("ul", { class: "cards" }, ...puzzles.map(card));
  return make("section", {}, make("h2", {}, family, make("small", {}, ` ${puzzles.length}`)), list);
}

function draw(all) {
  const words = byId("search").value.toLowerCase().replace(/(\d)\s*[×x]\s*(?=\d)/g, "$1x").split(/\s+/).filter(Boolean);
  const family = byId("family").value;
  const shown = all.filter((puzzle) => {
    const text = [puzzle.name, puzzle.title, puzzle.family, puzzle.source,
      `${puzzle.rows}x${puzzle.columns}`].join(" ").toLowerCase();
    return (!family || puzzle.family === family) && words.every((word) => text.includes(word));
  });
  const families = [...new Set(shown.map((puzzle) => puzzle.family))];
  byId("found").textContent = `${shown.length} of ${all.length} puzzles`;
  byId("puzzles").replaceChildren(
    ...families.map((own) => section(own, shown.filter((puzzle) => puzzle.family === own))));
}

function openNamed(event) {
  event.preventDefault();
  const name = byId("named").value.trim();
  if (name) location.href = `/puzzle${writeAddress({ name })}`;
}

async function main() {
  byId("by-name").addEventListener("submit", openNamed);
  try {
    const { puzzles } = await get("/api/catalogue");
    const families = [...new Set(puzzles.map((puzzle) => puzzle.family))];
    byId("family").append(...families.map((family) => make("option", { value: family }, family)));
    for (const id of ["search", "family"]) byId(id).addEventListener("input", () => draw(puzzles));
    draw(puzzles);
  } catch (refused) {
    byId("found").textContent = `${refused.message}: ${refused.hint}`;
  }
}

main();
