// The catalogue: all built-in puzzles by family, searched, filtered and sorted as the address says.

import { counted, get, make, writeAddress } from "./ask.js";
import { recordOf } from "./ending.js";

const byId = (id) => document.getElementById(id);
/** The families that come first. */
const FIRST = ["Classics", "Walker's puzzles", "Klotski (Huarong Dao)", "Rush Hour"];
/** Least number of moves of each difficulty. */
const GRADES = [["gentle", 0], ["medium", 20], ["hard", 50], ["very hard", 100]];
const FIELDS = ["search", "family", "grade", "sort"];

const lengthOf = (puzzle) => puzzle.shortest[puzzle.metric ?? "step"] ?? puzzle.published?.moves ?? null;
const gradeOf = (length) => (length === null ? -1 : GRADES.findLastIndex(([, least]) => length >= least));
const order = (family) => (FIRST.includes(family) ? FIRST.indexOf(family) : FIRST.length);

const SORTS = {
  family: (a, b) => order(a.family) - order(b.family) || String(a.family).localeCompare(b.family),
  moves: (a, b) => (lengthOf(a) ?? Infinity) - (lengthOf(b) ?? Infinity),
  hardest: (a, b) => (lengthOf(b) ?? -1) - (lengthOf(a) ?? -1),
  size: (a, b) => a.cells - b.cells,
  title: (a, b) => a.title.localeCompare(b.title),
};

/** The length, as people count this puzzle. */
function length(puzzle) {
  const known = lengthOf(puzzle);
  return known === null ? "" : counted(known, puzzle.metric ?? "step");
}

/** Makes letters small and takes their accents away. */
const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** The words of a card that the search finds, and the name. */
const textOf = (puzzle) => plain([puzzle.name, puzzle.title, ...puzzle.names, puzzle.family, length(puzzle),
  GRADES[gradeOf(lengthOf(puzzle))]?.[0], `${puzzle.rows}x${puzzle.columns}`].join(" "));

/** The published figure, where it differs from the shortest. */
function published({ published: own, shortest }) {
  if (!own || own.moves === shortest[own.metric]) return "";
  return `, published ${own.moves}`;
}

function card(puzzle) {
  const address = `/puzzle${writeAddress({ name: puzzle.name })}`;
  const grade = gradeOf(lengthOf(puzzle));
  const metric = puzzle.metric ?? "step";
  const record = recordOf({ puzzle, metric, first: "start" });
  return make("li", {},
    make("a", { class: "card", href: address },
      make("img", { src: `/thumbnails/${puzzle.name}.svg`, alt: "", loading: "lazy", width: 120, height: 120 }),
      make("span", { class: "title" }, puzzle.title),
      make("span", { class: "quiet" }, [`${puzzle.rows} × ${puzzle.columns}`, length(puzzle)].filter(Boolean).join(", ") + published(puzzle)),
      ...(grade < 0 ? [] : [make("span", { class: "grade" },
        make("span", { "aria-hidden": "true" }, "●".repeat(grade + 1) + "○".repeat(GRADES.length - 1 - grade)), ` ${GRADES[grade][0]}`)]),
      ...(record === null ? [] : [make("span", { class: "mark" }, `solved in ${record}`)])));
}

function section(family, puzzles) {
  const list = make("ul", { class: "cards" }, ...puzzles.map(card));
  return make("section", {}, make("h2", {}, family, make("small", {}, ` ${puzzles.length}`)), list);
}

function draw(all) {
  const words = plain(byId("search").value).replace(/(\d)\s*[×x]\s*(?=\d)/g, "$1x").split(/\s+/).filter(Boolean);
  const [family, grade, sort] = ["family", "grade", "sort"].map((id) => byId(id).value);
  const isShown = (puzzle) => (!family || puzzle.family === family)
    && (!grade || GRADES[gradeOf(lengthOf(puzzle))]?.[0] === grade)
    && words.every((word) => textOf(puzzle).includes(word));
  const shown = all.filter(isShown).sort(SORTS[sort] ?? SORTS.family);
  byId("found").textContent = `${shown.length} of ${all.length} puzzles`;
  const families = [...new Set(shown.map((puzzle) => puzzle.family))];
  byId("puzzles").replaceChildren(...(sort === "family"
    ? families.map((own) => section(own, shown.filter((puzzle) => puzzle.family === own)))
    : [make("ul", { class: "cards" }, ...shown.map(card))]));
}

/** Reads the fields from the address. */
function read() {
  const asked = new URLSearchParams(location.search);
  for (const id of FIELDS) {
    const field = byId(id);
    const value = asked.get(id) ?? (id === "sort" ? "family" : "");
    const isOffered = !field.options || [...field.options].some((option) => option.value === value);
    field.value = isOffered ? value : field.options[0].value;
  }
}

/** Writes the fields into the address, so that it can be kept and sent. */
function write() {
  const asked = new URLSearchParams();
  for (const id of FIELDS) {
    const { value } = byId(id);
    if (value && !(id === "sort" && value === "family")) asked.set(id, value);
  }
  history.replaceState(null, "", asked.size ? `/?${asked}` : "/");
}

function openNamed(event) {
  event.preventDefault();
  const name = byId("named").value.trim();
  if (name) location.href = `/puzzle${writeAddress({ name })}`;
}

async function main() {
  byId("by-name").addEventListener("submit", openNamed);
  byId("grade").append(...GRADES.map(([grade]) => make("option", { value: grade }, grade)));
  try {
    const { puzzles } = await get("/api/catalogue");
    const families = [...new Set(puzzles.map((puzzle) => puzzle.family))].sort((a, b) => order(a) - order(b));
    byId("family").append(...families.map((family) => make("option", { value: family }, family)));
    read();
    for (const id of FIELDS) {
      byId(id).addEventListener("input", () => {
        write();
        draw(puzzles);
      });
    }
    draw(puzzles);
  } catch (refused) {
    byId("found").textContent = `${refused.message}: ${refused.hint}`;
  }
}

main();
